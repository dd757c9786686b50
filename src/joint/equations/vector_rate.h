// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// vector_rate.h - vectors in ground axes together with their rates: rows written with them have their derivatives
// written too.
#ifndef JNI_VECTOR_RATE_H
#define JNI_VECTOR_RATE_H

#include "joint/equations/primitive.h"
#include "kernel/vec3.h"

typedef struct {
  double x[3], dot[3];
} jni_moving;

// A vector fixed in a body, given in body axes.
static inline jni_moving jni_moving_fixed(const jni_body3 *b, const double a[3]) {
  jni_moving m;
  jnk_mat_vec(b->R, a, m.x);
  if (b->loose) jnk_mat_vec(b->Rdot, a, m.dot);
  else jnk_cross(b->wg, m.x, m.dot);
  return m;
}

static inline jni_moving jni_moving_constant(const double a[3]) {
  jni_moving m = {{a[0], a[1], a[2]}, {0, 0, 0}};
  return m;
}

static inline jni_moving jni_moving_cross(const jni_moving *a, const jni_moving *b) {
  jni_moving m;
  double u[3], v[3];
  jnk_cross(a->x, b->x, m.x);
  jnk_cross(a->dot, b->x, u);
  jnk_cross(a->x, b->dot, v);
  jnk_add(u, v, m.dot);
  return m;
}

static inline jni_moving jni_moving_sum(const jni_moving *a, const jni_moving *b) {
  jni_moving m;
  jnk_add(a->x, b->x, m.x);
  jnk_add(a->dot, b->dot, m.dot);
  return m;
}

// a + k b, k constant.
static inline jni_moving jni_moving_add_scaled(const jni_moving *a, double k, const jni_moving *b) {
  jni_moving m;
  jnk_add_scaled(a->x, k, b->x, m.x);
  jnk_add_scaled(a->dot, k, b->dot, m.dot);
  return m;
}

#endif
