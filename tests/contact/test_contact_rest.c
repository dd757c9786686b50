// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_contact_rest.c - equilibria with rigid contacts: loads that balance without the contacts, the discrete states of
// profiles, and the forces of contacts in a work, also without memory.
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "memory.h"
#include "system/contact_points.h"
#include "trial.h"

// Masses that their loads balance at a place where they touch the floor without a force; the sum of the loads is
// rounding, of the first two upwards.
static void test_balance_at_contact(void) {
  static const char *const forces[] = {
      "gravity: [0, -9.81]\nforces: {spring: {type: torsion-spring, joint: guide, stiffness: 333, rest: "
      "\"=0.1 + 3*9.81/333\"}}\n",
      "gravity: [0, -9.81]\nforces: {spring: {type: torsion-spring, joint: guide, stiffness: 1234, rest: "
      "\"=0.1 + 3*9.81/1234\"}}\n",
      "forces: {up: {type: torsion-spring, joint: guide, stiffness: 700, rest: 0.17}, down: {type: torsion-spring, "
      "joint: guide, stiffness: 300, rest: \"=0.1 - 49.00000000000002/300\"}}\n"};
  static const char *const coordinates[] = {"cartesian", "joint"};
  for (int k = 0; k < 3 * 2 * 2; k++) {
    char text[800];
    snprintf(text, sizeof text,
             "jounce: 1\nspace: plane\nground: {shapes: {floor: {type: plane}}}\n"
             "bodies: {ball: {mass: 3, inertia: 0.01, shapes: {skin: {type: sphere, radius: 0.1}}}}\n"
             "joints: {guide: {type: prismatic, between: [ground, ball], axis: y}}\n%s"
             "contacts: {floor: {between: [ball, ground], friction: %g}}\n"
             "initial: {keep: {joint.guide.displacement: 0.1}}\n",
             forces[k / 4], k % 2 == 0 ? 0.0 : 0.3);
    jn_report *report = jn_report_new(NULL);
    jn_model *model = model_of(NULL, text);
    jn_system *system = jn_system_new(model, coordinates[k / 2 % 2], report);
    double *state = calloc((size_t)jn_system_sizes(system).nstate, sizeof *state);
    jn_equilibrium found = {.load = 0};
    CHECK(jn_start(system, NULL, state, NULL, NULL, report) == JN_OK);
    CHECK(jn_solve_equilibrium(system, NULL, state, NULL, &found, report) == JN_OK);
    CHECK_NEAR(found.load, k / 4 < 2 ? 29.43 : 49, 1e-9);
    CHECK(found.residual < 1e-9 * found.load);
    free(state);
    jn_system_free(system);
    jn_model_free(model);
    jn_report_free(report);
  }
}

// A force that is not a number is no load that contacts could hold.
static void test_not_finite(void) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = model_of(
      NULL,
      "jounce: 1\nspace: plane\nground: {shapes: {floor: {type: plane}}}\n"
      "bodies: {ball: {mass: 3, inertia: 0.01, shapes: {skin: {type: sphere, radius: 0.1}}}}\n"
      "forces: {push: {type: point-force, at: ball, value: [0, \"sqrt(-ball.y)\"]}}\n"
      "contacts: {floor: {between: [ball, ground]}}\ninitial: {keep: {ball.x: 0, ball.y: 0.1, ball.angle: 0}}\n");
  jn_system *system = jn_system_new(model, "cartesian", report);
  double *state = calloc((size_t)jn_system_sizes(system).nstate, sizeof *state);
  CHECK(jn_start(system, NULL, state, NULL, NULL, report) == JN_OK);
  CHECK(jn_solve_equilibrium(system, NULL, state, NULL, NULL, report) == JN_NOT_FINITE);
  CHECK(jn_report_count(report, JN_FAULT) == 1);
  free(state);
  jn_system_free(system);
  jn_model_free(model);
  jn_report_free(report);
}

