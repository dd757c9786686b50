// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_kernel.c - the kernels against identities: vectors, rotations and their tangent operators, laws.
#include "check.h"

#include "kernel/call/curve_integral.h"
#include "kernel/law.h"
#include "kernel/push.h"
#include "kernel/vec3.h"
#include "linalg/dense/dense.h"
#include "symbolic/call_constants.h"

// Rounding of a handful of operations on numbers of size one.
static const double round_off = 1e-14;

static double random_unit(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(*seed >> 8) / 8388608.0 - 1;
}

static void random_vector(unsigned *seed, double size, double out[3]) {
  jnk_set(random_unit(seed), random_unit(seed), random_unit(seed), out);
  jnk_normalize(out);
  jnk_scale(size, out, out);
}

static double difference(const double *a, const double *b, int n) {
  double most = 0;
  for (int i = 0; i < n; i++) most = jni_larger(most, fabs(a[i] - b[i]));
  return most;
}

// ---- vectors --------------------------------------------------------------------------------------

static void test_vectors(void) {
  unsigned seed = 1;
  for (int k = 0; k < 50; k++) {
    double a[3], b[3], c[3], S[9], d[3], p[3];
    random_vector(&seed, 1, a);
    random_vector(&seed, 2, b);
    jnk_cross(a, b, c);
    jnk_skew(a, S);
    jnk_mat_vec(S, b, d);
    CHECK_NEAR(difference(c, d, 3), 0, round_off);
    CHECK_NEAR(jnk_dot(a, c), 0, round_off);
    jnk_perpendicular(a, p);
    CHECK_NEAR(jnk_dot(a, p), 0, round_off);
    CHECK_NEAR(jnk_norm(p), 1, round_off);
    jnk_cross(a, b, b);  // in place
    CHECK_NEAR(difference(b, c, 3), 0, 0);
  }
  for (int i = 0; i < 3; i++) {
    double a[3] = {i == 0, i == 1, i == 2}, next[3] = {i == 2, i == 0, i == 1}, p[3];
    jnk_perpendicular(a, p);
    CHECK_NEAR(difference(p, next, 3), 0, 0);
  }
}

static void test_norm_extremes(void) {
  double tiny[3] = {3e-200, 4e-200, 0}, huge[3] = {3e200, 0, 4e200}, zero[3] = {0, 0, 0}, bad[3] = {0, NAN, 0};
  double infinite[3] = {1, -HUGE_VAL, 0}, subnormal[3] = {0, 0, 5e-324};
  CHECK_NEAR(jnk_norm(tiny) / 5e-200, 1, round_off);
  CHECK_NEAR(jnk_norm(huge) / 5e200, 1, round_off);
  CHECK(jnk_norm(zero) == 0);
  CHECK(isnan(jnk_norm(bad)));
  CHECK(jnk_norm(infinite) == HUGE_VAL);
  CHECK(jnk_normalize(zero) == 0 && zero[0] == 0);
  CHECK(jnk_normalize(subnormal) > 0);
  CHECK_NEAR(subnormal[2], 1, 0);
}

static void test_matrices(void) {
  const double A[9] = {1, 2, 3, 4, 5, 6, 7, 8, 10}, B[9] = {2, -1, 0, 3, 5, 1, -2, 4, 7}, v[3] = {1, -2, 3};
  double At[9], P[9], Q[9], x[3], y[3];
  jnk_mat_transpose(A, At);
  jnk_mat_t_mul(A, B, P);
  jnk_mat_mul(At, B, Q);
  CHECK_NEAR(difference(P, Q, 9), 0, 0);
  jnk_mat_mul_t(B, A, P);
  jnk_mat_mul(B, At, Q);
  CHECK_NEAR(difference(P, Q, 9), 0, 0);
  jnk_mat_t_vec(A, v, x);
  jnk_mat_vec(At, v, y);
  CHECK_NEAR(difference(x, y, 3), 0, 0);
  jnk_mat_transpose(At, At);
  CHECK_NEAR(difference(A, At, 9), 0, 0);
}

// ---- rotations -------------------------------------------------------------------------------------

static const double angles[] = {0,       1e-300,  1e-160,  1e-12,   1e-8, 1e-5, 1e-4,          1e-3,          0.1,
                                0.49999, 0.50001, 0.99999, 1.00001, 2,    3,    JNK_PI - 1e-6, JNK_PI - 1e-12};
