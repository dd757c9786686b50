// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_rigs.c - wheel travel and steering of the HMMWV on its rigs against the closed form of a front corner.
//
// With the angle of the lower arm and the inner end of the tie rod given, the upper arm's angle and then the knuckle's
// turn about the line of its two ball joints each follow from one equation a cos x + b sin x = c.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "jounce/jounce.h"
#include "kernel/vec3.h"

#define RIGS JOUNCE_SOURCE_DIR "/models/rigs/"

typedef double vec[3];

// Hardpoints of the left front corner in its frame, as in models/vehicles/hmmwv.yaml.
static const vec lca = {0, 0.307086, 0}, lca_ball = {-0.03556, 0.786511, -0.11811},
                 uca_front = {-0.0479146, 0.4459605, 0.2446223}, uca_back = {-0.2682138, 0.4777359, 0.1955597},
                 uca_ball = {-0.0530352, 0.715518, 0.2154936}, rod_outer = {-0.1758188, 0.8211058, -0.0163322},
                 rod_inner = {-0.250317, 0.448437, 0.054229}, spindle = {-0.040386, 0.909701, -0.026289};

static double distance(const vec a, const vec b) {
  vec d;
  jnk_sub(a, b, d);
  return sqrt(jnk_dot(d, d));
}

// p turned by the angle about the line through `on` along the unit vector u.
static void turn(const vec p, const vec on, const vec u, double angle, vec out) {
  vec r, across;
  jnk_sub(p, on, r);
  jnk_cross(u, r, across);
  double along = jnk_dot(u, r), c = cos(angle), s = sin(angle);
  for (int i = 0; i < 3; i++) out[i] = on[i] + c * r[i] + s * across[i] + (1 - c) * along * u[i];
}

// The smaller angle by which p turns about the line until its distance from `from` is `length`.
static double turn_until(const vec p, const vec on, const vec u, const vec from, double length) {
  vec r, across, to;
  jnk_sub(p, on, r);
  jnk_cross(u, r, across);
  jnk_sub(from, on, to);
  double along = jnk_dot(u, r), height = jnk_dot(u, to);
  double a = jnk_dot(to, r) - along * height, b = jnk_dot(to, across);
  double c = (jnk_dot(to, to) + jnk_dot(r, r) - length * length) / 2 - along * height;
  double middle = atan2(b, a), half = acos(c / hypot(a, b));
  double first = remainder(middle + half, 2 * JNK_PI), second = remainder(middle - half, 2 * JNK_PI);
  return fabs(first) < fabs(second) ? first : second;
}

typedef struct {
  vec centre, axis;  // of the wheel, in the frame of the corner
} wheel;

static void unit_between(const vec a, const vec b, vec u) {
  double length = distance(a, b);
  for (int i = 0; i < 3; i++) u[i] = (b[i] - a[i]) / length;
}

// The knuckle is carried from its design position: its lower ball, then the line of its balls, then its lever.
static wheel closed_form(double arm, const vec inner) {
  static const vec x = {1, 0, 0}, y = {0, 1, 0};
  vec ball, hinge, top, line, carried, lever, design, axis;
  turn(lca_ball, lca, x, arm, ball);
  unit_between(uca_back, uca_front, hinge);
  double upper = turn_until(uca_ball, uca_front, hinge, ball, distance(uca_ball, lca_ball));
  turn(uca_ball, uca_front, hinge, upper, top);
  unit_between(ball, top, line);
  unit_between(lca_ball, uca_ball, design);
  jnk_cross(design, line, axis);
  double sine = sqrt(jnk_dot(axis, axis)), tilt = atan2(sine, jnk_dot(design, line));
  for (int i = 0; i < 3; i++) axis[i] = sine > 0 ? axis[i] / sine : x[i];
  vec points[3], shift;
  jnk_sub(ball, lca_ball, shift);
  const double *const from[3] = {rod_outer, spindle, (vec){spindle[0], spindle[1] + y[1], spindle[2]}};
  for (int k = 0; k < 3; k++) {
    turn(from[k], lca_ball, axis, tilt, carried);
    for (int i = 0; i < 3; i++) points[k][i] = carried[i] + shift[i];
  }
  double swing = turn_until(points[0], ball, line, inner, distance(rod_outer, rod_inner));
  wheel made;
  turn(points[1], ball, line, swing, made.centre);
  turn(points[2], ball, line, swing, lever);
  jnk_sub(lever, made.centre, made.axis);
  return made;
}

