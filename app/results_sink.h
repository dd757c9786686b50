// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// results_sink.h - where the rows of a run go: the results file, or memory. The file is created when the first row is due, so
// that a model that does not even start leaves an earlier result alone.
#ifndef APP_RESULTS_SINK_H
#define APP_RESULTS_SINK_H

#include <jounce/jounce.h>

typedef struct {
  const char *path;
  const char *title;     // of a model that has no name
  jn_result_file *file;  // NULL until the run begins, unless it was opened to go on with
  jn_table *table;       // the rows go to memory instead of a file; else NULL
  jn_report *report;
  int visible;    // columns that are passed on, 0: all
  bool begun;     // it takes rows
  bool reported;  // a failure to write is in the report
  jn_sink sink;
} output_file;

// `file` is NULL for a new file.
void output_open(output_file *output, const char *path, const char *title, jn_result_file *file, jn_report *report);
void output_open_table(output_file *output, const char *title, jn_table *table, jn_report *report);
// True when a file was written (or begun).
bool output_close(output_file *output);

#endif
