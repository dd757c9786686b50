// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_data.h - numbers from data files. A mapping names the file, `file: road.csv`, `columns: [x, z]`,
// `units: [mm, mm]`, and may have other keys, which the caller checks. All numbers become SI.
#ifndef JNI_READ_DATA_H
#define JNI_READ_DATA_H

#include "model/csv/csv.h"
#include "model/read/read_value.h"

// Reads a table (x, y) that a mapping contains under `key` or takes from a file, into *law, in SI units. Returns false
// after a fault, for example if the mapping has both or neither, or if x in a file does not ascend; the x of a table in
// the mapping is checked when its element is added.
bool jni_read_table_in(jni_reader *r, const jni_node *mapping, const char *key, const jni_law_units *units,
                       jn_law *law);
bool jni_read_is_table(const jni_node *mapping, const char *key);  // whether the mapping has `key` or `file`
// Reports a fault and returns false if a mapping has `columns` or `units` without `file`, or `file` together with
// `key`.
bool jni_read_check_file_keys(jni_reader *r, const jni_node *mapping, const char *key);

// Dimensions that the numbers of a column may have.
typedef struct {
  jn_dimension wanted[2];
  bool any;               // any dimension
  bool or_grid;           // the file might be a grid
  jni_unit_found *found;  // receives the dimension; NULL: not needed
} jni_column_unit;
enum { JNI_MAX_DATA_COLUMNS = 8 };
typedef struct {
  int n;                                 // number of rows
  double *values[JNI_MAX_DATA_COLUMNS];  // for each column its n values, in memory of the reader
  int *lines;                            // n: line of each row in the file
  const jni_data_file *file;
} jni_data_columns;
bool jni_read_columns(jni_reader *r, const jni_node *mapping, int n, const jni_column_unit *wanted,
                      jni_data_columns *made);
// Reads a grid of numbers z(x, y) from the data file that a mapping names. edges: the first row contains y and the
// first column x, both of which must ascend, and `wanted` has the dimensions of x, y and z; otherwise that of z only.
// Returns false after a fault, for example if the mapping has `columns`.
bool jni_read_grid(jni_reader *r, const jni_node *mapping, bool edges, const jni_column_unit *wanted,
                   jni_csv_grid *grid);
// Reports a fault with this sentence at a line of a data file; line 0: at the file as a whole. Returns false.
bool jni_read_data_fault(jni_reader *r, const jni_data_file *file, int line, const char *sentence);
// Checks that n values x from the lines `lines` of a data file ascend; steps: two successive values may be equal.
// `what` is their name in the message. Returns false after a fault.
bool jni_read_ascends(jni_reader *r, const jni_data_file *file, const char *what, const double *x, const int *lines,
                      int n, bool steps);
void jni_read_close_files(jni_reader *r);

#endif
