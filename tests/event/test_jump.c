// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_jump.c - a driver whose rate jumps. A slide is moved along a cart that rolls freely, and stops. With an impulse
// the momentum of both stays; without one the cart goes on as `initial: keep` says, and what the energy loses is work
// of the driver. Velocities that have drifted off the rows are no jump.
#include <jounce/jounce.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "simulate/velocity_jump.h"
#include "system/system.h"

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
  double step, error;  // error: of the method at that step
} method;

static const method methods[] = {
    {"cartesian", "multipliers", "rk4", 0.1, 1e-6},      {"cartesian", "multipliers", "dopri5", 0, 1e-6},
    {"cartesian", "partial-velocity", "adams", 0, 1e-6}, {"cartesian", "orthonormal", "dopri5", 0, 1e-6},
    {"cartesian", "baumgarte", "rk4", 0.01, 1e-6},       {"cartesian", "index3-projected", "trapezoidal", 0.1, 1e-6},
    {"cartesian", "index3", "hht", 0.01, 1e-6},          {"cartesian", "penalty", "hht", 0.01, 1e-5},
    {"natural", "multipliers", "dopri5", 0, 1e-6},       {"natural", "index3", "hht", 0.01, 1e-6},
};

// Values of the four outputs at the end.
static bool run_to_end(const char *words, const jn_setting *setting, const method *m, double values[4]) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "test", words, strlen(words), setting, 1, report);
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
    CHECK(run_to_end(text, &(jn_setting){"drivers.feed.impulse", "true"}, &methods[i], values));
    CHECK_NEAR(values[0], after, methods[i].error);
    CHECK_NEAR(values[1], after, methods[i].error);
    CHECK_NEAR(values[2], 0, methods[i].error);
  }
}

static void test_without_impulse(void) {
  double lost = slide * (start * start - (start + pace) * (start + pace)) / 2;
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
    double values[4];
    CHECK(run_to_end(text, &(jn_setting){"drivers.feed.impulse", "false"}, &methods[i], values));
    CHECK_NEAR(values[0], start, methods[i].error);
    CHECK_NEAR(values[1], start, methods[i].error);
    CHECK_NEAR(values[2], 0, methods[i].error);
    CHECK_NEAR(values[3], lost, methods[i].error);
  }
}

// ---- what is no jump ------------------------------------------------------------------------------------------------

// A slide moved along an arm that swings, and a clock that says nothing.
static const char swing[] =
    "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nparameters: {beat: 10}\n"
    "bodies: {arm: {mass: 1, inertia: 0.2}, slide: {mass: 0.5, inertia: 0.05}}\n"
    "joints:\n"
    "  O: {type: revolute, between: [ground, arm]}\n"
    "  bed: {type: prismatic, between: [arm, slide], axis: x}\n"
    "drivers: {feed: {joint: bed, motion: '0.6 + 0.3*sin(4*t)'}}\n"
    "discrete: {n: 0}\n"
    "events: {clock: {at: 0.1, every: '=beat', set: {n: 'n + 1'}}}\n"
    "forces: {brake: {type: torsion-spring, joint: O, damping: 1e-9}}\n"
    "initial: {keep: {arm.angle: 0.2}}\n"
    "simulate: {until: 1}\n"
    "outputs: [arm.angle, arm.rate, energy.error, energy.work]\n";

// error: what a fresh start of the method at each beat costs, nothing for one without memory.
static const method drifting[] = {
    {"cartesian", "baumgarte", "rk4", 0.02, 1e-12},
    {"cartesian", "penalty", "trapezoidal", 0.005, 0.01},
    {"cartesian", "index3", "trapezoidal", 0.005, 0.003},
    {"natural", "index3", "trapezoidal", 0.005, 0.003},
};

// Known times at which no rate jumps leave velocities and work alone.
static void test_clock_says_nothing(void) {
  for (size_t i = 0; i < sizeof drifting / sizeof *drifting; i++) {
    double seldom[4], often[4];
    CHECK(run_to_end(swing, &(jn_setting){"beat", "10"}, &drifting[i], seldom));
    CHECK(run_to_end(swing, &(jn_setting){"beat", "0.1"}, &drifting[i], often));
    for (int k = 0; k < 4; k++) CHECK_NEAR(often[k], seldom[k], drifting[i].error);
  }
}

// ---- the passage itself ---------------------------------------------------------------------------------------------

// The change that passing a time t of the cart's driver makes, from velocities off the rows by `drift`. t NaN: the
// first known time.
static bool passed(const jn_setting *setting, double t, double drift, double change[6], double *work_done) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "cart", text, sizeof text - 1, setting, 1, report);
  jn_system *system = model ? jn_system_new(model, "cartesian", report) : NULL;
  jn_work *work = system ? jn_work_new(system) : NULL;
  jni_jump *jump = NULL;
  bool ok = work && system->sizes.nv == 6 && system->work_state >= 0 &&
            jni_jump_new(system, NULL, &jump, report) == JN_OK && jump;
  double *state = ok ? calloc((size_t)system->sizes.nstate, sizeof *state) : NULL;
  if (ok) {
    double *v = jn_state_v(system, state);
    state[0] = t == t ? t : jn_next_time_event(system, 0);
    v[0] = start;
    v[3] = start + pace;
    for (int i = 0; i < 6; i++) change[i] = v[i] += drift * (i - 2.3);
    ok = jni_jump_apply(jump, work, state) == JN_OK;
    for (int i = 0; i < 6; i++) change[i] = v[i] - change[i];
    *work_done = jn_state_z(system, state)[system->work_state];
  }
  free(state);
  jni_object_free(jump);
  jn_work_free(work);
  jn_system_free(system);
  jn_model_free(model);
  jn_report_free(report);
  return ok;
}

static void test_drift_is_no_jump(void) {
  static const jn_setting impulse[] = {{"drivers.feed.impulse", "true"}, {"drivers.feed.impulse", "false"}};
  static const double drifts[] = {0, 1e-9, 1e-4, 0.1};
  for (int k = 0; k < 2; k++) {
    double dv = k == 0 ? slide * pace / (cart + slide) : 0;  // of the cart
    for (size_t i = 0; i < sizeof drifts / sizeof *drifts; i++) {
      double change[6] = {0}, done;
      CHECK(passed(&impulse[k], 1, drifts[i], change, &done));
      for (int c = 0; c < 6; c++) CHECK_NEAR(change[c], c == 0 ? dv : c == 3 ? dv - pace : 0, 1e-12);
      CHECK(passed(&impulse[k], 0.5, drifts[i], change, &done));
      for (int c = 0; c < 6; c++) CHECK(change[c] == 0);
      CHECK(done == 0);
    }
  }
}

// A break of a motion is known but for rounding, to either side.
static void test_rounded_breaks(void) {
  for (int d = 3; d < 60; d++) {
    char motion[80];
    double change[6] = {0}, done;
    snprintf(motion, sizeof motion, "pace*%d*min(t/%d, 0.1)", d, d);
    CHECK(passed(&(jn_setting){"drivers.feed.motion", motion}, NAN, 0, change, &done));
    CHECK_NEAR(change[3] - change[0], -pace, 1e-12);
  }
}

int main(void) {
  test_with_impulse();
  test_without_impulse();
  test_clock_says_nothing();
  test_drift_is_no_jump();
  test_rounded_breaks();
  return check_report();
}
