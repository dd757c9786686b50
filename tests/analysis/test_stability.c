// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_stability.c - the stability of an equilibrium is that of the linear equations of motion about it: standing
// robots agree with their modes, follower forces make a column flutter, and the signs of stiffnesses, by which large
// mechanisms are judged, agree with the eigenvalues of small ones.
#include "analysis/equilibrium/equilibrium.h"
#include "jounce/linear.h"
#include "linalg/dense/decompose.h"
#include "rest.h"

// Checks the verdict against the eigenvalues at the same state.
static void check_modes(rest *r) {
  CHECK(r->status == JN_OK);
  if (r->status != JN_OK || !jni_decompose_has_modes()) return;
  jn_linear *linear = jn_linearise(r->system, r->state, NULL, r->report);
  jn_modes *modes = linear ? jn_modes_new(linear, r->report) : NULL;
  CHECK(modes != NULL);
  if (modes) {
    jn_linear_sizes n = jn_linear_get_sizes(linear);
    int zeros = jn_modes_zero(modes), growing = jn_modes_growing(modes);
    CHECK(r->found.unstable == growing);
    CHECK((r->found.stability == JN_UNSTABLE) == (growing > 0));
    CHECK(r->found.stable + r->found.neutral + r->found.unstable == n.nf + n.nz);
    // a neutral direction has one zero eigenvalue, or two where nothing slows it down; so has every position that no
    // motion along the constraints reaches
    int unreached = n.np - n.nf;
    CHECK(zeros >= r->found.neutral + unreached && zeros <= 2 * r->found.neutral + unreached);
  }
  jn_modes_free(modes);
  jn_linear_free(linear);
}

// ---- a robot that stands on its feet --------------------------------------------------------------------------------

// Four legs of two links with servos at hips and knees; feet are contacts with friction. Gravity may be inclined.
static const char robot[] =
    "jounce: 1\nspace: space\nparameters: {kp: 300, tilt: 0, lean: 0, hip: 0.6, knee: -1.2}\n"
    "gravity: [\"=9.81*sin(tilt)\", \"=lean\", \"=-9.81*cos(tilt)\"]\nroads: {floor: {type: flat}}\nbodies:\n"
    "  trunk: {mass: 9, inertia: [0.07, 0.26, 0.28], points: {\"h{i}{j}\": {repeat: {i: [0, 1], j: [0, 1]}, "
    "at: [\"=0.4*i-0.2\", \"=0.28*j-0.14\", 0]}}}\n"
    "  \"thigh{i}{j}\": {repeat: {i: [0, 1], j: [0, 1]}, mass: 0.9, inertia: [0.005, 0.005, 0.0008], "
    "com: [0, 0, -0.09], points: {knee: [0, 0, -0.2]}}\n"
    "  \"shank{i}{j}\": {repeat: {i: [0, 1], j: [0, 1]}, mass: 0.2, inertia: [0.001, 0.001, 0.0001], "
    "com: [0, 0, -0.1], points: {foot: [0, 0, -0.2]}}\njoints:\n"
    "  \"hip{i}{j}\": {repeat: {i: [0, 1], j: [0, 1]}, type: revolute, between: [\"trunk.h{i}{j}\", \"thigh{i}{j}\"], "
    "axis: y}\n"
    "  \"knee{i}{j}\": {repeat: {i: [0, 1], j: [0, 1]}, type: revolute, between: [\"thigh{i}{j}.knee\", "
    "\"shank{i}{j}\"], axis: y}\nforces:\n"
    "  \"servo_h{i}{j}\": {repeat: {i: [0, 1], j: [0, 1]}, type: torque, joint: \"hip{i}{j}\", "
    "value: \"kp*(hip - joint.hip{i}{j}.angle) - 2*joint.hip{i}{j}.rate\"}\n"
    "  \"servo_k{i}{j}\": {repeat: {i: [0, 1], j: [0, 1]}, type: torque, joint: \"knee{i}{j}\", "
    "value: \"kp*(knee - joint.knee{i}{j}.angle) - 2*joint.knee{i}{j}.rate\"}\n"
    "  \"foot{i}{j}\": {repeat: {i: [0, 1], j: [0, 1]}, type: contact, at: \"shank{i}{j}.foot\", road: floor, "
    "radius: 0.02, stiffness: 2e4, damping: 200, friction: 0.8}\n"
    "initial: {keep: {trunk.position: [0, 0, 0.34], "
    "\"joint.hip{i}{j}.angle\": {repeat: {i: [0, 1], j: [0, 1]}, value: \"=hip\"}, "
    "\"joint.knee{i}{j}.angle\": {repeat: {i: [0, 1], j: [0, 1]}, value: \"=knee\"}}}\n";

// Every foot that sticks has two neutral directions: it would stand as well elsewhere. On inclined ground some feet may
// stand at the limit of friction.
static void test_robot(const char *kp, const char *tilt, const char *lean, bool all_stick) {
  const jn_setting settings[] = {{"kp", kp}, {"tilt", tilt}, {"lean", lean}};
  jn_report *report = jn_report_new(NULL);
  rest r = rest_of(report, jn_model_read_text(NULL, "robot", robot, sizeof robot - 1, settings, 3, report), NULL, 0);
  check_modes(&r);
  CHECK(r.found.unstable == 0 && r.found.neutral > 0 && r.found.stability == JN_NEUTRAL);
  if (all_stick) CHECK(r.found.neutral == 8 && r.found.stable == 14);
  end(&r);
}

// ---- follower forces ------------------------------------------------------------------------------------------------

