// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// contact_equations.c - see contact_equations.h. Constraints, G, gamma and the rate of G all come from calc_parts.
// Along a motion
//   d/dt (t, R' r) = (tdot, R' (rdot - w x r)),   gamma = -Gdot v = -(tdot . (vB - vA) + rBdot . wB - rAdot . wA).
#include "joint/equations/contact_equations.h"

#include <math.h>

#include "joint/equations/natural_equations.h"
#include "joint/equations/vector_rate.h"

enum { MOST_ROWS = 2 };

// Smallest sine s of the angle between a disc and the plane for which the disc has a lowest point.
static const double flat = 1e-6;

// The equations of one primitive: translational parts t and rotational parts rA and rB (contact_equations.h), ground
// axes, with their rates; phi of the constraint `touching`, m.
typedef struct {
  double phi;  // touching
  int rows;
  jni_vector_rate t[MOST_ROWS], rA[MOST_ROWS], rB[MOST_ROWS];
} parts;

// ---- contact point ----------------------------------------------------------------------------------------------

// Attitude of a disc on the plane: sine s of the angle between disc and plane; unit vectors e, from its centre to its
// lowest point, and heading, with their rates; all NaN for a flat disc.
typedef struct {
  double s;
  jni_vector_rate e, heading;
} attitude;

static attitude disc_attitude(const jni_vector_rate *n, const jni_vector_rate *a) {
  attitude x = {.heading = jni_vector_rate_cross(a, n)};
  double u = jnk_dot(n->x, a->x), udot = jnk_dot(n->dot, a->x) + jnk_dot(n->x, a->dot);
  double squared = 1 - u * u;
  x.s = squared > flat * flat ? sqrt(squared) : (double)NAN;
  double sdot = -u * udot / x.s;
  for (int i = 0; i < 3; i++) {
    x.e.x[i] = -(n->x[i] - u * a->x[i]) / x.s;
    x.e.dot[i] = -(n->dot[i] - udot * a->x[i] - u * a->dot[i] + sdot * x.e.x[i]) / x.s;
    x.heading.x[i] /= x.s;
    x.heading.dot[i] = (x.heading.dot[i] - sdot * x.heading.x[i]) / x.s;
  }
  return x;
}

// Returns the attitude for a ball, a disc of radius 0. A ball has no heading; the first tangent of the plane takes its
// place.
static attitude ball_attitude(const jni_primitive *p, const jni_body3 *A) {
  return (attitude){.s = 1, .heading = jni_vector_rate_fixed(A, p->tangent)};
}

bool jni_contact_is_ball(const jni_primitive *p) { return p->constant[0] == 0; }

static jni_vector_rate from_first(const jni_vector_rate *K, const jni_body3 *A, const jni_body3 *B) {
  jni_vector_rate m;
  for (int i = 0; i < 3; i++) {
    m.x[i] = K->x[i] + B->r[i] - A->r[i];
    m.dot[i] = K->dot[i] + B->v[i] - A->v[i];
  }
  return m;
}

// Returns the vector from the centre of mass of B to the contact point K, with its rate. Sets *phi to the value of the
// constraint `touching`, m, without p->scale.
static jni_vector_rate contact_point(const jni_primitive *p, const jni_body3 *A, const jni_body3 *B,
                                     const jni_vector_rate *n, const attitude *disc, double *phi) {
  jni_vector_rate PB = jni_vector_rate_fixed(B, p->side[1].p),
                  K = jni_vector_rate_add_scaled(&PB, p->constant[0], &disc->e);
  double R = p->constant[0], crown = p->constant[1], PA[3], height = 0;
  jnk_mat_vec(A->R, p->side[0].p, PA);
  for (int i = 0; i < 3; i++) height += n->x[i] * (B->r[i] + PB.x[i] - A->r[i] - PA[i]);
  *phi = height - R * disc->s - crown;
  return jni_vector_rate_add_scaled(&K, -crown, n);
}

static void set_row(parts *x, int row, const jni_vector_rate *c, const jni_vector_rate *K, const jni_vector_rate *KA) {
  x->t[row] = *c;
  x->rA[row] = jni_vector_rate_cross(KA, c);
  x->rB[row] = jni_vector_rate_cross(K, c);
}

