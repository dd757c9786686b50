// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// force_code.c - see force_code.h.
#include "force/force_code.h"

static jni_node least_square(jni_graph *g) { return jni_number(g, JNI_LEAST_LENGTH * JNI_LEAST_LENGTH); }

jni_node jni_code_is_zero(jni_graph *g, jni_vec d) {
  return jni_apply(g, JNI_DO_less, jni_vec_dot(g, d, d), least_square(g), 0);
}

jni_node jni_code_length(jni_graph *g, jni_vec d, jni_node *inverse) {
  jni_node square = jni_vec_dot(g, d, d), small = jni_code_is_zero(g, d);
  jni_node length = jni_apply(g, JNI_DO_sqrt, jni_select(g, small, least_square(g), square), 0, 0);
  *inverse = jni_over(g, JNI_ONE, length);
  return length;
}

jni_vec jni_code_value_vector(const jni_code_input *in, bool follower) {
  jni_vec value = {{in->value[0], in->value[1], in->value[2]}};
  if (follower) return jni_mat_times(in->g, &in->end[0].R, value);
  return jni_mat_transposed_times(in->g, &in->R, value);
}

void jni_code_list_end(const jni_code_end *end, jni_node *list) {
  for (int i = 0; i < 3; i++) {
    list[i] = end->r.x[i];
    list[12 + i] = end->v.x[i];
    list[15 + i] = end->w.x[i];
  }
  for (int i = 0; i < 9; i++) list[3 + i] = end->R.x[i];
}

jni_vec jni_code_vector(jni_graph *g, int call, int first) {
  jni_vec out;
  for (int i = 0; i < 3; i++) out.x[i] = jni_result(g, call, first + i);
  return out;
}
