// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// trace.h - arithmetic that records, where a trace is given, the formula of each result over kept parameters.
//
// A model holds plain numbers. To find the formula of each, the model is read with values of the kept parameters that
// no file contains, so that a number identifies its formula: the trace maps numbers to nodes of a graph whose variables
// are the parameters. It begins with the values of the parameters; the reader adds every formula that it evaluates
// (model/expression/expression_graph.h), and the functions below add the numbers that constructors derive: the
// constructors call them instead of the functions of kernel/vec3.h. Without a trace they do what those do, bit for bit.
//
// A number that is derived by arithmetic outside of these functions has no formula. The caller detects such numbers by
// reading the model at a second set of values: a number without formula that differs there depends on a parameter.
#ifndef JNI_TRACE_H
#define JNI_TRACE_H

#include "base/pool.h"
#include "kernel/vec3.h"
#include "symbolic/operation.h"

typedef struct jni_trace jni_trace;

// Makes a trace of n kept parameters with these values. Returns NULL if there is no memory.
jni_trace *jni_trace_new(const jn_alloc *alloc, const double *values, int n);
void *jni_trace_free(jni_trace *trace);  // returns NULL
bool jni_trace_failed(const jni_trace *trace);
// Returns true if the number or its opposite has a formula; false for a trace that is NULL. The second function: if any
// of n numbers has one.
bool jni_trace_has(jni_trace *trace, double value);
bool jni_trace_has_any(jni_trace *trace, const double *values, int n);

// Returns where in the file a formula with the parameter is that was used neither in a graph of equations nor for a
// derived number, the first of them; if there is none, the first one in a table, otherwise the first at all. Returns
// NULL if no formula contains the parameter. The text belongs to the trace.
const char *jni_trace_unused(jni_trace *trace, int parameter);

// ---- scalars --------------------------------------------------------------------------------------------------------

double jni_trace_apply(jni_trace *trace, jni_operation operation, double a, double b);
static inline double jni_trace_times(jni_trace *trace, double a, double b) {
  return trace ? jni_trace_apply(trace, JNI_DO_multiply, a, b) : a * b;
}

// ---- vectors and matrices, as in kernel/vec3.h; out may be an argument ----------------------------------------------

void jni_trace_add(jni_trace *trace, const double a[3], const double b[3], double out[3]);
void jni_trace_sub(jni_trace *trace, const double a[3], const double b[3], double out[3]);
void jni_trace_mat_vec(jni_trace *trace, const double R[9], const double a[3], double out[3]);
void jni_trace_mat_t_vec(jni_trace *trace, const double R[9], const double a[3], double out[3]);
void jni_trace_mat_mul(jni_trace *trace, const double A[9], const double B[9], double out[9]);
void jni_trace_mat_mul_t(jni_trace *trace, const double A[9], const double B[9], double out[9]);  // A B'
void jni_trace_cross(jni_trace *trace, const double a[3], const double b[3], double out[3]);
void jni_trace_scale(jni_trace *trace, double s, const double a[3], double out[3]);
void jni_trace_mat_from_angle(jni_trace *trace, double angle, double R[9]);
// Records the formulas of the elements of R, the rotation of the unit quaternion q, if an element of q has a formula.
void jni_trace_rotation(jni_trace *trace, const double q[4], const double R[9]);

#endif
