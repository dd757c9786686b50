// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// run_table.h - the table of a sweep as a file: a result whose rows are runs instead of times, with the status of each.
#ifndef JNI_OUTPUT_RUN_TABLE_H
#define JNI_OUTPUT_RUN_TABLE_H

#include "base/pool.h"

typedef struct {
  const char *model;                        // name of the model
  uint64_t study;                           // hash of the study
  int nparameters, nrandom;                 // the first columns are parameters, the last nrandom of them random
  int nrows, ncolumns;                      // number of rows; number of columns without that of the number of the run
  const char *const *names, *const *units;  // ncolumns: names and units of the columns
  double *runs;                             // nrows: number of the run in each row
  double *values;                           // nrows x ncolumns
  double *ends;                             // nrows x JNI_RUN_TABLE_ENDS: how the runs ended
  char *whys;                               // nrows x why_size bytes: why each run failed, or what stopped it; else ""
  size_t why_size;
} jni_run_table;
enum { JNI_RUN_TABLE_ENDS = 3 };  // status (-1: not done); upper and lower half of the hash of the final state

// Returns whether several threads may write files at once in this build.
bool jni_run_table_is_thread_safe(void);
// Writes the table to a file: under a temporary name, which is then changed to `path`. Returns JN_OK or the status of a
// fault in the report.
jn_status jni_run_table_write(const char *path, const jni_run_table *table, jn_report *report);
// Reads the table of a sweep; its memory is from the pool. Returns JN_OK; otherwise JN_NO_MEMORY or, if the file is not
// readable or not such a table, JN_IO, with a sentence in `what`.
jn_status jni_run_table_read(jni_pool *pool, const char *path, jni_run_table *table, char *what, size_t size);

#endif
