#include <math.h>
#include <stddef.h>
#define JNL_LANES 1
#ifdef __CUDACC__
#define JNK_FN static inline __host__ __device__
#elif defined(__GNUC__)
#define JNK_FN __attribute__((unused)) static inline
#else
#define JNK_FN static inline
#endif
#if defined(__GNUC__) && !defined(__CUDACC__)
#define JNK_RARE __attribute__((noinline, unused)) static
#else
#define JNK_RARE JNK_FN
#endif
#if defined(__GNUC__) && !defined(__CUDACC__)
#define JNK_WITHIN __attribute__((always_inline, unused)) static inline
#else
#define JNK_WITHIN JNK_FN
#endif
#ifdef __FAST_MATH__
#error "the elementary functions need IEEE arithmetic: compile without -ffast-math"
#endif
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0
#error "the elementary functions need doubles that are rounded to doubles: compile for SSE2 instead of x87"
#endif
#ifndef JNL_LANES
#define JNL_LANES 4
#endif
#if JNL_LANES == 1
typedef double jnl_real;
typedef long long jnl_mask;
#define JNL_LANE(x, i) (x)
JNK_FN jnl_real jnl_load(const double *x) { return *x; }
JNK_FN void jnl_store(jnl_real x, double *out) { *out = x; }
#else
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wpsabi"
#endif
typedef double jnl_real __attribute__((vector_size(8 * JNL_LANES)));
typedef long long jnl_mask __attribute__((vector_size(8 * JNL_LANES)));
typedef double jnl_packed __attribute__((vector_size(8 * JNL_LANES), aligned(8), may_alias));
#define JNL_LANE(x, i) ((x)[i])
JNK_FN jnl_real jnl_load(const double *x) { return *(const jnl_packed *)x; }
JNK_FN void jnl_store(jnl_real x, double *out) { *(jnl_packed *)out = x; }
#endif
JNK_FN jnl_real jnl_of(double x) {
  const jnl_real zero = {0};
  return x - zero;
}
#define JNL_EACH_1(name, value)           \
  JNK_FN jnl_real name(jnl_real x) {      \
    for (int i = 0; i < JNL_LANES; i++) { \
      double a = JNL_LANE(x, i);          \
      JNL_LANE(x, i) = value;             \
    }                                     \
    return x;                             \
  }
