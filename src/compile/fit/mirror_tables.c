// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mirror_tables.c - finds tables that have the values of others; see spline_fit.h. Variables may be reversed, functions
// may be in another order and have the other sign, as on the two sides of a vehicle.
#include <math.h>
#include <string.h>

#include "compile/fit/spline_fit.h"

typedef struct {
  const jni_spline_grid *fit;
  const double *c;  // coefficients
  int count[3];     // number of coefficients along each variable; 1 for variables that the table does not have
  int n;            // their product
  const jni_spline_table *of;
} coefficients;

static coefficients coefficients_of(const jni_spline_table *table) {
  coefficients s = {.fit = &table->fit, .n = 1, .of = table};
  s.c = table->block + jnk_spline_first(table->fit.nvariables);
  for (int i = 0; i < 3; i++) {
    s.count[i] = i < table->fit.nvariables ? table->fit.cells[i] + table->fit.order - 1 : 1;
    s.n *= s.count[i];
  }
  return s;
}

// ---- comparison -----------------------------------------------------------------------------------------------------

// Returns true if both tables have the same grid after the variables of a whose bits are set in `turned` are reversed
// (x becomes -x); false for tables with periodic variables.
static bool same_grid(const coefficients *a, const coefficients *b, int turned) {
  const jni_spline_grid *f = a->fit, *g = b->fit;
  const double least = 1e-12;
  if (f->nvariables != g->nvariables || f->order != g->order) return false;
  for (int i = 0; i < f->nvariables; i++) {
    double low = turned >> i & 1 ? -f->to[i] : f->from[i], high = turned >> i & 1 ? -f->from[i] : f->to[i];
    if (f->cells[i] != g->cells[i] || f->periodic[i] || g->periodic[i]) return false;
    if (fabs(low - g->from[i]) > least || fabs(high - g->to[i]) > least) return false;
  }
  return true;
}

// Returns the index of the coefficient of table b that is the mirror image of coefficient `at` of table a if the
// variables whose bits are set in `turned` are reversed.
static int mirrored_index(const coefficients *a, int at, int turned) {
  int index[3] = {at / (a->count[1] * a->count[2]), at / a->count[2] % a->count[1], at % a->count[2]};
  for (int i = 0; i < 3; i++)
    if (turned >> i & 1) index[i] = a->count[i] - 1 - index[i];
  return (index[0] * a->count[1] + index[1]) * a->count[2] + index[2];
}

// Returns true if function f of b equals `sign` times function g of a, with the variables in the bits of `turned`
// reversed, within the rounding of the coefficients (round_coefficients.c).
static bool same_function(const coefficients *a, const coefficients *b, int turned, int g, int f, double sign) {
  const double least = 1e-8, unit = jni_decimal_unit(fmin(a->of->tolerance[g], b->of->tolerance[f]));
  int na = jnk_spline_stride(a->fit->nfunctions), nb = jnk_spline_stride(b->fit->nfunctions);
  double size = 0, off = 0;
  for (int at = 0; at < a->n; at++) {
    double own = b->c[mirrored_index(a, at, turned) * nb + f], other = sign * a->c[at * na + g];
    size = fmax(size, fabs(own));
    off = fmax(off, fabs(own - other));
  }
  return off <= fmax(least * size, unit);
}

static bool find_function(const coefficients *a, const coefficients *b, int turned, int f, int *function,
                          double *sign) {
  for (int g = 0; g < a->fit->nfunctions; g++)
    for (int s = 1; s >= -1; s -= 2)
      if (same_function(a, b, turned, g, f, s)) {
        *function = g;
        *sign = s;
        return true;
      }
  return false;
}

// ---- sharing --------------------------------------------------------------------------------------------------------

typedef struct {
  jni_pool *pool;
  const jni_merge_part *parts;
  int n;
} list;

// Makes table b, and all tables with its block, a mirror image of table a, whose values it then uses, if each function
// of b is a function of a up to its sign, with the variables in the bits of `turned` reversed. Returns false, and makes
// no mirror image, if not or without memory.
static bool share(const list *l, const coefficients *a, const coefficients *b, int turned) {
  int n = b->fit->nfunctions;
  if (!same_grid(a, b, turned)) return false;
  jni_mirror *m = jni_take(l->pool, 1, sizeof *m);
  int *function = jni_ints(l->pool, (size_t)n);
  double *sign = jni_doubles(l->pool, (size_t)n);
  for (int f = 0; f < n && !l->pool->failed; f++)
    if (!find_function(a, b, turned, f, &function[f], &sign[f])) return false;
  if (l->pool->failed) return false;
  *m = (jni_mirror){.block = a->of->block,
                    .size = (int)jni_fit_size(a->fit),
                    .nfunctions = a->fit->nfunctions,
                    .kernels = a->of->kernels,
                    .function = function,
                    .sign = sign};
  for (int i = 0; i < 3; i++) m->turn[i] = turned >> i & 1 ? -1 : 1;
  for (int i = 0; i < l->n; i++)
    if (l->parts[i].table->block == b->of->block) l->parts[i].table->mirror = m;
  return true;
}

static void share_with_any(const list *l, int which) {
  const coefficients b = coefficients_of(l->parts[which].table);
  for (int k = 0; k < which && !l->parts[which].table->mirror; k++) {
    const jni_spline_table *other = l->parts[k].table;
    if (!other->block || other->mirror || other->block == b.of->block) continue;
    const coefficients a = coefficients_of(other);
    for (int turned = 0; turned < 1 << a.fit->nvariables; turned++)
      if (share(l, &a, &b, turned)) break;
  }
}

// Returns true if each function of b equals a function of a up to its sign, with the variables in the bits of `turned`
// reversed.
static bool mirrors(const coefficients *a, const coefficients *b, int turned) {
  int function;
  double sign;
  bool same = same_grid(a, b, turned) && a->fit->nfunctions == b->fit->nfunctions;
  for (int f = 0; same && f < b->fit->nfunctions; f++) same = find_function(a, b, turned, f, &function, &sign);
  return same;
}

bool jni_mirrors(const jni_spline_table *one, const jni_spline_table *other) {
  const coefficients a = coefficients_of(one), b = coefficients_of(other);
  for (int turned = 0; turned < 1 << a.fit->nvariables; turned++)
    if (mirrors(&a, &b, turned)) return true;
  return false;
}

bool jni_mirror_tables(jni_pool *pool, const jni_merge_part *parts, int n) {
  const list l = {pool, parts, n};
  for (int i = 0; i < n && !pool->failed; i++)
    if (parts[i].table->block) share_with_any(&l, i);
  return !pool->failed;
}
