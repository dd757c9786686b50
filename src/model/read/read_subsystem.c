// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_subsystem.c - fields that only subsystems have: paths, steps of a sequence, lists by name, files of code.
#include <string.h>

#include "model/read/read_data.h"
#include "model/read/read_expression.h"
#include "model/read/read_fault.h"
#include "model/read/read_field.h"
#include "model/read/read_file.h"

enum { MOST_NAMED = 256, MOST_STEPS = 1000 };

static const jn_dimension metre = {1, 0, 0, 0}, second = {0, 0, 1, 0}, metre_per_second = {1, 0, -1, 0};

// ---- names and expressions ------------------------------------------------------------------------------------------

static bool is_named_list(jni_reader *r, const jni_node *node) {
  if (!jni_read_is_mapping(r, node, false)) return false;
  return node->size <= MOST_NAMED || jni_read_fault(r, node, "expected at most %d entries", MOST_NAMED);
}

// Reads a mapping of names to expressions into *named. Quantities of any unit are accepted, because it is known only
// later what the names mean. Returns false after a fault.
static bool read_named_expressions(jni_reader *r, const jni_node *node, jn_named_expressions *named) {
  if (!is_named_list(r, node)) return false;
  jn_named_expression *list = jni_document_take(r->scratch, (size_t)node->size * sizeof *list + 1);
  bool sound = list != NULL;
  int n = 0;
  for (const jni_node *item = node->first; item && list && !r->stop; item = item->next) {
    list[n].name = jni_read_expand(r, item, item->key);
    list[n].text = jni_read_expression(r, item, JN_NUMBER, JN_NUMBER);
    sound = list[n].name && list[n].text && sound;
    n++;
  }
  *named = (jn_named_expressions){n, list};
  return sound && !r->stop;
}

static bool read_named_quantities(jni_reader *r, const jni_node *node, jn_named_quantities *named) {
  if (!is_named_list(r, node)) return false;
  jn_named_quantity *list = jni_document_take(r->scratch, (size_t)node->size * sizeof *list + 1);
  bool sound = list != NULL;
  int n = 0;
  for (const jni_node *item = node->first; item && list && !r->stop; item = item->next) {
    jni_quantity is = {0};
    sound = jni_read_parameter(r, item, &is) && sound;
    const char *name = jni_read_expand(r, item, item->key);
    list[n] = (jn_named_quantity){name, is.value, is.dimension, is.text != NULL};
    sound = name && sound;
    n++;
  }
  *named = (jn_named_quantities){n, list};
  return sound && !r->stop;
}

static bool read_names(jni_reader *r, const jni_node *node, jn_name_list *names) {
  if (node->kind != JNI_SEQUENCE || node->size < 1 || node->size > MOST_NAMED)
    return jni_read_fault(r, node, "expected a list of names such as [throttle, brake]");
  const char **list = jni_document_take(r->scratch, (size_t)node->size * sizeof *list);
  bool sound = list != NULL;
  int n = 0;
  for (const jni_node *item = node->first; item && list && !r->stop; item = item->next) {
    list[n] = jni_read_text(r, item);
    sound = sound && list[n];
    n++;
  }
  *names = (jn_name_list){n, list};
  return sound && !r->stop;
}

static bool read_file_name(jni_reader *r, const jni_node *node, const char **path) {
  const char *name = jni_read_text(r, node);
  if (name) *path = jni_read_path(r, node, name);
  return name && *path;
}

// ---- paths ----------------------------------------------------------------------------------------------------------

static bool read_point(jni_reader *r, const jni_node *item, int n, double point[3]) {
  if (item->kind != JNI_SEQUENCE || item->size != n)
    return jni_read_fault(r, item, "expected a point %s of the path", n == 3 ? "[x, y, speed]" : "[x, y]");
  bool sound = jni_read_number(r, item->first, metre, metre, &point[0]);
  sound = jni_read_number(r, item->first->next, metre, metre, &point[1]) && sound;
  return (n < 3 || jni_read_number(r, item->last, metre_per_second, metre_per_second, &point[2])) && sound;
}

// Reads the points of a path, [x, y] or [x, y, speed]; either all have a speed or none has. Returns false after a
// fault.
static bool read_points(jni_reader *r, const jni_node *node, jn_path *path) {
  if (node->kind != JNI_SEQUENCE || node->size < 2)
    return jni_read_fault(r, node, "expected at least two points such as [[0, 0], [30, 3.5]]");
  int columns = node->first->kind == JNI_SEQUENCE && node->first->size == 3 ? 3 : 2, n = 0;
  double *x = jni_document_take(r->scratch, 3 * (size_t)node->size * sizeof *x), *y = x + node->size;
  bool sound = x != NULL;
  for (const jni_node *item = node->first; item && x && !r->stop; item = item->next) {
    double point[3] = {0, 0, 0};
    sound = read_point(r, item, columns, point) && sound;
    x[n] = point[0];
    y[n] = point[1];
    y[node->size + n] = point[2];
    n++;
  }
  path->n = n;
  path->x = x;
  path->y = y;
  path->speed = columns == 3 ? y + node->size : NULL;
  return sound && !r->stop;
}

