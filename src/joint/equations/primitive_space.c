// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// primitive_space.c - the primitive constraint equations in space; see primitive.h. Rotations are small rotations in
// body axes.
#include "joint/equations/contact_equations.h"
#include "joint/equations/primitive.h"
#include "kernel/vec3.h"

// Writes row `row` of the block of one side in G, k times the translational part t and the rotational part r, both in
// ground axes; r is transformed to body axes, because the rotational speeds are those. The ground has no block, a
// particle no rotational part.
static inline void put(double *G, const jni_side *side, int row, const jni_body3 *b, double k, const double t[3],
                       const double r[3]) {
  if (side->width == 0) return;
  double *g = G + side->value + row * side->width;
  g[0] = k * t[0];
  g[1] = k * t[1];
  g[2] = k * t[2];
  if (side->width == 6) {
    double turn[3];
    jnk_mat_t_vec(b->R, r, turn);
    g[3] = k * turn[0];
    g[4] = k * turn[1];
    g[5] = k * turn[2];
  }
}

typedef struct {
  const jni_body3 *A, *B;
  double PA[3], PB[3], d[3];
} pair;

static inline pair pair_of(const jni_primitive *p, const jni_body3 *body) {
  pair x = {.A = &body[p->side[0].body], .B = &body[p->side[1].body]};
  jnk_mat_vec(x.A->R, p->side[0].p, x.PA);
  jnk_mat_vec(x.B->R, p->side[1].p, x.PB);
  for (int i = 0; i < 3; i++) x.d[i] = x.B->r[i] + x.PB[i] - x.A->r[i] - x.PA[i];
  return x;
}

// Computes w x (w x P).
static inline void centripetal(const double w[3], const double P[3], double out[3]) {
  double c[3];
  jnk_cross(w, P, c);
  jnk_cross(w, c, out);
}

// Computes ddot, the rate of d, and `bias`, the second derivative of d for vdot = 0.
static inline void pair_rates(const pair *x, double ddot[3], double bias[3]) {
  double a[3], b[3], ca[3], cb[3];
  jnk_cross(x->A->wg, x->PA, a);
  jnk_cross(x->B->wg, x->PB, b);
  jnk_cross(x->A->wg, a, ca);
  jnk_cross(x->B->wg, b, cb);
  for (int i = 0; i < 3; i++) {
    ddot[i] = x->B->v[i] + b[i] - x->A->v[i] - a[i];
    bias[i] = cb[i] - ca[i];
  }
}

// ---- coincide ------------------------------------------------------------------------------------

// Writes k times the derivative of a point's position to the three rows of the block of its body: the identity, and -R
// p~ for rotations in body axes.
static inline void put_point(double *G, const jni_side *side, const jni_body3 *b, double k) {
  if (side->width == 0) return;
  double *g = G + side->value;
  const double *p = side->p, *R = b->R;
  for (int i = 0; i < 3; i++) {
    g[0] = g[1] = g[2] = 0;
    g[i] = k;
    if (side->width == 6) {  // writes row i of R times -p~
      g[3] = k * (R[2] * p[1] - R[1] * p[2]);
      g[4] = k * (R[0] * p[2] - R[2] * p[0]);
      g[5] = k * (R[1] * p[0] - R[0] * p[1]);
    }
    g += side->width;
    R += 3;
  }
}

static void coincide_position(const jni_primitive *p, int n, const jni_primitive_input *in, double *phi, double *nu,
                              double *G) {
  (void)nu;
  for (; n > 0; n--) {
    pair x = pair_of(p, in->body3);
    for (int i = 0; i < 3; i++) phi[p->row + i] = p->scale * x.d[i];
    put_point(G, &p->side[0], x.A, -p->scale);
    put_point(G, &p->side[1], x.B, p->scale);
    p++;
  }
}

static void coincide_velocity(const jni_primitive *p, int n, const jni_primitive_input *in, double *gamma) {
  for (; n > 0; n--) {
    pair x = pair_of(p, in->body3);
    double ddot[3], bias[3];
    pair_rates(&x, ddot, bias);
    for (int i = 0; i < 3; i++) gamma[p->row + i] = -p->scale * bias[i];
    p++;
  }
}

// ---- perpendicular: a . b = 0 --------------------------------------------------------------------------

static void perpendicular_position(const jni_primitive *p, int n, const jni_primitive_input *in, double *phi,
                                   double *nu, double *G) {
  static const double none[3] = {0, 0, 0};
  (void)nu;
  for (; n > 0; n--) {
    const jni_body3 *A = &in->body3[p->side[0].body], *B = &in->body3[p->side[1].body];
    double a[3], b[3], axb[3];
    jnk_mat_vec(A->R, p->side[0].a, a);
    jnk_mat_vec(B->R, p->side[1].a, b);
    jnk_cross(a, b, axb);
    phi[p->row] = p->scale * jnk_dot(a, b);
    put(G, &p->side[0], 0, A, p->scale, none, axb);
    put(G, &p->side[1], 0, B, -p->scale, none, axb);
    p++;
  }
}

