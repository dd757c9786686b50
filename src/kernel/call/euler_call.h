// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// euler_call.h - functions over arrays, called by compiled code, that compute the angles of a body relative to another
// (euler.h). Also for lanes (real.h).
//   in: R of the body (9), its angular velocity (3) and its y coordinate, relative to the other body and in its axes
#ifndef JNK_EULER_CALL_H
#define JNK_EULER_CALL_H

#include "kernel/euler.h"
#include "kernel/real.h"

// Computes the three Euler angles of a body and their rates. constants: indices 0 to 2 of the three axes; in: rotation
// matrix R of the body (9), angular velocity (3); out: three angles, rad, then their rates, rad/s
JNK_FN void jnk_call_euler(const double *constants, const jnk_real *in, jnk_real *out) {
  const int axes[3] = {(int)constants[0], (int)constants[1], (int)constants[2]};
  jnk_euler_angles(in, axes, out);
  jnk_euler_rates(in, axes, in + 9, out + 3);
}

// Computes the angles of a wheel and their rates. constants: least y coordinate, m, at which the wheel counts as a left
// wheel; in: rotation matrix of the wheel (9), angular velocity (3), y coordinate; out: steer, lean, toe, camber, rad,
// then their rates
JNK_FN void jnk_call_wheel(const double *constants, const jnk_real *in, jnk_real *out) {
  const jnk_mask left = in[12] >= constants[0];
  jnk_real angle[2], rate[2];
  jnk_wheel_angles(in, &angle[0], &angle[1]);
  jnk_wheel_rates(in, in + 9, &rate[0], &rate[1]);
  for (int k = 0; k < 4; k++) {
    out[k] = jnk_wheel_component(left, angle[0], angle[1], k);
    out[4 + k] = jnk_wheel_component(left, rate[0], rate[1], k);
  }
}

#endif
