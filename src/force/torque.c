// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// torque.c - moment on a body by expressions, in ground axes or (follower) in those of the frame it acts at; or a
// motor: one expression along a joint coordinate, a force if the coordinate is a length.
#include <stdio.h>

#include "force/force_fields.h"
#include "force/scalar_force.h"
#include "kernel/vec3.h"
#include "model/model.h"

static const jni_field fields[] = {
    JNI_FIELD_AS("at", between, AT, NONE, NONE, ANY, false, "the body it acts on; or give joint"),
    JNI_FIELD_ON_JOINT("the joint whose coordinate it drives"),
    JNI_FIELD_IN_MIRROR(AXIAL, "value", value, EXPRESSIONS, MOMENT, FORCE, ANY, true,
                        "its components; one in the plane and on a joint"),
    JNI_FIELD(follower, FLAG, NONE, NONE, ANY, "components in the axes of the frame it acts at"),
};

static bool check(const jn_model *model, const jn_force_def *def, char *what, size_t size) {
  if (!jni_check_place(def, "at", what, size)) return false;
  bool joint = jni_acts_along(def);
  if ((joint || model->space == JN_PLANE) && (def->value[1] || def->value[2])) {
    snprintf(what, size, "'value' has one component %s", joint ? "on a joint" : "in the plane");
    return false;
  }
  if (joint) return true;
  int body = model->frames[def->between[0].i].body;
  if (body == 0) snprintf(what, size, "'at' is on the ground, where a torque does nothing");
  else if (model->bodies[body].particle)
    snprintf(what, size, "'%s' is a particle and takes no moment", model->bodies[body].name);
  else return true;
  return false;
}

static bool conservative(const jni_force_element *force) {
  (void)force;
  return false;
}

// Computes T, the moment of an element on its body at the present values of its expressions, ground axes, N m. In the
// plane it is about z.
static void moment(const jni_force_element *force, const jni_force_input *in, double T[3]) {
  if (in->plane) jnk_set(0, 0, in->value[0], T);
  else if (force->def.follower) jnk_mat_vec(in->end[0].R, in->value, T);
  else jnk_copy(in->value, T);
}

static void calc(const jni_force_element *force, const jni_force_input *in, jni_force_output *out) {
  if (jni_acts_along(&force->def)) {
    out->length = in->coordinate;
    out->length_rate = in->rate;
    out->scalar = out->generalized = in->value[0];
    out->power = in->value[0] * in->rate;
    return;
  }
  moment(force, in, out->torque[0]);
  out->scalar = in->plane ? in->value[0] : jnk_norm(out->torque[0]);
  out->power = jnk_dot(out->torque[0], in->end[0].w);
}

// Computes the tangent for constant values of the expressions: the moment of a follower rotates with its frame.
static void tangent(const jni_force_element *force, const jni_force_input *in, jni_force_tangent *out) {
  if (jni_acts_along(&force->def) || in->plane || !force->def.follower) return;
  double T[3], S[9];
  moment(force, in, T);
  jnk_skew(T, S);
  jni_block_add(out->stand, 3, 3, -1, S);
}

static void write_motor(const jni_code_input *in, jni_code_output *out) {
  out->length = in->coordinate;
  out->length_rate = in->rate;
  out->scalar = out->generalized = in->value[0];
  out->power = jni_times(in->g, in->value[0], in->rate);
}

static void write(const jni_force_element *force, const jni_code_input *in, jni_code_output *out) {
  jni_graph *g = in->g;
  jni_node inverse;
  if (in->on_coordinate) {
    write_motor(in, out);
    return;
  }
  out->torque[0] =
      in->plane ? (jni_vec){{JNI_ZERO, JNI_ZERO, in->value[0]}} : jni_code_value_vector(in, force->def.follower);
  out->scalar = in->plane ? in->value[0] : jni_code_length(g, out->torque[0], &inverse);
  out->power = jni_vec_dot(g, out->torque[0], in->end[0].w);
}

static const jni_force_code code = {.axes = JNI_CODE_OWN, .write = write};

const jni_force_kind jni_force_torque = {
    .name = "torque",
    .help = "torque on a body, or along a joint coordinate, by expressions",
    JNI_PLANE_AND_SPACE,
    .ends = 1,
    JNI_FORCE_KIND,
    .conservative = conservative,
    .code = &code,
};
