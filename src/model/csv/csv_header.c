// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// csv_header.c - names and units of columns: "x [mm]", "x (mm)", "x/mm", "x in mm", or units in a line of their own.
#include <stdio.h>
#include <string.h>

#include "model/csv/csv_internal.h"

// ---- units ----------------------------------------------------------------------------------------------------------

bool jni_csv_is_unit(const char *text) {
  char quantity[JNI_MAX_CSV_UNIT + 3], why[160];
  double value;
  jn_dimension dimension;
  bool has_unit;
  if (strlen(text) > JNI_MAX_CSV_UNIT) return false;
  snprintf(quantity, sizeof quantity, "1 %s", text);
  return jn_unit_parse(quantity, &value, &dimension, &has_unit, why, sizeof why) && has_unit;
}

// What stands for "no unit".
static bool is_none(const char *unit) { return !unit[0] || strcmp(unit, "-") == 0 || strcmp(unit, "1") == 0; }

// Without blanks around it, and without parentheses around all of it.
static char *bare(char *text) {
  size_t n;
  for (;;) {
    while (*text == ' ' || *text == '\t') text++;
    for (n = strlen(text); n > 0 && (text[n - 1] == ' ' || text[n - 1] == '\t');) text[--n] = 0;
    bool round = n > 1 && text[0] == '(' && strchr(text, ')') == text + n - 1,
         square = n > 1 && text[0] == '[' && strchr(text, ']') == text + n - 1;
    if (!round && !square) return text;
    text[n - 1] = 0;
    text++;
  }
}

// Cuts the name off before `at`.
static void cut(char *name, char *at) {
  while (at > name && (at[-1] == ' ' || at[-1] == '\t')) at--;
  *at = 0;
}

// The bracket that the last character of the text closes, NULL: it closes none.
static char *opening(char *text) {
  size_t n = strlen(text);
  char close = n > 1 ? text[n - 1] : 0, open = close == ']' ? '[' : close == ')' ? '(' : 0;
  int depth = 0;
  if (!open) return NULL;
  for (char *p = text + n - 1; p >= text; p--) {
    depth += (*p == close) - (*p == open);
    if (depth == 0) return p;
  }
  return NULL;
}

// "x [mm]" to "x" and "mm", in place. Brackets always hold a unit; after a solidus or "in" only what is one.
static const char *split(char *name) {
  char *open = opening(name), *solidus = strchr(name, '/'), *in = strstr(name, " in ");
  if (open && (open == name || open[-1] != '/')) {
    char *unit = bare(open);
    cut(name, open);
    return is_none(unit) ? "" : unit;
  }
  char *at = solidus && solidus > name ? solidus : in, *rest = at ? at + (at == in ? 4 : 1) : NULL;
  if (!rest) return "";
  char copy[JNI_MAX_CSV_UNIT + 1];
  if (snprintf(copy, sizeof copy, "%s", rest) >= (int)sizeof copy || !jni_csv_is_unit(bare(copy))) return "";
  cut(name, at);
  return bare(rest);
}

// ---- the header -----------------------------------------------------------------------------------------------------

// A copy of the cell, where two quotation marks stand for one.
static char *copy_cell(jni_csv *csv, const jni_csv_cell *cell) {
  char *text = jni_pool_text(&csv->pool, cell->at, (size_t)(cell->end - cell->at)), *to = text;
  for (const char *p = text; p && cell->quoted && *p; p++) {
    *to++ = *p;
    if (*p == '"' && p[1] == '"') p++;
  }
  if (text && cell->quoted) *to = 0;
  return text;
}

bool jni_csv_read_header(jni_csv *csv, const char *at, const char *end, int n) {
  csv->columns = jni_take(&csv->pool, (size_t)n, sizeof *csv->columns);
  csv->ncolumns = n;
  for (int c = 0; c < n && !csv->pool.failed; c++) {
    jni_csv_cell cell = {.at = end, .end = end};
    if (at) at = jni_csv_next_cell(at, end, csv->separator, &cell);
    const char *text = copy_cell(csv, &cell);
    char *name = copy_cell(csv, &cell);
    if (name) csv->columns[c] = (jni_csv_column){text, name, split(name), cell.broken};
  }
  return !csv->pool.failed;
}

// The cell as a unit: "mm", "[mm]", "-"; NULL: it is none. In `room`.
static const char *unit_of(const jni_csv_cell *cell, char room[JNI_MAX_CSV_UNIT + 1]) {
  size_t n = (size_t)(cell->end - cell->at);
  if (n > JNI_MAX_CSV_UNIT || cell->broken) return NULL;
  memcpy(room, cell->at, n);
  room[n] = 0;
  const char *unit = bare(room);
  return is_none(unit) ? "" : jni_csv_is_unit(unit) ? unit : NULL;
}

bool jni_csv_is_unit_line(const jni_csv *csv, const char *at, const char *end, bool *sure) {
  int units = 0;
  *sure = false;
  for (jni_csv_cell cell; at;) {
    char room[JNI_MAX_CSV_UNIT + 1];
    at = jni_csv_next_cell(at, end, csv->separator, &cell);
    if (jni_csv_is_number(&cell)) return false;
    const char *unit = unit_of(&cell, room);
    if (!unit) return false;
    units += unit[0] != 0;
    *sure = *sure || cell.end - cell.at > 1;
  }
  return units > 0;
}

bool jni_csv_take_units(jni_csv *csv, const char *at, const char *end) {
  for (int c = 0; c < csv->ncolumns && at && !csv->pool.failed; c++) {
    jni_csv_cell cell;
    char room[JNI_MAX_CSV_UNIT + 1];
    at = jni_csv_next_cell(at, end, csv->separator, &cell);
    const char *unit = unit_of(&cell, room);
    if (!unit || !unit[0]) continue;
    unit = jni_pool_text(&csv->pool, unit, strlen(unit));
    if (unit) csv->columns[c].unit = unit;
  }
  return !csv->pool.failed;
}

int jni_csv_find(const jni_csv *csv, const char *name) {
  int found = JNI_CSV_NONE;
  for (int c = 0; csv->columns && c < csv->ncolumns; c++) {
    if (strcmp(csv->columns[c].text, name) != 0 && strcmp(csv->columns[c].name, name) != 0) continue;
    if (found != JNI_CSV_NONE) return JNI_CSV_SEVERAL;
    found = c;
  }
  return found;
}
