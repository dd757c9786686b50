// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// universal.c - joint kind: a universal (Cardan) joint. The points coincide and the axis of A is perpendicular to the
// axis of B.
#include "joint/joint_fields.h"

static const jni_field fields[] = {JNI_BETWEEN, JNI_AXES_APART, JNI_SCALE, JNI_COMPLIANT_TURN, JNI_TREE};

static void build(jni_row_builder *b) {
  jni_rows_coincide(b);
  jni_rows_perpendicular_axes(b);
}

const jni_joint_kind jni_joint_universal = {
    .name = "universal",
    .look = JNI_LOOK_BALL,
    .help = "cross joint: the axis of the first end stays perpendicular to the axis of the second",
    .in_space = true,
    JNI_IN_TREE(UNIVERSAL),
    JNI_FIELDS(fields),
    .build = build,
};
