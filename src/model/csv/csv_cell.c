// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// csv_cell.c - splits text into lines and cells, and reads numbers from cells.
#include <stdio.h>
#include <string.h>

#include "model/csv/csv_internal.h"

enum { LONGEST_NUMBER = 63, SHOWN = 40 };

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

// ---- lines and cells ------------------------------------------------------------------------------------------------

const char *jni_csv_line_end(const char *at, const char *end, const char **next) {
  while (at < end && *at != '\n' && *at != '\r') at++;
  *next = at < end ? at + 1 : end;
  if (*next < end && *at == '\r' && **next == '\n') ++*next;
  return at;
}

// Returns the quotation mark that ends a quoted text, which begins at `at`; `end` if there is none. Two quotation marks
// in a row do not end the text; they stand for one mark in it.
static const char *closing_quote(const char *at, const char *end) {
  for (; at < end; at++) {
    if (*at != '"') continue;
    if (at + 1 < end && at[1] == '"') at++;
    else return at;
  }
  return end;
}

// Reads a cell in quotation marks into *cell. Returns the beginning of the next cell; NULL after the last. Sets
// cell->broken if the quotation is not closed or if a text follows it.
static const char *next_quoted(const char *at, const char *end, char separator, jni_csv_cell *cell) {
  const char *close = closing_quote(at + 1, end), *after_quote = close < end ? close + 1 : end, *p = after_quote;
  *cell = (jni_csv_cell){at + 1, close, true, close == end};
  while (p < end && is_blank(*p) && (separator == ' ' || *p != separator)) p++;
  if (p == end) return NULL;
  bool separated = separator == ' ' ? p > after_quote : *p == separator;
  if (!separated) cell->broken = true;
  if (separator == ' ') return p;
  while (p < end && *p != separator) p++;
  return p < end ? p + 1 : NULL;
}

// Reads a cell into *cell in a line whose cells are separated by blanks. Brackets after a word belong to the cell: "x
// [N m]" is one cell. Returns the beginning of the next cell; NULL after the last.
static const char *next_word(const char *at, const char *end, jni_csv_cell *cell) {
  const char *p = at, *after;
  for (;;) {
    while (p < end && !is_blank(*p) && *p != '[' && *p != '(') p++;
    for (after = p; after < end && is_blank(*after);) after++;
    if (after == end || (*after != '[' && *after != '(')) break;
    const char *close = memchr(after, *after == '[' ? ']' : ')', (size_t)(end - after));
    p = close ? close + 1 : end;
  }
  *cell = (jni_csv_cell){.at = at, .end = p};
  return after == end ? NULL : after;
}

const char *jni_csv_next_cell(const char *at, const char *end, char separator, jni_csv_cell *cell) {
  while (at < end && is_blank(*at) && *at != separator) at++;
  if (at < end && *at == '"') return next_quoted(at, end, separator, cell);
  if (separator == ' ') return next_word(at, end, cell);
  const char *stop = memchr(at, separator, (size_t)(end - at)), *last = stop ? stop : end;
  while (last > at && is_blank(last[-1])) last--;
  *cell = (jni_csv_cell){.at = at, .end = last};
  return stop ? stop + 1 : NULL;
}

// ---- faults ---------------------------------------------------------------------------------------------------------

// Returns the number of the character `at` in its line, counted from 1 in UTF-8 characters, for messages.
static int column_of(const jni_csv_row *row, const char *at) {
  int n = 1;
  for (const char *p = row->at; p < at; p++) n += ((unsigned char)*p & 0xc0) != 0x80;
  return n;
}

bool jni_csv_fail(const jni_csv_row *row, const char *at, jni_csv_fault *fault, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fault->line = row ? row->line : 0;
  fault->column = row && at ? column_of(row, at) : 0;
  jni_vprint(fault->what, sizeof fault->what, format, arguments);
  va_end(arguments);
  return false;
}

// Copies the content of a cell to `text` for a message: shortens it to SHOWN bytes and replaces control characters by
// '?'.
static void show_cell(const jni_csv_cell *cell, char text[SHOWN + 1]) {
  size_t n = 0, length = 0;
  for (const char *p = cell->at; p < cell->end && n + 4 < SHOWN; p += length) {
    length = jni_utf8_length(p);
    if (length == 0) break;
    if ((unsigned char)*p >= ' ') {
      memcpy(text + n, p, length);
      n += length;
    } else {
      text[n++] = '?';
    }
  }
  text[n] = 0;
}

