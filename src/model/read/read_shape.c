// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_shape.c - `shapes` of a body or of the ground, and fields that only shapes have.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/build.h"
#include "model/mirror.h"
#include "model/part/scope.h"
#include "model/read/read_fault.h"
#include "model/read/read_field.h"
#include "model/read/read_file.h"
#include "model/read/read_repeat.h"
#include "model/read/read_section.h"
#include "model/read/read_value.h"
#include "model/shape/shape.h"

// ---- places --------------------------------------------------------------------------------------------------------

// Transforms a point p from the frame of the body to the axes of the part whose shapes are being read: computes x with
// p = t + R S x.
static void to_part_axes(const jni_reader *r, const double p[3], double x[3]) {
  const jni_part_place *place = r->placing;
  jnk_copy(p, x);
  if (place) {
    jnk_sub(x, place->t, x);
    jnk_mat_t_vec(place->R, x, x);
  }
  jni_mirror_point(r->model->mirror, x, x);
}

// Transforms a shape of a part, which belongs to the ground or to the body of a port, to the frame of that body.
// Because the model reflects the whole shape later by S, the stored point is y with S y = t + R S x, that is, y = S t +
// (S R S) x.
static void put_place(const jni_part_place *place, const jni_shape_kind *kind, jn_shape_def *def) {
  jni_part_place ahead = *place;
  bool ends = !isnan(def->from[0]), oriented = false;
  double q[4];
  ahead.mirror = 0;
  jni_mirror_point(place->mirror, place->t, ahead.t);
  jni_reflect_rotation(place->mirror, ahead.R);
  for (int i = 0; i < kind->nfields; i++) {
    double *at = (double *)(void *)((char *)def + kind->fields[i].offset);
    bool of_ends = at == def->from || at == def->to;
    oriented = oriented || kind->fields[i].type == JNI_FIELD_ORIENTATION;
    if (kind->fields[i].type == JNI_FIELD_PLACE && of_ends == ends) jni_part_place_point(&ahead, at, at);
  }
  if (oriented && !ends) {
    jni_part_place_turn(&ahead, def->quaternion, q);
    memcpy(def->quaternion, q, sizeof q);
  }
  // A kind without orientation, such as a line, has its points transformed. Their list is in scratch memory and may be
  // overwritten.
  for (int i = 0; !oriented && i < def->points.n; i++)
    jni_part_place_point(&ahead, def->points.at + 3 * i, (double *)(def->points.at + 3 * i));
}

// Returns whether a name is unknown: neither a body nor a point, also not a point of several bodies.
static bool is_unknown(jni_reader *r, const jni_node *node, const char *text) {
  const char *path = jni_read_name(r, node, text);
  return path && jn_model_find_frame(r->model, path).i < 0 &&
         jni_names_get(r->model->names, JNI_NAME_POINT, 0, path) != JNI_NAME_SEVERAL;
}

// Computes p, the place of the point that a shape names, in the axes of the shape's part. It must be a point of the
// shape's own body, named alone or as BODY.POINT. Returns false after a fault.
static bool read_point(jni_reader *r, const jni_node *node, int body, double p[3]) {
  const char *text = jni_read_text(r, node);
  if (!text) return false;
  jn_frame frame = {jni_names_get(r->model->names, JNI_NAME_FRAME, body, text)};
  if (frame.i < 0 && !strchr(text, '.') && is_unknown(r, node, text)) return jni_read_refuse_point(r, node, body, text);
  if (frame.i < 0 && !jni_read_frame(r, node, &frame)) return false;
  const jni_frame *found = &r->model->frames[frame.i];
  to_part_axes(r, found->p, p);
  if (found->body == body) return true;
  return jni_read_fault(r, node, "'%.60s' is a point of '%.60s', but the shape belongs to '%.60s'", text,
                        r->model->bodies[found->body].name, r->model->bodies[body].name);
}

static bool read_place(jni_reader *r, const jni_node *node, const jni_field *field, int body, double p[3]) {
  if (node->kind == JNI_SEQUENCE) return jni_read_vector(r, node, field->dimension, p);
  return read_point(r, node, body, p);
}

static bool read_places(jni_reader *r, const jni_node *node, const jni_field *field, int body, jn_points *points) {
  if (node->kind != JNI_SEQUENCE || node->size < 2 || node->size > JNI_MAX_PLACES)
    return jni_read_fault(r, node, "expected a list of points such as [A, [1, 0], B], 2 to %d of them",
                          (int)JNI_MAX_PLACES);
  double *at = jni_document_take(r->scratch, 3 * (size_t)node->size * sizeof *at);
  bool sound = at != NULL;
  int n = 0;
  for (const jni_node *item = node->first; item && at && !r->stop; item = item->next) {
    sound = read_place(r, item, field, body, at + 3 * n) && sound;
    n++;
  }
  *points = (jn_points){at, n};
  return sound;
}

// ---- numbers and words ---------------------------------------------------------------------------------------------

static bool read_factors(jni_reader *r, const jni_node *node, double factors[3]) {
  if (node->kind == JNI_SEQUENCE) return jni_read_numbers(r, node, JN_NUMBER, 3, factors);
  if (!jni_read_plain(r, node, &factors[0])) return false;
  factors[1] = factors[2] = factors[0];
  return true;
}

static const char *colour_candidate(const void *context, int i) {
  (void)context;
  return jni_colour_name(i);
}

