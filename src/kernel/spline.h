// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// spline.h - tensor B-splines of one, two or three variables on equal cells: several functions at once, with their
// first and second derivatives.
//
// Along a variable the range from a has `cells` cells of width h. In cell i, with u = (x - a)/h - i between 0 and 1,
//   f(x) = sum over p of b_p(u) c_(i+p),   p = 0 ... order - 1
// with the same polynomials b_p in every cell, so that f and its derivatives up to order - 2 are continuous; of several
// variables the b are multiplied. Beyond its range f goes on straight along that variable, or begins anew.
//
//   block: nvariables, order, nfunctions, of each variable a, 1/h, cells and whether it begins anew, and then the
//   coefficients, the functions beside each other: c[i][j][k][function], cells + order - 1 along each variable, and
//   JNK_PACK - 1 numbers that nobody needs
//   results: f of all functions, filled up to a multiple of JNK_PACK, then their derivatives by x, by y, by z; of
//   another call by xx, xy, xz, yy, yz, zz; of those there are
#ifndef JNK_SPLINE_H
#define JNK_SPLINE_H

#include "kernel/kernel.h"

// Functions are summed up four at a time, with the same roundings as one by one; behind the last one stands what is of
// no use.
enum { JNK_PACK = 4 };
#if defined(__GNUC__) && !defined(__CUDACC__)
typedef double jnk_pack __attribute__((vector_size(4 * sizeof(double)), aligned(8), may_alias));
enum { JNK_PACK_STEP = JNK_PACK };
#else
typedef double jnk_pack;
enum { JNK_PACK_STEP = 1 };
#endif

#define JNK_PACK_AT(x) (*(const jnk_pack *)(const void *)(x))
#define JNK_PACK_PUT(pack, to) (*(jnk_pack *)(void *)(to) = (pack))

enum { JNK_SPLINE_VARIABLES = 3, JNK_SPLINE_ORDER = 6, JNK_SPLINE_HEAD = 3, JNK_SPLINE_AXIS = 4 };
enum { JNK_SPLINE_WEIGHTS = 2 * JNK_PACK };  // of the highest order, in packs
enum { JNK_SPLINE_SECONDS = JNK_SPLINE_VARIABLES * (JNK_SPLINE_VARIABLES + 1) / 2 };

// In what follows numbers of variables, orders and powers are constants where functions are called, so that all of it
// is straight code.

// ---- weights --------------------------------------------------------------------------------------------------------

// The b_p of one variable and their derivatives, and those of order 2 where they are asked for.
typedef struct {
  double v[JNK_SPLINE_WEIGHTS], d[JNK_SPLINE_WEIGHTS], dd[JNK_SPLINE_WEIGHTS];
} jnk_spline_weights;

// Where x is along an axis: a, 1/h, cells, whether it begins anew.
typedef struct {
  ptrdiff_t at;
  double u, beyond;  // within the cell, and beyond the range: in cells
} jnk_spline_cell;

JNK_WITHIN jnk_spline_cell jnk_spline_cell_of(const double *axis, double x) {
  double s = (x - axis[0]) * axis[1], cells = axis[2], last = cells - 1;
  if (axis[3] > 0) s -= cells * floor(s / cells);
  double within = 0 > s ? 0 : s;
  within = cells < within ? cells : within;
  ptrdiff_t at = (ptrdiff_t)(within < last ? within : last);  // the last one, if x is no number
  jnk_spline_cell cell = {at, within - (double)at, s - within};
  return cell;
}

