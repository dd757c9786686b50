// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// spline_weights_lanes.h - spline_weights.h for lanes, with the same bits. Weights are vectors over lanes. Sums are
// computed lane by lane for packs of functions, because every lane may be in another cell.
#ifndef JNK_SPLINE_WEIGHTS_LANES_H
#define JNK_SPLINE_WEIGHTS_LANES_H

#include "kernel/lanes.h"
#include "kernel/spline_weights.h"

#if JNL_LANES == 8 && defined(__AVX512F__)
enum { JNL_PACK_STEP = 8 };
typedef double jnl_pack __attribute__((vector_size(8 * sizeof(double)), aligned(8), may_alias));
#else
enum { JNL_PACK_STEP = JNK_PACK_STEP };
typedef jnk_pack jnl_pack;
#endif

#if JNL_LANES == 8 && defined(__AVX512F__)
JNK_WITHIN void jnl_pack_fma(double w, const jnl_pack *of, jnl_pack *sum) {
  const jnl_pack all = {w, w, w, w, w, w, w, w};
  *sum = __builtin_ia32_vfmaddpd512_mask(all, *of, *sum, (unsigned char)0xff, 4);
}
#else
JNK_WITHIN void jnl_pack_fma(double w, const jnl_pack *of, jnl_pack *sum) { jnk_pack_fma(w, of, sum); }
#endif

#define JNL_PACK_AT(x) (*(const jnl_pack *)(const void *)(x))
#define JNL_PACK_PUT(pack, to) (*(jnl_pack *)(void *)(to) = (pack))

typedef struct {
  double v[JNK_SPLINE_ORDER * JNL_LANES], d[JNK_SPLINE_ORDER * JNL_LANES], dd[JNK_SPLINE_ORDER * JNL_LANES];
} jnl_spline_weights;

JNK_WITHIN void jnl_spline_put(const jnl_real *x, double *to) { jnl_store(*x, to); }

typedef struct {
  jnl_real at, u, beyond;
} jnl_spline_cell;

JNK_WITHIN void jnl_spline_cell_of(const double *axis, const jnl_real *x, jnl_spline_cell *cell) {
  const double whole = 0x1p52;  // a smaller number added to it is rounded to an integer
  jnl_real s = (*x - axis[0]) * axis[1], cells = jnl_of(axis[2]), last = jnl_of(axis[2] - 1);
  if (axis[3] > 0) s -= cells * jnl_floor(s / cells);
  jnl_real within = jnl_choose(s < 0, jnl_of(0), s);
  within = jnl_choose(cells < within, cells, within);
  jnl_real cut = jnl_choose(within < last, within, last), rounded = cut + whole - whole;
  cell->at = jnl_choose(rounded > cut, rounded - 1, rounded);
  cell->u = within - cell->at;
  cell->beyond = s - within;
}

JNK_WITHIN void jnl_spline_lower(double factor, const jnl_real *u, jnl_real *v, jnl_real *d) {
  *d = *d * *u + *v;
  *v = *v * *u + factor;
}

// Computes value and derivative of the polynomial b_p in all lanes; stores them in w.
JNK_WITHIN void jnl_spline_weigh(const double *axis, int order, int p, const jnl_spline_cell *cell,
                                 jnl_spline_weights *w) {
  double highest = jnk_spline_power(order, order - 1)[p];
  jnl_real d = jnl_of(highest), v = highest * cell->u + jnk_spline_power(order, order - 2)[p];
  if (order == 6) jnl_spline_lower(jnk_spline_power(order, 3)[p], &cell->u, &v, &d);
  if (order == 6) jnl_spline_lower(jnk_spline_power(order, 2)[p], &cell->u, &v, &d);
  jnl_spline_lower(jnk_spline_power(order, 1)[p], &cell->u, &v, &d);
  jnl_spline_lower(jnk_spline_power(order, 0)[p], &cell->u, &v, &d);
  v += d * cell->beyond;
  d *= axis[1];
  jnl_spline_put(&v, w->v + p * JNL_LANES);
  jnl_spline_put(&d, w->d + p * JNL_LANES);
}

JNK_WITHIN void jnl_spline_bend(const double *axis, int order, int p, const jnl_spline_cell *cell,
                                jnl_spline_weights *w) {
  jnl_real scale = jnl_choose(cell->beyond == 0, jnl_of(axis[1] * axis[1]), jnl_of(0));
  jnl_real dd = jnl_of((order - 1) * (order - 2) * jnk_spline_power(order, order - 1)[p]);
  for (int k = order - 2; k >= 2; k--) dd = dd * cell->u + k * (k - 1) * jnk_spline_power(order, k)[p];
  dd *= scale;
  jnl_spline_put(&dd, w->dd + p * JNL_LANES);
}

// Distance of the first coefficient of the cell from that of the table, for each lane: integers stored in doubles.
typedef jnl_real jnl_spline_offset;

JNK_WITHIN ptrdiff_t jnl_spline_offset_of(const jnl_spline_offset *offset, int lane) {
  (void)lane;
  return (ptrdiff_t)JNL_LANE(*offset, lane);
}

JNK_WITHIN void jnl_spline_along(const double *axis, int order, int second, const jnl_real *x, ptrdiff_t step,
                                 jnl_spline_weights *w, jnl_spline_offset *offset) {
  jnl_spline_cell cell;
  jnl_spline_cell_of(axis, x, &cell);
  jnl_spline_weigh(axis, order, 0, &cell, w);
  jnl_spline_weigh(axis, order, 1, &cell, w);
  jnl_spline_weigh(axis, order, 2, &cell, w);
  jnl_spline_weigh(axis, order, 3, &cell, w);
  if (order == 6) {
    jnl_spline_weigh(axis, order, 4, &cell, w);
    jnl_spline_weigh(axis, order, 5, &cell, w);
  }
  for (int p = 0; p < order && second; p++) jnl_spline_bend(axis, order, p, &cell, w);
  *offset += cell.at * (double)step;
}

