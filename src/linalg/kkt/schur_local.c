// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// schur_local.c - elimination of the bodies together with their own rows: those that touch no other block. It needs no
// definite M, only that M is definite along these rows: a body in natural coordinates without moments along one of its
// axes has a singular block, and the rows that keep its axes orthonormal hold it. Of one block, with P its own rows, w
// > 0 where M is singular and 0 elsewhere,
//   A = M + w P' P,  E = P A^-1 P',  K = E^-1 P A^-1,  N = A^-1 - A^-1 P' K
//   a = N (f - G' lambda) + K' p,    mu = K (f - G' lambda) - (E^-1 - w) p
// solve M a + G' lambda + P' mu = f, P a = p. So N takes the place of M^-1 in the Schur complement of the other rows.
//
// N and K are those of the last factor: with G moved since, refinement goes by the residual of both rows of blocks.
// Where a block stays singular (a rod may turn about itself), the whole matrix is factored instead, until it is told to
// forget.
#include <string.h>

#include "linalg/kkt/schur.h"

typedef struct {
  int block, at, n;    // its first speed, its speeds
  int group, ngroups;  // its own groups, in `groups`
  int rows;            // of these
  bool singular;       // in the sample
  int held, corner;    // where K and E^-1 - w stand
} own_block;

typedef struct {
  jni_kkt base;
  jni_kkt *schur, *whole;
  bool is_whole;                 // the last factor is that of the whole matrix, and so are the next ones
  bool *active, *others_active;  // nc; of the others
  own_block *blocks;
  int nblocks, *groups;
  int *rows, *own_rows;  // of the Schur complement, and own ones by blocks
  int nrows, nown;
  double *mass, *A, *N;        // nmass: M seen last, A^-1, N
  double *K, *corner;          // rows x n, rows x rows of the blocks
  double *P, *Y, *E;           // of one block: rows x n, rows x n, rows x rows
  double *f, *g, *a, *lambda;  // nv, nc, nv, nc: right sides or residuals, and what solves
  double *more, *more_lambda;  // nv, nc: what is added to them
  double *inner, *rest;        // nc, nv
  jni_pattern others;          // without the own rows
} own_rows;

// ---- factor ---------------------------------------------------------------------------------------------------------

// Mean mass of the speeds that the rows touch, over the mean square of a row: both parts of A are of one size.
static double find_weight(int rows, int n, const double *M, const double *P) {
  double heavy = 0, size = 0;
  for (int i = 0; i < rows * n; i++) size += P[i] * P[i], heavy += P[i] * P[i] * M[(i % n) * (n + 1)];
  return size > 0 ? heavy / size / size * rows : 0;
}

static void take_rows(const own_rows *s, const own_block *own, const double *G) {
  const jni_pattern *p = &s->base.pattern;
  double *to = s->P;
  for (int k = own->group; k < own->group + own->ngroups; k++) {
    int g = s->groups[k], size = (p->group_at[g + 1] - p->group_at[g]) * own->n;
    memcpy(to, G + p->entry_value[p->entry_at[g]], (size_t)size * sizeof *to);
    to += size;
  }
}

// A^-1. A block that is regular by itself keeps it as long as M stays.
static bool invert_mass(own_rows *s, const own_block *own, const double *mass, double weight) {
  int n = own->n, at = s->base.pattern.mass_at[own->block];
  double *M = s->mass + at, *sum = s->N + at;
  size_t size = (size_t)n * (size_t)n * sizeof *M;
  jni_mass_kind kind;
  if (!own->singular && memcmp(M, mass + at, size) == 0) return true;
  memcpy(M, mass + at, size), memcpy(sum, M, size);
  for (int r = 0; r < own->rows && weight > 0; r++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) sum[i * n + j] += weight * s->P[r * n + i] * s->P[r * n + j];
  return jni_mass_invert(n, sum, s->A + at, s->more, &kind);
}

