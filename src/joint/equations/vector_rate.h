// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// vector_rate.h - vectors in ground axes with their time derivatives, and operations on both: an expression of these
// operations is differentiated at the same time.
#ifndef JNI_VECTOR_RATE_H
#define JNI_VECTOR_RATE_H

#include "joint/equations/primitive.h"
#include "kernel/vec3.h"

typedef struct {
  double x[3], dot[3];
} jni_vector_rate;

// Returns a vector fixed in a body, ground axes, with its rate. a: its components in body axes.
static inline jni_vector_rate jni_vector_rate_fixed(const jni_body3 *b, const double a[3]) {
  jni_vector_rate m;
  jnk_mat_vec(b->R, a, m.x);
  if (b->uses_Rdot) jnk_mat_vec(b->Rdot, a, m.dot);
  else jnk_cross(b->wg, m.x, m.dot);
  return m;
}

static inline jni_vector_rate jni_vector_rate_constant(const double a[3]) {
  jni_vector_rate m = {{a[0], a[1], a[2]}, {0, 0, 0}};
  return m;
}

static inline jni_vector_rate jni_vector_rate_cross(const jni_vector_rate *a, const jni_vector_rate *b) {
  jni_vector_rate m;
  double u[3], v[3];
  jnk_cross(a->x, b->x, m.x);
  jnk_cross(a->dot, b->x, u);
  jnk_cross(a->x, b->dot, v);
  jnk_add(u, v, m.dot);
  return m;
}

static inline jni_vector_rate jni_vector_rate_sum(const jni_vector_rate *a, const jni_vector_rate *b) {
  jni_vector_rate m;
  jnk_add(a->x, b->x, m.x);
  jnk_add(a->dot, b->dot, m.dot);
  return m;
}

// Returns a + k b with its rate, for a constant k.
static inline jni_vector_rate jni_vector_rate_add_scaled(const jni_vector_rate *a, double k, const jni_vector_rate *b) {
  jni_vector_rate m;
  jnk_add_scaled(a->x, k, b->x, m.x);
  jnk_add_scaled(a->dot, k, b->dot, m.dot);
  return m;
}

#endif
