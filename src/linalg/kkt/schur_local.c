// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// schur_local.c - elimination of the bodies together with their local rows, which are the rows that touch no other
// body.
//
// M may be singular, as long as it is definite on the null space of these rows. For example, a body in natural
// coordinates without a moment of inertia about one of its axes has a singular block, and the rows that keep its axes
// orthonormal make it regular. For one block with local rows P, and w > 0 if M is singular, otherwise w = 0,
//   A = M + w P' P,  E = P A^-1 P',  K = E^-1 P A^-1,  N = A^-1 - A^-1 P' K,  F = E^-1 - w
//   a = N (f - G' lambda) + K' p,    mu = K (f - G' lambda) - F p
// solve M a + G' lambda + P' mu = f, P a = p. So N replaces M^-1 in the Schur complement of the other rows.
//
// N and K are those of the last factor; if G has changed since, refinement reduces the residual of both block rows. If
// a block stays singular (a rod may spin about itself), or if a local row is not active, the whole matrix is factored
// instead, until jni_kkt_forget.
#include <string.h>

#include "linalg/kkt/schur.h"

typedef struct {
  int index, at, n;    // column block, its first speed, number of speeds
  int group, ngroups;  // its local row groups: groups[group .. group + ngroups) of the solver
  int rows;            // number of local rows
  bool singular;       // M is singular in the sample values
  int K_at, F_at;      // start of its K (rows x n) and F (rows x rows) in the arrays of the solver
} local_block;

typedef struct {
  jni_kkt base;
  jni_kkt *schur, *whole;        // Schur complement of the other rows; whole matrix
  bool use_whole;                // the whole matrix is factored, because a block was singular or a local row inactive
  bool *active, *others_active;  // nc: active rows; nrows: active rows among the others
  local_block *blocks;           // nblocks
  int nblocks, *groups;          // local row groups, block by block
  int *rows, *local_row_list;    // nrows: rows that are not local; nlocal: local rows, block by block
  int nrows, nlocal;
  double *mass, *A, *N;        // nmass: M of the last factor, A^-1, N
  double *K, *F;               // K and F of all blocks; local_block has their positions
  double *P, *Y, *E;           // workspace for one block: P (rows x n); P A^-1; E (rows x rows)
  double *f, *g, *a, *lambda;  // nv, nc, nv, nc: right sides or residuals, solution
  double *more, *more_lambda;  // nv, nc: increments of a and lambda
  double *inner, *rest;        // nc, nv: workspace
  jni_pattern others;          // pattern without the local rows
} local_solver;

// ---- factor ---------------------------------------------------------------------------------------------------------

// Returns the weight w of P' P: the mean mass of the speeds that the local rows touch over the mean square of a row. M
// and w P' P then have the same magnitude.
static double find_weight(int rows, int n, const double *M, const double *P) {
  double heavy = 0, size = 0;
  for (int i = 0; i < rows * n; i++) {
    size += P[i] * P[i];
    heavy += P[i] * P[i] * M[(i % n) * (n + 1)];
  }
  return size > 0 ? heavy / size / size * rows : 0;
}

static void gather_P(const local_solver *s, const local_block *block, const double *G) {
  const jni_pattern *p = &s->base.pattern;
  double *to = s->P;
  for (int k = block->group; k < block->group + block->ngroups; k++) {
    int g = s->groups[k], size = (p->group_at[g + 1] - p->group_at[g]) * block->n;
    memcpy(to, G + p->entry_value[p->entry_at[g]], (size_t)size * sizeof *to);
    to += size;
  }
}

// Computes A^-1 of a block and stores it in s->A. If M is regular by itself A = M, and A^-1 is reused as long as M is
// unchanged. Returns false if A is not positive definite.
static bool invert_mass(local_solver *s, const local_block *block, const double *mass, double weight) {
  int n = block->n, at = s->base.pattern.mass_at[block->index];
  double *M = s->mass + at, *sum = s->N + at;
  size_t size = (size_t)n * (size_t)n * sizeof *M;
  jni_mass_kind kind;
  if (!block->singular && memcmp(M, mass + at, size) == 0) return true;
  memcpy(M, mass + at, size);
  memcpy(sum, M, size);
  for (int r = 0; r < block->rows && weight > 0; r++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) sum[i * n + j] += weight * s->P[r * n + i] * s->P[r * n + j];
  return jni_mass_invert(n, sum, s->A + at, s->more, &kind);
}