// Ziegler's column: two rods of 1 m with torsion springs of 1 N m/rad, masses of 2 and 1 kg at their ends, and a force
// P along the second rod. No other configuration is an equilibrium, and yet it flutters beyond P = 7/2 - sqrt(2) N.
static void test_ziegler(double load, jn_stability expected) {
  char text[1200];
  snprintf(
      text, sizeof text,
      "jounce: 1\nspace: plane\nparameters: {P: %.17g}\nground: {points: {O: [0, 0]}}\nbodies:\n"
      "  a: {mass: 2, inertia: 0, points: {O: [-1, 0], A: [0, 0]}}\n"
      "  b: {mass: 1, inertia: 0, points: {A: [-1, 0], tip: [0, 0]}}\njoints:\n"
      "  O: {type: revolute, between: [ground.O, a.O]}\n  A: {type: revolute, between: [a.A, b.A]}\nforces:\n"
      "  k1: {type: torsion-spring, joint: O, stiffness: 1}\n  k2: {type: torsion-spring, joint: A, stiffness: 1}\n"
      "  follower: {type: point-force, at: b.tip, value: [\"-P*cos(b.angle)\", \"-P*sin(b.angle)\"]}\n"
      "initial: {keep: {a.angle: 0, joint.A.angle: 0}}\n",
      load);
  rest r = rest_text(text, NULL);
  check_modes(&r);
  CHECK(r.found.stability == expected && r.found.neutral == 0);
  CHECK(r.found.unstable == (expected == JN_UNSTABLE ? 2 : 0));
  end(&r);
}

// ---- signs of stiffnesses -------------------------------------------------------------------------------------------

// A chain of n links on torsion springs with damping. Gravity pulls it along, or against, its line; without gravity
// every third spring is missing.
static rest chain(int n, double gravity, double stiffness, double damping) {
  char *text = NULL;
  size_t size = 0;
  FILE *file = open_memstream(&text, &size);
  fprintf(file, "jounce: 1\nspace: plane\ngravity: [%g, 0]\nground: {points: {O: [0, 0]}}\nbodies:\n", gravity);
  for (int i = 0; i < n; i++)
    fprintf(file, "  b%d: {mass: 1, inertia: 0.02, points: {h: [-0.25, 0], g: [0.25, 0]}}\n", i);
  fputs("joints:\n  j0: {type: revolute, between: [ground.O, b0.h]}\n", file);
  for (int i = 1; i < n; i++) fprintf(file, "  j%d: {type: revolute, between: [b%d.g, b%d.h]}\n", i, i - 1, i);
  fputs("forces:\n", file);
  for (int i = 0; i < n; i++)
    fprintf(file, "  k%d: {type: torsion-spring, joint: j%d, stiffness: %g, damping: %g}\n", i, i,
            gravity == 0 && i % 3 == 0 ? 0 : stiffness, damping);
  fputs("initial: {guess: {", file);
  for (int i = 0; i < n; i++) fprintf(file, "%sb%d.x: %g", i ? ", " : "", i, 0.25 + 0.5 * i);
  fputs("}}\n", file);
  fclose(file);
  jn_report *report = jn_report_new(NULL);
  jn_equilibrium_options options = jn_equilibrium_options_default();
  rest r = rest_in(report, jn_model_read_text(NULL, "chain", text, size, NULL, 0, report), "joint", &options);
  free(text);
  return r;
}

// Both ways of counting agree: with all stiffnesses negative, with some of them, with none, and with some zero.
static void test_chain(int n, double gravity, double stiffness, double damping, int unstable, int neutral) {
  rest r = chain(n, gravity, stiffness, damping);
  check_modes(&r);
  jni_balance balance;
  jn_equilibrium counted = {.method = NULL};
  CHECK(jni_balance_new(r.system, &jni_balance_kind_sparse, &balance));
  jni_balance_floor(&balance, r.state);
  jni_equilibrium_count_stiffnesses(&balance, r.state, &counted);
  CHECK(counted.stable == r.found.stable && counted.neutral == r.found.neutral && counted.unstable == r.found.unstable);
  CHECK(counted.stability == r.found.stability);
  if (unstable >= 0) CHECK(r.found.unstable == unstable && r.found.neutral == neutral);
  else CHECK(r.found.unstable > 1 && r.found.unstable < n);
  if (counted.unstable != r.found.unstable || counted.neutral != r.found.neutral)
    printf("chain of %d, gravity %g: %d unstable and %d neutral by stiffness, %d and %d by eigenvalues\n", n, gravity,
           counted.unstable, counted.neutral, r.found.unstable, r.found.neutral);
  jni_balance_free(&balance);
  end(&r);
}

int main(void) {
  static const char *const gains[] = {"60", "300", "1000"};
  for (size_t i = 0; i < sizeof gains / sizeof *gains; i++) test_robot(gains[i], "0", "0", true);
  test_robot("300", "0.2", "0", true);
  test_robot("300", "0.1", "0.5", false);
  test_ziegler(1.5, JN_STABLE);
  test_ziegler(2.07, JN_STABLE);
  test_ziegler(2.1, JN_UNSTABLE);
  test_ziegler(4, JN_UNSTABLE);
  for (int damped = 0; damped < 2; damped++) {
    test_chain(12, 10, 1, 0.1 * damped, 0, 0);
    test_chain(12, -10, 1e-3, 0.1 * damped, 12, 0);
    test_chain(12, -10, 100, 0.1 * damped, -1, 0);
    test_chain(40, -1, 30, 0.1 * damped, -1, 0);
    test_chain(12, 0, 1, 0.1 * damped, 0, 4);
  }
  return check_report();
}