// Y = P A^-1, E = Y P'
static void calc_products(const own_rows *s, const own_block *own, const double *A) {
  int n = own->n;
  memset(s->Y, 0, (size_t)(own->rows * n) * sizeof *s->Y);
  for (int r = 0; r < own->rows; r++) {
    double *Y = s->Y + r * n;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) Y[j] += s->P[r * n + i] * A[i * n + j];
    for (int k = 0; k <= r; k++) {
      double sum = 0;
      for (int j = 0; j < n; j++) sum += Y[j] * s->P[k * n + j];
      s->E[r * own->rows + k] = s->E[k * own->rows + r] = sum;
    }
  }
}

// K = E^-1 Y, N = A^-1 - Y' K
static void calc_maps(own_rows *s, const own_block *own, const double *A, const double *inverse, double *N) {
  int n = own->n;
  double *K = s->K + own->held;
  memset(K, 0, (size_t)(own->rows * n) * sizeof *K);
  for (int r = 0; r < own->rows; r++)
    for (int k = 0; k < own->rows; k++)
      for (int j = 0; j < n; j++) K[r * n + j] += inverse[r * own->rows + k] * s->Y[k * n + j];
  memcpy(N, A, (size_t)(n * n) * sizeof *N);
  for (int r = 0; r < own->rows; r++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) N[i * n + j] -= s->Y[r * n + i] * K[r * n + j];
}

static bool factor_block(own_rows *s, const own_block *own, const double *mass, const double *G) {
  const double most_growth = 1e10;  // more than this, and too few digits are left
  int at = s->base.pattern.mass_at[own->block];
  double *corner = s->corner + own->corner;
  jni_mass_kind kind;
  take_rows(s, own, G);
  double weight = own->singular ? find_weight(own->rows, own->n, mass + at, s->P) : 0;
  if (!invert_mass(s, own, mass, weight)) return false;
  calc_products(s, own, s->A + at);
  if (!jni_mass_invert(own->rows, s->E, corner, s->inner, &kind)) return false;
  for (int i = 0; i < own->n && own->singular; i++)
    if (!(s->A[at + i * (own->n + 1)] * (mass[at + i * (own->n + 1)] + weight) < most_growth)) return false;
  calc_maps(s, own, s->A + at, corner, s->N + at);
  for (int r = 0; r < own->rows; r++) corner[r * (own->rows + 1)] -= weight;
  return true;
}

static bool factor_bodies(own_rows *s, const double *mass, const double *G) {
  for (int i = 0; i < s->nown; i++)
    if (!s->active[s->own_rows[i]]) return false;
  for (int k = 0; k < s->nblocks; k++)
    if (!factor_block(s, &s->blocks[k], mass, G)) return false;
  return true;
}

static bool own_factor(jni_kkt *kkt, const double *mass, const double *G) {
  own_rows *s = (own_rows *)kkt;
  long factors = kkt->info.factors;
  bool ok = false;
  s->whole->sizes = kkt->sizes;
  s->is_whole = s->is_whole || !factor_bodies(s, mass, G);
  if (s->is_whole) ok = jni_kkt_factor(s->whole, mass, G);
  else ok = jni_kkt_factor(s->schur, s->N, G);
  kkt->info = *jni_kkt_get_info(s->is_whole ? s->whole : s->schur);
  if (!s->is_whole && kkt->info.smallest_row >= 0) kkt->info.smallest_row = s->rows[kkt->info.smallest_row];
  kkt->info.factors = factors;
  return ok;
}

// ---- solve ----------------------------------------------------------------------------------------------------------

// out += K' p
static void add_held(const own_rows *s, const double *g, double *out) {
  const int *row = s->own_rows;
  for (const own_block *own = s->blocks; own < s->blocks + s->nblocks; own++)
    for (int r = 0; r < own->rows; r++, row++)
      for (int c = 0; c < own->n; c++) out[own->at + c] += s->K[own->held + r * own->n + c] * g[*row];
}