static parts calc_parts(const jni_primitive *p, jn_space space, const jni_body3 *A, const jni_body3 *B) {
  parts x = {.rows = jni_primitive_rows(p->kind, space)};
  if (p->kind == JNI_LATERAL) {
    jni_vector_rate K = jni_vector_rate_fixed(B, p->side[1].p), c = jni_vector_rate_fixed(B, p->side[1].a),
                    KA = from_first(&K, A, B);
    set_row(&x, 0, &c, &K, &KA);
    return x;
  }
  jni_vector_rate n = jni_vector_rate_fixed(A, p->side[0].a), a = jni_vector_rate_fixed(B, p->side[1].a);
  attitude disc = jni_contact_is_ball(p) ? ball_attitude(p, A) : disc_attitude(&n, &a);
  jni_vector_rate K = contact_point(p, A, B, &n, &disc, &x.phi), KA = from_first(&K, A, B),
                  sideways = jni_vector_rate_cross(&n, &disc.heading);
  set_row(&x, 0, p->kind == JNI_TOUCHING ? &n : &disc.heading, &K, &KA);
  if (x.rows > 1) set_row(&x, 1, &sideways, &K, &KA);
  return x;
}

double jni_contact_tilt(const jni_primitive *p, const jni_body3 *body) {
  double n[3], a[3], across[3];
  if (jni_contact_is_ball(p)) return 1;
  jnk_mat_vec(body[p->side[0].body].R, p->side[0].a, n);
  jnk_mat_vec(body[p->side[1].body].R, p->side[1].a, a);
  jnk_cross(n, a, across);
  return jnk_norm(across);
}

// ---- blocks ------------------------------------------------------------------------------------------------------

// Writes k times the block (t, R' r) of one body to row `row` of its values in G; t, r: translational and rotational
// part of the equation, ground axes. The block of a particle has no rotational part, the ground has no block.
static void put(const jni_side *side, jn_space space, const jni_body3 *b, int row, double k, const double t[3],
                const double r[3], double *values) {
  int moves = space == JN_PLANE ? 2 : 3;
  double *g = values + side->value + row * side->width, own[3];
  if (side->width == 0) return;
  for (int i = 0; i < moves; i++) g[i] = k * t[i];
  if (side->width == moves) return;
  jnk_mat_t_vec(b->R, r, own);
  if (space == JN_PLANE) g[2] = k * own[2];
  else jnk_scale(k, own, g + 3);
}

static void put_rows(const jni_primitive *p, jn_space space, const parts *x, const jni_body3 *A, const jni_body3 *B,
                     double *G) {
  for (int i = 0; i < x->rows; i++) {
    put(&p->side[0], space, A, i, -p->scale, x->t[i].x, x->rA[i].x, G);
    put(&p->side[1], space, B, i, p->scale, x->t[i].x, x->rB[i].x, G);
  }
}

static void put_rate(const jni_side *side, jn_space space, const jni_body3 *b, int row, double k,
                     const jni_vector_rate *t, const jni_vector_rate *r, double *Gdot) {
  double spin[3], turn[3];
  jnk_cross(b->wg, r->x, spin);
  jnk_sub(r->dot, spin, turn);
  put(side, space, b, row, k, t->dot, turn, Gdot);
}

void jni_contact_rate(const jni_primitive *p, jn_space space, const jni_body3 *body, double *Gdot) {
  const jni_body3 *A = &body[p->side[0].body], *B = &body[p->side[1].body];
  parts x = calc_parts(p, space, A, B);
  for (int i = 0; i < x.rows; i++) {
    put_rate(&p->side[0], space, A, i, -p->scale, &x.t[i], &x.rA[i], Gdot);
    put_rate(&p->side[1], space, B, i, p->scale, &x.t[i], &x.rB[i], Gdot);
  }
}

static void put_gamma(const jni_primitive *p, const parts *x, const jni_body3 *A, const jni_body3 *B, double *gamma) {
  double difference[3];
  jnk_sub(B->v, A->v, difference);
  for (int i = 0; i < x->rows; i++)
    gamma[p->row + i] =
        -p->scale * (jnk_dot(x->t[i].dot, difference) + jnk_dot(x->rB[i].dot, B->wg) - jnk_dot(x->rA[i].dot, A->wg));
}

// ---- natural coordinates -------------------------------------------------------------------------------------------