static bool read_path_file(jni_reader *r, const jni_node *mapping, jn_path *path) {
  const jni_column_unit wanted[3] = {
      {.wanted = {metre, metre}}, {.wanted = {metre, metre}}, {.wanted = {metre_per_second, metre_per_second}}};
  const jni_node *columns = jni_node_get(mapping, "columns");
  int n = columns && columns->kind == JNI_SEQUENCE && columns->size == 3 ? 3 : 2;
  jni_data_columns data;
  if (!jni_read_columns(r, mapping, n, wanted, &data)) return false;
  if (data.n < 2) return jni_read_data_fault(r, data.file, 0, "a path needs at least two rows");
  path->n = data.n;
  path->x = data.values[0];
  path->y = data.values[1];
  path->speed = n == 3 ? data.values[2] : NULL;
  return true;
}

static bool read_path(jni_reader *r, const jni_node *node, jn_path *path) {
  static const char *const keys[] = {"points", "file", "columns", "units", "closed", "smooth", "radius", NULL};
  if (!jni_read_is_mapping(r, node, false)) return false;
  jni_read_check_keys(r, node, keys);
  const jni_node *points = jni_node_get(node, "points"), *closed = jni_node_get(node, "closed"),
                 *smooth = jni_node_get(node, "smooth"), *radius = jni_node_get(node, "radius");
  if (!points && !jni_node_get(node, "file")) return jni_read_fault(r, node, "a path needs 'points' or 'file'");
  bool sound = jni_read_check_file_keys(r, node, "points");
  sound = sound && (points ? read_points(r, points, path) : read_path_file(r, node, path));
  if (closed) sound = jni_read_flag(r, closed, &path->closed) && sound;
  if (smooth) sound = jni_read_flag(r, smooth, &path->smooth) && sound;
  if (radius) sound = jni_read_number(r, radius, metre, metre, &path->radius) && sound;
  if (sound && radius && path->smooth)
    return jni_read_fault_key(r, radius, "'radius' rounds corners, and a smooth path has none");
  return sound;
}

// ---- steps ----------------------------------------------------------------------------------------------------------

static bool read_step(jni_reader *r, const jni_node *node, jn_sequence_step *step) {
  static const char *const keys[] = {"set", "ramp", "for", "until", NULL};
  if (!jni_read_is_mapping(r, node, false)) return false;
  jni_read_check_keys(r, node, keys);
  const jni_node *set = jni_node_get(node, "set"), *ramp = jni_node_get(node, "ramp"),
                 *duration = jni_node_get(node, "for"), *until = jni_node_get(node, "until");
  bool sound = !set || read_named_expressions(r, set, &step->set);
  if (ramp) sound = jni_read_number(r, ramp, second, second, &step->ramp) && sound;
  if (duration) sound = jni_read_number(r, duration, second, second, &step->duration) && sound;
  if (until) {
    step->until = jni_read_pure_expression(r, until);
    sound = sound && step->until;
  }
  if (sound && ramp && !(step->ramp >= 0)) return jni_read_fault(r, ramp, "'ramp' must be zero or positive");
  if (sound && duration && !(step->duration > 0)) return jni_read_fault(r, duration, "'for' must be positive");
  if (sound && ramp && !set) return jni_read_fault_key(r, ramp, "'ramp' needs 'set': what goes there");
  return sound;
}

static bool read_steps(jni_reader *r, const jni_node *node, jn_sequence_def *def) {
  if (node->kind != JNI_SEQUENCE || node->size < 1 || node->size > MOST_STEPS)
    return jni_read_fault(r, node, "expected a list of steps such as [{set: {throttle: 0.5}, for: 2 s}], 1 to %d",
                          MOST_STEPS);
  jn_sequence_step *steps = jni_document_take(r->scratch, (size_t)node->size * sizeof *steps);
  bool sound = steps != NULL;
  int n = 0;
  for (const jni_node *item = node->first; item && steps && !r->stop; item = item->next) {
    steps[n] = (jn_sequence_step){.until = NULL};
    sound = read_step(r, item, &steps[n]) && sound;
    n++;
  }
  def->nsteps = n;
  def->steps = steps;
  return sound && !r->stop;
}

// ---- all fields -----------------------------------------------------------------------------------------------------

bool jni_read_subsystem_field(jni_reader *r, const jni_node *node, const jni_field *field, jn_subsystem_def *def) {
  void *at = (char *)def + field->offset;
  switch (field->type) {
    case JNI_FIELD_WORD: *(const char **)at = jni_read_text(r, node); return *(const char **)at != NULL;
    case JNI_FIELD_FILE_NAME: return read_file_name(r, node, at);
    case JNI_FIELD_PATH: return read_path(r, node, at);
    case JNI_FIELD_NAMED_EXPRESSIONS: return read_named_expressions(r, node, at);
    case JNI_FIELD_NAMED_QUANTITIES: return read_named_quantities(r, node, at);
    case JNI_FIELD_NAMES: return read_names(r, node, at);
    default: return read_steps(r, node, &def->sequence);
  }
}
