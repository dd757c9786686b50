// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// recorder.h - a sink that stores everything in memory, and runs of models in text, for tests of the run loop.
#ifndef JOUNCE_RECORDER_H
#define JOUNCE_RECORDER_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jounce/jounce.h"
#include "memory.h"

// ---- the sink ---------------------------------------------------------------------------------------------------

enum { MOST_CHECKPOINTS = 16 };

typedef struct {
  jn_sink sink;
  int ncolumns, nrows, capacity;
  double *rows;  // nrows x (1 + ncolumns)
  double *blocks[MOST_CHECKPOINTS];
  int rows_before[MOST_CHECKPOINTS];  // rows written when the checkpoint came
  int nblocks, nblock;
  int fail_row;  // row whose writing fails; 0: none
  int begun, ended;
  jn_status end_status;
} recorder;

static inline jn_status recorder_begin(void *self, const jn_run_header *header) {
  recorder *r = self;
  r->begun++;
  r->ncolumns = header->ncolumns;
  return JN_OK;
}

static inline jn_status recorder_row(void *self, double time, const double *values) {
  recorder *r = self;
  if (r->fail_row > 0 && r->nrows + 1 >= r->fail_row) return JN_IO;
  size_t width = (size_t)r->ncolumns + 1;
  if (r->nrows == r->capacity) {
    r->capacity = r->capacity ? 2 * r->capacity : 256;
    r->rows = realloc(r->rows, (size_t)r->capacity * width * sizeof *r->rows);
  }
  double *row = r->rows + (size_t)r->nrows++ * width;
  row[0] = time;
  if (r->ncolumns > 0) memcpy(row + 1, values, (size_t)r->ncolumns * sizeof *row);
  return JN_OK;
}

static inline jn_status recorder_checkpoint(void *self, const double *block, int n) {
  recorder *r = self;
  if (r->nblocks == MOST_CHECKPOINTS) return JN_OK;
  double *copy = malloc((size_t)n * sizeof *copy);
  memcpy(copy, block, (size_t)n * sizeof *copy);
  r->rows_before[r->nblocks] = r->nrows;
  r->blocks[r->nblocks++] = copy;
  r->nblock = n;
  return JN_OK;
}

static inline jn_status recorder_end(void *self, const jn_summary *summary) {
  recorder *r = self;
  r->ended++;
  r->end_status = summary->status;
  return JN_OK;
}

static inline void recorder_init(recorder *r) {
  *r = (recorder){.sink = {r, recorder_begin, recorder_row, recorder_checkpoint, recorder_end, NULL}};
}

static inline void recorder_clear(recorder *r) {
  for (int i = 0; i < r->nblocks; i++) free(r->blocks[i]);
  free(r->rows);
  recorder_init(r);
}

static inline const double *recorder_at(const recorder *r, int row) {
  return r->rows + (size_t)row * ((size_t)r->ncolumns + 1);
}

// ---- models -----------------------------------------------------------------------------------------------------

// Reads a model from text and prints its faults.
static inline jn_model *model_of(const jn_alloc *alloc, const char *text) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(alloc, "test", text, strlen(text), NULL, 0, report);
  for (int i = 0; !model && !alloc && i < jn_report_size(report); i++) {
    char line[900];
    jn_error_format(jn_report_get(report, i), line, sizeof line);
    printf("%s\n", line);
  }
  jn_report_free(report);
  return model;
}

static inline bool report_says(const jn_report *report, const char *part) {
  for (int i = 0; i < jn_report_size(report); i++)
    if (strstr(jn_report_get(report, i)->what, part)) return true;
  return false;
}

#endif