static void name_column(const jni_csv *csv, int c, char *text, size_t size) {
  if (csv->columns && c < csv->ncolumns && csv->columns[c].name[0])
    snprintf(text, size, "column '%.60s'", csv->columns[c].name);
  else snprintf(text, size, "column %d", c + 1);
}

// ---- numbers --------------------------------------------------------------------------------------------------------

// Copies a cell that is a number of at most LONGEST_NUMBER characters to `text`, with a decimal point instead of a
// decimal comma, and sets *comma to whether it had a comma. Returns false if the cell is not such a number.
static bool number_text(const jni_csv_cell *cell, char text[LONGEST_NUMBER + 1], bool *comma) {
  size_t n = (size_t)(cell->end - cell->at);
  double ignored;
  if (cell->broken || n == 0 || n > LONGEST_NUMBER) return false;
  memcpy(text, cell->at, n);
  text[n] = 0;
  char *at = strchr(text, ',');
  *comma = at != NULL;
  if (at) *at = '.';
  const char *end = jni_number_parse(text, &ignored);
  return end == text + n;
}

bool jni_csv_is_number(const jni_csv_cell *cell) {
  char text[LONGEST_NUMBER + 1];
  bool comma;
  return number_text(cell, text, &comma);
}

// Sets *fault to a message about a cell of column c from which a number was expected. Returns false.
static bool bad_cell(const jni_csv *csv, const jni_csv_row *row, const jni_csv_cell *cell, int c,
                     jni_csv_fault *fault) {
  char column[96], shown[SHOWN + 1];
  name_column(csv, c, column, sizeof column);
  show_cell(cell, shown);
  if (cell->broken)
    return jni_csv_fail(row, cell->at, fault, "%s: a quotation mark is not closed, or a text follows it", column);
  if (cell->at == cell->end)
    return jni_csv_fail(row, cell->at, fault, "%s: expected a number, the cell is empty", column);
  bool early = csv->header_line > 0 && row == csv->rows;
  return jni_csv_fail(row, cell->at, fault, "%s: expected a number, got \"%s\"%s", column, shown,
                      early ? "; lines between the names of the columns and the first row begin with #" : "");
}

// Checks that a number with a decimal comma (`comma`) or point agrees with the numbers read before: a text may use only
// one of the two, and no decimal comma if commas separate its cells. Records the line of the first number with each.
// Returns false after a fault.
static bool check_sign(jni_csv *csv, const jni_csv_row *row, const jni_csv_cell *cell, bool comma,
                       jni_csv_fault *fault) {
  char shown[SHOWN + 1];
  int *own_line = comma ? &csv->comma_line : &csv->point_line, other_line = comma ? csv->point_line : csv->comma_line;
  show_cell(cell, shown);
  if (comma && csv->separator == ',')
    return jni_csv_fail(row, cell->at, fault,
                        "\"%s\" has a comma, which separates the columns of this file; separate them by ';' where "
                        "numbers have decimal commas, and leave out commas between thousands",
                        shown);
  if (other_line)
    return jni_csv_fail(row, cell->at, fault, "\"%s\" has a decimal %s, but line %d has a number with a decimal %s",
                        shown, comma ? "comma" : "point", other_line, comma ? "point" : "comma");
  if (!*own_line) *own_line = row->line;
  return true;
}

bool jni_csv_number(jni_csv *csv, const jni_csv_row *row, const jni_csv_cell *cell, int c, const char *unit,
                    double *value, jni_csv_fault *fault) {
  char text[LONGEST_NUMBER + JNI_MAX_CSV_UNIT + 3], why[160];
  bool comma, has_unit;
  jn_dimension dimension;
  if (!number_text(cell, text, &comma)) return bad_cell(csv, row, cell, c, fault);
  bool sign = comma || strchr(text, '.');
  if (sign && !check_sign(csv, row, cell, comma, fault)) return false;
  if (unit[0]) {  // same rounding as for "250 mm" in a model file
    size_t n = strlen(text);
    snprintf(text + n, sizeof text - n, " %.*s", (int)JNI_MAX_CSV_UNIT, unit);
  }
  if (jn_unit_parse(text, value, &dimension, &has_unit, why, sizeof why)) return true;
  return jni_csv_fail(row, cell->at, fault, "\"%s\": %s", text, why);
}
