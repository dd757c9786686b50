// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// contact_equations.c - see contact_equations.h. Rows, G, gamma and the rate of G all come from one function, parts_of:
// along a motion
//   d/dt (t, R' r) = (tdot, R' (rdot - w x r)),   gamma = -Gdot v = -(tdot . (vB - vA) + rBdot . wB - rAdot . wA).
#include "joint/equations/contact_equations.h"

#include <math.h>

#include "joint/equations/natural_equations.h"
#include "joint/equations/vector_rate.h"

enum { MOST_ROWS = 2 };

// A disc flatter than this has no direction in which it stands.
static const double flat = 1e-6;

typedef struct {
  double phi;
  int rows;
  jni_moving t[MOST_ROWS], rA[MOST_ROWS], rB[MOST_ROWS];
} parts;

// ---- the point of contact ---------------------------------------------------------------------------------------

// How a disc stands on the plane: its sine s, the direction e from the centre to the lowest point, and the heading.
typedef struct {
  double s;
  jni_moving e, heading;
} stance;

static stance stance_of(const jni_moving *n, const jni_moving *a) {
  stance x = {.heading = jni_moving_cross(a, n)};
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

// A disc without radius is a ball: it touches below its centre however its axis stands, and has no heading.
static stance stance_of_ball(const jni_primitive *p, const jni_body3 *A) {
  return (stance){.s = 1, .heading = jni_moving_fixed(A, p->tangent)};
}

bool jni_contact_is_ball(const jni_primitive *p) { return p->constant[0] == 0; }

static jni_moving from_first(const jni_moving *K, const jni_body3 *A, const jni_body3 *B) {
  jni_moving m;
  for (int i = 0; i < 3; i++) m.x[i] = K->x[i] + B->r[i] - A->r[i], m.dot[i] = K->dot[i] + B->v[i] - A->v[i];
  return m;
}

// K from the centre of mass of B. phi of touching.
static jni_moving contact_point(const jni_primitive *p, const jni_body3 *A, const jni_body3 *B, const jni_moving *n,
                                const stance *stands, double *phi) {
  jni_moving PB = jni_moving_fixed(B, p->side[1].p), K = jni_moving_add_scaled(&PB, p->constant[0], &stands->e);
  double R = p->constant[0], crown = p->constant[1], PA[3], height = 0;
  jnk_mat_vec(A->R, p->side[0].p, PA);
  for (int i = 0; i < 3; i++) height += n->x[i] * (B->r[i] + PB.x[i] - A->r[i] - PA[i]);
  *phi = height - R * stands->s - crown;
  return jni_moving_add_scaled(&K, -crown, n);
}

static void set_row(parts *x, int row, const jni_moving *c, const jni_moving *K, const jni_moving *KA) {
  x->t[row] = *c;
  x->rA[row] = jni_moving_cross(KA, c);
  x->rB[row] = jni_moving_cross(K, c);
}

static parts parts_of(const jni_primitive *p, jn_space space, const jni_body3 *A, const jni_body3 *B) {
  parts x = {.rows = jni_primitive_rows(p->kind, space)};
  if (p->kind == JNI_LATERAL) {
    jni_moving K = jni_moving_fixed(B, p->side[1].p), c = jni_moving_fixed(B, p->side[1].a), KA = from_first(&K, A, B);
    set_row(&x, 0, &c, &K, &KA);
    return x;
  }
  jni_moving n = jni_moving_fixed(A, p->side[0].a), a = jni_moving_fixed(B, p->side[1].a);
  stance stands = jni_contact_is_ball(p) ? stance_of_ball(p, A) : stance_of(&n, &a);
  jni_moving K = contact_point(p, A, B, &n, &stands, &x.phi), KA = from_first(&K, A, B),
             sideways = jni_moving_cross(&n, &stands.heading);
  set_row(&x, 0, p->kind == JNI_TOUCHING ? &n : &stands.heading, &K, &KA);
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

// (k t, k R' r) in the columns of one side; a particle has no turning part, the ground no columns.
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

static void put_rate(const jni_side *side, jn_space space, const jni_body3 *b, int row, double k, const jni_moving *t,
                     const jni_moving *r, double *Gdot) {
  double spin[3], turn[3];
  jnk_cross(b->wg, r->x, spin);
  jnk_sub(r->dot, spin, turn);
  put(side, space, b, row, k, t->dot, turn, Gdot);
}

void jni_contact_rate(const jni_primitive *p, jn_space space, const jni_body3 *body, double *Gdot) {
  const jni_body3 *A = &body[p->side[0].body], *B = &body[p->side[1].body];
  parts x = parts_of(p, space, A, B);
  for (int i = 0; i < x.rows; i++) {
    put_rate(&p->side[0], space, A, i, -p->scale, &x.t[i], &x.rA[i], Gdot);
    put_rate(&p->side[1], space, B, i, p->scale, &x.t[i], &x.rB[i], Gdot);
  }
}

static void put_gamma(const jni_primitive *p, const parts *x, const jni_body3 *A, const jni_body3 *B, double *gamma) {
  double apart[3];
  jnk_sub(B->v, A->v, apart);
  for (int i = 0; i < x->rows; i++)
    gamma[p->row + i] =
        -p->scale * (jnk_dot(x->t[i].dot, apart) + jnk_dot(x->rB[i].dot, B->wg) - jnk_dot(x->rA[i].dot, A->wg));
}

// ---- natural coordinates -------------------------------------------------------------------------------------------

// Block (t, 1/2 r x R_k) times k, or its rate.
static void put_natural(const jni_side *side, const jni_body3 *b, int row, double k, const jni_moving *t,
                        const jni_moving *r, bool rate, double *values) {
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
  parts x = parts_of(p, space, A, B);
  for (int i = 0; i < x.rows; i++) {
    put_natural(&p->side[0], A, i, -p->scale, &x.t[i], &x.rA[i], rate, values);
    put_natural(&p->side[1], B, i, p->scale, &x.t[i], &x.rB[i], rate, values);
  }
}

void jni_contact_natural_gamma(const jni_primitive *p, jn_space space, const jni_body3 *body, double *gamma) {
  const jni_body3 *A = &body[p->side[0].body], *B = &body[p->side[1].body];
  parts x = parts_of(p, space, A, B);
  put_gamma(p, &x, A, B, gamma);
}

// ---- stages ------------------------------------------------------------------------------------------------------

// A body of the plane as one of space.
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
  for (; n > 0; n--, p++) {
    jni_body3 A = embedded(&in->body2[p->side[0].body]), B = embedded(&in->body2[p->side[1].body]);
    parts x = parts_of(p, JN_PLANE, &A, &B);
    if (p->kind == JNI_TOUCHING) phi[p->row] = p->scale * x.phi;
    put_rows(p, JN_PLANE, &x, &A, &B, G);
  }
}

void jni_contact_position_space(const jni_primitive *p, int n, const jni_primitive_input *in, double *phi, double *nu,
                                double *G) {
  (void)nu;
  for (; n > 0; n--, p++) {
    const jni_body3 *A = &in->body3[p->side[0].body], *B = &in->body3[p->side[1].body];
    parts x = parts_of(p, JN_SPACE, A, B);
    if (p->kind == JNI_TOUCHING) phi[p->row] = p->scale * x.phi;
    put_rows(p, JN_SPACE, &x, A, B, G);
  }
}

void jni_contact_velocity_plane(const jni_primitive *p, int n, const jni_primitive_input *in, double *gamma) {
  for (; n > 0; n--, p++) {
    jni_body3 A = embedded(&in->body2[p->side[0].body]), B = embedded(&in->body2[p->side[1].body]);
    parts x = parts_of(p, JN_PLANE, &A, &B);
    put_gamma(p, &x, &A, &B, gamma);
  }
}

void jni_contact_velocity_space(const jni_primitive *p, int n, const jni_primitive_input *in, double *gamma) {
  for (; n > 0; n--, p++) {
    const jni_body3 *A = &in->body3[p->side[0].body], *B = &in->body3[p->side[1].body];
    parts x = parts_of(p, JN_SPACE, A, B);
    put_gamma(p, &x, A, B, gamma);
  }
}
