// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// csv.c - how a text is separated, where its rows begin, and which of its lines is the header.
#include <string.h>

#include "model/csv/csv.h"

enum { SAMPLE = 1000 };  // lines that are looked at to find the separator

typedef struct {
  const char *at, *end;  // without blanks around it
  int number;
} line;

// ---- lines that count -----------------------------------------------------------------------------------------------

static bool is_comment(const line *l) { return l->at < l->end && (*l->at == '#' || *l->at == '%'); }

// The next line that is not empty, comments too. Tabs at its ends are cells where tabs separate.
static bool next_line(const char **at, const char *end, char separator, int *number, line *l) {
  while (*at < end) {
    const char *begin = *at, *stop = jni_csv_line_end(begin, end, at);
    ++*number;
    while (begin < stop && (*begin == ' ' || (*begin == '\t' && separator != '\t'))) begin++;
    while (stop > begin && (stop[-1] == ' ' || stop[-1] == '\t')) stop--;
    if (begin == stop) continue;
    *l = (line){begin, stop, *number};
    return true;
  }
  return false;
}

// ---- the separator --------------------------------------------------------------------------------------------------

static bool has_outside_quotes(const line *l, char c) {
  bool quoted = false;
  for (const char *p = l->at; p < l->end; p++) {
    if (*p == '"') quoted = !quoted;
    else if (*p == c && !quoted) return true;
  }
  return false;
}

// Two or more numbers between blanks: the commas in them are decimal ones.
static bool is_blank_separated(const line *l) {
  int n = 0;
  for (const char *at = l->at; at; n++) {
    jni_csv_cell cell;
    at = jni_csv_next_cell(at, l->end, ' ', &cell);
    if (cell.quoted || !jni_csv_is_number(&cell) || cell.end[-1] == ',' || *cell.at == ',') return false;
  }
  return n > 1;
}

static char find_separator(const jni_csv *csv) {
  static const char candidates[] = ";\t,";
  int n = 0, number = 0, with[3] = {0}, words = 0;
  const char *at = csv->text;
  for (line l; n < SAMPLE && next_line(&at, csv->end, 0, &number, &l);) {
    if (is_comment(&l)) continue;
    n++;
    for (int i = 0; i < 3; i++) with[i] += has_outside_quotes(&l, candidates[i]);
    words += is_blank_separated(&l);
  }
  for (int i = 0; i < 3; i++)
    if (2 * with[i] > n && !(candidates[i] == ',' && 2 * words >= n)) return candidates[i];
  return ' ';
}

// ---- header and rows ------------------------------------------------------------------------------------------------

// Cells up to the last one that is not empty; *numbers of them are numbers. NULL: nobody asks, which is faster.
static int count_cells(const jni_csv *csv, const line *l, int *numbers) {
  int n = 0, filled = 0;
  if (numbers) *numbers = 0;
  for (const char *at = l->at; at && n <= JNI_MAX_CSV_COLUMNS;) {
    jni_csv_cell cell;
    at = jni_csv_next_cell(at, l->end, csv->separator, &cell);
    n++;
    if (cell.at < cell.end || cell.broken) filled = n;
    if (numbers) *numbers += jni_csv_is_number(&cell);
  }
  return filled;
}

static bool add_row(jni_csv *csv, const line *l, int ncells, jni_csv_fault *fault) {
  jni_csv_row row = {l->at, l->number, ncells};
  if (ncells > JNI_MAX_CSV_COLUMNS)
    return jni_csv_fail(csv, &row, NULL, fault, "more than %d columns", (int)JNI_MAX_CSV_COLUMNS);
  if (csv->nrows >= JNI_MAX_CSV_ROWS)
    return jni_csv_fail(csv, &row, NULL, fault, "more than %d rows", (int)JNI_MAX_CSV_ROWS);
  if (!jni_pool_grow(&csv->pool, &csv->rows, &csv->capacity, csv->nrows + 1, sizeof *csv->rows)) return false;
  csv->rows[csv->nrows++] = row;
  return true;
}

// A comment right before the first row names the columns if it has as many words.
static void take_comment(jni_csv *csv, line *l) {
  int ignored;
  while (l->at < l->end && (*l->at == '#' || *l->at == '%' || *l->at == ' ' || *l->at == '\t')) l->at++;
  if (l->at == l->end || count_cells(csv, l, &ignored) != csv->ncolumns || ignored) return;
  if (!jni_csv_read_header(csv, l->at, l->end, csv->ncolumns)) return;
  for (int c = 0; c < csv->ncolumns; c++)  // what else stands in brackets there is no mistake
    if (!jni_csv_is_unit(csv->columns[c].unit)) csv->columns[c].unit = "";
}

static bool take_line(jni_csv *csv, const line *l, line *comment, jni_csv_fault *fault) {
  int numbers = 0, n = count_cells(csv, l, csv->nrows > 0 ? NULL : &numbers);
  if (n == 0) return true;  // separators alone
  if (csv->nrows > 0) return add_row(csv, l, n, fault);
  if (!csv->columns && numbers == 0 && n <= JNI_MAX_CSV_COLUMNS) {
    csv->header_line = l->number;
    return jni_csv_read_header(csv, l->at, l->end, n);
  }
  if (csv->columns && jni_csv_is_unit_line(csv, l->at, l->end)) return jni_csv_take_units(csv, l->at, l->end), true;
  if (!csv->columns) csv->ncolumns = n;
  if (!csv->columns && comment->at && n <= JNI_MAX_CSV_COLUMNS) take_comment(csv, comment);
  return add_row(csv, l, n, fault);
}

static bool read_lines(jni_csv *csv, jni_csv_fault *fault) {
  const char *at = csv->text;
  int number = 0;
  line comment = {0};
  for (line l; next_line(&at, csv->end, csv->separator, &number, &l);) {
    if (is_comment(&l)) comment = l;
    else if (!take_line(csv, &l, &comment, fault) || csv->pool.failed) return false;
  }
  if (csv->nrows == 0) return jni_csv_fail(csv, NULL, NULL, fault, "the file has no row of numbers");
  if (csv->ncolumns > 1 || csv->rows[csv->nrows - 1].ncells > 1) return true;
  return jni_csv_fail(csv, &csv->rows[0], csv->rows[0].at, fault,
                      "the file has one column: columns are separated by commas, semicolons, tabs or blanks");
}

// ---- the text -------------------------------------------------------------------------------------------------------

static bool check_text(const char *text, size_t size, jni_csv_fault *fault) {
  bool wide = size >= 2 && (memcmp(text, "\xff\xfe", 2) == 0 || memcmp(text, "\xfe\xff", 2) == 0);
  if (wide) return jni_csv_fail(NULL, NULL, NULL, fault, "the file is UTF-16 text; save it as UTF-8");
  if (size > 0 && memchr(text, 0, size)) return jni_csv_fail(NULL, NULL, NULL, fault, "this is not a text file");
  return true;
}

jni_csv *jni_csv_new(const jn_alloc *alloc, const char *text, size_t size, jni_csv_fault *fault) {
  *fault = (jni_csv_fault){0};
  if (!check_text(text, size, fault)) return NULL;
  if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) text += 3, size -= 3;  // byte-order mark
  jni_csv *csv = jni_object_new(alloc, sizeof *csv);
  if (!csv) return NULL;
  csv->text = jni_pool_text(&csv->pool, text, size);
  if (!csv->text) return jni_object_free(csv);
  csv->end = csv->text + size;
  csv->separator = find_separator(csv);
  return read_lines(csv, fault) ? csv : jni_object_free(csv);
}
