// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// point_on_plane.c - joint kind: the point of B stays in a plane that is fixed in A.
#include "joint/joint_fields.h"

static const jni_field fields[] = {JNI_BETWEEN, JNI_AXIS_OF_FIRST(false), JNI_SCALE, JNI_COMPLIANT};

const jni_joint_kind jni_joint_point_on_plane = {
    .name = "point-on-plane",
    .look = JNI_LOOK_BALL,
    .help = "point of the second end stays in the plane of the first whose normal is the axis",
    .in_space = true,
    .two_ended = true,
    .joins_points = true,
    JNI_FIELDS(fields),
    .build = jni_rows_on_plane,
};
