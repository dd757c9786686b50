// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// vec3_lanes.h - vectors of vec3.h for lanes, with the same bits.
#ifndef JNK_VEC3_LANES_H
#define JNK_VEC3_LANES_H

#include "kernel/lanes.h"
#include "kernel/vec3.h"

JNK_WITHIN void jnl_set(jnl_real x, jnl_real y, jnl_real z, jnl_real out[3]) {
  out[0] = x;
  out[1] = y;
  out[2] = z;
}
JNK_WITHIN void jnl_add(const jnl_real a[3], const jnl_real b[3], jnl_real out[3]) {
  jnl_set(a[0] + b[0], a[1] + b[1], a[2] + b[2], out);
}
JNK_WITHIN void jnl_scale(jnl_real s, const jnl_real a[3], jnl_real out[3]) {
  jnl_set(s * a[0], s * a[1], s * a[2], out);
}
JNK_WITHIN void jnl_add_scaled(const jnl_real a[3], jnl_real s, const jnl_real b[3], jnl_real out[3]) {
  jnl_set(a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2], out);
}
JNK_WITHIN jnl_real jnl_dot(const jnl_real a[3], const jnl_real b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
JNK_WITHIN void jnl_cross(const jnl_real a[3], const jnl_real b[3], jnl_real out[3]) {
  jnl_set(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0], out);
}

JNK_RARE void jnl_norm_each(const jnl_real a[3], jnl_real *length) {
  for (int i = 0; i < JNL_LANES; i++) {
    const double lane[3] = {JNL_LANE(a[0], i), JNL_LANE(a[1], i), JNL_LANE(a[2], i)};
    JNL_LANE(*length, i) = jnk_norm(lane);
  }
}

JNK_WITHIN jnl_real jnl_norm(const jnl_real a[3]) {
  jnl_real square = jnl_dot(a, a), length = jnl_sqrt(square);
  if (jnl_any(jnl_not((square > 1e-280) & (square < 1e280)))) jnl_norm_each(a, &length);
  return length;
}

JNK_WITHIN jnl_real jnl_normalize(jnl_real a[3]) {
  jnl_real length = jnl_norm(a);
  for (int i = 0; i < 3; i++) a[i] = jnl_choose(length > 0, a[i] / length, a[i]);
  return length;
}

#endif