enum { NANGLES = sizeof angles / sizeof angles[0] };

static void check_round_trip(const double theta[3]) {
  double q[4], R[9], back[3], RtR[9], one[9], scale = jnk_norm(theta);
  jnk_quat_from_rotation_vector(theta, q);
  CHECK_NEAR(jnk_quat_norm(q), 1, round_off);
  jnk_quat_to_rotation_vector(q, back);
  CHECK_NEAR(difference(theta, back, 3), 0, round_off * scale);
  for (int i = 0; i < 4; i++) q[i] *= -3;  // the same rotation
  jnk_quat_to_rotation_vector(q, back);
  CHECK_NEAR(difference(theta, back, 3), 0, round_off * scale);
  jnk_quat_to_matrix(q, R);
  jnk_mat_t_mul(R, R, RtR);
  jnk_mat_identity(one);
  CHECK_NEAR(difference(RtR, one, 9), 0, round_off);
  jnk_matrix_to_rotation_vector(R, back);
  CHECK_NEAR(difference(theta, back, 3), 0, 2 * round_off);
}

static void test_round_trips(void) {
  unsigned seed = 2;
  for (int k = 0; k < NANGLES; k++)
    for (int n = 0; n < 20; n++) {
      double theta[3];
      random_vector(&seed, angles[k], theta);
      check_round_trip(theta);
    }
}

static void test_half_turns(void) {
  for (int i = 0; i < 3; i++) {
    double theta[3] = {0, 0, 0}, q[4] = {0, 0, 0, 0}, R[9], back[3];
    theta[i] = JNK_PI;
    q[1 + i] = 1;
    jnk_quat_to_matrix(q, R);
    jnk_matrix_to_rotation_vector(R, back);
    CHECK_NEAR(difference(theta, back, 3), 0, round_off);
  }
  double zero[4] = {0, 0, 0, 0}, R[9], one[9], theta[3];
  jnk_quat_to_matrix(zero, R);
  jnk_mat_identity(one);
  CHECK_NEAR(difference(R, one, 9), 0, 0);
  jnk_quat_to_rotation_vector(zero, theta);
  CHECK(theta[0] == 0 && theta[1] == 0 && theta[2] == 0);
}

static void test_quaternion_products(void) {
  unsigned seed = 3;
  for (int k = 0; k < 50; k++) {
    double a[3], b[3], v[3], p[4], q[4], pq[4], P[9], Q[9], PQ[9], R[9], x[3], y[3];
    random_vector(&seed, 2.5, a);
    random_vector(&seed, 1.5, b);
    random_vector(&seed, 1, v);
    jnk_quat_from_rotation_vector(a, p);
    jnk_quat_from_rotation_vector(b, q);
    jnk_quat_mul(p, q, pq);
    jnk_quat_to_matrix(p, P);
    jnk_quat_to_matrix(q, Q);
    jnk_quat_to_matrix(pq, R);
    jnk_mat_mul(P, Q, PQ);
    CHECK_NEAR(difference(R, PQ, 9), 0, round_off);
    jnk_mat_vec(P, v, x);
    jnk_quat_conjugate(p, q);
    jnk_quat_to_matrix(q, Q);
    jnk_mat_vec(Q, x, y);
    CHECK_NEAR(difference(y, v, 3), 0, round_off);
    jnk_mat_from_angle(b[0], P);
    jnk_set(0, 0, b[0], y);
    jnk_quat_from_rotation_vector(y, q);
    jnk_quat_to_matrix(q, Q);
    CHECK_NEAR(difference(P, Q, 9), 0, round_off);
  }
}

// J_l = R J_r = J_r', J_l J_l^-1 = I
static void check_operators(const double theta[3]) {
  double L[9], Li[9], R[9], P[9], T[9], one[9], turn[9], q[4];
  jnk_mat_identity(one);
  jnk_so3_left_jacobian_inverse(theta, Li);
  jnk_so3_right_jacobian(theta, R);
  jnk_quat_from_rotation_vector(theta, q);
  jnk_quat_to_matrix(q, turn);
  jnk_mat_mul(turn, R, L);
  jnk_mat_transpose(R, T);
  CHECK_NEAR(difference(T, L, 9), 0, round_off);
  jnk_mat_mul(L, Li, P);
  CHECK_NEAR(difference(P, one, 9), 0, round_off);
}

