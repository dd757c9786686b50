// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// statistics_sink.c - see statistics_sink.h. A stored checkpoint is one array of numbers: length n of the run's
// checkpoint, time of the first row, checkpoint (n), accumulators (noutputs).
#include "study/statistics_sink.h"

#include <math.h>
#include <string.h>

enum { HEAD = 2, ACCUMULATOR = sizeof(jni_accumulator) / sizeof(double) };

// Sets columns[] to the indices of the columns of a run, whose n names are given, that belong to an output of the
// study: one, or for the magnitude of a vector one for each component; unused elements to -1.
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
  jni_statistics_sink *s = self;
  for (int j = 0; j < s->study->noutputs; j++)
    find_columns(s->study, j, header->names, header->ncolumns, s->columns + j * JNI_MOST_COMPONENTS);
  return JN_OK;
}

// Returns the value of an output in a row of the run, for a vector its magnitude; NaN if the run does not have the
// output.
static double value_of(const jni_statistics_sink *s, int output, const double *values) {
  const int *columns = s->columns + output * JNI_MOST_COMPONENTS;
  double sum = 0;
  if (columns[0] < 0) return (double)NAN;
  if (!s->study->vectors[output]) return values[columns[0]];
  for (int k = 0; k < JNI_MOST_COMPONENTS && columns[k] >= 0; k++) sum += values[columns[k]] * values[columns[k]];
  return sqrt(sum);
}

static jn_status add_row(void *self, double time, const double *values) {
  jni_statistics_sink *s = self;
  if (!s->has_row) s->first_time = time;
  for (int j = 0; j < s->study->noutputs; j++)
    jni_accumulator_add(&s->accumulators[j], !s->has_row, time, value_of(s, j, values));
  s->has_row = true;
  return JN_OK;
}

static int packed_size(const jni_statistics_sink *s, int nblock) {
  return HEAD + nblock + ACCUMULATOR * s->study->noutputs;
}

static bool pack(jni_statistics_sink *s, const double *block, int n) {
  int size = packed_size(s, n);
  if (size != s->npacked) {
    s->packed = jni_resize(s->study->pool.alloc, s->packed, (size_t)size * sizeof *s->packed);
    s->npacked = s->packed ? size : 0;
  }
  if (!s->packed) return false;
  s->packed[0] = n;
  s->packed[1] = s->first_time;
  memcpy(s->packed + HEAD, block, (size_t)n * sizeof *block);
  memcpy(s->packed + HEAD + n, s->accumulators, (size_t)s->study->noutputs * sizeof *s->accumulators);
  return true;
}

// Called at each checkpoint of the run: combines it with the statistics so far into one array, and passes that to
// control->save, if at least control->save_every seconds have passed since the last time. Does nothing without
// control->save, or if the rows are kept in a file, which has checkpoints of its own.
static jn_status checkpoint(void *self, const double *block, int n) {
  jni_statistics_sink *s = self;
  const jni_run_control *control = s->control;
  if (!control->save || control->history) return JN_OK;
  if (!pack(s, block, n)) return JN_NO_MEMORY;
  double now = jni_wall_clock();
  if (now - s->saved_at < control->save_every) return JN_OK;
  s->saved_at = now;
  return control->save(control->context, s->run, s->packed, s->npacked);
}

// Called at the end of the run: if it was interrupted, passes its last checkpoint to control->save, so that it can be
// resumed.
static jn_status end(void *self, const jn_summary *summary) {
  jni_statistics_sink *s = self;
  if (summary->status != JN_INTERRUPTED || s->npacked == 0) return JN_OK;
  return s->control->save(s->control->context, s->run, s->packed, s->npacked);
}

static void *free_packed(void *self) {
  jni_statistics_sink *s = self;
  s->packed = jni_free(s->study->pool.alloc, s->packed);
  return NULL;
}

void jni_statistics_sink_restart(jni_statistics_sink *s) {
  s->has_row = false;
  for (int j = 0; j < s->study->noutputs; j++) jni_accumulator_add(&s->accumulators[j], true, 0, (double)NAN);
}

bool jni_statistics_sink_new(jni_pool *pool, const jn_study *study, int run, const jni_run_control *control,
                             jni_statistics_sink *s) {
  *s = (jni_statistics_sink){.study = study, .control = control, .run = run, .saved_at = jni_wall_clock()};
  s->sink = (jn_sink){.self = s, .begin = begin, .row = add_row, .checkpoint = checkpoint, .end = end};
  s->columns = jni_ints(pool, (size_t)study->noutputs * JNI_MOST_COMPONENTS);
  s->accumulators = jni_take(pool, (size_t)study->noutputs, sizeof *s->accumulators);
  if (!pool->failed) jni_statistics_sink_restart(s);
  return jni_keep(pool, s, free_packed) && !pool->failed;
}

const double *jni_statistics_sink_unpack(jni_statistics_sink *s, const double *packed, int npacked, int *nblock) {
  if (npacked < HEAD || !(packed[0] >= 0 && packed[0] < npacked)) return NULL;
  *nblock = (int)packed[0];
  if (npacked != packed_size(s, *nblock)) return NULL;
  s->first_time = packed[1];
  s->has_row = true;
  memcpy(s->accumulators, packed + HEAD + *nblock, (size_t)s->study->noutputs * sizeof *s->accumulators);
  return packed + HEAD;
}

bool jni_statistics_sink_from_table(jni_statistics_sink *s, const jn_table *table) {
  int n = jn_table_ncolumns(table) - 1;
  jni_pool scratch = {.alloc = s->study->pool.alloc};
  const char **names = jni_take(&scratch, (size_t)n, sizeof *names);
  double *values = jni_doubles(&scratch, (size_t)n);
  if (!scratch.failed) {
    for (int i = 0; i < n; i++) names[i] = jn_table_name(table, i + 1);
    const jn_run_header header = {.ncolumns = n, .names = names};
    begin(s, &header);
    s->has_row = false;
  }
  for (int i = 0; !scratch.failed && i < jn_table_nrows(table); i++) {
    for (int c = 0; c < n; c++) values[c] = jn_table_column(table, c + 1)[i];
    add_row(s, jn_table_column(table, 0)[i], values);
  }
  jni_pool_free(&scratch);
  return !scratch.failed;
}

void jni_statistics_sink_fill(const jni_statistics_sink *s, double *taken) {
  const jn_study *study = s->study;
  for (int j = 0; j < study->noutputs; j++)
    for (int k = 0; k < study->nstatistics; k++)
      *taken++ = jni_accumulator_get(&s->accumulators[j], s->first_time, study->statistics[k]);
}
