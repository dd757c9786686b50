// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_drive.c - tables of motion: they pass through their points, rest where they shall, and no derivative that is
// promised to be continuous jumps. Filters of drivers that follow: bandwidth, step of an implicit rule, and phi, nu and
// gamma of the rows from their states.
#include "system/drive/drive.h"

#include <string.h>

#include "check.h"
#include "system/event.h"
#include "system/motion.h"
#include "system/work.h"

enum { MOST = 12 };

static const double times[] = {0.5, 0.8, 1.7, 2, 2.05, 3.1, 4, 6}, values[] = {1, -0.3, 0.7, 0.8, 0.2, 0.2, -2, 5};
enum { POINTS = sizeof times / sizeof *times };
static const jn_law table = {.x = times, .y = values, .n = POINTS};

// pddd and pdddd a little beside t, from second derivatives, which are of third degree in each interval.
static double higher(const jni_motion_table *c, double t, double side, int derivative) {
  double h = side * 1e-3, a[4];
  for (int i = 0; i < 4; i++) a[i] = jni_motion_table_at(c, t + (i + 1e-9) * h).dd;
  double first = (-11 * a[0] + 18 * a[1] - 9 * a[2] + 2 * a[3]) / (6 * h);
  return derivative == 3 ? first : (2 * a[0] - 5 * a[1] + 4 * a[2] - a[3]) / (h * h);
}

static void check_points(const jni_motion_table *c) {
  for (int i = 0; i < POINTS; i++) {
    jni_jet before = jni_motion_table_at(c, nextafter(times[i], 0)), after = jni_motion_table_at(c, times[i]);
    CHECK_NEAR(after.v, values[i], 1e-12);
    CHECK_NEAR(before.v, after.v, 1e-12);
    CHECK_NEAR(before.d, after.d, 1e-10 * (1 + fabs(after.d)));
  }
}

// Derivatives are those of the value.
static void check_derivatives(const jni_motion_table *c) {
  const double h = 1e-5;
  for (double t = 0.53; t < 6; t += 0.117) {
    jni_jet low = jni_motion_table_at(c, t - h), at = jni_motion_table_at(c, t), high = jni_motion_table_at(c, t + h);
    CHECK_NEAR((high.v - low.v) / (2 * h), at.d, 1e-5 * (1 + fabs(at.dd)));
    CHECK_NEAR((high.d - low.d) / (2 * h), at.dd, 1e-4 * (1 + fabs(higher(c, t, 1, 3))));
  }
}

static void check_rests(const jni_motion_table *c, int point) {
  jni_jet at = jni_motion_table_at(c, times[point]), before = jni_motion_table_at(c, nextafter(times[point], 0));
  CHECK(at.d == 0 && at.dd == 0);
  CHECK_NEAR(before.d, 0, 1e-12);
  CHECK_NEAR(before.dd, 0, 1e-9);
}

static void test_rest_at_ends(void) {
  jni_pool pool = {0};
  jni_motion_table c;
  CHECK(jni_motion_table_new(&pool, &table, JN_REST_ENDS, &c));
  check_points(&c);
  check_derivatives(&c);
  check_rests(&c, 0);
  check_rests(&c, POINTS - 1);
  CHECK(jni_motion_table_at(&c, -3).v == values[0] && jni_motion_table_at(&c, 9).v == values[POINTS - 1]);
  for (int i = 1; i + 1 < POINTS; i++) {
    CHECK_NEAR(jni_motion_table_at(&c, nextafter(times[i], 0)).dd, jni_motion_table_at(&c, times[i]).dd, 1e-8);
    for (int k = 3; k <= 4; k++) {
      double before = higher(&c, times[i], -1, k), after = higher(&c, times[i], 1, k);
      CHECK_NEAR(before, after, 2e-5 * (1e2 + fabs(before)));
    }
  }
  jni_pool_free(&pool);
}

static void test_rest_at_points(void) {
  jni_pool pool = {0};
  jni_motion_table c;
  CHECK(jni_motion_table_new(&pool, &table, JN_REST_POINTS, &c));
  check_points(&c);
  check_derivatives(&c);
  for (int i = 0; i < POINTS; i++) check_rests(&c, i);
  for (double t = 2.05; t < 3.1; t += 0.1) CHECK(jni_motion_table_at(&c, t).v == 0.2);  // two equal values: it stands
  for (double t = 0.5; t < 0.8; t += 0.01) CHECK(jni_motion_table_at(&c, t).d <= 0);    // no overshoot
  jni_pool_free(&pool);
}