static bool read_colour(jni_reader *r, const jni_node *node, double colour[4]) {
  const char *text = jni_read_text(r, node);
  char hint[96];
  if (!text) return false;
  if (jn_colour_read(text, colour)) return true;
  jni_suggest(text, colour_candidate, NULL, hint, sizeof hint);
  return jni_read_fault(r, node, "expected a colour such as red, steel or \"#8c97a3\", got \"%.40s\"%s", text, hint);
}

// ---- meshes --------------------------------------------------------------------------------------------------------

static int count_triangles(const jn_model *model) {
  int n = 0;
  for (int i = 0; i < model->nmeshes; i++) n += model->meshes[i].mesh.ntriangles;
  return n;
}

// Reads a mesh from the file `path` into *mesh. The caller does so once for all shapes that name the file. Returns
// false after a fault.
static bool open_mesh(jni_reader *r, const jni_node *node, const char *path, jn_mesh *mesh) {
  jn_model *model = r->model;
  char what[256] = "";
  size_t size = 0;
  char *text = jni_read_named_file(r, node, path, &size);
  if (!text) return false;
  bool sound = jni_read_add_source(model, path, text, size) > 0 &&
               jni_mesh_parse(&model->pool, path, text, size, mesh, what, sizeof what);
  jni_free(model->pool.alloc, text);
  if (model->no_memory || model->pool.failed) {
    model->no_memory = r->stop = true;
    return false;
  }
  if (!sound) return jni_read_fault(r, node, "'%.200s': %s", path, what);
  if (mesh->ntriangles > JNI_MAX_MODEL_TRIANGLES - count_triangles(model))
    return jni_read_fault(r, node, "the meshes of the model have more than %d triangles", (int)JNI_MAX_MODEL_TRIANGLES);
  return true;
}

static bool read_mesh(jni_reader *r, const jni_node *node, jn_mesh *mesh) {
  jn_model *model = r->model;
  const char *name = jni_read_text(r, node), *path = name ? jni_read_path(r, node, name) : NULL;
  if (!path) return false;
  int existing = jni_names_get(model->names, JNI_NAME_MESH, 0, path);
  if (existing >= 0) {
    *mesh = model->meshes[existing].mesh;
    return true;
  }
  if (!open_mesh(r, node, path, mesh)) return false;
  if (!jni_model_grow(model, &model->meshes, &model->capacity_meshes, model->nmeshes, sizeof *model->meshes))
    return false;
  model->meshes[model->nmeshes] = (jni_mesh_file){jni_model_text(model, path, NULL), *mesh};
  const char *kept = model->meshes[model->nmeshes].path;
  if (!kept || !jni_names_put(model->names, JNI_NAME_MESH, 0, kept, model->nmeshes)) model->no_memory = true;
  model->nmeshes++;
  return !model->no_memory;
}

// ---- the section ---------------------------------------------------------------------------------------------------

bool jni_read_shape_field(jni_reader *r, const jni_node *node, const jni_field *field, jn_shape_def *def) {
  void *at = (char *)def + field->offset;
  switch (field->type) {
    case JNI_FIELD_PLACE: return read_place(r, node, field, def->body.i, at);
    case JNI_FIELD_PLACES: return read_places(r, node, field, def->body.i, at);
    case JNI_FIELD_ORIENTATION: return jni_read_orientation(r, node, at);
    case JNI_FIELD_FACTORS: return read_factors(r, node, at);
    case JNI_FIELD_COLOUR: return read_colour(r, node, at);
    default: return read_mesh(r, node, at);
  }
}

static void read_shape(jni_reader *r, const jni_node *node, const char *name, void *context) {
  jn_shape_def def = jn_shape_def_default();
  const jni_owner *of = context;
  char both[2 * JNI_MAX_PATH + 2];
  def.body = of->body;
  if (def.body.i < 0) return;
  if (of->hardpoint) name = jni_read_name(r, node, name);
  if (!name) return;
  snprintf(both, sizeof both, "%.255s.%.255s", r->model->bodies[def.body.i].name, name);
  jni_read_element(r, "shape", both);
  jni_read_begin_element(r, node);
  const jni_node *type = jni_node_get(node, "type");
  if (!jni_read_is_mapping(r, node, false)) jni_read_record_key(r, "type", node, false);
  else if (type) {
    def.type = jni_read_text(r, type);
    jni_read_record_key(r, "type", type, def.type != NULL);
  }
  const jni_shape_kind *kind = def.type ? jni_shape_kind_find(def.type) : NULL;
  def.name = name;
  if (kind) jni_read_fields(r, node, kind->fields, kind->nfields, kind->name, &def);
  const char *profile = def.profile ? jni_read_name(r, node, def.profile) : NULL;
  // A shape of a part has a profile of the part, or of the model.
  if (profile && jni_names_get(r->model->names, JNI_NAME_PROFILE, 0, profile) >= 0) def.profile = profile;
  if (kind && r->placing) put_place(r->placing, kind, &def);
  if (!r->model->no_memory) jn_model_add_shape(r->model, &def);
  jni_read_end_element(r);
}

void jni_read_shapes(jni_reader *r, const jni_node *section, const jni_owner *of) {
  jni_owner own = *of;
  size_t path = r->model->path_length;
  if (!section) return;
  if (!of->hardpoint) r->model->path_length = 0;  // names are those of one body
  r->placing = of->place;
  jni_read_each_key(r, section, read_shape, &own);
  r->placing = NULL;
  r->model->path_length = path;
}
