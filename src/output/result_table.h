// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// result_table.h - internals of a result in memory: columns of equal length. Column 0 is the time, in the table of a
// sweep the number of the run.
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
  jn_record *record;  // record of the run; NULL: the file has none
  char **bodies;      // nbodies: names of the bodies with poses, without the ground
  int nbodies, bodies_capacity;
  float *poses;  // nposed x nbodies x JN_POSE: position, m, and quaternion
  int poses_capacity, nposed;
  jn_summary summary;
  bool ended;  // the run has ended and its summary is set
  // table of a sweep: number of columns that are parameters; number of random ones among them
  int nparameters, nrandom;
  char status[256], state_hash[20];
};

jn_status jni_table_add_column(jn_table *table, const char *name, const char *unit);
jn_status jni_table_set_title(jn_table *table, const char *title);
// Appends a row. values: one number for each column except the time. Returns JN_NO_MEMORY, and appends nothing, if
// memory is short.
jn_status jni_table_add_row(jn_table *table, double time, const double *values);

jn_status jni_table_add_body(jn_table *table, const char *name);
// Sets the poses of a row (nbodies x JN_POSE numbers; NULL: NaN). All rows before it must have poses. Returns JN_OK or
// JN_NO_MEMORY.
jn_status jni_table_set_poses(jn_table *table, int row, const double *poses);

// Reads a CSV file into an empty table. Returns JN_OK or a failure; unless that is JN_NO_MEMORY, writes a sentence to
// `what` and sets *line to the line in the file, 0: no line.
jn_status jni_table_read_csv(jn_table *table, const char *path, int *line, char *what, size_t size, jn_report *report);

// ---- column_unit.c
// Sets *scale to the factor from a unit to SI, and *dimension. Returns false if the unit is unknown.
bool jni_unit_scale(const char *unit, double *scale, jn_dimension *dimension);
// Returns the unit of column i of a run's header. If the header has only dimensions, writes the SI unit to `text` and
// returns it.
const char *jni_header_unit(const jn_run_header *header, int i, char *text, size_t size);
// Returns the factor that converts values from the unit `from` to the unit `to`, 1 if both texts are equal; 0: their
// dimensions differ, or one is unknown.
double jni_unit_factor(const char *from, const char *to);
bool jni_unit_is_length(const char *unit);

#endif
