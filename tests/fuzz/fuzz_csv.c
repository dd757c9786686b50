// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fuzz_csv.c - fuzz target: any bytes are columns of numbers, or are refused with a sentence. Every number is finite,
// rows come in the order of their lines, and a fault stands at a line of the text.
#include <math.h>

#include "fuzz.h"
#include "model/csv/csv.h"

static void check_fault(const jni_csv_fault *fault, size_t size) {
  FUZZ_CHECK(fault->what[0] && strlen(fault->what) < sizeof fault->what);
  FUZZ_CHECK(fault->line >= 0 && (size_t)fault->line <= size + 1 && fault->column >= 0);
}

// A unit of the header, or none where the text has something else in brackets.
static const char *unit_of(const jni_csv *csv, int c) {
  return csv->columns && jni_csv_is_unit(csv->columns[c].unit) ? csv->columns[c].unit : "";
}

static void read_pair(jni_csv *csv, int first, int second, size_t size) {
  jni_csv_fault fault = {0};
  const int columns[2] = {first, second};
  const char *const units[2] = {unit_of(csv, first), unit_of(csv, second)};
  double *values[2] = {jni_doubles(&csv->pool, (size_t)csv->nrows), jni_doubles(&csv->pool, (size_t)csv->nrows)};
  int *lines = jni_ints(&csv->pool, (size_t)csv->nrows);
  int n = jni_csv_read_columns(csv, 2, columns, units, values, lines, &fault);
  if (n < 0) check_fault(&fault, size);
  for (int i = 0; i < n; i++) {
    FUZZ_CHECK(isfinite(values[0][i]) && isfinite(values[1][i]));
    FUZZ_CHECK(i == 0 ? lines[0] > 0 : lines[i] > lines[i - 1]);
  }
}

static void read_grid(jni_csv *csv, bool edges, size_t size) {
  static const char *const units[3] = {"mm", "", "kN"};
  jni_csv_fault fault = {0};
  jni_csv_grid grid;
  if (!jni_csv_read_grid(csv, edges, units, &grid, &fault)) {
    check_fault(&fault, size);
    return;
  }
  for (int i = 0; i < grid.nx * grid.ny; i++) FUZZ_CHECK(isfinite(grid.z[i]));
  for (int j = 0; edges && j < grid.ny; j++) FUZZ_CHECK(isfinite(grid.y[j]));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  jni_csv_fault fault;
  jni_csv *csv = jni_csv_new(NULL, (const char *)data, size, &fault);
  if (!csv) {
    check_fault(&fault, size);
    return 0;
  }
  FUZZ_CHECK(csv->nrows > 0 && csv->ncolumns > 0);
  for (int c = 0; csv->columns && c < csv->ncolumns; c++)
    FUZZ_CHECK(jni_csv_find(csv, csv->columns[c].text) != JNI_CSV_NONE);
  read_pair(csv, 0, csv->ncolumns - 1, size);
  read_pair(csv, csv->ncolumns / 2, csv->ncolumns / 2, size);
  read_grid(csv, false, size);
  read_grid(csv, true, size);
  jni_object_free(csv);
  return 0;
}