// Computes s->Y = P A^-1 and s->E = Y P' for one block. A: its A^-1.
static void calc_products(const local_solver *s, const local_block *block, const double *A) {
  int n = block->n;
  memset(s->Y, 0, (size_t)(block->rows * n) * sizeof *s->Y);
  for (int r = 0; r < block->rows; r++) {
    double *Y = s->Y + r * n;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) Y[j] += s->P[r * n + i] * A[i * n + j];
    for (int k = 0; k <= r; k++) {
      double sum = 0;
      for (int j = 0; j < n; j++) sum += Y[j] * s->P[k * n + j];
      s->E[r * block->rows + k] = s->E[k * block->rows + r] = sum;
    }
  }
}

// Computes K = E^-1 Y, stored in s->K, and N = A^-1 - Y' K for one block. A: its A^-1; inverse: E^-1.
static void calc_maps(local_solver *s, const local_block *block, const double *A, const double *inverse, double *N) {
  int n = block->n;
  double *K = s->K + block->K_at;
  memset(K, 0, (size_t)(block->rows * n) * sizeof *K);
  for (int r = 0; r < block->rows; r++)
    for (int k = 0; k < block->rows; k++)
      for (int j = 0; j < n; j++) K[r * n + j] += inverse[r * block->rows + k] * s->Y[k * n + j];
  memcpy(N, A, (size_t)(n * n) * sizeof *N);
  for (int r = 0; r < block->rows; r++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) N[i * n + j] -= s->Y[r * n + i] * K[r * n + j];
}

static bool factor_block(local_solver *s, const local_block *block, const double *mass, const double *G) {
  const double most_growth = 1e10;  // largest A^-1 relative to 1 / A; for a larger one too few digits are left
  int at = s->base.pattern.mass_at[block->index];
  double *F = s->F + block->F_at;
  jni_mass_kind kind;
  gather_P(s, block, G);
  double weight = block->singular ? find_weight(block->rows, block->n, mass + at, s->P) : 0;
  if (!invert_mass(s, block, mass, weight)) return false;
  calc_products(s, block, s->A + at);
  if (!jni_mass_invert(block->rows, s->E, F, s->inner, &kind)) return false;
  for (int i = 0; i < block->n && block->singular; i++)
    if (!(s->A[at + i * (block->n + 1)] * (mass[at + i * (block->n + 1)] + weight) < most_growth)) return false;
  calc_maps(s, block, s->A + at, F, s->N + at);
  for (int r = 0; r < block->rows; r++) F[r * (block->rows + 1)] -= weight;
  return true;
}

static bool factor_bodies(local_solver *s, const double *mass, const double *G) {
  for (int i = 0; i < s->nlocal; i++)
    if (!s->active[s->local_row_list[i]]) return false;
  for (int k = 0; k < s->nblocks; k++)
    if (!factor_block(s, &s->blocks[k], mass, G)) return false;
  return true;
}

static bool local_factor(jni_kkt *kkt, const double *mass, const double *G) {
  local_solver *s = (local_solver *)kkt;
  long factors = kkt->info.factors;
  bool ok = false;
  s->whole->sizes = kkt->sizes;
  s->use_whole = s->use_whole || !factor_bodies(s, mass, G);
  if (s->use_whole) ok = jni_kkt_factor(s->whole, mass, G);
  else ok = jni_kkt_factor(s->schur, s->N, G);
  kkt->info = *jni_kkt_get_info(s->use_whole ? s->whole : s->schur);
  if (!s->use_whole && kkt->info.smallest_row >= 0) kkt->info.smallest_row = s->rows[kkt->info.smallest_row];
  kkt->info.factors = factors;
  return ok;
}

// ---- solve ----------------------------------------------------------------------------------------------------------

