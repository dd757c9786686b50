// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fit.h - a number of a model as a formula of parameters, from its values where these are changed: sums of products of
// few functions (powers, fractions, the root, sine and cosine), found by solving for as many values as there are
// coefficients, and taken only where all other values agree.
#ifndef JNI_FIT_H
#define JNI_FIT_H

#include "symbolic/graph.h"

enum { JNI_FIT_MOST = 3, JNI_FIT_TERMS = 5, JNI_FIT_POINTS = 7 };

// Functions of one parameter whose sums are tried, the simple ones first.
typedef struct {
  int n, functions[JNI_FIT_TERMS];
} jni_fit_family;
extern const jni_fit_family jni_fit_families[];  // ended by one without functions

typedef struct {
  int n;                        // parameters that it depends on; 0: a number
  int parameter[JNI_FIT_MOST];  // which
  const jni_fit_family *family[JNI_FIT_MOST];
  double pole[JNI_FIT_MOST];
  const double *coefficients;  // by the functions of the first, then of the second, ...
} jni_fit;

// The simplest family that gives values[i] at points[i], n of them; NULL: none does. Of a number that stays it is that
// of constants. *pole: of a fraction.
const jni_fit_family *jni_fit_family_of(const double *points, const double *values, int n, double *pole);
// From values where the parameters take the first points of theirs, as many as their families have functions: by the
// points of the first, then of the second, ... `values` become the coefficients.
void jni_fit_solve(const jni_fit *fit, const double *const *points, double *values);
double jni_fit_value(const jni_fit *fit, const double *parameters);
// The formula; `first` is the variable of parameter 0.
jni_node jni_fit_write(const jni_fit *fit, jni_graph *g, int first);
bool jni_fit_agrees(double value, double expected, double size);  // to rounding

#endif
