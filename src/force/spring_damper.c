// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// spring_damper.c - spring and damper between two points, along the line that joins them.
#include "force/spring_law.h"
#include "model/joint_kind.h"

static const jni_field fields[] = {
    JNI_FIELD_ENDS(true, "the two points"),
    JNI_SPRING_FIELDS(STIFFNESS, DAMPING, FORCE, LENGTH, NOT_NEGATIVE, "force", "elongation", "free length, default 0",
                      "tension at the free length"),
};

static bool check(const jn_model *model, const jn_force_def *def, char *what, size_t size) {
  return jni_spring_check(model, def, false, what, size);
}

const jni_force_kind jni_force_spring_damper = {
    .name = "spring-damper",
    .help = "spring and damper between two points",
    JNI_PLANE_AND_SPACE,
    JNI_FIELDS(fields),
    .check = check,
    JNI_SPRING_KIND,
    .geometry = &jni_line_geometry,
    .code = &jni_scalar_code,
};
