// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// sweep.h - internals of a sweep: the table of its runs, the folder that stores it, files of rows.
#ifndef JNI_STUDY_SWEEP_H
#define JNI_STUDY_SWEEP_H

#include "study/study.h"

// Table of the runs `first` ... `first + nruns - 1` of a study.
struct jn_sweep {
  jni_pool pool;
  const char *model;  // name of the model
  uint64_t study;     // hash of the study
  int first, nruns;
  int nparameters, nrandom;  // varied parameters; the random ones among them
  int ncolumns;
  const char **names, **units;  // ncolumns
  double *values;               // ncolumns x nruns: each column is contiguous
  bool *done;                   // nruns: the row is computed
  jn_status *statuses;          // nruns
  char **whys;                  // nruns: why a run failed, or the event that stopped it; NULL: neither
  uint64_t *hashes;             // nruns: of the final state
  jn_table **histories;         // nruns: rows of each run; NULL: not in memory
  int ndone, nfailed;           // runs done; failed among them
  int nresumed;                 // rows that were read from files
  jn_status status;             // of the sweep
};

// Makes the table of these runs of a study, without rows. Returns NULL if memory ran out.
jn_sweep *jni_sweep_new(const jn_study *study, int first, int nruns);
// Adds the row of a run and takes ownership of the history. Returns false if memory ran out.
bool jni_sweep_put(jn_sweep *sweep, int run, const jni_run_result *result);

// ---- the folder (sweep_store.c) ----------------------------------------------------------------------------------

typedef struct jni_store jni_store;
// Returns the time between two writes of incomplete shards and checkpoints, s.
double jni_store_period(const jn_sweep_options *options);
// Finds the runs of the shard that the options name, or all. Returns false with a fault in the report.
bool jni_store_range(const jn_study *study, const jn_sweep_options *options, int *first, int *end, jn_report *report);
// Opens the folder of the options, or creates it. With `resume` or `collect` its rows are read into the table.
// Returns NULL with faults in the report.
jni_store *jni_store_open(const jn_study *study, const jn_sweep_options *options, jn_sweep *sweep, jn_report *report);
// Records that the row of a run was added to the table. Writes the shard when it is complete, incomplete shards every
// few seconds.
jn_status jni_store_add_run(jni_store *store, int run, jn_report *report);
// Writes all rows that are not in a file yet, and the index. Frees the store.
jn_status jni_store_close(jni_store *store, jn_report *report);
// Writes and reads the checkpoint of a run that is under way. Reading returns NULL if there is none.
jn_status jni_store_write_checkpoint(jni_store *store, int run, const double *block, int n);
const double *jni_store_read_checkpoint(jni_store *store, int run, int *n);
// Writes the file names of the history of a run: when complete, and while the run is under way.
void jni_store_history(const jni_store *store, int run, char *path, char *partial, size_t size);

// ---- files of rows -----------------------------------------------------------------------------------------------

// Writes the runs `first` ... `end - 1` of a table, done or not, to a temporary file, and renames it to `path`.
jn_status jni_sweep_rows_write(const jn_sweep *sweep, int first, int end, const char *path, jn_report *report);
// Adds the rows of a file that are done and not yet in the table. Refuses a file of another study.
jn_status jni_sweep_rows_read(jn_sweep *sweep, const char *path, jn_report *report);
// Writes the SQLite index of a table (parameters, status, hash) to a temporary file, and renames it to `path`.
jn_status jni_index_write(const jn_sweep *sweep, const char *path, jn_report *report);
bool jni_index_is_built(void);

#endif
