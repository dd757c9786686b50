// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_ida.c - the residual formulations `ggl` and `index1` with IDA: their Newton matrix against differences of the
// residual, agreement with the multipliers on plane, space, redundant, rheonomic, nonholonomic and massless mechanisms,
// states, events; drift, quaternion norms, tolerance, continuation, refusals, memory.
#include <string.h>

#include "check.h"
#include "formulation/residual/newton_matrix.h"
#include "massless_model.h"
#include "recorder.h"
#include "simulate/run.h"

static const char *const kinds[] = {"ggl", "index1"};
enum { KINDS = 2 };

// ---- mechanisms -------------------------------------------------------------------------------------------------

#define HEAD(name, space, gravity) "jounce: 1\nname: " name "\nspace: " space "\ngravity: " gravity "\n"

// A motor with a filter, a spring and a damper on a four-bar.
static const char plane[] =
    HEAD("plane", "plane", "[0, -9.81]")
    "ground: {points: {O: [0, 0], D: [1, 0]}}\n"
    "bodies:\n"
    "  crank: {mass: 1, inertia: 0.1, points: {O: [0, 0], A: [0.4, 0]}}\n"
    "  coupler: {mass: 1, inertia: 0.1, points: {A: [0, 0], B: [1, 0]}}\n"
    "  rocker: {mass: 1, inertia: 0.1, points: {D: [0, 0], B: [0.9, 0]}}\n"
    "joints:\n"
    "  O: {type: revolute, between: [ground.O, crank.O]}\n"
    "  A: {type: revolute, between: [crank.A, coupler.A]}\n"
    "  B: {type: revolute, between: [coupler.B, rocker.B]}\n"
    "  D: {type: revolute, between: [ground.D, rocker.D]}\n"
    "forces:\n"
    "  spring: {type: spring-damper, between: [ground.D, crank.A], stiffness: 20, damping: 0.1, rest: 0.7}\n"
    "  motor: {type: torque, joint: O, value: 'sin(3*t) - 0.1*crank.rate + x'}\n"
    "auxiliary: {x: {initial: 0.1, rate: '-2*x + coupler.vx'}}\n"
    "initial: {keep: {crank.angle: 1.5}, guess: {coupler.angle: 0.3, rocker.angle: 1.2}}\n"
    "simulate: {until: 1}\noutputs: [crank.angle, rocker.angle, x, energy.work, joint.B.force]\n";

// A top with a rotating hub on a tilted axis: motion in space, gyroscopic terms, six springs like a bushing.
static const char space[] =
    HEAD("space", "space", "[0, 0, -9.81]")
    "ground: {points: {O: [0, 0, 0], W: [0.5, 0.2, 0.4]}}\n"
    "bodies:\n"
    "  hub: {mass: 2, inertia: [0.02, 0.03, 0.04], points: {O: [0, 0, -0.3], P: [0.1, 0, 0.2]}}\n"
    "  top: {mass: 1, inertia: [0.02, 0.02, 0.05], points: {P: [0, 0, -0.2], T: [0.1, 0, 0.1]}}\n"
    "joints:\n"
    "  O: {type: revolute, between: [ground.O, hub.O], axis: x}\n"
    "  P: {type: spherical, between: [hub.P, top.P]}\n"
    "forces: {spring: {type: spring-damper, between: [ground.W, top.T], stiffness: 30, damping: 0.2, rest: 0.3}}\n"
    "initial: {keep: {joint.O.angle: 0.3, joint.O.rate: -1, top.wz: 15, top.wx: 1, top.wy: 0}}\n"
    "simulate: {until: 1}\noutputs: [hub.y, top.x, top.z, energy.work, joint.P.force]\n";

// A door on two hinges, one of which is redundant: five redundant constraints.
static const char redundant[] =
    HEAD("redundant", "space", "[0, -9.81, -1]")
    "ground: {points: {low: [0, 0, 0], high: [0, 0, 1]}}\n"
    "bodies: {door: {mass: 5, inertia: [0.4, 0.2, 0.5], points: {low: [-0.4, 0, -0.5], high: [-0.4, 0, 0.5]}}}\n"
    "joints:\n"
    "  low: {type: revolute, between: [ground.low, door.low], axis: z}\n"
    "  high: {type: revolute, between: [ground.high, door.high], axis: z}\n"
    "initial: {keep: {joint.low.angle: 0.2, joint.low.rate: 1}}\n"
    "simulate: {until: 1}\noutputs: [door.x, door.y, joint.low.rate]\n";

