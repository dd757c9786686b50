// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// universal_plunge.c - joint kind: a universal joint whose centre slides along a line that is fixed in the first end,
// as in a drive shaft.
#include "joint/joint_fields.h"

static const jni_field fields[] = {JNI_BETWEEN, JNI_AXES_APART, JNI_PLUNGE, JNI_SCALE, JNI_COMPLIANT_TURN, JNI_TREE};

static void build(jni_row_builder *b) {
  jni_rows_on_plunge(b);
  jni_rows_perpendicular_axes(b);
}

const jni_joint_kind jni_joint_universal_plunge = {
    .name = "universal-plunge",
    .look = JNI_LOOK_BALL,
    .help = "cross joint that also slides along 'plunge', a direction of the first end",
    .in_space = true,
    JNI_IN_TREE(UNIVERSAL_PLUNGE),
    JNI_FIELDS(fields),
    .coordinates = {{"displacement", JNI_DISPLACEMENT, JNI_ALONG_PLUNGE}},
    .ncoordinates = 1,
    .check = jni_plunge_is_direction,
    .build = build,
};
