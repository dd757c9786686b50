// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// csv_internal.h - interface between the files of this folder: lines, cells and the header.
#ifndef JNI_CSV_INTERNAL_H
#define JNI_CSV_INTERNAL_H

#include "model/csv/csv.h"

typedef struct {
  const char *at, *end;  // content, without surrounding blanks and quotes
  bool quoted;
  bool broken;  // a quotation mark is not closed, or text follows it
} jni_csv_cell;

// Returns the end of the line that begins at `at`, and sets *next to the beginning of the following line.
const char *jni_csv_line_end(const char *at, const char *end, const char **next);
// Reads one cell into *cell. Returns the beginning of the next cell of the line; NULL after the last.
const char *jni_csv_next_cell(const char *at, const char *end, char separator, jni_csv_cell *cell);
bool jni_csv_is_number(const jni_csv_cell *cell);  // whether the cell is a number with decimal point or comma
// Reads a cell as a number in `unit` ("": none), converts it to SI units and stores it in *value. c: index of the
// column, for messages. Returns false after a fault.
bool jni_csv_number(jni_csv *csv, const jni_csv_row *row, const jni_csv_cell *cell, int c, const char *unit,
                    double *value, jni_csv_fault *fault);
// Sets *fault to a message at the character `at` of a row. row NULL: the message has no line; at NULL: no column.
// Returns false.
bool jni_csv_fail(const jni_csv_row *row, const char *at, jni_csv_fault *fault, const char *format, ...)
    JN_PRINTF(4, 5);
// Sets csv->columns, names and units, from the n cells of a line, and csv->ncolumns to n. The line begins at `at`, for
// a comment after its sign. Returns false if memory is short.
bool jni_csv_read_header(jni_csv *csv, const char *at, const char *end, int n);
// Returns whether all cells of a line are units or mean no unit, and at least one is a unit. Then sets *sure to whether
// a cell has several characters: a line such as "t;m" may also consist of names of columns.
bool jni_csv_is_unit_line(const jni_csv *csv, const char *at, const char *end, bool *sure);
// Sets the units of the columns from a line whose cells are units; a cell that means no unit leaves the column as it
// is. Returns false if memory is short.
bool jni_csv_take_units(jni_csv *csv, const char *at, const char *end);

#endif
