// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// result_table.h - inside a table: columns that grow together. Column 0 is the time.
#ifndef JNI_OUTPUT_RESULT_TABLE_H
#define JNI_OUTPUT_RESULT_TABLE_H

#include "base/base.h"
#include "jounce/result.h"

typedef struct {
  char *name;
  char unit[64];
  double *values;
  int capacity;
} jni_column;

struct jn_table {
  const jn_alloc *alloc;
  jn_sink sink;
  char *title;
  jni_column *columns;
  int ncolumns, columns_capacity;
  int nrows;
  jn_record *record;  // NULL: not known
  char **bodies;      // whose poses are known
  int nbodies, bodies_capacity;
  float *poses;  // of nposed rows
  int poses_capacity, nposed;
  jn_summary summary;
  bool ended;                // the summary is known
  int nparameters, nrandom;  // of a sweep
  char status[256], state_hash[20];
};

jn_status jni_table_add_column(jn_table *table, const char *name, const char *unit);
jn_status jni_table_set_title(jn_table *table, const char *title);
// values: all columns but the time. A row that does not fit into memory is left out whole.
jn_status jni_table_add_row(jn_table *table, double time, const double *values);

jn_status jni_table_add_body(jn_table *table, const char *name);
// Poses of a row, those before it being known.
jn_status jni_table_set_poses(jn_table *table, int row, const double *poses);

// Fills an empty table. A failure other than JN_NO_MEMORY has its sentence in `what`; *line is the place in the
// text, 0 when it does not apply.
jn_status jni_table_read_csv(jn_table *table, const char *path, int *line, char *what, size_t size, jn_report *report);

// ---- column_unit.c
// The factor from a unit to SI, and its dimension; false: it is none that is known.
bool jni_unit_scale(const char *unit, double *scale, jn_dimension *dimension);
const char *jni_header_unit(const jn_run_header *header, int i, char *text, size_t size);
double jni_unit_factor(const char *from, const char *to);  // 0: they measure different things
bool jni_unit_is_length(const char *unit);

#endif