// A driven crank: work through the rheonomic constraint.
static const char rheonomic[] =
    HEAD("rheonomic", "plane", "[0, -9.81]")
    "ground: {points: {O: [0, 0]}}\n"
    "bodies:\n"
    "  crank: {mass: 1, inertia: 0.1, points: {O: [0, 0], A: [0.4, 0]}}\n"
    "  bob: {mass: 1, inertia: 0.05, points: {A: [0, 0.5]}}\n"
    "joints:\n"
    "  O: {type: revolute, between: [ground.O, crank.O]}\n"
    "  A: {type: revolute, between: [crank.A, bob.A]}\n"
    "drivers: {turn: {joint: O, motion: '0.5*t + 0.3*sin(4*t)'}}\n"
    "simulate: {until: 1}\noutputs: [bob.x, bob.y, energy.work, energy.error, joint.A.force]\n";

// Chaplygin's sleigh with a force.
static const char nonholonomic[] =
    HEAD("sleigh", "plane", "[0, 0]")
    "ground: {points: {O: [0, 0]}}\n"
    "bodies: {sleigh: {mass: 2, inertia: 0.3, points: {P: [-0.3, 0]}}}\n"
    "joints: {blade: {type: knife-edge, between: [ground.O, sleigh.P], axis: y}}\n"
    "forces: {push: {type: point-force, at: sleigh, value: [1, 0]}}\n"
    "initial: {keep: {sleigh.P.x: 0, sleigh.P.y: 0, sleigh.rate: 1, sleigh.angle: 0.1, sleigh.P.vx: 1}}\n"
    "simulate: {until: 1}\noutputs: [sleigh.P.x, sleigh.P.y, sleigh.angle, joint.blade.lambda.1]\n";

static const char massless[] = FLAIL "simulate: {until: 1}\noutputs: [upper.x, upper.z, lower.x, lower.z]\n";

// A pendulum with a latch that switches in every swing, and a clock.
static const char events[] =
    HEAD("events", "plane", "[0, -9.81]")
    "ground: {points: {O: [0, 0]}}\n"
    "bodies: {a: {mass: 2, inertia: 0.2, points: {O: [-0.5, 0]}}}\n"
    "joints: {O: {type: revolute, between: [ground.O, a.O]}}\n"
    "forces: {torque: {type: torque, at: a, value: '-2*a.rate*latch + 0.1*count'}}\n"
    "discrete: {latch: 0, count: 0}\n"
    "events: {swing: {when: 'a.rate', set: {latch: '1 - latch'}}, clock: {at: 0.15, every: 0.3, "
    "set: {count: 'count + 1'}}}\n"
    "initial: {keep: {a.angle: 0.5, a.rate: 0.1}}\n"
    "simulate: {until: 2, output: 17 ms, checkpoint: 0.37}\noutputs: [a.angle, a.rate, latch, count, joint.O.force]\n";

// Beads on springs: many bodies without joints between them.
static const char beads[] =
    HEAD("beads", "plane", "[0, -9.81]")
    "ground: {points: {O: [0, 0]}}\n"
    "bodies: {'p{i}': {repeat: {i: [0, 30]}, type: particle, mass: 1}}\n"
    "forces:\n"
    "  'next{i}': {repeat: {i: [1, 30]}, type: spring-damper, between: ['p{i-1}', 'p{i}'], "
    "stiffness: 50, damping: 2, rest: 0.8}\n"
    "  'over{i}': {repeat: {i: [2, 30]}, type: spring-damper, between: ['p{i-2}', 'p{i}'], stiffness: 20, rest: 1.7}\n"
    "initial: {keep: {'p{i}.x': {repeat: {i: [0, 30]}, value: '=i'}}}\n"
    "simulate: {until: 0.5}\noutputs: [p0.x, p7.y, p30.x]\n";

