// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_contact_geometry.c - gaps, rates and second rates of all pairs of shapes against differences along a motion, and
// the forces at points of contact against their conditions.
#include "check.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "contact/contact_geometry.h"
#include "contact/contact_solve.h"
#include "kernel/vec3.h"

// A number between two limits, by a linear congruential generator.
static double chance_between(uint64_t *seed, double low, double high) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return low + (high - low) * (double)(*seed >> 11) * 0x1p-53;
}

// ---- a motion -----------------------------------------------------------------------------------------------------

// Position and rotation are polynomials in time: r + v t + a t^2/2, R = exp([c0 + c1 t + c2 t^2]).
typedef struct {
  double r[3], v[3], a[3], c[3][3];
} course;

static void rotation_at(const course *c, double t, double R[9]) {
  double turn[3];
  for (int i = 0; i < 3; i++) turn[i] = c->c[0][i] + t * (c->c[1][i] + t * c->c[2][i]);
  double q[4];
  jnk_quat_from_rotation_vector(turn, q);
  jnk_quat_to_matrix(q, R);
}

static void angular_at(const course *c, double t, double w[3]) {
  const double h = 1e-4;
  double a[9], b[9], R[9];
  rotation_at(c, t - h, a);
  rotation_at(c, t + h, b);
  rotation_at(c, t, R);
  double W[9];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      W[3 * i + j] = 0;
      for (int k = 0; k < 3; k++) W[3 * i + j] += (b[3 * i + k] - a[3 * i + k]) / (2 * h) * R[3 * j + k];
    }
  jnk_set(W[7], W[2], W[3], w);
}

static void motion_at(const course *c, double t, jni_contact_motion *m) {
  const double h = 1e-3;
  double before[3], after[3];
  for (int i = 0; i < 3; i++) {
    m->r[i] = c->r[i] + t * (c->v[i] + 0.5 * t * c->a[i]);
    m->v[i] = c->v[i] + t * c->a[i];
    m->a[i] = c->a[i];
  }
  rotation_at(c, t, m->R);
  angular_at(c, t, m->w);
  angular_at(c, t - h, before);
  angular_at(c, t + h, after);
  for (int i = 0; i < 3; i++) m->alpha[i] = (after[i] - before[i]) / (2 * h);
}

static course random_course(uint64_t *seed, bool plane) {
  course c;
  double *x = &c.r[0];
  for (size_t i = 0; i < sizeof c / sizeof *x; i++) x[i] = chance_between(seed, -1, 1);
  if (plane) {
    c.r[2] = c.v[2] = c.a[2] = 0;
    for (int k = 0; k < 3; k++) c.c[k][0] = c.c[k][1] = 0;
  }
  return c;
}

// ---- rates --------------------------------------------------------------------------------------------------------

static jni_contact_shape random_shape(uint64_t *seed, jni_touch touch, bool plane) {
  jni_contact_shape s = {.touch = touch, .plane = plane, .radius = chance_between(seed, 0.3, 0.6)};
  double turn[3], q[4];
  for (int i = 0; i < 3; i++) {
    s.p[i] = plane && i == 2 ? 0 : chance_between(seed, -0.3, 0.3);
    s.half[i] = chance_between(seed, 0.2, 0.5);
    turn[i] = plane && i < 2 ? 0 : chance_between(seed, -1, 1);
  }
  if (plane && (touch == JNI_TOUCH_PLANE || touch == JNI_TOUCH_CAPSULE)) jnk_set(1.5707963267948966, 0, 0, turn);
  if (touch == JNI_TOUCH_HOLE) s.radius = 2;
  jnk_quat_from_rotation_vector(turn, q);
  jnk_quat_to_matrix(q, s.R);
  return s;
}

// Moves the second body along the normal so that the gap is zero at t = 0.
static void close_gap(const jni_contact_shape *a, const jni_contact_shape *b, int feature, const course *x, course *y) {
  jni_contact_motion ma, mb;
  jni_contact_place place;
  for (int k = 0; k < 3; k++) {
    motion_at(x, 0, &ma);
    motion_at(y, 0, &mb);
    jni_contact_place_calc(a, b, feature, &ma, &mb, &place);
    for (int i = 0; i < 3; i++) y->r[i] -= place.gap * place.n[i];
  }
}

static double gap_at(const jni_contact_shape *a, const jni_contact_shape *b, int feature, const course *x,
                     const course *y, double t) {
  jni_contact_motion ma, mb;
  jni_contact_place place;
  motion_at(x, t, &ma);
  motion_at(y, t, &mb);
  jni_contact_place_calc(a, b, feature, &ma, &mb, &place);
  return place.gap;
}

