// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// csv_internal.h - lines and cells, for the files of this folder.
#ifndef JNI_CSV_INTERNAL_H
#define JNI_CSV_INTERNAL_H

#include "model/csv/csv.h"

typedef struct {
  const char *at, *end;  // without blanks and quotes around it
  bool quoted;
  bool broken;  // its quotation mark is not closed, or text follows it
} jni_csv_cell;

// Returns the end of the line; *next: the beginning of the next line.
const char *jni_csv_line_end(const char *at, const char *end, const char **next);
// Reads one cell. Returns the beginning of the next; NULL: it was the last.
const char *jni_csv_next_cell(const char *at, const char *end, char separator, jni_csv_cell *cell);
bool jni_csv_is_number(const jni_csv_cell *cell);  // with decimal point or comma, and nothing else
// Reads the value in SI units. c: index of the column, for faults.
bool jni_csv_number(jni_csv *csv, const jni_csv_row *row, const jni_csv_cell *cell, int c, const char *unit,
                    double *value, jni_csv_fault *fault);
// Reports a fault at a place of a row. Returns false.
bool jni_csv_fail(const jni_csv_row *row, const char *at, jni_csv_fault *fault, const char *format, ...)
    JN_PRINTF(4, 5);
// Makes csv->columns from the n cells of a line, without comment signs.
bool jni_csv_read_header(jni_csv *csv, const char *at, const char *end, int n);
// Returns whether a line consists of units. *sure: they cannot be names of columns, as in "t;m".
bool jni_csv_is_unit_line(const jni_csv *csv, const char *at, const char *end, bool *sure);
bool jni_csv_take_units(jni_csv *csv, const char *at,
                        const char *end);  // sets the units of the columns; false: no memory

#endif
