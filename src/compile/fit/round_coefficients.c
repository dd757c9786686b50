// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// round_coefficients.c - coefficients of tables with no more decimals than they are good for; see spline_fit.h. Half of
// the digits of printed code tell nothing otherwise.
#include <math.h>

#include "compile/fit/spline_fit.h"

enum { MOST_DECIMALS = 22 };          // powers of ten up to this one are exact
static const double part = 0.1;       // of the error that is asked for; a coefficient moves by half of it at most
static const double coarsest = 0.01;  // of the largest coefficient of a function

double jni_decimal_unit(double within) { return part * within; }

// So many decimals that a unit of the last is at most this; -1: there are none so many.
static double power_for(double unit) {
  const double rounding = 1e-12;
  double power = 1;
  for (int i = 0; i <= MOST_DECIMALS; i++, power *= 10)
    if (power * unit >= 1 - rounding) return power;
  return -1;
}

double jni_decimal(double x, double within) {
  const double most_whole = 0x1p53;
  double power = power_for(within);
  return power > 0 && fabs(x) * power < most_whole ? round(x * power) / power : x;
}

double jni_nearby_decimal(double x) {
  const double rounding = 1e-14;
  double near = jni_decimal(x, 1e-9);
  return fabs(near - x) <= rounding * fmax(1, fabs(x)) ? near : x;
}

// The quotient of two exact numbers is the double next to the decimal: it reads back as it is.
static void round_function(double *c, size_t n, size_t step, double unit) {
  const double most_whole = 0x1p53;
  double largest = 0;
  for (size_t i = 0; i < n; i++) largest = fmax(largest, fabs(c[i * step]));
  double power = power_for(fmin(unit, coarsest * largest));
  if (power < 0 || !(largest * power < most_whole)) return;
  for (size_t i = 0; i < n; i++) c[i * step] = round(c[i * step] * power) / power;
}

void jni_fit_round(const jni_spline_grid *fit, const double *within, double *block) {
  size_t step = (size_t)jnk_spline_stride(fit->nfunctions), n = 1;
  for (int i = 0; i < fit->nvariables; i++) n *= (size_t)(fit->cells[i] + fit->order - 1);
  double *c = block + jnk_spline_first(fit->nvariables);
  for (int f = 0; f < fit->nfunctions; f++) round_function(c + f, n, step, jni_decimal_unit(within[f]));
}
