// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// csv_read.c - reads a CSV file into a table: a first line of "name [unit]", then rows of numbers. An empty field is
// NaN. A last line without line end, as a killed run leaves it, is ignored with a warning, unless it is the only line.
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/file.h"
#include "output/disk.h"
#include "output/result_table.h"
#include "output/text_buffer.h"

enum { MAX_COLUMNS = 100000, MAX_BYTES = 1 << 30, BUFFER = 1 << 16 };

typedef struct {
  jn_table *table;
  char *at, *end;  // begin and end of the text that is not read yet
  int line;        // number of the line at `at`, from 1
  double *row;     // numbers of the row that is being read, one for each column
  char *what;      // receives the message of a failure, at most `size` bytes
  size_t size;
} csv_reader;

// ---- the file -----------------------------------------------------------------------------------

static bool read_whole(int fd, jni_text *text) {
  char buffer[BUFFER];
  for (;;) {
    int64_t n = jni_file_read(fd, buffer, sizeof buffer);
    if (n == 0) return true;
    if (n > 0 && text->n > MAX_BYTES) errno = EFBIG;
    if (n < 0 || text->n > MAX_BYTES) return false;
    jni_text_bytes(text, buffer, (size_t)n);
    if (text->failed) return true;
  }
}

static jn_status read_file(const char *path, jni_text *text, char *what, size_t size) {
  int fd = jni_file_open(path, JNI_FILE_READ);
  bool ok = fd >= 0 && read_whole(fd, text);
  if (!ok) jni_disk_why(errno, what, size);
  if (fd >= 0) jni_file_close(fd);
  return !ok ? JN_IO : text->failed ? JN_NO_MEMORY : JN_OK;
}

// ---- fields ---------------------------------------------------------------------------------------

static jn_status fault(const csv_reader *reader, const char *sentence) {
  snprintf(reader->what, reader->size, "%s", sentence);
  return JN_IO;
}

// Reads one field, moves reader->at behind it and its separator, and returns the field in the reader's buffer, without
// quotes and ended by a zero byte; at the end of a line a carriage return is removed. Sets *last to whether the line
// ends after it. Returns NULL if a quote is not closed.
static char *read_field(csv_reader *reader, bool *last) {
  char *field = reader->at, *to = reader->at, *s = reader->at;
  bool quoted = s < reader->end && *s == '"';
  if (quoted) s++;
  while (s < reader->end && (quoted || (*s != ',' && *s != '\n'))) {
    bool quote = quoted && *s == '"';
    if (quote && s + 1 < reader->end && s[1] == '"') {
      s++;
    } else if (quote) {
      quoted = false;
      s++;
      continue;
    }
    *to++ = *s++;
  }
  if (quoted) return NULL;
  *last = s >= reader->end || *s == '\n';
  reader->at = s < reader->end ? s + 1 : reader->end;
  if (to > field && *last && to[-1] == '\r') to--;
  *to = 0;  // the latest `to` is at the comma or at the end of the text
  return field;
}

static void trim(char **from) {
  char *s = *from;
  while (*s == ' ' || *s == '\t') s++;
  size_t n = strlen(s);
  while (n > 0 && (s[n - 1] == ' ' || s[n - 1] == '\t')) s[--n] = 0;
  *from = s;
}

// ---- the first line ---------------------------------------------------------------------------

// Divides a column heading "name [unit]" in place: ends the name by a zero byte and returns the unit, "" if there is
// none.
static const char *split_unit(char *field) {
  size_t n = strlen(field);
  char *open = n > 0 && field[n - 1] == ']' ? strrchr(field, '[') : NULL;
  if (!open || open == field) return field + n;
  field[n - 1] = 0;
  for (char *s = open; s > field && (s[-1] == ' ' || s[-1] == '\t'); s--) s[-1] = 0;
  *open = 0;
  return open + 1;
}

