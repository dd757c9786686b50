// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// joint_space_links.c - joint coordinates in space: pose of a link by its kind, its motion subspace S with one column
// for each speed, and the rate of S.
//
// All quantities are in ground axes at the link's centre of mass. d = R_p at + slide + R arm; its part a is fixed in
// the link. A rotation about an axis n has S = (n x a, n), a translation along n has S = (n, 0). Axes that are fixed in
// the link rotate with it, S' = (w x S, w x S); the first axis of a universal joint and sliding directions along axes
// of the parent rotate with the parent. A constant-velocity link rotates by Rx(q1) Ry(2 q2) Rx(q1) about
//   n1 = x_P + x_C     x of the joint frames on the parent and on the link: n1' = w_p x x_P + w x x_C
//   n2 = 2 y           y of the parent's frame after the first rotation:    n2' = (w_p + v1 x_P) x n2
// These are perpendicular to each other, and |n1| = 2 cos q2.
#include <math.h>
#include <string.h>

#include "kernel/vec3.h"
#include "system/tree/joint_links.h"
#include "system/tree/joint_sweep.h"

typedef struct {
  const jni_space_link *l;
  const jni_body3 *parent;
  const double *q;
  jni_body3 *body;
  jni_space_state *state;
} place;

// ---- parts -----------------------------------------------------------------------------------------------------

JNI_INLINE void turn_column(const double n[3], double sign, const double a[3], double S[6]) {
  jnk_scale(sign, n, S + 3);
  jnk_cross(S + 3, a, S);
}

JNI_INLINE void slide_column(const double n[3], double sign, double S[6]) {
  jnk_scale(sign, n, S);
  jnk_zero(S + 3);
}

// Sets the vectors d and a of a link from its arms, without sliding. The rotation of its body must be set.
JNI_INLINE void place_arms(const place *x) {
  double at[3];
  jnk_mat_vec(x->parent->R, x->l->at, at);
  jnk_mat_vec(x->body->R, x->l->arm, x->state->a);
  jnk_add(at, x->state->a, x->state->d);
}

JNI_INLINE void place_body(const place *x) { jnk_add(x->parent->r, x->state->d, x->body->r); }

JNI_INLINE void turn_about_z(const place *x, double angle) {
  const double(*K)[9] = x->l->K;
  double E[9], c, s;
  jnk_sincos(angle, &s, &c);
  for (int k = 0; k < 9; k++) E[k] = K[0][k] + c * K[1][k] + s * K[2][k];
  jnk_mat_mul(x->parent->R, E, x->body->R);
}

JNI_INLINE void axis_of(const place *x, double n[3]) { jnk_mat_vec(x->body->R, x->l->axis, n); }

// Writes to n, ground axes, axis k of the joint frame T on a body with rotation R.
static void axis_in(const double R[9], const double T[9], int k, double n[3]) {
  const double own[3] = {T[k], T[3 + k], T[6 + k]};
  jnk_mat_vec(R, own, n);
}

// ---- kinds -----------------------------------------------------------------------------------------------------

JNI_INLINE void place_revolute(const place *x) {
  double n[3];
  turn_about_z(x, x->l->sign * x->q[0]);
  place_arms(x);
  place_body(x);
  axis_of(x, n);
  turn_column(n, x->l->sign, x->state->a, x->state->S[0]);
}

static void place_prismatic(const place *x) {
  double n[3];
  turn_about_z(x, 0);
  place_arms(x);
  axis_of(x, n);
  slide_column(n, x->l->slide_sign, x->state->S[0]);
  jnk_add_scaled(x->state->d, x->q[0], x->state->S[0], x->state->d);
  place_body(x);
}

static void place_fixed(const place *x) {
  turn_about_z(x, 0);
  place_arms(x);
  place_body(x);
}

static void place_screw(const place *x) {
  double n[3];
  place_revolute(x);
  axis_of(x, n);
  jnk_add_scaled(x->state->d, x->l->sign * x->l->pitch * x->q[0], n, x->state->d);
  jnk_add_scaled(x->state->S[0], x->l->sign * x->l->pitch, n, x->state->S[0]);
  place_body(x);
}

