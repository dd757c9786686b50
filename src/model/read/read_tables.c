// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_tables.c - the section `tables`: {over: [rad/s, 1], table: [[x, y], ...]}, with two arguments {x: [..], y: [..],
// values: [[..], ..]}, or of either a file.
#include <string.h>

#include "model/read/read_data.h"
#include "model/read/read_fault.h"
#include "model/read/read_field.h"
#include "model/read/read_repeat.h"
#include "model/read/read_section.h"

typedef struct {
  jn_dimension x[2], value;
  int arguments;       // number of arguments; 0: there is no key `over`
  bool any_value;      // there is no key `unit`, so that the values of a file may have any unit
  jni_unit_found own;  // unit of the values in the file
} table_units;

// Reads the units of the one or two arguments of a table, over: rad/s or [rad/s, 1], into *units. Returns false after a
// fault.
static bool read_over(jni_reader *r, const jni_node *node, table_units *units) {
  const jni_node *item = node->kind == JNI_SEQUENCE ? node->first : node;
  units->arguments = node->kind == JNI_SEQUENCE ? node->size : 1;
  if (units->arguments < 1 || units->arguments > 2)
    return jni_read_fault(r, node, "a table has one or two arguments: over: [rad/s] or over: [rad/s, 1]");
  bool sound = true;
  for (int i = 0; i < units->arguments; i++) {
    sound = jni_read_unit(r, item, &units->x[i]) && sound;
    item = item->next;
  }
  return sound;
}

static bool read_one(jni_reader *r, const jni_node *node, table_units *units, jn_table_def *def) {
  const jni_law_units of = {.x = {units->x[0], units->x[0]},
                            .y = {units->value, units->value},
                            .any_x = units->arguments == 0,
                            .any_y = units->any_value,
                            .or_grid = units->arguments == 0,
                            .found_y = &units->own};
  jn_law law = {0};
  bool sound = jni_read_table_in(r, node, "table", &of, &law);
  def->nx = law.n;
  def->x = law.x;
  def->values = law.y;
  return sound;
}

static bool read_file_of_two(jni_reader *r, const jni_node *node, table_units *units, jn_table_def *def) {
  const jni_column_unit wanted[3] = {
      {.wanted = {units->x[0], units->x[0]}},
      {.wanted = {units->x[1], units->x[1]}},
      {.wanted = {units->value, units->value}, .any = units->any_value, .found = &units->own}};
  jni_csv_grid grid = {0};
  if (!jni_read_grid(r, node, true, wanted, &grid)) return false;
  def->nx = grid.nx;
  def->ny = grid.ny;
  def->x = grid.x;
  def->y = grid.y;
  def->values = grid.z;
  return true;
}

// Reads the first n numbers of a list into `values`, which the caller provides. Returns false after a fault.
static bool read_list(jni_reader *r, const jni_node *node, jn_dimension dimension, int n, double *values) {
  bool sound = true;
  const jni_node *item = node->first;
  for (int i = 0; i < n && item && !r->stop; i++) {
    sound = jni_read_number(r, item, dimension, dimension, &values[i]) && sound;
    item = item->next;
  }
  return sound && !r->stop;
}

static bool read_knots(jni_reader *r, const jni_node *node, jn_dimension dimension, int *n, const double **made) {
  if (node->kind != JNI_SEQUENCE || node->size < 2)
    return jni_read_fault(r, node, "expected a list of at least two knots, such as [0, 0.5, 1]");
  double *values = jni_document_take(r->scratch, (size_t)node->size * sizeof *values);
  if (!values) return false;
  *n = node->size;
  *made = values;
  return read_list(r, node, dimension, node->size, values);
}

// Reads the values of a table with two arguments, [[f(x0, y0), f(x0, y1), ..], [f(x1, y0), ..], ..], into *def. Returns
// false after a fault.
static bool read_values(jni_reader *r, const jni_node *node, jn_dimension dimension, jn_table_def *def) {
  if (node->kind != JNI_SEQUENCE || node->size != def->nx)
    return jni_read_fault(r, node, "expected %d lists of values, one for each knot of 'x'", def->nx);
  double *values = jni_document_take(r->scratch, (size_t)def->nx * (size_t)def->ny * sizeof *values);
  bool sound = values != NULL;
  int i = 0;
  for (const jni_node *row = node->first; row && sound && !r->stop; row = row->next) {
    if (row->kind != JNI_SEQUENCE || row->size != def->ny)
      return jni_read_fault(r, row, "expected a list of %d values, one for each knot of 'y'", def->ny);
    sound = read_list(r, row, dimension, def->ny, values + (size_t)i * (size_t)def->ny);
    i++;
  }
  def->values = values;
  return sound;
}

