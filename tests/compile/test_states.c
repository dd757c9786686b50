// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_states.c - what a model has besides bodies, joints and forces, as nodes against the engine: inputs, states,
// subsystems, and what happens at the ends of steps.
#include <string.h>

#include "check.h"
#include "compile/machine.h"
#include "jounce/jounce.h"
#include "memory.h"
#include "subsystem/code.h"
#include "symbolic/node_order.h"
#include "symbolic/node_values.h"
#include "system/work.h"

static const char model_text[] =
    "jounce: 1\n"
    "name: states\n"
    "space: plane\n"
    "gravity: [0, -9.81]\n"
    "ground: {points: {O: [0, 0]}}\n"
    "bodies:\n"
    "  crank: {mass: 1, inertia: 0.1, points: {O: [0, 0], A: [0.5, 0]}}\n"
    "joints:\n"
    "  O: {type: revolute, between: [ground.O, crank.O]}\n"
    "inputs:\n"
    "  wave: 'sin(3*t) + t'\n"
    "  plain: {table: [[0.1, 1], [0.5, 2], [0.8, -1]]}\n"
    "  soft: {table: [[0.1, 1], [0.5, 2], [0.8, 3]], smooth: true}\n"
    "forces:\n"
    "  motor: {type: torque, joint: O, value: '5 + push + 3*subsystem.acts.pull + 0.01*subsystem.box.output_torque'}\n"
    "subsystems:\n"
    "  acts: {type: sequence, steps: [{set: {pull: 1}, ramp: 0.1 s, for: 0.2 s}, {set: {pull: x}, until: 'n > 0'}]}\n"
    "  box: {type: automatic-gearbox, output_speed: joint.O.rate, input_torque: '10', ratios: [3, 2], upshift: 6, "
    "downshift: 1, latency: 0.1 s}\n"
    "  low: {type: transfer-case, output_speed: joint.O.rate, input_torque: '10', high: 1, low: 2, range: 'k > 5'}\n"
    "  hold: {type: speed-follower, demand: '0.1*t', speed: crank.vx, gain: 1, integral: 0.1}\n"
    "auxiliary: {x: {initial: 0.3, rate: '-x + crank.vx'}, push: {initial: 0, rate: 'wave'}}\n"
    "discrete: {n: 0, k: 0}\n"
    "events:\n"
    "  pass: {when: 'crank.angle - 0.7', set: {n: 'n + 1', x: '0.5*x'}}\n"
    "  clock: {at: 0.02, every: 0.03, set: {k: 'k + 1'}}\n"
    "simulate: {until: 1, step: 0.01}\n";

static void tell(jn_report *report) {
  for (int i = 0; i < jn_report_size(report); i++) printf("%s\n", jn_report_get(report, i)->what);
  jn_report_free(report);
}

// ---- inputs: by their own course, and held ------------------------------------------------------------------------

static void check_inputs(const jn_system *system, double t, double held) {
  enum { MOST = 80 };
  double variables[MOST] = {t};
  const jn_sizes *n = &system->sizes;
  int nvariables = jni_writer_nvariables(system), nu = n->nu, at = 1 + n->nq + n->nv + n->nz + n->ns;
  jn_work *work = jn_work_new(system);
  for (int i = 0; i < nu; i++) {
    variables[at + i] = i == 1 ? held : NAN;
    jn_work_hold_input(work, i, i == 1 ? held : NAN);
  }
  jn_calc_position(system, work, t, variables + 1, NULL, variables + 1);
  jni_graph *g = jni_graph_new(NULL);
  jni_writer *w = jni_writer_new(g, system);
  jni_values *values = jni_values_new(g, variables, nvariables);
  for (int i = 0; i < nu; i++) CHECK_NEAR(jni_value_of(values, w->u[i]), work->u[i], 1e-15);
  jni_values_free(values);
  jni_writer_free(w);
  jni_graph_free(g);
  jn_work_free(work);
}

static void test_inputs(const jn_system *system) {
  CHECK(system->sizes.nu == 3);
  for (double t = -0.2; t < 1; t += 0.07) {
    check_inputs(system, t, NAN);
    check_inputs(system, t, 0.3);
  }
}

// ---- ends of steps --------------------------------------------------------------------------------------------------

// Every kind is compiled, except those whose code is in files.
static void test_kinds(void) {
  for (int i = 0; jni_subsystem_kinds[i]; i++)
    CHECK(jni_subsystem_kinds[i]->code != NULL || jni_subsystem_kinds[i]->load != NULL);
}

