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

enum { JNK_SPLINE_VARIABLES = 3, JNK_SPLINE_ORDER = 6, JNK_SPLINE_HEAD = 3, JNK_SPLINE_AXIS = 4 };

// The b_p of one variable and their derivatives, from coefficient `at` on.
typedef struct {
  int at;
  double v[JNK_SPLINE_ORDER], d[JNK_SPLINE_ORDER], dd[JNK_SPLINE_ORDER];
} jnk_spline_weights;

// From the b of one order less, in place.
JNK_WITHIN void jnk_spline_raise(int order, double u, double *b) {
  double saved = 0, scale = 1.0 / (order - 1);
  for (int r = 0; r < order - 1; r++) {
    double part = b[r] * scale;
    b[r] = saved + (r + 1 - u) * part;
    saved = (u + (order - 2 - r)) * part;
  }
  b[order - 1] = saved;
}

// The derivative of the b of one order more.
JNK_WITHIN void jnk_spline_slope(int order, double per_width, const double *b, double *slope) {
  slope[0] = -b[0] * per_width;
  for (int p = 1; p < order - 1; p++) slope[p] = (b[p - 1] - b[p]) * per_width;
  slope[order - 1] = b[order - 2] * per_width;
}

// The b of order 4.
JNK_WITHIN void jnk_spline_cubic(double u, double per_width, jnk_spline_weights *w) {
  double o = 1 - u, uu = u * u, oo = o * o, second = per_width * per_width;
  w->v[0] = oo * o * (1.0 / 6), w->v[1] = 2.0 / 3 - uu * (1 - 0.5 * u);
  w->v[2] = 2.0 / 3 - oo * (1 - 0.5 * o), w->v[3] = uu * u * (1.0 / 6);
  w->d[0] = -0.5 * oo * per_width, w->d[1] = u * (1.5 * u - 2) * per_width;
  w->d[2] = -o * (1.5 * o - 2) * per_width, w->d[3] = 0.5 * uu * per_width;
  w->dd[0] = o * second, w->dd[1] = (3 * u - 2) * second, w->dd[2] = (3 * o - 2) * second, w->dd[3] = u * second;
}

// Of higher orders.
JNK_WITHIN void jnk_spline_rise(int order, double u, double per_width, jnk_spline_weights *w) {
  double lower[JNK_SPLINE_ORDER];
  w->v[0] = 1;
  for (int k = 2; k < order - 1; k++) jnk_spline_raise(k, u, w->v);
  jnk_spline_slope(order - 1, per_width, w->v, lower), jnk_spline_slope(order, per_width, lower, w->dd);
  jnk_spline_raise(order - 1, u, w->v);
  jnk_spline_slope(order, per_width, w->v, w->d);
  jnk_spline_raise(order, u, w->v);
}

// axis: a, 1/h, cells, whether it begins anew; order is a number where it is called
JNK_WITHIN void jnk_spline_at(const double *axis, int order, double x, jnk_spline_weights *w) {
  double s = (x - axis[0]) * axis[1], within;
  if (axis[3] != 0) s -= axis[2] * floor(s / axis[2]);
  within = jnk_clamp(s, 0, axis[2]);
  w->at = isnan(s) ? 0 : (int)within;
  if (w->at >= (int)axis[2]) w->at = (int)axis[2] - 1;
  if (order == 4) jnk_spline_cubic(within - w->at, axis[1], w);
  else jnk_spline_rise(order, within - w->at, axis[1], w);
  if (s != within) {
    double beyond = (s - within) / axis[1];
    for (int p = 0; p < order; p++) w->v[p] += beyond * w->d[p], w->dd[p] = 0;
  }
}

// Sums over the coefficients of neighbouring functions, from the last variable to the first. stride: of coefficients
// along each variable. `order` and `p` are numbers where these are called.
typedef struct {
  const jnk_spline_weights *w;
  const int *stride;
  const double *c;
} jnk_spline_sum;

// The sums at one coefficient of the first variable.
JNK_WITHIN jnk_spline_sum jnk_spline_next(const jnk_spline_sum *s, int p) {
  jnk_spline_sum next = {s->w + 1, s->stride + 1, s->c + (s->w->at + p) * s->stride[0]};
  return next;
}

