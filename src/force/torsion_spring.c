// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// torsion_spring.c - a spring and damper on an angle: of the second body relative to the first (in the plane, counted
// over whole turns), or on a joint coordinate. The moment  preload + k (angle - rest) + c rate  turns the angle back
// when positive.
#include <stdio.h>

#include "force/field.h"
#include "force/scalar.h"

static const jni_field fields[] = {
    JNI_FIELD_ENDS(false, "the two bodies (in the plane); or give joint"),
    JNI_FIELD_ON_JOINT("the joint whose coordinate the spring acts on"),
    JNI_SPRING_FIELDS(ANGULAR_STIFFNESS, ANGULAR_DAMPING, MOMENT, ANGLE, ANY, "moment", "angle from rest",
                      "free angle, default 0", "moment at the free angle"),
};

static bool check(const jn_model *model, const jn_force_def *def, char *what, size_t size) {
  if (!jni_either_check(def, "between", what, size)) return false;
  if (!jni_acts_along(def) && model->space == JN_SPACE)
    return snprintf(
               what, size,
               "in space a torsion spring acts on joint coordinates: give 'joint' or 'terms' instead of 'between'"),
           false;
  return jni_spring_check(model, def, true, what, size);
}

static void calc(const jni_force_element *force, const jni_force_input *in, jni_force_output *out) {
  jni_scalar scalar = jni_spring_calc(force, in->coordinate, in->rate, in->sides);
  jni_coordinate_output(in, &scalar, out);
}

static void tangent(const jni_force_element *force, const jni_force_input *in, jni_force_tangent *out) {
  jni_scalar scalar = jni_spring_calc(force, in->coordinate, in->rate, in->sides);
  jni_coordinate_tangent(&scalar, out);
}

static void discrete(const jni_force_element *force, const jni_force_input *in, jni_force_output *out) {
  jni_coordinate_discrete(jni_spring_mean(&force->def, in[0].coordinate, in[1].coordinate), out);
}

static void switches(const jni_force_element *force, const jni_force_input *in, double *e, int *side) {
  jni_spring_switches(force, in->coordinate, in->rate, in->sides, e, side);
}

const jni_force_kind jni_force_torsion_spring = {
    .name = "torsion-spring",
    .help = "spring and damper on the angle between two bodies (plane) or on a joint coordinate",
    JNI_PLANE_AND_SPACE,
    .ends = 2,
    .look = JNI_LOOK_SPRING,
    .angular = true,
    JNI_SPRING_KIND,
    .code = &jni_spring_code,
};
