// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// spring_damper.c - a spring and damper between two points:  F = preload + k (x - rest) + c xdot  along the line that
// joins them, tension positive; k (x - rest) may be a law over the elongation, c xdot a law over the rate.
#include "force/field.h"
#include "force/scalar.h"

static const jni_field fields[] = {
    JNI_FIELD_ENDS(true, "the two points"),
    JNI_SPRING_FIELDS(STIFFNESS, DAMPING, FORCE, LENGTH, NOT_NEGATIVE, "force", "elongation", "free length, default 0",
                      "tension at the free length"),
};

static bool check(const jn_model *model, const jn_force_def *def, char *what, size_t size) {
  return jni_spring_check(model, def, false, what, size);
}

static void calc(const jni_force_element *force, const jni_force_input *in, jni_force_output *out) {
  jni_line line = jni_line_calc(in);
  jni_scalar scalar = jni_spring_calc(force, line.x, line.rate, in->sides);
  jni_line_output(&line, &scalar, out);
}

static void tangent(const jni_force_element *force, const jni_force_input *in, jni_force_tangent *out) {
  jni_line line = jni_line_calc(in);
  jni_scalar scalar = jni_spring_calc(force, line.x, line.rate, in->sides);
  jni_line_tangent(&line, &scalar, out);
}

static void discrete(const jni_force_element *force, const jni_force_input *in, jni_force_output *out) {
  double x0 = jni_line_calc(&in[0]).x, x1 = jni_line_calc(&in[1]).x;
  jni_line_discrete(in, x0, x1, jni_spring_mean(&force->def, x0, x1), out);
}

static void switches(const jni_force_element *force, const jni_force_input *in, double *e, int *side) {
  jni_line line = jni_line_calc(in);
  jni_spring_switches(force, line.x, line.rate, in->sides, e, side);
}

const jni_force_kind jni_force_spring_damper = {
    .name = "spring-damper",
    .look = JNI_LOOK_SPRING,
    .help = "spring and damper between two points",
    JNI_PLANE_AND_SPACE,
    .ends = 2,
    JNI_SPRING_KIND,
    .code = &jni_spring_code,
};
