// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// statistics_sink.h - the receiver of a run's rows: what is taken of them, checkpoints that can be stored.
#ifndef JNI_STUDY_STATISTICS_SINK_H
#define JNI_STUDY_STATISTICS_SINK_H

#include "study/study.h"

enum { JNI_MOST_COMPONENTS = 4 };

typedef struct {
  const jn_study *study;
  const jni_watch *watch;
  int run;
  jn_sink sink;
  int *columns;              // of each output of the study in the rows of this run, JNI_MOST_COMPONENTS; -1: none
  jni_accumulator *tallies;  // of each output
  double first_time;
  bool begun;      // there was a row
  double *packed;  // a checkpoint with the tallies
  int npacked;
  double saved_at;  // wall clock
} jni_statistics_sink;

bool jni_statistics_sink_new(jni_pool *pool, const jn_study *study, int run, const jni_watch *watch,
                             jni_statistics_sink *rows);
// From a checkpoint that was stored: what was taken before it. Returns its block, NULL: it is none of this study.
const double *jni_statistics_sink_unpack(jni_statistics_sink *rows, const double *packed, int npacked, int *nblock);
// From the rows of a result. False: no memory.
bool jni_statistics_sink_from_table(jni_statistics_sink *rows, const jn_table *table);
void jni_statistics_sink_restart(jni_statistics_sink *rows);  // nothing was taken yet
void jni_statistics_sink_fill(const jni_statistics_sink *rows,
                              double *taken);  // the columns of the table that are taken of outputs

#endif
