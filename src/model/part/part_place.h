// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// part_place.h - where a use places its part: translation, rotation and mirror.
#ifndef JNI_PART_PLACE_H
#define JNI_PART_PLACE_H

#include "model/read/reader.h"

// Placement of a part: its point x, in its axes, is at t + R S x outside; S reflects some axes.
struct jni_part_place {
  double t[3];       // m
  double R[9];       // row-major
  unsigned mirror;   // axes that S reflects, one bit each
  bool moved;        // t is not zero; otherwise t is not added
  bool turned;       // R is not the identity; otherwise R is not applied
  jni_trace *trace;  // trace of the model
};

jni_part_place jni_part_place_none(void);
// Reads `at`, `orientation` and `mirror` of a use. Returns false after a fault.
bool jni_read_part_place(jni_reader *r, const jni_node *use, jni_part_place *place);
void jni_part_place_compose(const jni_part_place *outer, const jni_part_place *inner, jni_part_place *both);
void jni_part_place_direction(const jni_part_place *place, const double a[3], double out[3]);  // out = R S a
void jni_part_place_point(const jni_part_place *place, const double p[3], double out[3]);      // out = t + R S p
// Computes the orientation of a frame outside; quaternion NULL: a frame parallel to the part. Returns false if it has
// the orientation of its body outside.
bool jni_part_place_turn(const jni_part_place *place, const double *quaternion, double out[4]);
// Transforms a relation sum f x = c between points of the part to points outside: sum f (t + R S x) = R S c + (sum f)
// t. Returns false after a fault: the part is placed on a body.
bool jni_part_place_relation(jni_reader *r, const jni_node *node, jn_joint_def *def);

#endif
