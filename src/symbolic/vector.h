// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// vector.h - vectors and matrices of nodes; kernel/vec3.h has the same operations on numbers.
#ifndef JNI_SYMBOLIC_VECTOR_H
#define JNI_SYMBOLIC_VECTOR_H

#include "symbolic/graph.h"

typedef struct {
  jni_node x[3];
} jni_vec;

typedef struct {
  jni_node x[9];  // row-major
} jni_mat;

extern const jni_vec jni_vec_zero;
extern const jni_mat jni_mat_one;

jni_vec jni_vec_of(jni_graph *g, const double x[3]);
jni_mat jni_mat_of(jni_graph *g, const double x[9]);
jni_vec jni_vec_add(jni_graph *g, jni_vec a, jni_vec b);
jni_vec jni_vec_subtract(jni_graph *g, jni_vec a, jni_vec b);
jni_vec jni_vec_negate(jni_graph *g, jni_vec a);
jni_vec jni_vec_scale(jni_graph *g, jni_node k, jni_vec a);
jni_vec jni_vec_add_scaled(jni_graph *g, jni_vec a, jni_node k, jni_vec b);  // a + k b
jni_vec jni_vec_cross(jni_graph *g, jni_vec a, jni_vec b);
jni_node jni_vec_dot(jni_graph *g, jni_vec a, jni_vec b);
jni_vec jni_mat_column(const jni_mat *a, int k);
jni_vec jni_mat_times(jni_graph *g, const jni_mat *a, jni_vec b);
jni_vec jni_mat_transposed_times(jni_graph *g, const jni_mat *a, jni_vec b);  // a' b
jni_mat jni_mat_multiply(jni_graph *g, const jni_mat *a, const jni_mat *b);
jni_mat jni_mat_multiply_transposed(jni_graph *g, const jni_mat *a, const jni_mat *b);  // a b'
jni_mat jni_mat_of_quaternion(jni_graph *g, const jni_node p[4]);

#endif
