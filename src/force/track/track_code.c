// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// track_code.c - tracks in compiled code: the road below each pad, and one call (kernel/ground/track_call.h).
#include "force/track/track_code.h"

#include "kernel/ground/track_call.h"
#include "model/road/road_code.h"

static const jni_kernel track = {"jnk_call_track", JNK_TRACK_INPUTS, JNK_TRACK_RESULTS, jnk_call_track, NULL};

static int wheels_of(const jni_force_element *force) { return force->def.track.wheels.n; }

static jnk_track_block block_of(jni_trace *trace, const jni_force_element *force) {
  const jnk_track t = jni_track_plain(trace, &force->def);
  jnk_track_block b = {.stands = force->terrain != NULL,
                       .idlers = t.idlers,
                       .wheels = t.wheels,
                       .sprocket_radius = t.sprocket_radius,
                       .idler_radius = t.idler_radius,
                       .wheel_radius = t.wheel_radius,
                       .law = t.law,
                       .drag = t.drag,
                       .pad_radius = t.pad.radius,
                       .pad_stiffness = t.pad.stiffness,
                       .pad_damping = t.pad.damping,
                       .vertical = t.pad.vertical,
                       .rolls = t.pad.rolls,
                       .shear = t.shear,
                       .friction = t.friction,
                       .across = t.across,
                       .width = t.width,
                       .pad_length = t.pad_length};
  jnk_copy(t.axis, b.axis);
  for (int side = 0; force->terrain && side < 2; side++) {
    const jnk_soil *soil = force->terrain->side[side].soil;
    if (soil) {
      b.soft[side] = 1;
      b.soil[side] = *soil;
    }
  }
  return b;
}

static void list_end(const jni_code_end *end, jni_node *list) {
  for (int i = 0; i < 3; i++) {
    list[i] = end->r.x[i];
    list[3 + i] = end->v.x[i];
    list[6 + i] = end->w.x[i];
  }
}

static void list_inputs(const jni_force_element *force, const jni_code_input *in, jni_node *list) {
  jni_graph *g = in->g;
  jni_vec axis = jni_mat_times(g, &in->end[0].R, jni_vec_of(g, force->def.tyre.axis[0]));
  int wheels = force->terrain ? wheels_of(force) : 0;
  for (int i = 0; i < JNK_TRACK_INPUTS; i++) list[i] = JNI_ZERO;
  for (int i = 0; i < 9; i++) list[i] = in->end[0].R.x[i];
  for (int i = 0; i < 2 * wheels; i++) list[JNK_TRACK_STATE_AT + i] = in->state[i];
  for (int i = 0; i < in->nends; i++) list_end(&in->end[i], list + JNK_TRACK_END_AT + 9 * i);
  for (int i = 0; i < wheels; i++) {
    jni_code_under road = jni_code_road(g, force->terrain, in->end[in->nends - wheels + i].r, axis);
    jni_node *at = list + JNK_TRACK_ROAD_AT + 4 * i;
    at[0] = road.z;
    at[1] = road.x;
    at[2] = road.y;
    at[3] = road.grip;
  }
}

static void write(const jni_force_element *force, const jni_code_input *in, jni_code_output *out) {
  jni_graph *g = in->g;
  const jnk_track_block block = block_of(jni_graph_trace(in->g), force);
  jni_node list[JNK_TRACK_INPUTS];
  list_inputs(force, in, list);
  int call = jni_call(g, &track, (const double *)(const void *)&block, (int)(sizeof block / sizeof(double)), list);
  for (int i = 0; i < in->nends; i++) {
    out->force[i] = jni_code_vector(g, call, 6 * i);
    out->torque[i] = jni_code_vector(g, call, 6 * i + 3);
  }
  for (int i = 0; i < force->kind->nstates(force); i++) out->state_rate[i] = jni_result(g, call, JNK_TRACK_RATE_AT + i);
  for (int i = 0; i < force->kind->nwords(force); i++) out->named[i] = jni_result(g, call, JNK_TRACK_WORD_AT + i);
  out->length = jni_result(g, call, JNK_TRACK_LENGTH_AT);
  out->length_rate = jni_result(g, call, JNK_TRACK_LENGTH_AT + 1);
  out->scalar = jni_result(g, call, JNK_TRACK_LENGTH_AT + 2);
  out->potential = jni_result(g, call, JNK_TRACK_LENGTH_AT + 3);
  out->power = jni_result(g, call, JNK_TRACK_LENGTH_AT + 4);
}

const jni_force_code jni_track_code = {.axes = JNI_CODE_GROUND, .write = write};