#if JNL_LANES == 1
JNK_FN jnl_real jnl_choose(jnl_mask mask, jnl_real b, jnl_real c) { return mask ? b : c; }
#elif JNL_LANES == 4 && defined(__AVX__) && defined(__GNUC__)
JNK_FN jnl_real jnl_choose(jnl_mask mask, jnl_real b, jnl_real c) {
  return __builtin_ia32_blendvpd256(c, b, (jnl_real)mask);
}
#else
JNK_FN jnl_real jnl_choose(jnl_mask mask, jnl_real b, jnl_real c) {
  return (jnl_real)((mask & (jnl_mask)b) | (~mask & (jnl_mask)c));
}
#endif
JNL_EACH_1(jnl_floor, floor(a))
enum { JNK_PACK = 4 };
#if defined(__GNUC__) && !defined(__CUDACC__)
typedef double jnk_pack __attribute__((vector_size(4 * sizeof(double)), aligned(8), may_alias));
enum { JNK_PACK_STEP = JNK_PACK };
#else
typedef double jnk_pack;
enum { JNK_PACK_STEP = 1 };
#endif
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
typedef struct {
  int n, order, fused;
} jnk_spline_shape;
enum { JNK_SPLINE_VARIABLES = 3, JNK_SPLINE_ORDER = 6, JNK_SPLINE_HEAD = 3, JNK_SPLINE_AXIS = 4 };
enum { JNK_SPLINE_WEIGHTS = 2 * JNK_PACK };
enum { JNK_SPLINE_LINE = 8 };
JNK_FN int jnk_spline_width(int functions) { return (functions + JNK_PACK - 1) & -JNK_PACK; }
JNK_FN int jnk_spline_stride(int functions) { return functions > 2 ? jnk_spline_width(functions) : functions; }
JNK_FN int jnk_spline_first(int variables) {
  return (JNK_SPLINE_HEAD + variables * JNK_SPLINE_AXIS + JNK_SPLINE_LINE - 1) & -JNK_SPLINE_LINE;
}
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
typedef double jnk_spline_packed[1];
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
  const double whole = 0x1p52;
  jnl_real s = (*x - axis[0]) * axis[1], cells = jnl_of(axis[2]), last = jnl_of(axis[2] - 1);
  if (axis[3] > 0) s -= cells * jnl_floor(s / cells);
  jnl_real within = jnl_choose(s < 0, jnl_of(0), s);
  within = jnl_choose(cells < within, cells, within);
  jnl_real cut = jnl_choose(within < last, within, last), near = cut + whole - whole;
  cell->at = jnl_choose(near > cut, near - 1, near);
  cell->u = within - cell->at;
  cell->beyond = s - within;
}
JNK_WITHIN void jnl_spline_lower(double factor, const jnl_real *u, jnl_real *v, jnl_real *d) {
  *d = *d * *u + *v;
  *v = *v * *u + factor;
}
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
typedef struct {
  const double *c[JNL_LANES];
  jnl_spline_weights w[JNK_SPLINE_VARIABLES];
  ptrdiff_t step[JNK_SPLINE_VARIABLES];
} jnl_spline_place;
typedef struct {
  const double *w[JNK_SPLINE_VARIABLES];
} jnl_spline_choice;
JNK_WITHIN void jnl_spline_add(jnk_spline_shape is, double w, const jnl_pack *of, jnl_pack *sum) {
  if (is.fused) jnl_pack_fma(w, of, sum);
  else *sum += w * *of;
}
JNK_WITHIN void jnl_spline_mix(jnk_spline_shape is, const double *w, const jnl_pack *of, jnl_pack *sum) {
  *sum = w[0] * of[0];
  jnl_spline_add(is, w[JNL_LANES], of + 1, sum);
  jnl_spline_add(is, w[2 * JNL_LANES], of + 2, sum);
  jnl_spline_add(is, w[3 * JNL_LANES], of + 3, sum);
  if (is.order == 6) {
    jnl_spline_add(is, w[4 * JNL_LANES], of + 4, sum);
    jnl_spline_add(is, w[5 * JNL_LANES], of + 5, sum);
  }
}
JNK_WITHIN void jnl_spline_take(jnk_spline_shape is, const double *c, ptrdiff_t step, jnl_pack *row) {
  row[0] = JNL_PACK_AT(c);
  row[1] = JNL_PACK_AT(c + step);
  row[2] = JNL_PACK_AT(c + 2 * step);
  row[3] = JNL_PACK_AT(c + 3 * step);
  if (is.order == 6) {
    row[4] = JNL_PACK_AT(c + 4 * step);
    row[5] = JNL_PACK_AT(c + 5 * step);
  }
}
JNK_WITHIN void jnl_spline_line(const jnl_spline_place *s, jnk_spline_shape is, const double *w, int i, const double *c,
                                jnl_pack *sum) {
  jnl_pack row[JNK_SPLINE_ORDER];
  jnl_spline_take(is, c, s->step[i], row);
  jnl_spline_mix(is, w, row, sum);
}
JNK_WITHIN void jnl_spline_lines(const jnl_spline_place *s, jnk_spline_shape is, const double *w, int i,
                                 const double *c, jnl_pack *rows) {
  ptrdiff_t step = s->step[i - 1];
  jnl_spline_line(s, is, w, i, c, rows);
  jnl_spline_line(s, is, w, i, c + step, rows + 1);
  jnl_spline_line(s, is, w, i, c + 2 * step, rows + 2);
  jnl_spline_line(s, is, w, i, c + 3 * step, rows + 3);
  if (is.order == 6) {
    jnl_spline_line(s, is, w, i, c + 4 * step, rows + 4);
    jnl_spline_line(s, is, w, i, c + 5 * step, rows + 5);
  }
}
JNK_WITHIN void jnl_spline_rows(const jnl_spline_place *s, jnk_spline_shape is, const jnl_spline_choice *by,
                                const double *c, jnl_pack *rows) {
  if (is.n == 1) jnl_spline_take(is, c, s->step[0], rows);
  if (is.n == 2) jnl_spline_lines(s, is, by->w[1], 1, c, rows);
  for (int p = 0; p < is.order && is.n == 3; p++) {
    jnl_pack inner[JNK_SPLINE_ORDER];
    jnl_spline_lines(s, is, by->w[2], 2, c + p * s->step[0], inner);
    jnl_spline_mix(is, by->w[1], inner, rows + p);
  }
}
JNK_WITHIN void jnl_spline_sum(const jnl_spline_place *s, jnk_spline_shape is, const jnl_spline_choice *by,
                               const double *c, double *out) {
  jnl_pack rows[JNK_SPLINE_ORDER], sum;
  jnl_spline_rows(s, is, by, c, rows);
  jnl_spline_mix(is, by->w[0], rows, &sum);
  JNL_PACK_PUT(sum, out);
}
JNK_WITHIN void jnl_spline_choose(const jnl_spline_place *s, int lane, int i, int k, jnl_spline_choice *by) {
  for (int j = 0; j < JNK_SPLINE_VARIABLES; j++)
    by->w[j] = lane + (i == j && k == j ? s->w[j].dd : i == j || k == j ? s->w[j].d : s->w[j].v);
}
JNK_WITHIN void jnl_spline_jet(const jnl_spline_place *s, jnk_spline_shape is, int lane, const double *c,
                               ptrdiff_t spacing, double *out) {
  jnl_pack rows[JNK_SPLINE_ORDER], sum;
  jnl_spline_choice by;
  jnl_spline_choose(s, lane, -1, -1, &by);
  jnl_spline_rows(s, is, &by, c, rows);
  jnl_spline_mix(is, s->w[0].v + lane, rows, &sum);
  JNL_PACK_PUT(sum, out);
  if (is.n == 1) jnl_spline_rows(s, is, &by, c, rows);
  jnl_spline_mix(is, s->w[0].d + lane, rows, &sum);
  JNL_PACK_PUT(sum, out + spacing);
  for (int i = 1; i < is.n; i++) {
    jnl_spline_choose(s, lane, i, -1, &by);
    jnl_spline_sum(s, is, &by, c, out + (i + 1) * spacing);
  }
}
JNK_WITHIN void jnl_spline_find(const double *block, jnk_spline_shape is, int second, const jnl_real *in,
                                jnl_spline_place *s) {
  const double *axis = block + JNK_SPLINE_HEAD, *axis_y = axis + JNK_SPLINE_AXIS, *axis_z = axis_y + JNK_SPLINE_AXIS;
  jnl_spline_offset offset = {0};
  ptrdiff_t step = jnk_spline_stride((int)block[2]);
  if (is.n > 2) {
    jnl_spline_along(axis_z, is.order, second, in + 2, step, &s->w[2], &offset);
    s->step[2] = step;
    step *= (ptrdiff_t)axis_z[2] + is.order - 1;
  }
  if (is.n > 1) {
    jnl_spline_along(axis_y, is.order, second, in + 1, step, &s->w[1], &offset);
    s->step[1] = step;
    step *= (ptrdiff_t)axis_y[2] + is.order - 1;
  }
  jnl_spline_along(axis, is.order, second, in, step, &s->w[0], &offset);
  s->step[0] = step;
  for (int lane = 0; lane < JNL_LANES; lane++)
    s->c[lane] = block + jnk_spline_first(is.n) + jnl_spline_offset_of(&offset, lane);
}
JNK_WITHIN void jnl_spline_values(const double *block, jnk_spline_shape is, const jnl_real *in, jnl_real *out) {
  jnl_spline_place place;
  jnk_spline_packed packed;
  ptrdiff_t width = jnk_spline_width((int)block[2]);
  const jnl_real *end = out + width;
  jnl_spline_find(block, is, 0, in, &place);
  do {
    for (int lane = 0; lane < JNL_LANES; lane++) {
      jnl_spline_jet(&place, is, lane, place.c[lane], jnl_spline_spacing(width), jnl_spline_wait(packed, lane, out));
      place.c[lane] += JNL_PACK_STEP;
    }
    for (int i = 0; i <= is.n; i++) jnl_spline_turn(packed, i, end - out, out + i * width);
    out += JNL_PACK_STEP;
  } while (out < end);
}
JNK_WITHIN void jnl_spline_seconds(const double *block, jnk_spline_shape is, const jnl_real *in, jnl_real *out) {
  jnl_spline_place place;
  jnk_spline_packed packed;
  jnl_spline_choice by;
  ptrdiff_t width = jnk_spline_width((int)block[2]);
  jnl_spline_find(block, is, 1, in, &place);
  for (int i = 0; i < is.n; i++)
    for (int k = i; k < is.n; k++) {
      for (ptrdiff_t f = 0; f < width; f += JNL_PACK_STEP) {
        for (int lane = 0; lane < JNL_LANES; lane++) {
          jnl_spline_choose(&place, lane, i, k, &by);
          jnl_spline_sum(&place, is, &by, place.c[lane] + f, jnl_spline_wait(packed, lane, out + f));
        }
        jnl_spline_turn(packed, 0, width - f, out + f);
      }
      out += width;
    }
}
JNK_WITHIN jnk_spline_shape jnl_spline_shape_of(int n, int order, int fused) {
  jnk_spline_shape is = {n, order, fused};
  return is;
}
JNK_WITHIN void jnl_spline_other(const double *block, int fused, const jnl_real *in, jnl_real *out) {
  if (block[1] < 5) jnl_spline_values(block, jnl_spline_shape_of(3, 4, fused), in, out);
  else if (block[0] < 2) jnl_spline_values(block, jnl_spline_shape_of(1, 6, fused), in, out);
  else if (block[0] < 3) jnl_spline_values(block, jnl_spline_shape_of(2, 6, fused), in, out);
  else jnl_spline_values(block, jnl_spline_shape_of(3, 6, fused), in, out);
}
JNK_RARE void jnl_spline_line_cubic(const double *block, const jnl_real *in, jnl_real *out) {
  jnl_spline_values(block, jnl_spline_shape_of(1, 4, 0), in, out);
}
JNK_RARE void jnl_spline_face_cubic(const double *block, const jnl_real *in, jnl_real *out) {
  jnl_spline_values(block, jnl_spline_shape_of(2, 4, 0), in, out);
}
JNK_RARE void jnl_spline_rest(const double *block, const jnl_real *in, jnl_real *out) {
  jnl_spline_other(block, 0, in, out);
}
JNK_RARE void jnl_spline_line_fused(const double *block, const jnl_real *in, jnl_real *out) {
  jnl_spline_values(block, jnl_spline_shape_of(1, 4, 1), in, out);
}
JNK_RARE void jnl_spline_face_fused(const double *block, const jnl_real *in, jnl_real *out) {
  jnl_spline_values(block, jnl_spline_shape_of(2, 4, 1), in, out);
}
JNK_RARE void jnl_spline_rest_fused(const double *block, const jnl_real *in, jnl_real *out) {
  jnl_spline_other(block, 1, in, out);
}
JNK_FN void jnl_call_spline(const double *block, const jnl_real *in, jnl_real *out) {
  if (block[1] < 5 && block[0] < 2) jnl_spline_line_cubic(block, in, out);
  else if (block[1] < 5 && block[0] < 3) jnl_spline_face_cubic(block, in, out);
  else jnl_spline_rest(block, in, out);
}
JNK_FN void jnl_call_spline_fused(const double *block, const jnl_real *in, jnl_real *out) {
  if (block[1] < 5 && block[0] < 2) jnl_spline_line_fused(block, in, out);
  else if (block[1] < 5 && block[0] < 3) jnl_spline_face_fused(block, in, out);
  else jnl_spline_rest_fused(block, in, out);
}
JNK_FN void jnl_call_spline_second(const double *block, const jnl_real *in, jnl_real *out) {
  if (block[1] < 5 && block[0] < 2) jnl_spline_seconds(block, jnl_spline_shape_of(1, 4, 0), in, out);
  else if (block[1] < 5 && block[0] < 3) jnl_spline_seconds(block, jnl_spline_shape_of(2, 4, 0), in, out);
  else if (block[1] < 5) jnl_spline_seconds(block, jnl_spline_shape_of(3, 4, 0), in, out);
  else if (block[0] < 2) jnl_spline_seconds(block, jnl_spline_shape_of(1, 6, 0), in, out);
  else if (block[0] < 3) jnl_spline_seconds(block, jnl_spline_shape_of(2, 6, 0), in, out);
  else jnl_spline_seconds(block, jnl_spline_shape_of(3, 6, 0), in, out);
}

