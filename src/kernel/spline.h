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
//   JNK_SPLINE_SPARE numbers that nobody needs
//   results: f of all functions, filled up to a multiple of JNK_PACK, then their derivatives by x, by y, by z; of
//   another call by xx, xy, xz, yy, yz, zz; of those there are
#ifndef JNK_SPLINE_H
#define JNK_SPLINE_H

#include "kernel/real.h"
#include "kernel/spline_weights.h"

// Numbers of variables and orders are constants where functions are called, so that all of it is straight code.

// ---- sums over the coefficients of neighbouring functions -----------------------------------------------------------

// Where the first coefficients of cells are, of each variable its weights and how far coefficients are apart.
typedef struct {
  const double *c[JNK_LANES];
  jnk_spline_weights w[JNK_SPLINE_VARIABLES];
  ptrdiff_t step[JNK_SPLINE_VARIABLES];
} jnk_spline_place;

// Of each variable what is summed up: weights of values, of slopes or of second derivatives, of one lane.
typedef struct {
  const double *w[JNK_SPLINE_VARIABLES];
} jnk_spline_choice;

JNK_WITHIN void jnk_spline_mix(int order, const double *w, const jnk_pack *of, jnk_pack *sum) {
  *sum = w[0] * of[0];
  *sum += w[JNK_LANES] * of[1], *sum += w[2 * JNK_LANES] * of[2], *sum += w[3 * JNK_LANES] * of[3];
  if (order == 6) *sum += w[4 * JNK_LANES] * of[4], *sum += w[5 * JNK_LANES] * of[5];
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

// A derivative by variable i, and one by variable k; -1: none.
JNK_WITHIN void jnk_spline_choose(const jnk_spline_place *s, int lane, int i, int k, jnk_spline_choice *by) {
  for (int j = 0; j < JNK_SPLINE_VARIABLES; j++)
    by->w[j] = lane + (i == j && k == j ? s->w[j].dd : i == j || k == j ? s->w[j].d : s->w[j].v);
}

// The value, and derivatives by each variable, `apart` from each other. The value and the first of them have the same
// rows; of one variable these are the coefficients, and to read them again is faster than to keep them.
JNK_WITHIN void jnk_spline_jet(const jnk_spline_place *s, int n, int order, int lane, const double *c, ptrdiff_t apart,
                               double *out) {
  jnk_pack rows[JNK_SPLINE_ORDER], sum;
  jnk_spline_choice by;
  jnk_spline_choose(s, lane, -1, -1, &by);
  jnk_spline_rows(s, n, order, &by, c, rows);
  jnk_spline_mix(order, s->w[0].v + lane, rows, &sum);
  JNK_PACK_PUT(sum, out);
  if (n == 1) jnk_spline_rows(s, n, order, &by, c, rows);
  jnk_spline_mix(order, s->w[0].d + lane, rows, &sum);
  JNK_PACK_PUT(sum, out + apart);
  for (int i = 1; i < n; i++) {
    jnk_spline_choose(s, lane, i, -1, &by);
    jnk_spline_sum(s, n, order, &by, c, out + (i + 1) * apart);
  }
}

// ---- calls ----------------------------------------------------------------------------------------------------------

// Results of one kind.
JNK_FN int jnk_spline_width(int functions) { return (functions + JNK_PACK - 1) & -JNK_PACK; }

JNK_WITHIN void jnk_spline_find(const double *block, int n, int order, int second, const jnk_real *in,
                                jnk_spline_place *s) {
  const double *axis = block + JNK_SPLINE_HEAD, *axis_y = axis + JNK_SPLINE_AXIS, *axis_z = axis_y + JNK_SPLINE_AXIS;
  jnk_spline_offset offset = {0};
  ptrdiff_t step = (ptrdiff_t)block[2];
  if (n > 2) {
    jnk_spline_along(axis_z, order, second, in + 2, step, &s->w[2], &offset);
    s->step[2] = step, step *= (ptrdiff_t)axis_z[2] + order - 1;
  }
  if (n > 1) {
    jnk_spline_along(axis_y, order, second, in + 1, step, &s->w[1], &offset);
    s->step[1] = step, step *= (ptrdiff_t)axis_y[2] + order - 1;
  }
  jnk_spline_along(axis, order, second, in, step, &s->w[0], &offset);
  s->step[0] = step;
  for (int lane = 0; lane < JNK_LANES; lane++)
    s->c[lane] = axis + n * JNK_SPLINE_AXIS + jnk_spline_offset_of(&offset, lane);
}

JNK_WITHIN void jnk_spline_values(const double *block, int n, int order, const jnk_real *in, jnk_real *out) {
  jnk_spline_place place;
  jnk_spline_waiting room;
  ptrdiff_t width = jnk_spline_width((int)block[2]);
  const jnk_real *end = out + width;
  jnk_spline_find(block, n, order, 0, in, &place);
  do {
    for (int lane = 0; lane < JNK_LANES; lane++) {
      jnk_spline_jet(&place, n, order, lane, place.c[lane], jnk_spline_apart(width), jnk_spline_wait(room, lane, out));
      place.c[lane] += JNK_PACK_STEP;
    }
    for (int i = 0; i <= n; i++) jnk_spline_turn(room, i, end - out, out + i * width);
    out += JNK_PACK_STEP;
  } while (out < end);
}

JNK_WITHIN void jnk_spline_seconds(const double *block, int n, int order, const jnk_real *in, jnk_real *out) {
  jnk_spline_place place;
  jnk_spline_waiting room;
  jnk_spline_choice by;
  ptrdiff_t width = jnk_spline_width((int)block[2]);
  jnk_spline_find(block, n, order, 1, in, &place);
  for (int i = 0; i < n; i++)
    for (int k = i; k < n; k++, out += width)
      for (ptrdiff_t f = 0; f < width; f += JNK_PACK_STEP) {
        for (int lane = 0; lane < JNK_LANES; lane++) {
          jnk_spline_choose(&place, lane, i, k, &by);
          jnk_spline_sum(&place, n, order, &by, place.c[lane] + f, jnk_spline_wait(room, lane, out + f));
        }
        jnk_spline_turn(room, 0, width - f, out + f);
      }
}

// Each by its own shape.
JNK_RARE void jnk_spline_line_cubic(const double *block, const jnk_real *in, jnk_real *out) {
  jnk_spline_values(block, 1, 4, in, out);
}

JNK_RARE void jnk_spline_face_cubic(const double *block, const jnk_real *in, jnk_real *out) {
  jnk_spline_values(block, 2, 4, in, out);
}

JNK_RARE void jnk_spline_rest(const double *block, const jnk_real *in, jnk_real *out) {
  if (block[1] < 5) jnk_spline_values(block, 3, 4, in, out);
  else if (block[0] < 2) jnk_spline_values(block, 1, 6, in, out);
  else if (block[0] < 3) jnk_spline_values(block, 2, 6, in, out);
  else jnk_spline_values(block, 3, 6, in, out);
}

// Of each function its value and derivatives.
JNK_FN void jnk_call_spline(const double *block, const jnk_real *in, jnk_real *out) {
  if (block[1] < 5 && block[0] < 2) jnk_spline_line_cubic(block, in, out);
  else if (block[1] < 5 && block[0] < 3) jnk_spline_face_cubic(block, in, out);
  else jnk_spline_rest(block, in, out);
}

// Of each function its second derivatives.
JNK_FN void jnk_call_spline_second(const double *block, const jnk_real *in, jnk_real *out) {
  if (block[1] < 5 && block[0] < 2) jnk_spline_seconds(block, 1, 4, in, out);
  else if (block[1] < 5 && block[0] < 3) jnk_spline_seconds(block, 2, 4, in, out);
  else if (block[1] < 5) jnk_spline_seconds(block, 3, 4, in, out);
  else if (block[0] < 2) jnk_spline_seconds(block, 1, 6, in, out);
  else if (block[0] < 3) jnk_spline_seconds(block, 2, 6, in, out);
  else jnk_spline_seconds(block, 3, 6, in, out);
}

#endif
