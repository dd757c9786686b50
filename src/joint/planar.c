// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// planar.c - joint kind: the point of B stays in a plane of A, and the axes (normals) of both stay parallel.
#include "joint/joint_fields.h"

static const jni_field fields[] = {JNI_BETWEEN, JNI_AXIS(false), JNI_SCALE, JNI_COMPLIANT_TURN, JNI_TREE};

static void build(jni_row_builder *b) {
  jni_rows_parallel_axes(b);
  jni_rows_on_plane(b);
}

const jni_joint_kind jni_joint_planar = {
    .name = "planar",
    .help = "slides in a plane whose normal is the axis, and turns about it",
    .in_space = true,
    JNI_IN_TREE(PLANAR),
    JNI_FIELDS(fields),
    .coordinates = {{"angle", JNI_ANGLE, JNI_ALONG_AXIS},
                    {"displacement1", JNI_DISPLACEMENT, JNI_ALONG_FIRST},
                    {"displacement2", JNI_DISPLACEMENT, JNI_ALONG_SECOND}},
    .ncoordinates = 3,
    .build = build,
};
