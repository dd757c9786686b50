// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_step_derivatives.c - derivatives of steps by tapes, of shipped models with all methods that have them: the
// recorded step has the bits of the step without a record; forward mode against differences of steps (Taylor test);
// reverse mode against forward mode. JOUNCE_LONG=1 takes all shipped models and more states.
#include "chance.h"
#include "compile/derivative/linear_machine.h"
#include "compile/machine.h"
#include "folder.h"
#include "jounce/compile.h"
#include "simulate/compile/compile.h"

#define VERBOSE (getenv("VERBOSE") != NULL)
#define LONG (getenv("JOUNCE_LONG") != NULL)

typedef struct {
  jn_report *report;
  jn_model *model;
  jn_compiled *code;
  jni_machine *m;
  jni_linear_machine *d;
} rig;

static void rig_free(rig *x) {
  jni_linear_machine_free(x->d);
  jni_machine_free(x->m);
  jn_compiled_free(x->code);
  jn_model_free(x->model);
  jn_report_free(x->report);
}

// Step size, s: the model's own, 1 ms if it has a longer one or none; the governor is too stiff for it.
static double step_of(jn_model *model, const char *name) {
  double step = jn_model_choices(model)->step;
  return strstr(name, "governor") ? 1e-4 : step > 0 && step < 1e-3 ? step : 1e-3;
}

static rig rig_of(jn_model *model, double step, const char *method, const char *const *keep, int nkeep) {
  rig x = {.report = jn_report_new(NULL), .model = model};
  if (!model) return x;
  jn_compile_options options = jn_compile_options_default();
  jn_choices choices = *jn_model_choices(model);
  snprintf(choices.integrator, sizeof choices.integrator, "%s", method);
  choices.step = step;
  options.choices = &choices;
  options.keep = keep;
  options.nkeep = nkeep;
  x.code = jn_compile(model, &options, x.report);
  const jni_program *program = x.code ? jni_compile_with_parameters(x.code, x.report) : NULL;
  if (!program) return x;
  const jni_machine_def def = {.program = program, .method = jni_step_method_find(method), .h = choices.step};
  const jni_step_plan_def plan = {.program = program, .method = def.method, .h = def.h};
  x.m = jni_machine_new(NULL, &def);
  x.d = jni_linear_machine_new(NULL, &plan, x.report);
  return x;
}

// Steps from x + way * direction without a record, into out.
static void moved_step(rig *x, const double *from, const double *direction, double way, double *out) {
  jni_machine *m = x->m;
  for (int i = 0; i < m->n; i++) m->x[i] = from[i] + way * direction[i];
  m->x[m->step.nvariables] = from[m->step.nvariables] + way * direction[0];  // origin of the time
  jni_machine_step(m);
  memcpy(out, m->x, (size_t)m->n * sizeof *out);
}

// Returns the largest difference of n numbers relative to the largest number.
static double distance(const double *a, const double *b, int n, double least) {
  double worst = 0, size = least;
  for (int i = 0; i < n; i++) {
    worst = fmax(worst, fabs(a[i] - b[i]));
    size = fmax(size, fabs(a[i]));
    if (!(fabs(a[i] - b[i]) <= 1e300)) return HUGE_VAL;
  }
  return worst / size;
}

// Compares dx after the step with central differences for decreasing distances, extrapolated. Returns the smallest
// relative error among them, of positions, speeds and states separately.
static double taylor_error(rig *x, const double *from, const double *direction, const double *dx) {
  enum { MOST = 4000 };
  static double ahead[MOST], behind[MOST], found[3][MOST];
  const jnk_step *s = &x->m->step;
  const int parts[4] = {1, 1 + s->nq, 1 + s->nq + s->nv, 1 + s->nq + s->nv + s->nz};
  double best = HUGE_VAL;
  for (double way = 1e-2; way > 1e-7; way *= 0.5) {
    const double scale[2] = {1, 0.5};
    for (int k = 0; k < 2; k++) {
      moved_step(x, from, direction, scale[k] * way, ahead);
      moved_step(x, from, direction, -scale[k] * way, behind);
      for (int i = 0; i < parts[3]; i++) found[k][i] = (ahead[i] - behind[i]) / (2 * scale[k] * way);
    }
    for (int i = 0; i < parts[3]; i++) found[2][i] = (4 * found[1][i] - found[0][i]) / 3;
    double error = 0;
    for (int i = 0; i < 3; i++)
      error = fmax(error, distance(dx + parts[i], found[2] + parts[i], parts[i + 1] - parts[i], 1));
    best = fmin(best, error);
  }
  return best;
}

