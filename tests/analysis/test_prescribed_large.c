// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_prescribed_large.c - prescribed motion and inverse dynamics of many bodies: sparse and dense ways agree, in all
// coordinates, and nothing dense is made where all is regular; change points of many loops at once.
#include "analysis/inverse/inverse_inside.h"
#include "analysis/kinematics/kinematics.h"
#include "linalg/dense/dense.h"
#include "prescribed.h"

static const char *const all_coordinates[] = {"cartesian", "natural", "joint"};
enum { NCOORDINATES = 3 };

#define CHAIN(space, N, zero, gravity, inertia, axis) \
  "jounce: 1\nspace: " space "\ngravity: " gravity "\nparameters: {N: " N "}\n" \
  "ground: {points: {O: [0, 0" zero "]}}\n" \
  "bodies:\n  \"b{i}\": {repeat: {i: [1, \"=N\"]}, mass: \"=1 + 0.01*i\", inertia: " inertia ", " \
  "points: {\"A{i}\": [-0.5, 0" zero "], \"B{i}\": [0.5, 0" zero "]}}\n" \
  "joints:\n  j1: {type: revolute, between: [ground.O, b1.A1]" axis("0", "1") "}\n" \
  "  \"j{i}\": {repeat: {i: [2, \"=N\"]}, type: revolute, between: [\"b{i-1}.B{i-1}\", \"b{i}.A{i}\"]" \
  axis("\"=1 - mod(i, 2)\"", "\"=mod(i, 2)\"") "}\n" \
  "drivers:\n  \"m{i}\": {repeat: {i: [1, \"=N\"]}, joint: \"j{i}\", motion: \"0.02*sin((1 + 0.002*{i})*t)\"}\n"
#define NO_AXIS(y, z) ""
#define AXIS(y, z) ", axis: [0, " y ", " z "]"
#define GUESS "initial:\n  guess:\n    \"b{i}.x\": {repeat: {i: [1, \"=N\"]}, value: \"=i - 0.5\"}\n"

static const char plane_chain[] = CHAIN("plane", "50", "", "[0, -9.81]", "0.1", NO_AXIS) GUESS;
static const char space_chain[] = CHAIN("space", "30", ", 0", "[0, -9.81, 1]", "[0.05, 0.1, 0.12]", AXIS) GUESS;
static const char long_chain[] = CHAIN("plane", "300", "", "[0, -9.81]", "0.1", NO_AXIS) GUESS;

// All is dense from here on; the factors stay with the pools they belong to.
static void make_dense(jn_kinematics *k) {
  k->lu = NULL;
  k->inverse->lu = NULL;
  k->inverse->regular_made = true;
}

static void compare(const char *what, const double *a, const double *b, int n, double tolerance) {
  double size = 1 + jni_dense_largest(b, n), worst = 0;
  for (int i = 0; i < n; i++) worst = fmax(worst, fabs(a[i] - b[i]) / size);
  CHECK_NEAR(worst, 0, tolerance);
  if (!(worst <= tolerance)) printf("  %s\n", what);
}

static void test_ways(const char *source, const char *coordinates, const jn_kinematics_options *options) {
  prescribed sparse = prescribed_new(source, coordinates, options),
             dense = prescribed_new(source, coordinates, options);
  CHECK(sparse.kinematics && dense.kinematics);
  if (!sparse.kinematics || !dense.kinematics) return;
  CHECK(sparse.kinematics->lu && sparse.kinematics->inverse->lu);
  make_dense(dense.kinematics);
  for (int i = 1; i <= 2; i++) {
    jn_kinematics *a = sparse.kinematics, *b = dense.kinematics;
    CHECK(jn_kinematics_go(a, 0.3 * i, sparse.report) == JN_OK && jn_kinematics_go(b, 0.3 * i, dense.report) == JN_OK);
    compare("state", a->here.state, b->here.state, a->system->sizes.nstate, 1e-11);
    compare("vdot", a->here.vdot, b->here.vdot, a->system->sizes.nv, 1e-10);
    compare("tau", a->tau, b->tau, jn_inverse_count(a->inverse), 1e-11);
    compare("lambda", a->lambda, b->lambda, a->system->sizes.nc, 1e-11);
    CHECK(jn_kinematics_nsingular(a) == 0 && jn_kinematics_nsingular(b) == 0);
    CHECK(b->dense_made && b->inverse->dense_made && !a->dense_made && !a->inverse->dense_made);
  }
  prescribed_free(&sparse);
  prescribed_free(&dense);
}

