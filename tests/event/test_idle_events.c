// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_idle_events.c - an event that changes nothing changes nothing of the motion, in every formulation with every
// integrator and in all coordinates: on a time of the steps, a rounding beside one, and where a body comes by. The last
// part of a step before such an event may be as short as a rounding of t.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "low_order.h"
#include "trial.h"

// Free bodies that turn, and a joint that holds one of them.
static const char in_space[] =
    "jounce: 1\nspace: space\ngravity: [0, 0, -9.81]\n"
    "bodies:\n  box: {mass: 20, inertia: [1, 1.5, 2], points: {p: [0.3, 0, 0]}}\n"
    "  arm: {mass: 3, inertia: [0.1, 0.2, 0.2]}\n"
    "joints: {hinge: {type: revolute, between: [box.p, arm], axis: y}}\n"
    "discrete: {n: 0}\n%s\n"
    "initial: {keep: {box.position: [0, 0, 0.5], box.vx: 3, box.wx: 1, box.wy: 2, box.wz: -1, arm.wy: 1}}\n"
    "simulate: {until: 0.04, tolerance: 1e-9}\n"
    "outputs: [box.x, box.z, box.vx, box.vz, box.wx, box.wy, arm.vz, arm.wy]\n";
static const char in_plane[] =
    "jounce: 1\nspace: plane\ngravity: [0, -9.81]\n"
    "bodies:\n  box: {mass: 20, inertia: 1.5, points: {p: [0.3, 0]}}\n  arm: {mass: 3, inertia: 0.2}\n"
    "joints: {hinge: {type: revolute, between: [box.p, arm]}}\n"
    "discrete: {n: 0}\n%s\n"
    "initial: {keep: {box.position: [0, 0.5], box.vx: 3, box.rate: 2, arm.rate: 1}}\n"
    "simulate: {until: 0.04, tolerance: 1e-9}\n"
    "outputs: [box.x, box.y, box.vx, box.vy, box.rate, arm.vx, arm.vy, arm.rate]\n";
enum { NVALUES = 8 };
static const double step = 1e-3;

static const char *const events[] = {
    "",
    "events: {e: {when: 't - 0.02', set: {n: 1}}}",
    "events: {e: {when: 'box.x - 0.06', set: {n: 1}}}",
    "events: {e: {at: 0.02, set: {n: 1}}}",
    "events: {e: {at: 0.020000000000001, set: {n: 1}}}",
    "subsystems: {keys: {type: sequence, steps: [{set: {a: 1}, for: 0.02}, {set: {a: 2}, for: 0.01}]}}",
};
enum { NEVENTS = sizeof events / sizeof *events };

typedef struct {
  trial with[NEVENTS];  // the first is without
  int count;            // of methods that have run
} rig;

static bool run_to_end(trial *t, const char *coordinates, int formulation, int integrator, double values[NVALUES]) {
  const char *name = jn_integrator_name(integrator);
  snprintf(t->choices.coordinates, sizeof t->choices.coordinates, "%s", coordinates);
  snprintf(t->choices.formulation, sizeof t->choices.formulation, "%s", jn_formulation_name(formulation));
  snprintf(t->choices.integrator, sizeof t->choices.integrator, "%s", name);
  t->choices.step = jn_integrator_is_fixed(name) ? step : NAN;
  trial_run(t, NULL);
  if (t->status == JN_OK) memcpy(values, jn_run_outputs(t->run), NVALUES * sizeof *values);
  return t->status == JN_OK;
}

// Rules that damp start anew after an event, which they feel by a part of a step; springs ring on.
static double allowed(int formulation, int integrator) {
  if (strcmp(jn_formulation_name(formulation), "penalty") == 0) return 1e-3;
  if (low_order(jn_integrator_name(integrator)) == 1) return 1e-4;
  return jn_integrator_is_fixed(jn_integrator_name(integrator)) ? 1e-5 : 1e-6;
}

static void compare(rig *r, const char *coordinates, int formulation, int integrator) {
  double expected[NVALUES], values[NVALUES];
  if (!run_to_end(&r->with[0], coordinates, formulation, integrator, expected)) return;  // they do not go together
  r->count++;
  for (int e = 1; e < NEVENTS; e++) {
    int before = check_failures;
    CHECK(run_to_end(&r->with[e], coordinates, formulation, integrator, values));
    for (int i = 0; i < NVALUES; i++) CHECK_NEAR(values[i], expected[i], allowed(formulation, integrator));
    if (check_failures > before)
      printf("%s, %s, %s: %s\n", coordinates, jn_formulation_name(formulation), jn_integrator_name(integrator),
             events[e]);
  }
}

static void test_methods(const char *text, int least) {
  rig r = {.count = 0};
  char words[2000];
  for (int e = 0; e < NEVENTS; e++) {
    snprintf(words, sizeof words, text, events[e]);
    r.with[e] = trial_read(words);
  }
  for (int c = 0; jn_coordinates_name(c); c++)
    for (int i = 0; jn_formulation_name(i); i++)
      for (int k = 0; jn_integrator_name(k); k++) compare(&r, jn_coordinates_name(c), i, k);
  CHECK(r.count >= least);
  printf("%d methods\n", r.count);
  for (int e = 0; e < NEVENTS; e++) trial_free(&r.with[e]);
}

int main(void) {
  test_methods(in_space, 60);
  test_methods(in_plane, 60);
  return check_report();
}
