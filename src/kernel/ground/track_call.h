// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// track_call.h - tracks as functions over arrays, called by compiled code. The layout is that of the largest track; a
// smaller one does not use all of it.
//   block: jnk_track_block
//   in: axes of the hull (9), states (2 for each pad), r, v and w of every end, the road below each pad (road_block.h)
//   out: force and torque on every end, rates of the states, outputs, length, its rate, tension, energy, power
#ifndef JNK_TRACK_CALL_H
#define JNK_TRACK_CALL_H

#include "kernel/ground/track.h"
#include "kernel/ground/wheel_input.h"

enum {
  JNK_TRACK_ENDS = 1 + JNK_WRAP_CIRCLES,
  JNK_TRACK_STATES = 2 * JNK_TRACK_PADS,
  JNK_TRACK_WORDS = JNK_TRACK_LOADS + JNK_TRACK_PADS,
  JNK_TRACK_STATE_AT = 9,
  JNK_TRACK_END_AT = JNK_TRACK_STATE_AT + JNK_TRACK_STATES,
  JNK_TRACK_ROAD_AT = JNK_TRACK_END_AT + 9 * JNK_TRACK_ENDS,
  JNK_TRACK_INPUTS = JNK_TRACK_ROAD_AT + 4 * JNK_TRACK_PADS,
  JNK_TRACK_RATE_AT = 6 * JNK_TRACK_ENDS,
  JNK_TRACK_WORD_AT = JNK_TRACK_RATE_AT + JNK_TRACK_STATES,
  JNK_TRACK_LENGTH_AT = JNK_TRACK_WORD_AT + JNK_TRACK_WORDS,
  JNK_TRACK_RESULTS = JNK_TRACK_LENGTH_AT + 5
};

// Constants of a track as a block of numbers; all members are doubles. stands: flag: there is ground; soft: flags of
// soft ground left and right of the x axis.
typedef struct {
  double stands, idlers, wheels, sprocket_radius, idler_radius, wheel_radius, axis[3];
  jnk_band_law law;
  double drag, pad_radius, pad_stiffness, pad_damping, vertical, rolls;
  jnk_slider shear;
  double friction, across, width, pad_length;
  double soft[2];
  jnk_soil soil[2];
} jnk_track_block;

JNK_FN jnk_track jnk_track_of_block(const jnk_track_block *b) {
  jnk_track t;
  t.idlers = (int)b->idlers;
  t.wheels = (int)b->wheels;
  t.sprocket_radius = b->sprocket_radius;
  t.idler_radius = b->idler_radius;
  t.wheel_radius = b->wheel_radius;
  jnk_copy(b->axis, t.axis);
  t.law = b->law;
  t.drag = b->drag;
  t.shear = b->shear;
  t.pad.radius = b->pad_radius;
  t.pad.stiffness = b->pad_stiffness;
  t.pad.damping = b->pad_damping;
  t.pad.vertical = b->vertical != 0;
  t.pad.rolls = b->rolls != 0;
  t.pad.load = NULL;
  t.friction = b->friction;
  t.across = b->across;
  t.width = b->width;
  t.pad_length = b->pad_length;
  return t;
}

JNK_FN void jnk_track_read(const jnk_track_block *b, const jnk_track *track, const double *in, jnk_track_end *ends,
                           jnk_under *under) {
  for (int i = 0; i < 1 + jnk_track_circles(track); i++) {
    const double *end = in + JNK_TRACK_END_AT + 9 * i;
    ends[i].r = end;
    ends[i].v = end + 3;
    ends[i].w = end + 6;
  }
  for (int pad = 0; pad < track->wheels; pad++) {
    int side = ends[1 + jnk_track_of_pad(track, pad)].r[1] < 0 ? 1 : 0;
    under[pad] = jnk_under_of(in + JNK_TRACK_ROAD_AT + 4 * pad);
    if (b->soft[side] != 0) under[pad].soil = &b->soil[side];
  }
}

JNK_FN void jnk_track_write(const jnk_track *track, const jnk_track_result *r, double *out) {
  for (int i = 0; i < 1 + jnk_track_circles(track); i++) {
    jnk_copy(r->force[i], out + 6 * i);
    jnk_copy(r->torque[i], out + 6 * i + 3);
  }
  jnk_track_words(r, track->wheels, out + JNK_TRACK_WORD_AT);
  out += JNK_TRACK_LENGTH_AT;
  out[0] = r->length;
  out[1] = r->rate;
  out[2] = r->tension;
  out[3] = r->energy;
  out[4] = r->power;
}

JNK_FN void jnk_call_track(const double *block, const double *in, double *out) {
  const jnk_track_block *b = (const jnk_track_block *)(const void *)block;
  const jnk_track track = jnk_track_of_block(b);
  jnk_track_end ends[JNK_TRACK_ENDS];
  jnk_under under[JNK_TRACK_PADS];
  jnk_track_view view;
  jnk_track_result result;
  jnk_track_clear(&track, &result);
  jnk_track_read(b, &track, in, ends, under);
  for (int i = 0; i < 2 * track.wheels; i++) out[JNK_TRACK_RATE_AT + i] = 0;
  jnk_track_view_calc(&track, b->stands != 0 ? under : NULL, in, ends, in + JNK_TRACK_STATE_AT, &view, &result,
                      out + JNK_TRACK_RATE_AT);
  jnk_track_write(&track, &result, out);
}

#endif
