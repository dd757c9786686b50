// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// screw.c - joint kind: a cylindrical joint whose displacement is the pitch times its angle.
#include "joint/joint_fields.h"

#define JNI_PITCH \
  { 1, 0, 0, -1 }

static const jni_field fields[] = {
    JNI_BETWEEN,
    JNI_AXIS(false),
    JNI_JOINT_FIELD("pitch", NUMBER, pitch, JNI_PITCH, NOT_ZERO, true, "advance in m/rad"),
    JNI_SCALE,
    JNI_COMPLIANT_TURN,
    JNI_TREE,
};

static void build(jni_row_builder *b) {
  const jn_joint_def *def = jni_rows_def(b);
  const jn_joint self = {b->joint};
  jni_rows_parallel_axes(b);
  jni_rows_on_axis(b);
  jni_rows_ratio(b, self, "angle", self, "displacement", def->pitch, 0);
}

const jni_joint_kind jni_joint_screw = {
    .name = "screw",
    .look = JNI_LOOK_SLIDE,
    .help = "turning by one radian slides by 'pitch' along the axis",
    .in_space = true,
    JNI_IN_TREE(SCREW),
    JNI_FIELDS(fields),
    .coordinates = {{"angle", JNI_ANGLE, JNI_ALONG_AXIS}, {"displacement", JNI_DISPLACEMENT, JNI_ALONG_AXIS}},
    .ncoordinates = 2,
    .build = build,
};