// mu = K rest - (E^-1 - w) p
static void take_own(const own_rows *s, const double *rest, const double *g, double *lambda) {
  const int *row = s->own_rows;
  for (const own_block *own = s->blocks; own < s->blocks + s->nblocks; own++, row += own[-1].rows)
    for (int r = 0; r < own->rows; r++) {
      double sum = 0;
      for (int c = 0; c < own->n; c++) sum += s->K[own->held + r * own->n + c] * rest[own->at + c];
      for (int k = 0; k < own->rows; k++) sum -= s->corner[own->corner + r * own->rows + k] * g[row[k]];
      lambda[row[r]] = sum;
    }
}

// a += and lambda += what solves for s->f and s->g.
static void solve_once(own_rows *s, const double *G, double *lambda) {
  int nv = s->base.nv;
  memset(s->more, 0, (size_t)nv * sizeof *s->more);
  add_held(s, s->g, s->more);
  jni_pattern_times(&s->others, G, s->more, s->inner);
  for (int i = 0; i < s->nrows; i++) s->inner[i] = s->g[s->rows[i]] - s->inner[i];
  for (int i = 0; i < nv; i++) s->a[i] += s->more[i];
  jni_kkt_solve(s->schur, s->N, G, s->f, s->inner, 0, s->more, s->inner);
  for (int i = 0; i < nv; i++) s->a[i] += s->more[i];
  memcpy(s->rest, s->f, (size_t)nv * sizeof *s->rest);
  jni_pattern_add_transposed(&s->others, G, -1, s->inner, s->rest);
  take_own(s, s->rest, s->g, lambda);
  for (int i = 0; i < s->nrows; i++) lambda[s->rows[i]] = s->inner[i];
}

// What a and lambda leave of both rows of blocks.
static void calc_residual(own_rows *s, const jni_kkt_problem *x) {
  const jni_pattern *p = &s->base.pattern;
  jni_pattern_mass_times(p, x->mass, s->a, s->f);
  jni_pattern_add_transposed(p, x->G, 1, s->lambda, s->f);
  jni_pattern_times(p, x->G, s->a, s->g);
  for (int i = 0; i < s->base.nv; i++) s->f[i] = (x->f ? x->f[i] : 0) - s->f[i];
  for (int i = 0; i < s->base.nc; i++) s->g[i] = s->active[i] ? (x->g ? x->g[i] : 0) - s->g[i] : 0;
}

static void refine(own_rows *s, const jni_kkt_problem *x) {
  calc_residual(s, x);
  solve_once(s, x->G, s->more_lambda);
  for (int i = 0; i < s->base.nc; i++) s->lambda[i] += s->more_lambda[i];
}

static void own_solve(jni_kkt *kkt, const jni_kkt_problem *x) {
  own_rows *s = (own_rows *)kkt;
  if (s->is_whole) {
    jni_kkt_solve(s->whole, x->mass, x->G, x->f, x->g, x->refine, x->a, x->lambda);
    return;
  }
  for (int i = 0; i < kkt->nv; i++) s->f[i] = x->f ? x->f[i] : 0;
  for (int i = 0; i < kkt->nc; i++) s->g[i] = x->g && s->active[i] ? x->g[i] : 0;
  memset(s->a, 0, (size_t)kkt->nv * sizeof *s->a);
  solve_once(s, x->G, s->lambda);
  for (int step = 0; step < x->refine; step++) refine(s, x);
  if (x->a) memcpy(x->a, s->a, (size_t)kkt->nv * sizeof *x->a);
  if (x->lambda) memcpy(x->lambda, s->lambda, (size_t)kkt->nc * sizeof *x->lambda);
}

static void own_set_active(jni_kkt *kkt, const bool *active) {
  own_rows *s = (own_rows *)kkt;
  bool *others = s->others_active;
  for (int i = 0; i < kkt->nc; i++) s->active[i] = !active || active[i];
  for (int i = 0; i < s->nrows; i++) others[i] = s->active[s->rows[i]];
  jni_kkt_set_active(s->schur, others);
  jni_kkt_set_active(s->whole, active);
}

