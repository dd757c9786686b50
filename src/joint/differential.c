// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// differential.c - joint kind: a bevel differential, with the relation left + right = 2 ratio carrier between three
// angles.
#include "joint/joint_fields.h"

static bool check(const jn_model *model, const jn_joint_def *def, char *what, size_t size) {
  return jni_has_coordinate(model, def->joint, "angle", what, size) &&
         jni_has_coordinate(model, def->other[0], "angle", what, size) &&
         jni_has_coordinate(model, def->other[1], "angle", what, size) &&
         jni_are_two_joints(model, def->other[0], def->other[1], what, size);
}

static const jni_field fields[] = {
    JNI_JOINT_FIELD("carrier", JOINT, joint, JNI_PURE, ANY, true, "joint of the carrier"),
    JNI_JOINT_FIELD("left", JOINT, other[0], JNI_PURE, ANY, true, "left output"),
    JNI_JOINT_FIELD("right", JOINT, other[1], JNI_PURE, ANY, true, "right output"),
    JNI_JOINT_FIELD("ratio", NUMBER, ratio, JNI_PURE, NOT_ZERO, false,
                    "mean output angle over carrier angle, default 1"),
    JNI_SCALE,
    JNI_COMPLIANT_TURN,
};

static void build(jni_row_builder *b) {
  const jn_joint_def *def = jni_rows_def(b);
  const jn_joint joints[3] = {def->other[0], def->other[1], def->joint};
  static const char *const names[3] = {"angle", "angle", "angle"};
  const double factors[3] = {0.5, 0.5, def->ratio == 0 ? -1 : -def->ratio};
  jni_rows_coordinates(b, joints, names, factors, 3, 0, false);
}

const jni_joint_kind jni_joint_differential = {
    .name = "differential",
    .help = "left and right angles add up to 2 'ratio' times the carrier's",
    JNI_PLANE_AND_SPACE,
    JNI_FIELDS(fields),
    .check = check,
    .build = build,
};
