// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_reading_forces.c - forces that depend on bodies they do not act on, and on auxiliary states: the index-3 family
// converges as fast as with springs, in all coordinates, and approaches an accurate run.
#include "index3_rig.h"
#include "memory.h"

// Three arms; the first joint controls the angle of the last arm, the last joint that of the first.
#define ARMS(forces)                                                                                          \
  "jounce: 1\nname: arms\nspace: plane\ngravity: [0, -9.81]\nground: {points: {O: [0, 0]}}\n"                 \
  "bodies: {'a{i}': {repeat: {i: [1, 3]}, mass: 1, inertia: 0.1, points: {P: [0.5, 0], R: [-0.5, 0]}}}\n"     \
  "joints:\n  A: {type: revolute, between: [ground.O, a1.R]}\n  B: {type: revolute, between: [a1.P, a2.R]}\n" \
  "  C: {type: revolute, between: [a2.P, a3.R]}\n" forces                                                     \
  "initial: {guess: {a1.x: 0.5, a2.x: 1.5, a3.x: 2.5}}\n"                                                     \
  "simulate: {until: 0.4, step: 10 ms, formulation: index3, integrator: hht}\noutputs: [a3.P.x, a3.P.y]\n"

static const char direct[] = ARMS(
    "forces:\n"
    "  hold: {type: torque, joint: A, value: '-2e3*a3.angle - 40*a3.rate - 1e4*joint.A.angle - 200*a1.rate'}\n"
    "  bend: {type: torque, joint: C, value: '-2e3*(a3.angle - a1.angle) - 40*(a3.rate - a1.rate)'}\n");
static const char filtered[] = ARMS(
    "auxiliary:\n  za: {initial: 0, rate: '(joint.A.angle - za)/0.005'}\n"
    "  zb: {initial: 0, rate: '(a3.angle - a1.angle - zb)/0.005'}\n"
    "forces:\n  hold: {type: torque, joint: A, value: '-2e4*za - 100*joint.A.rate'}\n"
    "  bend: {type: torque, joint: C, value: '-2e3*zb - 40*(a3.rate - a1.rate)'}\n");

// Two filters in series, and an unstable state.
static const char chained[] = ARMS(
    "auxiliary:\n  za: {initial: 0, rate: '(y - za)/0.005'}\n  y: {initial: 0, rate: '(joint.A.angle - y)/0.005'}\n"
    "  w: {initial: 0.1, rate: '2*w + 0.1*za'}\n"
    "forces:\n  hold: {type: torque, joint: A, value: '-2e4*za - 100*joint.A.rate - w'}\n"
    "  bend: {type: torque, joint: C, value: '-2e3*(a3.angle - a1.angle) - 40*(a3.rate - a1.rate)'}\n");

static const char *const formulations[] = {"index3", "index3-projected", "penalty"};
static const char *const coordinates[] = {"cartesian", "natural", "joint"};

static void go(trial *t, const char *formulation, const char *variant, const char *integrator, const char *in,
               double step) {
  trial_choose(t, formulation, variant, integrator, step);
  snprintf(t->choices.coordinates, sizeof t->choices.coordinates, "%s", in);
  if (trial_start(t)) CHECK(jn_run_execute(t->run, t->report) == JN_OK);
}

// Without the coupling to a third body in the matrix there are at least seven iterations per step, or steps are halved.
static void check_iterations(const char *text, const char *formulation, const char *variant, const char *in,
                             double most) {
  trial t;
  if (!trial_read(&t, text)) return;
  go(&t, formulation, variant, "hht", in, 0.01);
  const jn_summary *s = jn_run_summary(t.run);
  bool few = s->halved == 0 && (double)s->iterations <= most * (double)s->steps;
  if (!few) printf("%s, %s: %ld iterations in %ld steps\n", formulation, in, s->iterations, s->steps);
  CHECK(few);
  trial_free(&t);
}

static void test_iterations(void) {
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) {
      check_iterations(direct, formulations[i], "auto", coordinates[k], 3.2);
      check_iterations(direct, formulations[i], "plain-newton", coordinates[k], 3.2);
      check_iterations(direct, formulations[i], "exact-newton", coordinates[k], 3.2);
      check_iterations(filtered, formulations[i], "auto", coordinates[k], 4.2);
      check_iterations(filtered, formulations[i], "exact-newton", coordinates[k], 4.2);
      check_iterations(chained, formulations[i], "auto", coordinates[k], 4.5);
    }
}

static void position(trial *t, double x[2]) {
  const double *out = jn_run_outputs(t->run);
  x[0] = out[0];
  x[1] = out[1];
}

// Half the step size gives a quarter of the error.
static void test_order(const char *text) {
  trial t;
  double reference[2], error[2];
  if (!trial_read(&t, text)) return;
  t.choices.tolerance = 1e-10;
  go(&t, "multipliers", "auto", "dopri5", "joint", 0);
  position(&t, reference);
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 2; k++) {
      double x[2];
      go(&t, "index3-projected", "auto", "hht", coordinates[i], 1e-3 / (k + 1));
      position(&t, x);
      error[k] = hypot(x[0] - reference[0], x[1] - reference[1]);
    }
    if (!(error[0] < 1e-3 && error[1] < 0.4 * error[0]))
      printf("%s: errors %g and %g\n", coordinates[i], error[0], error[1]);
    CHECK(error[0] < 1e-3 && error[1] < 0.4 * error[0]);
  }
  trial_free(&t);
}

// ---- memory ---------------------------------------------------------------------------------------------------------

// Makes a few steps; returns true if all were made. Creating a run may fail, steps allocate nothing.
static bool short_run(memory_count *d, const char *in) {
  jn_alloc alloc = {counted_resize, d};
  jn_report *report = jn_report_new(&alloc);
  jn_model *model = report ? jn_model_read_text(&alloc, "arms", chained, strlen(chained), NULL, 0, report) : NULL;
  jn_run_options options = jn_run_options_default();
  jn_choices choices;
  if (model) {
    choices = *jn_model_choices(model);
    options.choices = &choices;
  }
  if (model) snprintf(choices.coordinates, sizeof choices.coordinates, "%s", in);
  jn_run *run = model ? jn_run_new(model, &options, report) : NULL;
  long before = d->calls;
  bool ok = run != NULL;
  for (int i = 1; ok && i <= 3; i++) ok = jn_run_step(run, 0.01 * i) == JN_OK;
  CHECK(!ok || d->calls == before);
  CHECK(run || !model || !report || jn_report_count(report, JN_FAULT) > 0);
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
  CHECK(d->live == 0);
  return ok;
}

static void test_failing_allocations(void) {
  for (int i = 0; i < 3; i++) {
    memory_count d = {0};
    CHECK(short_run(&d, coordinates[i]));
    long all = d.calls;
    CHECK(all > 100);
    for (long k = 1; k <= all; k += LIGHT ? 11 : 3) {
      d = (memory_count){.fail_at = k};
      CHECK(!short_run(&d, coordinates[i]));
    }
  }
}

int main(void) {
  test_iterations();
  test_order(direct);
  test_order(filtered);
  test_order(chained);
  test_failing_allocations();
  return check_report();
}