static void check_pair(uint64_t *seed, jni_touch first, jni_touch second, bool plane) {
  const double h = 1e-3;
  jni_contact_shape a = random_shape(seed, first, plane), b = random_shape(seed, second, plane);
  CHECK(!jni_contact_swaps(&a, &b));
  int n = jni_contact_npoints(&a, &b);
  CHECK(n > 0);
  for (int feature = 0; feature < n; feature++) {
    course x = random_course(seed, plane), y = random_course(seed, plane);
    jni_contact_motion ma, mb;
    jni_contact_place place;
    jni_contact_rates rates;
    close_gap(&a, &b, feature, &x, &y);
    motion_at(&x, 0, &ma);
    motion_at(&y, 0, &mb);
    jni_contact_place_calc(&a, &b, feature, &ma, &mb, &place);
    jni_contact_rates_calc(&place, plane, &ma, &mb, &rates);
    double g[5];
    for (int k = 0; k < 5; k++) g[k] = gap_at(&a, &b, feature, &x, &y, (k - 2) * h);
    CHECK_NEAR(place.gap, 0, 1e-14);
    CHECK_NEAR(jnk_norm(place.n), 1, 1e-14);
    CHECK_NEAR(jnk_dot(place.t[0], place.n), 0, 1e-14);
    if (plane) CHECK(place.n[2] == 0 && place.t[0][2] == 0);
    for (int i = 0; i < 3; i++) CHECK_NEAR(place.point[0][i], place.point[1][i], 1e-13);
    CHECK_NEAR(jnk_dot(rates.slip, place.n), 0, 1e-13);
    CHECK_NEAR(rates.rate, (g[0] - 8 * g[1] + 8 * g[3] - g[4]) / (12 * h), 1e-6);
    CHECK_NEAR(rates.second, (-g[0] + 16 * g[1] - 30 * g[2] + 16 * g[3] - g[4]) / (12 * h * h), 2e-5);
  }
}

static void test_rates(void) {
  static const jni_touch pairs[][2] = {{JNI_TOUCH_PLANE, JNI_TOUCH_SPHERE},  {JNI_TOUCH_PLANE, JNI_TOUCH_BOX},
                                       {JNI_TOUCH_PLANE, JNI_TOUCH_CAPSULE}, {JNI_TOUCH_HOLE, JNI_TOUCH_SPHERE},
                                       {JNI_TOUCH_SPHERE, JNI_TOUCH_SPHERE}, {JNI_TOUCH_SPHERE, JNI_TOUCH_CAPSULE}};
  uint64_t seed = 7;
  for (int k = 0; k < 20; k++)
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
      for (int plane = 0; plane < 2; plane++) check_pair(&seed, pairs[i][0], pairs[i][1], plane);
}

// ---- forces -------------------------------------------------------------------------------------------------------

enum { MOST = 12 };

// Random points on a body with fewer freedoms than points: D = J J' is singular.
static void test_complementary(void) {
  uint64_t seed = 11;
  for (int trial = 0; trial < 300; trial++) {
    int n = 1 + trial % MOST, freedoms = 3;
    double J[MOST][3], D[MOST * MOST], b[MOST], push[3], zero[MOST] = {0}, F[MOST];
    int mode[MOST] = {0};
    for (int i = 0; i < n; i++)
      for (int k = 0; k < freedoms; k++) J[i][k] = chance_between(&seed, -1, 1);
    for (int k = 0; k < freedoms; k++) push[k] = chance_between(&seed, -1, 1);
    for (int i = 0; i < n; i++) {
      b[i] = J[i][0] * push[0] + J[i][1] * push[1] + J[i][2] * push[2];
      for (int j = 0; j < n; j++) D[i * n + j] = J[i][0] * J[j][0] + J[i][1] * J[j][1] + J[i][2] * J[j][2];
    }
    jni_contact_solver *s = jni_contact_solver_new(NULL, n, 0);
    const jni_contact_problem p = {.n = n, .D = D, .b = b, .mu = zero, .mu_stick = zero, .slide = zero};
    CHECK(s && jni_contact_solve(s, &p, mode, zero, F));
    for (int i = 0; i < n; i++) {
      double w = b[i];
      for (int j = 0; j < n; j++) w += D[i * n + j] * F[j];
      CHECK(F[i] >= -1e-9 && w >= -1e-9);
      CHECK_NEAR(F[i] * w, 0, 1e-9);
      CHECK(mode[i] != JNI_CONTACT_OPEN || F[i] == 0);
    }
    jni_object_free(s);
  }
}

int main(void) {
  test_rates();
  test_complementary();
  return check_report();
}
