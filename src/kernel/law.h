// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// law.h - laws y(x) as a table, a polynomial or several polynomials on adjacent intervals: value, slope, integral from
// 0 (the potential of a spring with this law), and mean over an interval (the force that does that spring's work).
//
// A table has n increasing x. It is interpolated linearly or, if smooth, by the monotone cubic of Fritsch and Carlson
// with the slopes of Fritsch and Butland, which depend on three points each and are not stored. Outside of the table
// the law is continued linearly with the slope of the nearest end. One point is a constant, no point is zero. A NaN
// argument gives NaN.
#ifndef JNK_LAW_H
#define JNK_LAW_H

#include "kernel/knots.h"

// Cubic piece of a table: y = y0 + u (d + u (c + u e)), u = x - x0.
typedef struct {
  double x0, y0, d, c, e;
} jnk_piece;

JNK_FN double jnk_piece_value(const jnk_piece *p, double x) {
  double u = x - p->x0;
  return p->y0 + u * (p->d + u * (p->c + u * p->e));
}

JNK_FN double jnk_piece_slope(const jnk_piece *p, double x) {
  double u = x - p->x0;
  return p->d + u * (2 * p->c + u * 3 * p->e);
}

// Returns the integral of a piece from its x0 to x.
JNK_FN double jnk_piece_integral(const jnk_piece *p, double x) {
  double u = x - p->x0;
  return u * (p->y0 + u * (p->d / 2 + u * (p->c / 3 + u * p->e / 4)));
}

// ---- slopes of the monotone cubic ---------------------------------------------------------------

// Returns the slope of a monotone cubic table at one of its ends: that of the parabola through the three end points,
// limited so that the curve stays monotone. h0, d0: width of the first interval from the end, and slope of its chord;
// h1, d1: those of the second.
JNK_FN double jnk_monotone_end_slope(double h0, double d0, double h1, double d1) {
  double slope = ((2 * h0 + h1) * d0 - h0 * d1) / (h0 + h1);
  if (!(slope * d0 > 0)) return 0;
  return d0 * d1 < 0 && fabs(slope) > 3 * fabs(d0) ? 3 * d0 : slope;
}

// Returns the slope of a monotone cubic table at an inner knot: the weighted harmonic mean of the chord slopes d0 and
// d1 of the adjacent intervals of width h0 and h1; 0 at an extremum.
JNK_FN double jnk_monotone_inner_slope(double h0, double d0, double h1, double d1) {
  if (!(d0 * d1 > 0)) return 0;
  double w0 = 2 * h1 + h0, w1 = h1 + 2 * h0;
  return (w0 + w1) / (w0 / d0 + w1 / d1);
}

// Returns the slope of the chord of interval k, from point k to point k + 1; sets *width to the width of the interval.
JNK_FN double jnk_chord(const double *x, const double *y, int k, double *width) {
  *width = x[k + 1] - x[k];
  return (y[k + 1] - y[k]) / *width;
}

// Returns the slope at knot i of the monotone cubic through n >= 2 points.
JNK_FN double jnk_monotone_slope(const double *x, const double *y, int n, int i) {
  int near = i < n - 1 ? i : n - 2, other = i == 0 ? 1 : (i < n - 1 ? i - 1 : n - 3);
  double h0, h1, d0 = jnk_chord(x, y, near, &h0);
  if (n == 2) return d0;
  double d1 = jnk_chord(x, y, other, &h1);
  if (i == 0 || i == n - 1) return jnk_monotone_end_slope(h0, d0, h1, d1);
  return jnk_monotone_inner_slope(h1, d1, h0, d0);
}

// ---- tables -------------------------------------------------------------------------------------

// Returns polynomial piece i, from point i to point i + 1, of a table of n >= 1 points; i = -1: the piece before the
// first point. smooth: 1: monotone cubic, 0: linear.
JNK_FN jnk_piece jnk_table_piece(const double *x, const double *y, int n, int smooth, int i) {
  jnk_piece p = {0, 0, 0, 0, 0};
  int k = i < 0 ? 0 : i;
  p.x0 = x[k];
  p.y0 = y[k];
  if (n < 2) return p;
  double h, d = jnk_chord(x, y, k < n - 1 ? k : n - 2, &h);
  p.d = smooth ? jnk_monotone_slope(x, y, n, k) : d;
  if (smooth && i >= 0 && i < n - 1) {
    double d1 = jnk_monotone_slope(x, y, n, k + 1);
    p.c = (3 * d - 2 * p.d - d1) / h;
    p.e = (p.d + d1 - 2 * d) / (h * h);
  }
  return p;
}

// Returns the value of a table of n points at the argument `at`, and sets *slope to the derivative there; slope must
// not be NULL.
JNK_FN double jnk_table_value(const double *x, const double *y, int n, int smooth, double at, double *slope) {
  *slope = 0;
  if (n < 1) return 0;
  jnk_piece p = jnk_table_piece(x, y, n, smooth, jnk_table_find(x, n, at));
  *slope = jnk_piece_slope(&p, at);
  return jnk_piece_value(&p, at);
}

// Returns the integral of a table over its argument from 0 to `at`.
JNK_FN double jnk_table_integral(const double *x, const double *y, int n, int smooth, double at) {
  if (n < 1) return 0;
  if (isnan(at)) return at;
  double from = at < 0 ? at : 0, to = at < 0 ? 0 : at, sum = 0;
  int last = jnk_table_find(x, n, to);
  for (int i = jnk_table_find(x, n, from); i <= last; i++) {
    jnk_piece p = jnk_table_piece(x, y, n, smooth, i);
    double end = i < last ? x[i + 1] : to;
    sum += jnk_piece_integral(&p, end) - jnk_piece_integral(&p, from);
    from = end;
  }
  return at < 0 ? -sum : sum;
}

