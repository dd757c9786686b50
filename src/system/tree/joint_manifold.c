// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// joint_manifold.c - tangent increments of joint coordinates. Increments of angles and displacements are added; those
// of a quaternion p are in body axes and multiply from the right, and those of the position of a free link are in body
// axes:
//   step        r (+) d = r + R d_v,  p (+) d = p * exp(d_w)
//   tangent     q (+) (d + e) = (q (+) d) (+) T e + O(e^2),  T = exp(d_w)' for the velocity, Jr(d_w) for the rotation
#include <math.h>
#include <string.h>

#include "kernel/vec3.h"
#include "system/tree/joint_links.h"

// Returns whether increments of a link are applied as rotations (spherical, free), not added to its coordinates.
static bool is_curved(const jni_link *l) { return l->kind == JNI_LINK_SPHERICAL || l->kind == JNI_LINK_FREE; }

static bool in_plane(const jn_system *system) { return system->model->space == JN_PLANE; }

static void rotate(double angle, const double a[2], double out[2]) {
  double c, s, x = a[0], y = a[1];
  jnk_sincos(angle, &s, &c);
  out[0] = c * x - s * y;
  out[1] = s * x + c * y;
}

// Returns the index of the first rotational coordinate, and of the first rotational speed, among those of a spherical
// or free link in space.
static int rotation_at(const jni_link *l) { return l->kind == JNI_LINK_FREE ? 3 : 0; }

// ---- rate --------------------------------------------------------------------------------------------------------

static void curved_qdot(const jn_system *system, const jni_link *l, const double *q, const double *v, double *out) {
  if (in_plane(system)) {
    rotate(q[2], v, out);
    out[2] = v[2];
    return;
  }
  int k = rotation_at(l);
  const double pure[4] = {0, 0.5 * v[k], 0.5 * v[k + 1], 0.5 * v[k + 2]};
  if (k > 0) {
    double R[9];
    jnk_quat_to_matrix(q + k, R);
    jnk_mat_vec(R, v, out);
  }
  jnk_quat_mul(q + k, pure, out + k);
}

void jni_joint_qdot(const jn_system *system, const double *q, const double *v, double *out) {
  if (!system->curved) {
    memcpy(out, v, (size_t)system->sizes.nv * sizeof *out);
    return;
  }
  for (int i = 1; i < system->tree->nlinks; i++) {
    const jni_link *l = &system->tree->links[i];
    if (is_curved(l)) curved_qdot(system, l, q + l->q_at, v + l->v_at, out + l->q_at);
    else
      for (int k = 0; k < l->nv; k++) out[l->q_at + k] = v[l->v_at + k];
  }
}

// ---- step and difference --------------------------------------------------------------------------------------------

static void curved_step(const jn_system *system, const jni_link *l, const double *q, const double *d, double *out) {
  double moved[3] = {0, 0, 0};
  if (in_plane(system)) {
    rotate(q[2], d, moved);
    for (int k = 0; k < 2; k++) out[k] = q[k] + moved[k];
    out[2] = q[2] + d[2];
    return;
  }
  int k = rotation_at(l);
  double turn[4], turned[4], R[9];
  if (k > 0) {
    jnk_quat_to_matrix(q + k, R);
    jnk_mat_vec(R, d, moved);
    jnk_add(q, moved, out);
  }
  jnk_quat_from_rotation_vector(d + k, turn);
  jnk_quat_mul(q + k, turn, turned);
  jnk_quat_normalize(turned);
  memcpy(out + k, turned, sizeof turned);
}

void jni_joint_step(const jn_system *system, const double *q, const double *d, double *out) {
  if (!system->curved) {
    for (int i = 0; i < system->sizes.nq; i++) out[i] = q[i] + d[i];
    return;
  }
  for (int i = 1; i < system->tree->nlinks; i++) {
    const jni_link *l = &system->tree->links[i];
    if (is_curved(l)) curved_step(system, l, q + l->q_at, d + l->v_at, out + l->q_at);
    else
      for (int k = 0; k < l->nv; k++) out[l->q_at + k] = q[l->q_at + k] + d[l->v_at + k];
  }
}

static void curved_difference(const jn_system *system, const jni_link *l, const double *q0, const double *q1,
                              double *d) {
  double moved[3];
  if (in_plane(system)) {
    for (int k = 0; k < 2; k++) moved[k] = q1[k] - q0[k];
    rotate(-q0[2], moved, d);
    d[2] = q1[2] - q0[2];
    return;
  }
  int k = rotation_at(l);
  double back[4], turn[4], R[9];
  if (k > 0) {
    jnk_quat_to_matrix(q0 + k, R);
    jnk_sub(q1, q0, moved);
    jnk_mat_t_vec(R, moved, d);
  }
  jnk_quat_conjugate(q0 + k, back);
  jnk_quat_mul(back, q1 + k, turn);
  jnk_quat_normalize(turn);
  jnk_quat_to_rotation_vector(turn, d + k);
}

void jni_joint_difference(const jn_system *system, const double *q0, const double *q1, double *d) {
  if (!system->curved) {
    for (int i = 0; i < system->sizes.nv; i++) d[i] = q1[i] - q0[i];
    return;
  }
  for (int i = 1; i < system->tree->nlinks; i++) {
    const jni_link *l = &system->tree->links[i];
    if (is_curved(l)) curved_difference(system, l, q0 + l->q_at, q1 + l->q_at, d + l->v_at);
    else
      for (int k = 0; k < l->nv; k++) d[l->v_at + k] = q1[l->q_at + k] - q0[l->q_at + k];
  }
}

// ---- tangent ------------------------------------------------------------------------------------------------------

static void put_block(const jn_system *system, const double block[9], int at, double *T) {
  size_t n = (size_t)system->sizes.nv;
  for (int r = 0; r < 3; r++) memcpy(T + (size_t)(at + r) * n + at, block + 3 * r, 3 * sizeof *T);
}

static void curved_tangent(const jn_system *system, const jni_link *l, const double *d, double *T) {
  double R[9], J[9], turn[4];
  if (in_plane(system)) {
    jnk_mat_from_angle(-d[2], R);
    put_block(system, R, l->v_at, T);
    return;
  }
  int k = rotation_at(l);
  jnk_so3_right_jacobian(d + k, J);
  put_block(system, J, l->v_at + k, T);
  if (k == 0) return;
  jnk_quat_from_rotation_vector(d + k, turn);
  jnk_quat_to_matrix(turn, R);
  jnk_mat_transpose(R, R);
  put_block(system, R, l->v_at, T);
}

void jni_joint_tangent(const jn_system *system, const double *d, double *T) {
  jni_flat_tangent(system, d, T);
  for (int i = 1; i < system->tree->nlinks && system->curved; i++) {
    const jni_link *l = &system->tree->links[i];
    if (is_curved(l)) curved_tangent(system, l, d + l->v_at, T);
  }
}

void jni_joint_normalize(const jn_system *system, double *q) {
  for (int i = 0; i < system->nturns; i++) jnk_quat_normalize(q + system->turns[i].q_at);
}