// exp(-theta) exp(theta + e) is a small turn J_r e
static void check_operator_is_derivative(const double theta[3]) {
  const double h = 1e-5;
  double J[9];
  jnk_so3_right_jacobian(theta, J);
  for (int j = 0; j < 3; j++) {
    double w[2][3];
    for (int side = 0; side < 2; side++) {
      double moved[3], q[4], p[4];
      jnk_copy(theta, moved);
      moved[j] += side ? h : -h;
      jnk_quat_from_rotation_vector(moved, q);
      jnk_quat_from_rotation_vector(theta, p);
      jnk_quat_conjugate(p, p);
      jnk_quat_mul(p, q, q);
      jnk_quat_to_rotation_vector(q, w[side]);
    }
    for (int i = 0; i < 3; i++) CHECK_NEAR((w[1][i] - w[0][i]) / (2 * h), J[3 * i + j], 1e-9);
  }
}

static void check_inverse_slope(double a) {
  double slope, unused, h = 1e-4 * a;
  double up = jnk_so3_inverse_second(a + h, &unused), down = jnk_so3_inverse_second(a - h, &unused);
  jnk_so3_inverse_second(a, &slope);
  CHECK_NEAR((up - down) / (2 * h) / a, slope, 1e-7);
}

static void test_tangent_operators(void) {
  unsigned seed = 4;
  for (int k = 0; k < NANGLES; k++) {
    double theta[3];
    random_vector(&seed, angles[k], theta);
    check_operators(theta);
    check_operator_is_derivative(theta);
    if (angles[k] > 0.05) check_inverse_slope(angles[k]);
  }
  double below, above, c = jnk_so3_inverse_second(1 - 1e-15, &below), d = jnk_so3_inverse_second(1, &above);
  CHECK_NEAR(c, d, round_off);
  CHECK_NEAR(below, above, round_off);
}

// ---- laws ------------------------------------------------------------------------------------------

typedef struct {
  const char *name;
  double x[6], y[6];
  int n;
} table;

static const table tables[] = {
    {"rising", {-1, -0.2, 0.1, 0.5, 2, 3}, {-5, -4, 0, 1, 9, 10}, 6},
    {"turning", {-2, -1, 0, 1, 2, 4}, {0, 3, -1, -1, 5, 4}, 6},
    {"right of zero", {1, 2, 4, 0, 0, 0}, {1, 4, 3, 0, 0, 0}, 3},
    {"left of zero", {-4, -2, -1, 0, 0, 0}, {1, -4, 3, 0, 0, 0}, 3},
    {"two points", {-1, 1, 0, 0, 0, 0}, {2, 5, 0, 0, 0, 0}, 2},
    {"one point", {3, 0, 0, 0, 0, 0}, {2, 0, 0, 0, 0, 0}, 1},
};
enum { NTABLES = sizeof tables / sizeof tables[0] };

// Slope and integral against differences, between the knots and beyond them.
static void check_table(const table *t, int smooth) {
  const double h = 1e-6;
  for (double at = -6.0137; at < 6; at += 0.0791) {
    double slope, unused, up = jnk_table_value(t->x, t->y, t->n, smooth, at + h, &unused);
    double down = jnk_table_value(t->x, t->y, t->n, smooth, at - h, &unused);
    double value = jnk_table_value(t->x, t->y, t->n, smooth, at, &slope);
    double grown = jnk_table_integral(t->x, t->y, t->n, smooth, at + h);
    grown -= jnk_table_integral(t->x, t->y, t->n, smooth, at - h);
    CHECK_NEAR((up - down) / (2 * h), slope, 1e-7);
    CHECK_NEAR(grown / (2 * h), value, 1e-6);
  }
  CHECK_NEAR(jnk_table_integral(t->x, t->y, t->n, smooth, 0), 0, 0);
}

static void check_knots(const table *t, int smooth) {
  for (int i = 0; i < t->n; i++) {
    double before, after, unused, eps = 1e-9;
    CHECK_NEAR(jnk_table_value(t->x, t->y, t->n, smooth, t->x[i], &unused), t->y[i], round_off);
    CHECK_NEAR(jnk_table_value(t->x, t->y, t->n, smooth, t->x[i] - eps, &before), t->y[i], 1e-7);
    jnk_table_value(t->x, t->y, t->n, smooth, t->x[i] + eps, &after);
    if (smooth) CHECK_NEAR(before, after, 1e-6);
  }
}