// Returns the mean of a table between the arguments a and b, in any order. Integrates piece by piece with Simpson's
// rule, which is exact for cubics and loses no digits if a and b are close.
JNK_FN double jnk_table_mean(const double *x, const double *y, int n, int smooth, double a, double b) {
  if (n < 1) return 0;
  double low = a < b ? a : b, high = a < b ? b : a, width = high - low, mean = 0;
  if (isnan(width)) return width;
  int last = jnk_table_find(x, n, high);
  for (int i = jnk_table_find(x, n, low); i <= last; i++) {
    jnk_piece p = jnk_table_piece(x, y, n, smooth, i);
    double end = i < last ? x[i + 1] : high, share = width > 0 ? (end - low) / width : 1;
    mean += share *
            (jnk_piece_value(&p, low) + 4 * jnk_piece_value(&p, low + 0.5 * (end - low)) + jnk_piece_value(&p, end)) /
            6;
    low = end;
  }
  return mean;
}

// ---- polynomials: y = c0 + c1 x + ... + c(n-1) x^(n-1) ------------------------------------------------

JNK_FN double jnk_polynomial_value(const double *c, int n, double at, double *slope) {
  double y = 0, d = 0;
  for (int i = n - 1; i >= 0; i--) {
    d = d * at + y;
    y = y * at + c[i];
  }
  *slope = d;
  return y;
}

JNK_FN double jnk_polynomial_integral(const double *c, int n, double at) {
  double sum = 0;
  for (int i = n - 1; i >= 0; i--) sum = sum * at + c[i] / (i + 1);
  return sum * at;
}

// Returns the mean between a and b of the polynomial with the n coefficients c. The mean of x^i is (a^i + a^(i-1) b +
// ... + b^i) / (i + 1).
JNK_FN double jnk_polynomial_mean(const double *c, int n, double a, double b) {
  double mean = 0, power = 1, sum = 0;
  for (int i = 0; i < n; i++) {
    sum = sum * b + power;
    power *= a;
    mean += c[i] * sum / (i + 1);
  }
  return mean;
}

// ---- piecewise polynomials: m coefficients each, in powers of x itself; the i-th one ends at breaks[i]

JNK_FN double jnk_pieces_value(const double *c, int m, const double *breaks, int nbreaks, double at, double *slope) {
  return jnk_polynomial_value(c + (size_t)(jnk_table_find(breaks, nbreaks, at) + 1) * (size_t)m, m, at, slope);
}

// Law y(x) in one of three forms: a table of n points; one polynomial of ncoefficients; or nbreaks + 1 polynomials of
// ncoefficients each, on the intervals between the breaks.
typedef struct {
  int n, smooth;
  const double *x, *y;
  int ncoefficients, nbreaks;
  const double *polynomial, *breaks;
} jnk_law;

JNK_FN double jnk_law_value(const jnk_law *law, double at, double *slope) {
  if (law->n > 0) return jnk_table_value(law->x, law->y, law->n, law->smooth, at, slope);
  if (law->nbreaks == 0) return jnk_polynomial_value(law->polynomial, law->ncoefficients, at, slope);
  return jnk_pieces_value(law->polynomial, law->ncoefficients, law->breaks, law->nbreaks, at, slope);
}

// Returns the integral from 0 to `at` of a law of several polynomials of m coefficients each, on the intervals between
// the breaks.
JNK_FN double jnk_pieces_integral(const double *c, int m, const double *breaks, int nbreaks, double at) {
  if (isnan(at)) return at;
  double from = at < 0 ? at : 0, to = at < 0 ? 0 : at, sum = 0;
  int last = jnk_table_find(breaks, nbreaks, to) + 1;
  for (int i = jnk_table_find(breaks, nbreaks, from) + 1; i <= last; i++) {
    const double *piece = c + (size_t)i * (size_t)m;
    double end = i < last ? breaks[i] : to;
    sum += jnk_polynomial_integral(piece, m, end) - jnk_polynomial_integral(piece, m, from);
    from = end;
  }
  return at < 0 ? -sum : sum;
}

JNK_FN double jnk_law_integral(const jnk_law *law, double at) {
  if (law->n > 0) return jnk_table_integral(law->x, law->y, law->n, law->smooth, at);
  if (law->nbreaks == 0) return jnk_polynomial_integral(law->polynomial, law->ncoefficients, at);
  return jnk_pieces_integral(law->polynomial, law->ncoefficients, law->breaks, law->nbreaks, at);
}

JNK_FN double jnk_pieces_mean(const double *c, int m, const double *breaks, int nbreaks, double a, double b) {
  double low = a < b ? a : b, high = a < b ? b : a, width = high - low, mean = 0;
  if (isnan(width)) return width;
  int last = jnk_table_find(breaks, nbreaks, high) + 1;
  for (int i = jnk_table_find(breaks, nbreaks, low) + 1; i <= last; i++) {
    double end = i < last ? breaks[i] : high, share = width > 0 ? (end - low) / width : 1;
    mean += share * jnk_polynomial_mean(c + (size_t)i * (size_t)m, m, low, end);
    low = end;
  }
  return mean;
}

JNK_FN double jnk_law_mean(const jnk_law *law, double a, double b) {
  if (law->n > 0) return jnk_table_mean(law->x, law->y, law->n, law->smooth, a, b);
  if (law->nbreaks == 0) return jnk_polynomial_mean(law->polynomial, law->ncoefficients, a, b);
  return jnk_pieces_mean(law->polynomial, law->ncoefficients, law->breaks, law->nbreaks, a, b);
}

#endif
