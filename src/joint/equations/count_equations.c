// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// count_equations.c - counts the constraint equations of one joint and checks whether its ends can carry them.
#include <stdio.h>

#include "joint/equations/primitive.h"

// Returns whether a primitive equation of this kind needs the orientation of the body at this end, which a particle
// does not have.
static bool needs_orientation(jni_primitive_kind kind, int end) {
  bool contact = kind == JNI_TOUCHING || kind == JNI_ROLLING || kind == JNI_LATERAL;
  return contact || kind == JNI_PERPENDICULAR || kind == JNI_TWIST || kind == JNI_RELATIVE_ANGLE ||
         (kind == JNI_IN_PLANE && end == 0);
}

static bool check_particles(const jn_model *model, const jni_row_builder *b, char *what, size_t size) {
  const jni_joint_element *joint = &model->joints[b->joint];
  if (!joint->kind->two_ended) return true;
  for (int i = 0; i < b->nprimitives; i++)
    for (int end = 0; end < 2; end++) {
      const jni_body *body = &model->bodies[b->primitives[i].side[end].body];
      if (!body->particle || !needs_orientation(b->primitives[i].kind, end)) continue;
      snprintf(what, size, "a %s joint needs an orientation at its %s end, but '%.120s' is a particle",
               joint->kind->name, end ? "second" : "first", body->name);
      return false;
    }
  return true;
}

int jni_joint_rows(const jn_model *model, int joint, char *what, size_t size) {
  jni_pool workspace = {.alloc = model->pool.alloc};
  jni_row_builder b = {.model = model, .pool = &workspace, .joint = joint};
  model->joints[joint].kind->build(&b);
  bool fits = !workspace.failed && check_particles(model, &b, what, size);
  if (workspace.failed) snprintf(what, size, "out of memory");
  jni_pool_free(&workspace);
  return fits ? b.rows + b.rates : -1;
}