static void place_cylindrical(const place *x) {
  double n[3];
  place_revolute(x);
  axis_of(x, n);
  slide_column(n, x->l->slide_sign, x->state->S[1]);
  jnk_add_scaled(x->state->d, x->q[1], x->state->S[1], x->state->d);
  place_body(x);
}

// Displaces a link by the length s along column j of S: changes d and, if the link carries the direction, a as well,
// since the displacement is then part of the arm.
static void slide_by(const place *x, int j, double s) {
  const double *n = x->state->S[j];
  jnk_add_scaled(x->state->d, s, n, x->state->d);
  if (x->l->carried) jnk_add_scaled(x->state->a, s, n, x->state->a);
}

static void place_planar(const place *x) {
  const double *R = x->l->carried ? x->body->R : x->parent->R, *T = x->l->carried ? x->l->RC : x->l->RP;
  double n[3];
  turn_about_z(x, x->l->sign * x->q[2]);
  place_arms(x);
  for (int k = 0; k < 2; k++) {
    axis_in(R, T, k, n);
    slide_column(n, x->l->slide_sign, x->state->S[k]);
    slide_by(x, k, x->q[k]);
  }
  axis_of(x, n);
  turn_column(n, x->l->sign, x->state->a, x->state->S[2]);
  place_body(x);
}

// Writes to B the product A Rz(angle).
JNI_INLINE void rotate_columns(const double A[9], double angle, double B[9]) {
  double c, s;
  jnk_sincos(angle, &s, &c);
  for (int i = 0; i < 9; i += 3) {
    B[i] = A[i] * c + A[i + 1] * s;
    B[i + 1] = A[i] * -s + A[i + 1] * c;
    B[i + 2] = A[i + 2];
  }
}

// Sets the rotation of the child of a universal joint, R = R_p RP Rz(q1) Q Rz(q2) RC'. Q maps x, y, z of the child's
// frame to y, z, x of the parent's.
static void rotate_universal(const place *x, const double *q) {
  double A[9], B[9];
  jnk_mat_mul(x->parent->R, x->l->RP, A);
  rotate_columns(A, q[0], B);
  for (int i = 0; i < 9; i += 3) {
    A[i] = B[i + 1];
    A[i + 1] = B[i + 2];
    A[i + 2] = B[i];
  }
  rotate_columns(A, q[1], B);
  jnk_mat_mul_t(B, x->l->RC, x->body->R);
}

static void universal_columns(const place *x, int j) {
  double n[3];
  axis_in(x->parent->R, x->l->RP, 2, n);
  turn_column(n, 1, x->state->a, x->state->S[j]);
  axis_of(x, n);
  turn_column(n, 1, x->state->a, x->state->S[j + 1]);
}

static void place_universal(const place *x) {
  rotate_universal(x, x->q);
  place_arms(x);
  place_body(x);
  universal_columns(x, 0);
}

static void place_plunge(const place *x) {
  double n[3];
  place_arms(x);
  jnk_mat_vec(x->l->carried ? x->body->R : x->parent->R, x->l->slide, n);
  slide_column(n, x->l->sign, x->state->S[0]);
  slide_by(x, 0, x->q[0]);
}

static void place_universal_plunge(const place *x) {
  rotate_universal(x, x->q + 1);
  place_plunge(x);
  universal_columns(x, 1);
  place_body(x);
}

// Directions of the two rotation axes of a constant-velocity joint, ground axes.
typedef struct {
  double first[3], second[3];  // n1; n2 / 2
} bend;

