// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// probe.h - description of the columns of a probe, for code that writes or compiles them.
#ifndef JNI_PROBE_H
#define JNI_PROBE_H

#include "system/plan.h"

typedef struct {
  const jni_formula *formula;  // NULL: the column is a signal
  const jni_signal *signal;
  double factor;  // SI value of one unit of the column
} jni_probe_column;
jni_probe_column jni_probe_column_of(const jn_probe *probe, int i);
// Returns the jni_signal_kind of column i; -1: it is an expression.
int jni_probe_signal(const jn_probe *probe, int i);
int jni_probe_loaded(const jn_probe *probe);  // returns the index of a joint whose reactions are columns; -1: none

#endif
