// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// spline_fit.c - see spline_fit.h.
#include "compile/fit/spline_fit.h"

#include <math.h>
#include <string.h>

#include "compile/fit/spline_avx2.h"
#include "kernel/spline.h"
#include "linalg/dense/dense.h"

int jni_fit_points(const jni_spline_grid *fit, int variable) { return fit->cells[variable] + !fit->periodic[variable]; }

double jni_fit_point(const jni_spline_grid *fit, int variable, int i) {
  double share = (double)i / fit->cells[variable];
  return fit->from[variable] * (1 - share) + fit->to[variable] * share;
}

static int coefficients(const jni_spline_grid *fit, int variable) { return fit->cells[variable] + fit->order - 1; }

static size_t head_size(const jni_spline_grid *fit) { return (size_t)jnk_spline_first(fit->nvariables); }

size_t jni_fit_size(const jni_spline_grid *fit) {
  size_t n = (size_t)jnk_spline_stride(fit->nfunctions);
  for (int i = 0; i < fit->nvariables; i++) n *= (size_t)coefficients(fit, i);
  return head_size(fit) + n + JNK_SPLINE_SPARE;
}

// ---- along one variable -------------------------------------------------------------------------------------------

// Interpolation along one variable: the factored matrix that maps coefficients to values.
typedef struct {
  int points, unknowns;
  int all;  // number of coefficients; if periodic, the first order - 1 are repeated at the end
  double *LU, *right;
  int *pivot;
} line;

// Fills a row of the matrix with the condition that the derivative of order - 1 is continuous at a knot: the next
// higher difference (`order`) of the coefficients around the knot is zero.
static void smooth_row(const jni_spline_grid *fit, const line *l, int row, int knot) {
  double binomial = 1;
  for (int p = 0; p <= fit->order; p++) {
    l->LU[row * l->unknowns + knot - 1 + p] = p % 2 ? -binomial : binomial;
    binomial = binomial * (fit->order - p) / (p + 1);
  }
}

static bool make_line(jni_pool *pool, const jni_spline_grid *fit, int variable, line *l) {
  int cells = fit->cells[variable], ends = (fit->order - 2) / 2;
  l->points = jni_fit_points(fit, variable);
  l->all = coefficients(fit, variable);
  l->unknowns = fit->periodic[variable] ? cells : l->all;
  size_t n = (size_t)l->unknowns;
  l->LU = jni_doubles(pool, n * n);
  l->right = jni_doubles(pool, n);
  l->pivot = jni_ints(pool, n);
  if (pool->failed) return false;
  for (int i = 0; i < l->points; i++) {
    // The row makes the spline equal to the value at grid point i.
    const double axis[JNK_SPLINE_AXIS] = {0, 1, fit->cells[variable], 0};
    const jnk_spline_cell cell = jnk_spline_cell_of(axis, i);
    jnk_spline_weights w;
    jnk_spline_weigh(axis, fit->order, &cell, &w);
    for (int p = 0; p < fit->order; p++) l->LU[i * l->unknowns + (cell.at + p) % l->unknowns] += w.v[p];
  }
  for (int k = 0; k < ends && !fit->periodic[variable]; k++) {
    smooth_row(fit, l, l->points + 2 * k, 1 + k);
    smooth_row(fit, l, l->points + 2 * k + 1, cells - 1 - k);
  }
  return jni_dense_lu(l->unknowns, l->LU, l->pivot);
}

// Computes the coefficients c that interpolate one line of values. Both values and coefficients are `step` apart.
static void solve_line(const line *l, const double *values, double *c, size_t step) {
  memset(l->right, 0, (size_t)l->unknowns * sizeof *l->right);
  for (int i = 0; i < l->points; i++) l->right[i] = values[(size_t)i * step];
  jni_dense_lu_solve(l->unknowns, l->LU, l->pivot, l->right);
  for (int i = 0; i < l->all; i++) c[(size_t)i * step] = l->right[i % l->unknowns];
}

// Computes the coefficients of all lines along a variable of an array outer x points x inner: values of the same line
// are `inner` apart.
static void solve_lines(const line *l, size_t outer, size_t inner, const double *values, double *c) {
  for (size_t o = 0; o < outer; o++)
    for (size_t i = 0; i < inner; i++)
      solve_line(l, values + o * (size_t)l->points * inner + i, c + o * (size_t)l->all * inner + i, inner);
}

// ---- blocks -------------------------------------------------------------------------------------------------------

static void write_head(const jni_spline_grid *fit, double *block) {
  block[0] = fit->nvariables;
  block[1] = fit->order;
  block[2] = fit->nfunctions;
  for (int i = 0; i < fit->nvariables; i++) {
    double *axis = block + JNK_SPLINE_HEAD + i * JNK_SPLINE_AXIS;
    axis[0] = fit->from[i];
    axis[1] = fit->cells[i] / (fit->to[i] - fit->from[i]);
    axis[2] = fit->cells[i];
    axis[3] = fit->periodic[i];
  }
}

