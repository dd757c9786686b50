// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// linear_relation.c - a linear relation between points: the sum of factor times point is constant.
#include "joint/fields.h"

static const jni_field fields[] = {
    JNI_JOINT_FIELD("terms", POINT_TERMS, terms, JNI_PURE, ANY, true, "factor of each point: {a.P: 1, b.Q: -2}"),
    JNI_JOINT_FIELD("constant", VECTOR, constant, JNI_LENGTH, ANY, false, "what the sum equals, default zero"),
    JNI_SCALE,
};

const jni_joint_kind jni_joint_linear_relation = {
    .name = "linear-relation",
    .help = "sum of factor times point is constant",
    JNI_PLANE_AND_SPACE,
    JNI_FIELDS(fields),
    .build = jni_rows_sum,
};
