// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// csv.h - columns of numbers from text written by spreadsheets, measuring systems and programs.
//
//   # comment                          lines that begin with # or % and empty lines are skipped
//   x [mm]; z [mm]                     a header, if the first line has no number; a second line may have the units
//   0; 1,5                             rows: separated by commas, semicolons, tabs or blanks
//
// The separator is the first of semicolon, tab and comma that most lines contain; otherwise blanks. It is not the comma
// if at least half of the lines are numbers between blanks, as "0,5 1,2". A comma that is not the separator is the
// decimal sign. Numbers are refused if some have decimal points and others decimal commas. Places of faults are lines
// and columns of the text, from 1.
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
  int line, column;  // place in the text, from 1; 0: the text as a whole
  char what[400];    // message; "": no memory
} jni_csv_fault;

// A column as its cell in the header describes it: "x [mm]" has the name "x" and the unit "mm".
typedef struct {
  const char *text, *name, *unit;  // unit "": the column has none
  bool broken;                     // a quotation mark is not closed, or text follows it
} jni_csv_column;

typedef struct {
  const char *at;  // first character of the row
  int line;        // number of the line, from 1
  int ncells;      // number of cells up to the last one that is not empty
} jni_csv_row;

typedef struct {
  jni_pool pool;
  const char *text, *end;   // text in UTF-8, terminated by a NUL at `end`
  char separator;           // comma, semicolon, tab or blank
  jni_csv_column *columns;  // NULL: no header
  int ncolumns;
  int header_line;    // 0: no header, or the header is a comment
  bool has_units;     // a line of units has been read
  jni_csv_row *rows;  // nrows: rows after the header
  int nrows, capacity;
  int point_line, comma_line;  // line of the first number with a decimal point and with a decimal comma, 0: none
} jni_csv;

// Returns a copy of a text in which separator, header and rows are found, to be freed with jni_object_free. Returns
// NULL with *fault set after a fault.
jni_csv *jni_csv_new(const jn_alloc *alloc, const char *text, size_t size, jni_csv_fault *fault);

// Results of jni_csv_find for a name (with or without its unit) that no column or several columns have; otherwise
// jni_csv_find returns the index of the column.
enum { JNI_CSV_NONE = -1, JNI_CSV_SEVERAL = -2 };
int jni_csv_find(const jni_csv *csv, const char *name);
bool jni_csv_is_unit(const char *text);  // returns whether a text is a unit, such as mm or N/m

// Reads n <= 8 columns of numbers. Skips rows in which all these columns are empty. Sets values[k][i] to the number of
// column columns[k] in row i of the others, converted from units[k] to SI units ("": not converted), and lines[i] to
// the line of the row in the text. `lines` and each values[k] have space for csv->nrows elements. Returns the number of
// rows read; -1 after a fault, such as one empty cell in a row, or more cells than columns.
int jni_csv_read_columns(jni_csv *csv, int n, const int *columns, const char *const *units, double *const *values,
                         int *lines, jni_csv_fault *fault);

// A grid of numbers z(x, y). The arrays are in memory of the jni_csv.
typedef struct {
  int nx, ny;
  double *x, *y;  // nx, ny: values of the first and second variable; NULL: without edges
  double *z;      // nx x ny: value (i, j) is z[i * ny + j]
  int *lines;     // nx: line of each row
} jni_csv_grid;
// Reads all rows as a grid. edges: the first row contains the values of y, which must ascend, and the first column
// those of x, whose order is not checked; the cell where they meet is ignored or missing. units: those of x, y and z in
// the text, which are converted to SI units; "": not converted. Returns false after a fault, also if names of columns
// are above the rows, and if memory is short (fault->what "").
bool jni_csv_read_grid(jni_csv *csv, bool edges, const char *const units[3], jni_csv_grid *grid, jni_csv_fault *fault);

#endif
