// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tyre_code.c - tyres in compiled code: the road below the wheel, and one call (kernel/ground/tyre_call.h,
// soft_call.h).
#include "force/tyre/tyre.h"
#include "kernel/ground/soft_call.h"
#include "kernel/ground/tyre_call.h"
#include "model/mirror.h"
#include "model/road/road_code.h"

enum { STATES = 3, RATE_AT = 6, WORD_AT = 9 };

_Static_assert((int)JNK_TYRE_SLIP_ANGLE == (int)JNK_SOFT_SLIP_ANGLE && (int)JNK_TYRE_FZ == (int)JNK_SOFT_FZ,
               "outputs that all tyres have");

static jni_node *put(const jni_vec *x, jni_node *at) {
  for (int i = 0; i < 3; i++) *at++ = x->x[i];
  return at;
}

static void list_inputs(const jni_force_element *force, const jni_code_input *in, jni_node *list) {
  const jni_code_end *end = &in->end[0];
  jni_vec axis = jni_mat_times(in->g, &end->R, jni_vec_of(in->g, force->def.tyre.axis[0]));
  jni_code_under road = jni_code_road(in->g, force->terrain, end->r, axis);
  int n = force->kind->nstates(force);
  for (int i = 0; i < STATES; i++) *list++ = i < n ? in->state[i] : JNI_ZERO;
  list = put(&end->r, list);
  list = put(&end->v, list);
  list = put(&end->w, list);
  list = put(&axis, list);
  list[0] = road.z;
  list[1] = road.x;
  list[2] = road.y;
  list[3] = road.grip;
  list[4] = jni_number(in->g, jni_mirror_hand(force->mirror));
}

void jni_tyre_write(const jni_force_element *force, const jni_code_input *in, jni_code_output *out) {
  jni_graph *g = in->g;
  const jni_kernel *kernel = force->kind->code->law, *motion = force->kind->code->motion;
  int n = force->kind->nstates(force), words = force->kind->noutputs;
  jni_node list[JNK_WHEEL_INPUTS];
  list_inputs(force, in, list);
  int moving = jni_call(g, motion ? motion : kernel, force->numbers, force->nnumbers, list);
  int call = jni_call(g, kernel, force->numbers, force->nnumbers, list);
  out->force[0] = jni_code_vector(g, moving, 0);
  out->torque[0] = jni_code_vector(g, moving, 3);
  for (int i = 0; i < n; i++) out->state_rate[i] = jni_result(g, moving, RATE_AT + i);
  for (int i = 0; i < words; i++) out->named[i] = jni_result(g, call, WORD_AT + i);
  jni_node *angle = &out->named[JNK_TYRE_SLIP_ANGLE];
  *angle = jni_opposite(g, jni_apply(g, JNI_DO_atan, *angle, 0, 0));
  out->length = jni_result(g, call, WORD_AT + words);
  out->length_rate = jni_result(g, call, WORD_AT + words + 1);
  out->scalar = out->named[JNK_TYRE_FZ];
  out->power = jni_plus(g, jni_vec_dot(g, out->force[0], in->end[0].v), jni_vec_dot(g, out->torque[0], in->end[0].w));
}
