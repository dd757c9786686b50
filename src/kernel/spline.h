// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// spline.h - uniform tensor-product B-splines of one, two or three variables: several functions at once, with first and
// second derivatives.
//
// The range of a variable begins at a and has `cells` cells of width h. In cell i, with u = (x - a)/h - i in [0, 1],
//   f(x) = sum over p of b_p(u) c_(i+p),   p = 0 ... order - 1
// with the same polynomials b_p in every cell, so that f and its derivatives up to order - 2 are continuous. For
// several variables the b_p are multiplied. Beyond its range f is extrapolated linearly, or continued periodically.
//
//   block: nvariables, order, nfunctions; for each variable a, 1/h, cells, periodic; from a multiple of JNK_SPLINE_LINE
//   on the coefficients c[i][j][k][function], cells + order - 1 along each variable, where more than two functions are
//   padded to a multiple of JNK_PACK; then JNK_SPLINE_SPARE unused numbers
//   results: f of all functions, padded to a multiple of JNK_PACK, then their derivatives by x, y, z; for second
//   derivatives by xx, xy, xz, yy, yz, zz (only those of the variables that exist)
#ifndef JNK_SPLINE_H
#define JNK_SPLINE_H

#include "kernel/real.h"
#include "kernel/spline_weights.h"

// These functions are called with constant shapes, so that the compiler unrolls all loops.

// ---- sums over the coefficients of a cell, for a pack of functions --------------------------------------------------

// Cell of a table at one point, for each lane: address c of its first coefficient; for each variable, the weights w of
// the coefficients and the distance `step` between neighbouring coefficients.
typedef struct {
  const double *c[JNK_LANES];
  jnk_spline_weights w[JNK_SPLINE_VARIABLES];
  ptrdiff_t step[JNK_SPLINE_VARIABLES];
} jnk_spline_place;

// Weights of one lane for each variable: those of the value, of a first or of a second derivative.
typedef struct {
  const double *w[JNK_SPLINE_VARIABLES];
} jnk_spline_choice;

JNK_WITHIN void jnk_spline_add(jnk_spline_shape is, double w, const jnk_pack *of, jnk_pack *sum) {
  if (is.fused) jnk_pack_fma(w, of, sum);
  else *sum += w * *of;
}

JNK_WITHIN void jnk_spline_mix(jnk_spline_shape is, const double *w, const jnk_pack *of, jnk_pack *sum) {
  *sum = w[0] * of[0];
  jnk_spline_add(is, w[JNK_LANES], of + 1, sum);
  jnk_spline_add(is, w[2 * JNK_LANES], of + 2, sum);
  jnk_spline_add(is, w[3 * JNK_LANES], of + 3, sum);
  if (is.order == 6) {
    jnk_spline_add(is, w[4 * JNK_LANES], of + 4, sum);
    jnk_spline_add(is, w[5 * JNK_LANES], of + 5, sum);
  }
}

JNK_WITHIN void jnk_spline_take(jnk_spline_shape is, const double *c, ptrdiff_t step, jnk_pack *row) {
  row[0] = JNK_PACK_AT(c);
  row[1] = JNK_PACK_AT(c + step);
  row[2] = JNK_PACK_AT(c + 2 * step);
  row[3] = JNK_PACK_AT(c + 3 * step);
  if (is.order == 6) {
    row[4] = JNK_PACK_AT(c + 4 * step);
    row[5] = JNK_PACK_AT(c + 5 * step);
  }
}

// Sets *sum to the sum of coefficients times weights w along variable i, for one pack of functions. c: first
// coefficient.
JNK_WITHIN void jnk_spline_line(const jnk_spline_place *s, jnk_spline_shape is, const double *w, int i, const double *c,
                                jnk_pack *sum) {
  jnk_pack row[JNK_SPLINE_ORDER];
  jnk_spline_take(is, c, s->step[i], row);
  jnk_spline_mix(is, w, row, sum);
}

JNK_WITHIN void jnk_spline_lines(const jnk_spline_place *s, jnk_spline_shape is, const double *w, int i,
                                 const double *c, jnk_pack *rows) {
  ptrdiff_t step = s->step[i - 1];
  jnk_spline_line(s, is, w, i, c, rows);
  jnk_spline_line(s, is, w, i, c + step, rows + 1);
  jnk_spline_line(s, is, w, i, c + 2 * step, rows + 2);
  jnk_spline_line(s, is, w, i, c + 3 * step, rows + 3);
  if (is.order == 6) {
    jnk_spline_line(s, is, w, i, c + 4 * step, rows + 4);
    jnk_spline_line(s, is, w, i, c + 5 * step, rows + 5);
  }
}

// Sums coefficients times weights over all variables but the first. rows[p] receives the sum for coefficient p along
// the first variable; by: weights; c: first coefficient of the cell.
JNK_WITHIN void jnk_spline_rows(const jnk_spline_place *s, jnk_spline_shape is, const jnk_spline_choice *by,
                                const double *c, jnk_pack *rows) {
  if (is.n == 1) jnk_spline_take(is, c, s->step[0], rows);
  if (is.n == 2) jnk_spline_lines(s, is, by->w[1], 1, c, rows);
  for (int p = 0; p < is.order && is.n == 3; p++) {
    jnk_pack inner[JNK_SPLINE_ORDER];
    jnk_spline_lines(s, is, by->w[2], 2, c + p * s->step[0], inner);
    jnk_spline_mix(is, by->w[1], inner, rows + p);
  }
}

