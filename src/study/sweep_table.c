// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// sweep_table.c - the table of a sweep: one row for each run, with the columns of study_columns.c.
#include <math.h>
#include <string.h>

#include "study/sweep.h"

static void *free_rows(void *self) {
  jn_sweep *sweep = self;
  for (int i = 0; i < sweep->nruns; i++) {
    if (sweep->whys) jni_free(sweep->pool.alloc, sweep->whys[i]);
    if (sweep->histories) jn_table_free(sweep->histories[i]);
  }
  return NULL;
}

static void name_columns(jn_sweep *sweep, const jn_study *study) {
  jni_pool *pool = &sweep->pool;
  sweep->names = jni_take(pool, (size_t)study->ncolumns, sizeof *sweep->names);
  sweep->units = jni_take(pool, (size_t)study->ncolumns, sizeof *sweep->units);
  sweep->model = jni_pool_text(pool, study->name, strlen(study->name));
  for (int i = 0; !pool->failed && i < study->ncolumns; i++) {
    sweep->names[i] = jni_pool_text(pool, study->names[i], strlen(study->names[i]));
    sweep->units[i] = jni_pool_text(pool, study->units[i], strlen(study->units[i]));
  }
}

jn_sweep *jni_sweep_new(const jn_study *study, int first, int nruns) {
  jn_sweep *sweep = jni_object_new(study->pool.alloc, sizeof *sweep);
  if (!sweep) return NULL;
  jni_pool *pool = &sweep->pool;
  size_t n = (size_t)nruns;
  sweep->study = study->hash;
  sweep->first = first;
  sweep->nruns = nruns;
  sweep->nparameters = study->nvaried;
  sweep->ncolumns = study->ncolumns;
  for (int i = 0; i < study->nvaried; i++) sweep->nrandom += jni_vary_is_random(&study->varied[i]);
  name_columns(sweep, study);
  sweep->values = jni_take(pool, n, (size_t)sweep->ncolumns * sizeof *sweep->values);
  sweep->done = jni_flags(pool, n);
  sweep->statuses = jni_take(pool, n, sizeof *sweep->statuses);
  sweep->whys = jni_take(pool, n, sizeof *sweep->whys);
  sweep->hashes = jni_take(pool, n, sizeof *sweep->hashes);
  if (study->histories) sweep->histories = jni_take(pool, n, sizeof *sweep->histories);
  if (!jni_keep(pool, sweep, free_rows)) return jn_sweep_free(sweep);
  for (size_t i = 0; i < n * (size_t)sweep->ncolumns; i++) sweep->values[i] = (double)NAN;
  return sweep;
}

void *jn_sweep_free(jn_sweep *sweep) { return jni_object_free(sweep); }

bool jni_sweep_put(jn_sweep *sweep, int run, const jni_run_result *result) {
  int i = run - sweep->first;
  JNI_ASSERT(i >= 0 && i < sweep->nruns && !sweep->done[i]);
  for (int c = 0; c < sweep->ncolumns; c++)
    sweep->values[(size_t)c * (size_t)sweep->nruns + (size_t)i] = result->row[c];
  if (result->why[0]) {
    sweep->whys[i] = jni_text_copy(sweep->pool.alloc, result->why);
    if (!sweep->whys[i]) {
      jn_table_free(result->history);
      return false;
    }
  }
  sweep->statuses[i] = result->status;
  sweep->hashes[i] = result->hash;
  sweep->done[i] = true;
  if (sweep->histories) sweep->histories[i] = result->history;
  sweep->ndone++;
  sweep->nfailed += result->status != JN_OK;
  return true;
}

// ---- access ------------------------------------------------------------------------------------------------------

static int check_run(const jn_sweep *sweep, int run) {
  JNI_ASSERT(sweep && run >= 0 && run < sweep->nruns);
  return run;
}

jn_status jn_sweep_status(const jn_sweep *sweep) {
  JNI_ASSERT(sweep);
  return sweep->status;
}
int jn_sweep_nruns(const jn_sweep *sweep) {
  JNI_ASSERT(sweep);
  return sweep->nruns;
}
int jn_sweep_ndone(const jn_sweep *sweep) {
  JNI_ASSERT(sweep);
  return sweep->ndone;
}
int jn_sweep_nfailed(const jn_sweep *sweep) {
  JNI_ASSERT(sweep);
  return sweep->nfailed;
}
int jn_sweep_ncolumns(const jn_sweep *sweep) {
  JNI_ASSERT(sweep);
  return sweep->ncolumns;
}
int jn_sweep_nparameters(const jn_sweep *sweep) {
  JNI_ASSERT(sweep);
  return sweep->nparameters;
}

bool jn_sweep_is_done(const jn_sweep *sweep, int run) { return sweep && sweep->done[check_run(sweep, run)]; }
jn_status jn_sweep_run_status(const jn_sweep *sweep, int run) {
  return sweep ? sweep->statuses[check_run(sweep, run)] : JN_BAD_ARGUMENT;
}
uint64_t jn_sweep_state_hash(const jn_sweep *sweep, int run) {
  return sweep ? sweep->hashes[check_run(sweep, run)] : 0;
}

const char *jn_sweep_name(const jn_sweep *sweep, int column) {
  JNI_ASSERT(sweep && column >= 0 && column < sweep->ncolumns);
  return sweep->names[column];
}

const char *jn_sweep_unit(const jn_sweep *sweep, int column) {
  JNI_ASSERT(sweep && column >= 0 && column < sweep->ncolumns);
  return sweep->units[column];
}

const double *jn_sweep_column(const jn_sweep *sweep, int column) {
  JNI_ASSERT(sweep && column >= 0 && column < sweep->ncolumns);
  return sweep->values + (size_t)column * (size_t)sweep->nruns;
}

int jn_sweep_find(const jn_sweep *sweep, const char *name) {
  JNI_ASSERT(sweep && name);
  for (int i = 0; i < sweep->ncolumns; i++)
    if (strcmp(sweep->names[i], name) == 0) return i;
  return -1;
}

const char *jn_sweep_why(const jn_sweep *sweep, int run) {
  if (!sweep) return "";
  const char *why = sweep->whys[check_run(sweep, run)];
  return why ? why : "";
}

const jn_table *jn_sweep_history(const jn_sweep *sweep, int run) {
  check_run(sweep, run);
  return sweep->histories ? sweep->histories[run] : NULL;
}

uint64_t jn_sweep_hash(const jn_sweep *sweep) {
  JNI_ASSERT(sweep);
  uint64_t hash = 0;
  for (int i = 0; i < sweep->ncolumns; i++) hash = jni_hash64(hash, sweep->names[i], strlen(sweep->names[i]) + 1);
  hash = jni_hash64(hash, sweep->values, (size_t)sweep->ncolumns * (size_t)sweep->nruns * sizeof *sweep->values);
  for (int i = 0; i < sweep->nruns; i++) {
    const char *why = jn_sweep_why(sweep, i);
    double status = sweep->statuses[i];
    hash = jni_hash64(jni_hash64(hash, &status, sizeof status), why, strlen(why) + 1);
    hash = jni_hash64(hash, &sweep->hashes[i], sizeof sweep->hashes[i]);
  }
  return hash;
}
