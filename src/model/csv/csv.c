// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// csv.c - finds the separator, the header and the rows of a text.
#include <string.h>

#include "model/csv/csv_internal.h"

enum { SAMPLE = 1000 };  // lines examined to find the separator

typedef struct {
  const char *at, *end;  // content, without surrounding blanks
  int number;            // number of the line, from 1
} line;

// ---- lines -----------------------------------------------------------------------------------------------

// Returns whether a line has no data and is skipped: a comment, or the line "sep=;" that spreadsheets write.
static bool is_comment(const line *l) {
  size_t n = (size_t)(l->end - l->at);
  return *l->at == '#' || *l->at == '%' || ((n == 4 || n == 5) && memcmp(l->at, "sep=", 4) == 0);
}

// Finds the next line that is not blank, stores it in *l without surrounding blanks, and advances *at and the line
// number. The line may be a comment. If tabs separate cells, leading tabs are kept, because they mean empty cells.
// Returns false at the end of the text.
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

// Returns whether character c occurs in a line outside quotation marks.
static bool has_outside_quotes(const line *l, char c) {
  bool quoted = false;
  for (const char *p = l->at; p < l->end; p++) {
    if (*p == '"') quoted = !quoted;
    else if (*p == c && !quoted) return true;
  }
  return false;
}

// Returns whether a line consists of at least two numbers separated by blanks. Commas in it are then decimal commas, as
// in "0,5 1,2", and not separators.
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
  int n = 0, number = 0, with[3] = {0}, blank_separated = 0;
  const char *at = csv->text;
  for (line l; n < SAMPLE && next_line(&at, csv->end, 0, &number, &l);) {
    if (is_comment(&l)) continue;
    n++;
    for (int i = 0; i < 3; i++) with[i] += has_outside_quotes(&l, candidates[i]);
    blank_separated += is_blank_separated(&l);
  }
  for (int i = 0; i < 3; i++)
    if (2 * with[i] > n && !(candidates[i] == ',' && 2 * blank_separated >= n)) return candidates[i];
  return ' ';
}

// ---- header and rows ------------------------------------------------------------------------------------------------

// Returns the number of cells of a line up to the last that is not empty; counts no further than one more than
// JNI_MAX_CSV_COLUMNS. Sets *numbers to how many of the cells are numbers; numbers may be NULL, which is faster.
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
    return jni_csv_fail(&row, NULL, fault, "more than %d columns", (int)JNI_MAX_CSV_COLUMNS);
  if (csv->nrows >= JNI_MAX_CSV_ROWS)
    return jni_csv_fail(&row, NULL, fault, "more than %d rows", (int)JNI_MAX_CSV_ROWS);
  if (!jni_pool_grow(&csv->pool, &csv->rows, &csv->capacity, csv->nrows + 1, sizeof *csv->rows)) return false;
  csv->rows[csv->nrows++] = row;
  return true;
}

// Takes the names and units of columns from a comment line *l, the last before the first row, if it has as many cells
// as there are columns and none of them is a number. Otherwise does nothing. Moves l->at past the sign of the comment.
static void read_header_comment(jni_csv *csv, line *l) {
  int ignored;
  while (l->at < l->end && (*l->at == '#' || *l->at == '%' || *l->at == ' ' || *l->at == '\t')) l->at++;
  if (l->at == l->end || count_cells(csv, l, &ignored) != csv->ncolumns || ignored) return;
  if (!jni_csv_read_header(csv, l->at, l->end, csv->ncolumns)) return;
  for (int c = 0; c < csv->ncolumns; c++)  // other text in brackets is allowed in comments
    if (!jni_csv_is_unit(csv->columns[c].unit)) csv->columns[c].unit = "";
}

// Reads a line before the first row that contains no numbers. The first such line gives the names of the columns; one
// after it gives their units, if all its cells are units. A first line that surely consists of units gives both. A line
// with a single cell is a title if a line with several follows, which replaces it. n: number of its cells. Returns
// false after a fault, or if memory is short.
static bool read_header_line(jni_csv *csv, const line *l, int n, jni_csv_fault *fault) {
  bool sure, units = jni_csv_is_unit_line(csv, l->at, l->end, &sure);
  bool title = csv->columns && csv->ncolumns == 1 && n > 1;
  if (csv->columns && !title && units) {
    csv->has_units = true;
    return jni_csv_take_units(csv, l->at, l->end);
  }
  csv->header_line = l->number;
  if (!jni_csv_read_header(csv, l->at, l->end, n)) return false;
  if (units && sure) {
    csv->has_units = true;
    return jni_csv_take_units(csv, l->at, l->end);
  }
  for (int c = 0; c < n; c++)
    if (csv->columns[c].broken)
      return jni_csv_fail(&(jni_csv_row){l->at, l->number, n}, l->at, fault,
                          "a quotation mark is not closed, or a text follows it");
  return true;
}

