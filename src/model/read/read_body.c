// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_body.c - the sections `ground` and `bodies`: masses, points, frames and shapes.
#include <stdio.h>
#include <string.h>

#include "model/build.h"
#include "model/part/scope.h"
#include "model/read/read_fault.h"
#include "model/read/read_repeat.h"
#include "model/read/read_section.h"
#include "model/read/read_value.h"

static const jn_dimension metre = {1, 0, 0, 0};
static const jn_dimension kilogram = {0, 1, 0, 0};

// ---- points and frames ------------------------------------------------------------------------

static void name_point(jni_reader *r, const char *what, const jni_owner *of, const char *name) {
  char both[JNI_MAX_PATH + JNI_MAX_NAME + 2];
  snprintf(both, sizeof both, "%.255s.%.60s", of->name, name);
  jni_read_element(r, what, both);
}

// Registers a point that is added to the body of a port also under the name PORT.POINT.
static void name_hardpoint(jni_reader *r, const jni_node *node, const jni_owner *of, const char *name, int frame) {
  char both[2 * JNI_MAX_NAME + 2];
  snprintf(both, sizeof both, "%.63s.%.63s", of->name, name);
  const char *path = jni_read_name(r, node, both), *kept = path ? jni_model_text(r->model, path, NULL) : NULL;
  if (kept && frame >= 0 && !jni_names_put(r->model->names, JNI_NAME_POINT, 0, kept, frame))
    r->model->no_memory = r->stop = true;
}

static void add_frame(jni_reader *r, const jni_node *node, const jni_owner *of, const char *name, const double p[3],
                      const double *quaternion) {
  jn_model *model = r->model;
  size_t before = model->path_length, length = of->hardpoint ? strlen(of->hardpoint) : 0;
  const char *alone = jni_read_name(r, node, name), *full = alone ? name : NULL;
  double placed[3] = {p[0], p[1], p[2]}, turn[4];
  jni_read_begin_element(r, node);
  if (alone && length) {
    char *made = jni_document_take(r->scratch, length + strlen(name) + 1);
    if (made) {
      memcpy(made, of->hardpoint, length);
      memcpy(made + length, name, strlen(name) + 1);
    }
    full = made;
  }
  if (of->place) {
    jni_part_place_point(of->place, p, placed);
    quaternion = jni_part_place_turn(of->place, quaternion, turn) ? turn : NULL;
  }
  unsigned mirror = model->mirror;
  if (of->place) model->mirror = 0;  // jni_part_place has applied the mirror
  model->path_length = length;
  if (full) {
    jn_frame frame = jni_model_add_frame(model, of->body, full, alone, placed, quaternion);
    if (length) name_hardpoint(r, node, of, name, frame.i);
  }
  model->path_length = before;
  model->mirror = mirror;
  jni_read_end_element(r);
}

// Reads a point of a body and adds its frame: NAME: [x, y], or {repeat: .., at: [x, y]}. context: the owner of the
// point.
static void read_point(jni_reader *r, const jni_node *node, const char *name, void *context) {
  static const char *const keys[] = {"at", NULL};
  const jni_owner *of = context;
  const jni_node *at = node;
  double p[3] = {0, 0, 0};
  name_point(r, "point", of, name);
  if (node->kind == JNI_MAPPING) {
    jni_read_check_element_keys(r, node, keys);
    at = jni_node_get(node, "at");
    if (!at) jni_read_fault(r, node, "needs 'at'");
  }
  if (at && !jni_read_vector(r, at, metre, p)) p[0] = p[1] = p[2] = 0;
  add_frame(r, node, of, name, p, NULL);
}

static void read_frame(jni_reader *r, const jni_node *node, const char *name, void *context) {
  static const char *const keys[] = {"at", "orientation", NULL};
  const jni_owner *of = context;
  double p[3] = {0, 0, 0}, q[4] = {1, 0, 0, 0};
  name_point(r, "frame", of, name);
  if (!jni_read_is_mapping(r, node, false)) return;
  jni_read_check_element_keys(r, node, keys);
  const jni_node *at = jni_node_get(node, "at"), *orientation = jni_node_get(node, "orientation");
  if (at && !jni_read_vector(r, at, metre, p)) p[0] = p[1] = p[2] = 0;
  if (orientation && !jni_read_orientation(r, orientation, q)) {
    q[0] = 1;
    q[1] = q[2] = q[3] = 0;
  }
  add_frame(r, node, of, name, p, q);
}

