// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// cartesian_space.c - cartesian coordinates in space: position of the centre of mass and a unit quaternion; velocity in
// ground axes and angular velocity in body axes; a particle its position.
//
//   quaternion rate  qdot = 1/2 q * (0, w)
//   finite step      q (+) d = q * exp(d), d a rotation vector in body axes
//   tangent          q (+) (d + e) = (q (+) d) (+) Jr(d) e + O(e^2), Jr the right Jacobian of SO(3)
//   inertia terms    J wdot = torque - w x J w
#include <string.h>

#include "kernel/vec3.h"
#include "system/work.h"

bool jni_cartesian_space_mass(const jni_body *body, double *M) {
  const double *J = body->inertia, matrix[9] = {J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2]};
  int n = body->particle ? 3 : 6;
  for (int i = 0; i < 3; i++) M[i * n + i] = body->mass;
  for (int i = 0; i < 9 && n == 6; i++) M[(3 + i / 3) * 6 + 3 + i % 3] = matrix[i];
  return true;
}

static void position(const jn_system *system, jn_work *work) {
  for (int b = 1; b < system->nbodies; b++) {
    const double *q = work->q + system->q_at[b];
    jnk_copy(q, work->body3[b].r);
    if (system->width[b] == 6) jnk_quat_to_matrix(q + 3, work->body3[b].R);
  }
}

static void velocity(const jn_system *system, jn_work *work) {
  for (int b = 1; b < system->nbodies; b++) {
    const double *v = work->v + system->v_at[b];
    jni_body3 *body = &work->body3[b];
    jnk_copy(v, body->v);
    if (system->width[b] < 6) continue;
    jnk_copy(v + 3, body->w);
    jnk_mat_vec(body->R, body->w, body->wg);
  }
}

static void inertia_times(const double *block, const double w[3], double out[3]) {
  for (int i = 0; i < 3; i++) {
    const double *row = block + (3 + i) * 6 + 3;
    out[i] = row[0] * w[0] + row[1] * w[1] + row[2] * w[2];
  }
}

void jni_cartesian_space_inertia_force(const jn_system *system, const jn_work *work, double *f) {
  for (int b = 1; b < system->nbodies; b++) {
    if (system->width[b] < 6) continue;
    const double *w = work->body3[b].w;
    double *torque = f + system->v_at[b] + 3, Jw[3], gyro[3];
    inertia_times(system->mass + system->rows.mass_at[b - 1], w, Jw);
    jnk_cross(w, Jw, gyro);
    jnk_sub(torque, gyro, torque);
  }
}

static void quaternion_rate(const double q[4], const double w[3], double out[4]) {
  const double pure[4] = {0, 0.5 * w[0], 0.5 * w[1], 0.5 * w[2]};
  jnk_quat_mul(q, pure, out);
}

static void qdot(const jn_system *system, const double *q, const double *v, double *out) {
  for (int b = 1; b < system->nbodies; b++) {
    int i = system->q_at[b], j = system->v_at[b];
    jnk_copy(v + j, out + i);
    if (system->width[b] == 6) quaternion_rate(q + i + 3, v + j + 3, out + i + 3);
  }
}

static void step(const jn_system *system, const double *q, const double *d, double *out) {
  for (int b = 1; b < system->nbodies; b++) {
    int i = system->q_at[b], j = system->v_at[b];
    jnk_add(q + i, d + j, out + i);
    if (system->width[b] < 6) continue;
    double turn[4], turned[4];
    jnk_quat_from_rotation_vector(d + j + 3, turn);
    jnk_quat_mul(q + i + 3, turn, turned);
    jnk_quat_normalize(turned);
    memcpy(out + i + 3, turned, sizeof turned);
  }
}

static void difference(const jn_system *system, const double *q0, const double *q1, double *d) {
  for (int b = 1; b < system->nbodies; b++) {
    int i = system->q_at[b], j = system->v_at[b];
    jnk_sub(q1 + i, q0 + i, d + j);
    if (system->width[b] < 6) continue;
    double back[4], turn[4];
    jnk_quat_conjugate(q0 + i + 3, back);
    jnk_quat_mul(back, q1 + i + 3, turn);
    jnk_quat_normalize(turn);
    jnk_quat_to_rotation_vector(turn, d + j + 3);
  }
}

static void tangent(const jn_system *system, const double *d, double *T) {
  int n = system->sizes.nv;
  memset(T, 0, (size_t)n * (size_t)n * sizeof *T);
  for (int i = 0; i < n; i++) T[(size_t)i * (size_t)n + i] = 1;
  for (int b = 1; b < system->nbodies; b++) {
    if (system->width[b] < 6) continue;
    int j = system->v_at[b] + 3;
    double J[9];
    jnk_so3_right_jacobian(d + j, J);
    for (int r = 0; r < 3; r++) memcpy(T + (size_t)(j + r) * (size_t)n + j, J + 3 * r, 3 * sizeof *T);
  }
}

static void normalize(const jn_system *system, double *q) {
  for (int b = 1; b < system->nbodies; b++)
    if (system->width[b] == 6) jnk_quat_normalize(q + system->q_at[b] + 3);
}

const jni_coordinates_kind jni_cartesian_space = {"cartesian",
                                                  true,
                                                  false,
                                                  7,
                                                  6,
                                                  jni_cartesian_space_mass,
                                                  jni_primitive_space,
                                                  NULL,
                                                  position,
                                                  velocity,
                                                  jni_cartesian_space_inertia_force,
                                                  qdot,
                                                  step,
                                                  difference,
                                                  tangent,
                                                  normalize};