// Forces of the first and last bead depend on beads far away.
static const char reading_beads[] =
    HEAD("reading beads", "plane", "[0, -9.81]")
    "bodies: {'p{i}': {repeat: {i: [0, 30]}, type: particle, mass: 1}}\n"
    "forces:\n"
    "  'next{i}': {repeat: {i: [1, 30]}, type: spring-damper, between: ['p{i-1}', 'p{i}'], "
    "stiffness: 50, damping: 2, rest: 0.8}\n"
    "  first: {type: point-force, at: p0, value: ['-9*p20.x - 4*p10.vy', '3*p25.y']}\n"
    "  last: {type: point-force, at: p30, value: ['-2*p0.x*p12.vx', 0]}\n"
    "initial: {keep: {'p{i}.x': {repeat: {i: [0, 30]}, value: '=i'}}}\n"
    "simulate: {until: 0.5}\noutputs: [p0.x, p7.y, p30.x]\n";

static const char *const mechanisms[] = {plane, space, redundant, rheonomic, nonholonomic, massless, events};
enum { MECHANISMS = sizeof mechanisms / sizeof *mechanisms };

// ---- runs -------------------------------------------------------------------------------------------------------

typedef struct {
  jn_model *model;
  jn_report *report;
  jn_run *run;
} trial;

static jn_choices choices_of(jn_model *model, const char *formulation, double tolerance) {
  jn_choices c = *jn_model_choices(model);
  snprintf(c.formulation, sizeof c.formulation, "%s", formulation);
  strcpy(c.integrator, "auto");
  strcpy(c.position, "auto");
  strcpy(c.velocity, "auto");
  strcpy(c.energy, "auto");
  c.step = 0;
  c.tolerance = tolerance;
  return c;
}

static trial trial_of(jn_model *model, const jn_choices *choices) {
  trial t = {.model = model, .report = jn_report_new(NULL)};
  jn_run_options options = jn_run_options_default();
  options.choices = choices;
  t.run = model ? jn_run_new(model, &options, t.report) : NULL;
  CHECK(t.run != NULL);
  if (!t.run) printf("  %s\n", jn_report_size(t.report) ? jn_report_get(t.report, 0)->what : "no model");
  return t;
}

static trial trial_new(const char *text, const char *formulation, double tolerance) {
  jn_model *model = model_of(NULL, text);
  jn_choices c = choices_of(model, formulation, tolerance);
  return trial_of(model, &c);
}

static void trial_free(trial *t) {
  jn_run_free(t->run);
  jn_report_free(t->report);
  jn_model_free(t->model);
}

static const jn_summary *execute(trial *t) {
  jn_status status = jn_run_execute(t->run, t->report);
  if (status != JN_OK) printf("  %s\n", jn_run_summary(t->run)->why);
  CHECK(status == JN_OK);
  return jn_run_summary(t->run);
}

// ---- the Newton matrix --------------------------------------------------------------------------------------------

// Returns pseudorandom numbers in (-1, 1), always the same.
static double noise(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(*seed >> 8) / 8388608.0 - 1;
}

// Computes J x by central differences of F along (x, c x).
static void times(jni_implicit *f, double t, double c, const double *y, const double *ydot, const double *x,
                  double *out) {
  int n = f->base.ode.n;
  size_t bytes = (size_t)n * sizeof(double);
  double *yy = malloc(bytes), *yp = malloc(bytes), *back = malloc(bytes), h = 1e-6;
  for (int sign = -1; sign <= 1; sign += 2) {
    for (int i = 0; i < n; i++) {
      yy[i] = y[i] + sign * h * x[i];
      yp[i] = ydot[i] + sign * h * c * x[i];
    }
    CHECK(f->residual.residual(f, t, yy, yp, sign < 0 ? back : out) == JN_OK);
  }
  for (int i = 0; i < n; i++) out[i] = (out[i] - back[i]) / (2 * h);
  free(yy);
  free(yp);
  free(back);
}

