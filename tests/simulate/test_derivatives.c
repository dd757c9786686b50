// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_derivatives.c - the public functions of derivatives: steps, Jacobians, and gradients of runs with respect to the
// start, the inputs of all steps and parameters, against differences of runs; their bits do not depend on checkpoints;
// an event that ends the run; misuse.
#include <string.h>

#include "check.h"
#include "jounce/derivatives.h"
#include "jounce/jounce.h"

// A cart on a spring with a smooth law, pushed by an input; a bell counts at a time and changes a state. `stop`: an
// event that ends the run.
static const char text[] =
    "jounce: 1\nspace: plane\ngravity: [0, -9.81]\n"
    "parameters: {m: 2, k: 80, c: 1.5, gain: 0.7}\n"
    "bodies:\n"
    "  cart: {mass: '=m', inertia: 0.1, points: {P: [0, 0]}}\n"
    "  pole: {mass: 0.5, inertia: 0.02, com: [0, 0.3], points: {P: [0, 0]}}\n"
    "ground: {points: {W: [-1, 0]}}\n"
    "joints:\n"
    "  rail: {type: prismatic, between: [ground, cart], axis: x}\n"
    "  pin: {type: revolute, between: [cart.P, pole.P]}\n"
    "inputs: {push: 'sin(3*t)'}\n"
    "auxiliary: {z: {initial: 0.2, rate: 'push*gain - z'}}\n"
    "discrete: {n: 0}\n"
    "events:\n"
    "  bell: {at: 0.2505, set: {n: 'n + gain*z', z: 'z + 0.1*cart.x'}}\n"
    "%s"
    "forces:\n"
    "  spring: {type: spring-damper, between: [ground.W, cart.P], stiffness: '=k', damping: '=c', rest: 0.9}\n"
    "  motor: {type: torque, joint: pin, value: 'z + n'}\n"
    "  pusher: {type: point-force, at: cart.P, value: ['push + z', 0]}\n"
    "initial: {keep: {pole.angle: 20 deg}}\n";

typedef struct {
  jn_report *report;
  jn_model *model;
  jn_compiled *code;
  jn_derivatives *d;
} rig;

static rig rig_of(const char *event, const char *method, double until) {
  static const char *const keep[] = {"m", "k", "c", "gain"};
  rig x = {.report = jn_report_new(NULL)};
  char model[4000];
  int n = snprintf(model, sizeof model, text, event);
  x.model = jn_model_read_text(NULL, "cart.yaml", model, (size_t)n, NULL, 0, x.report);
  jn_choices choices = jn_choices_default();
  snprintf(choices.integrator, sizeof choices.integrator, "%s", method);
  choices.step = 2e-3;
  choices.until = until;
  jn_compile_options options = jn_compile_options_default();
  options.choices = &choices;
  options.keep = keep;
  options.nkeep = 4;
  x.code = x.model ? jn_compile(x.model, &options, x.report) : NULL;
  x.d = x.code ? jn_derivatives_new(x.code, x.report) : NULL;
  for (int i = 0; !x.d && i < jn_report_size(x.report); i++) printf("%s\n", jn_report_get(x.report, i)->what);
  return x;
}

static void rig_free(rig *x) {
  jn_derivatives_free(x->d);
  jn_compiled_free(x->code);
  jn_model_free(x->model);
  jn_report_free(x->report);
}

// An integral of squares, a sum over some samples, and a final value.
typedef struct {
  const jn_derivatives_layout *l;
  long nsteps;
} goal;

static double objective(void *context, long step, const double *x, double *x_bar) {
  const goal *g = context;
  const int q = g->l->q, v = g->l->v, z = g->l->z;
  double value = g->l->step * (x[q] * x[q] + 0.3 * x[v] * x[v]);
  if (x_bar) x_bar[q] += 2 * g->l->step * x[q];
  if (x_bar) x_bar[v] += 0.6 * g->l->step * x[v];
  if (step % 50 == 0) {
    value += x[q + 1] * x[z];
    if (x_bar) x_bar[q + 1] += x[z];
    if (x_bar) x_bar[z] += x[q + 1];
  }
  if (step == g->nsteps) {
    value += x[q + 1];
    if (x_bar) x_bar[q + 1] += 1;
  }
  return value;
}

// Objective by steps of single derivatives; the gradient is not needed for differences.
static double value_of(jn_derivatives *d, const goal *g, const double *x, const double *inputs) {
  jn_run_gradient run = {.nsteps = g->nsteps, .objective = objective, .context = (void *)g, .x = x, .inputs = inputs};
  CHECK(jn_derivatives_gradient(d, &run) == JN_OK);
  return run.value;
}