#include <stdio.h>
static double next_number(unsigned *seed) { *seed = *seed * 1664525u + 1013904223u; return (double)(*seed >> 8) / 16777216.0; } static void fill(int n, int order, double *block) { unsigned seed = (unsigned)(7 * n + order); block[0] = n, block[1] = order, block[2] = 13; for (int i = 0; i < n; i++) { double *axis = block + 3 + 4 * i; axis[0] = -0.3, axis[1] = 7.7, axis[2] = 5, axis[3] = i == 1; } for (int i = 3 + 4 * n; i < 40000; i++) block[i] = next_number(&seed) - 0.5; } static double place(int point, int variable, int lane) { unsigned seed = (unsigned)(point * 31 + variable * 7 + lane); next_number(&seed); if (point % 16 == 3) return -0.3; if (point % 16 == 5) return -0.3 + 5 / 7.7; if (point % 16 == 7 && lane == 1) return (double)(__builtin_nanf ("")); return -0.5 + 1.1 * next_number(&seed); }
static double block[40000];
int main(void) {
  for (int n = 1; n <= 3; n++)
    for (int order = 4; order <= 6; order += 2) {
      fill(n, order, block);
      for (int point = 0; point < 64; point++) {
        jnl_real in[3], out[96], fused[96], second[96];
        for (int i = 0; i < 3; i++)
          for (int k = 0; k < JNL_LANES; k++) JNL_LANE(in[i], k) = place(point, i, k);
        jnl_call_spline(block, in, out), jnl_call_spline_second(block, in, second);
        jnl_call_spline_fused(block, in, fused);
        for (int k = 0; k < JNL_LANES; k++) {
          for (int i = 0; i <= n; i++)
            for (int f = 0; f < 13; f++) printf("%a\n", JNL_LANE(out[16 * i + f], k));
          for (int i = 0; i <= n; i++)
            for (int f = 0; f < 13; f++) printf("%a\n", JNL_LANE(fused[16 * i + f], k));
          for (int i = 0; i < n * (n + 1) / 2; i++)
            for (int f = 0; f < 13; f++) printf("%a\n", JNL_LANE(second[16 * i + f], k));
        }
      }
    }
  return 0;
}
