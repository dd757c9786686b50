// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// knife_edge.c - joint kind: a blade. The point of B has no velocity relative to A along a lateral axis that is fixed
// in B.
#include "joint/joint_fields.h"

static const jni_field fields[] = {
    JNI_BETWEEN,
    JNI_JOINT_FIELD("axis", AXIS, axis, JNI_PURE, ANY, true,
                    "the sideways direction in the frame of the second end, along which its point cannot move"),
    JNI_SCALE,
    JNI_COMPLIANT,
};

const jni_joint_kind jni_joint_knife_edge = {
    .name = "knife-edge",
    .help = "the point of the second end does not move along 'axis' relative to the first; one nonholonomic equation",
    JNI_PLANE_AND_SPACE,
    .two_ended = true,
    JNI_FIELDS(fields),
    .check = jni_axis_in_plane,
    .build = jni_rows_lateral,
};
