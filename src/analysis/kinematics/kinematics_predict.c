// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kinematics_predict.c - predicts the position from velocity and acceleration.
//
//   q (+) (h v + h^2/2 vdot)
// In natural coordinates the axes of a body rotate, R' = exp(h w + h^2/2 a) R with w and a from the rates of R: added
// to the axes, the same rates would give a body that is far from rigid after a rotation by a radian.
#include "analysis/kinematics/kinematics.h"
#include "joint/equations/natural_equations.h"
#include "kernel/vec3.h"
#include "linalg/dense/dense.h"

static void turn_body(int width, const double *q, const double *v, const double *vdot, double h, double *out) {
  double R[9], Rdot[9], Rddot[9], E[9], w[3], a[3], turn[3], p[4];
  jni_natural_matrix(width, q, false, R);
  jni_natural_matrix(width, v, true, Rdot);
  jni_natural_matrix(width, vdot, true, Rddot);
  jni_natural_spin(R, Rdot, w);
  jni_natural_spin(R, Rddot, a);
  for (int i = 0; i < 3; i++) turn[i] = h * (w[i] + 0.5 * h * a[i]);
  jnk_quat_from_rotation_vector(turn, p);
  jnk_quat_to_matrix(p, E);
  jnk_mat_mul(E, R, Rdot);
  if (width == 4) {
    out[2] = Rdot[0];
    out[3] = Rdot[3];
  } else {
    for (int i = 0; i < 9; i++) out[3 + 3 * (i % 3) + i / 3] = Rdot[i];
  }
}

double jni_kinematics_predict(jn_kinematics *k, const jni_motion_point *from, double h, double *q) {
  const jn_system *system = k->system;
  int nq = system->sizes.nq, nv = system->sizes.nv;
  const double *start = from->state + 1, *v = start + nq;
  for (int i = 0; i < nv; i++) k->d[i] = h * (v[i] + 0.5 * h * from->vdot[i]);
  double moved = jni_kinematics_largest(k, k->d);
  jn_manifold_step(system, start, k->d, q);
  for (int b = 1; b < system->nbodies && system->kind->natural; b++)
    if (!system->model->bodies[b].particle)
      turn_body(system->width[b], start + system->q_at[b], v + system->v_at[b], from->vdot + system->v_at[b], h,
                q + system->q_at[b]);
  return moved;
}
