// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// statistics_sink.h - output sink of one run of a study: accumulates statistics and packs them into checkpoints.
#ifndef JNI_STUDY_STATISTICS_SINK_H
#define JNI_STUDY_STATISTICS_SINK_H

#include "study/study.h"

enum { JNI_MOST_COMPONENTS = 4 };

typedef struct {
  const jn_study *study;
  const jni_run_control *control;
  int run;
  jn_sink sink;
  int *columns;                   // noutputs x JNI_MOST_COMPONENTS: columns of each output in the rows; -1: unused
  jni_accumulator *accumulators;  // noutputs
  double first_time;              // of the first row, s
  bool has_row;                   // a row has been received
  double *packed;                 // npacked: last checkpoint with the statistics
  int npacked;
  double saved_at;  // wall clock at the last call of control->save, s
} jni_statistics_sink;

// Makes the sink. Returns false if memory ran out.
bool jni_statistics_sink_new(jni_pool *pool, const jn_study *study, int run, const jni_run_control *control,
                             jni_statistics_sink *s);
// Restores the statistics from a stored checkpoint. Returns the checkpoint of the run; NULL: not one of this study.
const double *jni_statistics_sink_unpack(jni_statistics_sink *s, const double *packed, int npacked, int *nblock);
// Computes the statistics from the rows of a complete history. Returns false if memory ran out.
bool jni_statistics_sink_from_table(jni_statistics_sink *s, const jn_table *table);
// Forgets all rows.
void jni_statistics_sink_restart(jni_statistics_sink *s);
// Computes the columns of the table that are statistics of outputs: noutputs x nstatistics numbers.
void jni_statistics_sink_fill(const jni_statistics_sink *s, double *columns);

#endif
