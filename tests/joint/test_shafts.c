// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_shafts.c - two shafts at an angle b, the first driven: rate and acceleration of the second shaft with a
// constant-velocity joint, where they are equal, and with a universal joint,
//   w2 = w1 cos b / (1 - sin^2 b cos^2 t),      t: from the position with the first fork in the plane of the shafts.
#include "ending.h"

static const double constant_ratio = 1e-12, universal_ratio = 1e-10;
enum { PHASES = 24, SIZE = 200 };

// The second shaft passes through the joint's point, and one of its points stays on its line: nothing is redundant. The
// guess of the start is correct, or twisted.
static jn_model *shafts(const char *joint, double degrees, double twist) {
  char text[2000];
  snprintf(text, sizeof text,
           "jounce: 1\nspace: space\n"
           "ground: {frames: {line: {at: [0, 0, 0], orientation: {axis: x, angle: %g deg}}}}\n"
           "bodies:\n  a: {mass: 1, inertia: [1, 1, 1]}\n"
           "  b: {mass: 1, inertia: [1, 1, 1], points: {P: [0, 0, 1]}}\njoints:\n"
           "  bearing: {type: revolute, between: [ground, a], axis: z}\n  joint: {%s, between: [a, b]}\n"
           "  guide: {type: point-on-line, between: [ground.line, b.P], axis: z}\n"
           "drivers: {motor: {joint: bearing, motion: \"t + 0.2*t^2\"}}\n"
           "initial: {guess: {b.orientation: {axis: [%.17g, 0, %.17g], angle: %g deg}}}\n",
           degrees, joint, twist != 0 ? 0.2 : 1, twist != 0 ? 1.0 : 0, twist != 0 ? twist : degrees);
  return read_text(text);
}

typedef struct {
  double t, w[2], alpha[2];  // of the two shafts about their own axes
} phase;

static int look(const char *joint, double degrees, const char *coordinates, phase *out) {
  static const char *const names[] = {"a.wz", "b.wz", "a.angular_acceleration.z", "b.angular_acceleration.z"};
  jn_model *model = shafts(joint, degrees, 0);
  jn_report *report = jn_report_new(NULL);
  jn_system *system = model ? jn_system_new(model, coordinates, report) : NULL;
  double state[SIZE];
  bool ok =
      system && jn_system_sizes(system).nstate <= SIZE && jn_start(system, NULL, state, NULL, NULL, report) == JN_OK;
  jn_kinematics *motion = ok ? jn_kinematics_new(system, NULL, state, report) : NULL;
  jn_probe *probe = motion ? jn_probe_new(system, names, 4, false, report) : NULL;
  int n = 0;
  for (; probe && n < PHASES; n++) {
    double values[4];
    out[n].t = 6.5 * n / PHASES;
    if (jn_kinematics_go(motion, out[n].t, report) != JN_OK) break;
    jn_probe_calc(probe, jn_kinematics_work(motion), jn_kinematics_state(motion), jn_kinematics_vdot(motion),
                  jn_kinematics_lambda(motion), values);
    for (int k = 0; k < 2; k++) {
      out[n].w[k] = values[k];
      out[n].alpha[k] = values[2 + k];
    }
  }
  if (n < PHASES) print_report(report, joint);
  jn_probe_free(probe);
  jn_kinematics_free(motion);
  jn_system_free(system);
  jn_report_free(report);
  jn_model_free(model);
  return n;
}

static void check_constant(double degrees, const char *coordinates, const char *tree) {
  char joint[100];
  phase at[PHASES];
  snprintf(joint, sizeof joint, "type: constant-velocity, axis: z%s", tree);
  CHECK(look(joint, degrees, coordinates, at) == PHASES);
  for (int i = 0; i < PHASES; i++) {
    CHECK_NEAR(at[i].w[1] / at[i].w[0], 1, constant_ratio);
    CHECK_NEAR(at[i].alpha[1] / at[i].alpha[0], 1, 20 * constant_ratio);
  }
}

static void check_universal(double degrees, const char *coordinates) {
  phase at[PHASES];
  CHECK(look("type: universal, axes: [y, x]", degrees, coordinates, at) == PHASES);
  double s = sin(degrees * 3.14159265358979323846 / 180), largest = 0;
  for (int i = 0; i < PHASES; i++) {
    double angle = at[i].t + 0.2 * at[i].t * at[i].t, c = cos(angle);
    double ratio = at[i].w[1] / at[i].w[0];
    CHECK_NEAR(ratio, sqrt(1 - s * s) / (1 - s * s * c * c), universal_ratio);
    largest = fmax(largest, ratio);
  }
  CHECK(largest > 1 + 0.4 * (1 / sqrt(1 - s * s) - 1));  // it does pulse
}

// The twist equation also holds half a turn away: the joint does not close there.
static void check_start(double degrees, double twist) {
  static const char *const names[] = {"a.qw", "a.qx", "a.qy", "a.qz", "b.qw", "b.qx", "b.qy", "b.qz"};
  jn_model *model = shafts("type: constant-velocity, axis: z", degrees, twist);
  jn_report *report = jn_report_new(NULL);
  jn_system *system = model ? jn_system_new(model, "cartesian", report) : NULL;
  double state[SIZE], p[8] = {0}, vdot[12] = {0};
  bool ok = system && jn_start(system, NULL, state, NULL, NULL, report) == JN_OK;
  jn_work *work = ok ? jn_work_new(system) : NULL;
  jn_probe *probe = work ? jn_probe_new(system, names, 8, false, report) : NULL;
  if (!probe) print_report(report, "twisted");
  CHECK(probe != NULL);
  if (probe) {
    jn_calc_position(system, work, 0, jn_state_q(system, state), jn_state_z(system, state), jn_state_s(system, state));
    jn_calc_velocity(system, work, jn_state_v(system, state));
    jn_probe_calc(probe, work, state, vdot, NULL, p);
    // of b in axes of a: w and z of a* b
    double w = p[0] * p[4] + p[1] * p[5] + p[2] * p[6] + p[3] * p[7],
           z = p[0] * p[7] - p[3] * p[4] - p[1] * p[6] + p[2] * p[5];
    CHECK_NEAR(fabs(w), cos(degrees * 3.14159265358979323846 / 360), 1e-9);
    CHECK_NEAR(z, 0, 1e-9);
  }
  jn_probe_free(probe);
  jn_work_free(work);
  jn_system_free(system);
  jn_report_free(report);
  jn_model_free(model);
}

int main(void) {
  static const double angles[] = {20, 40, 60};
  static const char *const coordinates[] = {"cartesian", "natural", "joint"};
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) {
      check_constant(angles[i], coordinates[k], "");
      if (k == 2) check_constant(angles[i], coordinates[k], ", tree: false");
      check_universal(angles[i], coordinates[k]);
    }
  for (double twist = 40; twist < 200; twist += 30) check_start(40, twist);
  return check_report();
}
