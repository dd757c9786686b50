// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fixed.c - joint kind: two bodies without relative motion.
#include "joint/joint_fields.h"

static const jni_field fields[] = {JNI_BETWEEN, JNI_SCALE, JNI_COMPLIANT_TURN, JNI_TREE};

static void build(jni_row_builder *b) {
  jni_rows_coincide(b);
  jni_rows_same_orientation(b);
}

const jni_joint_kind jni_joint_fixed = {
    .name = "fixed",
    .look = JNI_LOOK_WELD,
    .help = "no relative motion",
    JNI_PLANE_AND_SPACE,
    JNI_IN_TREE(FIXED),
    JNI_FIELDS(fields),
    .build = build,
};
