// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// shape.c - adds shapes to a model: checks and copies them, and computes their pose in the body with their axis along
// z.
#include "model/shape/shape.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "kernel/vec3.h"
#include "model/build.h"
#include "model/mirror.h"

// ---- checks --------------------------------------------------------------------------------------------------------

static const char *kind_candidate(const void *context, int i) {
  (void)context;
  return jn_shape_kind_name(i);
}

static void unknown_kind(jn_model *model, const jn_shape_def *def, const char *element) {
  char hint[96];
  if (jni_model_key_is_faulty(model, "type")) return;
  if (!def->type) {
    jni_model_fault(model, element, "needs 'type'");
    return;
  }
  jni_suggest(def->type, kind_candidate, NULL, hint, sizeof hint);
  if (!hint[0]) snprintf(hint, sizeof hint, "; 'jounce kinds' lists those that exist");
  jni_model_fault_key(model, element, "type", "unknown type '%.60s' of a shape%s", def->type, hint);
}

// Checks the fields of its kind, and the orientation and axis, of a shape and reports faults; other members are not
// checked. Returns false after a fault.
static bool check_shape(jn_model *model, const jni_shape_kind *kind, const jn_shape_def *def, const char *element) {
  const jn_shape_def fallback = jn_shape_def_default();
  char what[256] = "";
  if (!jni_model_check_fields(model, element, kind->name, "", kind->fields, kind->nfields, def, &fallback))
    return false;
  if (!(jnk_quat_norm(def->quaternion) > 0) || !(jnk_norm(def->axis) > 0)) {
    jni_model_fault(model, element, "its orientation and axis must not be zero");
    return false;
  }
  if (!kind->check || kind->check(model, def, what, sizeof what)) return true;
  jni_model_fault(model, element, "%s", what);
  return false;
}

// ---- pose in the body ---------------------------------------------------------------------------------------

void jni_shape_along(const double axis[3], double quaternion[4]) {
  double x[3], y[3];
  jnk_perpendicular(axis, x);
  jnk_cross(axis, x, y);
  const double R[9] = {x[0], y[0], axis[0], x[1], y[1], axis[1], x[2], y[2], axis[2]};
  jnk_matrix_to_quat(R, quaternion);
}

// Sets `out` to the rotation from z to `axis` followed by the rotation q.
static void rotate_to_axis(const double axis[3], const double q[4], double out[4]) {
  double z[3], turn[4], base[4];
  jnk_copy(axis, z);
  jnk_normalize(z);
  jni_shape_along(z, turn);
  memcpy(base, q, sizeof base);
  jnk_quat_normalize(base);
  jnk_quat_mul(base, turn, out);
}

// Replaces an axis other than z by a rotation, or two ends by a position, a rotation and a length.
static void place_axis(jn_shape_def *made) {
  static const double one[4] = {1, 0, 0, 0};
  if (!isnan(made->from[0])) {
    double d[3];
    jnk_sub(made->to, made->from, d);
    made->length = jnk_norm(d);
    for (int i = 0; i < 3; i++) made->at[i] = (made->from[i] + made->to[i]) / 2;
    rotate_to_axis(d, one, made->quaternion);
  } else if (made->axis[0] != 0 || made->axis[1] != 0 || made->axis[2] < 0) {
    double q[4];
    memcpy(q, made->quaternion, sizeof q);
    rotate_to_axis(made->axis, q, made->quaternion);
  }
  jnk_quat_normalize(made->quaternion);
  jnk_set(0, 0, 1, made->axis);
}

static void copy_points(jn_model *model, jn_shape_def *made) {
  if (made->points.n == 0 && !isnan(made->from[0])) {
    double ends[6];
    jnk_copy(made->from, ends);
    jnk_copy(made->to, ends + 3);
    made->points = (jn_points){jni_model_doubles(model, ends, 6), 2};
  } else {
    double *at = jni_model_doubles(model, made->points.at, 3 * made->points.n);
    for (int i = 0; at && i < made->points.n; i++) jni_mirror_point(model->mirror, at + 3 * i, at + 3 * i);
    made->points.at = at;
  }
  if (!made->points.at) made->points.n = 0;
}

