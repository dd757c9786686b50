// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// table.c - adds tables to a model, which expressions call like functions.
#include <stdio.h>

#include "kernel/lookup_slopes.h"
#include "model/build.h"

static bool check_knots(jn_model *model, const char *element, const char *key, const double *x, int n) {
  if (n < 2) {
    jni_model_fault_key(model, element, key, "%s: a table needs at least two knots", key);
    return false;
  }
  for (int i = 1; i < n; i++)
    if (!(x[i] > x[i - 1])) {
      jni_model_fault_key(model, element, key, "%s: the knots must ascend, but %g follows %g", key, x[i], x[i - 1]);
      return false;
    }
  return true;
}

static bool check_table(jn_model *model, const jn_table_def *def, const char *element) {
  bool two = def->ny > 0;
  const char *along = two ? "x" : "table", *values = two ? "values" : "table";
  if (jni_model_key_is_faulty(model, along) || jni_model_key_is_faulty(model, values) ||
      jni_model_key_is_faulty(model, "y"))
    return false;
  if (def->nx < 1 || !def->x || !def->values || (two && !def->y)) {
    jni_model_fault(model, element, "needs 'table', 'file', or 'x', 'y' and 'values'");
    return false;
  }
  if (!jni_all_finite(def->x, def->nx) || !jni_all_finite(def->y, two ? def->ny : 0) ||
      !jni_all_finite(def->values, def->nx * (two ? def->ny : 1))) {
    jni_model_fault(model, element, "its numbers must be finite");
    return false;
  }
  return check_knots(model, element, along, def->x, def->nx) &&
         (!two || check_knots(model, element, "y", def->y, def->ny));
}

static bool make_slopes(jn_model *model, jnk_lookup *table) {
  size_t n = (size_t)table->n[0] * (size_t)table->n[1];
  double *fx = jni_doubles(&model->pool, n), *fy = jni_doubles(&model->pool, n), *fxy = jni_doubles(&model->pool, n);
  if (model->pool.failed) {
    model->no_memory = true;
    return false;
  }
  jnk_lookup_slopes(table, fx, fy, fxy);
  table->fx = fx;
  table->fy = fy;
  table->fxy = fxy;
  return true;
}

static jnk_lookup make_lookup(jn_model *model, const jn_table_def *def) {
  static const double origin = 0;
  int ny = def->ny > 0 ? def->ny : 1;
  jnk_lookup table = {.n = {def->nx, ny}, .smooth = def->smooth, .hold = def->hold};
  table.x[0] = jni_model_doubles(model, def->x, def->nx);
  table.x[1] = def->ny > 0 ? jni_model_doubles(model, def->y, def->ny) : &origin;
  table.f = jni_model_doubles(model, def->values, def->nx * ny);
  if (def->smooth && !model->no_memory) make_slopes(model, &table);
  return table;
}

bool jni_model_check_callable(jn_model *model, const char *element, const char *name, jni_name_group other,
                              const char *what) {
  const char *own = name + model->path_length;
  if (jni_expression_is_function(own)) {
    jni_model_fault(model, element, "'%.60s' is a function of expressions", own);
    return false;
  }
  if (jni_names_get(model->names, other, 0, name) == JNI_NAME_NONE) return true;
  jni_model_fault(model, element, "the name is already that of a %s", what);
  return false;
}

int jn_model_add_table(jn_model *model, const jn_table_def *def) {
  JNI_ASSERT(model && def && def->cookie == JNI_DEF_COOKIE && "start from jn_table_def_default()");
  char element[JNI_ELEMENT_SIZE];
  jni_element_text(element, "table", def->name ? def->name : "");
  bool named = jni_model_check_name(model, JNI_NAME_TABLE, 0, "table", def->name) &&
               jni_model_check_callable(model, element, def->name, JNI_NAME_COMPUTED, "signal");
  bool sound = check_table(model, def, element);
  if (!jni_model_grow(model, &model->tables, &model->capacity_tables, model->ntables, sizeof *model->tables)) return -1;
  int i = model->ntables++;
  jni_table made = {
      .name = jni_model_text(model, def->name ? def->name : "", NULL), .faulty = !sound, .place = model->place};
  if (sound) made.lookup = make_lookup(model, def);
  made.has_over = def->over != NULL;
  made.has_unit = def->unit != NULL;
  for (int k = 0; k < (def->ny > 0 ? 2 : 1) && def->over; k++) made.over[k] = def->over[k];
  if (def->unit) made.unit = *def->unit;
  model->tables[i] = made;
  if (named && made.name && !jni_names_put(model->names, JNI_NAME_TABLE, 0, made.name, i)) model->no_memory = true;
  return i;
}

// Writes the SI units of n dimensions, 1 or 2, to `text`: "m", or "[m, m/s]"; 1 stands for a plain number.
static void print_over(const jn_dimension *over, int n, char *text, size_t size) {
  char unit[2][64];
  for (int k = 0; k < n; k++) {
    jn_unit_format(over[k], unit[k], sizeof unit[k]);
    if (!unit[k][0]) snprintf(unit[k], sizeof unit[k], "1");
  }
  if (n == 1) snprintf(text, size, "%s", unit[0]);
  else snprintf(text, size, "[%s, %s]", unit[0], unit[1]);
}

bool jni_table_check(const jn_model *model, jn_lookup table, const jni_table_dimensions *wish, char *what,
                     size_t size) {
  if (table.i < 0 || table.i >= model->ntables || model->tables[table.i].faulty) return true;
  const jni_table *t = &model->tables[table.i];
  int n = t->lookup.n[1] > 1 ? 2 : 1;
  char has[136], needs[136];
  bool over = true;
  for (int k = 0; k < n && t->has_over; k++) over = over && jni_unit_fits(t->over[k], wish->over[k]);
  bool unit = !t->has_unit || jni_unit_fits(t->unit, wish->unit);
  if (over && unit) return true;
  print_over(over ? &t->unit : t->over, over ? 1 : n, has, sizeof has);
  print_over(over ? &wish->unit : wish->over, over ? 1 : n, needs, sizeof needs);
  snprintf(what, size, "'%s' needs a table %s %s, but '%.60s' is %s %s", wish->key, over ? "in" : "over", needs,
           t->name, over ? "in" : "over", has);
  return false;
}

int jni_model_find_table(const jn_model *model, const char *name) {
  return jni_names_get(model->names, JNI_NAME_TABLE, 0, name);
}

const char *jni_model_table_name(const jn_model *model, int i) {
  return i < model->ntables && i < JNI_MAX_CANDIDATES ? model->tables[i].name : NULL;
}
