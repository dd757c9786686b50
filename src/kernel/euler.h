// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// euler.h - Euler and Cardan angles with their rates, and the angles of a wheel. Also for lanes (real.h).
//
//   R = R_i(a1) R_j(a2) R_k(a3),   w = a1' e_i + a2' R_i e_j + a3' R e_k   (axes on the left of R)
// With three different axes |a2| <= pi/2, with i = k 0 <= a2 <= pi. In a singular position, where the first and the
// last axis coincide, a1 and a3 are not unique and their rates are infinite or NaN.
#ifndef JNK_EULER_H
#define JNK_EULER_H

#include "kernel/real.h"
#include "kernel/vec3.h"

// Returns 1 if j follows i in the cycle x, y, z, x, else -1.
JNK_WITHIN double jnk_euler_sense(int i, int j) { return (i + 1) % 3 == j ? 1 : -1; }

// Computes the Euler angles a of the rotation R = R_i(a1) R_j(a2) R_k(a3), rad, with |a1| and |a3| <= pi. axes: i, j,
// k, each 0 (x) to 2 (z), with i != j and j != k.
JNK_WITHIN void jnk_euler_angles(const jnk_real R[9], const int axes[3], jnk_real a[3]) {
  int i = axes[0], j = axes[1], k = axes[2], l = 3 - i - j;
  double sense = jnk_euler_sense(i, j);
  if (i == k) {
    a[0] = jnk_atan2(R[3 * j + i], -sense * R[3 * l + i]);
    a[1] = jnk_atan2(jnk_hypot(R[3 * j + i], R[3 * l + i]), R[3 * i + i]);
    a[2] = jnk_atan2(R[3 * i + j], sense * R[3 * i + l]);
    return;
  }
  a[0] = jnk_atan2(-sense * R[3 * j + k], R[3 * k + k]);
  a[1] = jnk_atan2(sense * R[3 * i + k], jnk_hypot(R[3 * j + k], R[3 * k + k]));
  a[2] = jnk_atan2(-sense * R[3 * i + j], R[3 * i + i]);
}

// Computes the rates of the Euler angles, rad/s; in a singular position the first and the third are infinite or NaN. R,
// axes: as jnk_euler_angles; w: angular velocity, rad/s, in the axes on the left of R.
JNK_WITHIN void jnk_euler_rates(const jnk_real R[9], const int axes[3], const jnk_real w[3], jnk_real rate[3]) {
  const jnk_real no = jnk_of(0), one = jnk_of(1);
  jnk_real first[3] = {no, no, no}, second[3] = {no, no, no}, third[3], across[3];
  int i = axes[0], j = axes[1], k = axes[2], l = 3 - i - j;
  double sense = jnk_euler_sense(i, j);
  // Sine and cosine of a1 as in jnk_euler_angles, times the same positive factor.
  jnk_real s = i == k ? R[3 * j + i] : -sense * R[3 * j + k], c = i == k ? -sense * R[3 * l + i] : R[3 * k + k];
  jnk_real size = jnk_hypot(s, c);
  const jnk_mask regular = size > 0;
  first[i] = one;
  second[j] = JNK_CHOOSE(regular, c / size, one);
  second[l] = JNK_CHOOSE(regular, sense * (s / size), no);
  for (int n = 0; n < 3; n++) third[n] = R[3 * n + axes[2]];
  jnk_cross(second, third, across);
  jnk_real volume = jnk_dot(first, across);
  rate[0] = jnk_dot(w, across) / volume;
  rate[1] = jnk_dot(w, second);
  jnk_cross(first, second, across);
  rate[2] = jnk_dot(w, across) / jnk_dot(third, across);
}

// Computes the angles of a wheel that spins about its y axis, rad: the rotation of the wheel plane about z (steer),
// then about x (lean). Reversing the y axis does not change them. Axes: x forward, y to the left, z up.
JNK_WITHIN void jnk_wheel_angles(const jnk_real R[9], jnk_real *steer, jnk_real *lean) {
  jnk_real sign = JNK_CHOOSE(R[4] < 0, jnk_of(-1), jnk_of(1));
  *steer = jnk_atan2(-sign * R[1], sign * R[4]);
  *lean = jnk_atan2(sign * R[7], jnk_hypot(R[1], R[4]));
}

JNK_WITHIN void jnk_wheel_rates(const jnk_real R[9], const jnk_real w[3], jnk_real *steer, jnk_real *lean) {
  jnk_real sign = JNK_CHOOSE(R[4] < 0, jnk_of(-1), jnk_of(1)), axis[3] = {sign * R[1], sign * R[4], sign * R[7]};
  jnk_real level = axis[0] * axis[0] + axis[1] * axis[1], rate[3];
  jnk_cross(w, axis, rate);
  *steer = (axis[0] * rate[1] - axis[1] * rate[0]) / level;
  *lean = rate[2] / jnk_sqrt(level);
}

// Returns one of four angles of a wheel, selected by `component`: 0 steer, 1 lean, 2 toe, 3 camber. Toe is positive if
// the front of the wheel points inwards, camber if its top leans outwards. left: mask of the lanes with a left wheel;
// rates of the angles may be passed instead of angles.
JNK_WITHIN jnk_real jnk_wheel_component(jnk_mask left, jnk_real steer, jnk_real lean, int component) {
  jnk_real side = JNK_CHOOSE(left, jnk_of(-1), jnk_of(1)), angle = component % 2 == 0 ? steer : lean;
  return component < 2 ? angle : side * angle;
}

#endif