JNK_WITHIN void jnk_spline_sum(const jnk_spline_place *s, jnk_spline_shape is, const jnk_spline_choice *by,
                               const double *c, double *out) {
  jnk_pack rows[JNK_SPLINE_ORDER], sum;
  jnk_spline_rows(s, is, by, c, rows);
  jnk_spline_mix(is, by->w[0], rows, &sum);
  JNK_PACK_PUT(sum, out);
}

// Chooses, in *by, the weights of a lane for the value (i = k = -1), the derivative with respect to variable i (k =
// -1), or the second derivative with respect to variables i and k.
JNK_WITHIN void jnk_spline_choose(const jnk_spline_place *s, int lane, int i, int k, jnk_spline_choice *by) {
  for (int j = 0; j < JNK_SPLINE_VARIABLES; j++)
    by->w[j] = lane + (i == j && k == j ? s->w[j].dd : i == j || k == j ? s->w[j].d : s->w[j].v);
}

// Computes the value and the derivative by each variable of one pack of functions in one lane. Stores them in out,
// `spacing` apart. Value and derivative by the first variable use the same rows. With one variable the rows are the
// coefficients themselves; reading them again is faster than keeping them.
JNK_WITHIN void jnk_spline_jet(const jnk_spline_place *s, jnk_spline_shape is, int lane, const double *c,
                               ptrdiff_t spacing, double *out) {
  jnk_pack rows[JNK_SPLINE_ORDER], sum;
  jnk_spline_choice by;
  jnk_spline_choose(s, lane, -1, -1, &by);
  jnk_spline_rows(s, is, &by, c, rows);
  jnk_spline_mix(is, s->w[0].v + lane, rows, &sum);
  JNK_PACK_PUT(sum, out);
  if (is.n == 1) jnk_spline_rows(s, is, &by, c, rows);
  jnk_spline_mix(is, s->w[0].d + lane, rows, &sum);
  JNK_PACK_PUT(sum, out + spacing);
  for (int i = 1; i < is.n; i++) {
    jnk_spline_choose(s, lane, i, -1, &by);
    jnk_spline_sum(s, is, &by, c, out + (i + 1) * spacing);
  }
}

// ---- calls ----------------------------------------------------------------------------------------------------------

JNK_WITHIN void jnk_spline_find(const double *block, jnk_spline_shape is, int second, const jnk_real *in,
                                jnk_spline_place *s) {
  const double *axis = block + JNK_SPLINE_HEAD, *axis_y = axis + JNK_SPLINE_AXIS, *axis_z = axis_y + JNK_SPLINE_AXIS;
  jnk_spline_offset offset = {0};
  ptrdiff_t step = jnk_spline_stride((int)block[2]);
  if (is.n > 2) {
    jnk_spline_along(axis_z, is.order, second, in + 2, step, &s->w[2], &offset);
    s->step[2] = step;
    step *= (ptrdiff_t)axis_z[2] + is.order - 1;
  }
  if (is.n > 1) {
    jnk_spline_along(axis_y, is.order, second, in + 1, step, &s->w[1], &offset);
    s->step[1] = step;
    step *= (ptrdiff_t)axis_y[2] + is.order - 1;
  }
  jnk_spline_along(axis, is.order, second, in, step, &s->w[0], &offset);
  s->step[0] = step;
  for (int lane = 0; lane < JNK_LANES; lane++)
    s->c[lane] = block + jnk_spline_first(is.n) + jnk_spline_offset_of(&offset, lane);
}

JNK_WITHIN void jnk_spline_values(const double *block, jnk_spline_shape is, const jnk_real *in, jnk_real *out) {
  jnk_spline_place place;
  jnk_spline_packed packed;
  ptrdiff_t width = jnk_spline_width((int)block[2]);
  const jnk_real *end = out + width;
  jnk_spline_find(block, is, 0, in, &place);
  do {
    for (int lane = 0; lane < JNK_LANES; lane++) {
      jnk_spline_jet(&place, is, lane, place.c[lane], jnk_spline_spacing(width), jnk_spline_wait(packed, lane, out));
      place.c[lane] += JNK_PACK_STEP;
    }
    for (int i = 0; i <= is.n; i++) jnk_spline_turn(packed, i, end - out, out + i * width);
    out += JNK_PACK_STEP;
  } while (out < end);
}