// Adds K' p of all blocks to out (nv); p, the right side of the local rows, is taken from g (nc).
static void add_K_transposed(const local_solver *s, const double *g, double *out) {
  const int *row = s->local_row_list;
  for (const local_block *block = s->blocks; block < s->blocks + s->nblocks; block++)
    for (int r = 0; r < block->rows; r++) {
      for (int c = 0; c < block->n; c++) out[block->at + c] += s->K[block->K_at + r * block->n + c] * g[*row];
      row++;
    }
}

// Computes the multipliers of the local rows, mu = K rest - F p, and stores them in lambda (nc); p is taken from g
// (nc).
static void calc_mu(const local_solver *s, const double *rest, const double *g, double *lambda) {
  const int *row = s->local_row_list;
  for (const local_block *block = s->blocks; block < s->blocks + s->nblocks; block++) {
    for (int r = 0; r < block->rows; r++) {
      double sum = 0;
      for (int c = 0; c < block->n; c++) sum += s->K[block->K_at + r * block->n + c] * rest[block->at + c];
      for (int k = 0; k < block->rows; k++) sum -= s->F[block->F_at + r * block->rows + k] * g[row[k]];
      lambda[row[r]] = sum;
    }
    row += block->rows;
  }
}

// Solves for the right sides s->f and s->g: adds the accelerations to s->a and stores all multipliers in lambda.
static void solve_once(local_solver *s, const double *G, double *lambda) {
  int nv = s->base.nv;
  memset(s->more, 0, (size_t)nv * sizeof *s->more);
  add_K_transposed(s, s->g, s->more);
  jni_pattern_times(&s->others, G, s->more, s->inner);
  for (int i = 0; i < s->nrows; i++) s->inner[i] = s->g[s->rows[i]] - s->inner[i];
  for (int i = 0; i < nv; i++) s->a[i] += s->more[i];
  jni_kkt_solve(s->schur, s->N, G, s->f, s->inner, 0, s->more, s->inner);
  for (int i = 0; i < nv; i++) s->a[i] += s->more[i];
  memcpy(s->rest, s->f, (size_t)nv * sizeof *s->rest);
  jni_pattern_add_transposed(&s->others, G, -1, s->inner, s->rest);
  calc_mu(s, s->rest, s->g, lambda);
  for (int i = 0; i < s->nrows; i++) lambda[s->rows[i]] = s->inner[i];
}

static void refine(local_solver *s, const jni_kkt_problem *x) {
  // Computes the residuals of both block rows and stores them in s->f and s->g.
  const jni_pattern *p = &s->base.pattern;
  jni_pattern_mass_times(p, x->mass, s->a, s->f);
  jni_pattern_add_transposed(p, x->G, 1, s->lambda, s->f);
  jni_pattern_times(p, x->G, s->a, s->g);
  for (int i = 0; i < s->base.nv; i++) s->f[i] = (x->f ? x->f[i] : 0) - s->f[i];
  for (int i = 0; i < s->base.nc; i++) s->g[i] = s->active[i] ? (x->g ? x->g[i] : 0) - s->g[i] : 0;

  solve_once(s, x->G, s->more_lambda);
  for (int i = 0; i < s->base.nc; i++) s->lambda[i] += s->more_lambda[i];
}

