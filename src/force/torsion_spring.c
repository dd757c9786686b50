// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// torsion_spring.c - spring and damper on an angle: that of the second body relative to the first (in the plane,
// counted over whole turns), or a joint coordinate.
#include <stdio.h>

#include "force/spring_law.h"
#include "model/model.h"

static const jni_field fields[] = {
    JNI_FIELD_ENDS(false, "the two bodies (in the plane); or give joint"),
    JNI_FIELD_ON_JOINT("the joint whose coordinate the spring acts on"),
    JNI_SPRING_FIELDS(ANGULAR_STIFFNESS, ANGULAR_DAMPING, MOMENT, ANGLE, ANY, "moment", "angle from rest",
                      "free angle, default 0", "moment at the free angle"),
};

static bool check(const jn_model *model, const jn_force_def *def, char *what, size_t size) {
  if (!jni_check_place(def, "between", what, size)) return false;
  if (!jni_acts_along(def) && model->space == JN_SPACE) {
    snprintf(what, size,
             "in space a torsion spring acts on joint coordinates: give 'joint' or 'terms' instead of 'between'");
    return false;
  }
  return jni_spring_check(model, def, true, what, size);
}

const jni_force_kind jni_force_torsion_spring = {
    .name = "torsion-spring",
    .help = "spring and damper on the angle between two bodies (plane) or on a joint coordinate",
    JNI_PLANE_AND_SPACE,
    JNI_FIELDS(fields),
    .check = check,
    JNI_SPRING_KIND,
    .geometry = &jni_coordinate_geometry,
    .angular = true,
    .code = &jni_scalar_code,
};
