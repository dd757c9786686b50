// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// sheet.h - the table of a sweep as a file: a result whose rows are runs instead of times, with how each of them ended.
#ifndef JNI_OUTPUT_SHEET_H
#define JNI_OUTPUT_SHEET_H

#include "base/pool.h"

typedef struct {
  const char *model;         // its name
  uint64_t study;            // hash of the study
  int nparameters, nrandom;  // the first columns; of them the last
  int nrows, ncolumns;       // without the number of the run
  const char *const *names, *const *units;
  double *runs;    // numbers of the runs
  double *values;  // row after row
  double *ends;    // JNI_SHEET_ENDS numbers of each row
  char *whys;      // texts of why_size bytes
  size_t why_size;
} jni_sheet;
enum { JNI_SHEET_ENDS = 3 };  // status, -1: not done; upper and lower half of the hash of the state

bool jni_sheet_has_threads(void);  // several threads may write files at once
// Under a name of its own, which becomes `path` when the file is whole.
jn_status jni_sheet_write_file(const char *path, const jni_sheet *sheet, jn_report *report);
// All that the sheet points to comes from the pool. JN_IO with a sentence in `what`: it cannot be read.
jn_status jni_sheet_read_file(jni_pool *pool, const char *path, jni_sheet *sheet, char *what, size_t size);

#endif
