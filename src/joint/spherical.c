// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// spherical.c - a ball joint: the points coincide.
#include "joint/fields.h"

static const jni_field fields[] = {JNI_BETWEEN, JNI_SCALE, JNI_TREE};

static void build(const jni_joint_element *j, jni_row_builder *b) {
  (void)j;
  jni_rows_coincide(b);
}

const jni_joint_kind jni_joint_spherical = {
    .name = "spherical",
    .help = "ball joint: the points coincide",
    .in_space = true,
    JNI_IN_TREE(SPHERICAL),
    JNI_FIELDS(fields),
    .build = build,
};