static void local_solve(jni_kkt *kkt, const jni_kkt_problem *x) {
  local_solver *s = (local_solver *)kkt;
  if (s->use_whole) {
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

static void local_set_active(jni_kkt *kkt, const bool *active) {
  local_solver *s = (local_solver *)kkt;
  bool *others = s->others_active;
  for (int i = 0; i < kkt->nc; i++) s->active[i] = !active || active[i];
  for (int i = 0; i < s->nrows; i++) others[i] = s->active[s->rows[i]];
  jni_kkt_set_active(s->schur, others);
  jni_kkt_set_active(s->whole, active);
}

static void local_forget(jni_kkt *kkt) {
  local_solver *s = (local_solver *)kkt;
  s->use_whole = false;
  jni_kkt_forget(s->whole);
}

// ---- construction ---------------------------------------------------------------------------------------------------

// Returns the index of the only block that a row group touches; -1 if it touches several.
static int owner(const jni_pattern *p, int group) {
  int first = p->entry_at[group];
  return p->entry_at[group + 1] == first + 1 ? p->entry_block[first] : -1;
}

// Lists the local groups and rows of all blocks, block by block, in s->groups and s->local_row_list.
static void list_local_rows(local_solver *s) {
  const jni_pattern *p = &s->base.pattern;
  for (int g = 0; g < p->ngroups; g++)
    if (owner(p, g) >= 0) s->blocks[owner(p, g)].ngroups++;
  for (int b = 1; b < p->nblocks; b++) s->blocks[b].group = s->blocks[b - 1].group + s->blocks[b - 1].ngroups;
  for (int b = 0; b < p->nblocks; b++) s->blocks[b].ngroups = 0;
  for (int g = 0; g < p->ngroups; g++) {
    local_block *block = owner(p, g) >= 0 ? &s->blocks[owner(p, g)] : NULL;
    if (block) {
      s->groups[block->group + block->ngroups++] = g;
      block->rows += p->group_at[g + 1] - p->group_at[g];
    }
  }
  for (int b = 0; b < p->nblocks; b++)
    for (int k = 0; k < s->blocks[b].ngroups; k++) {
      int g = s->groups[s->blocks[b].group + k];
      for (int row = p->group_at[g]; row < p->group_at[g + 1]; row++) s->local_row_list[s->nlocal++] = row;
    }
}

// Fills s->blocks. Returns false if a singular block has no local rows.
static bool list_blocks(local_solver *s, const double *mass) {
  const jni_pattern *p = &s->base.pattern;
  bool feasible = true;
  s->nblocks = p->nblocks;
  for (int b = 0; b < p->nblocks; b++)
    s->blocks[b] = (local_block){.index = b, .at = p->block_at[b], .n = p->block_at[b + 1] - p->block_at[b]};
  list_local_rows(s);
  for (int b = 0; b < p->nblocks; b++) {
    local_block *block = &s->blocks[b];
    jni_mass_kind kind;
    block->singular = !jni_mass_invert(block->n, mass + p->mass_at[b], s->A + p->mass_at[b], s->more, &kind);
    feasible = feasible && !(block->singular && block->rows == 0);
    if (b > 0) block->K_at = block[-1].K_at + block[-1].rows * block[-1].n;
    if (b > 0) block->F_at = block[-1].F_at + block[-1].rows * block[-1].rows;
  }
  return feasible;
}

typedef struct {
  int *group_at, *entry_at, *entry_block, *entry_value, *row_set;
} lists;

// Builds s->others, the pattern of the rows that are not local, in the arrays *to.
static void list_others(local_solver *s, const lists *to) {
  const jni_pattern *p = &s->base.pattern;
  int n = 0, e = 0;
  for (int g = 0; g < p->ngroups; g++) {
    if (owner(p, g) >= 0) continue;
    to->group_at[n] = s->nrows;
    to->entry_at[n++] = e;
    for (int i = p->entry_at[g]; i < p->entry_at[g + 1]; i++) {
      to->entry_block[e] = p->entry_block[i];
      to->entry_value[e] = p->entry_value[i];
      e++;
    }
    for (int row = p->group_at[g]; row < p->group_at[g + 1]; row++) {
      if (p->row_set) to->row_set[s->nrows] = p->row_set[row];
      s->rows[s->nrows++] = row;
    }
  }
  to->group_at[n] = s->nrows;
  to->entry_at[n] = e;
  s->others = *p;
  s->others.ngroups = n;
  s->others.group_at = to->group_at;
  s->others.entry_at = to->entry_at;
  s->others.entry_block = to->entry_block;
  s->others.entry_value = to->entry_value;
  s->others.row_set = p->row_set ? to->row_set : NULL;
  s->others.used = NULL;
}

static bool make_lists(local_solver *s) {
  jni_pool *pool = &s->base.pool;
  const jni_pattern *p = &s->base.pattern;
  size_t groups = (size_t)p->ngroups + 1, nc = (size_t)s->base.nc, entries = (size_t)p->entry_at[p->ngroups];
  s->blocks = jni_take(pool, (size_t)p->nblocks, sizeof *s->blocks);
  s->groups = jni_ints(pool, groups);
  s->rows = jni_ints(pool, nc);
  s->local_row_list = jni_ints(pool, nc);
  s->active = jni_flags(pool, nc);
  s->others_active = jni_flags(pool, nc);
  lists others = {jni_ints(pool, groups), jni_ints(pool, groups), jni_ints(pool, entries), jni_ints(pool, entries),
                  jni_ints(pool, nc)};
  if (pool->failed) return false;
  list_others(s, &others);
  return true;
}

static bool make_vectors(local_solver *s) {
  jni_pool *pool = &s->base.pool;
  size_t nmass = (size_t)s->base.pattern.nmass, nv = (size_t)s->base.nv, nc = (size_t)s->base.nc;
  s->mass = jni_doubles(pool, nmass);
  s->A = jni_doubles(pool, nmass);
  s->f = jni_doubles(pool, nv);
  s->a = jni_doubles(pool, nv);
  s->more = jni_doubles(pool, nv);
  s->rest = jni_doubles(pool, nv);
  s->g = jni_doubles(pool, nc);
  s->lambda = jni_doubles(pool, nc);
  s->inner = jni_doubles(pool, nc);
  s->more_lambda = jni_doubles(pool, nc);
  return !pool->failed;
}

static bool make_matrices(local_solver *s) {
  jni_pool *pool = &s->base.pool;
  size_t rows = 0, wide = 0, all = 0, F_size = 0;
  for (const local_block *block = s->blocks; block < s->blocks + s->nblocks; block++) {
    size_t r = (size_t)block->rows, n = (size_t)block->n;
    all += r * n;
    F_size += r * r;
    rows = r > rows ? r : rows;
    wide = r * n > wide ? r * n : wide;
  }
  s->K = jni_doubles(pool, all);
  s->F = jni_doubles(pool, F_size);
  s->P = jni_doubles(pool, wide);
  s->Y = jni_doubles(pool, wide);
  s->E = jni_doubles(pool, rows * rows);
  return !pool->failed;
}

// Makes s->schur, the solver of the Schur complement of the other rows; factor_block will write N into its inverse
// blocks. Returns false if memory is short.
static bool make_schur(local_solver *s) {
  jni_kkt others = s->base;
  others.pattern = s->others;
  others.nc = s->nrows;
  jni_schur *schur = jni_keep(&s->base.pool, jni_schur_new(&others, false), jni_object_free);
  if (!schur) return false;
  s->schur = &schur->base;
  s->N = schur->inverse;
  schur->mass_known = schur->mass_regular = schur->base.constant_mass = true;
  for (int k = 0; k < schur->nbody_runs; k++) schur->body_runs[k].kind = JNI_MASS_FULL;
  return true;
}

// Makes the solver, except for `whole`. Sets *fits to whether every singular block of the sample has local rows.
// Returns NULL if memory is short.
static local_solver *make(const jni_kkt *base, const double *mass, bool *fits) {
  static const jni_kkt_functions functions = {local_set_active, local_factor, local_solve, local_forget, false};
  local_solver *s = jni_kkt_object(base, sizeof *s, &functions, JNI_KKT_SCHUR_OWN);
  if (!s) return NULL;
  if (!make_lists(s) || !make_vectors(s)) return jni_object_free(s);
  *fits = list_blocks(s, mass);
  return make_matrices(s) && make_schur(s) ? s : jni_object_free(s);
}

jni_kkt *jni_own_rows_new(const jni_kkt *base, const double *mass, jni_kkt *whole, double most_cost) {
  bool fits = false;
  if (whole && base->pattern.parent) return whole;  // in joint coordinates blocks are not bodies
  local_solver *s = whole ? make(base, mass, &fits) : NULL;
  if (!s) return jni_object_free(whole);
  if (!fits || !(jni_schur_cost(s->schur) <= most_cost)) {
    jni_object_free(s);
    return whole;
  }
  s->whole = jni_keep(&s->base.pool, whole, jni_object_free);
  if (!s->whole) return jni_object_free(s);
  local_set_active(&s->base, NULL);
  return &s->base;
}