static void check_monotone(const table *t) {
  for (int i = 0; i + 1 < t->n; i++)
    for (int k = 0; k <= 50; k++) {
      double slope, low = fmin(t->y[i], t->y[i + 1]), high = fmax(t->y[i], t->y[i + 1]);
      double at = t->x[i] + (t->x[i + 1] - t->x[i]) * k / 50, y = jnk_table_value(t->x, t->y, t->n, 1, at, &slope);
      CHECK(y >= low - round_off * 10 && y <= high + round_off * 10);
    }
}

static void test_tables(void) {
  for (int k = 0; k < NTABLES; k++) {
    for (int smooth = 0; smooth < 2; smooth++) {
      check_table(&tables[k], smooth);
      check_knots(&tables[k], smooth);
    }
    check_monotone(&tables[k]);
  }
  double slope = 1;
  CHECK(jnk_table_value(NULL, NULL, 0, 0, 3, &slope) == 0 && slope == 0);
  CHECK(isnan(jnk_table_value(tables[0].x, tables[0].y, 6, 1, NAN, &slope)));
  CHECK(isnan(jnk_table_integral(tables[0].x, tables[0].y, 6, 1, NAN)));
}

// A straight line is reproduced by both.
static void test_straight_line(void) {
  double x[5] = {-1, 0, 0.3, 2, 5}, y[5], slope;
  for (int i = 0; i < 5; i++) y[i] = 2 - 3 * x[i];
  for (int smooth = 0; smooth < 2; smooth++)
    for (double at = -4; at < 9; at += 0.37) {
      CHECK_NEAR(jnk_table_value(x, y, 5, smooth, at, &slope), 2 - 3 * at, 4e-14);
      CHECK_NEAR(slope, -3, 4e-14);
      CHECK_NEAR(jnk_table_integral(x, y, 5, smooth, at), 2 * at - 1.5 * at * at, 4e-13);
    }
}

// Fritsch and Butland by hand: widths 1 and 2, slopes 1 and 1/2 give 9 / (5 / 1 + 4 / 0.5) at the middle knot.
static void test_monotone_slope(void) {
  const double x[3] = {0, 1, 3}, y[3] = {0, 1, 2};
  CHECK_NEAR(jnk_monotone_slope(x, y, 3, 1), 9.0 / 13, round_off);
  CHECK_NEAR(jnk_monotone_slope(x, y, 3, 0), (4 * 1 - 1 * 0.5) / 3, round_off);
  CHECK_NEAR(jnk_monotone_slope(x, y, 3, 2), (5 * 0.5 - 2 * 1.0) / 3, round_off);
}

static void test_polynomials(void) {
  const double c[4] = {1, -2, 0.5, 3}, h = 1e-6;
  for (double at = -2; at < 2; at += 0.173) {
    double slope, y = jnk_polynomial_value(c, 4, at, &slope);
    CHECK_NEAR(y, 1 - 2 * at + 0.5 * at * at + 3 * at * at * at, 1e-13);
    CHECK_NEAR(slope, -2 + at + 9 * at * at, 1e-13);
    double grown = jnk_polynomial_integral(c, 4, at + h) - jnk_polynomial_integral(c, 4, at - h);
    CHECK_NEAR(grown / (2 * h), y, 1e-7);
  }
  double slope = 1;
  CHECK(jnk_polynomial_value(NULL, 0, 2, &slope) == 0 && slope == 0 && jnk_polynomial_integral(NULL, 0, 2) == 0);
}

// Pieces that meet and one that jumps: each by itself, the integral over all of them, also across zero.
static void test_pieces(void) {
  const double c[4 * 3] = {-1, 0, 0, 0, 1, 0, 0, 1, 2, 5, -1, 0}, breaks[3] = {-1, 0, 1}, h = 1e-6;
  for (double at = -3.01; at < 3; at += 0.0973) {
    int i = at < -1 ? 0 : at < 0 ? 1 : at < 1 ? 2 : 3;
    double slope, expected, y = jnk_pieces_value(c, 3, breaks, 3, at, &slope);
    CHECK(y == jnk_polynomial_value(c + 3 * i, 3, at, &expected) && slope == expected);
    double grown = jnk_pieces_integral(c, 3, breaks, 3, at + h) - jnk_pieces_integral(c, 3, breaks, 3, at - h);
    CHECK_NEAR(grown / (2 * h), y, 1e-6);
  }
  double slope;
  CHECK(jnk_pieces_value(c, 3, breaks, 3, 1, &slope) == 4);  // a piece has its left end
  CHECK_NEAR(jnk_pieces_integral(c, 3, breaks, 3, 2), 0.5 + 2.0 / 3 + 3.5, 1e-14);
  CHECK_NEAR(jnk_pieces_integral(c, 3, breaks, 3, -3), 0.5 + 2, 1e-14);
  CHECK(isnan(jnk_pieces_integral(c, 3, breaks, 3, NAN)));
}

