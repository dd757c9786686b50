// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// linear_relation.c - joint kind: a linear relation between points. The sum of factor times position of the points is
// constant.
#include "joint/joint_fields.h"

static const jni_field fields[] = {
    JNI_JOINT_FIELD("terms", POINT_TERMS, terms, JNI_PURE, ANY, true, "factor of each point: {a.P: 1, b.Q: -2}"),
    {"constant", JNI_FIELD_VECTOR, offsetof(jn_joint_def, constant), JNI_LENGTH, JNI_LENGTH, JNI_ANY, false,
     "constant value of the sum, default zero", .mirroring = JNI_MIRROR_POLAR},
    JNI_SCALE,
    JNI_COMPLIANT,
};

const jni_joint_kind jni_joint_linear_relation = {
    .name = "linear-relation",
    .help = "sum of factor times point is constant",
    JNI_PLANE_AND_SPACE,
    JNI_FIELDS(fields),
    .build = jni_rows_sum,
};