// Without rest a polynomial of fifth degree is met exactly; beyond its ends it goes on straight.
static void test_no_rest(void) {
  jni_pool pool = {0};
  jni_motion_table c;
  double y[POINTS];
  for (int i = 0; i < POINTS; i++) y[i] = 1 + times[i] * (2 + times[i] * times[i] * (0.5 - 0.1 * times[i] * times[i]));
  CHECK(jni_motion_table_new(&pool, &(jn_law){.x = times, .y = y, .n = POINTS}, JN_REST_NONE, &c));
  for (double t = 0.5; t < 6; t += 0.13) {
    jni_jet at = jni_motion_table_at(&c, t);
    CHECK_NEAR(at.v, 1 + t * (2 + t * t * (0.5 - 0.1 * t * t)), 1e-9);
    CHECK_NEAR(at.d, 2 + t * t * (1.5 - 0.5 * t * t), 1e-8);
    CHECK_NEAR(at.dd, t * (3 - 2 * t * t), 1e-7);
  }
  jni_jet end = jni_motion_table_at(&c, 6), beyond = jni_motion_table_at(&c, 7);
  CHECK(beyond.d == end.d && beyond.dd == 0);
  CHECK_NEAR(beyond.v, end.v + end.d, 1e-12);
  jni_pool_free(&pool);
}

// Two points at rest are the function `smooth` of expressions.
static void test_two_points(void) {
  jni_pool pool = {0};
  jni_motion_table c;
  const double t[] = {1, 3}, y[] = {2, 5};
  for (int rest = JN_REST_ENDS; rest <= JN_REST_POINTS; rest++) {
    CHECK(jni_motion_table_new(&pool, &(jn_law){.x = t, .y = y, .n = 2}, (jn_rest)rest, &c));
    for (double x = 0; x < 1; x += 0.1)
      CHECK_NEAR(jni_motion_table_at(&c, 1 + 2 * x).v, 2 + 3 * x * x * x * (10 - 15 * x + 6 * x * x), 1e-14);
  }
  jni_pool_free(&pool);
}

// ---- filters --------------------------------------------------------------------------------------------------------

// |p / u| at the bandwidth is 1 / sqrt 2, and unity at rest; below it, it is more.
static void test_bandwidth(void) {
  for (double d = 0.05; d < 3; d *= 1.3) {
    double w = jni_follow_rate(7, d), y = 2 * JNK_PI * 7 / w, s = 1 + 2 * d;
    double real = w * w * w * (1 - s * y * y), imaginary = w * w * w * (s * y - y * y * y);
    CHECK_NEAR(hypot(real, imaginary) / (w * w * w), sqrt(2), 1e-12);
  }
  CHECK_NEAR(jni_follow_rate(1, 0.5), 2 * JNK_PI, 1e-14);
  CHECK_NEAR(jni_follow_rate(1, 1), 2 * JNK_PI / sqrt(cbrt(2) - 1), 1e-13);
}

static const char text[] =
    "{jounce: 1, space: plane, inputs: {u: '0.4 + t'}, bodies: {a: {mass: 1, inertia: 1}, b: {mass: 1, inertia: 1}},"
    " joints: {A: {type: revolute, between: [ground, a]}, B: {type: prismatic, between: [ground, b], axis: x},"
    "  mix: {type: velocity-coupling, terms: {A: 1, B: 2}, rate: {follow: u, bandwidth: 3}, scale: 5}},"
    " drivers: {turn: {joint: A, motion: {follow: u + joint.B.rate, bandwidth: 20 rad/s, damping: 0.7}, scale: 3},"
    "  push: {joint: B, motion: {table: [[0, 0], [1, 2 mm]]}}}}";

typedef struct {
  jn_model *model;
  jn_system *system;
  jn_work *work;
  double state[64];
} rig;

static rig rig_new(const char *coordinates) {
  rig r = {.model = jn_model_read_text(NULL, "drive", text, strlen(text), NULL, 0, NULL)};
  if (!r.model) {
    printf("the model was not read\n");
    exit(1);
  }
  r.system = jn_system_new(r.model, coordinates, NULL);
  r.work = jn_work_new(r.system);
  CHECK(jn_system_initial_state(r.system, r.state) == JN_OK);
  return r;
}