static bool read_two(jni_reader *r, const jni_node *node, const table_units *units, jn_table_def *def) {
  const jni_node *x = jni_node_get(node, "x"), *y = jni_node_get(node, "y"), *values = jni_node_get(node, "values");
  if (!x || !y || !values)
    return jni_read_fault_key(r, node, "a table of two arguments needs 'x', 'y' and 'values', or 'file'");
  if (!jni_read_check_file_keys(r, node, "x")) return false;
  return read_knots(r, x, units->x[0], &def->nx, &def->x) && read_knots(r, y, units->x[1], &def->ny, &def->y) &&
         read_values(r, values, units->value, def);
}

static bool read_numbers(jni_reader *r, const jni_node *node, table_units *units, jn_table_def *def) {
  const jni_node *x = jni_node_get(node, "x"), *values = jni_node_get(node, "values"),
                 *table = jni_node_get(node, "table");
  bool grid = x || values || jni_node_get(node, "y");
  if (grid && table) return jni_read_fault_key(r, table, "give either 'table' or 'x', 'y' and 'values'");
  if (grid && units->arguments == 1)
    return jni_read_fault_key(r, x ? x : node, "'over' tells of one argument, but 'x', 'y' and 'values' are of two");
  if (table && units->arguments == 2)
    return jni_read_fault_key(r, table, "'over' tells of two arguments: give 'x', 'y' and 'values', or 'file'");
  if (grid) return read_two(r, node, units, def);
  if (!table && !jni_node_get(node, "file"))
    return jni_read_fault_key(r, node, "needs 'table', 'file', or 'x', 'y' and 'values'");
  return units->arguments == 2 ? read_file_of_two(r, node, units, def) : read_one(r, node, units, def);
}

static bool read_outside(jni_reader *r, const jni_node *node, bool *hold) {
  const char *text = jni_read_text(r, node);
  if (!text) return false;
  *hold = strcmp(text, "hold") == 0;
  return *hold || strcmp(text, "linear") == 0 ||
         jni_read_fault(r, node, "expected linear or hold, got \"%.40s\"", text);
}

static bool read_keys(jni_reader *r, const jni_node *node, table_units *units, jn_table_def *def) {
  static const char *const keys[] = {"over", "unit", "table",  "file",   "columns", "units",
                                     "x",    "y",    "values", "smooth", "outside", NULL};
  const jni_node *over = jni_node_get(node, "over"), *unit = jni_node_get(node, "unit"),
                 *smooth = jni_node_get(node, "smooth"), *outside = jni_node_get(node, "outside");
  units->any_value = !unit;
  jni_read_check_element_keys(r, node, keys);
  bool sound = (!over || read_over(r, over, units)) && (!unit || jni_read_unit(r, unit, &units->value));
  sound = sound && read_numbers(r, node, units, def);
  if (over) def->over = units->x;
  if (unit || units->own.found) def->unit = unit ? &units->value : &units->own.dimension;
  def->hold = def->ny > 0;
  if (smooth) sound = jni_read_flag(r, smooth, &def->smooth) && sound;
  if (outside) sound = read_outside(r, outside, &def->hold) && sound;
  return sound;
}

static void read_lookup(jni_reader *r, const jni_node *node, const char *name, void *context) {
  (void)context;
  jn_table_def def = jn_table_def_default();
  table_units units = {0};
  def.name = name;
  jni_read_element(r, "table", name);
  jni_read_begin_element(r, node);
  bool sound = jni_read_is_mapping(r, node, false) && read_keys(r, node, &units, &def);
  jni_read_record_key(r, def.ny > 0 ? "x" : "table", node, sound);
  jn_model_add_table(r->model, &def);
  jni_read_end_element(r);
}

void jni_read_tables_section(jni_reader *r, const jni_node *section) {
  jni_read_element(r, "tables", NULL);
  jni_read_each(r, section, read_lookup, NULL);
}

static const char *table_candidate(const void *context, int i) { return jni_model_table_name(context, i); }

bool jni_read_table_name(jni_reader *r, const jni_node *node, jn_lookup *table) {
  const char *text = jni_read_text(r, node);
  char hint[96], path[JNI_TABLE_PATH];
  if (!text) return false;
  table->i = jni_read_find_table(r, text, path);
  if (table->i >= 0) return true;
  jni_suggest(text, table_candidate, r->model, hint, sizeof hint);
  return jni_read_fault(r, node, "there is no table '%.60s'%s", text, hint);
}