// Prepares for the rows when the first one, which has n cells, is found: drops a header of a single cell above several
// columns, which is a title. If there is then no header, sets the number of columns to n, and takes their names from
// the comment before the row if it has as many words.
static void begin_rows(jni_csv *csv, int n, line *comment) {
  bool title = csv->columns && csv->ncolumns == 1 && n > 1;
  if (title) {
    csv->columns = NULL;
    csv->header_line = 0;
  }
  if (csv->columns) return;
  csv->ncolumns = n;
  if (comment->at && n <= JNI_MAX_CSV_COLUMNS) read_header_comment(csv, comment);
}

// Reads one line that is not a comment: adds it to the header if it belongs there, otherwise to the rows. Skips a line
// that has only separators. comment: the last comment before it. Returns false after a fault, or if memory is short.
static bool read_line(jni_csv *csv, const line *l, line *comment, jni_csv_fault *fault) {
  int numbers = 0, n = count_cells(csv, l, csv->nrows > 0 ? NULL : &numbers);
  bool open = csv->nrows == 0 && numbers == 0 && n <= JNI_MAX_CSV_COLUMNS && !csv->has_units, sure;
  if (n == 0) return true;  // the line has only separators
  bool title = csv->columns && csv->ncolumns == 1;
  if (open && (!csv->columns || title || jni_csv_is_unit_line(csv, l->at, l->end, &sure)))
    return read_header_line(csv, l, n, fault);
  if (csv->nrows == 0) begin_rows(csv, n, comment);
  return add_row(csv, l, n, fault);
}

static int longest_row(const jni_csv *csv) {
  int most = 0;
  for (int i = 0; i < csv->nrows; i++) most = csv->rows[i].ncells > most ? csv->rows[i].ncells : most;
  return most;
}

static bool check_shape(const jni_csv *csv, jni_csv_fault *fault) {
  if (csv->nrows == 0) return jni_csv_fail(NULL, NULL, fault, "the file has no row of numbers");
  int most = longest_row(csv);
  if (csv->separator == ' ' && csv->header_line > 0 && most < csv->ncolumns)
    return jni_csv_fail(&(jni_csv_row){NULL, csv->header_line, 0}, NULL, fault,
                        "there are %d names of columns between blanks, but at most %d numbers in a row; write names "
                        "with blanks in quotation marks",
                        csv->ncolumns, most);
  if (csv->ncolumns > 1 || most > 1) return true;
  return jni_csv_fail(&csv->rows[0], csv->rows[0].at, fault,
                      "the file has one column: columns are separated by commas, semicolons, tabs or blanks");
}

static bool read_lines(jni_csv *csv, jni_csv_fault *fault) {
  const char *at = csv->text;
  int number = 0;
  line comment = {0};
  for (line l; next_line(&at, csv->end, csv->separator, &number, &l);) {
    if (is_comment(&l)) comment = l;
    else if (!read_line(csv, &l, &comment, fault) || csv->pool.failed) return false;
  }
  return check_shape(csv, fault);
}

// ---- the text -------------------------------------------------------------------------------------------------------

static bool check_text(const char *text, size_t size, jni_csv_fault *fault) {
  bool wide = size >= 2 && (memcmp(text, "\xff\xfe", 2) == 0 || memcmp(text, "\xfe\xff", 2) == 0);
  if (wide) return jni_csv_fail(NULL, NULL, fault, "the file is UTF-16 text; save it as UTF-8");
  if (size > 0 && memchr(text, 0, size)) return jni_csv_fail(NULL, NULL, fault, "this is not a text file");
  return true;
}

static bool is_utf8(const char *text, size_t size) {
  const char *p = text;
  for (size_t n = 1; p < text + size && n > 0; p += n) n = jni_utf8_length(p);
  return p == text + size;
}

// Returns a copy of the text converted from Latin-1 to UTF-8, and sets *size to its length. Used for a text that is not
// valid UTF-8, because older programs write Latin-1. Returns NULL: no memory.
static const char *from_latin(jni_pool *pool, const char *text, size_t *size) {
  char *made = jni_take(pool, 2 * *size + 1, 1), *to = made;
  for (const char *p = text; made && p < text + *size; p++) {
    unsigned char c = (unsigned char)*p;
    if (c >= 0x80) *to++ = (char)(0xc0 | c >> 6);
    *to++ = (char)(c < 0x80 ? c : (0x80 | (c & 0x3f)));
  }
  if (made) *size = (size_t)(to - made);
  return made;
}

jni_csv *jni_csv_new(const jn_alloc *alloc, const char *text, size_t size, jni_csv_fault *fault) {
  *fault = (jni_csv_fault){0};
  if (!check_text(text, size, fault)) return NULL;
  if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
    text += 3;
    size -= 3;
  }  // byte-order mark
  jni_csv *csv = jni_object_new(alloc, sizeof *csv);
  if (!csv) return NULL;
  csv->text = jni_pool_text(&csv->pool, text, size);
  if (csv->text && !is_utf8(csv->text, size)) csv->text = from_latin(&csv->pool, text, &size);
  if (!csv->text) return jni_object_free(csv);
  csv->end = csv->text + size;
  csv->separator = find_separator(csv);
  return read_lines(csv, fault) ? csv : jni_object_free(csv);
}
