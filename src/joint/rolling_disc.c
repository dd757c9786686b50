// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// rolling_disc.c - joint kind: a thin disc of B rolls without slip on a plane of A; in plane models a wheel on a
// straight line.
#include "joint/rolling.h"

static bool check(const jn_model *model, const jn_joint_def *def, char *what, size_t size) {
  if (model->space == JN_SPACE || def->axis[0][2] == 0) return true;
  snprintf(what, size, "in the plane the axis is the normal of the line and must lie in the plane, such as 'axis: y'");
  return false;
}

static const jni_field fields[] = {
    JNI_BETWEEN,
    JNI_ROLLING_AXES("the plane's normal in the frame of the first end and the spin axis in that of the second: 'axes: "
                     "[z, y]'; in the "
                     "plane the normal of the line: 'axis: y'"),
    JNI_RADIUS(POSITIVE, "of the disc, about the point of the second end"),
    JNI_SCALE,
    JNI_COMPLIANT,
};

const jni_joint_kind jni_joint_rolling_disc = {
    .name = "rolling-disc",
    .look = JNI_LOOK_WHEEL,
    .help =
        "a thin disc of the second end rolls on a plane of the first; one holonomic equation, two "
        "nonholonomic (plane: one)",
    JNI_PLANE_AND_SPACE,
    .two_ended = true,
    JNI_FIELDS(fields),
    .check = check,
    .build = jni_rows_rolling,
};