void jni_read_frames(jni_reader *r, const jni_node *node, const jni_owner *of) {
  const jni_node *points = jni_node_get(node, "points"), *frames = jni_node_get(node, "frames");
  jni_owner own = *of;
  jni_read_element(r, "points of", of->name);
  if (points) jni_read_each_key(r, points, read_point, &own);
  jni_read_element(r, "frames of", of->name);
  if (frames) jni_read_each_key(r, frames, read_frame, &own);
  jni_read_element(r, "shapes of", of->name);
  jni_read_shapes(r, jni_node_get(node, "shapes"), of);
  r->element[0] = '\0';
}

void jni_read_ground(jni_reader *r, const jni_node *section) {
  static const char *const keys[] = {"points", "frames", "shapes", NULL};
  if (r->scope->part->converted) return;  // the ground of a robot is a port
  jni_read_element(r, "ground", NULL);
  if (!jni_read_is_mapping(r, section, true)) return;
  jni_read_check_keys(r, section, keys);
  jni_owner of = {jn_model_ground(r->model), "ground", NULL, NULL};
  if (r->scope->outer) {
    of.hardpoint = r->scope->prefix;
    of.place = &r->scope->placed;
  }
  jni_read_frames(r, section, &of);
}

// ---- bodies -----------------------------------------------------------------------------------

static bool read_type(jni_reader *r, const jni_node *node, bool *particle) {
  const char *text = jni_read_text(r, node);
  if (!text) return false;
  *particle = strcmp(text, "particle") == 0;
  if (*particle || strcmp(text, "rigid") == 0) return true;
  return jni_read_fault(r, node, "expected rigid or particle, got \"%.40s\"", text);
}

// Reads the moments of inertia about the centre of mass, kg m^2: one number in the plane, [xx, yy, zz] or [xx, yy, zz,
// xy, xz, yz] in space. Returns false after a fault.
static bool read_inertia(jni_reader *r, const jni_node *node, double inertia[6]) {
  static const jn_dimension dimension = {2, 1, 0, 0};
  if (r->model->space == JN_PLANE) return jni_read_number(r, node, dimension, dimension, &inertia[2]);
  if (node->kind == JNI_SEQUENCE && (node->size == 3 || node->size == 6))
    return jni_read_numbers(r, node, dimension, node->size, inertia);
  return jni_read_fault(r, node, "in space the inertia is [xx, yy, zz] or [xx, yy, zz, xy, xz, yz]");
}

static void read_body(jni_reader *r, const jni_node *node, const char *name, void *context) {
  static const char *const keys[] = {"type", "mass", "inertia", "com", "points", "frames", "shapes", NULL};
  (void)context;
  jn_body_def def = jn_body_def_default();
  def.name = name;
  jni_read_element(r, "body", name);
  jni_read_begin_element(r, node);
  if (jni_read_is_mapping(r, node, false)) {
    jni_read_check_element_keys(r, node, keys);
    const jni_node *type = jni_node_get(node, "type"), *mass = jni_node_get(node, "mass");
    const jni_node *inertia = jni_node_get(node, "inertia"), *com = jni_node_get(node, "com");
    if (type) jni_read_record_key(r, "type", type, read_type(r, type, &def.particle));
    if (mass) jni_read_record_key(r, "mass", mass, jni_read_number(r, mass, kilogram, kilogram, &def.mass));
    else jni_read_fault_key(r, node, "needs 'mass' (0 for a massless link)");
    if (inertia) jni_read_record_key(r, "inertia", inertia, read_inertia(r, inertia, def.inertia));
    if (com) jni_read_record_key(r, "com", com, jni_read_vector(r, com, metre, def.com));
  }
  const jni_node *shapes = jni_node_get(node, "shapes");
  def.unseen = shapes && shapes->kind == JNI_MAPPING && !shapes->first;
  jn_body body = jn_model_add_body(r->model, &def);
  jni_read_end_element(r);
  jni_read_frames(r, node, &(jni_owner){body, name, NULL, NULL});
}

void jni_read_bodies(jni_reader *r, const jni_node *section) {
  jni_scope *scope = r->scope;
  scope->first_body = r->model->nbodies;
  jni_read_element(r, "bodies", NULL);
  jni_read_each(r, section, read_body, NULL);
  scope->nbodies = r->model->nbodies - scope->first_body;
}