// The b_p are polynomials: what a power of u is multiplied with in each of them.
JNK_WITHIN const double *jnk_spline_power(int order, int power) {
  static const double cubic[4][JNK_PACK] = {{1.0 / 6, 2.0 / 3, 1.0 / 6, 0},
                                            {-1.0 / 2, 0, 1.0 / 2, 0},
                                            {1.0 / 2, -1, 1.0 / 2, 0},
                                            {-1.0 / 6, 1.0 / 2, -1.0 / 2, 1.0 / 6}};
  static const double quintic[6][2 * JNK_PACK] = {
      {1.0 / 120, 26.0 / 120, 66.0 / 120, 26.0 / 120, 1.0 / 120, 0, 0, 0},
      {-5.0 / 120, -50.0 / 120, 0, 50.0 / 120, 5.0 / 120, 0, 0, 0},
      {10.0 / 120, 20.0 / 120, -60.0 / 120, 20.0 / 120, 10.0 / 120, 0, 0, 0},
      {-10.0 / 120, 20.0 / 120, 0, -20.0 / 120, 10.0 / 120, 0, 0, 0},
      {5.0 / 120, -20.0 / 120, 30.0 / 120, -20.0 / 120, 5.0 / 120, 0, 0, 0},
      {-1.0 / 120, 5.0 / 120, -10.0 / 120, 10.0 / 120, -5.0 / 120, 1.0 / 120, 0, 0}};
  return order == 4 ? cubic[power] : quintic[power];
}

// From one power to the next lower one by the rule of Horner, values and slopes.
JNK_WITHIN void jnk_spline_lower(const double *factor, double u, jnk_pack *v, jnk_pack *d) {
  *d = *d * u + *v, *v = *v * u + JNK_PACK_AT(factor);
}

JNK_WITHIN void jnk_spline_weigh(const double *axis, int order, const jnk_spline_cell *cell, jnk_spline_weights *w) {
  double u = cell->u;
  for (int p = 0; p < order; p += JNK_PACK_STEP) {
    jnk_pack d = JNK_PACK_AT(jnk_spline_power(order, order - 1) + p), v = d;
    v = v * u + JNK_PACK_AT(jnk_spline_power(order, order - 2) + p);
    if (order == 6) jnk_spline_lower(jnk_spline_power(order, 3) + p, u, &v, &d);
    if (order == 6) jnk_spline_lower(jnk_spline_power(order, 2) + p, u, &v, &d);
    jnk_spline_lower(jnk_spline_power(order, 1) + p, u, &v, &d);
    jnk_spline_lower(jnk_spline_power(order, 0) + p, u, &v, &d);
    JNK_PACK_PUT(v + d * cell->beyond, w->v + p);
    JNK_PACK_PUT(d * axis[1], w->d + p);
  }
}

// Second derivatives; beyond the range there are none.
JNK_WITHIN void jnk_spline_bend(const double *axis, int order, const jnk_spline_cell *cell, jnk_spline_weights *w) {
  double scale = cell->beyond == 0 ? axis[1] * axis[1] : 0;
  for (int p = 0; p < order; p += JNK_PACK_STEP) {
    jnk_pack dd = (double)((order - 1) * (order - 2)) * JNK_PACK_AT(jnk_spline_power(order, order - 1) + p);
    for (int k = order - 2; k >= 2; k--)
      dd = dd * cell->u + (double)(k * (k - 1)) * JNK_PACK_AT(jnk_spline_power(order, k) + p);
    JNK_PACK_PUT(dd * scale, w->dd + p);
  }
}

// ---- sums over the coefficients of neighbouring functions -----------------------------------------------------------

// Where the first coefficient of a cell is, with the weights of each variable and how far coefficients are apart.
typedef struct {
  const double *c;
  jnk_spline_weights w[JNK_SPLINE_VARIABLES];
  ptrdiff_t step[JNK_SPLINE_VARIABLES];
} jnk_spline_place;

// Of what the weights are of each variable: values, slopes or second derivatives.
typedef struct {
  const double *w[JNK_SPLINE_VARIABLES];
} jnk_spline_choice;

JNK_WITHIN void jnk_spline_mix(int order, const double *w, const jnk_pack *of, jnk_pack *sum) {
  *sum = w[0] * of[0];
  *sum += w[1] * of[1], *sum += w[2] * of[2], *sum += w[3] * of[3];
  if (order == 6) *sum += w[4] * of[4], *sum += w[5] * of[5];
}

JNK_WITHIN void jnk_spline_take(int order, const double *c, ptrdiff_t step, jnk_pack *row) {
  row[0] = JNK_PACK_AT(c), row[1] = JNK_PACK_AT(c + step);
  row[2] = JNK_PACK_AT(c + 2 * step), row[3] = JNK_PACK_AT(c + 3 * step);
  if (order == 6) row[4] = JNK_PACK_AT(c + 4 * step), row[5] = JNK_PACK_AT(c + 5 * step);
}

