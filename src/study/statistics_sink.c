// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// statistics_sink.c - the sink of a run of a study: nothing of a row stays but what is taken of it. A checkpoint is stored with
// that every few seconds, as numbers in a row: length of the block, time of the first row, block, tallies.
#include "study/statistics_sink.h"

#include <math.h>
#include <string.h>

enum { HEAD = 2, TALLY = sizeof(jni_accumulator) / sizeof(double) };

// The columns of an output: one, or the components of a vector.
static void find_columns(const jn_study *study, int output, const char *const *names, int n, int *columns) {
  const char *vector = study->vectors[output];
  int count = 0;
  for (int k = 0; k < JNI_MOST_COMPONENTS; k++) columns[k] = -1;
  for (int i = 0; i < n && count < JNI_MOST_COMPONENTS; i++) {
    bool fits = vector ? jni_output_is_of(names[i], vector) : strcmp(names[i], study->outputs[output]) == 0;
    if (fits) columns[count++] = i;
    if (fits && !vector) break;
  }
}

static jn_status begin(void *self, const jn_run_header *header) {
  jni_statistics_sink *rows = self;
  for (int j = 0; j < rows->study->noutputs; j++)
    find_columns(rows->study, j, header->names, header->ncolumns, rows->columns + j * JNI_MOST_COMPONENTS);
  return JN_OK;
}

// Of a vector the magnitude.
static double value_of(const jni_statistics_sink *rows, int output, const double *values) {
  const int *columns = rows->columns + output * JNI_MOST_COMPONENTS;
  double sum = 0;
  if (columns[0] < 0) return (double)NAN;
  if (!rows->study->vectors[output]) return values[columns[0]];
  for (int k = 0; k < JNI_MOST_COMPONENTS && columns[k] >= 0; k++) sum += values[columns[k]] * values[columns[k]];
  return sqrt(sum);
}

static jn_status take_row(void *self, double time, const double *values) {
  jni_statistics_sink *rows = self;
  if (!rows->begun) rows->first_time = time;
  for (int j = 0; j < rows->study->noutputs; j++)
    jni_accumulator_add(&rows->tallies[j], !rows->begun, time, value_of(rows, j, values));
  rows->begun = true;
  return JN_OK;
}

static int packed_size(const jni_statistics_sink *rows, int nblock) {
  return HEAD + nblock + TALLY * rows->study->noutputs;
}

static bool pack(jni_statistics_sink *rows, const double *block, int n) {
  int size = packed_size(rows, n);
  if (size != rows->npacked) {
    rows->packed = jni_resize(rows->study->pool.alloc, rows->packed, (size_t)size * sizeof *rows->packed);
    rows->npacked = rows->packed ? size : 0;
  }
  if (!rows->packed) return false;
  rows->packed[0] = n, rows->packed[1] = rows->first_time;
  memcpy(rows->packed + HEAD, block, (size_t)n * sizeof *block);
  memcpy(rows->packed + HEAD + n, rows->tallies, (size_t)rows->study->noutputs * sizeof *rows->tallies);
  return true;
}

// The first is at the start, where there is nothing to lose.
static jn_status checkpoint(void *self, const double *block, int n) {
  jni_statistics_sink *rows = self;
  const jni_watch *watch = rows->watch;
  if (!watch->save || watch->history) return JN_OK;
  if (!pack(rows, block, n)) return JN_NO_MEMORY;
  double now = jni_wall_clock();
  if (now - rows->saved_at < watch->save_every) return JN_OK;
  rows->saved_at = now;
  return watch->save(watch->context, rows->run, rows->packed, rows->npacked);
}

// What is interrupted goes on from its last checkpoint.
static jn_status end(void *self, const jn_summary *summary) {
  jni_statistics_sink *rows = self;
  if (summary->status != JN_INTERRUPTED || rows->npacked == 0) return JN_OK;
  return rows->watch->save(rows->watch->context, rows->run, rows->packed, rows->npacked);
}

static void *free_packed(void *self) {
  jni_statistics_sink *rows = self;
  return rows->packed = jni_free(rows->study->pool.alloc, rows->packed);
}

void jni_statistics_sink_restart(jni_statistics_sink *rows) {
  rows->begun = false;
  for (int j = 0; j < rows->study->noutputs; j++) jni_accumulator_add(&rows->tallies[j], true, 0, (double)NAN);
}

bool jni_statistics_sink_new(jni_pool *pool, const jn_study *study, int run, const jni_watch *watch,
                             jni_statistics_sink *rows) {
  *rows = (jni_statistics_sink){.study = study, .watch = watch, .run = run, .saved_at = jni_wall_clock()};
  rows->sink = (jn_sink){.self = rows, .begin = begin, .row = take_row, .checkpoint = checkpoint, .end = end};
  rows->columns = jni_ints(pool, (size_t)study->noutputs * JNI_MOST_COMPONENTS);
  rows->tallies = jni_take(pool, (size_t)study->noutputs, sizeof *rows->tallies);
  if (!pool->failed) jni_statistics_sink_restart(rows);
  return jni_keep(pool, rows, free_packed) && !pool->failed;
}

const double *jni_statistics_sink_unpack(jni_statistics_sink *rows, const double *packed, int npacked, int *nblock) {
  if (npacked < HEAD || !(packed[0] >= 0 && packed[0] < npacked)) return NULL;
  *nblock = (int)packed[0];
  if (npacked != packed_size(rows, *nblock)) return NULL;
  rows->first_time = packed[1], rows->begun = true;
  memcpy(rows->tallies, packed + HEAD + *nblock, (size_t)rows->study->noutputs * sizeof *rows->tallies);
  return packed + HEAD;
}

bool jni_statistics_sink_from_table(jni_statistics_sink *rows, const jn_table *table) {
  int n = jn_table_ncolumns(table) - 1;
  jni_pool room = {.alloc = rows->study->pool.alloc};
  const char **names = jni_take(&room, (size_t)n, sizeof *names);
  double *values = jni_doubles(&room, (size_t)n);
  if (!room.failed) {
    for (int i = 0; i < n; i++) names[i] = jn_table_name(table, i + 1);
    const jn_run_header header = {.ncolumns = n, .names = names};
    begin(rows, &header);
    rows->begun = false;
  }
  for (int i = 0; !room.failed && i < jn_table_nrows(table); i++) {
    for (int c = 0; c < n; c++) values[c] = jn_table_column(table, c + 1)[i];
    take_row(rows, jn_table_column(table, 0)[i], values);
  }
  jni_pool_free(&room);
  return !room.failed;
}

void jni_statistics_sink_fill(const jni_statistics_sink *rows, double *taken) {
  const jn_study *study = rows->study;
  for (int j = 0; j < study->noutputs; j++)
    for (int k = 0; k < study->ntake; k++)
      *taken++ = jni_accumulator_get(&rows->tallies[j], rows->first_time, study->take[k]);
}
