// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_time_events.c - after a time event every formula is on the side that follows, however its condition is written:
// forces, inputs, drivers and rates of auxiliary states, in every formulation with every integrator. What is no part of
// a run takes conditions by the letter.
#include <jounce/jounce.h>
#include <math.h>
#include <string.h>

#include "check.h"

// What goes from 0 to 1 at t = 0.3 stands in four places.
static const char text[] =
    "jounce: 1\nspace: plane\n"
    "bodies: {cart: {mass: 2, inertia: 1}, slide: {mass: 1, inertia: 1}}\n"
    "joints:\n"
    "  rail: {type: prismatic, between: [ground, cart], axis: x}\n"
    "  bed: {type: prismatic, between: [cart, slide], axis: x}\n"
    "inputs: {u: '%s'}\n"
    "auxiliary: {filled: {initial: 0, rate: '%s'}}\n"
    "drivers: {feed: {joint: bed, motion: '0.5*(t - 0.3)^2*(%s)'}}\n"
    "forces:\n"
    "  push: {type: point-force, at: cart, value: ['3*(%s)', 0]}\n"
    "  pull: {type: point-force, at: slide, value: ['u', 0]}\n"
    "simulate: {until: 0.7, tolerance: 1e-9}\n"
    "outputs: [cart.vx, slide.vx, filled, cart.x, slide.x]\n";
enum { NVALUES = 5 };

static const double speed = 4.0 / 3 * 0.4, feed = 0.08;  // at the end: of both together; way of one on the other

typedef struct {
  const char *formulation, *integrator, *switches;
} method;

static jn_model *read(const char *after, jn_report *report) {
  char words[2000];
  snprintf(words, sizeof words, text, after, after, after, after);
  return jn_model_read_text(NULL, "test", words, strlen(words), NULL, 0, report);
}

static bool run_to_end(const char *after, const method *m, double *values) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = read(after, report);
  jn_run_options options = jn_run_options_default();
  jn_choices choices = model ? *jn_model_choices(model) : jn_choices_default();
  snprintf(choices.coordinates, sizeof choices.coordinates, "cartesian");
  snprintf(choices.formulation, sizeof choices.formulation, "%s", m->formulation);
  snprintf(choices.integrator, sizeof choices.integrator, "%s", m->integrator);
  snprintf(choices.switches, sizeof choices.switches, "%s", m->switches);
  if (jn_integrator_is_fixed(m->integrator)) choices.step = 0.05;
  options.choices = &choices;
  jn_run *run = model ? jn_run_new(model, &options, report) : NULL;
  bool ok = run && jn_run_execute(run, report) == JN_OK;
  if (ok) memcpy(values, jn_run_outputs(run), NVALUES * sizeof *values);
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
  return ok;
}

// The last ones change at a time that is a rounding away from 0.3.
static const char *const conditions[] = {
    "t > 0.3",
    "0.3 < t",
    "not (t <= 0.3)",
    "(1 + sign(t - 0.3))/2",
    "(t >= 0.3) + 7*(t == 0.3)",
    "(t >= 0.3)*(t != 0.3)",
    "if(t - 0.3, t >= 0.3, 7)",
    "abs(t - 1) < 0.7 or t > 1",
    "min(t, 5) > 0.3 and t > -1",
    "0.1*t > 0.03",
    "0.1*t >= 0.03",
    "7*t - 2.1 > 0",
    "step(t/3 - 0.1)",
};

static void test_conditions(const method *m) {
  double expected[NVALUES], values[NVALUES];
  if (!run_to_end("step(t - 0.3)", m, expected)) return;  // they do not go together
  bool fixed = jn_integrator_is_fixed(m->integrator), springs = strcmp(m->formulation, "penalty") == 0;
  double error = springs ? 0.1 : fixed ? 5e-3 : 1e-5;
  // located a rounding later, the method starts anew once more
  double same = fixed || strcmp(m->switches, "never") == 0 ? 1e-12 : 1e-9;
  CHECK_NEAR(expected[0] * 2 + expected[1], 3 * speed, error);
  CHECK_NEAR(expected[4] - expected[3], feed, error);
  CHECK_NEAR(expected[2], 0.4, error);
  for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++) {
    int before = check_failures;
    CHECK(run_to_end(conditions[i], m, values));
    for (int k = 0; k < NVALUES; k++) CHECK_NEAR(values[k], expected[k], same);
    if (check_failures > before)
      printf("%s with %s, switches %s: %s\n", m->formulation, m->integrator, m->switches, conditions[i]);
  }
}

static void test_runs(void) {
  for (int i = 0; jn_formulation_name(i); i++)
    for (int k = 0; jn_integrator_name(k); k++)
      for (int s = 0; s < 2; s++)
        test_conditions(&(method){jn_formulation_name(i), jn_integrator_name(k), s ? "always" : "never"});
}

// A force that begins with `t > 0` acts from the start of a run on, and has no part in the equilibrium there.
static void test_equilibrium_before_the_start(void) {
  static const char hanging[] =
      "jounce: 1\nspace: plane\ngravity: [0, -10]\nbodies: {b: {mass: 1, inertia: 1}}\n"
      "joints: {rail: {type: prismatic, between: [ground, b], axis: y}}\n"
      "forces:\n  spring: {type: torsion-spring, joint: rail, stiffness: 100}\n"
      "  push: {type: point-force, at: b, value: [0, '50*(t > 0)']}\n"
      "simulate: {start: equilibrium, coordinates: joint, until: 0.1, step: 0.1}\noutputs: [b.y]\n";
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "test", hanging, sizeof hanging - 1, NULL, 0, report);
  jn_run *run = model ? jn_run_new(model, NULL, report) : NULL;
  CHECK(run);
  if (run) {
    CHECK_NEAR(jn_run_state(run)[1], -0.1, 1e-9);
    CHECK(jn_run_execute(run, report) == JN_OK);
    CHECK_NEAR(jn_run_outputs(run)[0], -0.1 + 0.5 * (1 - cos(1)), 1e-2);
  }
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
}

int main(void) {
  test_runs();
  test_equilibrium_before_the_start();
  return check_report();
}