static jn_status read_names(csv_reader *reader) {
  bool last = false;
  jn_status status = JN_OK;
  while (!last && status == JN_OK) {
    char *field = read_field(reader, &last);
    if (!field) return fault(reader, "a quotation mark is not closed");
    if (reader->table->ncolumns >= MAX_COLUMNS) return fault(reader, "there are more than 100000 columns");
    trim(&field);
    const char *unit = split_unit(field);
    if (!field[0]) return fault(reader, "the first line must name every column");
    status = jni_table_add_column(reader->table, field, unit);
  }
  return status;
}

// ---- rows -----------------------------------------------------------------------------------------

static bool parse(const char *field, double *value) {
  static const struct {
    const char *word;
    double value;
  } words[] = {{"", NAN}, {"nan", NAN}, {"-nan", NAN}, {"inf", HUGE_VAL}, {"-inf", -HUGE_VAL}};
  for (int i = 0; i < (int)(sizeof words / sizeof *words); i++) {
    if (strcasecmp(field, words[i].word) == 0) {
      *value = words[i].value;
      return true;
    }
  }
  const char *end = jni_number_parse(field, value);
  return end && *end == 0;
}

static jn_status read_row(csv_reader *reader) {
  bool last = false;
  int n = 0, ncolumns = reader->table->ncolumns;
  while (!last) {
    char *field = read_field(reader, &last);
    if (!field) return fault(reader, "a quotation mark is not closed");
    trim(&field);
    if (n < ncolumns && !parse(field, &reader->row[n])) {
      snprintf(reader->what, reader->size, "'%.40s' is not a number", field);
      return JN_IO;
    }
    n++;
  }
  if (n == ncolumns) return jni_table_add_row(reader->table, reader->row[0], reader->row + 1);
  snprintf(reader->what, reader->size, "the line has %d fields, the first line has %d", n, ncolumns);
  return JN_IO;
}

static bool skip_empty_line(csv_reader *reader) {
  char *s = reader->at;
  while (s < reader->end && (*s == ' ' || *s == '\t' || *s == '\r')) s++;
  if (s < reader->end && *s != '\n') return false;
  reader->at = s < reader->end ? s + 1 : s;
  return true;
}

static jn_status read_lines(csv_reader *reader) {
  jn_status status = read_names(reader);
  if (status != JN_OK) return status;
  reader->row = jni_alloc0(reader->table->alloc, (size_t)reader->table->ncolumns, sizeof(double));
  if (!reader->row) return JN_NO_MEMORY;
  while (status == JN_OK && reader->at < reader->end) {
    reader->line++;
    if (!skip_empty_line(reader)) status = read_row(reader);
  }
  reader->row = jni_free(reader->table->alloc, reader->row);
  return status;
}

// ---- the text -------------------------------------------------------------------------------------

static char *end_of_complete_lines(jni_text *text, const char *path, jn_report *report) {
  char *end = text->data + text->n;
  if (end[-1] == '\n') return end;
  while (end > text->data && end[-1] != '\n') end--;
  if (end > text->data) jn_report_warn(report, NULL, "%.200s: the last line is incomplete and was ignored", path);
  return end > text->data ? end : text->data + text->n;  // if there is only the first line, it may be incomplete
}

static jn_status read_text(csv_reader *reader, jni_text *text, const char *path, jn_report *report) {
  if (text->n == 0) return fault(reader, "it is empty");
  if (memchr(text->data, 0, (size_t)text->n)) return fault(reader, "it is not a text");
  reader->end = end_of_complete_lines(text, path, report);
  *reader->end = 0;
  reader->at = text->data;
  reader->line = 1;
  if (strncmp(reader->at, "\xef\xbb\xbf", 3) == 0)
    reader->at += 3;  // skips the byte order mark of UTF-8, which spreadsheets write
  jn_status status = read_lines(reader);
  return status == JN_OK ? jni_table_set_title(reader->table, jni_path_name(path)) : status;
}

jn_status jni_table_read_csv(jn_table *table, const char *path, int *line, char *what, size_t size, jn_report *report) {
  jni_text text = jni_text_new(table->alloc);
  csv_reader reader = {.table = table, .what = what, .size = size};
  jn_status status = read_file(path, &text, what, size);
  if (status == JN_OK) status = read_text(&reader, &text, path, report);
  *line = reader.line;
  jni_text_drop(&text);
  return status;
}