// Moments of the drivers do not know of coordinates.
static void test_chain(const char *source, int n) {
  prescribed p[NCOORDINATES];
  for (int c = 0; c < NCOORDINATES; c++) {
    p[c] = prescribed_new(source, all_coordinates[c], NULL);
    CHECK(p[c].kinematics && jn_kinematics_go(p[c].kinematics, 0.7, p[c].report) == JN_OK);
    CHECK(p[c].kinematics && jn_inverse_count(p[c].kinematics->inverse) == n);
    if (p[c].kinematics && p[0].kinematics)
      compare(all_coordinates[c], p[c].kinematics->tau, p[0].kinematics->tau, n, 1e-10);
  }
  for (int c = 0; c < NCOORDINATES; c++) prescribed_free(&p[c]);
}

// A force for every freedom and two more on places: the least ones, the same in all ways, and no larger than those of
// the drivers alone.
static void test_surplus(const char *coordinates) {
  char names[52][96];
  const char *list[52];
  for (int i = 0; i < 50; i++) {
    snprintf(names[i], sizeof names[i], "joint.j%d.angle", i + 1);
    list[i] = names[i];
  }
  strcpy(names[50], "b50.y");
  strcpy(names[51], "b25.angle");
  list[50] = names[50];
  list[51] = names[51];
  jn_kinematics_options options = jn_kinematics_options_default();
  options.actuators = list;
  options.nactuators = 52;
  test_ways(plane_chain, coordinates, &options);
  prescribed all = prescribed_new(plane_chain, coordinates, &options),
             one = prescribed_new(plane_chain, coordinates, NULL);
  double square[2];
  CHECK(all.kinematics && one.kinematics && all.kinematics->result.surplus == 2 && one.kinematics->result.surplus == 0);
  if (all.kinematics && one.kinematics) {
    square[0] = jni_dot(52, all.kinematics->tau, all.kinematics->tau);
    square[1] = jni_dot(50, one.kinematics->tau, one.kinematics->tau);
    CHECK(square[0] < 0.9 * square[1]);
  }
  prescribed_free(&all);
  prescribed_free(&one);
}

// One driver is missing: the joint's angle is named, not a body that it moves far.
static void test_missing(const char *coordinates) {
  char text[sizeof plane_chain];
  memcpy(text, plane_chain, sizeof plane_chain);
  memcpy(strstr(text, "{i: [1, \"=N\"]}, joint"), "{i: [2, \"=N\"]}, joint", 10);
  prescribed p = prescribed_new(text, coordinates, NULL);
  CHECK(!p.kinematics && prescribed_says(&p, "1 degree of freedom remains (joint.j1.angle); add a driver"));
  prescribed_free(&p);
}

// A row of parallelograms, all of them flat at t = 0.5: the cranks go on together, and the motor carries the weights of
// the N couplers.
static const char row[] =
    "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nparameters: {N: 20}\n"
    "ground: {points: {O0: [0, 0], \"O{i}\": {repeat: {i: [1, \"=N\"]}, at: [\"=i\", 0]}}}\n"
    "bodies:\n"
    "  \"c{i}\": {repeat: {i: [0, \"=N\"]}, mass: 1, inertia: 0.1, points: {O: [0, 0], A: [0.3, 0]}}\n"
    "  \"b{i}\": {repeat: {i: [1, \"=N\"]}, mass: 1, inertia: 0.1, points: {A: [0, 0], B: [1, 0]}}\n"
    "joints:\n"
    "  \"O{i}\": {repeat: {i: [0, \"=N\"]}, type: revolute, between: [\"ground.O{i}\", \"c{i}.O\"]}\n"
    "  \"A{i}\": {repeat: {i: [1, \"=N\"]}, type: revolute, between: [\"c{i-1}.A\", \"b{i}.A\"]}\n"
    "  \"B{i}\": {repeat: {i: [1, \"=N\"]}, type: revolute, between: [\"b{i}.B\", \"c{i}.A\"]}\n"
    "drivers: {motor: {joint: O0, motion: '2*t - 1'}}\n"
    "initial:\n  guess:\n"
    "    \"c{i}.x\": {repeat: {i: [0, \"=N\"]}, value: \"=i\"}\n"
    "    \"c{i}.angle\": {repeat: {i: [0, \"=N\"]}, value: -1}\n"
    "    \"b{i}.x\": {repeat: {i: [1, \"=N\"]}, value: \"=i - 0.838\"}\n"
    "    \"b{i}.y\": {repeat: {i: [1, \"=N\"]}, value: -0.252}\n";

static void test_change_point(const char *coordinates, double step) {
  prescribed p = prescribed_new(row, coordinates, NULL);
  CHECK(p.kinematics && p.kinematics->lu);
  for (double t = step; p.kinematics && t < 1 + 0.5 * step; t += step) {
    CHECK(jn_kinematics_go(p.kinematics, t, p.report) == JN_OK);
    CHECK_NEAR(prescribed_value(&p, "c20.angle"), 2 * t - 1, 1e-8);
    CHECK_NEAR(prescribed_value(&p, "c20.rate"), 2, 1e-6);
    CHECK_NEAR(jn_kinematics_forces(p.kinematics)[0], 20 * 9.81 * 0.3 * cos(2 * t - 1), 1e-3);
  }
  CHECK(p.kinematics && jn_kinematics_nsingular(p.kinematics) == 1);
  if (p.kinematics) CHECK_NEAR(jn_kinematics_singular_time(p.kinematics, 0), 0.5, 1e-6);
  prescribed_free(&p);
}

