// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fit.c - see fit.h.
#include "compile/keep/fit.h"

#include <math.h>
#include <string.h>

static const double tolerance = 2e-13;  // what rounding may leave, of the largest value
static const double nothing = 1e-15;    // numbers below are the rest of a difference

// ---- functions ------------------------------------------------------------------------------------------------------

enum { ONE, X, X2, X3, X4, INVERSE, INVERSE2, ROOT, COS, SIN, COS2, SIN2 };

const jni_fit_family jni_fit_families[] = {{1, {ONE}},
                                           {2, {ONE, X}},
                                           {2, {ONE, X2}},
                                           {2, {ONE, INVERSE}},
                                           {3, {ONE, X, X2}},
                                           {3, {ONE, COS, SIN}},
                                           {3, {ONE, ROOT, X}},
                                           {3, {ONE, INVERSE, INVERSE2}},
                                           {3, {ONE, X, INVERSE}},
                                           {4, {ONE, X, X2, X3}},
                                           {5, {ONE, X, X2, X3, X4}},
                                           {5, {ONE, COS, SIN, COS2, SIN2}},
                                           {0, {0}}};

static double function_value(int function, double x) {
  switch (function) {
    case X: return x;
    case X2: return x * x;
    case X3: return x * x * x;
    case X4: return x * x * x * x;
    case INVERSE: return 1 / x;
    case INVERSE2: return 1 / (x * x);
    case ROOT: return sqrt(x);
    case COS: return jnk_cos(x);
    case SIN: return jnk_sin(x);
    case COS2: return jnk_cos(2 * x);
    case SIN2: return jnk_sin(2 * x);
    default: return 1;
  }
}

static jni_node function_node(jni_graph *g, int function, jni_node x) {
  jni_node square = jni_times(g, x, x), twice = jni_plus(g, x, x);
  switch (function) {
    case X: return x;
    case X2: return square;
    case X3: return jni_times(g, square, x);
    case X4: return jni_times(g, square, square);
    case INVERSE: return jni_over(g, JNI_ONE, x);
    case INVERSE2: return jni_over(g, JNI_ONE, square);
    case ROOT: return jni_apply(g, JNI_DO_sqrt, x, 0, 0);
    case COS: return jni_apply(g, JNI_DO_cos, x, 0, 0);
    case SIN: return jni_apply(g, JNI_DO_sin, x, 0, 0);
    case COS2: return jni_apply(g, JNI_DO_cos, twice, 0, 0);
    case SIN2: return jni_apply(g, JNI_DO_sin, twice, 0, 0);
    default: return JNI_ONE;
  }
}

// ---- one parameter --------------------------------------------------------------------------------------------------

bool jni_fit_agrees(double value, double expected, double size) {
  return fabs(value - expected) <= tolerance * size + nothing;
}

// A c = b by elimination with pivots; b becomes c, with its elements `step` apart.
static void solve(const jni_fit_family *f, const double *points, double *b, int step) {
  double A[JNI_FIT_TERMS][JNI_FIT_TERMS], c[JNI_FIT_TERMS];
  int n = f->n;
  for (int i = 0; i < n; i++) {
    c[i] = b[i * step];
    for (int k = 0; k < n; k++) A[i][k] = function_value(f->functions[k], points[i]);
  }
  for (int k = 0; k < n; k++) {
    int at = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(A[i][k]) > fabs(A[at][k])) at = i;
    for (int j = 0; j < n; j++) {
      double swap = A[k][j];
      A[k][j] = A[at][j], A[at][j] = swap;
    }
    double swap = c[k];
    c[k] = c[at], c[at] = swap;
    for (int i = k + 1; i < n; i++) {
      double L = A[i][k] / A[k][k];
      for (int j = k; j < n; j++) A[i][j] -= L * A[k][j];
      c[i] -= L * c[k];
    }
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int k = i + 1; k < n; k++) c[i] -= A[i][k] * c[k];
    c[i] /= A[i][i];
  }
  for (int i = 0; i < n; i++) b[i * step] = c[i];
}

