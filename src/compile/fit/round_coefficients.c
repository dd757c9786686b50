// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// round_coefficients.c - rounds coefficients of tables to the decimals that their tolerance needs; see spline_fit.h.
// This halves the digits in printed code.
#include <math.h>

#include "compile/fit/spline_fit.h"

enum { MOST_DECIMALS = 22 };  // powers of ten up to this one are exact
// unit of the last decimal divided by the tolerance; rounding changes a coefficient by at most half of the unit
static const double part = 0.1;
static const double coarsest = 0.01;  // upper limit of that unit divided by the largest coefficient of a function

double jni_decimal_unit(double tolerance) { return part * tolerance; }

// Returns the smallest power of ten, 1 or more, whose inverse is at most `unit`; -1 if more than MOST_DECIMALS decimals
// are needed.
static double power_for(double unit) {
  const double rounding = 1e-12;
  double power = 1;
  for (int i = 0; i <= MOST_DECIMALS; i++) {
    if (power * unit >= 1 - rounding) return power;
    power *= 10;
  }
  return -1;
}

double jni_decimal(double x, double tolerance) {
  const double most_whole = 0x1p53;
  double power = power_for(tolerance);
  return power > 0 && fabs(x) * power < most_whole ? round(x * power) / power : x;
}

double jni_nearby_decimal(double x) {
  const double rounding = 1e-14;
  double near = jni_decimal(x, 1e-9);
  return fabs(near - x) <= rounding * fmax(1, fabs(x)) ? near : x;
}

// Rounds n coefficients of a function, which are `step` apart in c, to decimals whose last digit is worth at most
// `unit`; leaves them as they are if that needs more digits than a double has. A rounded coefficient is the quotient of
// two exact numbers, and therefore the double that its decimal reads back as.
static void round_function(double *c, size_t n, size_t step, double unit) {
  const double most_whole = 0x1p53;
  double largest = 0;
  for (size_t i = 0; i < n; i++) largest = fmax(largest, fabs(c[i * step]));
  double power = power_for(fmin(unit, coarsest * largest));
  if (power < 0 || !(largest * power < most_whole)) return;
  for (size_t i = 0; i < n; i++) c[i * step] = round(c[i * step] * power) / power;
}

void jni_fit_round(const jni_spline_grid *fit, const double *tolerance, double *block) {
  size_t step = (size_t)jnk_spline_stride(fit->nfunctions), n = 1;
  for (int i = 0; i < fit->nvariables; i++) n *= (size_t)(fit->cells[i] + fit->order - 1);
  double *c = block + jnk_spline_first(fit->nvariables);
  for (int f = 0; f < fit->nfunctions; f++) round_function(c + f, n, step, jni_decimal_unit(tolerance[f]));
}
