// SPDX-FileCopyrightText: Jounce contributors SPDX-License-Identifier: BSD-3-Clause gear.c - joint kind: a gear pair.
// The driven angle is a ratio times the driving one, plus an offset.
#include "joint/joint_fields.h"

static const jni_field fields[] = {
    JNI_JOINT_FIELD("from", JOINT, joint, JNI_PURE, ANY, true, "driving joint"),
    JNI_JOINT_FIELD("to", JOINT, other[0], JNI_PURE, ANY, true, "driven joint"),
    JNI_JOINT_FIELD("ratio", NUMBER, ratio, JNI_PURE, NOT_ZERO, true,
                    "angle of the driven over angle of the driving joint"),
    JNI_JOINT_FIELD("offset", NUMBER, offset, JNI_RADIAN, ANY, false,
                    "angle of the driven joint when the driving one is at 0"),
    JNI_GEOMETRY,
    JNI_SCALE,
    JNI_COMPLIANT_TURN,
};

extern const jni_joint_kind jni_joint_gear;
static bool check(const jn_model *model, const jn_joint_def *def, char *what, size_t size) {
  return jni_are_two_joints(model, def->joint, def->other[0], what, size) &&
         jni_relation_fits(&jni_joint_gear, model, def, what, size);
}

const jni_joint_kind jni_joint_gear = {
    .name = "gear",
    .help = "angle of joint 'to' is 'ratio' times the angle of joint 'from' (negative: opposite direction)",
    JNI_PLANE_AND_SPACE,
    .teeth = true,
    .related = {"angle", "angle"},
    JNI_FIELDS(fields),
    .check = check,
    .build = jni_rows_relation,
};
