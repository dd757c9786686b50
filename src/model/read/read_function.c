// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_function.c - the law of a function joint: an expression of x, {formula: .., period: .., per_turn: ..} or
// {table: .., closed: .., per_turn: ..} (or a file).
#include <string.h>

#include "model/part/scope.h"
#include "model/read/read_data.h"
#include "model/read/read_expression.h"
#include "model/read/read_fault.h"
#include "model/read/read_field.h"

// Sets units to the two dimensions that the values of a coordinate may have; both are the same if the coordinate is
// determined to be an angle or a length.
static void coordinate_units(const jni_reader *r, const jni_field *field, jn_joint joint, const char *coordinate,
                             jn_dimension units[2]) {
  int angle = jni_is_angle(r->model, joint, coordinate);
  units[0] = angle == 0 ? field->alternative : field->dimension;
  units[1] = angle == 1 ? field->dimension : field->alternative;
}

static bool read_formula(jni_reader *r, const jni_node *node, const jn_dimension y[2], jn_function *law) {
  const char *outer = r->argument;
  r->argument = "x";
  law->formula = jni_read_expression(r, node, y[0], y[1]);
  r->argument = outer;
  return law->formula != NULL;
}

static const jn_dimension metre = {1, 0, 0, 0}, radian = {0, 0, 0, 1};

// Sets the points of a cam to those of the closed spline that the profile named at the node consists of. Returns false
// after a fault.
static bool take_profile(jni_reader *r, const jni_node *node, jn_cam *cam) {
  const char *text = jni_read_text(r, node), *path = text ? jni_read_name(r, node, text) : NULL;
  int i = path ? jni_names_get(r->model->names, JNI_NAME_PROFILE, 0, path) : -1;
  if (i < 0 && text) i = jni_names_get(r->model->names, JNI_NAME_PROFILE, 0, text);
  if (!text) return false;
  if (i < 0) return jni_read_fault(r, node, "there is no profile '%.60s' in the section 'profiles'", text);
  const jni_profile_element *profile = &r->model->profiles[i];
  if (!profile->profile) return false;  // the fault has been reported
  if (profile->spline.n == 0)
    return jni_read_fault(r, node, "the profile '%.60s' of a cam must be a closed spline (type: spline)", text);
  cam->points = profile->spline.at;
  cam->n = profile->spline.n;
  return true;
}

static bool read_points(jni_reader *r, const jni_node *node, jn_cam *cam) {
  if (node->kind == JNI_SCALAR) return take_profile(r, node, cam);
  if (node->kind != JNI_SEQUENCE || node->size < 3)
    return jni_read_fault(r, node,
                          "expected at least three points of the outline, such as [[30 mm, 0], [0, 30 mm], ...]");
  double *points = jni_document_take(r->scratch, 2 * (size_t)node->size * sizeof *points);
  if (!points) return false;
  cam->points = points;
  cam->n = node->size;
  bool sound = true;
  for (const jni_node *item = node->first; item && !r->stop; item = item->next) {
    if (item->kind != JNI_SEQUENCE || item->size != 2) sound = jni_read_fault(r, item, "expected a point [x, y]");
    else sound = jni_read_numbers(r, item, metre, 2, points) && sound;
    points += 2;
  }
  return sound && !r->stop;
}

static bool read_follower(jni_reader *r, const jni_node *node, jn_cam *cam) {
  const char *text = jni_read_text(r, node);
  if (!text) return false;
  cam->roller = strcmp(text, "flat") != 0;
  if (!cam->roller || strcmp(text, "roller") == 0 || strcmp(text, "knife-edge") == 0) return true;
  return jni_read_fault(r, node, "expected flat, roller or knife-edge, got \"%.40s\"", text);
}

static bool read_cam(jni_reader *r, const jni_node *node, jn_cam *cam) {
  static const char *const keys[] = {"profile", "follower", "radius", "offset", "direction", NULL};
  const jni_node *follower = jni_node_get(node, "follower"), *radius = jni_node_get(node, "radius"),
                 *offset = jni_node_get(node, "offset"), *direction = jni_node_get(node, "direction");
  jni_read_check_keys(r, node, keys);
  bool sound = read_points(r, jni_node_get(node, "profile"), cam);
  if (!follower) return jni_read_fault(r, node, "a cam needs 'follower': flat, roller or knife-edge");
  if (!read_follower(r, follower, cam)) return false;
  bool rolls = follower->text && strcmp(follower->text, "roller") == 0;
  if (rolls != (radius != NULL)) return jni_read_fault(r, node, "a roller, and nothing else, needs 'radius'");
  if (offset && !cam->roller) return jni_read_fault(r, offset, "a flat follower has no 'offset'");
  sound = (!radius || jni_read_number(r, radius, metre, metre, &cam->radius)) && sound;
  sound = (!offset || jni_read_number(r, offset, metre, metre, &cam->offset)) && sound;
  return (!direction || jni_read_number(r, direction, radian, radian, &cam->direction)) && sound;
}

bool jni_read_function(jni_reader *r, const jni_node *node, const jni_field *field, jn_joint_def *def) {
  static const char *const keys[] = {"formula", "period", "table",    "file", "columns",
                                     "units",   "closed", "per_turn", NULL};
  jn_function *law = &def->function;
  jni_law_units units = {.steps = false};
  coordinate_units(r, field, def->joint, def->coordinate, units.x);
  coordinate_units(r, field, def->other[0], def->other_coordinate, units.y);
  if (node->kind != JNI_MAPPING) return read_formula(r, node, units.y, law);
  if (jni_node_get(node, "profile")) return read_cam(r, node, &law->cam);
  jni_read_check_keys(r, node, keys);
  const jni_node *formula = jni_node_get(node, "formula"), *period = jni_node_get(node, "period"),
                 *closed = jni_node_get(node, "closed"), *per_turn = jni_node_get(node, "per_turn");
  if ((formula != NULL) + jni_read_is_table(node, "table") != 1)
    return jni_read_fault(r, node,
                          "expected an expression of x, or a mapping with 'formula', 'table', 'file' or 'profile'");
  bool sound =
      formula ? read_formula(r, formula, units.y, law) : jni_read_table_in(r, node, "table", &units, &law->table);
  if (period && jni_read_number(r, period, units.x[0], units.x[1], &law->period) && !(law->period > 0))
    sound = jni_read_fault(r, period, "the period must be positive");
  sound = (!closed || jni_read_flag(r, closed, &law->closed)) && sound;
  return (!per_turn || jni_read_number(r, per_turn, units.y[0], units.y[1], &law->per_turn)) && sound;
}
