// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// sweep_text.c - writes the table of a sweep as CSV and as lines for a terminal.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "output/text_buffer.h"
#include "study/sweep.h"

// ---- CSV ---------------------------------------------------------------------------------------------------------

static void put_field(jni_text *text, const char *field) {
  if (!strpbrk(field, ",\"\n\r")) {
    jni_text_put(text, field);
    return;
  }
  jni_text_put(text, "\"");
  for (; *field; field++) jni_text_bytes(text, *field == '"' ? "\"\"" : field, *field == '"' ? 2 : 1);
  jni_text_put(text, "\"");
}

static void put_names(jni_text *text, const jn_sweep *sweep) {
  for (int i = 0; i < sweep->ncolumns; i++) {
    char name[600];
    bool unit = sweep->units[i][0] != 0;
    snprintf(name, sizeof name, "%.450s%s%.100s%s", sweep->names[i], unit ? " [" : "", sweep->units[i],
             unit ? "]" : "");
    if (i > 0) jni_text_put(text, ",");
    put_field(text, name);
  }
  jni_text_put(text, ",status,why,hash\n");
}

static const char *outcome(const jn_sweep *sweep, int run) {
  if (!sweep->done[run]) return "not done";
  return sweep->statuses[run] == JN_OK ? "ok" : jn_status_text(sweep->statuses[run]);
}

static double value_of(const jn_sweep *sweep, int column, int run) {
  return sweep->values[(size_t)column * (size_t)sweep->nruns + (size_t)run];
}

char *jn_sweep_csv(const jn_alloc *alloc, const jn_sweep *sweep) {
  JNI_ASSERT(sweep);
  jni_text text = jni_text_new(alloc);
  put_names(&text, sweep);
  for (int run = 0; run < sweep->nruns; run++) {
    jni_text_number(&text, sweep->first + run);
    for (int c = 1; c < sweep->ncolumns; c++) {
      double value = value_of(sweep, c, run);
      jni_text_put(&text, ",");
      if (!isnan(value)) jni_text_number(&text, value);
    }
    jni_text_put(&text, ",");
    put_field(&text, outcome(sweep, run));
    jni_text_put(&text, ",");
    put_field(&text, jn_sweep_why(sweep, run));
    jni_text_printf(&text, ",%016llx\n", (unsigned long long)sweep->hashes[run]);
  }
  return jni_text_take(&text);
}

// ---- a terminal --------------------------------------------------------------------------------------------------

enum { MAX_CELL = 40 };

typedef struct {
  const jn_sweep *sweep;
  jni_text text;
  int ncolumns;  // number of columns that fit into the terminal
  int *width;    // width of each column, characters
  int nruns;     // number of runs that are shown
} terminal_table;

static void print_cell(const jn_sweep *sweep, int column, int run, char *text) {
  double value = value_of(sweep, column, run);
  if (isnan(value)) snprintf(text, MAX_CELL, "-");
  else jni_print(text, MAX_CELL, column == 0 ? "%.0f" : "%.6g", value);
}

static int larger(int a, size_t b) { return a > (int)b ? a : (int)b; }

// Computes the width of each column and how many columns fit into `width` characters; 0: all are shown. The run, the
// parameters and the first result are always shown.
static void measure(terminal_table *t, int width) {
  int used = 2, most = t->sweep->ncolumns;
  for (int c = 0; c < most; c++) {
    t->width[c] = larger(larger(1, strlen(t->sweep->names[c])), strlen(t->sweep->units[c]));
    for (int run = 0; run < t->nruns; run++) {
      char cell[MAX_CELL];
      print_cell(t->sweep, c, run, cell);
      t->width[c] = larger(t->width[c], strlen(cell));
    }
    used += t->width[c] + 2;
    if (width > 0 && used > width && c > t->sweep->nparameters + 1) return;
    t->ncolumns = c + 1;
  }
}

static void put_line(terminal_table *t, const char *(*cell)(const jn_sweep *, int, int, char *), int run,
                     const char *more) {
  jni_text_put(&t->text, "  ");
  for (int c = 0; c < t->ncolumns; c++) {
    char text[MAX_CELL];
    jni_text_printf(&t->text, "%s%*s", c ? "  " : "", t->width[c], cell(t->sweep, c, run, text));
  }
  jni_text_printf(&t->text, "%s%s\n", more[0] ? "  " : "", more);
}

static const char *name_cell(const jn_sweep *s, int c, int run, char *text) {
  (void)run;
  (void)text;
  return s->names[c];
}
static const char *unit_cell(const jn_sweep *s, int c, int run, char *text) {
  (void)run;
  (void)text;
  return s->units[c];
}
static const char *value_cell(const jn_sweep *s, int c, int run, char *text) {
  print_cell(s, c, run, text);
  return text;
}

static const char *remark(const jn_sweep *sweep, int run, char *text, size_t size) {
  const char *why = jn_sweep_why(sweep, run);
  if (sweep->done[run] && sweep->statuses[run] == JN_OK)
    snprintf(text, size, "%s%.100s", why[0] ? "stopped by " : "", why);
  else if (!sweep->done[run]) snprintf(text, size, "not done");
  else snprintf(text, size, "failed: %.300s", why[0] ? why : jn_status_text(sweep->statuses[run]));
  return text;
}

char *jn_sweep_text(const jn_alloc *alloc, const jn_sweep *sweep, int width, int most) {
  JNI_ASSERT(sweep);
  terminal_table t = {.sweep = sweep, .text = jni_text_new(alloc), .nruns = sweep->nruns};
  if (most > 0 && most < t.nruns) t.nruns = most;
  t.width = jni_alloc0(alloc, (size_t)sweep->ncolumns, sizeof *t.width);
  if (!t.width) return jni_text_drop(&t.text);
  measure(&t, width);
  put_line(&t, name_cell, 0, "");
  put_line(&t, unit_cell, 0, "");
  for (int run = 0; run < t.nruns; run++) {
    char text[400];
    put_line(&t, value_cell, run, remark(sweep, run, text, sizeof text));
  }
  int more_columns = sweep->ncolumns - t.ncolumns, more_runs = sweep->nruns - t.nruns;
  if (more_runs > 0) jni_text_printf(&t.text, "  ... and %d more runs\n", more_runs);
  if (more_columns > 0) jni_text_printf(&t.text, "  %d more columns do not fit\n", more_columns);
  jni_free(alloc, t.width);
  return jni_text_take(&t.text);
}

// ---- files -------------------------------------------------------------------------------------------------------

jn_status jn_sweep_write(const jn_sweep *sweep, const char *path, jn_report *report) {
  JNI_ASSERT(sweep && path);
  jn_file_format format = jn_file_format_of(path);
  if (format == JN_FORMAT_HDF5)
    return jni_sweep_rows_write(sweep, sweep->first, sweep->first + sweep->nruns, path, report);
  if (format != JN_FORMAT_CSV)
    return jn_report_fault(report, JN_BAD_ARGUMENT, "",
                           "cannot write %.200s: the name of a table ends in .csv, .h5 or .hdf5", path);
  char *text = jn_sweep_csv(sweep->pool.alloc, sweep);
  jn_status status = text ? jn_text_write(path, text, report) : jni_report_no_memory(report);
  jn_text_free(sweep->pool.alloc, text);
  return status;
}
