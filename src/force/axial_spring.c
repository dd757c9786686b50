// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// axial_spring.c - spring and damper along the z axis of the first end's frame: for leaf springs and air springs, whose
// force is along an axis of the chassis for any position of the other end.
#include "force/spring_law.h"

static const jni_field fields[] = {
    JNI_FIELD_ENDS(true, "the frame along whose z axis it acts, and the point"),
    JNI_SPRING_FIELDS(STIFFNESS, DAMPING, FORCE, LENGTH, ANY, "force", "displacement along the axis",
                      "z of the second end, in the frame of the first, without force, default 0",
                      "force there; positive pulls"),
};

static bool check(const jn_model *model, const jn_force_def *def, char *what, size_t size) {
  return jni_spring_check(model, def, false, what, size);
}

const jni_force_kind jni_force_axial_spring = {
    .name = "axial-spring",
    .help = "spring and damper along the z axis of the first end's frame",
    .in_space = true,
    JNI_FIELDS(fields),
    .check = check,
    JNI_SPRING_KIND,
    .geometry = &jni_axis_geometry,
    .code = &jni_scalar_code_direct,
};
