// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// part_place.h - where a use places its part: translation, rotation and mirror.
#ifndef JNI_PART_PLACE_H
#define JNI_PART_PLACE_H

#include "model/read/reader.h"

// Placement of a part: the point whose coordinates in the part are x has the coordinates t + R S x in the model or part
// that uses it. S is the reflection of the axes in `mirror`.
struct jni_part_place {
  double t[3];       // m
  double R[9];       // row-major
  unsigned mirror;   // axes that S reflects, one bit each
  bool moved;        // t is not zero; otherwise t is not added
  bool turned;       // R is not the identity; otherwise R is not applied
  jni_trace *trace;  // trace of the model
};

jni_part_place jni_part_place_none(void);
// Reads the keys `at`, `orientation` and `mirror` of a use into *place. Returns false after a fault.
bool jni_read_part_place(jni_reader *r, const jni_node *use, jni_part_place *place);
void jni_part_place_compose(const jni_part_place *outer, const jni_part_place *inner, jni_part_place *both);
void jni_part_place_direction(const jni_part_place *place, const double a[3], double out[3]);  // out = R S a
void jni_part_place_point(const jni_part_place *place, const double p[3], double out[3]);      // out = t + R S p
// Computes in `out` the quaternion that a frame of the part has outside of the part. quaternion: that in the part;
// NULL: the frame is parallel to the part. Returns false if the frame needs no orientation outside, because the frame
// is parallel to its body there.
bool jni_part_place_turn(const jni_part_place *place, const double *quaternion, double out[4]);
// Transforms a linear relation sum f x = c between coordinates of points in the part to coordinates outside: sum f (t +
// R S x) = R S c + (sum f) t. Changes nothing if sum f and c are zero. Otherwise, if the part is placed on a body,
// reports a fault and returns false.
bool jni_part_place_relation(jni_reader *r, const jni_node *node, jn_joint_def *def);

#endif
