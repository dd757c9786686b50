// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// csv.h - columns of numbers from a text as spreadsheets, measuring systems and programs write it.
//
//   # comment                          lines that begin with # or % and empty lines are passed over
//   x [mm]; z [mm]                     a header, if the first line has no number; a second line may have the units
//   0; 1,5                             rows: separated by commas, semicolons, tabs or blanks
//
// Separator and decimal sign are found out: semicolon, tab and comma separate where most lines have one, in this order;
// else blanks do. A comma that does not separate is the decimal sign. A text with decimal points and decimal commas is
// refused. Places of faults are lines and columns of the text, from 1.
#ifndef JNI_CSV_H
#define JNI_CSV_H

#include "base/pool.h"

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
enum { JNI_MAX_CSV_ROWS = 2000, JNI_MAX_CSV_COLUMNS = 100 };
#else
enum { JNI_MAX_CSV_ROWS = 4000000, JNI_MAX_CSV_COLUMNS = 10000 };
#endif

enum { JNI_MAX_CSV_UNIT = 47 };  // characters of a unit

typedef struct {
  int line, column;  // 0: the text as a whole
  char what[400];    // "" : no memory
} jni_csv_fault;

// "x [mm]" is the column x in mm.
typedef struct {
  const char *text, *name, *unit;  // unit "": none is given
  bool broken;                     // its quotation mark is not closed, or something follows it
} jni_csv_column;

typedef struct {
  const char *at;  // its first character
  int line;
  int ncells;  // up to the last one that is not empty
} jni_csv_row;

typedef struct {
  jni_pool pool;
  const char *text, *end;   // ended by a NUL
  char separator;           // , ; tab or blank
  jni_csv_column *columns;  // NULL: there is no header
  int ncolumns;
  int header_line;    // 0: there is none, or a comment is the header
  bool has_units;     // a line of units has been read
  jni_csv_row *rows;  // without the header
  int nrows, capacity;
  int point_line, comma_line;  // where the first number with a decimal point and with a comma has been read, 0: none
} jni_csv;

// Copies the text. NULL after a fault; freed by jni_object_free.
jni_csv *jni_csv_new(const jn_alloc *alloc, const char *text, size_t size, jni_csv_fault *fault);

// The number, from 0, of the column called `name`, with or without its unit. JNI_CSV_NONE, JNI_CSV_SEVERAL.
enum { JNI_CSV_NONE = -1, JNI_CSV_SEVERAL = -2 };
int jni_csv_find(const jni_csv *csv, const char *name);
bool jni_csv_is_unit(const char *text);  // mm, N/m

// Columns side by side: value k of row i is values[k][i], in SI units if it is in units[k] ("": as it stands), on line
// lines[i]. There is room for csv->nrows of each. Rows in which all of them are empty are left out. The number of rows,
// -1 after a fault.
int jni_csv_read_columns(jni_csv *csv, int n, const int *columns, const char *const *units, double *const *values,
                         int *lines, jni_csv_fault *fault);

// A rectangle of numbers: z[i * ny + j]. With `edges` its first row has the values y[j] of the second variable and its
// first column the values x[i] of the first, and y ascends; the cell in the corner is anything. Memory is that of the
// csv.
typedef struct {
  int nx, ny;
  double *x, *y, *z;  // without edges x and y are NULL
  int *lines;         // of each row: nx
} jni_csv_grid;
// Units of x, y and z; "": as it stands.
bool jni_csv_read_grid(jni_csv *csv, bool edges, const char *const units[3], jni_csv_grid *grid, jni_csv_fault *fault);

#endif