// Inputs that jumps are said not to read: they may be anything.
static void check_skips(const jni_graph *g, const jni_graph_call *call, unsigned skips) {
  enum { MOST = 40 };
  double in[MOST], without[MOST], out[MOST], same[MOST];
  for (int k = 0; k < 100; k++) {
    for (int i = 0; i < call->kernel->ninputs; i++) {
      in[i] = sin(1.7 * k + 0.9 * i * i) * (i % 3 == 0 ? 1 : 20);
      without[i] = skips >> i & 1 ? NAN : in[i];
    }
    call->kernel->calc(g->constants + call->constant_at, in, out);
    call->kernel->calc(g->constants + call->constant_at, without, same);
    CHECK(memcmp(out, same, (size_t)call->kernel->nresults * sizeof *out) == 0);
  }
}

static void test_skips(const jni_program *p) {
  int found = 0;
  for (int i = 0; i < p->g->ncalls; i++)
    for (int k = 0; jni_subsystem_kinds[k]; k++) {
      const jni_subsystem_code *code = jni_subsystem_kinds[k]->code;
      if (!code || !code->jump_skips || p->g->calls[i].kernel->calc != code->jump.calc) continue;
      check_skips(p->g, &p->g->calls[i], code->jump_skips);
      found++;
    }
  CHECK(found >= 2);
}

static jni_program *make_program(const jn_alloc *alloc, jn_run *run, jn_report *report) {
  const jn_system *system = jn_run_system(run);
  const jn_sizes *n = &system->sizes;
  int at = 1 + n->nq + n->nv + n->nz + n->ns;
  double *nominal = calloc((size_t)jni_writer_nvariables(system), sizeof *nominal);
  memcpy(nominal, jn_run_state(run), (size_t)at * sizeof *nominal);
  for (int i = 0; i < n->nu; i++) nominal[at + i] = NAN;
  const jni_program_def def = {.system = system, .reduced = jn_run_reduced(run), .nominal = nominal, .newton = 1};
  jni_program *p = jni_program_new(alloc, &def, report);
  free(nominal);
  return p;
}

// Events come a step late at the most: states are off by that, counts and gears are the same.
static void compare_runs(jn_run *run, const jni_machine *m, double h) {
  const jn_sizes *n = &jn_run_system(run)->sizes;
  const jn_model *model = jn_run_system(run)->model;
  const double *state = jn_run_state(run);
  int s = 1 + n->nq + n->nv + n->nz;
  CHECK_NEAR(m->x[0], state[0], 1e-9);
  for (int i = 1; i < s; i++) CHECK_NEAR((m->x[i] - state[i]) / (1 + fabs(state[i])), 0, 2 * h);
  for (int i = 0; i < model->nown_discretes; i++) CHECK_NEAR(m->x[s + i], state[s + i], 2 * h);
  CHECK(state[s] > 0 && state[s + 1] > 30);
}

// Every allocation fails in its turn: no program, and nothing is left behind.
static void test_memory(jn_run *run) {
  bool whole = false;
  jn_report *report = jn_report_new(NULL);
  for (long at = 1; !whole && at < 5000; at++) {
    memory_count count = {.fail_at = at};
    const jn_alloc alloc = {counted_resize, &count};
    jni_program *p = make_program(&alloc, run, report);
    whole = count.calls < at;
    CHECK(whole == (p != NULL));
    jni_program_free(p);
    CHECK(count.live == 0);
  }
  CHECK(whole && jn_report_size(report) == 0);
  jn_report_free(report);
}

static jn_choices model_choices(double until) {
  jn_choices choices = jn_choices_default();
  snprintf(choices.coordinates, sizeof choices.coordinates, "joint");
  snprintf(choices.formulation, sizeof choices.formulation, "reduced");
  snprintf(choices.integrator, sizeof choices.integrator, "rk4");
  choices.step = 1e-3;
  choices.until = until;
  return choices;
}

static void test_ends(const jn_model *model, const char *method, double h) {
  jn_report *report = jn_report_new(NULL);
  jn_choices choices = model_choices(1);
  jn_run_options options = jn_run_options_default();
  options.choices = &choices;
  jn_run *run = jn_run_new(model, &options, report);
  jni_program *p = run ? make_program(NULL, run, report) : NULL;
  const jni_machine_def def = {.program = p, .method = jni_step_method_find(method), .h = h};
  jni_machine *m = p ? jni_machine_new(NULL, &def) : NULL;
  CHECK(m);
  for (int i = 0; m && i < (int)(1 / h + 0.5); i++) CHECK(jni_machine_step(m) == JN_OK && m->stop == 0);
  while (m && jn_run_state(run)[0] < 1 && jn_run_step(run, 1) == JN_OK) continue;
  if (m) compare_runs(run, m, h);
  CHECK(!p || p->nends == 6);
  if (p) test_skips(p);
  if (p && h < 1e-3) test_memory(run);
  jni_machine_free(m);
  jni_program_free(p);
  jn_run_free(run);
  tell(report);
}