static void own_forget(jni_kkt *kkt) {
  own_rows *s = (own_rows *)kkt;
  s->is_whole = false;
  jni_kkt_forget(s->whole);
}

// ---- making it ------------------------------------------------------------------------------------------------------

// The block that alone a group touches, -1: several.
static int owner(const jni_pattern *p, int group) {
  int first = p->entry_at[group];
  return p->entry_at[group + 1] == first + 1 ? p->entry_block[first] : -1;
}

// Groups and rows of their own, block by block.
static void list_own(own_rows *s) {
  const jni_pattern *p = &s->base.pattern;
  for (int g = 0; g < p->ngroups; g++)
    if (owner(p, g) >= 0) s->blocks[owner(p, g)].ngroups++;
  for (int b = 1; b < p->nblocks; b++) s->blocks[b].group = s->blocks[b - 1].group + s->blocks[b - 1].ngroups;
  for (int b = 0; b < p->nblocks; b++) s->blocks[b].ngroups = 0;
  for (int g = 0; g < p->ngroups; g++) {
    own_block *own = owner(p, g) >= 0 ? &s->blocks[owner(p, g)] : NULL;
    if (own) s->groups[own->group + own->ngroups++] = g, own->rows += p->group_at[g + 1] - p->group_at[g];
  }
  for (int b = 0; b < p->nblocks; b++)
    for (int k = 0; k < s->blocks[b].ngroups; k++) {
      int g = s->groups[s->blocks[b].group + k];
      for (int row = p->group_at[g]; row < p->group_at[g + 1]; row++) s->own_rows[s->nown++] = row;
    }
}

// False: a singular block has no rows of its own.
static bool list_blocks(own_rows *s, const double *mass) {
  const jni_pattern *p = &s->base.pattern;
  bool held = true;
  s->nblocks = p->nblocks;
  for (int b = 0; b < p->nblocks; b++)
    s->blocks[b] = (own_block){.block = b, .at = p->block_at[b], .n = p->block_at[b + 1] - p->block_at[b]};
  list_own(s);
  for (int b = 0; b < p->nblocks; b++) {
    own_block *own = &s->blocks[b];
    jni_mass_kind kind;
    own->singular = !jni_mass_invert(own->n, mass + p->mass_at[b], s->A + p->mass_at[b], s->more, &kind);
    held = held && !(own->singular && own->rows == 0);
    if (b > 0) own->held = own[-1].held + own[-1].rows * own[-1].n;
    if (b > 0) own->corner = own[-1].corner + own[-1].rows * own[-1].rows;
  }
  return held;
}

typedef struct {
  int *group_at, *entry_at, *entry_block, *entry_value, *row_set;
} lists;

// The pattern without groups that touch one block alone.
static void list_others(own_rows *s, const lists *to) {
  const jni_pattern *p = &s->base.pattern;
  int n = 0, e = 0;
  for (int g = 0; g < p->ngroups; g++) {
    if (owner(p, g) >= 0) continue;
    to->group_at[n] = s->nrows, to->entry_at[n++] = e;
    for (int i = p->entry_at[g]; i < p->entry_at[g + 1]; i++, e++)
      to->entry_block[e] = p->entry_block[i], to->entry_value[e] = p->entry_value[i];
    for (int row = p->group_at[g]; row < p->group_at[g + 1]; row++) {
      if (p->row_set) to->row_set[s->nrows] = p->row_set[row];
      s->rows[s->nrows++] = row;
    }
  }
  to->group_at[n] = s->nrows, to->entry_at[n] = e;
  s->others = *p;
  s->others.ngroups = n, s->others.group_at = to->group_at, s->others.entry_at = to->entry_at;
  s->others.entry_block = to->entry_block, s->others.entry_value = to->entry_value;
  s->others.row_set = p->row_set ? to->row_set : NULL, s->others.used = NULL;
}