// A depth whose power is none pushes nothing, whatever its rate: contacts and stops begin there.
static void test_push(void) {
  static const double rates[] = {0, 1, -1};
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 2; k++) {
      jnk_push p = jnk_push_calc(1000, 2, 10, k ? 1e-170 : 0, rates[i]);
      CHECK(p.force == 0 && p.power == 0 && isfinite(p.stiffness) && isfinite(p.damping));
    }
  jnk_push deep = jnk_push_calc(1000, 2, 10, 0.1, 0);
  CHECK_NEAR(deep.force, 10, 1e-12);
  CHECK_NEAR(deep.stiffness, 200, 1e-12);
}

// ---- curves ------------------------------------------------------------------------------------------

// As calls have a law: the same value to the last bit, slope and integral to rounding, and nothing where there is no
// number.
static void check_curve(const jnk_law *law) {
  jni_constants c = {.n = 0};
  double slope, own = 0;
  jni_constants_law(&c, law);
  for (int i = -300; i <= 300; i++) {
    double at = i % 50 == 0 ? i / 50 : 0.02137 * i, value = jnk_law_value(law, at, &slope);
    CHECK(jnk_curve_value(c.list, at) == value && jnk_curve_slope(c.list, at, &own) == value);
    CHECK_NEAR(own, slope, 1e-12 * (1 + fabs(slope)));
    CHECK_NEAR(jnk_curve_integral(c.list, at), jnk_law_integral(law, at), 1e-11);
  }
  CHECK(isnan(jnk_curve_value(c.list, NAN)) && isnan(jnk_curve_slope(c.list, NAN, &own)));
  CHECK(isnan(jnk_curve_integral(c.list, NAN)));
  jni_pool_free(&c.pool);
}

static void test_curves(void) {
  const double c[4 * 3] = {-1, 0, 0, 0, 1, 0, 0, 1, 2, 5, -1, 0}, breaks[3] = {-1, 0, 1};
  const jnk_law polynomials[] = {{.ncoefficients = 3, .nbreaks = 3, .polynomial = c, .breaks = breaks},
                                 {.ncoefficients = 3, .polynomial = c + 6},
                                 {.ncoefficients = 1, .polynomial = c},
                                 {.n = 0}};
  for (int i = 0; i < 4; i++) check_curve(&polynomials[i]);
  for (int k = 0; k < 2 * NTABLES; k++) {
    const table *t = &tables[k / 2];
    check_curve(&(jnk_law){.n = t->n, .smooth = k % 2, .x = t->x, .y = t->y});
  }
}

// The piece is found whether knots are even or not, at and beside every one of them.
static void test_curve_pieces(void) {
  enum { N = 60 };
  double even[N], uneven[N];
  for (int i = 0; i < N; i++) {
    even[i] = 0.1 * i - 2 + (i % 3 == 0 ? 0.04 : 0);
    uneven[i] = exp(0.3 * i) - 2;
  }
  for (int k = 0; k < 2; k++) {
    const double *x = k ? uneven : even;
    jni_constants c = {.n = 0};
    jni_constants_law(&c, &(jnk_law){.n = N, .x = x, .y = x});
    CHECK((c.list[2] > 0) == (k == 0));
    for (int i = 0; i < N; i++) {
      CHECK(jnk_curve_find(c.list, x[i]) == i + 1);
      CHECK(jnk_curve_find(c.list, nextafter(x[i], -HUGE_VAL)) == i);
    }
    CHECK(jnk_curve_find(c.list, HUGE_VAL) == N && jnk_curve_find(c.list, -HUGE_VAL) == 0);
    jni_pool_free(&c.pool);
  }
}

int main(void) {
  test_push();
  test_vectors();
  test_norm_extremes();
  test_matrices();
  test_round_trips();
  test_half_turns();
  test_quaternion_products();
  test_tangent_operators();
  test_tables();
  test_straight_line();
  test_monotone_slope();
  test_polynomials();
  test_pieces();
  test_curves();
  test_curve_pieces();
  return check_report();
}