// The sum over variables from i on at one place of those before it.
JNK_WITHIN void jnk_spline_line(const jnk_spline_place *s, int order, const double *w, int i, const double *c,
                                jnk_pack *sum) {
  jnk_pack row[JNK_SPLINE_ORDER];
  jnk_spline_take(order, c, s->step[i], row);
  jnk_spline_mix(order, w, row, sum);
}

JNK_WITHIN void jnk_spline_lines(const jnk_spline_place *s, int order, const double *w, int i, const double *c,
                                 jnk_pack *rows) {
  ptrdiff_t step = s->step[i - 1];
  jnk_spline_line(s, order, w, i, c, rows), jnk_spline_line(s, order, w, i, c + step, rows + 1);
  jnk_spline_line(s, order, w, i, c + 2 * step, rows + 2), jnk_spline_line(s, order, w, i, c + 3 * step, rows + 3);
  if (order == 6)
    jnk_spline_line(s, order, w, i, c + 4 * step, rows + 4), jnk_spline_line(s, order, w, i, c + 5 * step, rows + 5);
}

// Along the first variable, summed up over the others.
JNK_WITHIN void jnk_spline_rows(const jnk_spline_place *s, int n, int order, const jnk_spline_choice *by,
                                const double *c, jnk_pack *rows) {
  if (n == 1) jnk_spline_take(order, c, s->step[0], rows);
  if (n == 2) jnk_spline_lines(s, order, by->w[1], 1, c, rows);
  for (int p = 0; p < order && n == 3; p++) {
    jnk_pack inner[JNK_SPLINE_ORDER];
    jnk_spline_lines(s, order, by->w[2], 2, c + p * s->step[0], inner);
    jnk_spline_mix(order, by->w[1], inner, rows + p);
  }
}

JNK_WITHIN void jnk_spline_sum(const jnk_spline_place *s, int n, int order, const jnk_spline_choice *by,
                               const double *c, double *out) {
  jnk_pack rows[JNK_SPLINE_ORDER], sum;
  jnk_spline_rows(s, n, order, by, c, rows);
  jnk_spline_mix(order, by->w[0], rows, &sum);
  JNK_PACK_PUT(sum, out);
}

// One derivative of variables i and k; -1: none.
JNK_WITHIN jnk_spline_choice jnk_spline_by(const jnk_spline_place *s, int i, int k) {
  jnk_spline_choice by;
  for (int j = 0; j < JNK_SPLINE_VARIABLES; j++)
    by.w[j] = i == j && k == j ? s->w[j].dd : i == j || k == j ? s->w[j].d : s->w[j].v;
  return by;
}

// ---- calls ----------------------------------------------------------------------------------------------------------

// Results of one kind.
JNK_FN int jnk_spline_width(int functions) { return (functions + JNK_PACK - 1) & -JNK_PACK; }

// Along variable i; returns the step of the variable before it.
JNK_WITHIN ptrdiff_t jnk_spline_go(const double *axis, int order, int second, double x, ptrdiff_t step, int i,
                                   jnk_spline_place *place) {
  const jnk_spline_cell cell = jnk_spline_cell_of(axis, x);
  jnk_spline_weigh(axis, order, &cell, &place->w[i]);
  if (second) jnk_spline_bend(axis, order, &cell, &place->w[i]);
  place->step[i] = step, place->c += cell.at * step;
  return step * ((ptrdiff_t)axis[2] + order - 1);
}

JNK_WITHIN void jnk_spline_find(const double *block, int n, int order, int second, const double *in,
                                jnk_spline_place *place) {
  const double *axes = block + JNK_SPLINE_HEAD;
  ptrdiff_t step = (ptrdiff_t)block[2];
  place->c = axes + n * JNK_SPLINE_AXIS;
  if (n > 2) step = jnk_spline_go(axes + 2 * JNK_SPLINE_AXIS, order, second, in[2], step, 2, place);
  if (n > 1) step = jnk_spline_go(axes + JNK_SPLINE_AXIS, order, second, in[1], step, 1, place);
  jnk_spline_go(axes, order, second, in[0], step, 0, place);
}