// At a point off the manifold solve(J x) returns x. mu = 0 and |p| = 1, because the derivatives of these terms are
// neglected; so is the equation of the work if bodies are perturbed together, and the work is not compared.
static void check_matrix(jni_implicit *f, double t, double c, double *y, double *ydot) {
  int n = f->base.ode.n, work = f->base.system->work_state;
  double *x = calloc((size_t)n, sizeof *x), *r = calloc((size_t)n, sizeof *r), worst = 0;
  unsigned seed = 7;
  CHECK(f->residual.consistent(f, t, y, ydot) == JN_OK);
  for (int i = 0; i < f->at_mu; i++) {
    y[i] *= 1 + 0.01 * noise(&seed);
    ydot[i] += 0.1 * noise(&seed);
  }
  jn_manifold_normalize(f->base.system, y);
  for (int i = 0; i < n; i++) x[i] = noise(&seed);
  if (work >= 0) x[f->at_z + work] = 0;
  CHECK(f->residual.setup(f, t, c, y, ydot) == JN_OK);
  times(f, t, c, y, ydot, x, r);
  f->residual.solve(f, r);
  bool grouped = jni_newton_ncolours(f->newton) < f->base.system->pattern.nblocks;
  for (int i = 0; i < n; i++)
    if (!(grouped && work >= 0 && i == f->at_z + work))
      worst = fmax(worst, fabs(r[i] - x[i]) / (i < f->at_lambda ? 1 : c));
  CHECK(worst < 2e-5);
  if (!(worst < 2e-5))
    printf("  %s, %s, c = %g: off by %g\n", f->base.system->model->name, f->base.kind->name, c, worst);
  free(x);
  free(r);
}

static void test_matrix_on(trial *t) {
  if (!t->run) return;
  jni_implicit *f = (jni_implicit *)t->run->formulation;
  jni_integrator *m = t->run->integrator;
  for (double c = 5; c < 1e5; c *= 20) check_matrix(f, m->t, c, m->y, m->ydot);
}

static void test_matrix(void) {
  for (int k = 0; k < KINDS; k++)
    for (int i = 0; i < MECHANISMS; i++) {
      trial t = trial_new(mechanisms[i], kinds[k], 1e-6);
      test_matrix_on(&t);
      trial_free(&t);
    }
}

// After `consistent` F is zero for any state, including position and velocity constraints if the formulation has them.
static void test_consistent_start(void) {
  for (int k = 0; k < KINDS; k++)
    for (int i = 0; i < MECHANISMS; i++) {
      trial t = trial_new(mechanisms[i], kinds[k], 1e-6);
      jni_implicit *f = (jni_implicit *)t.run->formulation;
      double *y = t.run->integrator->y, *ydot = t.run->integrator->ydot, *r = calloc((size_t)f->base.ode.n, sizeof *r),
             worst = 0;
      unsigned seed = 3;
      for (int j = 0; j < f->at_lambda; j++) y[j] += 1e-4 * noise(&seed);
      jn_manifold_normalize(f->base.system, y);
      CHECK(f->residual.consistent(f, 0.1, y, ydot) == JN_OK && f->residual.residual(f, 0.1, y, ydot, r) == JN_OK);
      for (int j = 0; j < f->base.ode.n; j++) worst = fmax(worst, fabs(r[j]));
      CHECK(worst < 1e-9);
      free(r);
      trial_free(&t);
    }
}

// A body, a filter that a force reads, and no other state: every column of the matrix takes one evaluation, and every
// factorisation is counted, also those of the corrections at a start.
static void test_counts(void) {
  static const char *const text =
      "jounce: 1\nname: filtered\nspace: plane\ngravity: [0, -9.81]\nground: {points: {O: [0, 0]}}\n"
      "bodies: {a: {mass: 2, inertia: 0.2, points: {O: [-0.5, 0]}}}\n"
      "joints: {O: {type: revolute, between: [ground.O, a.O]}}\n"
      "forces: {torque: {type: torque, at: a, value: '-0.3*filter'}}\n"
      "auxiliary: {filter: {initial: 0, rate: 'a.rate - 3*filter'}}\n"
      "initial: {keep: {a.angle: 0.5, a.rate: 0.1}}\nsimulate: {until: 1}\noutputs: [a.angle]\n";
  for (int k = 0; k < KINDS; k++) {
    trial t = trial_new(text, kinds[k], 1e-6);
    jni_implicit *f = (jni_implicit *)t.run->formulation;
    jni_formulation_counts before = f->base.counts;
    double *y = t.run->integrator->y, *ydot = t.run->integrator->ydot;
    CHECK(f->residual.setup(f, 0, 100, y, ydot) == JN_OK);
    CHECK(f->base.counts.evaluations - before.evaluations == 2 * 3 + 1 && f->base.counts.factors - before.factors == 1);
    long made = jni_kkt_get_info(f->control.kkt)->factors;
    before = f->base.counts;
    // so large that the corrections of ggl take two factorisations, and the acceleration at their end one more
    y[0] += 0.05;
    y[2] += 0.1;
    CHECK(f->residual.consistent(f, 0, y, ydot) == JN_OK);
    made = jni_kkt_get_info(f->control.kkt)->factors - made;
    CHECK(made == (f->nmu > 0 ? 3 : 1) && f->base.counts.factors - before.factors == made);
    trial_free(&t);
  }
}