enum { ARM, INNER_X, INNER_Y, INNER_Z, X, Y, Z, CAMBER, STEER, CONTACT_X, CONTACT_Y, COUNT };
static const char *const names[COUNT] = {"joint.fl.lca.angle",
                                         "link.left.in.chassis.x",
                                         "link.left.in.chassis.y",
                                         "link.left.in.chassis.z",
                                         "fl.wheel.in.chassis.x",
                                         "fl.wheel.in.chassis.y",
                                         "fl.wheel.in.chassis.z",
                                         "fl.wheel.camber",
                                         "fl.wheel.steer",
                                         "fl.contact_x",
                                         "fl.contact_y"};

static void compare(const double *value) {
  static const double axle = 1.688965, radius = 0.4699;
  const vec inner = {value[INNER_X] - axle, value[INNER_Y], value[INNER_Z]};
  wheel w = closed_form(value[ARM], inner);
  double level = hypot(w.axis[0], w.axis[1]);
  CHECK_NEAR(value[X], w.centre[0] + axle, 1e-9);
  CHECK_NEAR(value[Y], w.centre[1], 1e-9);
  CHECK_NEAR(value[Z], w.centre[2], 1e-9);
  CHECK_NEAR(value[CAMBER], -asin(w.axis[2]), 1e-9);
  CHECK_NEAR(value[STEER], atan2(-w.axis[0], w.axis[1]), 1e-9);
  CHECK_NEAR(value[CONTACT_X], w.centre[0] + axle + radius * w.axis[2] * w.axis[0] / level, 1e-9);
  CHECK_NEAR(value[CONTACT_Y], w.centre[1] + radius * w.axis[2] * w.axis[1] / level, 1e-9);
}

// Twelve times over half a period, from end to end. Returns the range of one of the values.
static double run_rig(const char *path, int ranged) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, path, NULL, 0, report);
  for (int i = 0; model && i < COUNT; i++) jn_model_follow(model, names[i]);
  jn_system *system = model ? jn_system_new(model, "cartesian", report) : NULL;
  double *state = system ? calloc((size_t)jn_system_sizes(system).nstate, sizeof *state) : NULL;
  bool begun =
      state && jn_system_initial_state(system, state) == JN_OK && jn_assemble(system, state, NULL, report) == JN_OK;
  jn_kinematics *motion = begun ? jn_kinematics_new(system, NULL, state, report) : NULL;
  jn_probe *probe = motion ? jn_probe_new(system, names, COUNT, false, report) : NULL;
  double least = HUGE_VAL, most = -HUGE_VAL;
  CHECK(probe);
  for (int k = 0; probe && k <= 12; k++) {
    double value[COUNT];
    CHECK(jn_kinematics_go(motion, 500.0 * k / 12, report) == JN_OK);
    jn_probe_calc(probe, jn_kinematics_work(motion), jn_kinematics_state(motion), NULL, NULL, value);
    compare(value);
    least = fmin(least, value[ranged]);
    most = fmax(most, value[ranged]);
  }
  jn_probe_free(probe);
  jn_kinematics_free(motion);
  free(state);
  jn_system_free(system);
  jn_model_free(model);
  jn_report_free(report);
  return most - least;
}

int main(void) {
  CHECK_NEAR(run_rig(RIGS "hmmwv-wheel-travel.yaml", Z), 0.18, 1e-9);
  CHECK(run_rig(RIGS "hmmwv-steer.yaml", STEER) > 0.9);
  return check_report();
}
