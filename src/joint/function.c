// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// function.c - joint kind: a joint coordinate that is a function of another one, for forced cams, non-circular gears,
// indexers.
#include "joint/joint_fields.h"

static const jni_field fields[] = {
    JNI_JOINT_FIELD("from", JOINT, joint, JNI_PURE, ANY, true, "driving joint"),
    JNI_JOINT_FIELD("from_coordinate", COORDINATE, coordinate, JNI_PURE, ANY, false,
                    "which of its coordinates is x, default the first"),
    JNI_JOINT_FIELD("to", JOINT, other[0], JNI_PURE, ANY, true, "driven joint"),
    JNI_JOINT_FIELD("to_coordinate", COORDINATE, other_coordinate, JNI_PURE, ANY, false,
                    "which of its coordinates is y, default the first"),
    {"law", JNI_FIELD_FUNCTION, offsetof(jn_joint_def, function), JNI_RADIAN, JNI_LENGTH, JNI_ANY, true,
     "y as a function of x: an expression of x in SI units (0.01*(1 - cos(x))), which is differentiated automatically; "
     "{formula: .., period: 360 deg, per_turn: 90 deg}; {table: [[x, y], ...], closed: true, per_turn: 360 deg}; or "
     "the "
     "outline of a cam, {profile: [[x, y], ...] or the name of a profile, follower: roller, radius: 10 mm}",
     .mirroring = JNI_MIRROR_BY_TYPE},
    JNI_SCALE,
    JNI_COMPLIANT_TURN,
};

static bool check(const jn_model *model, const jn_joint_def *def, char *what, size_t size) {
  if (!jni_has_coordinate(model, def->joint, def->coordinate, what, size) ||
      !jni_has_coordinate(model, def->other[0], def->other_coordinate, what, size))
    return false;
  int x = jni_joint_coordinate_index(model->joints[def->joint.i].kind, def->coordinate),
      y = jni_joint_coordinate_index(model->joints[def->other[0].i].kind, def->other_coordinate);
  bool turns = model->joints[def->joint.i].kind->coordinates[x].kind == JNI_ANGLE,
       slides = model->joints[def->other[0].i].kind->coordinates[y].kind == JNI_DISPLACEMENT;
  if (def->function.cam.n > 0 && !(turns && slides)) {
    snprintf(what, size, "the outline of a cam needs an angle as 'from' and a displacement as 'to'");
    return false;
  }
  if (def->joint.i != def->other[0].i || x != y) return true;
  snprintf(what, size, "relates coordinate '%s' of joint '%.120s' to itself; name two coordinates",
           model->joints[def->joint.i].kind->coordinates[x].name, model->joints[def->joint.i].name);
  return false;
}

const jni_joint_kind jni_joint_function = {
    .name = "function",
    .help =
        "a coordinate of joint 'to' is a function of a coordinate of joint 'from': forced cams, non-circular "
        "gears, indexers",
    JNI_PLANE_AND_SPACE,
    .function = true,
    JNI_FIELDS(fields),
    .check = check,
    .build = jni_rows_function,
};
