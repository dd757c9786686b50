// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// distance.c - joint kind: a massless rod, which keeps the distance of two points; the constraint equation is (d . d -
// L^2) / (2 L) = 0.
#include "joint/joint_fields.h"

static const jni_field fields[] = {
    JNI_BETWEEN,
    JNI_JOINT_FIELD("length", NUMBER, length, JNI_LENGTH, POSITIVE, true, "distance of the two points"),
    JNI_SCALE,
    JNI_COMPLIANT,
};

const jni_joint_kind jni_joint_distance = {
    .name = "distance",
    .look = JNI_LOOK_ROD,
    .help = "massless rod: two points keep their distance",
    JNI_PLANE_AND_SPACE,
    .two_ended = true,
    JNI_FIELDS(fields),
    .build = jni_rows_distance,
};