// Bodies connected by springs only, or by expressions that read bodies far away: some are perturbed together, and the
// matrix is correct.
static void test_beads(void) {
  for (int k = 0; k < KINDS; k++)
    for (int i = 0; i < 2; i++) {
      trial t = trial_new(i == 0 ? beads : reading_beads, kinds[k], 1e-6);
      int ncolours = jni_newton_ncolours(((jni_implicit *)t.run->formulation)->newton);
      CHECK(ncolours > 3 && ncolours < 10);
      test_matrix_on(&t);
      trial_free(&t);
    }
}

static trial long_chain(const char *formulation, const char *n, double tolerance) {
  const jn_setting settings[] = {{"N", n}};
  jn_report *report = jn_report_new(NULL);
  jn_model *model =
      jn_model_read(NULL, JOUNCE_SOURCE_DIR "/models/benchmarks/n-four-bar-a02.yaml", settings, 1, report);
  jn_report_free(report);
  jn_choices c = choices_of(model, formulation, tolerance);
  c.until = 0.3;
  return trial_of(model, &c);
}

// Bodies far apart are perturbed together: a long chain has no more groups than a short one, and the matrix is correct.
static void test_colours(void) {
  for (int k = 0; k < KINDS; k++) {
    trial middle = long_chain(kinds[k], "10", 1e-7), large = long_chain(kinds[k], "20", 1e-7);
    const jni_newton *a = ((jni_implicit *)middle.run->formulation)->newton,
                     *b = ((jni_implicit *)large.run->formulation)->newton;
    CHECK(jni_newton_ncolours(a) == jni_newton_ncolours(b) && jni_newton_ncolours(a) < 12);
    test_matrix_on(&large);
    trial_free(&middle);
    trial_free(&large);
  }
}

static void test_long_chain(void) {
  trial reference = long_chain("multipliers", "20", 1e-10);
  execute(&reference);
  for (int k = 0; k < KINDS; k++) {
    trial t = long_chain(kinds[k], "20", 1e-7);
    const jn_summary *s = execute(&t);
    CHECK_NEAR(jn_run_outputs(t.run)[0], jn_run_outputs(reference.run)[0], 1e-5);
    CHECK(s->max_energy_error < 1e-3 && s->iterations < 4 * s->steps);
    trial_free(&t);
  }
  trial_free(&reference);
}

// ---- agreement ------------------------------------------------------------------------------------------------------

// Errors accumulate along a run, and index1 drifts: the bound is two thousand times the tolerance of one step.
static const double grace = 2e3;

static void check_same(const char *kind, trial *t, trial *reference, double tolerance) {
  const double *a = jn_run_outputs(t->run), *b = jn_run_outputs(reference->run);
  for (int i = 0; i < jn_run_noutputs(t->run); i++) {
    bool good = fabs(a[i] - b[i]) <= grace * tolerance * fmax(1, fabs(b[i]));
    CHECK(good);
    if (!good)
      printf("  %s, %s: %s = %.12g, not %.12g\n", kind, t->run->model->name, jn_run_output_name(t->run, i), a[i], b[i]);
  }
}

// Compares outputs, including reactions: unique multipliers are the same for every formulation.
static void test_agreement(void) {
  for (int i = 0; i < MECHANISMS; i++) {
    trial reference = trial_new(mechanisms[i], "multipliers", 1e-11);
    const jn_summary *r = execute(&reference);
    for (int k = 0; k < KINDS; k++) {
      trial t = trial_new(mechanisms[i], kinds[k], 1e-9);
      const jn_summary *s = execute(&t);
      check_same(kinds[k], &t, &reference, 1e-9);
      CHECK(s->events == r->events && s->redundant == r->redundant && s->factors > 0);
      CHECK(s->iterations < 3 * s->steps + 100);
      CHECK(strcmp(s->choices.integrator, "ida") == 0 && strcmp(s->choices.position, "none") == 0);
      trial_free(&t);
    }
    trial_free(&reference);
  }
}

