// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// constant_velocity.c - joint kind: a constant-velocity joint between two shafts. The points coincide; the shafts may
// bend against each other but not twist, so that both rotate at the same rate at any angle between them.
#include "joint/joint_fields.h"

static const jni_field fields[] = {JNI_BETWEEN, JNI_AXIS(false), JNI_SCALE, JNI_COMPLIANT_TURN, JNI_TREE};

static void build(jni_row_builder *b) {
  jni_rows_coincide(b);
  jni_rows_no_twist(b);
}

const jni_joint_kind jni_joint_constant_velocity = {
    .name = "constant-velocity",
    .look = JNI_LOOK_BALL,
    .help = "joins two shafts along 'axis' that bend against each other and turn at the same rate",
    .in_space = true,
    JNI_IN_TREE(CONSTANT_VELOCITY),
    JNI_FIELDS(fields),
    .build = build,
};
