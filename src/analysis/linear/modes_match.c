// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// modes_match.c - matches the eigenvalues of one parameter value with those of the next.
//
// Roots a and b of two neighbouring values differ in their values and in their shapes,
//   d = |la - lb| / (|la| + |lb|),     o = sqrt(|ya.xb| |yb.xa| / (|ya.xa| |yb.xb|)), at most 1,
// with right eigenvectors x and left eigenvectors y (not conjugated). o does not depend on the scaling of vectors or
// states; for roots of one matrix it is 1 for equal and 0 for different roots. The assignment with the smallest sum of
// d + 1 - o is chosen [Kuhn 1955]. Where two roots meet, y.x vanishes and o is undefined; then only values count. If
// one side has more roots, the surplus ones, preferably the smallest, have become zero.
#include <complex.h>
#include <math.h>
#include <string.h>

#include "analysis/linear/modes.h"
#include "kernel/elementary.h"

typedef double _Complex root_value;

typedef struct {
  const jn_modes *modes;
  int n;      // number of roots
  int *mode;  // n: mode of each root
  bool *lower;
  double *own;  // n: |y.x|
} side;

typedef struct {
  side a, b;
  int n;                   // larger number of roots; the other side is completed by zeros
  double *cost, *certain;  // n x n: d + 1 - o, and min(d, 1 - o); of missing roots by |lambda| alone (fill_costs)
  double *u, *v, *least;   // n + 1: potentials of rows and columns, smallest reduced cost of a column
  int *match, *previous;   // n + 1: row matched with a column; previous column on the path
  bool *used;
} follow;

int jn_modes_nroots(const jn_modes *modes) {
  JNI_ASSERT(modes);
  int n = 0;
  for (int i = 0; i < modes->n; i++) n += modes->modes[i].im > 0 ? 2 : 1;
  return n;
}

int jn_modes_root_mode(const jn_modes *modes, int root, bool *lower) {
  JNI_ASSERT(modes);
  for (int i = 0, at = 0; i < modes->n; i++) {
    int size = modes->modes[i].im > 0 ? 2 : 1;
    if (root < at + size) {
      if (lower) *lower = root > at;
      return i;
    }
    at += size;
  }
  return -1;
}

// ---- distance of two roots -------------------------------------------------------------------------

static root_value value_of(const side *s, int r) {
  if (r >= s->n) return 0;
  const jn_mode *m = &s->modes->modes[s->mode[r]];
  return m->re + (s->lower[r] ? -m->im : m->im) * I;
}

// Returns |y.x| with the left eigenvector y of root a and the right eigenvector x of root b.
static double product(const side *left, int a, const side *right, int b) {
  int nx = left->modes->nx;
  const double *y = left->modes->lefts + 2 * (size_t)left->mode[a] * (size_t)nx,
               *x = right->modes->vectors + 2 * (size_t)right->mode[b] * (size_t)nx;
  double same = left->lower[a] == right->lower[b] ? 1 : -1, re = 0, im = 0;
  for (int i = 0; i < nx; i++) {
    re += y[2 * i] * x[2 * i] - same * y[2 * i + 1] * x[2 * i + 1];
    im += y[2 * i] * x[2 * i + 1] * same + y[2 * i + 1] * x[2 * i];
  }
  return jnk_hypot(re, im);
}

static double overlap(const follow *f, int a, int b) {
  if (f->a.modes->nx != f->b.modes->nx || f->a.modes->names != f->b.modes->names) return 1;
  double own = f->a.own[a] * f->b.own[b], cross = product(&f->a, a, &f->b, b) * product(&f->b, b, &f->a, a);
  return own > cross ? sqrt(cross / own) : 1;
}

// Returns the geometric mean of |lambda| of all modes of both sides, 1 without modes: the size with which a root that
// may have become zero is compared.
static double typical(const follow *f) {
  double sum = 0;
  int n = 0;
  for (int k = 0; k < 2; k++) {
    const jn_modes *modes = k ? f->b.modes : f->a.modes;
    for (int i = 0; i < modes->n; i++) {
      sum += jnk_log(modes->modes[i].natural);
      n++;
    }
  }
  return n > 0 ? jnk_exp(sum / n) : 1;
}

static double size_of(root_value z) { return jnk_hypot(creal(z), cimag(z)); }

