// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// output.c - the results file of a run: a sink that creates the file when the run begins and passes everything on.
#include "output.h"

#include <stddef.h>

static jn_status checked(output_file *output, jn_status status) {
  if (status == JN_OK || output->reported) return status;
  output->reported = true;
  const char *message = jn_result_message(output->file);
  return jn_report_fault(output->report, status, "", "%s", message && *message ? message : jn_status_text(status));
}

static jn_status begin(void *self, const jn_run_header *header) {
  output_file *output = self;
  if (!output->file) output->file = jn_result_create(NULL, output->path, output->report);
  if (!output->file) {
    output->reported = true;
    return JN_IO;
  }
  jn_sink *sink = jn_result_sink(output->file);
  return checked(output, sink->begin(sink->self, header));
}

static jn_status row(void *self, double time, const double *values) {
  output_file *output = self;
  if (!output->file) return JN_IO;
  jn_sink *sink = jn_result_sink(output->file);
  return checked(output, sink->row(sink->self, time, values));
}

static jn_status checkpoint(void *self, const double *block, int n) {
  output_file *output = self;
  if (!output->file) return JN_IO;
  jn_sink *sink = jn_result_sink(output->file);
  return sink->checkpoint ? checked(output, sink->checkpoint(sink->self, block, n)) : JN_OK;
}

static jn_status end(void *self, const jn_summary *summary) {
  output_file *output = self;
  if (!output->file) return JN_OK;
  jn_sink *sink = jn_result_sink(output->file);
  return sink->end ? checked(output, sink->end(sink->self, summary)) : JN_OK;
}

void output_open(output_file *output, const char *path, jn_result_file *file, jn_report *report) {
  *output = (output_file){.path = path, .file = file, .report = report};
  output->sink = (jn_sink){.self = output, .begin = begin, .row = row, .checkpoint = checkpoint, .end = end};
}

bool output_close(output_file *output) {
  bool written = output->file != NULL;
  output->file = jn_result_close(output->file);
  return written;
}
