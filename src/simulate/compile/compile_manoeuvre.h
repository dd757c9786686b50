// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile_manoeuvre.h - manoeuvres: runs of one mechanism with other inputs, roads, drivers and starts, which share the
// tables.
#ifndef JNI_COMPILE_MANOEUVRE_H
#define JNI_COMPILE_MANOEUVRE_H

#include "simulate/compile/compile.h"

// Return the number of manoeuvres, the i-th one, and its end time. Manoeuvre 0 is the model's own run.
int jni_manoeuvre_count(const jn_compiled *compiled);
jn_manoeuvre jni_manoeuvre_get(const jn_compiled *compiled, int i);
double jni_manoeuvre_until(const jn_compiled *compiled, const jn_manoeuvre *manoeuvre);

// Starts a manoeuvre with additional outputs and the independent variables of `like`; NULL: any. Returns NULL with a
// fault in the report if it is another mechanism.
jn_run *jni_manoeuvre_start(const jn_compiled *compiled, const jn_manoeuvre *manoeuvre, jn_run *like,
                            const jn_name_list *outputs, jn_report *report);

// Reports the progress of a run at intervals.
typedef struct {
  const jn_compile_options *options;
  jn_compile_progress now;
  double next;  // on the wall clock
} jni_manoeuvre_progress;
jni_manoeuvre_progress jni_manoeuvre_progress_new(const jn_compiled *compiled, const char *what,
                                                  const jn_manoeuvre *manoeuvre);
void jni_manoeuvre_report_progress(jni_manoeuvre_progress *watch, double time);

#endif