static bool make_lists(own_rows *s) {
  jni_pool *pool = &s->base.pool;
  const jni_pattern *p = &s->base.pattern;
  size_t groups = (size_t)p->ngroups + 1, nc = (size_t)s->base.nc, entries = (size_t)p->entry_at[p->ngroups];
  s->blocks = jni_take(pool, (size_t)p->nblocks, sizeof *s->blocks);
  s->groups = jni_ints(pool, groups), s->rows = jni_ints(pool, nc), s->own_rows = jni_ints(pool, nc);
  s->active = jni_flags(pool, nc), s->others_active = jni_flags(pool, nc);
  lists others = {jni_ints(pool, groups), jni_ints(pool, groups), jni_ints(pool, entries), jni_ints(pool, entries),
                  jni_ints(pool, nc)};
  if (pool->failed) return false;
  list_others(s, &others);
  return true;
}

static bool make_vectors(own_rows *s) {
  jni_pool *pool = &s->base.pool;
  size_t nmass = (size_t)s->base.pattern.nmass, nv = (size_t)s->base.nv, nc = (size_t)s->base.nc;
  s->mass = jni_doubles(pool, nmass), s->A = jni_doubles(pool, nmass);
  s->f = jni_doubles(pool, nv), s->a = jni_doubles(pool, nv);
  s->more = jni_doubles(pool, nv), s->rest = jni_doubles(pool, nv);
  s->g = jni_doubles(pool, nc), s->lambda = jni_doubles(pool, nc);
  s->inner = jni_doubles(pool, nc), s->more_lambda = jni_doubles(pool, nc);
  return !pool->failed;
}

static bool make_matrices(own_rows *s) {
  jni_pool *pool = &s->base.pool;
  size_t rows = 0, wide = 0, all = 0, corners = 0;
  for (const own_block *own = s->blocks; own < s->blocks + s->nblocks; own++) {
    size_t r = (size_t)own->rows, n = (size_t)own->n;
    all += r * n, corners += r * r;
    rows = r > rows ? r : rows, wide = r * n > wide ? r * n : wide;
  }
  s->K = jni_doubles(pool, all), s->corner = jni_doubles(pool, corners);
  s->P = jni_doubles(pool, wide), s->Y = jni_doubles(pool, wide), s->E = jni_doubles(pool, rows * rows);
  return !pool->failed;
}

// Its inverse blocks are N, written here.
static bool make_schur(own_rows *s) {
  jni_kkt others = s->base;
  others.pattern = s->others, others.nc = s->nrows;
  jni_schur *schur = jni_keep(&s->base.pool, jni_schur_new(&others, false), jni_object_free);
  if (!schur) return false;
  s->schur = &schur->base, s->N = schur->inverse;
  schur->mass_known = schur->mass_regular = schur->base.constant_mass = true;
  for (int k = 0; k < schur->nbody_runs; k++) schur->body_runs[k].kind = JNI_MASS_FULL;
  return true;
}

// Without the whole matrix. *fits: the rows serve.
static own_rows *make(const jni_kkt *base, const double *mass, bool *fits) {
  static const jni_kkt_functions functions = {own_set_active, own_factor, own_solve, own_forget, false};
  own_rows *s = jni_kkt_object(base, sizeof *s, &functions, JNI_KKT_SCHUR_OWN);
  if (!s) return NULL;
  if (!make_lists(s) || !make_vectors(s)) return jni_object_free(s);
  *fits = list_blocks(s, mass);
  return make_matrices(s) && make_schur(s) ? s : jni_object_free(s);
}

jni_kkt *jni_own_rows_new(const jni_kkt *base, const double *mass, jni_kkt *whole, double most_cost) {
  bool fits = false;
  if (whole && base->pattern.parent) return whole;  // its blocks are no bodies
  own_rows *s = whole ? make(base, mass, &fits) : NULL;
  if (!s) return jni_object_free(whole);
  if (!fits || !(jni_schur_cost(s->schur) <= most_cost)) return jni_object_free(s), whole;
  s->whole = jni_keep(&s->base.pool, whole, jni_object_free);
  if (!s->whole) return jni_object_free(s);
  own_set_active(&s->base, NULL);
  return &s->base;
}
