// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// code.c - see code.h.
#include "force/code.h"

// The square of a length below which it stands still: d / |d| is zero there, and k d / |d| |d| keeps its slope.
static const double least_square = 1e-180;

jni_node jni_code_length(jni_graph *g, jni_vec d, jni_node *inverse) {
  jni_node square = jni_vec_dot(g, d, d), least = jni_number(g, least_square);
  jni_node small = jni_apply(g, JNI_DO_less, square, least, 0);
  jni_node length = jni_apply(g, JNI_DO_sqrt, jni_select(g, small, least, square), 0, 0);
  *inverse = jni_over(g, JNI_ONE, length);
  return length;
}

jni_code_line jni_code_look(const jni_code_input *in) {
  jni_graph *g = in->g;
  if (in->along) return (jni_code_line){.x = in->coordinate, .rate = in->rate};
  jni_node inverse;
  jni_vec d = jni_vec_subtract(g, in->end[1].r, in->end[0].r), v = jni_vec_subtract(g, in->end[1].v, in->end[0].v);
  jni_node x = jni_code_length(g, d, &inverse);
  return (jni_code_line){x, jni_times(g, jni_vec_dot(g, d, v), inverse), jni_vec_scale(g, inverse, d)};
}

void jni_code_pull(const jni_code_input *in, const jni_code_line *line, jni_node force, jni_code_output *out) {
  jni_graph *g = in->g;
  out->length = line->x, out->length_rate = line->rate, out->scalar = force;
  if (in->along) {
    out->generalized = jni_opposite(g, force);
    return;
  }
  out->force[0] = jni_vec_scale(g, force, line->u);
  out->force[1] = jni_vec_negate(g, out->force[0]);
}

jni_vec jni_code_given(const jni_code_input *in, bool follower) {
  jni_vec value = {{in->value[0], in->value[1], in->value[2]}};
  if (follower) return jni_mat_times(in->g, &in->end[0].R, value);
  return jni_mat_transposed_times(in->g, &in->R, value);
}

void jni_code_list_end(const jni_code_end *end, jni_node *list) {
  for (int i = 0; i < 3; i++) list[i] = end->r.x[i], list[12 + i] = end->v.x[i], list[15 + i] = end->w.x[i];
  for (int i = 0; i < 9; i++) list[3 + i] = end->R.x[i];
}

jni_vec jni_code_vector(jni_graph *g, int call, int first) {
  jni_vec out;
  for (int i = 0; i < 3; i++) out.x[i] = jni_result(g, call, first + i);
  return out;
}
