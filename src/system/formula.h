// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// formula.h - formulas: expressions over signals, compiled and evaluated.
#ifndef JNI_FORMULA_H
#define JNI_FORMULA_H

#include "system/plan.h"

// Compiles `text` into *formula, in memory of the pool. The names in it may be signals up to `level` (position,
// velocity or acceleration). Returns false and writes a sentence to `what` if it cannot.
bool jni_formula_new(jni_pool *pool, const jn_system *system, const char *text, jni_level level, jni_formula *formula,
                     char *what, size_t size);
// Compiles the expression of an element, for example "force" and its name, into *formula. Returns false after a fault
// in the report.
bool jni_plan_compile(jn_system *system, const char *element, const char *name, const char *text, jni_level level,
                      jni_formula *formula, jn_report *report);
// Compiles, as jni_plan_compile, an expression that may read only t.
bool jni_plan_of_time(jn_system *system, const char *element, const char *name, const char *text, jni_formula *formula,
                      jn_report *report);
// Returns the value of a formula at the current stages. vdot and lambda: accelerations and multipliers; may be NULL for
// formulas up to the velocity level.
double jni_formula_value(const jn_system *system, jn_work *work, const jni_formula *formula, const double *vdot,
                         const double *lambda);
// Writes to an array the values of all signals that a formula reads, in their order. vdot and lambda as for
// jni_formula_value.
void jni_formula_read(const jn_system *system, jn_work *work, const jni_formula *formula, const double *vdot,
                      const double *lambda, double variables[JNI_MOST_VARIABLES]);
// Writes to `slopes` the derivatives of a formula with respect to its signals, in their order, at the current stages;
// for formulas up to the velocity level.
void jni_formula_slopes(const jn_system *system, jn_work *work, const jni_formula *formula, double *slopes);
// Returns value, first and second time derivative of a formula that reads only t, at time t.
jni_jet jni_formula_of_time(const jni_formula *formula, double t);
// Returns value, first and second time derivative of a formula that reads only t, at the time work->t.
jni_jet jni_formula_now(const jn_work *work, const jni_formula *formula);

#endif