JNK_WITHIN void jnk_spline_clear(int n, jnk_pack *out) {
  jnk_pack zero = {0};
  for (int i = 0; i < n; i++) out[i] = zero;
}

// f and f'
JNK_WITHIN void jnk_spline_line_add(const jnk_spline_sum *s, int p, jnk_pack out[2]) {
  jnk_pack c = *(const jnk_pack *)(const void *)(s->c + (s->w->at + p) * s->stride[0]);
  out[0] += s->w->v[p] * c, out[1] += s->w->d[p] * c;
}

JNK_WITHIN void jnk_spline_line(int order, const jnk_spline_sum *s, jnk_pack out[2]) {
  jnk_spline_clear(2, out);
  jnk_spline_line_add(s, 0, out), jnk_spline_line_add(s, 1, out);
  jnk_spline_line_add(s, 2, out), jnk_spline_line_add(s, 3, out);
  if (order == 6) jnk_spline_line_add(s, 4, out), jnk_spline_line_add(s, 5, out);
}

// f, f_x, f_y
JNK_WITHIN void jnk_spline_face_add(int order, const jnk_spline_sum *s, int p, jnk_pack out[3]) {
  jnk_pack inner[2];
  jnk_spline_sum next = jnk_spline_next(s, p);
  jnk_spline_line(order, &next, inner);
  out[0] += s->w->v[p] * inner[0], out[1] += s->w->d[p] * inner[0], out[2] += s->w->v[p] * inner[1];
}

JNK_WITHIN void jnk_spline_face(int order, const jnk_spline_sum *s, jnk_pack out[3]) {
  jnk_spline_clear(3, out);
  jnk_spline_face_add(order, s, 0, out), jnk_spline_face_add(order, s, 1, out);
  jnk_spline_face_add(order, s, 2, out), jnk_spline_face_add(order, s, 3, out);
  if (order == 6) jnk_spline_face_add(order, s, 4, out), jnk_spline_face_add(order, s, 5, out);
}

// f, f_x, f_y, f_z
JNK_WITHIN void jnk_spline_room(int order, const jnk_spline_sum *s, jnk_pack out[4]) {
  jnk_pack inner[3];
  jnk_spline_clear(4, out);
  for (int p = 0; p < order; p++) {
    jnk_spline_sum next = jnk_spline_next(s, p);
    jnk_spline_face(order, &next, inner);
    out[0] += s->w->v[p] * inner[0], out[1] += s->w->d[p] * inner[0];
    out[2] += s->w->v[p] * inner[1], out[3] += s->w->v[p] * inner[2];
  }
}

// f''
JNK_WITHIN void jnk_spline_line_second(int order, const jnk_spline_sum *s, jnk_pack out[1]) {
  jnk_spline_clear(1, out);
  for (int p = 0; p < order; p++)
    out[0] += s->w->dd[p] * *(const jnk_pack *)(const void *)(s->c + (s->w->at + p) * s->stride[0]);
}

// f_xx, f_xy, f_yy
JNK_WITHIN void jnk_spline_face_second(int order, const jnk_spline_sum *s, jnk_pack out[3]) {
  jnk_pack inner[2], last[1];
  jnk_spline_clear(3, out);
  for (int p = 0; p < order; p++) {
    jnk_spline_sum next = jnk_spline_next(s, p);
    jnk_spline_line(order, &next, inner);
    jnk_spline_line_second(order, &next, last);
    out[0] += s->w->dd[p] * inner[0], out[1] += s->w->d[p] * inner[1], out[2] += s->w->v[p] * last[0];
  }
}

// f_xx, f_xy, f_xz, f_yy, f_yz, f_zz
JNK_WITHIN void jnk_spline_room_second(int order, const jnk_spline_sum *s, jnk_pack out[6]) {
  jnk_pack inner[3], last[3];
  jnk_spline_clear(6, out);
  for (int p = 0; p < order; p++) {
    jnk_spline_sum next = jnk_spline_next(s, p);
    jnk_spline_face(order, &next, inner);
    jnk_spline_face_second(order, &next, last);
    out[0] += s->w->dd[p] * inner[0], out[1] += s->w->d[p] * inner[1], out[2] += s->w->d[p] * inner[2];
    for (int i = 0; i < 3; i++) out[3 + i] += s->w->v[p] * last[i];
  }
}

