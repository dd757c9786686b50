// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// formula.h - formulas: expressions over signals, compiled and evaluated.
#ifndef JNI_FORMULA_H
#define JNI_FORMULA_H

#include "system/plan.h"

// Compiles text into memory of the pool; its names are signals up to `level`. Returns false and writes a message to
// `what` on a fault.
bool jni_formula_new(jni_pool *pool, const jn_system *system, const char *text, jni_level level, jni_formula *formula,
                     char *what, size_t size);
// Compile the text of an element, such as "force" and its name, into a formula; jni_plan_of_time one that may read t
// only. Return false after an entry in the report.
bool jni_plan_compile(jn_system *system, const char *element, const char *name, const char *text, jni_level level,
                      jni_formula *formula, jn_report *report);
bool jni_plan_of_time(jn_system *system, const char *element, const char *name, const char *text, jni_formula *formula,
                      jn_report *report);
// Computes the value. vdot and lambda may be NULL for formulas up to the velocity level.
double jni_formula_value(const jn_system *system, jn_work *work, const jni_formula *formula, const double *vdot,
                         const double *lambda);
// Computes the values of all signals that a formula reads.
void jni_formula_read(const jn_system *system, jn_work *work, const jni_formula *formula, const double *vdot,
                      const double *lambda, double variables[JNI_MOST_VARIABLES]);
// Computes the derivatives with respect to the signals of the formula, in their order; up to the velocity level.
void jni_formula_slopes(const jn_system *system, jn_work *work, const jni_formula *formula, double *slopes);
// Computes value, first and second time derivative of a formula that reads t only: at t, or at the work's time.
jni_jet jni_formula_of_time(const jni_formula *formula, double t);
jni_jet jni_formula_now(const jn_work *work, const jni_formula *formula);

#endif
