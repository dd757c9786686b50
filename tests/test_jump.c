// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_jump.c - a driver whose rate jumps. A slide is moved along a cart that rolls freely, and stops. With an impulse the momentum of both
// stays; without one the cart goes on as `initial: keep` says, and what the energy loses is work of the driver.
#include <jounce/jounce.h>
#include <string.h>

#include "check.h"

static const double cart = 5, slide = 2, pace = 0.4, start = 0.3;

static const char text[] =
    "jounce: 1\nspace: plane\n"
    "parameters: {pace: 0.4}\n"
    "bodies: {cart: {mass: 5, inertia: 1}, slide: {mass: 2, inertia: 1}}\n"
    "joints:\n"
    "  rail: {type: prismatic, between: [ground, cart], axis: x}\n"
    "  bed: {type: prismatic, between: [cart, slide], axis: x}\n"
    "drivers: {feed: {joint: bed, motion: 'pace*min(t, 1)'}}\n"
    "forces: {brake: {type: torsion-spring, joint: rail, damping: 1e-9}}\n"
    "initial: {keep: {cart.vx: 0.3}}\n"
    "simulate: {until: 2, tolerance: 1e-9}\n"
    "outputs: [cart.vx, slide.vx, energy.error, energy.work]\n";

typedef struct {
  const char *coordinates, *formulation, *integrator;
  double step;
} method;

static const method methods[] = {
    {"cartesian", "multipliers", "rk4", 0.1},           {"cartesian", "multipliers", "dopri5", 0},
    {"cartesian", "partial-velocity", "adams", 0},      {"cartesian", "orthonormal", "dopri5", 0},
    {"cartesian", "index3-projected", "trapezoidal", 0.1}, {"natural", "multipliers", "dopri5", 0},
};

// Values of the outputs at the end.
static bool run_to_end(const method *m, const char *impulse, double values[4]) {
  const jn_setting setting = {"drivers.feed.impulse", impulse};
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "cart", text, sizeof text - 1, &setting, 1, report);
  jn_run_options options = jn_run_options_default();
  jn_choices choices = model ? *jn_model_choices(model) : jn_choices_default();
  snprintf(choices.coordinates, sizeof choices.coordinates, "%s", m->coordinates);
  snprintf(choices.formulation, sizeof choices.formulation, "%s", m->formulation);
  snprintf(choices.integrator, sizeof choices.integrator, "%s", m->integrator);
  choices.step = m->step;
  options.choices = &choices;
  jn_run *run = model ? jn_run_new(model, &options, report) : NULL;
  bool ok = run && jn_run_execute(run, report) == JN_OK;
  if (ok) memcpy(values, jn_run_outputs(run), 4 * sizeof *values);
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
  return ok;
}

static void test_with_impulse(void) {
  double after = (cart * start + slide * (start + pace)) / (cart + slide);
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
    double values[4];
    CHECK(run_to_end(&methods[i], "true", values));
    CHECK_NEAR(values[0], after, 1e-6);
    CHECK_NEAR(values[1], after, 1e-6);
    CHECK_NEAR(values[2], 0, 1e-6);
  }
}

static void test_without_impulse(void) {
  double lost = slide * (start * start - (start + pace) * (start + pace)) / 2;
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
    double values[4];
    CHECK(run_to_end(&methods[i], "false", values));
    CHECK_NEAR(values[0], start, 1e-6);
    CHECK_NEAR(values[1], start, 1e-6);
    CHECK_NEAR(values[2], 0, 1e-6);
    CHECK_NEAR(values[3], lost, 1e-6);
  }
}

int main(void) {
  test_with_impulse();
  test_without_impulse();
  return check_report();
}