// Returns the second derivative of a . b for vdot = 0, where a and b (ground axes) are fixed in A and B.
static inline double product_bias(const jni_body3 *A, const jni_body3 *B, const double a[3], const double b[3]) {
  double adot[3], bdot[3], addot[3], bddot[3];
  jnk_cross(A->wg, a, adot);
  jnk_cross(B->wg, b, bdot);
  jnk_cross(A->wg, adot, addot);
  jnk_cross(B->wg, bdot, bddot);
  return jnk_dot(addot, b) + jnk_dot(a, bddot) + 2 * jnk_dot(adot, bdot);
}

static void perpendicular_velocity(const jni_primitive *p, int n, const jni_primitive_input *in, double *gamma) {
  for (; n > 0; n--) {
    const jni_body3 *A = &in->body3[p->side[0].body], *B = &in->body3[p->side[1].body];
    double a[3], b[3];
    jnk_mat_vec(A->R, p->side[0].a, a);
    jnk_mat_vec(B->R, p->side[1].a, b);
    gamma[p->row] = -p->scale * product_bias(A, B, a, b);
    p++;
  }
}

// ---- twist: (a . y_B - y_A . b) / 2 = 0 ---------------------------------------------------------------------

typedef struct {
  double x[2][3], y[2][3];  // vectors of A and B, ground axes
} triads;

static inline triads triads_of(const jni_primitive *p, const jni_body3 *A, const jni_body3 *B) {
  triads t;
  jnk_mat_vec(A->R, p->side[0].a, t.x[0]);
  jnk_mat_vec(A->R, p->y[0], t.y[0]);
  jnk_mat_vec(B->R, p->side[1].a, t.x[1]);
  jnk_mat_vec(B->R, p->y[1], t.y[1]);
  return t;
}

static void twist_position(const jni_primitive *p, int n, const jni_primitive_input *in, double *phi, double *nu,
                           double *G) {
  static const double none[3] = {0, 0, 0};
  (void)nu;
  for (; n > 0; n--) {
    const jni_body3 *A = &in->body3[p->side[0].body], *B = &in->body3[p->side[1].body];
    triads t = triads_of(p, A, B);
    double first[3], second[3], turn[3], k = 0.5 * p->scale;
    jnk_cross(t.x[0], t.y[1], first);
    jnk_cross(t.y[0], t.x[1], second);
    jnk_sub(first, second, turn);
    phi[p->row] = k * (jnk_dot(t.x[0], t.y[1]) - jnk_dot(t.y[0], t.x[1]));
    put(G, &p->side[0], 0, A, k, none, turn);
    put(G, &p->side[1], 0, B, -k, none, turn);
    p++;
  }
}

static void twist_velocity(const jni_primitive *p, int n, const jni_primitive_input *in, double *gamma) {
  for (; n > 0; n--) {
    const jni_body3 *A = &in->body3[p->side[0].body], *B = &in->body3[p->side[1].body];
    triads t = triads_of(p, A, B);
    gamma[p->row] = -0.5 * p->scale * (product_bias(A, B, t.x[0], t.y[1]) - product_bias(A, B, t.y[0], t.x[1]));
    p++;
  }
}

// ---- in-plane: a . d = 0 ---------------------------------------------------------------------------

static void in_plane_position(const jni_primitive *p, int n, const jni_primitive_input *in, double *phi, double *nu,
                              double *G) {
  (void)nu;
  for (; n > 0; n--) {
    pair x = pair_of(p, in->body3);
    double a[3], D[3], rA[3], rB[3];
    jnk_mat_vec(x.A->R, p->side[0].a, a);
    jnk_add(x.d, x.PA, D);
    jnk_cross(D, a, rA);  // with the factor -scale below: a x D
    jnk_cross(x.PB, a, rB);
    phi[p->row] = p->scale * jnk_dot(a, x.d);
    put(G, &p->side[0], 0, x.A, -p->scale, a, rA);
    put(G, &p->side[1], 0, x.B, p->scale, a, rB);
    p++;
  }
}

static void in_plane_velocity(const jni_primitive *p, int n, const jni_primitive_input *in, double *gamma) {
  for (; n > 0; n--) {
    pair x = pair_of(p, in->body3);
    double a[3], adot[3], addot[3], ddot[3], bias[3];
    jnk_mat_vec(x.A->R, p->side[0].a, a);
    jnk_cross(x.A->wg, a, adot);
    jnk_cross(x.A->wg, adot, addot);
    pair_rates(&x, ddot, bias);
    gamma[p->row] = -p->scale * (jnk_dot(a, bias) + 2 * jnk_dot(adot, ddot) + jnk_dot(addot, x.d));
    p++;
  }
}