static void check_gradient(const char *method) {
  enum { N = 250 };  // 0.5 s
  rig x = rig_of("", method, 1);
  CHECK(x.d);
  if (!x.d) {
    rig_free(&x);
    return;
  }
  const jn_derivatives_layout *l = jn_derivatives_get(x.d);
  CHECK(l->np == 4 && l->nu == 1 && strcmp(l->names[l->p + 1], "k") == 0 && strcmp(l->integrator, method) == 0);
  goal own = {l, N};
  size_t nx = (size_t)l->nx;
  double *start = calloc(nx, sizeof *start), *bar = calloc(nx, sizeof *bar), inputs[N], inputs_bar[N];
  for (int i = 0; i < N; i++) inputs[i] = cos(0.05 * i);
  jn_derivatives_start(x.d, start);
  jn_run_gradient run = {.nsteps = N, .objective = objective, .context = &own, .x = start, .inputs = inputs};
  CHECK(jn_derivatives_gradient(x.d, &run) == JN_OK && run.made == N && run.repeated == 0);
  double value = run.value;
  memcpy(bar, run.x_bar, nx * sizeof *bar);
  memcpy(inputs_bar, run.inputs_bar, sizeof inputs_bar);

  // the same bits with any number of checkpoints
  const int counts[] = {1, 2, 7, 16, 249, 250, 1000};
  for (int i = 0; i < 7; i++) {
    run.checkpoints = counts[i];
    CHECK(jn_derivatives_gradient(x.d, &run) == JN_OK && run.made == N && run.repeated < N);
    CHECK(run.value == value && memcmp(run.x_bar, bar, nx * sizeof *bar) == 0 &&
          memcmp(run.inputs_bar, inputs_bar, sizeof inputs_bar) == 0);
  }

  // against differences: positions, speeds, states, parameters, and the inputs of some steps
  double worst = 0, size = 0;
  for (int i = 1; i < l->nvariables; i++) {
    if (i >= l->s && (i < l->p || i >= l->p + l->np)) continue;
    double kept = start[i], way = 1e-5 * fmax(1, fabs(kept)), ends[2];
    for (int k = 0; k < 2; k++) {
      start[i] = kept + (k ? way : -way);
      ends[k] = value_of(x.d, &own, start, inputs);
    }
    start[i] = kept;
    double difference = (ends[1] - ends[0]) / (2 * way);
    worst = fmax(worst, fabs(difference - bar[i]) / fmax(1, fabs(bar[i])));
    size = fmax(size, fabs(bar[i]));
    CHECK(bar[i] != 0 || difference == 0);
  }
  for (int i = 0; i < N; i += 31) {
    double kept = inputs[i], ends[2];
    for (int k = 0; k < 2; k++) {
      inputs[i] = kept + (k ? 1e-4 : -1e-4);
      ends[k] = value_of(x.d, &own, start, inputs);
    }
    inputs[i] = kept;
    worst = fmax(worst, fabs((ends[1] - ends[0]) / 2e-4 - inputs_bar[i]));
    CHECK(inputs_bar[i] != 0);
  }
  if (getenv("VERBOSE")) printf("%s: differences apart by %.2g of %.3g\n", method, worst, size);
  CHECK(size > 0.1 && worst < 1e-8);
  free(start), free(bar);
  rig_free(&x);
}

// The Jacobian is that of forward mode, for more directions than one group; reverse mode is its transposed.
static void check_step(void) {
  enum { MOST = 64 };
  rig x = rig_of("", "rosenbrock", 1);
  CHECK(x.d);
  if (!x.d) {
    rig_free(&x);
    return;
  }
  const jn_derivatives_layout *l = jn_derivatives_get(x.d);
  const int n = l->nvariables, nx = l->nx;
  CHECK(n < MOST && n > 8);
  static double J[MOST * MOST], dx[MOST * 4096];
  double *state = calloc((size_t)nx, sizeof *state), *bar = calloc((size_t)nx, sizeof *bar);
  jn_derivatives_start(x.d, state);
  CHECK(jn_derivatives_step(x.d, state) == JN_OK && state[0] == l->step);
  jn_derivatives_jacobian(x.d, J);
  for (int k = 0; k < n && nx < 4096; k++) dx[k * nx + k] = 1;
  jn_derivatives_forward(x.d, dx, n);
  bool same = true, transposed = true;
  for (int i = 0; i < n; i++) {
    memset(bar, 0, (size_t)nx * sizeof *bar);
    bar[i] = 1;
    jn_derivatives_reverse(x.d, bar);
    for (int k = 0; k < n; k++) {
      same &= J[i * n + k] == dx[k * nx + i];
      transposed &= fabs(J[i * n + k] - bar[k]) <= 1e-12 * (1 + fabs(bar[k]));
    }
  }
  CHECK(same && transposed);
  free(state), free(bar);
  rig_free(&x);
}

// Checks that a gradient ends with the run if an event ends it after a third of the steps, and that wrong numbers of
// steps are refused.
static void check_stop(void) {
  rig x = rig_of("  end: {at: 0.1, stop: true}\n", "rk4", 1);
  CHECK(x.d);
  goal own = {x.d ? jn_derivatives_get(x.d) : NULL, 50};
  jn_run_gradient run = {.nsteps = 150, .objective = objective, .context = &own, .checkpoints = 4};
  if (x.d) CHECK(jn_derivatives_gradient(x.d, &run) == JN_OK && run.made == 50 && run.x_bar[1] != 0);
  run.nsteps = -1;
  if (x.d) CHECK(jn_derivatives_gradient(x.d, &run) == JN_BAD_ARGUMENT);
  run.nsteps = 0;
  if (x.d) CHECK(jn_derivatives_gradient(x.d, &run) == JN_OK && run.made == 0 && run.x_bar[own.l->z] != 0);
  rig_free(&x);
}

static void check_refused(void) {
  rig x = rig_of("", "rk4", 1);
  jn_choices choices = jn_choices_default();
  snprintf(choices.integrator, sizeof choices.integrator, "ab2");
  choices.step = 1e-3;
  jn_compile_options options = jn_compile_options_default();
  options.choices = &choices;
  jn_compiled *other = x.model ? jn_compile(x.model, &options, x.report) : NULL;
  CHECK(other && !jn_derivatives_new(other, x.report) && jn_report_count(x.report, JN_FAULT) == 1);
  jn_compiled_free(other);
  rig_free(&x);
}

int main(void) {
  check_gradient("rk4");
  check_gradient("euler");
  check_gradient("rosenbrock");
  check_step();
  check_stop();
  check_refused();
  return check_report();
}
