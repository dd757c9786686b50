// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// spline_weights.h - cell of a point in a B-spline table, and the weights of its coefficients: the b_p of spline.h and
// their derivatives.
#ifndef JNK_SPLINE_WEIGHTS_H
#define JNK_SPLINE_WEIGHTS_H

#include "kernel/kernel.h"

// Number of functions of a table that are summed together as one pack, with the same roundings as one by one. The last
// pack of a table is padded.
enum { JNK_PACK = 4 };
#if defined(__GNUC__) && !defined(__CUDACC__)
typedef double jnk_pack __attribute__((vector_size(4 * sizeof(double)), aligned(8), may_alias));
enum { JNK_PACK_STEP = JNK_PACK };
#else
typedef double jnk_pack;
enum { JNK_PACK_STEP = 1 };
#endif

// Adds w times *of to *sum, elementwise, with one rounding each (fused multiply-add).
#if defined(__GNUC__) && defined(__FMA__) && !defined(__CUDACC__)
JNK_WITHIN void jnk_pack_fma(double w, const jnk_pack *of, jnk_pack *sum) {
  const jnk_pack all = {w, w, w, w};
  *sum = __builtin_ia32_vfmaddpd256(all, *of, *sum);
}
#elif defined(__GNUC__) && !defined(__CUDACC__)
JNK_WITHIN void jnk_pack_fma(double w, const jnk_pack *of, jnk_pack *sum) {
  for (int i = 0; i < JNK_PACK; i++) (*sum)[i] = fma(w, (*of)[i], (*sum)[i]);
}
#else
JNK_WITHIN void jnk_pack_fma(double w, const jnk_pack *of, jnk_pack *sum) { *sum = fma(w, *of, *sum); }
#endif

// Shape of a table: n: number of variables; order: degree of the polynomials plus 1 (4: cubic); fused: flag: products
// and sums are fused.
typedef struct {
  int n, order, fused;
} jnk_spline_shape;

#define JNK_PACK_AT(x) (*(const jnk_pack *)(const void *)(x))
#define JNK_PACK_PUT(pack, to) (*(jnk_pack *)(void *)(to) = (pack))

enum { JNK_SPLINE_VARIABLES = 3, JNK_SPLINE_ORDER = 6, JNK_SPLINE_HEAD = 3, JNK_SPLINE_AXIS = 4 };
enum { JNK_SPLINE_WEIGHTS = 2 * JNK_PACK };  // weights for the highest order, padded to packs
// Unused numbers after the last coefficient of a table, so that reading a pack of up to eight numbers there stays
// inside the block.
enum { JNK_SPLINE_SPARE = 7 };
enum { JNK_SPLINE_LINE = 8 };  // the coefficients begin at a multiple of so many numbers, a cache line

// Returns the number of results of one kind (value, one derivative): the number of functions, padded to packs.
JNK_FN int jnk_spline_width(int functions) { return (functions + JNK_PACK - 1) & -JNK_PACK; }

// Returns the distance between the coefficients of neighbouring points; each point has one coefficient for each
// function. It is padded, so that packs do not cross cache lines, unless there are only one or two functions.
JNK_FN int jnk_spline_stride(int functions) { return functions > 2 ? jnk_spline_width(functions) : functions; }

// Returns the index of the first coefficient in the block of a table.
JNK_FN int jnk_spline_first(int variables) {
  return (JNK_SPLINE_HEAD + variables * JNK_SPLINE_AXIS + JNK_SPLINE_LINE - 1) & -JNK_SPLINE_LINE;
}

// These functions are called with constant orders and powers, so that the compiler unrolls all loops.

// Values v of the polynomials b_p at one point along one variable, their first derivatives d and, if requested, second
// derivatives dd, with respect to the variable.
typedef struct {
  double v[JNK_SPLINE_WEIGHTS], d[JNK_SPLINE_WEIGHTS], dd[JNK_SPLINE_WEIGHTS];
} jnk_spline_weights;

// Position of x along one variable: index `at` of the cell; position u in the cell, 0 to 1, and distance `beyond` from
// the range, negative before its begin and 0 inside, both in units of cells.
typedef struct {
  ptrdiff_t at;
  double u, beyond;
} jnk_spline_cell;

JNK_WITHIN jnk_spline_cell jnk_spline_cell_of(const double *axis, double x) {
  double s = (x - axis[0]) * axis[1], cells = axis[2], last = cells - 1;
  if (axis[3] > 0) s -= cells * floor(s / cells);
  double within = 0 > s ? 0 : s;
  within = cells < within ? cells : within;
  ptrdiff_t at = (ptrdiff_t)(within < last ? within : last);  // the last cell for NaN
  jnk_spline_cell cell = {at, within - (double)at, s - within};
  return cell;
}

// Returns, for all p = 0 ... order - 1, the coefficient of u^power in the polynomial b_p.
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

// Makes one step of Horner's rule for values v and derivatives d of several polynomials at u. factor: their next
// coefficients, of the next lower power.
JNK_WITHIN void jnk_spline_lower(const double *factor, double u, jnk_pack *v, jnk_pack *d) {
  *d = *d * u + *v;
  *v = *v * u + JNK_PACK_AT(factor);
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

// Computes the second derivatives w->dd of the weights along one variable; zero outside the range. axis: a, 1/h, cells,
// periodic.
JNK_WITHIN void jnk_spline_bend(const double *axis, int order, const jnk_spline_cell *cell, jnk_spline_weights *w) {
  double scale = cell->beyond == 0 ? axis[1] * axis[1] : 0;
  for (int p = 0; p < order; p += JNK_PACK_STEP) {
    jnk_pack dd = (double)((order - 1) * (order - 2)) * JNK_PACK_AT(jnk_spline_power(order, order - 1) + p);
    for (int k = order - 2; k >= 2; k--)
      dd = dd * cell->u + (double)(k * (k - 1)) * JNK_PACK_AT(jnk_spline_power(order, k) + p);
    JNK_PACK_PUT(dd * scale, w->dd + p);
  }
}

// Distance, in numbers, of the first coefficient of a cell from the first coefficient of the table.
typedef ptrdiff_t jnk_spline_offset;
JNK_WITHIN ptrdiff_t jnk_spline_offset_of(const jnk_spline_offset *offset, int lane) {
  (void)lane;
  return *offset;
}

// Computes the weights w along one variable at *x, and adds the position of the cell to *offset. second: flag: also the
// second derivatives; step: distance of neighbouring coefficients along this variable.
JNK_WITHIN void jnk_spline_along(const double *axis, int order, int second, const double *x, ptrdiff_t step,
                                 jnk_spline_weights *w, jnk_spline_offset *offset) {
  const jnk_spline_cell cell = jnk_spline_cell_of(axis, *x);
  jnk_spline_weigh(axis, order, &cell, w);
  if (second) jnk_spline_bend(axis, order, &cell, w);
  *offset += cell.at * step;
}

// Intermediate storage of sums. For a single system it is not used, because the sums of a pack of functions are results
// at once; for lanes (spline_weights_lanes.h) sums are collected here and transposed.
typedef double jnk_spline_packed[1];
JNK_WITHIN double *jnk_spline_wait(double *packed, int lane, double *out) {
  (void)packed;
  (void)lane;
  return out;
}
JNK_WITHIN ptrdiff_t jnk_spline_spacing(ptrdiff_t width) { return width; }
JNK_WITHIN void jnk_spline_turn(const double *packed, int which, ptrdiff_t left, double *out) {
  (void)packed;
  (void)which;
  (void)left;
  (void)out;
}

#endif
