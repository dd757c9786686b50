// SPDX-FileCopyrightText: Jounce contributors SPDX-License-Identifier: BSD-3-Clause rack.c - joint kind: rack and
// pinion. The displacement of the slide is the radius times the pinion's angle, plus an offset.
#include "joint/joint_fields.h"

static const jni_field fields[] = {
    JNI_JOINT_FIELD("pinion", JOINT, joint, JNI_PURE, ANY, true, "joint that turns"),
    JNI_JOINT_FIELD("slide", JOINT, other[0], JNI_PURE, ANY, true, "joint that slides"),
    JNI_JOINT_FIELD("radius", NUMBER, ratio, JNI_LENGTH, NOT_ZERO, true,
                    "travel per radian; negative reverses the direction"),
    JNI_JOINT_FIELD("offset", NUMBER, offset, JNI_LENGTH, ANY, false, "displacement when the pinion is at 0"),
    JNI_GEOMETRY,
    JNI_SCALE,
    JNI_COMPLIANT_TURN,
};

extern const jni_joint_kind jni_joint_rack;
static bool check(const jn_model *model, const jn_joint_def *def, char *what, size_t size) {
  return jni_relation_fits(&jni_joint_rack, model, def, what, size);
}

const jni_joint_kind jni_joint_rack = {
    .name = "rack",
    .help = "displacement of joint 'slide' is 'radius' times the angle of joint 'pinion'",
    JNI_PLANE_AND_SPACE,
    .teeth = true,
    .related = {"angle", "displacement"},
    JNI_FIELDS(fields),
    .check = check,
    .build = jni_rows_relation,
};
