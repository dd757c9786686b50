// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// revolute.c - joint kind: a hinge. The points coincide and the axes are parallel.
#include "joint/joint_fields.h"

static const jni_field fields[] = {JNI_BETWEEN,        JNI_AXIS(false),   JNI_SCALE,
                                   JNI_COMPLIANT_TURN, JNI_ARMATURE_TURN, JNI_TREE};

static void build(jni_row_builder *b) {
  jni_rows_coincide(b);
  jni_rows_parallel_axes(b);
}

const jni_joint_kind jni_joint_revolute = {
    .name = "revolute",
    .look = JNI_LOOK_PIN,
    .help = "hinge: turns about the axis",
    JNI_PLANE_AND_SPACE,
    JNI_IN_TREE(REVOLUTE),
    JNI_FIELDS(fields),
    .coordinates = {{"angle", JNI_ANGLE, JNI_ALONG_AXIS}},
    .ncoordinates = 1,
    .build = build,
};