static double check_state(rig *x, const char *name, double bound, double *adjoint) {
  const jnk_step *s = &x->m->step;
  const int n = x->m->n, D = JNK_DIRECTIONS, moving = 1 + s->nq + s->nv + s->nz, nvariables = s->nvariables;
  double *from = calloc((size_t)n, sizeof *from), *own = calloc((size_t)n, sizeof *own),
         *dx = calloc((size_t)(n * D), sizeof *dx), *seeds = calloc((size_t)(n * D), sizeof *dx),
         *bar = calloc((size_t)n, sizeof *bar), *weights = calloc((size_t)n, sizeof *bar),
         *one = calloc((size_t)n, sizeof *one), *d = calloc((size_t)n, sizeof *d);
  const jni_program_sizes *sizes = &x->m->program->sizes;
  const int u = moving + sizes->ns, p = u + sizes->nu + sizes->nm;
  memcpy(from, x->m->x, (size_t)n * sizeof *from);
  memcpy(own, from, (size_t)n * sizeof *own);

  // the same step
  jn_status a = jni_machine_step(x->m), b = jni_linear_machine_step(x->d, own, x->d->record);
  bool failed = jni_machine_failed(x->m, a);
  CHECK(a == b);
  CHECK(failed || memcmp(own, x->m->x, (size_t)n * sizeof *own) == 0);
  double error = HUGE_VAL;
  if (!failed) {
    for (int k = 0; k < D; k++)
      for (int i = 0; i < nvariables; i++) {
        bool free_one = i < moving || (i >= u && i < u + sizes->nu) || (i >= p && i < p + sizes->np);
        double size = i >= p ? fmax(fabs(from[i]), 1e-3) : 1;
        seeds[i * D + k] = free_one ? chance_number() * size : 0;
      }
    memcpy(dx, seeds, (size_t)(n * D) * sizeof *dx);
    jni_linear_machine_forward(x->d, x->d->record, dx);
    for (int i = 0; i < n; i++) {
      d[i] = seeds[i * D];
      one[i] = dx[i * D];
    }
    error = taylor_error(x, from, d, one);
    if (VERBOSE && !(error <= bound)) printf("%s: Taylor error %.3g at t = %g\n", name, error, from[0]);
    // gradient of a weighted sum of x1
    for (int i = 0; i < nvariables; i++) bar[i] = weights[i] = chance_number();
    jni_linear_machine_reverse(x->d, x->d->record, bar);
    for (int k = 0; k < D; k++) {
      double forward = 0, reverse = 0, size = 0;
      for (int i = 0; i < nvariables; i++) {
        forward += weights[i] * dx[i * D + k];
        reverse += bar[i] * seeds[i * D + k];
        size += fabs(weights[i] * dx[i * D + k]) + fabs(bar[i] * seeds[i * D + k]);
      }
      *adjoint = fmax(*adjoint, fabs(forward - reverse) / size);
      if (!(fabs(forward - reverse) <= 1e300)) *adjoint = HUGE_VAL;
    }
    memcpy(x->m->x, own, (size_t)n * sizeof *own);
  }
  free(from), free(own), free(dx), free(seeds), free(bar), free(weights), free(one), free(d);
  return error;
}

// Changes speeds and states a little, since brakes and tyres at rest are at corners of their laws.
static void move(jni_machine *m) {
  const jnk_step *s = &m->step;
  for (int i = 0; i < s->nv; i++) m->x[1 + s->nq + i] += 0.05 * chance_number();
  for (int i = 0; i < s->nz; i++) m->x[1 + s->nq + s->nv + i] += 1e-4 * chance_number();
  jni_machine_restart(m);
}

static void check_model(const char *path, const char *method) {
  const char *name = strrchr(path, '/') + 1;
  jn_model *model = jn_model_read(NULL, path, NULL, 0, NULL);
  rig x = rig_of(model, model ? step_of(model, name) : 0, method, NULL, 0);
  if (!x.d) {
    if (VERBOSE) printf("%s %s: no derivatives\n", name, method);
    for (int i = 0; VERBOSE && i < jn_report_size(x.report); i++) printf("  %s\n", jn_report_get(x.report, i)->what);
    rig_free(&x);
    return;
  }
  const double bound = x.m->program->g->ncalls > 0 ? 1e-6 : 1e-9;
  double worst = 0, adjoint = 0;
  bool failed = false;
  for (int i = 0; i < 3; i++) {
    jni_machine_init(x.m, x.m->program->nominal);
    move(x.m);
    for (int k = 0; k < 20; k++) failed |= jni_machine_failed(x.m, jni_machine_step(x.m));
    worst = fmax(worst, check_state(&x, name, bound, &adjoint));
  }
  if (VERBOSE)
    printf("%-28s %-10s calls %3d terms %6d rows %6d slopes %6d: Taylor %.2g, adjoint %.2g\n", name, method,
           x.m->program->g->ncalls, x.d->plan->parts[0].map.nterms, x.d->plan->parts[0].map.nrows,
           x.d->plan->parts[0].map.nslopes, worst, adjoint);
  CHECK(!failed && worst <= bound);
  CHECK(adjoint <= 1e-11);
  rig_free(&x);
}

static const char *const methods[] = {"rk4", "euler", "rosenbrock"};

static void check_shipped(const char *path) {
  if (!LONG && strstr(path, "/vehicles/") && !strstr(path, "/hmmwv.yaml")) return;
  for (int k = 0; k < 3; k++) check_model(path, methods[k]);
}

// Of ab2, and of steps with tabulated stops there are no derivatives.
static void check_refusals(void) {
  rig x = rig_of(jn_model_read(NULL, MODELS "/examples/pendulum.yaml", NULL, 0, NULL), 1e-3, "ab2", NULL, 0);
  CHECK(x.m && !x.d && jn_report_count(x.report, JN_FAULT) == 1);
  rig_free(&x);
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++)
    for (int k = 0; k < 3; k++) check_model(argv[i], methods[k]);
  if (argc > 1) return check_report();
  check_refusals();
  CHECK(each_model(MODELS, check_shipped) > 30);
  return check_report();
}