// ---- calls ----------------------------------------------------------------------------------------------------------

typedef struct {
  int n, order, functions, width, stride[JNK_SPLINE_VARIABLES];
  const double *c;
  jnk_spline_weights w[JNK_SPLINE_VARIABLES];
} jnk_spline_place;

// Results of one kind.
JNK_FN int jnk_spline_width(int functions) { return (functions + JNK_PACK - 1) / JNK_PACK * JNK_PACK; }

JNK_WITHIN void jnk_spline_find(const double *block, const double *in, jnk_spline_place *place) {
  const double *axes = block + JNK_SPLINE_HEAD;
  int n = (int)block[0], order = (int)block[1], step = (int)block[2];
  place->n = n, place->order = order, place->functions = step, place->width = jnk_spline_width(step),
  place->c = axes + n * JNK_SPLINE_AXIS;
  for (int i = n - 1; i >= 0; i--) {
    const double *axis = axes + i * JNK_SPLINE_AXIS;
    if (order == 4) jnk_spline_at(axis, 4, in[i], &place->w[i]);
    else jnk_spline_at(axis, 6, in[i], &place->w[i]);
    place->stride[i] = step, step *= (int)axis[2] + order - 1;
  }
}

// `each` results of functions from `first` on.
JNK_WITHIN void jnk_spline_put(const jnk_spline_place *place, int first, int each, const jnk_pack *sums, double *out) {
  for (int i = 0; i < each; i++) *(jnk_pack *)(void *)(out + i * place->width + first) = sums[i];
}

JNK_WITHIN void jnk_spline_values(int order, const jnk_spline_place *place, double *out) {
  jnk_spline_sum s = {place->w, place->stride, place->c};
  jnk_pack sums[JNK_SPLINE_VARIABLES + 1];
  for (int f = 0; f < place->functions; f += JNK_PACK_STEP, s.c += JNK_PACK_STEP) {
    if (place->n == 1) jnk_spline_line(order, &s, sums), jnk_spline_put(place, f, 2, sums, out);
    else if (place->n == 2) jnk_spline_face(order, &s, sums), jnk_spline_put(place, f, 3, sums, out);
    else jnk_spline_room(order, &s, sums), jnk_spline_put(place, f, 4, sums, out);
  }
}

JNK_WITHIN void jnk_spline_seconds(int order, const jnk_spline_place *place, double *out) {
  jnk_spline_sum s = {place->w, place->stride, place->c};
  jnk_pack sums[JNK_SPLINE_VARIABLES * (JNK_SPLINE_VARIABLES + 1) / 2];
  for (int f = 0; f < place->functions; f += JNK_PACK_STEP, s.c += JNK_PACK_STEP) {
    if (place->n == 1) jnk_spline_line_second(order, &s, sums), jnk_spline_put(place, f, 1, sums, out);
    else if (place->n == 2) jnk_spline_face_second(order, &s, sums), jnk_spline_put(place, f, 3, sums, out);
    else jnk_spline_room_second(order, &s, sums), jnk_spline_put(place, f, 6, sums, out);
  }
}

// Of each function its value and derivatives.
JNK_FN void jnk_call_spline(const double *block, const double *in, double *out) {
  jnk_spline_place place;
  jnk_spline_find(block, in, &place);
  if (place.order == 4) jnk_spline_values(4, &place, out);
  else jnk_spline_values(6, &place, out);
}

// Of each function its second derivatives.
JNK_FN void jnk_call_spline_second(const double *block, const double *in, double *out) {
  jnk_spline_place place;
  jnk_spline_find(block, in, &place);
  if (place.order == 4) jnk_spline_seconds(4, &place, out);
  else jnk_spline_seconds(6, &place, out);
}

#endif