static void *copy_block(jn_model *model, const void *from, size_t n, size_t size) {
  void *made = jni_take(&model->pool, n, size);
  if (!made) {
    model->no_memory = true;
    return NULL;
  }
  return memcpy(made, from, n * size);
}

// Copies a mesh, unless it is from a file: these already belong to the model and are shared.
static void copy_mesh(jn_model *model, jn_mesh *mesh) {
  for (int i = 0; i < model->nmeshes; i++)
    if (model->meshes[i].mesh.vertices == mesh->vertices) return;
  mesh->vertices = copy_block(model, mesh->vertices, 3 * (size_t)mesh->nvertices, sizeof *mesh->vertices);
  mesh->triangles = copy_block(model, mesh->triangles, 3 * (size_t)mesh->ntriangles, sizeof *mesh->triangles);
}

static bool has_field(const jni_shape_kind *kind, jni_field_type type) {
  for (int i = 0; i < kind->nfields; i++)
    if (kind->fields[i].type == type) return true;
  return false;
}

static jn_shape_def copy_def(jn_model *model, const jni_shape_kind *kind, const jn_shape_def *def) {
  jn_shape_def made = *def;
  made.name = jni_model_text(model, def->name, NULL);
  made.type = kind->name;
  made.material = jni_model_text(model, def->material, "material");
  if (kind->touch == JNI_TOUCH_PLANE && model->space == JN_PLANE && made.axis[0] == 0 && made.axis[1] == 0)
    jnk_set(0, 1, 0, made.axis);  // the default normal
  jni_reflect_fields(model->mirror, kind->fields, kind->nfields, &made);
  made.profile = jni_model_text(model, def->profile, "profile");
  if (kind->touch == JNI_TOUCH_PROFILE) made.points = jni_profile_corners(model, made.profile);
  else if (has_field(kind, JNI_FIELD_PLACES)) copy_points(model, &made);
  else made.points = (jn_points){NULL, 0};
  if (has_field(kind, JNI_FIELD_DIRECTION)) place_axis(&made);
  if (has_field(kind, JNI_FIELD_MESH)) copy_mesh(model, &made.mesh);
  else made.mesh = (jn_mesh){0};
  jnk_quat_normalize(made.quaternion);
  for (int i = 0; i < 3; i++) made.from[i] = made.to[i] = NAN;
  return made;
}

// ---- adding and access --------------------------------------------------------------------------------------------

jn_shape jn_model_add_shape(jn_model *model, const jn_shape_def *def) {
  JNI_ASSERT(model && def && def->cookie == JNI_DEF_COOKIE && "start from jn_shape_def_default()");
  if (model->no_memory) return (jn_shape){-1};
  const jni_shape_kind *kind = def->type ? jni_shape_kind_find(def->type) : NULL;
  char element[JNI_ELEMENT_SIZE];
  if (def->body.i < 0 || def->body.i >= model->nbodies) {
    jni_model_fault(model, "shape", "there is no such body");
    return (jn_shape){-1};
  }
  snprintf(element, sizeof element, "shape '%.120s.%.120s'", model->bodies[def->body.i].name,
           def->name ? def->name : "");
  bool named = jni_model_check_name(model, JNI_NAME_SHAPE, def->body.i, "shape", def->name);
  if (!kind) unknown_kind(model, def, element);
  bool sound = kind && check_shape(model, kind, def, element) && named;
  if (!jni_model_grow(model, &model->shapes, &model->capacity_shapes, model->nshapes, sizeof *model->shapes))
    return (jn_shape){-1};
  jni_shape_element *shape = &model->shapes[model->nshapes];
  *shape = (jni_shape_element){.kind = kind};
  if (sound) shape->def = copy_def(model, kind, def);
  if (sound &&
      (!shape->def.name || !jni_names_put(model->names, JNI_NAME_SHAPE, def->body.i, shape->def.name, model->nshapes)))
    model->no_memory = true;
  return (jn_shape){model->nshapes++};
}

int jn_model_nshapes(const jn_model *model) {
  JNI_ASSERT(model);
  return model->nshapes;
}

const jn_shape_def *jn_model_shape(const jn_model *model, jn_shape shape) {
  JNI_ASSERT(model && shape.i >= 0 && shape.i < model->nshapes);
  return &model->shapes[shape.i].def;
}