// A ball of 3 kg on top of a round profile of the ground, and one that does not touch it.
static const char two_balls[] =
    "jounce: 1\nspace: plane\ngravity: [0, -10]\nprofiles: {hump: {type: circle, radius: 40 mm}}\n"
    "ground: {shapes: {edge: {type: profile, profile: hump}}}\nbodies:\n"
    "  ball: {mass: 3, inertia: 0.01, shapes: {skin: {type: sphere, radius: 10 mm}}}\n"
    "  other: {mass: 3, inertia: 0.01, shapes: {skin: {type: sphere, radius: 10 mm}}}\n"
    "joints:\n"
    "  guide: {type: prismatic, between: [ground, ball], axis: y}\n"
    "  track: {type: prismatic, between: [ground, other], axis: x}\n"
    "contacts: {rest: {between: [ground.edge, ball]}, far: {between: [ground.edge, other]}}\n"
    "initial: {keep: {joint.guide.displacement: 0.05, joint.track.displacement: 1}}\n";

// The equilibrium stores the held pieces of a profile at the closed point and clears them at the open one.
static void test_held_pieces(void) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = model_of(NULL, two_balls);
  jn_system *system = jn_system_new(model, "joint", report);
  double *state = calloc((size_t)jn_system_sizes(system).nstate, sizeof *state);
  CHECK(jn_start(system, NULL, state, NULL, NULL, report) == JN_OK && system->ncontact_points == 2);
  double *rest = jn_state_s(system, state) + system->contact_points[0].s_at,
         *far = jn_state_s(system, state) + system->contact_points[1].s_at;
  far[JNI_CONTACT_MODE] = JNI_CONTACT_SLIPS;
  far[JNI_CONTACT_FEATURE] = 1;
  CHECK(jn_solve_equilibrium(system, NULL, state, NULL, NULL, report) == JN_OK);
  CHECK(rest[JNI_CONTACT_MODE] != JNI_CONTACT_OPEN && rest[JNI_CONTACT_FEATURE] > 0);
  CHECK(far[JNI_CONTACT_MODE] == JNI_CONTACT_OPEN && far[JNI_CONTACT_FEATURE] == 0);
  free(state);
  jn_system_free(system);
  jn_model_free(model);
  jn_report_free(report);
}

static double normal_of(const jn_probe *probe, jn_work *work, const double *state) {
  const double zeros[16] = {0};
  double value = NAN;
  jn_probe_calc(probe, work, state, zeros, zeros, &value);
  return value;
}

// Applies the forces of contacts to a work while each allocation fails in turn, then again and again, which needs no
// more memory, then at a state that is no equilibrium.
static void test_hold(void) {
  memory_count count = {.calls = 0};
  const jn_alloc alloc = {counted_resize, &count};
  const char *const signal = "contact.rest.normal";
  jn_report *report = jn_report_new(NULL);
  jn_model *model = model_of(&alloc, two_balls);
  jn_system *system = jn_system_new(model, "joint", report);
  double *state = calloc((size_t)jn_system_sizes(system).nstate, sizeof *state);
  jn_probe *probe = jn_probe_new(system, &signal, 1, false, report);
  CHECK(jn_start(system, NULL, state, NULL, NULL, report) == JN_OK);
  CHECK(jn_solve_equilibrium(system, NULL, state, NULL, NULL, report) == JN_OK);
  bool whole = false;
  long kept = count.live;
  for (long k = 1; !whole && k < 10000; k++) {
    jn_work *work = jn_work_new(system);
    count.calls = 0;
    count.fail_at = k;
    bool holds = jn_equilibrium_hold(system, state, work);
    whole = count.calls < k;
    count.fail_at = 0;
    CHECK(holds == whole);
    CHECK_NEAR(normal_of(probe, work, state), holds ? 30 : 0, 1e-12);
    jn_work_free(work);
    CHECK(count.live == kept);
  }
  CHECK(whole);
  jn_work *work = jn_work_new(system);
  CHECK(jn_equilibrium_hold(system, state, work));
  const double *first = work->applied;
  for (int k = 0; k < 3; k++) CHECK(jn_equilibrium_hold(system, state, work) && work->applied == first);
  CHECK_NEAR(normal_of(probe, work, state), 30, 1e-12);
  jn_state_q(system, state)[0] += 0.01;
  jn_state_q(system, state)[1] += 0.01;
  CHECK(!jn_equilibrium_hold(system, state, work) && !work->applied);
  jn_work_free(work);
  free(state);
  jn_probe_free(probe);
  jn_system_free(system);
  jn_model_free(model);
  jn_report_free(report);
}

int main(void) {
  test_balance_at_contact();
  test_not_finite();
  test_held_pieces();
  test_hold();
  return check_report();
}
