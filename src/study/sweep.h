// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// sweep.h - internals of a sweep: the table of its runs, the folder that stores it, files of rows.
#ifndef JNI_STUDY_SWEEP_H
#define JNI_STUDY_SWEEP_H

#include "study/study.h"

// The table of a sweep: one row for each of the runs `first` ... `first + nruns - 1` of a study.
struct jn_sweep {
  jni_pool pool;
  const char *model;  // name of the model
  uint64_t study;     // hash of the study
  int first, nruns;
  int nparameters, nrandom;  // number of varied parameters; number of random ones among them
  int ncolumns;
  const char **names, **units;  // ncolumns: names and units of the columns
  double *values;               // ncolumns x nruns: values; each column is contiguous
  bool *done;                   // nruns: the row is computed
  jn_status *statuses;          // nruns: status of each run
  char **whys;                  // nruns: why a run failed, or the event that stopped it; NULL: neither
  uint64_t *hashes;             // nruns: hash of the final state of each run
  jn_table **histories;         // nruns: rows of each run; NULL: they are not in memory
  int ndone, nfailed;           // number of runs that are done; number of failed runs among them
  int nresumed;                 // number of rows that were read from files
  jn_status status;             // status of the sweep as a whole
};

// Returns a table for the nruns runs `first` ... of a study, in which no row is done. NULL: no memory.
jn_sweep *jni_sweep_new(const jn_study *study, int first, int nruns);
// Stores the result of a run as a row of the table, and takes over its history. Returns false, and frees the history,
// if memory is short.
bool jni_sweep_put(jn_sweep *sweep, int run, const jni_run_result *result);

// ---- the folder (sweep_store.c) ----------------------------------------------------------------------------------

typedef struct jni_store jni_store;
// Returns the time between two writes of incomplete shards, and of checkpoints, s.
double jni_store_period(const jn_sweep_options *options);
// Sets *first and *end to the runs of the shard that the options name, or to all runs of the study. Returns false with
// a fault in the report if the options are wrong.
bool jni_store_range(const jn_study *study, const jn_sweep_options *options, int *first, int *end, jn_report *report);
// Opens the folder that the options name, which is created if it does not exist, and locks the runs of the table there
// (not with `collect`). With `resume` or `collect` reads the rows in it into the table; otherwise rows of these runs in
// it are a fault. Returns NULL with faults in the report.
jni_store *jni_store_open(const jn_study *study, const jn_sweep_options *options, jn_sweep *sweep, jn_report *report);
// Called when the row of a run was added to the table: writes the file of its shard if all rows of the shard are done;
// every few seconds also writes all incomplete shards with new rows. Returns JN_OK or the status of a fault in the
// report.
jn_status jni_store_add_run(jni_store *store, int run, jn_report *report);
// Writes all rows that no file contains yet (not with `collect`) and, if the table has all runs of the study and SQLite
// is built in, the index; frees the store. Returns JN_OK or the status of a fault in the report.
jn_status jni_store_close(jni_store *store, jn_report *report);
// The first writes the checkpoint (n numbers) of a run that is not done and returns JN_OK or why it failed. The second
// reads it and returns the numbers and sets *n, or returns NULL if there are none, they cannot be read, or they belong
// to another study.
jn_status jni_store_write_checkpoint(jni_store *store, int run, const double *block, int n);
const double *jni_store_read_checkpoint(jni_store *store, int run, int *n);
// Writes the names of the file with the history of a run: `path` for the complete one, `partial` until the run has
// ended.
void jni_store_history(const jni_store *store, int run, char *path, char *partial, size_t size);

// ---- files of rows -----------------------------------------------------------------------------------------------

// Writes the rows of the runs `first` ... `end - 1`, done or not, to the file `path`: first under a temporary name,
// which is then changed. Returns JN_OK or the status of a fault in the report.
jn_status jni_sweep_rows_write(const jn_sweep *sweep, int first, int end, const char *path, jn_report *report);
// Adds those rows of a file to the table that are done and that the table does not have. Returns JN_OK or the status of
// a fault in the report, for example if the file belongs to another study.
jn_status jni_sweep_rows_read(jn_sweep *sweep, const char *path, jn_report *report);
// Writes the index of a table, an SQLite file with the parameters, status and hash of each run, to `path`: first under
// a temporary name, which is then changed. Returns JN_OK or the status of a fault in the report.
jn_status jni_index_write(const jn_sweep *sweep, const char *path, jn_report *report);
bool jni_index_is_built(void);

#endif
