// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile_ranges.h - ranges of the independent variables of tables.
#ifndef JNI_COMPILE_RANGES_H
#define JNI_COMPILE_RANGES_H

#include "simulate/compile/compile.h"

// Exact program and exact equations at the start of the model's own run; driven coordinates are free in the equations.
typedef struct {
  jn_compiled *c;
  jn_run *run;
  const jni_code_options *code;
  const jni_program *exact;
  const jni_equations *e;
} jni_ranges_def;

// Finds the ranges. Returns false without memory or with a fault in the report.
bool jni_ranges_find(const jni_ranges_def *def, jni_ranges *ranges, jn_report *report);

// ---- compile_stop_limits.c: as far as stops let the variables go; false: no memory
bool jni_ranges_stop_limits(const jni_ranges_def *def, jni_ranges *ranges);
// ---- compile_unbounded_angles.c: angles that nothing keeps from turning go round, whether they do so in a run or not
bool jni_ranges_unbounded(const jni_ranges_def *def, jni_ranges *ranges);
// ---- compile_symmetric_ranges.c: variables that move the mechanism alike have one range
bool jni_ranges_symmetric(const jni_ranges_def *def, jni_ranges *ranges);

#endif
