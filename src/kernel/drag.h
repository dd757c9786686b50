// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// drag.h - aerodynamic drag and lift on a body in its axes, from its velocity u through the air:
//   f = -q |u| A u + q_l |u|^2 z,   A = diag(areas),   q = rho c / 2,   q_l = rho c_l A_x / 2
// and its derivatives  df/du = -q (|u| A + A u u' / |u|) + 2 q_l z u'.
#ifndef JNK_DRAG_H
#define JNK_DRAG_H

#include "kernel/vec3.h"

typedef struct {
  double drag[3];  // q times the frontal area normal to each axis, kg/m
  double lift;     // q_l, kg/m
} jnk_drag;

JNK_FN void jnk_drag_force(const jnk_drag *d, const double u[3], double f[3]) {
  double speed = jnk_norm(u);
  for (int i = 0; i < 3; i++) f[i] = -d->drag[i] * speed * u[i];
  f[2] += d->lift * speed * speed;
}

// Sets slope to the derivative df/du of the aerodynamic force f with respect to the velocity u through the air,
// row-major; zero for u = 0.
JNK_FN void jnk_drag_slope(const jnk_drag *d, const double u[3], double slope[9]) {
  double speed = jnk_norm(u);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      double turn = speed > 0 ? u[i] * u[j] / speed : 0;
      slope[3 * i + j] = -d->drag[i] * ((i == j ? speed : 0) + turn) + (i == 2 ? 2 * d->lift * u[j] : 0);
    }
}

// ---- calls ---------------------------------------------------------------------------------------------------------
// Layout of the block of the following calls: three drag factors, lift factor (jnk_drag).

// Computes the aerodynamic force on a body. block: three drag factors and the lift factor (jnk_drag); in: velocity u
// through the air, m/s; out: force f, N; both in body axes
JNK_FN void jnk_call_drag(const double *block, const double *in, double *out) {
  const jnk_drag d = {{block[0], block[1], block[2]}, block[3]};
  jnk_drag_force(&d, in, out);
}

// Computes the time derivative of the aerodynamic force. block: as jnk_call_drag; in: u and du/dt; out: df/dt
JNK_FN void jnk_call_drag_rate(const double *block, const double *in, double *out) {
  const jnk_drag d = {{block[0], block[1], block[2]}, block[3]};
  double slope[9];
  jnk_drag_slope(&d, in, slope);
  jnk_mat_vec(slope, in + 3, out);
}

#endif