// A corner of a vehicle with a wheel that spins, steered and in jounce: no configuration is singular, wherever the
// wheel has turned to, and few iterations are enough though it turns by radians from row to row.
static void test_spinning_corner(void) {
  static const char corner[] =
      "jounce: 1\nspace: space\ngravity: [0, 0, -9.81]\n"
      "ground: {points: {L: [0, 0.3, 0], U: [0, 0.4, 0.3], R: [-0.15, 0.35, 0.1]}}\nbodies:\n"
      "  lower: {mass: 4, inertia: [0.1, 0.02, 0.1], points: {in: [0, -0.25, 0], out: [0, 0.25, 0]}}\n"
      "  upper: {mass: 3, inertia: [0.05, 0.01, 0.05], points: {in: [0, -0.175, 0], out: [0, 0.175, 0]}}\n"
      "  upright: {mass: 10, inertia: [0.2, 0.2, 0.1], points: {lo: [0, 0, -0.15], up: [0, -0.05, 0.15], "
      "tie: [-0.15, 0, -0.05], hub: [0, 0.05, 0]}}\n"
      "  wheel: {mass: 20, inertia: [0.8, 1.4, 0.8]}\n  rack: {mass: 2, inertia: [0.1, 0.1, 0.1]}\n"
      "  rod: {mass: 1, inertia: [0.01, 0.0001, 0.01], points: {a: [0, -0.225, 0], b: [0, 0.225, 0]}}\njoints:\n"
      "  L: {type: revolute, between: [ground.L, lower.in], axis: x}\n"
      "  U: {type: revolute, between: [ground.U, upper.in], axis: x}\n"
      "  BL: {type: spherical, between: [lower.out, upright.lo]}\n"
      "  BU: {type: spherical, between: [upper.out, upright.up]}\n"
      "  hub: {type: revolute, between: [upright.hub, wheel], axis: y}\n"
      "  slide: {type: prismatic, between: [ground.R, rack], axis: y}\n"
      "  T1: {type: universal, between: [rack, rod.a], axes: [x, z]}\n"
      "  T2: {type: spherical, between: [rod.b, upright.tie]}\ndrivers:\n"
      "  jounce: {joint: L, motion: \"0.2*sin(3*t)\"}\n  steer: {joint: slide, motion: \"0.03*sin(2*t)\"}\n"
      "  spin: {joint: hub, motion: \"75*t\"}\n"
      "initial: {guess: {lower.position: [0, 0.55, 0], upper.position: [0, 0.575, 0.3], "
      "upright.position: [0, 0.8, 0.15],\n"
      "  wheel.position: [0, 0.85, 0.15], rack.position: [-0.15, 0.35, 0.1], rod.position: [-0.15, 0.575, 0.1]}}\n";
  double height[NCOORDINATES], tau[NCOORDINATES];
  for (int c = 0; c < NCOORDINATES; c++) {
    prescribed p = prescribed_new(corner, all_coordinates[c], NULL);
    int rows = LIGHT ? 30 : 150;
    for (int i = 1; i <= rows && p.kinematics; i++) CHECK(jn_kinematics_go(p.kinematics, 0.02 * i, p.report) == JN_OK);
    CHECK(jn_kinematics_nsingular(p.kinematics) == 0 && jn_report_size(p.report) == 0);
    CHECK(p.kinematics->iterations < 8 * rows);
    height[c] = prescribed_value(&p, "wheel.z");
    tau[c] = p.kinematics->tau[0];
    prescribed_free(&p);
  }
  for (int c = 1; c < NCOORDINATES; c++) {
    CHECK_NEAR(height[c], height[0], 1e-10);
    CHECK_NEAR(tau[c], tau[0], 1e-6);
  }
}

int main(void) {
  test_spinning_corner();
  for (int c = 0; c < NCOORDINATES; c++) {
    test_ways(plane_chain, all_coordinates[c], NULL);
    if (c != 1) test_ways(space_chain, all_coordinates[c], NULL);
    test_missing(all_coordinates[c]);
    if (c != 1) test_surplus(all_coordinates[c]);
  }
  for (int c = 0; c < NCOORDINATES; c++) {
    test_change_point(all_coordinates[c], 0.25);
    test_change_point(all_coordinates[c], 0.1);
  }
  test_chain(space_chain, 30);
  test_chain(long_chain, 300);
  return check_report();
}
