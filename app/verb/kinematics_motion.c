// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kinematics_motion.c - reads the table of --motion: results of a run, or a CSV file with time and coordinates.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/text.h"
#include "kinematics.h"

// Returns the factor from a unit to SI and sets *dimension; 1, with *dimension unchanged, if there is no unit; 0: the
// text is no unit.
static double unit_factor(const char *unit, jn_dimension *dimension) {
  char text[80], what[200];
  double value = 0;
  bool has_unit;
  if (!unit || !*unit) return 1;
  snprintf(text, sizeof text, "1 %.60s", unit);
  return jn_unit_parse(text, &value, dimension, &has_unit, what, sizeof what) ? value : 0;
}

// Returns the values of a column times a factor, to SI units, in memory that the caller frees; NULL: no memory.
static double *scaled(const jn_table *table, int column, double factor) {
  int rows = jn_table_nrows(table);
  const double *values = jn_table_column(table, column);
  double *to = malloc(((size_t)rows + 1) * sizeof *to);
  for (int row = 0; to && row < rows; row++) to[row] = factor * values[row];
  return to;
}

static jn_status refuse_unit(app_command *command, const char *path, const jn_table *table, int column,
                             const char *why) {
  return usage_fault(command, "column '%s' of '%s' has the unit '%s', which is not %s", jn_table_name(table, column),
                     path, jn_table_unit(table, column), why);
}

static jn_status fill_times(app_command *command, const char *path, app_motion_table *m) {
  jn_dimension d = {.s = 1};
  double factor = unit_factor(jn_table_unit(m->table, 0), &d);
  if (factor == 0 || d.s != 1 || d.m || d.kg || d.rad) return refuse_unit(command, path, m->table, 0, "one of time");
  m->motion.times = m->times = scaled(m->table, 0, factor);
  return m->times ? JN_OK : JN_NO_MEMORY;
}

static jn_status fill(app_command *command, const char *path, app_motion_table *m) {
  int n = jn_table_ncolumns(m->table) - 1;
  jn_dimension d;
  m->names = calloc((size_t)n + 1, sizeof *m->names);
  m->units = calloc((size_t)n + 1, sizeof *m->units);
  m->columns = calloc((size_t)n + 1, sizeof *m->columns);
  if (!m->names || !m->units || !m->columns) return JN_NO_MEMORY;
  m->motion = (jn_motion_table){
      .names = m->names, .columns = (const double *const *)m->columns, .units = m->units, .file = path};
  m->motion.ntimes = jn_table_nrows(m->table);
  jn_status status = fill_times(command, path, m);
  for (int i = 0; i < n && status == JN_OK; i++) {
    double factor = unit_factor(jn_table_unit(m->table, i + 1), &d);
    if (factor == 0) return refuse_unit(command, path, m->table, i + 1, "known");
    m->names[i] = jn_table_name(m->table, i + 1);
    m->units[i] = jn_table_unit(m->table, i + 1);
    m->columns[i] = scaled(m->table, i + 1, factor);
    if (!m->columns[i]) return JN_NO_MEMORY;
    m->motion.ncolumns++;
  }
  return status;
}

jn_status motion_read(app_command *command, const char *path, app_motion_table *motion) {
  if (!jn_result_is_file(path))
    return usage_fault(command, "a motion is a .csv file or an .h5 file of results, but --motion is '%s'", path);
  motion->table = jn_table_read(NULL, path, command->report);
  if (!motion->table) return worst_fault(command, JN_IO, "reading the motion");
  const char *first = jn_table_ncolumns(motion->table) > 0 ? jn_table_name(motion->table, 0) : "";
  if (strcmp(first, "time") != 0 && strcmp(first, "t") != 0)
    return usage_fault(command, "the first column of '%s' must be time, but it is '%s'", path, first);
  jn_status status = fill(command, path, motion);
  if (status == JN_NO_MEMORY) jn_report_fault(command->report, status, "", "there is not enough memory for the motion");
  return status;
}

void motion_free(app_motion_table *motion) {
  for (int i = 0; i < motion->motion.ncolumns; i++) free(motion->columns[i]);
  free(motion->columns);
  free(motion->times);
  free(motion->names);
  free(motion->units);
  jn_table_free(motion->table);
}
