// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// statistics_sink.h - sink of the output of one run of a study: accumulates statistics without storing rows, and packs
// them into checkpoints.
#ifndef JNI_STUDY_STATISTICS_SINK_H
#define JNI_STUDY_STATISTICS_SINK_H

#include "study/study.h"

enum { JNI_MOST_COMPONENTS = 4 };

typedef struct {
  const jn_study *study;
  const jni_run_control *control;
  int run;
  jn_sink sink;
  int *columns;  // noutputs x JNI_MOST_COMPONENTS: indices of the columns of each output in the rows; -1: unused
  jni_accumulator *accumulators;  // noutputs
  double first_time;              // time of the first row, s
  bool has_row;                   // a row has been received
  double *packed;                 // npacked: the last checkpoint together with the statistics
  int npacked;
  double saved_at;  // wall time at the last call of control->save, s
} jni_statistics_sink;

// Makes the sink *s for a run of a study. Returns false if memory is short.
bool jni_statistics_sink_new(jni_pool *pool, const jn_study *study, int run, const jni_run_control *control,
                             jni_statistics_sink *s);
// Restores the statistics from the array that an earlier attempt of the run has saved. Returns the checkpoint of the
// run in it and sets *nblock to its length; NULL if the array is not one of this study.
const double *jni_statistics_sink_unpack(jni_statistics_sink *s, const double *packed, int npacked, int *nblock);
// Computes the statistics anew from a table with all rows of the run. Returns false if memory is short.
bool jni_statistics_sink_from_table(jni_statistics_sink *s, const jn_table *table);
// Makes the sink forget all rows, before the run is made again from the start.
void jni_statistics_sink_restart(jni_statistics_sink *s);
// Writes the statistics of all outputs to `columns`: noutputs x nstatistics numbers, in the order of the study's
// columns.
void jni_statistics_sink_fill(const jni_statistics_sink *s, double *columns);

#endif