static void rig_free(rig *r) {
  jn_work_free(r->work);
  jn_system_free(r->system);
  jn_model_free(r->model);
}

// They begin at rest on what they follow; phi, nu and gamma then come from any states.
static void test_rows(const char *coordinates) {
  rig r = rig_new(coordinates);
  double *z = jn_state_z(r.system, r.state), *v = jn_state_v(r.system, r.state);
  const jni_drive *turn = jni_drive_of_joint(r.system, jn_model_find_joint(r.model, "turn").i);
  const jni_drive *mix = jni_drive_of_joint(r.system, jn_model_find_joint(r.model, "mix").i);
  CHECK(r.system->nfollowers == 2 && turn->state_at != mix->state_at);
  CHECK_NEAR(turn->w, jni_follow_rate(20 / (2 * JNK_PI), 0.7), 1e-12);
  CHECK(z[turn->state_at] == 0.4 && z[turn->state_at + 1] == 0 && z[turn->state_at + 2] == 0);
  int row = r.system->primitives[turn->primitive].row, rate = r.system->primitives[mix->primitive].row;
  for (int i = 0; i < r.system->sizes.nv; i++) v[i] = 0.1 * (i + 1);
  jni_stages_update(r.system, r.work, r.state);
  double bias[] = {r.work->gamma[row], r.work->gamma[rate]};  // of the speeds
  for (int i = 0; i < JNI_DRIVE_STATES; i++) {
    z[turn->state_at + i] = 1.5 + i;
    z[mix->state_at + i] = -2 + 0.3 * i;
  }
  r.state[0] = 0.3;
  jni_stages_update(r.system, r.work, r.state);
  jni_coordinate_state angle;
  jni_coordinate_at(r.system, r.work, jni_coordinate_find(r.system, 0, 0), true, &angle);
  CHECK_NEAR(r.work->phi[row], 3 * (angle.value - 1.5), 1e-14);
  CHECK(r.work->nu[row] == 3 * 2.5 && r.work->nu[rate] == 5 * -2.0);
  CHECK_NEAR(r.work->gamma[row] - bias[0], 3 * 3.5, 1e-13);
  CHECK_NEAR(r.work->gamma[rate] - bias[1], 5 * -1.7, 1e-13);
  jni_coordinate_at(r.system, r.work, jni_coordinate_find(r.system, 1, 0), true, &angle);
  double w = turn->w, u = 0.7 + angle.rate;
  CHECK(r.work->zdot[turn->state_at] == 2.5 && r.work->zdot[turn->state_at + 1] == 3.5);
  CHECK_NEAR(r.work->zdot[turn->state_at + 2], w * w * w * (u - 1.5) - 2.4 * (w * w * 2.5 + w * 3.5), 1e-9);
  char name[64];
  CHECK(strcmp(jn_state_name(r.system, turn->state_at + 2, name, sizeof name), "driver.turn.acceleration") == 0);
  rig_free(&r);
}

// The end of an implicit step fulfils its rule.
static void test_step(void) {
  rig r = rig_new("cartesian");
  int nz = r.system->sizes.nz;
  double begin[MOST], rates[MOST], end[MOST] = {0};
  const double h = 0.3, part = 0.6;
  for (int i = 0; i < nz; i++) {
    begin[i] = 0.3 * i - 1;
    rates[i] = 1 - 0.7 * i;
  }
  jni_stages_update(r.system, r.work, r.state);
  jni_drives_step(r.system, r.work, h, part, begin, rates, end);
  memcpy(r.work->z, end, (size_t)nz * sizeof *end);
  jni_drives_rates(r.system, r.work);
  for (int i = 0; i < nz; i++)
    if (jni_drive_of_state(r.system, i))
      CHECK_NEAR(end[i], begin[i] + h * ((1 - part) * rates[i] + part * r.work->zdot[i]), 1e-9 * (1 + fabs(end[i])));
  rig_free(&r);
}

int main(void) {
  test_rest_at_ends();
  test_rest_at_points();
  test_no_rest();
  test_two_points();
  test_bandwidth();
  test_rows("cartesian");
  test_rows("natural");
  test_rows("joint");
  test_step();
  return check_report();
}
