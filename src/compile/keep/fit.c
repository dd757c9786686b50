// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fit.c - see fit.h.
#include "compile/keep/fit.h"

#include <math.h>
#include <string.h>

static const double tolerance = 2e-13;  // what rounding may leave, of the largest value
static const double nothing = 1e-15;    // numbers below are the rest of a difference

// ---- functions ------------------------------------------------------------------------------------------------------

enum { ONE, X, X2, X3, X4, INVERSE, INVERSE2, ROOT, COS, SIN, COS2, SIN2, FRACTION };  // the last: 1/(1 + pole x)

const jni_fit_family jni_fit_families[] = {{1, {ONE}},
                                           {2, {ONE, X}},
                                           {2, {ONE, X2}},
                                           {2, {ONE, INVERSE}},
                                           {2, {ONE, FRACTION}},
                                           {3, {ONE, X, X2}},
                                           {3, {ONE, COS, SIN}},
                                           {3, {ONE, ROOT, X}},
                                           {3, {ONE, INVERSE, INVERSE2}},
                                           {3, {ONE, X, INVERSE}},
                                           {3, {ONE, X, FRACTION}},
                                           {4, {ONE, X, X2, X3}},
                                           {5, {ONE, X, X2, X3, X4}},
                                           {5, {ONE, COS, SIN, COS2, SIN2}},
                                           {0, {0}}};

static double function_value(int function, double x, double pole) {
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
    case FRACTION: return 1 / (1 + pole * x);
    default: return 1;
  }
}

static jni_node function_node(jni_graph *g, int function, jni_node x, double pole) {
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
    case FRACTION: return jni_over(g, JNI_ONE, jni_plus(g, JNI_ONE, jni_times(g, jni_number_as_is(g, pole), x)));
    default: return JNI_ONE;
  }
}

// ---- one parameter --------------------------------------------------------------------------------------------------

bool jni_fit_agrees(double value, double expected, double size) {
  return fabs(value - expected) <= tolerance * size + nothing;
}

// A c = b by elimination with pivots, where b stands in c.
static void eliminate(int n, double A[JNI_FIT_TERMS][JNI_FIT_TERMS], double *c) {
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
}

// Values at the first points become coefficients; they stand `step` apart.
static void solve(const jni_fit_family *f, double pole, const double *points, double *values, int step) {
  double A[JNI_FIT_TERMS][JNI_FIT_TERMS], c[JNI_FIT_TERMS];
  int n = f->n;
  for (int i = 0; i < n; i++) {
    c[i] = values[i * step];
    for (int k = 0; k < n; k++) A[i][k] = function_value(f->functions[k], points[i], pole);
  }
  eliminate(n, A, c);
  for (int i = 0; i < n; i++) values[i * step] = c[i];
}

// Of a fraction: v (1 + pole x) = a + b x (+ c x^2), from one value more than there are functions.
static double find_pole(const jni_fit_family *f, const double *points, const double *values) {
  double A[JNI_FIT_TERMS][JNI_FIT_TERMS], c[JNI_FIT_TERMS];
  int n = f->n + 1;
  if (f->functions[f->n - 1] != FRACTION) return 0;
  for (int i = 0; i < n; i++) {
    A[i][0] = 1, c[i] = values[i];
    for (int k = 1; k < n - 1; k++) A[i][k] = A[i][k - 1] * points[i];
    A[i][n - 1] = -points[i] * values[i];
  }
  eliminate(n, A, c);
  return c[n - 1];
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

static bool fits_with(const jni_fit_family *f, double pole, const double *points, const double *values, int n) {
  double c[JNI_FIT_TERMS], size = largest(values, n);
  memcpy(c, values, (size_t)f->n * sizeof *c);
  solve(f, pole, points, c, 1);
  for (int i = f->n; i < n; i++) {
    double sum = 0;
    for (int k = 0; k < f->n; k++) sum += c[k] * function_value(f->functions[k], points[i], pole);
    if (!jni_fit_agrees(sum, values[i], size)) return false;
  }
  return true;
}

// A pole is known to few digits less than the values: one of few digits comes first.
static bool fits(const jni_fit_family *f, const double *points, const double *values, int n, double *pole) {
  char digits[40];
  double found = find_pole(f, points, values);
  jni_print(digits, sizeof digits, "%.9g", found);
  if (jni_number_parse(digits, pole) && fits_with(f, *pole, points, values, n)) return true;
  return fits_with(f, *pole = found, points, values, n);
}

const jni_fit_family *jni_fit_family_of(const double *points, const double *values, int n, double *pole) {
  for (const jni_fit_family *f = jni_fit_families; f->n > 0 && f->n + 2 <= n; f++)
    if (fits(f, points, values, n, pole)) return f;
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
    product *=
        function_value(fit->family[i]->functions[k % fit->family[i]->n], parameters[fit->parameter[i]], fit->pole[i]);
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
      most = fmax(most, fabs(function_value(fit->family[i]->functions[k % fit->family[i]->n],
                                            points[fit->parameter[i]][j], fit->pole[i])));
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
      if (k / step % n == 0) solve(fit->family[i], fit->pole[i], points[fit->parameter[i]], values + k, step);
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
      product =
          jni_times(g, product, function_node(g, function, jni_variable(g, first + fit->parameter[i]), fit->pole[i]));
    }
    sum = jni_plus(g, sum, product);
  }
  return sum;
}
