// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// rack.c - rack and pinion: the slide moves by radius times the pinion's angle.
#include "joint/fields.h"

static bool check(const jn_model *model, const jn_joint_def *def, char *what, size_t size) {
  return jni_has_coordinate(model, def->joint, "angle", what, size) &&
         jni_has_coordinate(model, def->other[0], "displacement", what, size);
}

static const jni_field fields[] = {
    JNI_JOINT_FIELD("pinion", JOINT, joint, JNI_PURE, ANY, true, "joint that turns"),
    JNI_JOINT_FIELD("slide", JOINT, other[0], JNI_PURE, ANY, true, "joint that slides"),
    JNI_JOINT_FIELD("radius", NUMBER, ratio, JNI_LENGTH, NOT_ZERO, true, "travel per radian; negative turns the sense"),
    JNI_JOINT_FIELD("offset", NUMBER, offset, JNI_LENGTH, ANY, false, "displacement when the pinion is at 0"),
    JNI_SCALE,
};

static void build(const jni_joint_element *j, jni_row_builder *b) {
  jni_rows_ratio(b, j->def.joint, "angle", j->def.other[0], "displacement", j->def.ratio, j->def.offset);
}

const jni_joint_kind jni_joint_rack = {
    .name = "rack",
    .help = "slides joint 'slide' by 'radius' times the angle of joint 'pinion'",
    .in_plane = true,
    .in_space = true,
    .two_ended = false,
    JNI_FIELDS(fields),
    .check = check,
    .build = build,
};