// ---- ends of steps beside a loop ------------------------------------------------------------------------------------

// A four-bar by gravity alone; %s: what its event watches.
static const char loop_text[] =
    "jounce: 1\n"
    "name: loop\n"
    "space: plane\n"
    "gravity: [0, -9.81]\n"
    "ground: {points: {O: [0, 0], D: [1, 0]}}\n"
    "bodies:\n"
    "  crank: {mass: 1, inertia: 0.1, points: {O: [-0.5, 0], A: [0.5, 0]}}\n"
    "  coupler: {mass: 2, inertia: 0.2, points: {A: [-0.6, 0], B: [0.6, 0]}}\n"
    "  rocker: {mass: 1, inertia: 0.1, points: {D: [-0.5, 0], B: [0.5, 0]}}\n"
    "joints:\n"
    "  O: {type: revolute, between: [ground.O, crank.O]}\n"
    "  A: {type: revolute, between: [crank.A, coupler.A]}\n"
    "  B: {type: revolute, between: [coupler.B, rocker.B]}\n"
    "  D: {type: revolute, between: [ground.D, rocker.D]}\n"
    "discrete: {n: 0}\n"
    "events: {turns: {when: '%s', set: {n: 'n + 1'}}}\n"
    "initial: {guess: {crank.x: 0.3, crank.y: -0.4, crank.angle: -0.9, coupler.x: 1, coupler.y: -0.9, rocker.x: 1.3, "
    "rocker.y: -0.4, rocker.angle: -1.2}}\n"
    "simulate: {until: 4, step: 0.001}\n";

static int quotients(const jni_program *p) {
  int n = 0;
  jni_order *order = jni_order_new(p->g, p->finish, jni_finish_at(p->sizes.nz, p->sizes.ns, p->sizes.nm).n);
  for (int i = 0; i < order->n; i++) n += p->g->nodes[order->list[i]].operation == JNI_DO_divide;
  jni_order_free(order);
  return n;
}

// The ends count as the engine does. Loops are closed there, which takes quotients, for what reads reactions alone.
static void test_loop(const char *watched, bool closes) {
  char text[2000];
  const double until = 4;
  jn_report *report = jn_report_new(NULL);
  snprintf(text, sizeof text, loop_text, watched);
  jn_model *model = jn_model_read_text(NULL, "loop", text, strlen(text), NULL, 0, report);
  jn_run_options options = jn_run_options_default();
  jn_choices choices = model_choices(until);
  options.choices = &choices;
  jn_run *run = model ? jn_run_new(model, &options, report) : NULL;
  jni_program *p = run ? make_program(NULL, run, report) : NULL;
  const jni_machine_def def = {.program = p, .method = jni_step_method_find("rk4"), .h = 1e-3};
  jni_machine *m = p ? jni_machine_new(NULL, &def) : NULL;
  CHECK(m);
  if (m) CHECK((quotients(p) > 0) == closes);
  int steps = 0;
  while (m && steps < 4000 && jni_machine_step(m) == JN_OK) steps++;
  while (m && jn_run_state(run)[0] < until && jn_run_step(run, until) == JN_OK) continue;
  if (m) {
    int at = 1 + p->sizes.nq + p->sizes.nv + p->sizes.nz;
    CHECK(steps == 4000 && m->x[at] > 2 && m->x[at] == jn_run_state(run)[at]);
  }
  jni_machine_free(m);
  jni_program_free(p);
  jn_run_free(run);
  jn_model_free(model);
  tell(report);
}

int main(void) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "states", model_text, strlen(model_text), NULL, 0, report);
  jn_system *system = model ? jn_system_new(model, "joint", report) : NULL;
  CHECK(system);
  if (system) test_inputs(system);
  tell(report);
  test_kinds();
  if (model) {
    test_ends(model, "rk4", 1e-3);
    test_ends(model, "ab2", 5e-4);
  }
  test_loop("joint.B.rate", false);
  test_loop("joint.B.rate + 1e-9*joint.O.load", true);
  jn_system_free(system);
  jn_model_free(model);
  return check_report();
}
