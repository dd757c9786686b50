// SPDX-FileCopyrightText: Jounce contributors SPDX-License-Identifier: BSD-3-Clause free.c - joint kind without
// constraint equations: gives a name to the free relative motion of two bodies. A body that it connects to the ground
// is preferred as the base of a spanning tree.
#include "joint/joint_fields.h"

static const jni_field fields[] = {JNI_BETWEEN};

static void build(jni_row_builder *b) { (void)b; }

const jni_joint_kind jni_joint_free = {
    .name = "free",
    .help = "no constraint at all",
    JNI_PLANE_AND_SPACE,
    .two_ended = true,
    .free = true,
    JNI_FIELDS(fields),
    .build = build,
};