// ---- distance --------------------------------------------------------------------------------------

static void distance_position(const jni_primitive *p, int n, const jni_primitive_input *in, double *phi, double *nu,
                              double *G) {
  (void)nu;
  for (; n > 0; n--) {
    pair x = pair_of(p, in->body3);
    double L = p->constant[0], k = p->scale / L, rA[3], rB[3];
    jnk_cross(x.PA, x.d, rA);
    jnk_cross(x.PB, x.d, rB);
    phi[p->row] = 0.5 * k * (jnk_dot(x.d, x.d) - L * L);
    put(G, &p->side[0], 0, x.A, -k, x.d, rA);
    put(G, &p->side[1], 0, x.B, k, x.d, rB);
    p++;
  }
}

static void distance_velocity(const jni_primitive *p, int n, const jni_primitive_input *in, double *gamma) {
  for (; n > 0; n--) {
    pair x = pair_of(p, in->body3);
    double ddot[3], bias[3];
    pair_rates(&x, ddot, bias);
    gamma[p->row] = -p->scale / p->constant[0] * (jnk_dot(ddot, ddot) + jnk_dot(x.d, bias));
    p++;
  }
}

// ---- sum of points ------------------------------------------------------------------------------------

static void sum_blocks_zero(const jni_primitive *p, const jni_primitive_term *terms, double *G) {
  for (int i = 0; i < p->nterms; i++)
    for (int j = 0; j < 3 * terms[i].side.width; j++) G[terms[i].side.value + j] = 0;
}

static void sum_position(const jni_primitive *p, int n, const jni_primitive_input *in, double *phi, double *nu,
                         double *G) {
  (void)nu;
  for (; n > 0; n--) {
    const jni_primitive_term *terms = in->terms + p->term_at;
    double sum[3] = {-p->constant[0], -p->constant[1], -p->constant[2]}, block[18], P[3];
    sum_blocks_zero(p, terms, G);  // bodies may occur more than once: blocks are accumulated
    for (int i = 0; i < p->nterms; i++) {
      const jni_body3 *b = &in->body3[terms[i].side.body];
      jni_side local = terms[i].side;
      local.value = 0;
      jnk_mat_vec(b->R, local.p, P);
      for (int j = 0; j < 3; j++) sum[j] += terms[i].factor * (b->r[j] + P[j]);
      put_point(block, &local, b, p->scale * terms[i].factor);
      for (int j = 0; j < 3 * local.width; j++) G[terms[i].side.value + j] += block[j];
    }
    for (int j = 0; j < 3; j++) phi[p->row + j] = p->scale * sum[j];
    p++;
  }
}

static void sum_velocity(const jni_primitive *p, int n, const jni_primitive_input *in, double *gamma) {
  for (; n > 0; n--) {
    double sum[3] = {0, 0, 0}, P[3], c[3];
    for (int i = 0; i < p->nterms; i++) {
      const jni_primitive_term *term = &in->terms[p->term_at + i];
      const jni_body3 *b = &in->body3[term->side.body];
      jnk_mat_vec(b->R, term->side.p, P);
      centripetal(b->wg, P, c);
      for (int j = 0; j < 3; j++) sum[j] += term->factor * c[j];
    }
    for (int j = 0; j < 3; j++) gamma[p->row + j] = -p->scale * sum[j];
    p++;
  }
}

const jni_primitive_ops jni_primitive_space[JNI_PRIMITIVE_COUNT] = {
    [JNI_COINCIDE] = {coincide_position, coincide_velocity},
    [JNI_PERPENDICULAR] = {perpendicular_position, perpendicular_velocity},
    [JNI_TWIST] = {twist_position, twist_velocity},
    [JNI_IN_PLANE] = {in_plane_position, in_plane_velocity},
    [JNI_DISTANCE] = {distance_position, distance_velocity},
    [JNI_SUM] = {sum_position, sum_velocity},
    [JNI_TOUCHING] = {jni_contact_position_space, jni_contact_velocity_space},
    [JNI_COORDINATES] = {jni_coordinates_position, jni_coordinates_velocity},
    [JNI_COORDINATE_RATES] = {jni_coordinate_rates_position, jni_coordinate_rates_velocity},
    [JNI_ROLLING] = {jni_contact_position_space, jni_contact_velocity_space},
    [JNI_LATERAL] = {jni_contact_position_space, jni_contact_velocity_space},
};
