// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// vector.c - see vector.h.
#include "symbolic/vector.h"

const jni_vec jni_vec_zero = {{JNI_ZERO, JNI_ZERO, JNI_ZERO}};
const jni_mat jni_mat_one = {{JNI_ONE, 0, 0, 0, JNI_ONE, 0, 0, 0, JNI_ONE}};

jni_vec jni_vec_of(jni_graph *g, const double x[3]) {
  return (jni_vec){{jni_number(g, x[0]), jni_number(g, x[1]), jni_number(g, x[2])}};
}

jni_mat jni_mat_of(jni_graph *g, const double x[9]) {
  jni_mat m;
  for (int i = 0; i < 9; i++) m.x[i] = jni_number(g, x[i]);
  return m;
}

jni_vec jni_vec_add(jni_graph *g, jni_vec a, jni_vec b) {
  for (int i = 0; i < 3; i++) a.x[i] = jni_plus(g, a.x[i], b.x[i]);
  return a;
}

jni_vec jni_vec_subtract(jni_graph *g, jni_vec a, jni_vec b) {
  for (int i = 0; i < 3; i++) a.x[i] = jni_minus(g, a.x[i], b.x[i]);
  return a;
}

jni_vec jni_vec_negate(jni_graph *g, jni_vec a) { return jni_vec_subtract(g, jni_vec_zero, a); }

jni_vec jni_vec_scale(jni_graph *g, jni_node k, jni_vec a) {
  for (int i = 0; i < 3; i++) a.x[i] = jni_times(g, k, a.x[i]);
  return a;
}

jni_vec jni_vec_add_scaled(jni_graph *g, jni_vec a, jni_node k, jni_vec b) {
  return jni_vec_add(g, a, jni_vec_scale(g, k, b));
}

jni_vec jni_vec_cross(jni_graph *g, jni_vec a, jni_vec b) {
  jni_vec c;
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    c.x[i] = jni_minus(g, jni_times(g, a.x[j], b.x[k]), jni_times(g, a.x[k], b.x[j]));
  }
  return c;
}

static jni_node sum_of_products(jni_graph *g, const jni_node *a, int a_step, const jni_node *b, int b_step) {
  jni_node sum = jni_times(g, a[0], b[0]);
  for (int i = 1; i < 3; i++) sum = jni_plus(g, sum, jni_times(g, a[i * a_step], b[i * b_step]));
  return sum;
}

jni_node jni_vec_dot(jni_graph *g, jni_vec a, jni_vec b) { return sum_of_products(g, a.x, 1, b.x, 1); }

jni_vec jni_mat_column(const jni_mat *a, int k) { return (jni_vec){{a->x[k], a->x[3 + k], a->x[6 + k]}}; }

jni_vec jni_mat_times(jni_graph *g, const jni_mat *a, jni_vec b) {
  jni_vec c;
  for (int i = 0; i < 3; i++) c.x[i] = sum_of_products(g, a->x + 3 * i, 1, b.x, 1);
  return c;
}

jni_vec jni_mat_transposed_times(jni_graph *g, const jni_mat *a, jni_vec b) {
  jni_vec c;
  for (int i = 0; i < 3; i++) c.x[i] = sum_of_products(g, a->x + i, 3, b.x, 1);
  return c;
}

jni_mat jni_mat_multiply(jni_graph *g, const jni_mat *a, const jni_mat *b) {
  jni_mat c;
  for (int i = 0; i < 9; i++) c.x[i] = sum_of_products(g, a->x + 3 * (i / 3), 1, b->x + i % 3, 3);
  return c;
}

jni_mat jni_mat_multiply_transposed(jni_graph *g, const jni_mat *a, const jni_mat *b) {
  jni_mat c;
  for (int i = 0; i < 9; i++) c.x[i] = sum_of_products(g, a->x + 3 * (i / 3), 1, b->x + 3 * (i % 3), 1);
  return c;
}

// Returns the node of 2 (a b + c d), or with `minus` of 2 (a b - c d).
static jni_node twice(jni_graph *g, jni_node a, jni_node b, jni_node c, jni_node d, bool minus) {
  jni_node ab = jni_times(g, a, b), cd = jni_times(g, c, d);
  return jni_times(g, jni_number(g, 2), minus ? jni_minus(g, ab, cd) : jni_plus(g, ab, cd));
}

static jni_node diagonal(jni_graph *g, jni_node a, jni_node b) {
  return jni_minus(g, JNI_ONE, twice(g, a, a, b, b, false));
}

jni_mat jni_mat_of_quaternion(jni_graph *g, const jni_node p[4]) {
  jni_node w = p[0], x = p[1], y = p[2], z = p[3];
  return (jni_mat){{diagonal(g, y, z), twice(g, x, y, w, z, true), twice(g, x, z, w, y, false),
                    twice(g, x, y, w, z, false), diagonal(g, x, z), twice(g, y, z, w, x, true),
                    twice(g, x, z, w, y, true), twice(g, y, z, w, x, false), diagonal(g, x, y)}};
}