static void fill_costs(follow *f) {
  double usual = typical(f);
  for (int i = 0; i < f->n; i++)
    for (int j = 0; j < f->n; j++) {
      root_value a = value_of(&f->a, i), b = value_of(&f->b, j);
      size_t at = (size_t)i * (size_t)f->n + (size_t)j;
      double size = size_of(a) + size_of(b);
      bool none = i >= f->a.n || j >= f->b.n;
      double d = size == 0 ? 0 : size_of(a - b) / size, off = none ? 0 : 1 - overlap(f, i, j);
      double cost = none ? 2 * size / (size + usual) : d + off, certain = none ? size / (size + usual) : fmin(d, off);
      f->cost[at] = isnan(cost) ? 2 : cost;
      f->certain[at] = isnan(cost) ? 1 : certain;  // 1 is the largest possible distance
    }
}

// ---- assignment of least cost, by shortest paths with potentials ---------------------------------------------------

static int grow(follow *f, int column) {
  int row = f->match[column], next = 0;
  double delta = HUGE_VAL;
  f->used[column] = true;
  for (int j = 1; j <= f->n; j++) {
    if (f->used[j]) continue;
    double reduced = f->cost[(size_t)(row - 1) * (size_t)f->n + (size_t)(j - 1)] - f->u[row] - f->v[j];
    if (reduced < f->least[j]) {
      f->least[j] = reduced;
      f->previous[j] = column;
    }
    if (f->least[j] < delta) {
      delta = f->least[j];
      next = j;
    }
  }
  for (int j = 0; j <= f->n; j++) {
    if (f->used[j]) {
      f->u[f->match[j]] += delta;
      f->v[j] -= delta;
    } else {
      f->least[j] -= delta;
    }
  }
  return next;
}

static void assign(follow *f) {
  for (int row = 1; row <= f->n; row++) {
    int column = 0;
    f->match[0] = row;
    for (int j = 0; j <= f->n; j++) {
      f->least[j] = HUGE_VAL;
      f->used[j] = false;
    }
    do column = grow(f, column);
    while (f->match[column] != 0);
    while (column) {
      int before = f->previous[column];
      f->match[column] = f->match[before];
      column = before;
    }
  }
}

// ---- all of it -----------------------------------------------------------------------------------------------------

static bool make_side(side *s, const jn_modes *modes, jni_pool *scratch) {
  s->modes = modes;
  s->n = jn_modes_nroots(modes);
  s->mode = jni_take(scratch, (size_t)s->n + 1, sizeof *s->mode);
  s->lower = jni_take(scratch, (size_t)s->n + 1, sizeof *s->lower);
  s->own = jni_take(scratch, (size_t)s->n + 1, sizeof *s->own);
  if (scratch->failed) return false;
  for (int i = 0, at = 0; i < modes->n; i++)
    for (int k = 0; k < (modes->modes[i].im > 0 ? 2 : 1); k++) {
      s->mode[at] = i;
      s->lower[at] = k > 0;
      s->own[at] = product(s, at, s, at);
      at++;
    }
  return true;
}

static bool allocate(follow *f, const jn_modes *before, const jn_modes *after, jni_pool *scratch) {
  if (!make_side(&f->a, before, scratch) || !make_side(&f->b, after, scratch)) return false;
  f->n = f->a.n > f->b.n ? f->a.n : f->b.n;
  size_t n = (size_t)f->n;
  f->cost = jni_doubles(scratch, 2 * n * n + 3 * (n + 1));
  f->match = jni_ints(scratch, 2 * (n + 1));
  f->used = jni_flags(scratch, n + 1);
  if (scratch->failed) return false;
  f->certain = f->cost + n * n;
  f->u = f->certain + n * n;
  f->v = f->u + n + 1;
  f->least = f->v + n + 1;
  f->previous = f->match + n + 1;
  return true;
}

jn_status jn_modes_follow(const jn_modes *before, const jn_modes *after, int *to, double *doubt) {
  JNI_ASSERT(before && after);
  follow f = {.n = 0};
  jni_pool scratch = {.alloc = before->pool.alloc};
  bool made = allocate(&f, before, after, &scratch);
  double worst = 0;
  if (made) {
    fill_costs(&f);
    assign(&f);
    for (int j = 1; j <= f.n; j++) {
      int i = f.match[j] - 1;
      worst = fmax(worst, f.certain[(size_t)i * (size_t)f.n + (size_t)(j - 1)]);
      if (i < f.a.n) to[i] = j - 1 < f.b.n ? j - 1 : -1;
    }
  }
  if (doubt) *doubt = worst;
  jni_pool_free(&scratch);
  return made ? JN_OK : JN_NO_MEMORY;
}
