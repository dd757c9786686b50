// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile_keep.h - what the files about kept parameters share.
#ifndef JNI_COMPILE_KEEP_H
#define JNI_COMPILE_KEEP_H

#include "compile/keep/numbers.h"
#include "simulate/compile/compile.h"

enum { JNI_MOST_KEPT = 32 };

// Numbers of the model where parameters take points of theirs.
typedef struct {
  int at[JNI_MOST_KEPT];
  double *values;
  int n;
  bool good;
} sample;

typedef struct {
  jni_pool pool;
  jn_compiled *c;
  jn_report *report;
  int np;
  double *nominal;        // np
  const char **units;     // np
  const double **points;  // of each parameter: values that it is tried with
  sample **samples;
  int nsamples, room_samples;
  jni_kept_number *numbers;
  int nnumbers;
  jni_code_options code;
  const jn_reduced *reduced;  // of the run with the model's own values, and its start
  const double *state;
} jni_keeping;

// Both are false.
bool jni_keep_refuse(jni_keeping *k, int parameter, const char *why);
bool jni_keep_refuse_report(jni_keeping *k, int parameter, jn_report *report);
// The model read with these values. NULL with faults in the report.
jn_model *jni_keep_model(jni_keeping *k, const double *values, jn_report *report);

// ---- compile_keep_check.c: false with a fault in the report
// Where a run begins, as formulas of the parameters: positions, speeds and states that depend on them.
bool jni_keep_start(jni_keeping *k, jni_program *program);
// Start, rates and outputs against those of the model, with another value of this parameter; np: of all of them.
bool jni_keep_check(jni_keeping *k, const jni_program *program, int parameter);

#endif
