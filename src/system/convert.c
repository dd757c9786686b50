// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// convert.c - a state of one system of a model in the coordinates of another: each body as a pose and its velocity, in the axes of the ground,
// and from there.
#include <math.h>
#include <string.h>

#include "joint/natural.h"
#include "kernel/vec3.h"
#include "system/system.h"

typedef struct {
  double r[3], R[9], v[3], w[3];  // w in body axes
  double theta;                   // plane: with its whole turns
  double p[4];                    // space: on its side of the two
} pose;

static int dimensions(const jn_system *system) { return system->model->space == JN_PLANE ? 2 : 3; }

// ---- from ------------------------------------------------------------------------------------------------------------------

static void turn_from_cartesian(const jn_system *system, const double *q, const double *v, pose *x) {
  if (system->model->space == JN_PLANE) {
    x->theta = q[2], x->w[2] = v[2];
    jnk_mat_from_angle(q[2], x->R);
  } else {
    memcpy(x->p, q + 3, sizeof x->p);
    jnk_quat_normalize(x->p);
    jnk_quat_to_matrix(x->p, x->R);
    jnk_copy(v + 3, x->w);
  }
}

static void turn_from_natural(const jn_system *system, int b, double t, const double *q, const double *v, const double *s, pose *x) {
  double Rdot[9], wg[3];
  jni_natural_matrix(system->width[b], q, false, x->R);
  jni_natural_matrix(system->width[b], v, true, Rdot);
  jni_natural_spin(x->R, Rdot, wg);
  jnk_mat_t_vec(x->R, wg, x->w);
  if (system->model->space == JN_PLANE) x->theta = jni_unwrap(s + system->turn_at[b], atan2(q[3], q[2]), t);
  else jni_natural_quaternion(system, x->R, b, s, x->p);
}

static pose pose_of(const jn_system *system, int b, const double *state) {
  const double *q = state + 1 + system->q_at[b], *v = state + 1 + system->sizes.nq + system->v_at[b];
  const double *s = state + system->sizes.nstate - system->sizes.ns;
  pose x = {.p = {1, 0, 0, 0}};
  for (int i = 0; i < dimensions(system); i++) x.r[i] = q[i], x.v[i] = v[i];
  if (system->model->bodies[b].particle) return x;
  if (system->kind->natural) turn_from_natural(system, b, state[0], q, v, s, &x);
  else turn_from_cartesian(system, q, v, &x);
  return x;
}

// ---- to --------------------------------------------------------------------------------------------------------------------

static void turn_to_cartesian(const jn_system *system, const pose *x, double *q, double *v) {
  if (system->model->space == JN_PLANE) {
    q[2] = x->theta, v[2] = x->w[2];
  } else {
    memcpy(q + 3, x->p, sizeof x->p);
    jnk_copy(x->w, v + 3);
  }
}

static void turn_to_natural(const jn_system *system, int b, double t, const pose *x, double *q, double *v, double *s) {
  double W[9], Rdot[9];
  int at = system->turn_at[b];
  jnk_skew(x->w, W);
  jnk_mat_mul(x->R, W, Rdot);
  if (system->model->space == JN_PLANE) {
    q[2] = x->R[0], q[3] = x->R[3], v[2] = Rdot[0], v[3] = Rdot[3];
    s[at + JNI_WINDING_VALUE] = x->theta, s[at + JNI_WINDING_RATE] = x->w[2], s[at + JNI_WINDING_TIME] = t;
    return;
  }
  for (int i = 0; i < 9; i++) q[3 + 3 * (i % 3) + i / 3] = x->R[i], v[3 + 3 * (i % 3) + i / 3] = Rdot[i];
  memcpy(s + at, x->p, sizeof x->p);
}

static void put_pose(const jn_system *system, int b, const pose *x, double *state) {
  double *q = state + 1 + system->q_at[b], *v = state + 1 + system->sizes.nq + system->v_at[b];
  double *s = state + system->sizes.nstate - system->sizes.ns;
  for (int i = 0; i < dimensions(system); i++) q[i] = x->r[i], v[i] = x->v[i];
  if (system->model->bodies[b].particle) return;
  if (system->kind->natural) turn_to_natural(system, b, state[0], x, q, v, s);
  else turn_to_cartesian(system, x, q, v);
}

void jn_state_convert(const jn_system *from, const double *state, const jn_system *to, double *converted) {
  JNI_ASSERT(from->model == to->model);
  if (from->kind == to->kind) {
    memmove(converted, state, (size_t)from->sizes.nstate * sizeof *state);
    return;
  }
  const double *z = state + 1 + from->sizes.nq + from->sizes.nv, *s = z + from->sizes.nz;
  int common = from->model->ndiscretes + JNI_WINDING * from->nwindings;  // the bodies' own stand behind
  converted[0] = state[0];
  memcpy(jn_state_z(to, converted), z, (size_t)from->sizes.nz * sizeof *z);
  memcpy(jn_state_s(to, converted), s, (size_t)common * sizeof *s);
  for (int b = 1; b < from->nbodies; b++) {
    pose x = pose_of(from, b, state);
    put_pose(to, b, &x, converted);
  }
}
