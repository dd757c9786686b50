// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// results_sink.c - see results_sink.h.
#include "results_sink.h"

#include <stddef.h>

static jn_status checked(results_sink *output, jn_status status) {
  if (status == JN_OK || output->reported) return status;
  output->reported = true;
  const char *message = output->file ? jn_result_message(output->file) : "there is not enough memory for the results";
  return jn_report_fault(output->report, status, "", "%s", message && *message ? message : jn_status_text(status));
}

// Returns the sink of the file or of the table to which samples are passed on; NULL: there is no file yet.
static jn_sink *inner(const results_sink *output) {
  if (output->table) return jn_table_sink(output->table);
  return output->file ? jn_result_sink(output->file) : NULL;
}

static jn_status begin(void *self, const jn_run_header *header) {
  results_sink *output = self;
  jn_run_header titled = *header;
  if (!titled.model[0]) titled.model = output->title;
  if (output->visible > 0 && output->visible < titled.ncolumns) titled.ncolumns = output->visible;
  if (!output->table && !output->file) output->file = jn_result_create(NULL, output->path, output->report);
  jn_sink *sink = inner(output);
  output->reported = !sink;
  jn_status status = sink ? checked(output, sink->begin(sink->self, &titled)) : JN_IO;
  output->begun = status == JN_OK;
  return status;
}

static jn_status row(void *self, double time, const double *values) {
  results_sink *output = self;
  jn_sink *sink = inner(output);
  return sink ? checked(output, sink->row(sink->self, time, values)) : JN_IO;
}

static jn_status poses(void *self, const double *places) {
  results_sink *output = self;
  jn_sink *sink = inner(output);
  return sink && sink->poses ? checked(output, sink->poses(sink->self, places)) : JN_OK;
}

static jn_status checkpoint(void *self, const double *block, int n) {
  results_sink *output = self;
  jn_sink *sink = inner(output);
  if (!sink) return JN_IO;
  return sink->checkpoint ? checked(output, sink->checkpoint(sink->self, block, n)) : JN_OK;
}

static jn_status end(void *self, const jn_summary *summary) {
  results_sink *output = self;
  jn_sink *sink = inner(output);
  return sink && sink->end ? checked(output, sink->end(sink->self, summary)) : JN_OK;
}

static void open_sink(results_sink *output, results_sink fields) {
  *output = fields;
  output->sink =
      (jn_sink){.self = output, .begin = begin, .row = row, .checkpoint = checkpoint, .end = end, .poses = poses};
}

void results_sink_open(results_sink *output, const char *path, const char *title, jn_result_file *file,
                       jn_report *report) {
  open_sink(output, (results_sink){.path = path, .title = title, .file = file, .report = report});
}

void results_sink_open_table(results_sink *output, const char *title, jn_table *table, jn_report *report) {
  open_sink(output, (results_sink){.title = title, .table = table, .report = report});
}

bool results_sink_close(results_sink *output) {
  bool written = output->file != NULL;
  output->file = jn_result_close(output->file);
  return written;
}
