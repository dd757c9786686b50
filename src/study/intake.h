// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// intake.h - the receiver of a run's rows: what is taken of them, checkpoints that can be stored.
#ifndef JNI_STUDY_INTAKE_H
#define JNI_STUDY_INTAKE_H

#include "study/study.h"

enum { JNI_MOST_COMPONENTS = 4 };

typedef struct {
  const jn_study *study;
  const jni_watch *watch;
  int run;
  jn_sink sink;
  int *columns;        // of each output of the study in the rows of this run, JNI_MOST_COMPONENTS; -1: none
  jni_tally *tallies;  // of each output
  double first_time;
  bool begun;      // there was a row
  double *packed;  // a checkpoint with the tallies
  int npacked;
  double saved_at;  // wall clock
} jni_intake;

bool jni_intake_new(jni_pool *pool, const jn_study *study, int run, const jni_watch *watch, jni_intake *rows);
// From a checkpoint that was stored: what was taken before it. Returns its block, NULL: it is none of this study.
const double *jni_intake_unpack(jni_intake *rows, const double *packed, int npacked, int *nblock);
// From the rows of a result. False: no memory.
bool jni_intake_from_table(jni_intake *rows, const jn_table *table);
void jni_intake_restart(jni_intake *rows);                    // nothing was taken yet
void jni_intake_fill(const jni_intake *rows, double *taken);  // the columns of the table that are taken of outputs

#endif