static void test_error_follows_tolerance(const char *kind) {
  const char *const texts[] = {plane, space};
  for (int i = 0; i < 2; i++) {
    trial reference = trial_new(texts[i], "multipliers", 1e-12);
    execute(&reference);
    double before = HUGE_VAL;
    for (double tolerance = 1e-4; tolerance > 1e-9; tolerance *= 0.01) {
      trial t = trial_new(texts[i], kind, tolerance);
      execute(&t);
      double error = fabs(jn_run_outputs(t.run)[1] - jn_run_outputs(reference.run)[1]);
      CHECK(error < grace * tolerance && error < before / 5);
      before = error;
      trial_free(&t);
    }
    trial_free(&reference);
  }
}

// ---- along long runs ------------------------------------------------------------------------------------------------

static jn_choices without_restarts(jn_model *model, const char *kind, double until, double tolerance) {
  jn_choices c = choices_of(model, kind, tolerance);
  c.until = until;
  c.checkpoint_step = 2 * until;
  return c;
}

// ggl satisfies position and velocity constraints to the tolerance, index1 acceleration constraints only.
static void test_drift(void) {
  double violation[KINDS];
  for (int k = 0; k < KINDS; k++) {
    jn_model *model = model_of(NULL, space);
    jn_choices c = without_restarts(model, kinds[k], 20, 1e-6);
    trial t = trial_of(model, &c);
    const jn_summary *s = execute(&t);
    violation[k] = s->max_position_violation;
    CHECK(s->max_acceleration_violation < 1e-8);
    if (k == 0) CHECK(s->max_position_violation < 1e-5 && s->max_velocity_violation < 1e-4);
    trial_free(&t);
  }
  CHECK(violation[0] < 1e-2 * violation[1]);
}

// Over a thousand turns the quaternion keeps its norm without normalisation, and gives the correct angle.
static void test_quaternion_norms(const char *kind) {
  static const char spinner[] =
      HEAD("spinner", "space", "[0, 0, 0]")
      "bodies: {top: {mass: 1, inertia: [0.02, 0.02, 0.05]}}\n"
      "initial: {keep: {top.wz: 60, top.wx: 6}}\n"
      "simulate: {until: 100}\noutputs: [top.qw, top.wx]\n";
  jn_model *model = model_of(NULL, spinner);
  jn_choices c = without_restarts(model, kind, 100, 1e-6);
  trial t = trial_of(model, &c);
  execute(&t);
  const double *p = t.run->integrator->y + 3;
  CHECK_NEAR(sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]), 1, 1e-4);
  trial_free(&t);
}

// ---- the run --------------------------------------------------------------------------------------------------------

static jn_run *recorded(const jn_model *model, const jn_choices *c, recorder *record, const double *block, int n,
                        jn_report *report) {
  recorder_init(record);
  jn_sink *sinks[] = {&record->sink};
  jn_run_options options = jn_run_options_default();
  options.choices = c;
  options.sinks = sinks;
  options.nsinks = 1;
  options.resume = block;
  options.nresume = n;
  return jn_run_new(model, &options, report);
}

static void test_continuation(const char *kind, const char *text) {
  jn_model *model = model_of(NULL, text);
  jn_report *report = jn_report_new(NULL);
  jn_choices c = choices_of(model, kind, 1e-6);
  c.checkpoint_step = 0.3 * c.until;
  recorder whole, rest;
  jn_run *run = recorded(model, &c, &whole, NULL, 0, report);
  CHECK(run && jn_run_execute(run, report) == JN_OK && whole.nblocks >= 4);
  for (int k = 0; run && k < whole.nblocks; k++) {
    jn_run *on = recorded(model, &c, &rest, whole.blocks[k], whole.nblock, report);
    CHECK(on && jn_run_execute(on, report) == JN_OK);
    const jn_summary *a = jn_run_summary(run), *b = on ? jn_run_summary(on) : a;
    CHECK(a->state_hash == b->state_hash && a->steps == b->steps && a->evaluations == b->evaluations &&
          a->iterations == b->iterations);
    CHECK(rest.nrows == whole.nrows - whole.rows_before[k]);
    jn_run_free(on);
    recorder_clear(&rest);
  }
  jn_run_free(run);
  recorder_clear(&whole);
  jn_report_free(report);
  jn_model_free(model);
}

