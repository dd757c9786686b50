// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// run_table.h - the table of a sweep as a file: a result whose rows are runs instead of times, with how each of them ended.
#ifndef JNI_OUTPUT_RUN_TABLE_H
#define JNI_OUTPUT_RUN_TABLE_H

#include "base/pool.h"

typedef struct {
  const char *model;         // its name
  uint64_t study;            // hash of the study
  int nparameters, nrandom;  // the first columns; of them the last
  int nrows, ncolumns;       // without the number of the run
  const char *const *names, *const *units;
  double *runs;    // numbers of the runs
  double *values;  // row after row
  double *ends;    // JNI_RUN_TABLE_ENDS numbers of each row
  char *whys;      // texts of why_size bytes
  size_t why_size;
} jni_run_table;
enum { JNI_RUN_TABLE_ENDS = 3 };  // status, -1: not done; upper and lower half of the hash of the state

bool jni_run_table_is_thread_safe(void);  // several threads may write files at once
// Under a name of its own, which becomes `path` when the file is whole.
jn_status jni_run_table_write(const char *path, const jni_run_table *sheet, jn_report *report);
// All that the sheet points to comes from the pool. JN_IO with a sentence in `what`: it cannot be read.
jn_status jni_run_table_read(jni_pool *pool, const char *path, jni_run_table *sheet, char *what, size_t size);

#endif
