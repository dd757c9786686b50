// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// point_force.c - force at a point by expressions, in ground axes or (follower) in those of the frame it acts at.
#include <stdio.h>

#include "force/force_code.h"
#include "force/force_fields.h"
#include "kernel/vec3.h"
#include "model/model.h"

static const jni_field fields[] = {
    JNI_FIELD_AS("at", between, AT, NONE, NONE, ANY, true, "the point it acts at"),
    JNI_FIELD_IN_MIRROR(POLAR, "value", value, EXPRESSIONS, FORCE, FORCE, ANY, true, "its components"),
    JNI_FIELD(follower, FLAG, NONE, NONE, ANY, "components in the axes of the frame it acts at"),
};

static bool check(const jn_model *model, const jn_force_def *def, char *what, size_t size) {
  bool plane = model->space == JN_PLANE;
  if (model->frames[def->between[0].i].body == 0) {
    snprintf(what, size, "'at' is on the ground, where a force does nothing");
    return false;
  }
  if (def->value[1] && !def->value[2] == plane) return true;
  snprintf(what, size, "'value' needs one component for each direction: %s", plane ? "[x, y]" : "[x, y, z]");
  return false;
}

static bool conservative(const jni_force_element *force) {
  (void)force;
  return false;
}

static void calc(const jni_force_element *force, const jni_force_input *in, jni_force_output *out) {
  double *F = out->force[0];
  if (force->def.follower) jnk_mat_vec(in->end[0].R, in->value, F);
  else jnk_copy(in->value, F);
  out->scalar = jnk_norm(F);
  out->power = jnk_dot(F, in->end[0].v);
}

// Computes the tangent for constant values of the expressions: the force of a follower rotates with its frame.
static void tangent(const jni_force_element *force, const jni_force_input *in, jni_force_tangent *out) {
  if (!force->def.follower) return;
  double F[3], S[9];
  jnk_mat_vec(in->end[0].R, in->value, F);
  jnk_skew(F, S);
  jni_block_add(out->stand, 0, 3, -1, S);
}

static void write(const jni_force_element *force, const jni_code_input *in, jni_code_output *out) {
  jni_graph *g = in->g;
  jni_node inverse;
  out->force[0] = jni_code_value_vector(in, force->def.follower);
  out->scalar = jni_code_length(g, out->force[0], &inverse);
  out->power = jni_vec_dot(g, out->force[0], in->end[0].v);
}

static const jni_force_code code = {.axes = JNI_CODE_OWN, .write = write};

const jni_force_kind jni_force_point_force = {
    .name = "point-force",
    .help = "force at a point, by expressions",
    JNI_PLANE_AND_SPACE,
    .ends = 1,
    JNI_FORCE_KIND,
    .conservative = conservative,
    .code = &code,
};
