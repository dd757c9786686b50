// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// numbers.h - the numbers of a model as they are written into a graph: noted in their order, or with formulas of
// parameters in the place of those that depend on them.
//
// A model has its parameters in it as numbers. Written with other values of them it makes the same steps with other
// numbers: these are noted for several values, and each that changes is fitted (fit.h). Then the equations are written
// once more, at values that no model has by itself, so that a number tells by its value what it depends on.
#ifndef JNI_KEEP_NUMBERS_H
#define JNI_KEEP_NUMBERS_H

#include "compile/keep/fit.h"

typedef struct {
  jni_watch watch;
  jni_pool *pool;
  double *list;
  int n, room;
} jni_number_record;
jni_number_record jni_note_numbers(jni_pool *pool);

// A number that becomes a formula.
typedef struct {
  double value;
  const jni_fit *fit;
} jni_kept_number;

typedef struct {
  jni_watch watch;
  const jni_kept_number *list;  // ascending
  int n;
  int first;  // the variable of parameter 0
} jni_number_replacement;
jni_number_replacement jni_replace_numbers(const jni_kept_number *list, int n, int first);

#endif