// Sets the rotation of the child of a constant-velocity joint, R = R_p RP Rx(q1) Ry(2 q2) Rx(q1) RC', and the x axes of
// both joint frames in state->bend, and writes the joint's two rotation axes to *n.
static void rotate_constant_velocity(const place *x, const double *q, bend *n) {
  double p[4], own[9], A[9], B[9], c, s, cb, sb;
  jnk_sincos(q[0], &s, &c);
  jnk_sincos(q[1], &sb, &cb);
  p[0] = cb * c;
  p[1] = cb * s;
  p[2] = sb;
  p[3] = 0;
  jnk_quat_to_matrix(p, own);
  jnk_mat_mul(x->parent->R, x->l->RP, A);
  jnk_mat_mul(A, own, B);
  jnk_mat_mul_t(B, x->l->RC, x->body->R);
  for (int k = 0; k < 3; k++) {
    x->state->bend[0][k] = A[3 * k];
    x->state->bend[1][k] = B[3 * k];
    n->first[k] = A[3 * k] + B[3 * k];
    n->second[k] = c * A[3 * k + 1] + s * A[3 * k + 2];
  }
}

static void constant_velocity_columns(const place *x, int j, const bend *n) {
  turn_column(n->first, 1, x->state->a, x->state->S[j]);
  turn_column(n->second, 2, x->state->a, x->state->S[j + 1]);
}

static void place_constant_velocity(const place *x) {
  bend n;
  rotate_constant_velocity(x, x->q, &n);
  place_arms(x);
  place_body(x);
  constant_velocity_columns(x, 0, &n);
}

static void place_constant_velocity_plunge(const place *x) {
  bend n;
  rotate_constant_velocity(x, x->q + 1, &n);
  place_plunge(x);
  constant_velocity_columns(x, 1, &n);
  place_body(x);
}

static void body_axis(const double R[9], int k, double n[3]) { jnk_set(R[k], R[3 + k], R[6 + k], n); }

static void place_spherical(const place *x) {
  double own[9], n[3];
  jnk_quat_to_matrix(x->q, own);
  jnk_mat_mul(x->parent->R, own, x->body->R);
  place_arms(x);
  place_body(x);
  for (int k = 0; k < 3; k++) {
    body_axis(x->body->R, k, n);
    turn_column(n, 1, x->state->a, x->state->S[k]);
  }
}

static void place_free(const place *x) {
  double n[3];
  jnk_quat_to_matrix(x->q + 3, x->body->R);
  jnk_copy(x->q, x->state->d);
  jnk_zero(x->state->a);
  place_body(x);
  for (int k = 0; k < 3; k++) {
    body_axis(x->body->R, k, n);
    slide_column(n, 1, x->state->S[k]);
    turn_column(n, 1, x->state->a, x->state->S[3 + k]);
  }
}

static void place_particle(const place *x) {
  jnk_copy(x->q, x->state->d);
  jnk_zero(x->state->a);
  place_body(x);
  for (int k = 0; k < 3; k++) {
    const double n[3] = {k == 0, k == 1, k == 2};
    slide_column(n, 1, x->state->S[k]);
  }
}

static void place_other(const place *x) {
  switch (x->l->kind) {
    case JNI_LINK_FIXED: place_fixed(x); break;
    case JNI_LINK_SCREW: place_screw(x); break;
    case JNI_LINK_CYLINDRICAL: place_cylindrical(x); break;
    case JNI_LINK_UNIVERSAL: place_universal(x); break;
    case JNI_LINK_UNIVERSAL_PLUNGE: place_universal_plunge(x); break;
    case JNI_LINK_CONSTANT_VELOCITY: place_constant_velocity(x); break;
    case JNI_LINK_CONSTANT_VELOCITY_PLUNGE: place_constant_velocity_plunge(x); break;
    case JNI_LINK_PLANAR: place_planar(x); break;
    case JNI_LINK_SPHERICAL: place_spherical(x); break;
    case JNI_LINK_FREE: place_free(x); break;
    default: place_particle(x);
  }
}

void jni_space_position(const jn_system *system, jn_work *work) {
  const jni_space_link *link = jni_space_links(system);
  jni_space_state *state = jni_space_states(work);
  for (int i = 1; i < system->tree->nlinks; i++) {
    const place x = {&link[i], &work->body3[link[i].parent_body], work->q + link[i].q_at, &work->body3[link[i].body],
                     &state[i]};
    if (link[i].kind == JNI_LINK_REVOLUTE) place_revolute(&x);
    else if (link[i].kind == JNI_LINK_PRISMATIC) place_prismatic(&x);
    else place_other(&x);
  }
}

