// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// euler.h - three angles of a rotation, one after the other about axes that turn along, and the directions of a wheel.
//
//   R = R_i(a1) R_j(a2) R_k(a3),   w = a1' e_i + a2' R_i e_j + a3' R e_k   (axes on the left of R)
// With three different axes a2 lies within a quarter turn, with i = k between 0 and half a turn. Where the first and
// the last axis coincide, a1 and a3 are not told apart and have no rates (NaN).
#ifndef JNK_EULER_H
#define JNK_EULER_H

#include "kernel/vec3.h"

// +1: j follows i in x, y, z, x, ...; -1: it comes before it.
JNK_FN double jnk_euler_sense(int i, int j) { return (i + 1) % 3 == j ? 1 : -1; }

// The angles of R, the first and the last within half a turn; axes: 0, 1, 2, neighbours different.
JNK_FN void jnk_euler_angles(const double R[9], const int axes[3], double a[3]) {
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

// The rates of the angles; w: angular velocity in the axes on the left of R.
JNK_FN void jnk_euler_rates(const double R[9], const int axes[3], const double w[3], double rate[3]) {
  double first[3] = {0, 0, 0}, second[3] = {0, 0, 0}, third[3], across[3];
  int i = axes[0], j = axes[1], k = axes[2], l = 3 - i - j;
  double sense = jnk_euler_sense(i, j);
  // sine and cosine of a1 as of jnk_euler_angles
  double s = i == k ? R[3 * j + i] : -sense * R[3 * j + k], c = i == k ? -sense * R[3 * l + i] : R[3 * k + k];
  double size = jnk_hypot(s, c);
  first[i] = 1, second[j] = size > 0 ? c / size : 1, second[l] = size > 0 ? sense * (s / size) : 0;
  for (int n = 0; n < 3; n++) third[n] = R[3 * n + axes[2]];
  jnk_cross(second, third, across);
  double volume = jnk_dot(first, across);
  rate[0] = jnk_dot(w, across) / volume;
  rate[1] = jnk_dot(w, second);
  jnk_cross(first, second, across);
  rate[2] = jnk_dot(w, across) / jnk_dot(third, across);
}

// A wheel that spins about y of its own axes: the angle that its plane is turned about z (steer), and that it leans
// about x (lean), whichever way y points. x forward, y to the left, z up.
JNK_FN void jnk_wheel_angles(const double R[9], double *steer, double *lean) {
  double sign = R[4] < 0 ? -1 : 1;
  *steer = jnk_atan2(-sign * R[1], sign * R[4]);
  *lean = jnk_atan2(sign * R[7], jnk_hypot(R[1], R[4]));
}

JNK_FN void jnk_wheel_rates(const double R[9], const double w[3], double *steer, double *lean) {
  double sign = R[4] < 0 ? -1 : 1, axis[3] = {sign * R[1], sign * R[4], sign * R[7]}, rate[3];
  double level = axis[0] * axis[0] + axis[1] * axis[1];
  jnk_cross(w, axis, rate);
  *steer = (axis[0] * rate[1] - axis[1] * rate[0]) / level;
  *lean = rate[2] / sqrt(level);
}

// Steer, lean, toe, camber. Toe is positive where the wheel points inwards in front, camber where it leans outwards
// above.
JNK_FN double jnk_wheel_component(int left, double steer, double lean, int component) {
  double side = left ? -1 : 1;
  const double all[4] = {steer, lean, side * steer, side * lean};
  return all[component];
}

#endif
