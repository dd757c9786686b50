// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// csv_file.c - writes a result as CSV: a line of "name [unit]", then one line per row (RFC 4180 quoting).
//
// The file contains complete lines only: when a write fails, an incomplete last line is removed.
#include <string.h>

#include "output/result_file.h"
#include "output/result_table.h"
#include "output/text_buffer.h"

enum { BLOCK = 1 << 16 };  // size of the buffer of lines, bytes: when it is reached, the lines are written

typedef struct {
  jni_text lines;  // lines that are not in the file yet
  int64_t written;
  int ncolumns;
} csv_writer;

// Returns how many of the first n bytes of a text belong to complete lines.
static size_t whole_lines(const char *lines, size_t n) {
  while (n > 0 && lines[n - 1] != '\n') n--;
  return n;
}

static jn_status csv_flush(jn_result_file *file) {
  csv_writer *csv = file->inside;
  if (csv->lines.failed) return jni_result_fail(file, JN_NO_MEMORY, "write results to", NULL);
  if (csv->lines.n > 0 && !jni_disk_append(&file->disk, csv->lines.data, (size_t)csv->lines.n)) {
    jni_disk_cut(&file->disk, csv->written + (int64_t)whole_lines(csv->lines.data, file->disk.arrived));
    return jni_result_fail(file, JN_IO, "write results to", NULL);
  }
  csv->written += csv->lines.n;
  jni_text_clear(&csv->lines);
  return JN_OK;
}

static void put_field(jni_text *text, const char *field) {
  if (!strpbrk(field, ",\"\r\n")) {
    jni_text_put(text, field);
    return;
  }
  jni_text_put(text, "\"");
  for (const char *s = field; *s; s++) jni_text_bytes(text, *s == '"' ? "\"\"" : s, *s == '"' ? 2 : 1);
  jni_text_put(text, "\"");
}

static void put_column(jni_text *text, const char *name, const char *unit) {
  jni_text field = jni_text_new(text->alloc);
  jni_text_put(&field, name);
  if (unit[0]) jni_text_printf(&field, " [%s]", unit);
  char *whole = jni_text_take(&field);
  if (whole) put_field(text, whole);
  if (!whole) text->failed = true;
  jni_free(text->alloc, whole);
}

static jn_status csv_begin(jn_result_file *file, const jn_run_header *header) {
  csv_writer *csv = jni_alloc0(file->alloc, 1, sizeof *csv);
  if (!csv) return jni_result_fail(file, JN_NO_MEMORY, "begin", NULL);
  file->inside = csv;
  csv->lines = jni_text_new(file->alloc);
  csv->ncolumns = header->ncolumns;
  if (!jni_disk_truncate(&file->disk, 0)) return jni_result_fail(file, JN_IO, "empty", NULL);
  jni_text_put(&csv->lines, "time [s]");
  for (int i = 0; i < header->ncolumns; i++) {
    char unit[64];
    jni_text_put(&csv->lines, ",");
    put_column(&csv->lines, header->names[i], jni_header_unit(header, i, unit, sizeof unit));
  }
  jni_text_put(&csv->lines, "\n");
  return csv_flush(file);
}

static jn_status csv_row(jn_result_file *file, double time, const double *values) {
  csv_writer *csv = file->inside;
  jni_text_number(&csv->lines, time);
  for (int i = 0; i < csv->ncolumns; i++) {
    jni_text_put(&csv->lines, ",");
    jni_text_number(&csv->lines, values[i]);
  }
  jni_text_put(&csv->lines, "\n");
  return csv->lines.n >= BLOCK || csv->lines.failed ? csv_flush(file) : JN_OK;
}

// Called at a checkpoint: writes the buffered rows to the file. The checkpoint itself is not stored, because CSV has no
// place for it.
static jn_status csv_checkpoint(jn_result_file *file, const double *block, int n) {
  (void)block;
  (void)n;
  return csv_flush(file);
}

static jn_status csv_end(jn_result_file *file, const jn_summary *summary) {
  (void)summary;
  return csv_flush(file);
}

static void csv_close(jn_result_file *file) {
  csv_writer *csv = file->inside;
  if (file->status == JN_OK) csv_flush(file);
  jni_text_drop(&csv->lines);
  file->inside = jni_free(file->alloc, csv);
}

const jni_result_kind jni_csv_kind = {.format = JN_FORMAT_CSV,
                                      .endings = ".csv",
                                      .begin = csv_begin,
                                      .row = csv_row,
                                      .checkpoint = csv_checkpoint,
                                      .flush = csv_flush,
                                      .end = csv_end,
                                      .close = csv_close,
                                      .read_table = jni_table_read_csv};