static double largest(const double *values, int n) {
  double most = 0;
  for (int i = 0; i < n; i++) most = fmax(most, fabs(values[i]));
  return most;
}

// Coefficients are what people have written where that is as good: few digits, or nothing.
static double tidy(double c, double share, double size) {
  char digits[40];
  double back = c;
  if (share <= 0.1 * tolerance * size) return 0;
  jni_print(digits, sizeof digits, "%.12g", c);
  return jni_number_parse(digits, &back) && fabs(back - c) <= 0.02 * tolerance * fabs(c) ? back : c;
}

static bool fits(const jni_fit_family *f, const double *points, const double *values, int n) {
  double c[JNI_FIT_TERMS], size = largest(values, n);
  memcpy(c, values, (size_t)f->n * sizeof *c);
  solve(f, points, c, 1);
  for (int i = f->n; i < n; i++) {
    double sum = 0;
    for (int k = 0; k < f->n; k++) sum += c[k] * function_value(f->functions[k], points[i]);
    if (!jni_fit_agrees(sum, values[i], size)) return false;
  }
  return true;
}

const jni_fit_family *jni_fit_family_of(const double *points, const double *values, int n) {
  for (const jni_fit_family *f = jni_fit_families; f->n > 0 && f->n + 2 <= n; f++)
    if (fits(f, points, values, n)) return f;
  return NULL;
}

// ---- several --------------------------------------------------------------------------------------------------------

static int count(const jni_fit *fit) {
  int n = 1;
  for (int i = 0; i < fit->n; i++) n *= fit->family[i]->n;
  return n;
}

// The product of functions that coefficient k belongs to.
static double product_value(const jni_fit *fit, int k, const double *parameters) {
  double product = 1;
  for (int i = fit->n - 1; i >= 0; i--) {
    product *= function_value(fit->family[i]->functions[k % fit->family[i]->n], parameters[fit->parameter[i]]);
    k /= fit->family[i]->n;
  }
  return product;
}

// The largest that this product becomes at the points.
static double reach(const jni_fit *fit, int k, const double *const *points) {
  double product = 1;
  for (int i = fit->n - 1; i >= 0; k /= fit->family[i]->n, i--) {
    double most = 0;
    for (int j = 0; j < fit->family[i]->n; j++)
      most = fmax(most,
                  fabs(function_value(fit->family[i]->functions[k % fit->family[i]->n], points[fit->parameter[i]][j])));
    product *= most;
  }
  return product;
}

void jni_fit_solve(const jni_fit *fit, const double *const *points, double *values) {
  int all = count(fit), step = all;
  double size = largest(values, all);
  for (int i = 0; i < fit->n; i++) {
    int n = fit->family[i]->n;
    step /= n;
    for (int k = 0; k < all; k++)
      if (k / step % n == 0) solve(fit->family[i], points[fit->parameter[i]], values + k, step);
  }
  for (int k = 0; k < all; k++) values[k] = tidy(values[k], fabs(values[k]) * reach(fit, k, points), size);
}

double jni_fit_value(const jni_fit *fit, const double *parameters) {
  double sum = 0;
  for (int k = 0; k < count(fit); k++) sum += fit->coefficients[k] * product_value(fit, k, parameters);
  return sum;
}

jni_node jni_fit_write(const jni_fit *fit, jni_graph *g, int first) {
  jni_node sum = JNI_ZERO;
  for (int k = 0; k < count(fit); k++) {
    jni_node product = jni_number_as_is(g, fit->coefficients[k]);
    for (int i = fit->n - 1, rest = k; i >= 0; rest /= fit->family[i]->n, i--) {
      int function = fit->family[i]->functions[rest % fit->family[i]->n];
      product = jni_times(g, product, function_node(g, function, jni_variable(g, first + fit->parameter[i])));
    }
    sum = jni_plus(g, sum, product);
  }
  return sum;
}
