// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// sweep.h - inside a sweep: the table, and where it is stored.
#ifndef JNI_STUDY_SWEEP_H
#define JNI_STUDY_SWEEP_H

#include "study/study.h"

// The table of runs from `first` on, and what is not a number in it.
struct jn_sweep {
  jni_pool pool;
  const char *model;  // its name
  uint64_t study;     // hash of the study
  int first, nruns;
  int nparameters, nrandom, ncolumns;
  const char **names, **units;
  double *values;  // column after column, nruns each
  bool *done;
  jn_status *statuses;
  char **whys;  // NULL: nothing to say
  uint64_t *hashes;
  jn_table **histories;  // NULL: none in memory
  int ndone, nfailed, nresumed;
  jn_status status;
};

// An empty table of these runs of a study. NULL: no memory.
jn_sweep *jni_sweep_new(const jn_study *study, int first, int nruns);
// A row that is done; the history goes to the table. False: no memory.
bool jni_sweep_put(jn_sweep *sweep, int run, const jni_run_result *member);

// ---- where it is stored ------------------------------------------------------------------------------------------

typedef struct jni_store jni_store;
double jni_store_period(const jn_sweep_options *options);  // s between files of what is not whole
// The runs that the options mean. False with a fault.
bool jni_store_range(const jn_study *study, const jn_sweep_options *options, int *first, int *end, jn_report *report);
// The folder of the options, made or looked into: with `resume` rows that are there go into the table. NULL with
// faults.
jni_store *jni_store_open(const jn_study *study, const jn_sweep_options *options, jn_sweep *sweep, jn_report *report);
// A run of the table is done. Files are written where a shard is whole, and otherwise every few seconds.
jn_status jni_store_done(jni_store *store, int run, jn_report *report);
// All that is done, also of shards that are not whole, and the index. Frees the store.
jn_status jni_store_close(jni_store *store, jn_report *report);
// For runs: their checkpoints and histories.
jn_status jni_store_save(jni_store *store, int run, const double *block, int n);
const double *jni_store_saved(jni_store *store, int run, int *n);
void jni_store_history(const jni_store *store, int run, char *path, char *begun, size_t size);

// ---- files of tables ---------------------------------------------------------------------------------------------

// Runs of a table from `first` to before `end`, done or not, under a temporary name that becomes `path` when it is
// whole.
jn_status jni_sweep_rows_write(const jn_sweep *sweep, int first, int end, const char *path, jn_report *report);
// Rows that are done go into the table, where it lacks them. A file of another study is refused.
jn_status jni_sweep_rows_read(jn_sweep *sweep, const char *path, jn_report *report);
// The index of a table: parameters, status, hash; likewise written beside and renamed.
jn_status jni_index_write(const jn_sweep *sweep, const char *path, jn_report *report);
bool jni_index_is_built(void);

#endif
