// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile_manoeuvre.h - manoeuvres: runs of one mechanism with other inputs, roads, drivers and starts, which share the
// tables.
#ifndef JNI_COMPILE_MANOEUVRE_H
#define JNI_COMPILE_MANOEUVRE_H

#include "simulate/compile/compile.h"

// Returns the number of manoeuvres. Manoeuvre 0 is the model's own run.
int jni_manoeuvre_count(const jn_compiled *compiled);
jn_manoeuvre jni_manoeuvre_get(const jn_compiled *compiled, int i);  // returns manoeuvre i
// Returns the end time of a manoeuvre, s.
double jni_manoeuvre_until(const jn_compiled *compiled, const jn_manoeuvre *manoeuvre);

// Makes and starts a run of a manoeuvre with additional outputs. like: a run that must have the same independent
// variables; NULL: any will do. Returns NULL with a fault in the report, for example if the manoeuvre's model is
// another mechanism or the independent variables differ.
jn_run *jni_manoeuvre_start(const jn_compiled *compiled, const jn_manoeuvre *manoeuvre, jn_run *like,
                            const jn_name_list *outputs, jn_report *report);

// Data for calls of the caller's progress function at intervals during a manoeuvre.
typedef struct {
  const jn_compile_options *options;
  jn_compile_progress now;
  double next;  // time of the next call on the wall clock, s
} jni_manoeuvre_progress;
jni_manoeuvre_progress jni_manoeuvre_progress_new(const jn_compiled *compiled, const char *what,
                                                  const jn_manoeuvre *manoeuvre);
void jni_manoeuvre_report_progress(jni_manoeuvre_progress *watch, double time);

#endif
