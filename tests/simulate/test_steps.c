// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_steps.c - runs without end: more steps than allowed, a pace that leads nowhere, steps that do not move the time.
#include "check.h"
#include "recorder.h"
#include "trial.h"

// A damper so stiff that an explicit method needs some 1e12 steps.
static const char stiff[] =
    "jounce: 1\nspace: plane\nbodies: {bob: {type: particle, mass: 1}}\nground: {points: {O: [0, 0]}}\n"
    "forces: {damper: {type: spring-damper, between: [ground.O, bob], damping: 1e12}, "
    "push: {type: point-force, at: bob, value: ['1', '0']}}\n"
    "initial: {keep: {bob.x: 1, bob.y: 0}}\nsimulate: {until: 1, integrator: dopri5}\n";

static const char flying[] =
    "jounce: 1\nspace: plane\nbodies: {bob: {type: particle, mass: 1}}\ninitial: {keep: {bob.vx: 1}}\n"
    "simulate: {until: 1, step: 10 ms, integrator: rk4}\n";

static bool says(trial *t, const char *part) { return strstr(jn_run_summary(t->run)->why, part) != NULL; }

static void test_pace(void) {
  trial t = trial_read(stiff);
  CHECK(trial_begin(&t, NULL) && jn_run_execute(t.run, t.report) == JN_STEP_TOO_SMALL);
  CHECK(says(&t, "at the rate of the last 100000 steps") && says(&t, "--max-steps") && says(&t, "'bdf'") &&
        jn_run_summary(t.run)->steps == 100000);
  trial_free(&t);
}

static void test_limit(void) {
  trial t = trial_read(flying);
  t.choices.max_steps = 99;
  CHECK(trial_begin(&t, NULL) && jn_run_execute(t.run, t.report) == JN_STEP_TOO_SMALL &&
        jn_run_summary(t.run)->steps == 0);
  CHECK(says(&t, "needs 100 steps") && says(&t, "allows 99"));
  t.choices.max_steps = 100;
  CHECK(trial_begin(&t, NULL) && jn_run_execute(t.run, t.report) == JN_OK);
  snprintf(t.choices.integrator, sizeof t.choices.integrator, "dopri5");
  t.choices.max_step = 0.01;
  t.choices.max_steps = 50;
  CHECK(trial_begin(&t, NULL) && jn_run_execute(t.run, t.report) == JN_STEP_TOO_SMALL &&
        jn_run_summary(t.run)->steps == 50);
  CHECK(says(&t, "50 steps were taken up to t = 0."));
  t.choices.max_steps = 0;
  CHECK(!trial_begin(&t, NULL));
  trial_free(&t);
}

// The pace is that of whole hundred thousands of steps: what a restart cuts short tells nothing.
static void test_restart(void) {
  trial t = trial_read(flying);
  double state[32];
  t.choices.step = 1e-5;
  CHECK(trial_begin(&t, NULL));
  memcpy(state, jn_run_state(t.run), (size_t)jn_system_sizes(jn_run_system(t.run)).nstate * sizeof *state);
  for (int i = 0; i < 99990; i++) jn_run_step(t.run, t.choices.until);
  CHECK(jn_run_summary(t.run)->steps == 99990 && jn_run_restart(t.run, state) == JN_OK);
  CHECK(jn_run_execute(t.run, t.report) == JN_OK && jn_run_state(t.run)[0] == t.choices.until);
  trial_free(&t);
}

// All integrators tell where the numbers end; none goes round in circles.
static void test_far(void) {
  for (int i = 0; jn_integrator_name(i); i++) {
    trial t = trial_read(flying);
    double state[32], at = 1e17;
    snprintf(t.choices.integrator, sizeof t.choices.integrator, "%s", jn_integrator_name(i));
    if (!trial_begin(&t, NULL)) {
      trial_free(&t);
      continue;
    }
    memcpy(state, jn_run_state(t.run), (size_t)jn_system_sizes(jn_run_system(t.run)).nstate * sizeof *state);
    state[0] = at;
    CHECK(jn_run_restart(t.run, state) == JN_OK);
    jn_status status = JN_OK;
    for (int k = 0; k < 5 && status == JN_OK; k++) status = jn_run_step(t.run, 2 * at);
    bool moved = status == JN_OK && jn_run_state(t.run)[0] > at;
    CHECK(moved || (status == JN_STEP_TOO_SMALL && jn_run_summary(t.run)->why[0]));
    if (jn_integrator_is_fixed(jn_integrator_name(i))) CHECK(says(&t, "too small to change t = 1e+17 s"));
    trial_free(&t);
  }
}

int main(void) {
  test_pace();
  test_limit();
  test_restart();
  test_far();
  return check_report();
}