// Writes k times the block of one body in natural coordinates, (t, 1/2 r x R_k), or the rate of this block, to row
// `row` of its values in G.
static void put_natural(const jni_side *side, const jni_body3 *b, int row, double k, const jni_vector_rate *t,
                        const jni_vector_rate *r, bool rate, double *values) {
  static const double centre[3] = {0, 0, 0};
  double *g = values + side->value + row * side->width, scaled[3];
  if (side->width == 0) return;
  for (int i = 0; i < side->width; i++) g[i] = 0;
  jnk_scale(k, rate ? t->dot : t->x, scaled);
  jni_natural_add(side->width, 1, centre, scaled, g);
  jnk_scale(k, rate ? r->dot : r->x, scaled);
  jni_natural_add_turn(side->width, b->R, scaled, g);
  jnk_scale(k, r->x, scaled);
  if (rate) jni_natural_add_turn(side->width, b->Rdot, scaled, g);
}

void jni_contact_natural(const jni_primitive *p, jn_space space, const jni_body3 *body, bool rate, double *values) {
  const jni_body3 *A = &body[p->side[0].body], *B = &body[p->side[1].body];
  parts x = calc_parts(p, space, A, B);
  for (int i = 0; i < x.rows; i++) {
    put_natural(&p->side[0], A, i, -p->scale, &x.t[i], &x.rA[i], rate, values);
    put_natural(&p->side[1], B, i, p->scale, &x.t[i], &x.rB[i], rate, values);
  }
}

void jni_contact_natural_gamma(const jni_primitive *p, jn_space space, const jni_body3 *body, double *gamma) {
  const jni_body3 *A = &body[p->side[0].body], *B = &body[p->side[1].body];
  parts x = calc_parts(p, space, A, B);
  put_gamma(p, &x, A, B, gamma);
}

// ---- stages ------------------------------------------------------------------------------------------------------

// Returns pose and velocity of a body of a plane model as those of a body in space.
static jni_body3 embedded(const jni_body2 *b) {
  return (jni_body3){.r = {b->x, b->y, 0},
                     .R = {b->c, -b->s, 0, b->s, b->c, 0, 0, 0, 1},
                     .v = {b->vx, b->vy, 0},
                     .w = {0, 0, b->w},
                     .wg = {0, 0, b->w}};
}

void jni_contact_position_plane(const jni_primitive *p, int n, const jni_primitive_input *in, double *phi, double *nu,
                                double *G) {
  (void)nu;
  for (; n > 0; n--) {
    jni_body3 A = embedded(&in->body2[p->side[0].body]), B = embedded(&in->body2[p->side[1].body]);
    parts x = calc_parts(p, JN_PLANE, &A, &B);
    if (p->kind == JNI_TOUCHING) phi[p->row] = p->scale * x.phi;
    put_rows(p, JN_PLANE, &x, &A, &B, G);
    p++;
  }
}

void jni_contact_position_space(const jni_primitive *p, int n, const jni_primitive_input *in, double *phi, double *nu,
                                double *G) {
  (void)nu;
  for (; n > 0; n--) {
    const jni_body3 *A = &in->body3[p->side[0].body], *B = &in->body3[p->side[1].body];
    parts x = calc_parts(p, JN_SPACE, A, B);
    if (p->kind == JNI_TOUCHING) phi[p->row] = p->scale * x.phi;
    put_rows(p, JN_SPACE, &x, A, B, G);
    p++;
  }
}

void jni_contact_velocity_plane(const jni_primitive *p, int n, const jni_primitive_input *in, double *gamma) {
  for (; n > 0; n--) {
    jni_body3 A = embedded(&in->body2[p->side[0].body]), B = embedded(&in->body2[p->side[1].body]);
    parts x = calc_parts(p, JN_PLANE, &A, &B);
    put_gamma(p, &x, &A, &B, gamma);
    p++;
  }
}

void jni_contact_velocity_space(const jni_primitive *p, int n, const jni_primitive_input *in, double *gamma) {
  for (; n > 0; n--) {
    const jni_body3 *A = &in->body3[p->side[0].body], *B = &in->body3[p->side[1].body];
    parts x = calc_parts(p, JN_SPACE, A, B);
    put_gamma(p, &x, A, B, gamma);
    p++;
  }
}
