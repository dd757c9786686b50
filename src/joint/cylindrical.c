// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// cylindrical.c - joint kind: rotation about an axis and displacement along it.
#include "joint/joint_fields.h"

static const jni_field fields[] = {JNI_BETWEEN, JNI_AXIS(false), JNI_SCALE, JNI_COMPLIANT_TURN, JNI_TREE};

static void build(jni_row_builder *b) {
  jni_rows_parallel_axes(b);
  jni_rows_on_axis(b);
}

const jni_joint_kind jni_joint_cylindrical = {
    .name = "cylindrical",
    .look = JNI_LOOK_SLIDE,
    .help = "turns about the axis and slides along it",
    .in_space = true,
    JNI_IN_TREE(CYLINDRICAL),
    JNI_FIELDS(fields),
    .coordinates = {{"angle", JNI_ANGLE, JNI_ALONG_AXIS}, {"displacement", JNI_DISPLACEMENT, JNI_ALONG_AXIS}},
    .ncoordinates = 2,
    .build = build,
};