// The value, and derivatives by each variable. The value and the first of them have the same rows.
JNK_WITHIN void jnk_spline_jet(const jnk_spline_place *s, int n, int order, const double *c, ptrdiff_t width,
                               double *out) {
  jnk_pack rows[JNK_SPLINE_ORDER], sum;
  const jnk_spline_choice value = jnk_spline_by(s, -1, -1);
  jnk_spline_rows(s, n, order, &value, c, rows);
  jnk_spline_mix(order, s->w[0].v, rows, &sum);
  JNK_PACK_PUT(sum, out);
  if (n == 1) jnk_spline_rows(s, n, order, &value, c, rows);  // to be read again is faster than to wait
  jnk_spline_mix(order, s->w[0].d, rows, &sum);
  JNK_PACK_PUT(sum, out + width);
  for (int i = 1; i < n; i++) {
    const jnk_spline_choice by = jnk_spline_by(s, i, -1);
    jnk_spline_sum(s, n, order, &by, c, out + (i + 1) * width);
  }
}

JNK_WITHIN void jnk_spline_values(const double *block, int n, int order, const double *in, double *out) {
  jnk_spline_place place;
  ptrdiff_t width = jnk_spline_width((int)block[2]);
  const double *end = out + width;
  jnk_spline_find(block, n, order, 0, in, &place);
  do jnk_spline_jet(&place, n, order, place.c, width, out);
  while (place.c += JNK_PACK_STEP, (out += JNK_PACK_STEP) < end);
}

JNK_WITHIN void jnk_spline_seconds(const double *block, int n, int order, const double *in, double *out) {
  jnk_spline_place place;
  ptrdiff_t width = jnk_spline_width((int)block[2]);
  jnk_spline_find(block, n, order, 1, in, &place);
  for (int i = 0; i < n; i++)
    for (int k = i; k < n; k++, out += width) {
      const jnk_spline_choice by = jnk_spline_by(&place, i, k);
      for (ptrdiff_t f = 0; f < width; f += JNK_PACK_STEP) jnk_spline_sum(&place, n, order, &by, place.c + f, out + f);
    }
}

// Each by its own shape.
JNK_RARE void jnk_spline_line_cubic(const double *block, const double *in, double *out) {
  jnk_spline_values(block, 1, 4, in, out);
}

JNK_RARE void jnk_spline_face_cubic(const double *block, const double *in, double *out) {
  jnk_spline_values(block, 2, 4, in, out);
}

JNK_RARE void jnk_spline_rest(const double *block, const double *in, double *out) {
  if (block[1] < 5) jnk_spline_values(block, 3, 4, in, out);
  else if (block[0] < 2) jnk_spline_values(block, 1, 6, in, out);
  else if (block[0] < 3) jnk_spline_values(block, 2, 6, in, out);
  else jnk_spline_values(block, 3, 6, in, out);
}

// Of each function its value and derivatives.
JNK_FN void jnk_call_spline(const double *block, const double *in, double *out) {
  if (block[1] < 5 && block[0] < 2) jnk_spline_line_cubic(block, in, out);
  else if (block[1] < 5 && block[0] < 3) jnk_spline_face_cubic(block, in, out);
  else jnk_spline_rest(block, in, out);
}

// Of each function its second derivatives.
JNK_FN void jnk_call_spline_second(const double *block, const double *in, double *out) {
  if (block[1] < 5 && block[0] < 2) jnk_spline_seconds(block, 1, 4, in, out);
  else if (block[1] < 5 && block[0] < 3) jnk_spline_seconds(block, 2, 4, in, out);
  else if (block[1] < 5) jnk_spline_seconds(block, 3, 4, in, out);
  else if (block[0] < 2) jnk_spline_seconds(block, 1, 6, in, out);
  else if (block[0] < 3) jnk_spline_seconds(block, 2, 6, in, out);
  else jnk_spline_seconds(block, 3, 6, in, out);
}

#endif
