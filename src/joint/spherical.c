// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// spherical.c - joint kind: a ball joint. The points coincide; the rotation is free.
#include "joint/joint_fields.h"

static const jni_field fields[] = {JNI_BETWEEN, JNI_SCALE, JNI_COMPLIANT, JNI_TREE};

const jni_joint_kind jni_joint_spherical = {
    .name = "spherical",
    .look = JNI_LOOK_BALL,
    .help = "ball joint: the points coincide",
    .in_space = true,
    JNI_IN_TREE(SPHERICAL),
    JNI_FIELDS(fields),
    .build = jni_rows_coincide,
};
