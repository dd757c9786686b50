// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// constant_velocity_plunge.c - a constant-velocity joint whose centre slides along a line that is fixed in the first
// end, as the inner joint of a half-shaft does.
#include "joint/joint_fields.h"

static const jni_field fields[] = {JNI_BETWEEN, JNI_AXIS(false), JNI_PLUNGE, JNI_SCALE, JNI_COMPLIANT_TURN, JNI_TREE};

static void build(jni_row_builder *b) {
  jni_rows_on_plunge(b);
  jni_rows_no_twist(b);
}

const jni_joint_kind jni_joint_constant_velocity_plunge = {
    .name = "constant-velocity-plunge",
    .look = JNI_LOOK_BALL,
    .help = "constant-velocity joint that also slides along 'plunge', a direction of the first end",
    .in_space = true,
    JNI_IN_TREE(CONSTANT_VELOCITY_PLUNGE),
    JNI_FIELDS(fields),
    .coordinates = {{"displacement", JNI_DISPLACEMENT, JNI_ALONG_PLUNGE}},
    .ncoordinates = 1,
    .check = jni_plunge_is_direction,
    .build = build,
};
