// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// share.c - gears, couplings and drivers that repeat each other share their load: the meshes of the planets of a
// planetary gear.
//
// Rows of coordinates are G = F J with J the gradients of the coordinates and F = (scale factor), constant. Where rows
// repeat each other, n' F = 0 for some n, and lambda + n is as good as lambda: G' n = J' F' n = 0 in every
// configuration. Of all these the least is taken, with each row measured by its length in F, so that no row counts for
// more by its scale: with A = D^-1 F, D the lengths, and Q an orthonormal basis of the columns of A,
//   D lambda := Q Q' D lambda
#include <math.h>
#include <string.h>

#include "linalg/dense/dense.h"
#include "system/system.h"

enum { MOST_ROWS = 500 };
static const double RANK = 1e-9;  // a column that is shorter after the others were taken off depends on them

struct jni_share {
  jni_pool pool;
  int n, rank;
  int *row;        // n: rows of the system
  double *length;  // n
  double *Q;       // rank columns of n
  double *part;    // n
};

// Which coordinates count: the number of their column + 1, else 0.
typedef struct {
  const jn_system *system;
  int *number, n;
} columns;

static bool has_column(const columns *c, const jni_primitive *p) {
  for (int k = 0; k < p->nterms; k++)
    if (c->number[c->system->terms[p->term_at + k].coordinate]) return true;
  return false;
}

static bool add_columns(columns *c, const jni_primitive *p) {
  int before = c->n;
  for (int k = 0; k < p->nterms; k++) {
    int *number = &c->number[c->system->terms[p->term_at + k].coordinate];
    if (!*number) *number = ++c->n;
  }
  return c->n > before;
}

// Coordinates that rows connect with those of a redundant row.
static void find_columns(const bool *active, columns *c) {
  const jn_system *system = c->system;
  const jni_primitive *first = system->primitives + system->primitive_at[JNI_COORDINATES];
  const jni_primitive *last = system->primitives + system->primitive_at[JNI_COORDINATE_RATES + 1];
  for (const jni_primitive *p = first; p < last; p++)
    if (!active[p->row]) add_columns(c, p);
  for (bool more = c->n > 0; more;) {
    more = false;
    for (const jni_primitive *p = first; p < last; p++)
      if (has_column(c, p) && add_columns(c, p)) more = true;
  }
}

static void fill_row(const columns *c, jni_share *share, int i) {
  const jn_system *system = c->system;
  const jni_primitive *p = &system->primitives[system->row_primitive[share->row[i]]];
  double square = 0;
  for (int k = 0; k < p->nterms; k++) {
    const jni_primitive_term *term = &system->terms[p->term_at + k];
    bool length = system->coordinates[term->coordinate].kind == JNI_DISPLACEMENT;
    double value = p->scale * term->factor * (length ? system->length_scale : 1);
    share->Q[(size_t)(c->number[term->coordinate] - 1) * (size_t)share->n + (size_t)i] += value;
    square += value * value;
  }
  share->length[i] = square > 0 ? sqrt(square) : 1;
  for (int k = 0; k < c->n; k++) share->Q[(size_t)k * (size_t)share->n + (size_t)i] /= share->length[i];
}

// Gram and Schmidt, twice; columns that depend on those before are left out.
static void orthonormalise(jni_share *share, int ncolumns) {
  int n = share->n;
  for (int c = 0; c < ncolumns; c++) {
    double *x = share->Q + (size_t)c * (size_t)n, *to = share->Q + (size_t)share->rank * (size_t)n;
    double before = sqrt(jni_dot(n, x, x));
    for (int pass = 0; pass < 2; pass++)
      for (int k = 0; k < share->rank; k++)
        jni_add(n, -jni_dot(n, share->Q + (size_t)k * (size_t)n, x), share->Q + (size_t)k * (size_t)n, x);
    double after = sqrt(jni_dot(n, x, x));
    if (!(after > RANK * before)) continue;
    for (int i = 0; i < n; i++) to[i] = x[i] / after;
    share->rank++;
  }
}

static bool find_rows(const columns *c, jni_share *share) {
  const jn_system *system = c->system;
  int first = system->primitive_at[JNI_COORDINATES], last = system->primitive_at[JNI_COORDINATE_RATES + 1];
  share->row = jni_ints(&share->pool, (size_t)(last - first));
  for (int i = first; share->row && i < last; i++)
    if (has_column(c, &system->primitives[i])) share->row[share->n++] = system->primitives[i].row;
  return !share->pool.failed;
}

static bool make_room(const columns *c, jni_share *share) {
  size_t n = (size_t)share->n;
  share->length = jni_doubles(&share->pool, n);
  share->part = jni_doubles(&share->pool, n);
  share->Q = jni_doubles(&share->pool, n * (size_t)c->n);
  return !share->pool.failed;
}

// *made is NULL where there is nothing to share, or too much.
static bool make(const columns *c, jni_share **made) {
  if (c->n == 0) return true;
  jni_share *share = jni_object_new(c->system->alloc, sizeof *share);
  if (!share) return false;
  if (!find_rows(c, share)) return jni_object_free(share), false;
  if (share->n > MOST_ROWS) return jni_object_free(share), true;
  if (!make_room(c, share)) return jni_object_free(share), false;
  for (int i = 0; i < share->n; i++) fill_row(c, share, i);
  orthonormalise(share, c->n);
  *made = share;
  return true;
}

bool jni_share_new(const jn_system *system, const bool *active, jni_share **made) {
  columns c = {.system = system, .number = jni_alloc0(system->alloc, (size_t)system->ncoordinates, sizeof(int))};
  *made = NULL;
  if (!c.number) return false;
  find_columns(active, &c);
  bool ok = make(&c, made);
  jni_free(system->alloc, c.number);
  return ok;
}

void jni_share_apply(const jni_share *share, double *lambda) {
  if (!share) return;
  memset(share->part, 0, (size_t)share->n * sizeof *share->part);
  for (int k = 0; k < share->rank; k++) {
    const double *q = share->Q + (size_t)k * (size_t)share->n;
    double along = 0;
    for (int i = 0; i < share->n; i++) along += q[i] * share->length[i] * lambda[share->row[i]];
    jni_add(share->n, along, q, share->part);
  }
  for (int i = 0; i < share->n; i++) lambda[share->row[i]] = share->part[i] / share->length[i];
}
