// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// prismatic.c - joint kind: a slide. Both bodies keep the same relative orientation, and the point of B moves along the
// axis.
#include "joint/joint_fields.h"

static const jni_field fields[] = {JNI_BETWEEN,        JNI_AXIS(true),     JNI_SCALE,
                                   JNI_COMPLIANT_TURN, JNI_ARMATURE_SLIDE, JNI_TREE};

static void build(jni_row_builder *b) {
  jni_rows_same_orientation(b);
  jni_rows_on_axis(b);
}

const jni_joint_kind jni_joint_prismatic = {
    .name = "prismatic",
    .look = JNI_LOOK_SLIDE,
    .help = "slide: moves along the axis",
    JNI_PLANE_AND_SPACE,
    JNI_IN_TREE(PRISMATIC),
    JNI_FIELDS(fields),
    .coordinates = {{"displacement", JNI_DISPLACEMENT, JNI_ALONG_AXIS}},
    .ncoordinates = 1,
    .check = jni_axis_in_plane,
    .build = build,
};