// Copies n numbers from `dense`, which has fit->nfunctions numbers per grid point, to c, where grid points are further
// apart (jnk_spline_stride). The numbers between are set to zero.
static void spread(const jni_spline_grid *fit, const double *dense, size_t n, double *c) {
  size_t own = (size_t)fit->nfunctions, stride = (size_t)jnk_spline_stride(fit->nfunctions);
  for (size_t i = 0; i < n / own; i++)
    for (size_t f = 0; f < stride; f++) c[i * stride + f] = f < own ? dense[i * own + f] : 0;
}

double *jni_fit_block(jni_pool *pool, const jni_spline_grid *fit, const double *samples) {
  size_t size = jni_fit_size(fit), inner = (size_t)fit->nfunctions, outer = 1;
  double *block = jni_doubles(pool, size), *c = block ? block + head_size(fit) : NULL;
  jni_pool scratch = {.alloc = pool->alloc};
  double *values = jni_doubles(&scratch, size);
  for (int i = 0; i < fit->nvariables; i++) outer *= (size_t)jni_fit_points(fit, i);
  if (block && values) memcpy(values, samples, outer * inner * sizeof *values);
  for (int i = fit->nvariables - 1; i >= 0 && block && values; i--) {  // variable by variable, the last one first
    line l = {0};
    outer /= (size_t)jni_fit_points(fit, i);
    if (!make_line(&scratch, fit, i, &l)) break;
    solve_lines(&l, outer, inner, values, c);
    inner *= (size_t)l.all;
    memcpy(values, c, outer * inner * sizeof *values);
  }
  if (block && values) spread(fit, values, inner, c);
  if (block) write_head(fit, block);
  pool->failed |= scratch.failed;
  jni_pool_free(&scratch);
  return pool->failed ? NULL : block;
}

// ---- calls of blocks ------------------------------------------------------------------------------------------------

static const char values[] = "jnk_call_spline", fused[] = "jnk_call_spline_fused", seconds[] = "jnk_call_spline_second";

bool jni_is_spline(const jni_kernel *kernel) {
  return strcmp(kernel->name, values) == 0 || strcmp(kernel->name, fused) == 0 || strcmp(kernel->name, seconds) == 0;
}

jni_spline_kernels jni_spline_kernels_of(int nvariables, int nfunctions) {
  int all = nvariables * (nvariables + 1) / 2, width = jnk_spline_width(nfunctions), n = width * (nvariables + 1);
  jni_spline_kernels kernels = {{values, nvariables, n, jnk_call_spline, NULL},
                                {fused, nvariables, n, jnk_call_spline_fused, NULL},
                                {seconds, nvariables, width * all, jnk_call_spline_second, NULL}};
#ifdef JNI_HAS_AVX2
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    kernels.values.calc = jni_spline_avx2;
    kernels.fused.calc = jni_spline_avx2_fused;
  }
#endif
  return kernels;
}

const jni_spline_kernels *jni_spline_kernels_new(jni_pool *pool, int nvariables, int nfunctions) {
  jni_spline_kernels *kernels = jni_take(pool, 1, sizeof *kernels);
  if (kernels) *kernels = jni_spline_kernels_of(nvariables, nfunctions);
  return kernels;
}

static bool is_count(double x, double most) { return x >= 1 && x <= most && x == floor(x); }

static bool is_axis(const double *axis, double most) {
  bool scale = isfinite(axis[0]) && axis[1] > 0 && isfinite(axis[1]);
  return scale && is_count(axis[2], most) && (axis[3] == 0 || axis[3] == 1);
}

bool jni_spline_is_sound(const double *block, size_t n) {
  const double most = 1e6;
  if (n < JNK_SPLINE_HEAD || !is_count(block[0], JNK_SPLINE_VARIABLES) || !is_count(block[2], most)) return false;
  size_t axes = JNK_SPLINE_HEAD + (size_t)block[0] * JNK_SPLINE_AXIS, head = (size_t)jnk_spline_first((int)block[0]);
  double coefficients = jnk_spline_stride((int)block[2]);
  if (n < head || (block[1] != 4 && block[1] != 6)) return false;
  for (size_t i = JNK_SPLINE_HEAD; i < axes; i += JNK_SPLINE_AXIS) {
    if (!is_axis(block + i, most)) return false;
    coefficients *= block[i + 2] + block[1] - 1;
  }
  for (size_t i = head; i < n; i++)
    if (!isfinite(block[i])) return false;
  return coefficients + JNK_SPLINE_SPARE == (double)(n - head);
}
