// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile_ranges.h - ranges of the independent variables of tables.
#ifndef JNI_COMPILE_RANGES_H
#define JNI_COMPILE_RANGES_H

#include "simulate/compile/compile.h"

// Input of the search for ranges: a run of the model at its start, and for that state the exact program and the exact
// equations. In these equations the coordinates that drivers prescribe are free.
typedef struct {
  jn_compiled *c;
  jn_run *run;
  const jni_code_options *code;
  const jni_program *exact;
  const jni_equations *e;
} jni_ranges_def;

// Sets *ranges to ranges of all coordinates and speeds: those of an earlier compilation or found by runs, then those
// that the options give. Returns false if memory is short or with a fault in the report.
bool jni_ranges_find(const jni_ranges_def *def, jni_ranges *ranges, jn_report *report);

// ---- compile_stop_limits.c
// Extends the ranges to the limits of stops, and by a tenth of their distance from the start beyond them. Returns false
// if out of memory.
bool jni_ranges_stop_limits(const jni_ranges_def *def, jni_ranges *ranges);
// ---- compile_unbounded_angles.c
// Gives angles that nothing limits ranges of more than a turn, by which they count as unbounded, even if they do not
// turn in a run. Returns false if out of memory.
bool jni_ranges_unbounded(const jni_ranges_def *def, jni_ranges *ranges);
// ---- compile_symmetric_ranges.c
// Gives variables of symmetric parts the same range, or mirror images of one range. Returns false if out of memory.
bool jni_ranges_symmetric(const jni_ranges_def *def, jni_ranges *ranges);

#endif