JNK_WITHIN void jnk_spline_seconds(const double *block, jnk_spline_shape is, const jnk_real *in, jnk_real *out) {
  jnk_spline_place place;
  jnk_spline_packed packed;
  jnk_spline_choice by;
  ptrdiff_t width = jnk_spline_width((int)block[2]);
  jnk_spline_find(block, is, 1, in, &place);
  for (int i = 0; i < is.n; i++)
    for (int k = i; k < is.n; k++) {
      for (ptrdiff_t f = 0; f < width; f += JNK_PACK_STEP) {
        for (int lane = 0; lane < JNK_LANES; lane++) {
          jnk_spline_choose(&place, lane, i, k, &by);
          jnk_spline_sum(&place, is, &by, place.c[lane] + f, jnk_spline_wait(packed, lane, out + f));
        }
        jnk_spline_turn(packed, 0, width - f, out + f);
      }
      out += width;
    }
}

JNK_WITHIN jnk_spline_shape jnk_spline_shape_of(int n, int order, int fused) {
  jnk_spline_shape is = {n, order, fused};
  return is;
}

// Computes values and first derivatives of a table of one of the shapes that have no function of their own below: cubic
// in three variables, or quintic in one to three. fused: 1: with fused multiply-add, 0: without. in, out: as
// jnk_call_spline.
JNK_WITHIN void jnk_spline_other(const double *block, int fused, const jnk_real *in, jnk_real *out) {
  if (block[1] < 5) jnk_spline_values(block, jnk_spline_shape_of(3, 4, fused), in, out);
  else if (block[0] < 2) jnk_spline_values(block, jnk_spline_shape_of(1, 6, fused), in, out);
  else if (block[0] < 3) jnk_spline_values(block, jnk_spline_shape_of(2, 6, fused), in, out);
  else jnk_spline_values(block, jnk_spline_shape_of(3, 6, fused), in, out);
}

// The following six functions compute values and first derivatives for one shape each (those named `rest`: for all
// other shapes), which is a constant in them so that compilers unroll the loops.

// Computes values and first derivatives of a cubic spline table of one variable. in, out: as jnk_call_spline.
JNK_RARE void jnk_spline_line_cubic(const double *block, const jnk_real *in, jnk_real *out) {
  jnk_spline_values(block, jnk_spline_shape_of(1, 4, 0), in, out);
}

// Computes values and first derivatives of a cubic spline table of two variables.
JNK_RARE void jnk_spline_face_cubic(const double *block, const jnk_real *in, jnk_real *out) {
  jnk_spline_values(block, jnk_spline_shape_of(2, 4, 0), in, out);
}

// Computes values and first derivatives of a spline table with any other shape.
JNK_RARE void jnk_spline_rest(const double *block, const jnk_real *in, jnk_real *out) {
  jnk_spline_other(block, 0, in, out);
}

// Computes the results of jnk_spline_line_cubic with fused multiply-add.
JNK_RARE void jnk_spline_line_fused(const double *block, const jnk_real *in, jnk_real *out) {
  jnk_spline_values(block, jnk_spline_shape_of(1, 4, 1), in, out);
}

// Computes the results of jnk_spline_face_cubic with fused multiply-add.
JNK_RARE void jnk_spline_face_fused(const double *block, const jnk_real *in, jnk_real *out) {
  jnk_spline_values(block, jnk_spline_shape_of(2, 4, 1), in, out);
}

// Computes the results of jnk_spline_rest with fused multiply-add.
JNK_RARE void jnk_spline_rest_fused(const double *block, const jnk_real *in, jnk_real *out) {
  jnk_spline_other(block, 1, in, out);
}

// Computes value and first derivatives of each function of a spline table. in: the variables; out: results in the order
// given at the top of this file
JNK_FN void jnk_call_spline(const double *block, const jnk_real *in, jnk_real *out) {
  if (block[1] < 5 && block[0] < 2) jnk_spline_line_cubic(block, in, out);
  else if (block[1] < 5 && block[0] < 3) jnk_spline_face_cubic(block, in, out);
  else jnk_spline_rest(block, in, out);
}

// Computes the results of jnk_call_spline with fused multiply-add, which rounds differently.
JNK_FN void jnk_call_spline_fused(const double *block, const jnk_real *in, jnk_real *out) {
  if (block[1] < 5 && block[0] < 2) jnk_spline_line_fused(block, in, out);
  else if (block[1] < 5 && block[0] < 3) jnk_spline_face_fused(block, in, out);
  else jnk_spline_rest_fused(block, in, out);
}

// Computes the second derivatives of each function of a spline table. in: the variables; out: results in the order
// given at the top of this file
JNK_FN void jnk_call_spline_second(const double *block, const jnk_real *in, jnk_real *out) {
  if (block[1] < 5 && block[0] < 2) jnk_spline_seconds(block, jnk_spline_shape_of(1, 4, 0), in, out);
  else if (block[1] < 5 && block[0] < 3) jnk_spline_seconds(block, jnk_spline_shape_of(2, 4, 0), in, out);
  else if (block[1] < 5) jnk_spline_seconds(block, jnk_spline_shape_of(3, 4, 0), in, out);
  else if (block[0] < 2) jnk_spline_seconds(block, jnk_spline_shape_of(1, 6, 0), in, out);
  else if (block[0] < 3) jnk_spline_seconds(block, jnk_spline_shape_of(2, 6, 0), in, out);
  else jnk_spline_seconds(block, jnk_spline_shape_of(3, 6, 0), in, out);
}

#endif
