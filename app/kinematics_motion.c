// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kinematics_motion.c - the table of --motion: results of a run, or a CSV file with time and coordinates by name.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kinematics.h"
#include "text.h"

// What one unit of a column is in SI; 0: it is no unit of a length or an angle.
static double unit_factor(const char *unit) {
  char text[80], what[200];
  double value = 0;
  jn_dimension dimension;
  bool has_unit;
  if (!unit || !*unit) return 1;
  snprintf(text, sizeof text, "1 %.60s", unit);
  return jn_unit_parse(text, &value, &dimension, &has_unit, what, sizeof what) ? value : 0;
}

static jn_status fill(app_command *command, const char *path, app_motion *m) {
  int rows = jn_table_nrows(m->table), n = jn_table_ncolumns(m->table) - 1;
  m->names = calloc((size_t)n + 1, sizeof *m->names);
  m->units = calloc((size_t)n + 1, sizeof *m->units);
  m->columns = calloc((size_t)n + 1, sizeof *m->columns);
  if (!m->names || !m->units || !m->columns) return JN_NO_MEMORY;
  m->motion = (jn_motion_table){.names = m->names, .columns = (const double *const *)m->columns, .ntimes = rows, .units = m->units, .file = path};
  m->motion.times = jn_table_column(m->table, 0);
  for (int i = 0; i < n; i++) {
    double factor = unit_factor(jn_table_unit(m->table, i + 1));
    const double *values = jn_table_column(m->table, i + 1);
    if (factor == 0)
      return usage_fault(command, "column '%s' of '%s' has the unit '%s', which is not known", jn_table_name(m->table, i + 1), path,
                         jn_table_unit(m->table, i + 1));
    m->names[i] = jn_table_name(m->table, i + 1);
    m->units[i] = jn_table_unit(m->table, i + 1);
    m->columns[i] = malloc(((size_t)rows + 1) * sizeof **m->columns);
    if (!m->columns[i]) return JN_NO_MEMORY;
    m->motion.ncolumns++;
    for (int row = 0; row < rows; row++) m->columns[i][row] = factor * values[row];
  }
  return JN_OK;
}

jn_status motion_read(app_command *command, const char *path, app_motion *motion) {
  if (!path_is_result(path)) return usage_fault(command, "a motion is a .csv file or an .h5 file of results, but --motion is '%s'", path);
  motion->table = jn_table_read(NULL, path, command->report);
  if (!motion->table) return worst_fault(command, JN_IO, "reading the motion");
  const char *first = jn_table_ncolumns(motion->table) > 0 ? jn_table_name(motion->table, 0) : "";
  if (strcmp(first, "time") != 0 && strcmp(first, "t") != 0)
    return usage_fault(command, "the first column of '%s' must be time, but it is '%s'", path, first);
  jn_status status = fill(command, path, motion);
  if (status == JN_NO_MEMORY) jn_report_fault(command->report, status, "", "there is not enough memory for the motion");
  return status;
}

void motion_free(app_motion *motion) {
  for (int i = 0; i < motion->motion.ncolumns; i++) free(motion->columns[i]);
  free(motion->columns);
  free(motion->names);
  free(motion->units);
  jn_table_free(motion->table);
}
