// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// natural_coordinates.c - natural coordinates: the centre of mass and the axes of each body
// (joint/equations/natural_equations.h); speeds are their rates. M is constant, there are no gyroscopic terms, a step
// is a sum, and constraint equations keep the axes orthonormal.
//                                                                                                [Garcia de Jalon 1994]
//
//   space  T = 1/2 m |rdot|^2 + 1/2 sum_ij J_ij Rdot_i . Rdot_j,   J = integral of x x' dm = 1/2 tr(I) 1 - I
//   plane  T = 1/2 m |rdot|^2 + 1/2 I_zz |udot|^2
#include <math.h>
#include <string.h>

#include "joint/equations/natural_equations.h"
#include "kernel/vec3.h"
#include "linalg/dense/dense.h"
#include "system/work.h"

// ---- mass -----------------------------------------------------------------------------------------------------------

// Largest violation of the conditions on J, relative to its trace, that is accepted, because models give inertias with
// few digits. A diagonal element of J below it is set to zero with its row and column.
static const double slack = 1e-9;

static bool second_moments(const jni_body *body, double J[9]) {
  const double *I = body->inertia;
  const double half = 0.5 * (I[0] + I[1] + I[2]), tensor[9] = {I[0], I[3], I[4], I[3], I[1], I[5], I[4], I[5], I[2]};
  double w[3];
  for (int i = 0; i < 9; i++) J[i] = (i % 4 == 0 ? half : 0) - tensor[i];
  jni_symmetric3_eigenvalues(J, w);
  for (int i = 0; i < 3; i++)  // a moment of zero along this axis: clears what rounding has left
    if (fabs(J[4 * i]) <= slack * half)
      for (int k = 0; k < 3; k++) J[3 * i + k] = J[3 * k + i] = 0;
  return fmin(w[0], fmin(w[1], w[2])) >= -slack * half;
}

static bool mass_plane(const jni_body *body, double *M) {
  int n = body->particle ? 2 : 4;
  for (int i = 0; i < n; i++) M[i * n + i] = i < 2 ? body->mass : body->inertia[2];
  return true;
}

// Writes the mass matrix of a body in space to M. Returns false if no rigid body has this inertia, so that M is not
// positive semidefinite.
static bool mass_space(const jni_body *body, double *M) {
  int n = body->particle ? 3 : 12;
  double J[9];
  for (int i = 0; i < 3; i++) M[i * n + i] = body->mass;
  if (body->particle) return true;
  bool possible = second_moments(body, J);
  for (int i = 0; i < 9; i++)
    for (int k = 0; k < 3; k++) M[(3 + 3 * (i / 3) + k) * 12 + 3 + 3 * (i % 3) + k] = J[i];
  return possible;
}

// ---- bodies ---------------------------------------------------------------------------------------------------------

static void position_space(const jn_system *system, jn_work *work) {
  for (int b = 1; b < system->nbodies; b++) {
    const double *q = work->q + system->q_at[b];
    jnk_copy(q, work->body3[b].r);
    if (system->width[b] == 12) jni_natural_matrix(12, q, false, work->body3[b].R);
  }
}

static void velocity_space(const jn_system *system, jn_work *work) {
  for (int b = 1; b < system->nbodies; b++) {
    const double *v = work->v + system->v_at[b];
    jni_body3 *body = &work->body3[b];
    jnk_copy(v, body->v);
    if (system->width[b] != 12) continue;
    jni_natural_matrix(12, v, true, body->Rdot);
    jni_natural_spin(body->R, body->Rdot, body->wg);
    jnk_mat_t_vec(body->R, body->wg, body->w);
  }
}

// Writes the poses of all bodies of a plane model to work->body2 and to work->body3.
static void position_plane(const jn_system *system, jn_work *work) {
  for (int b = 1; b < system->nbodies; b++) {
    const double *q = work->q + system->q_at[b];
    jni_body2 *body = &work->body2[b];
    body->x = q[0];
    body->y = q[1];
    jnk_set(q[0], q[1], 0, work->body3[b].r);
    if (system->width[b] != 4) continue;
    body->c = q[2];
    body->s = q[3];
    body->theta = jni_unwrap(work->s + system->turn_at[b], jnk_atan2(q[3], q[2]), work->t);
    jni_natural_matrix(4, q, false, work->body3[b].R);
  }
}

static void velocity_plane(const jn_system *system, jn_work *work) {
  for (int b = 1; b < system->nbodies; b++) {
    const double *v = work->v + system->v_at[b];
    jni_body2 *body = &work->body2[b];
    jni_body3 *own = &work->body3[b];
    body->vx = v[0];
    body->vy = v[1];
    jnk_set(v[0], v[1], 0, own->v);
    if (system->width[b] != 4) continue;
    body->w = body->c * v[3] - body->s * v[2];
    jni_natural_matrix(4, v, true, own->Rdot);
    jnk_set(0, 0, body->w, own->w);
    jnk_set(0, 0, body->w, own->wg);
  }
}

// ---- turns ----------------------------------------------------------------------------------------------------------

void jni_natural_quaternion(const jn_system *system, const double R[9], int body, const double *s, double p[4]) {
  const double *last = s + system->turn_at[body];
  jnk_matrix_to_quat(R, p);
  double along = p[0] * last[0] + p[1] * last[1] + p[2] * last[2] + p[3] * last[3];
  for (int i = 0; i < 4 && along < 0; i++) p[i] = -p[i];
}

void jni_natural_store_rotations(const jn_system *system, const jn_work *work, double *s) {
  for (int b = 1; b < system->nbodies; b++) {
    int at = system->turn_at[b];
    double p[4];
    if (at < 0) continue;
    if (system->model->space == JN_PLANE) {
      s[at + JNI_WINDING_VALUE] = work->body2[b].theta;
      s[at + JNI_WINDING_RATE] = work->body2[b].w;
      s[at + JNI_WINDING_TIME] = work->t;
    } else {
      jni_natural_quaternion(system, work->body3[b].R, b, s, p);
      memcpy(s + at, p, sizeof p);
    }
  }
}

// ---- kinds ----------------------------------------------------------------------------------------------------------

const jni_coordinates_kind jni_natural_plane = {
    "natural", true, true, 4, 4, mass_plane, jni_natural_plane_rows, NULL, position_plane, velocity_plane, JNI_FLAT};
const jni_coordinates_kind jni_natural_space = {
    "natural", true, true, 12, 12, mass_space, jni_natural_space_rows, NULL, position_space, velocity_space, JNI_FLAT};
