// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_save.c - checkpoints of steps by hand: the run that was saved, the same run after it is loaded, and a new run go
// on with the same bits, with every integrator; held inputs stay. Checkpoints of others are refused, and change
// nothing.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "jounce/simulate.h"

// An input that a program may hold, an event that switches a damper, a filter and a clock.
static const char text[] =
    "{jounce: 1, name: plane, space: plane, gravity: [0, -9.81], ground: {points: {O: [0, 0]}},"
    " bodies: {a: {mass: 2, inertia: 0.2, points: {O: [-0.5, 0], A: [0.5, 0]}},"
    "          b: {mass: 1, inertia: 0.1, points: {A: [-0.5, 0]}}},"
    " joints: {O: {type: revolute, between: [ground.O, a.O]}, A: {type: revolute, between: [a.A, b.A]}},"
    " inputs: {push: 'sin(3*t)'},"
    " forces: {torque: {type: torque, at: a, value: '-0.3*a.rate*latch + 0.1*count + push'}},"
    " discrete: {latch: 0, count: 0}, auxiliary: {filter: {initial: 0, rate: 'a.angle - 3*filter'}},"
    " events: {swing: {when: a.rate, set: {latch: '1 - latch'}}, clock: {at: 0.15, every: 0.3, set: {count: 'count + "
    "1'}}},"
    " initial: {keep: {a.angle: 0.5, a.rate: 0.1, b.angle: -0.2, b.rate: 1}},"
    " simulate: {until: 0.5, step: 3 ms, tolerance: 1e-7}, outputs: [a.angle, b.angle, latch, count, filter]}";

static const double saved_at = 0.44, ends_at = 1.3;  // beyond `until`, which is no limit of steps by hand

static jn_model *read_model(const char *from, const char *to) {
  char copy[sizeof text + 64];
  const char *at = from ? strstr(text, from) : NULL;
  if (at) snprintf(copy, sizeof copy, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
  else snprintf(copy, sizeof copy, "%s", text);
  return jn_model_read_text(NULL, "plane", copy, strlen(copy), NULL, 0, NULL);
}

static jn_run *new_run(const jn_model *model, const char *integrator) {
  jn_choices choices = *jn_model_choices((jn_model *)model);
  jn_run_options options = jn_run_options_default();
  char what[200];
  if (!jn_choice_set(&choices, JN_CHOICE_integrator, integrator, what, sizeof what)) return NULL;
  if (!jn_integrator_is_fixed(integrator)) choices.step = 0;
  options.choices = &choices;
  return jn_run_new(model, &options, NULL);
}

static bool go(jn_run *run, double t) {
  while (jn_run_state(run)[0] < t)
    if (jn_run_step(run, t) != JN_OK) return false;
  return true;
}

static void keep(jn_run *run, double *state) {
  memcpy(state, jn_run_state(run), (size_t)jn_system_sizes(jn_run_system(run)).nstate * sizeof *state);
}

static bool same(jn_run *run, const double *state) {
  return memcmp(jn_run_state(run), state, (size_t)jn_system_sizes(jn_run_system(run)).nstate * sizeof *state) == 0;
}

static void check_integrator(const jn_model *model, const char *integrator) {
  double end[64], start[64], *block;
  jn_run *run = new_run(model, integrator), *other = new_run(model, integrator);
  CHECK(run && other && jn_system_sizes(jn_run_system(run)).nstate <= 64);
  block = malloc((size_t)jn_run_checkpoint_size(run) * sizeof *block);
  jn_run_hold_input(run, 0, 0.7);
  CHECK(go(run, saved_at));
  CHECK(jn_run_save(run, block) == JN_OK);
  keep(run, start);
  long steps = jn_run_summary(run)->steps;
  CHECK(go(run, ends_at));
  keep(run, end);
  CHECK(jn_run_load(run, block, jn_run_checkpoint_size(run), NULL) == JN_OK);
  CHECK(same(run, start) && jn_run_summary(run)->steps == steps);
  CHECK(go(run, ends_at) && same(run, end));
  jn_run_hold_input(other, 0, 0.7);
  CHECK(jn_run_load(other, block, jn_run_checkpoint_size(other), NULL) == JN_OK && same(other, start));
  CHECK(go(other, ends_at) && same(other, end));
  CHECK(jn_run_load(other, block, jn_run_checkpoint_size(other), NULL) == JN_OK);
  jn_run_hold_input(other, 0, NAN);  // let go: another motion
  CHECK(go(other, ends_at) && !same(other, end));
  free(block);
  jn_run_free(run);
  jn_run_free(other);
}

static void test_every_integrator(void) {
  jn_model *model = read_model(NULL, NULL);
  int n = 0;
  for (int i = 0; jn_integrator_name(i); i++) {
    if (!jn_integrator_is_built(jn_integrator_name(i))) continue;
    check_integrator(model, jn_integrator_name(i));
    n++;
  }
  CHECK(n >= 8);
  jn_model_free(model);
}

static void check_refused(jn_run *run, double *block, int n, jn_status status, const char *words) {
  double before[64];
  jn_report *report = jn_report_new(NULL);
  keep(run, before);
  CHECK(jn_run_load(run, block, n, report) == status);
  CHECK(jn_report_size(report) == 1 && strstr(jn_report_get(report, 0)->what, words));
  CHECK(same(run, before) && jn_run_step(run, jn_run_state(run)[0] + 0.01) == JN_OK);
  jn_report_free(report);
}

static void test_others_are_refused(void) {
  jn_model *model = read_model(NULL, NULL), *heavier = read_model("mass: 2", "mass: 3");
  jn_run *run = new_run(model, "rk4"), *other = new_run(heavier, "rk4"), *method = new_run(model, "dopri5");
  int n = jn_run_checkpoint_size(run);
  double *block = malloc((size_t)n * sizeof *block);
  CHECK(go(run, 0.1) && jn_run_save(run, block) == JN_OK);
  check_refused(other, block, n, JN_REFUSED, "belongs to another model");
  check_refused(method, block, n, JN_REFUSED, "was written with");
  check_refused(run, block, n - 1, JN_BAD_ARGUMENT, "damaged");
  check_refused(run, block, 3, JN_BAD_ARGUMENT, "not a checkpoint");
  block[n / 2] = block[0];
  block[0] = 5;
  check_refused(run, block, n, JN_BAD_ARGUMENT, "not a checkpoint");
  free(block);
  jn_run_free(run);
  jn_run_free(other);
  jn_run_free(method);
  jn_model_free(model);
  jn_model_free(heavier);
}

int main(void) {
  test_every_integrator();
  test_others_are_refused();
  return check_report();
}
