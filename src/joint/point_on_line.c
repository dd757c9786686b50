// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// point_on_line.c - joint kind: the point of B stays on a line that is fixed in A.
#include "joint/joint_fields.h"

static const jni_field fields[] = {JNI_BETWEEN, JNI_AXIS_OF_FIRST(true), JNI_SCALE, JNI_COMPLIANT};

const jni_joint_kind jni_joint_point_on_line = {
    .name = "point-on-line",
    .look = JNI_LOOK_SLIDE,
    .help = "point of the second end stays on the line of the first along the axis",
    JNI_PLANE_AND_SPACE,
    .two_ended = true,
    .joins_points = true,
    JNI_FIELDS(fields),
    .coordinates = {{"displacement", JNI_DISPLACEMENT, JNI_ALONG_AXIS}},
    .ncoordinates = 1,
    .check = jni_axis_in_plane,
    .build = jni_rows_on_axis,
};