static void check_refused(const char *text, const char *formulation, const char *integrator, const char *position,
                          const char *sentence) {
  jn_model *model = model_of(NULL, text);
  jn_report *report = jn_report_new(NULL);
  jn_choices c = choices_of(model, formulation, 1e-6);
  snprintf(c.integrator, sizeof c.integrator, "%s", integrator);
  snprintf(c.position, sizeof c.position, "%s", position);
  CHECK(jn_choices_resolve(model, &c, report) == JN_REFUSED && report_says(report, sentence));
  jn_report_free(report);
  jn_model_free(model);
}

static void test_choices(void) {
  check_refused(plane, "ggl", "dopri5", "auto",
                "formulation 'ggl' does not support integrator 'dopri5'; it supports ida");
  check_refused(plane, "index1", "ida", "newton",
                "formulation 'index1' does not support position control 'newton'; it supports none");
  check_refused(plane, "multipliers", "ida", "auto", "formulation 'multipliers' does not support integrator 'ida'");
  jn_model *model = model_of(NULL, plane);
  jn_choices c = choices_of(model, "auto", 1e-6);
  strcpy(c.integrator, "ida");
  CHECK(jn_choices_resolve(model, &c, NULL) == JN_OK && strcmp(c.formulation, "ggl") == 0);
  jn_model_free(model);
}

static void test_memory(const char *kind) {
  memory_count count = {0};
  jn_alloc alloc = {counted_resize, &count};
  jn_model *model = model_of(&alloc, plane);
  jn_choices c = choices_of(model, kind, 1e-6);
  jn_run_options options = jn_run_options_default();
  options.choices = &c;
  long live = count.live, begin = count.calls;
  bool made = false;
  for (int k = 1; !made && k < 1000; k++) {
    jn_report *report = jn_report_new(NULL);
    count.calls = begin;
    count.fail_at = begin + k;
    jn_run *run = jn_run_new(model, &options, report);
    made = run != NULL;
    CHECK(made || jn_report_count(report, JN_FAULT) > 0);
    jn_run_free(run);
    jn_report_free(report);
    CHECK(count.live == live);
  }
  CHECK(made);
  count.fail_at = 0;
  jn_model_free(model);
}

// A rhombus at its change point: methods that cannot pass it report the time and that it is singular.
static void test_singular(void) {
  const jn_setting settings[] = {{"l0", "2"}};
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, JOUNCE_SOURCE_DIR "/papers/park/park-four-bar.yaml", settings, 1, report);
  jn_report_free(report);
  for (int k = 0; k < KINDS; k++) {
    jn_choices c = choices_of(model, kinds[k], 1e-8);
    trial t = trial_of(model, &c);
    jn_status status = jn_run_execute(t.run, t.report);
    CHECK(status == JN_OK ||
          (status == JN_STEP_TOO_SMALL && report_says(t.report, "singular") && report_says(t.report, "t = ")));
    CHECK_NEAR(jn_run_summary(t.run)->first_singular_time, 0.837587, 1e-4);
    t.model = NULL;
    trial_free(&t);
  }
  jn_model_free(model);
}

int main(void) {
  test_choices();
  if (!jni_integrator_kind_find("ida")->step) {
    printf("built without IDA\n");
    return check_report();
  }
  test_consistent_start();
  test_matrix();
  test_counts();
  test_beads();
  test_colours();
  test_long_chain();
  test_agreement();
  test_drift();
  test_singular();
  for (int k = 0; k < KINDS; k++) {
    test_error_follows_tolerance(kinds[k]);
    test_quaternion_norms(kinds[k]);
    test_memory(kinds[k]);
    for (int i = 0; i < MECHANISMS; i++) test_continuation(kinds[k], mechanisms[i]);
  }
  return check_report();
}