// ---- rate of S -----------------------------------------------------------------------------------------------------

// Writes to adot the rate of the arm a for the velocities `along`. If the link carries the sliding direction, the other
// part of d is fixed in the parent, so that adot follows from the relative velocity.
void jni_space_arm_rate(const jni_space_link *l, const jni_space_state *state, const jni_pass *along, double adot[3]) {
  if (l->carried) {
    double with_parent[3], turned[3];
    jnk_sub(state->d, state->a, with_parent);
    jnk_cross(along->parent_w, with_parent, turned);
    jnk_sub(along->v, along->parent_v, adot);
    jnk_sub(adot, turned, adot);
  } else {
    jnk_cross(along->w, state->a, adot);
  }
}

jni_column_kind jni_space_column_kind(const jni_space_link *l, int j) {
  bool cross = jni_link_is_cross(l->kind), bends = jni_link_bends(l->kind);
  int first_turn = l->kind == JNI_LINK_PLANAR ? 2 : jni_link_plunges(l->kind) ? 1 : 0;
  if (!cross && !bends && l->kind != JNI_LINK_PLANAR) return JNI_COLUMN_WITH_LINK;
  if (j < first_turn) return JNI_COLUMN_SLIDES;
  if (bends) return j == first_turn ? JNI_COLUMN_BENDS_FIRST : JNI_COLUMN_BENDS_SECOND;
  return cross && j == first_turn ? JNI_COLUMN_TURNS_PARENT : JNI_COLUMN_TURNS;
}

double jni_space_bend_share(const jni_space_link *l, const jni_space_state *state, const jni_pass *along) {
  const double *n = state->S[jni_link_plunges(l->kind)] + 3;
  double own[3];
  jnk_sub(along->w, along->parent_w, own);
  return jnk_dot(n, own) / jnk_dot(n, n);
}

// Writes to ndot the rate of the rotation axis of column j of S, for the velocities `along`.
static void axis_rate(const jni_space_link *l, const jni_space_state *state, const jni_pass *along, int j,
                      double ndot[3]) {
  jni_column_kind kind = jni_space_column_kind(l, j);
  const double *n = state->S[j] + 3;
  double w[3];
  if (kind == JNI_COLUMN_BENDS_FIRST) {
    jnk_cross(along->parent_w, state->bend[0], ndot);
    jni_add_cross(along->w, state->bend[1], ndot);
  } else if (kind == JNI_COLUMN_BENDS_SECOND) {
    jnk_add_scaled(along->parent_w, jni_space_bend_share(l, state, along), state->bend[0], w);
    jnk_cross(w, n, ndot);
  } else {
    jnk_cross(kind == JNI_COLUMN_TURNS_PARENT ? along->parent_w : along->w, n, ndot);
  }
}

void jni_space_column_rate(const jni_space_link *l, const jni_space_state *state, const jni_pass *along, int j,
                           double Sdot[6]) {
  const double *w = along->w, *S = state->S[j];
  jni_column_kind kind = jni_space_column_kind(l, j);
  if (kind == JNI_COLUMN_WITH_LINK) {
    jnk_cross(w, S, Sdot);
    jnk_cross(w, S + 3, Sdot + 3);
  } else if (kind == JNI_COLUMN_SLIDES) {
    jnk_cross(l->carried ? w : along->parent_w, S, Sdot);
    jnk_zero(Sdot + 3);
  } else {
    double turned[3], adot[3];
    jni_space_arm_rate(l, state, along, adot);
    axis_rate(l, state, along, j, Sdot + 3);
    jnk_cross(Sdot + 3, state->a, turned);
    jnk_cross(S + 3, adot, Sdot);
    jnk_add(Sdot, turned, Sdot);
  }
}