// ---- workspace: a pack of sums for each lane, to be transposed ------------------------------------------------------

typedef double jnl_spline_packed[(JNK_SPLINE_VARIABLES + 1) * JNL_LANES * JNL_PACK_STEP];

JNK_WITHIN double *jnl_spline_wait(double *packed, int lane, jnl_real *out) {
  (void)out;
  return packed + lane * JNL_PACK_STEP;
}
JNK_WITHIN ptrdiff_t jnl_spline_spacing(ptrdiff_t width) {
  (void)width;
  return JNL_LANES * JNL_PACK_STEP;
}

#if defined(__clang__)
#define JNL_SHUFFLE(to, a, b, ...) (to = __builtin_shufflevector(a, b, __VA_ARGS__))
#else
#define JNL_SHUFFLE(to, a, b, ...)       \
  do {                                   \
    const jnl_mask from = {__VA_ARGS__}; \
    to = __builtin_shuffle(a, b, from);  \
  } while (0)
#endif

// Exchanges blocks of `size` numbers between two rows: every second block of *a with the block before it in *b. Passes
// with the sizes 4, 2 and 1 transpose an 8 x 8 block of sums, so that rows with one number per function become results
// with one number per lane.
#if JNL_LANES == 8 && defined(__AVX512F__)
JNK_WITHIN void jnl_swap(int size, jnl_real *a, jnl_real *b) {
  jnl_real first, second;
  if (size == 1) {
    JNL_SHUFFLE(first, *a, *b, 0, 8, 2, 10, 4, 12, 6, 14);
    JNL_SHUFFLE(second, *a, *b, 1, 9, 3, 11, 5, 13, 7, 15);
  } else if (size == 2) {
    JNL_SHUFFLE(first, *a, *b, 0, 1, 8, 9, 4, 5, 12, 13);
    JNL_SHUFFLE(second, *a, *b, 2, 3, 10, 11, 6, 7, 14, 15);
  } else {
    JNL_SHUFFLE(first, *a, *b, 0, 1, 2, 3, 8, 9, 10, 11);
    JNL_SHUFFLE(second, *a, *b, 4, 5, 6, 7, 12, 13, 14, 15);
  }
  *a = first;
  *b = second;
}

// Transposes the sums of one kind of result and stores them in out. which: index of the kind (value or a derivative) in
// `packed`; left: number of functions that are still to be stored.
JNK_WITHIN void jnl_spline_turn(const double *packed, int which, ptrdiff_t left, jnl_real *out) {
  const jnl_packed *r = (const jnl_packed *)(const void *)(packed + which * JNL_LANES * JNL_PACK_STEP);
  jnl_real a = r[0], b = r[1], c = r[2], d = r[3], e = r[4], f = r[5], g = r[6], h = r[7];
  jnl_swap(4, &a, &e);
  jnl_swap(4, &b, &f);
  jnl_swap(4, &c, &g);
  jnl_swap(4, &d, &h);
  jnl_swap(2, &a, &c);
  jnl_swap(2, &b, &d);
  jnl_swap(2, &e, &g);
  jnl_swap(2, &f, &h);
  jnl_swap(1, &a, &b);
  jnl_swap(1, &c, &d);
  jnl_swap(1, &e, &f);
  jnl_swap(1, &g, &h);
  out[0] = a;
  out[1] = b;
  out[2] = c;
  out[3] = d;
  if (left > JNK_PACK) {
    out[4] = e;
    out[5] = f;
    out[6] = g;
    out[7] = h;
  }
}
#elif JNL_LANES == 4
JNK_WITHIN void jnl_swap(int size, jnl_real *a, jnl_real *b) {
  jnl_real first, second;
  if (size == 1) {
    JNL_SHUFFLE(first, *a, *b, 0, 4, 2, 6);
    JNL_SHUFFLE(second, *a, *b, 1, 5, 3, 7);
  } else {
    JNL_SHUFFLE(first, *a, *b, 0, 1, 4, 5);
    JNL_SHUFFLE(second, *a, *b, 2, 3, 6, 7);
  }
  *a = first;
  *b = second;
}

JNK_WITHIN void jnl_spline_turn(const double *packed, int which, ptrdiff_t left, jnl_real *out) {
  const jnl_packed *r = (const jnl_packed *)(const void *)(packed + which * JNL_LANES * JNL_PACK_STEP);
  jnl_real a = r[0], b = r[1], c = r[2], d = r[3];
  (void)left;
  jnl_swap(2, &a, &c);
  jnl_swap(2, &b, &d);
  jnl_swap(1, &a, &b);
  jnl_swap(1, &c, &d);
  out[0] = a;
  out[1] = b;
  out[2] = c;
  out[3] = d;
}
#else
JNK_WITHIN void jnl_spline_turn(const double *packed, int which, ptrdiff_t left, jnl_real *out) {
  const double *rows = packed + which * JNL_LANES * JNL_PACK_STEP;
  (void)left;
  for (int i = 0; i < JNL_PACK_STEP; i++)
    for (int k = 0; k < JNL_LANES; k++) JNL_LANE(out[i], k) = rows[k * JNL_PACK_STEP + i];
}
#endif

#endif
