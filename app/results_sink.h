// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// results_sink.h - sink that stores the output samples of a run in a results file or in memory. It creates the file
// only when the run begins, so that a model that does not start leaves an earlier result unchanged.
#ifndef APP_RESULTS_SINK_H
#define APP_RESULTS_SINK_H

#include <jounce/jounce.h>

typedef struct {
  const char *path;
  const char *title;     // title of a model without a name
  jn_result_file *file;  // NULL until the run begins, unless the run continues in it
  jn_table *table;       // samples are stored in this table; NULL: in the file
  jn_report *report;
  int visible;    // number of columns that are stored, from the first; 0: all
  bool begun;     // begin() has succeeded
  bool reported;  // a failure to write has been reported
  jn_sink sink;
} results_sink;

// Prepares a sink that writes a file at `path` when the run begins. file: the result that the run continues, which is
// appended to; NULL: a new file.
void results_sink_open(results_sink *output, const char *path, const char *title, jn_result_file *file,
                       jn_report *report);
// Prepares a sink that stores samples in a table.
void results_sink_open_table(results_sink *output, const char *title, jn_table *table, jn_report *report);
// Closes the file. Returns whether there was one, that is, whether results were written.
bool results_sink_close(results_sink *output);

#endif
