// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// csv_header.c - reads names and units of columns: "x [mm]", "x (mm)", "x/mm", "x in mm", or units in a separate line.
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

// Returns whether a text in place of a unit means that there is none.
static bool means_no_unit(const char *unit) { return !unit[0] || strcmp(unit, "-") == 0 || strcmp(unit, "1") == 0; }

// Removes blanks at both ends of a text, and brackets that enclose the whole text, in place. Returns its new beginning.
static char *strip_brackets(char *text) {
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

// Ends the text `name` at `at`, and before blanks that precede `at`, by writing a zero.
static void end_name(char *name, char *at) {
  while (at > name && (at[-1] == ' ' || at[-1] == '\t')) at--;
  *at = 0;
}

// Returns the opening bracket, round or square, that belongs to the closing bracket at the end of a text; NULL: the
// text does not end with one, or none belongs to it.
static char *opening_bracket(char *text) {
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

// Splits "x [mm]" into a name and a unit: shortens `name` in place to "x" and returns "mm"; returns "" if there is no
// unit. Text in brackets at the end counts as a unit whatever it is (but [-], [1] and [] mean none), unless a solidus
// precedes the bracket; text after the first solidus or, without one, after " in " only if it is the name of a unit.
static const char *split_unit(char *name) {
  char *open = opening_bracket(name), *solidus = strchr(name, '/'), *in = strstr(name, " in ");
  if (open && (open == name || open[-1] != '/')) {
    char *unit = strip_brackets(open);
    end_name(name, open);
    return means_no_unit(unit) ? "" : unit;
  }
  char *at = solidus && solidus > name ? solidus : in, *rest = at ? at + (at == in ? 4 : 1) : NULL;
  if (!rest) return "";
  char copy[JNI_MAX_CSV_UNIT + 1];
  if (snprintf(copy, sizeof copy, "%s", rest) >= (int)sizeof copy || !jni_csv_is_unit(strip_brackets(copy))) return "";
  end_name(name, at);
  return strip_brackets(rest);
}

// ---- the header -----------------------------------------------------------------------------------------------------

// Returns a copy of the text of a cell; in a quoted cell two quotation marks become one. NULL: no memory.
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
    if (name) csv->columns[c] = (jni_csv_column){text, name, split_unit(name), cell.broken};
  }
  return !csv->pool.failed;
}

// Returns the unit that a cell such as "mm" or "[mm]" consists of, in `buffer`; "" for a cell that means no unit, as
// "-"; NULL if the cell is neither.
static const char *cell_unit(const jni_csv_cell *cell, char buffer[JNI_MAX_CSV_UNIT + 1]) {
  size_t n = (size_t)(cell->end - cell->at);
  if (n > JNI_MAX_CSV_UNIT || cell->broken) return NULL;
  memcpy(buffer, cell->at, n);
  buffer[n] = 0;
  const char *unit = strip_brackets(buffer);
  return means_no_unit(unit) ? "" : jni_csv_is_unit(unit) ? unit : NULL;
}

bool jni_csv_is_unit_line(const jni_csv *csv, const char *at, const char *end, bool *sure) {
  int units = 0;
  *sure = false;
  for (jni_csv_cell cell; at;) {
    char buffer[JNI_MAX_CSV_UNIT + 1];
    at = jni_csv_next_cell(at, end, csv->separator, &cell);
    if (jni_csv_is_number(&cell)) return false;
    const char *unit = cell_unit(&cell, buffer);
    if (!unit) return false;
    units += unit[0] != 0;
    *sure = *sure || cell.end - cell.at > 1;
  }
  return units > 0;
}

bool jni_csv_take_units(jni_csv *csv, const char *at, const char *end) {
  for (int c = 0; c < csv->ncolumns && at && !csv->pool.failed; c++) {
    jni_csv_cell cell;
    char buffer[JNI_MAX_CSV_UNIT + 1];
    at = jni_csv_next_cell(at, end, csv->separator, &cell);
    const char *unit = cell_unit(&cell, buffer);
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
