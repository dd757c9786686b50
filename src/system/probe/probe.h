// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// probe.h - what the columns of a probe are.
#ifndef JNI_PROBE_H
#define JNI_PROBE_H

#include "system/plan.h"

typedef struct {
  const jni_formula *formula;  // NULL: the column is a signal
  const jni_signal *signal;
  double factor;  // SI value of one unit of the column
} jni_probe_column;
jni_probe_column jni_probe_column_of(const jn_probe *probe, int i);
int jni_probe_signal(const jn_probe *probe, int i);  // jni_signal_kind of a column; -1: it is an expression
int jni_probe_loaded(const jn_probe *probe);         // a joint whose reactions are requested; -1: none

#endif
