// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// schur.c - elimination of the bodies: S = G M^-1 G', S lambda = G M^-1 f - g, a = M^-1 (f - G' lambda).
//
// `a` always satisfies the first block row exactly, so a step of refinement is S delta = G a - g, lambda += delta, and
// a new `a`.
#include "linalg/kkt/schur.h"

#include <string.h>

#include "linalg/kkt/branch_factor.h"

// Kernels with constant sizes are unrolled; vectorising the short loops around them costs more than it saves.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-tree-loop-vectorize")
#endif

#define INLINE static inline __attribute__((always_inline))

enum { LARGEST_FIXED = 12 };

// ---- masses ----------------------------------------------------------------------------------

// Returns whether a block of n speeds is factored along the branches of the tree; blocks of up to three speeds are
// inverted instead.
static bool has_branches(const jni_pattern *pattern, int n) { return pattern->parent && n > 3; }

static bool factor_branches(jni_schur *s, const double *mass, const jni_body_item *item) {
  const jni_pattern *pattern = &s->base.pattern;
  double *L = s->inverse + pattern->mass_at[item->block];
  memcpy(L, mass + pattern->mass_at[item->block], (size_t)item->n * (size_t)item->n * sizeof *L);
  return jni_branch_factor(item->n, pattern->parent, item->at, L);
}

static void invert_masses(jni_schur *s, const double *mass) {
  const jni_pattern *pattern = &s->base.pattern;
  s->mass_regular = true;
  for (int k = 0; k < s->nbody_runs; k++) {
    jni_run *run = &s->body_runs[k];
    run->kind = JNI_MASS_DIAGONAL;
    for (int i = run->first; i < run->last; i++) {
      const jni_body_item *item = &s->bodies[i];
      int at = pattern->mass_at[item->block];
      jni_mass_kind kind = JNI_MASS_FULL;
      bool regular;
      if (has_branches(pattern, item->n)) {
        regular = factor_branches(s, mass, item);
        kind = JNI_MASS_BRANCH;
      } else if (pattern->parent && item->n > 0) {
        regular = jni_mass_invert_small(item->n, mass + at, s->inverse + at, s->diagonal + item->at);
      } else {
        regular = jni_mass_invert(item->n, mass + at, s->inverse + at, s->diagonal + item->at, &kind);
      }
      s->mass_regular = s->mass_regular && regular;
      if (kind > run->kind) run->kind = kind;
    }
  }
}

static void refresh_masses(jni_schur *s, const double *mass) {
  size_t size = (size_t)s->base.pattern.nmass * sizeof(double);
  if (s->base.mass_stamp > 0) {
    if (s->mass_stamp != s->base.mass_stamp) invert_masses(s, mass);
    s->mass_stamp = s->base.mass_stamp;
    return;
  }
  if (s->mass_known && (s->base.constant_mass || memcmp(s->mass, mass, size) == 0)) return;
  memcpy(s->mass, mass, size);
  s->mass_known = true;
  invert_masses(s, mass);
}

// Computes y = M^-1 x for the n speeds of one body, with the inverse or branch factor stored in s. kind: its structure.
INLINE void times_inverse(const jni_schur *s, const jni_body_item *item, jni_mass_kind kind, int n, const double *x,
                          double *y) {
  const double *diagonal = s->diagonal + item->at;
  if (kind == JNI_MASS_DIAGONAL) {
    for (int i = 0; i < n; i++) y[i] = diagonal[i] * x[i];
    return;
  }
  const double *inverse = s->inverse + s->base.pattern.mass_at[item->block];
  if (kind == JNI_MASS_BRANCH) {
    memcpy(y, x, (size_t)n * sizeof *y);
    jni_branch_solve(n, s->base.pattern.parent, item->at, inverse, y);
    return;
  }
  int from = n == 6 && kind == JNI_MASS_RIGID ? 3 : 0;
  for (int i = 0; i < from; i++) y[i] = diagonal[i] * x[i];
  for (int i = from; i < n; i++) {
    double sum = 0;
    for (int j = from; j < n; j++) sum += inverse[i * n + j] * x[j];
    y[i] = sum;
  }
}

// ---- kernels: n speeds and r rows, constant where not 0 -------------------------------------------

INLINE double dot(int n, const double *a, const double *b) {
  double sum = a[0] * b[0];
  for (int i = 1; i < n; i++) sum += a[i] * b[i];
  return sum;
}

// Adds G_i M^-1 G_j' to S_ij for all pairs of groups of one body that have r rows each; Y = G_i M^-1 stays in
// registers.
INLINE void assemble_fixed(const jni_schur *s, const jni_body_item *item, jni_mass_kind kind, const double *G, int n,
                           int r) {
  const jni_body_entry *entries = s->body_entries + item->entry;
  const jni_pair *pairs = s->pairs + item->pair;
  for (int i = 0; i < item->nentries; i++) {
    double Y[LARGEST_FIXED * LARGEST_FIXED];
    for (int a = 0; a < r; a++) times_inverse(s, item, kind, n, G + entries[i].value + a * n, Y + a * n);
    for (int j = 0; j <= i; j++) {
      const double *Gj = G + entries[j].value;
      for (int a = 0; a < r; a++) {
        double *target = s->ldl.values + pairs->target + a * pairs->stride, sum[LARGEST_FIXED];
        for (int b = 0; b < r; b++) sum[b] = target[b] + dot(n, Y + a * n, Gj + b * n);
        for (int b = 0; b < r; b++) target[b] = sum[b];
      }
      pairs++;
    }
  }
}

// Adds G_i M^-1 G_j' to S_ij for all pairs of groups of one body, of any size, one row at a time.
INLINE void assemble_any(const jni_schur *s, const jni_body_item *item, jni_mass_kind kind, const double *G,
                         int fixed_n) {
  int n = fixed_n ? fixed_n : item->n;
  double buffer[LARGEST_FIXED], *y = fixed_n ? buffer : s->scratch;
  const jni_body_entry *entries = s->body_entries + item->entry;
  const jni_pair *pairs = s->pairs + item->pair;
  for (int i = 0; i < item->nentries; i++) {
    for (int a = 0; a < entries[i].rows; a++) {
      times_inverse(s, item, kind, n, G + entries[i].value + a * n, y);
      for (int j = 0; j <= i; j++) {
        const double *Gj = G + entries[j].value;
        double *target = s->ldl.values + pairs[j].target + a * pairs[j].stride;
        for (int b = 0; b < entries[j].rows; b++) target[b] += dot(n, y, Gj + b * n);
      }
    }
    pairs += i + 1;
  }
}

static double dot_weighted(int n, const double *a, const double *b, const double *weight) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i] * weight[(size_t)i * (size_t)(n + 1)];
  return sum;
}

// Adds G_i M^-1 G_j' to S_ij for a block that is factored along branches: G_i M^-1 G_j' = (L^-T G_i')' D^-1 (L^-T
// G_j'). L^-T keeps zeros outside of the branches of a row.
static void assemble_branches(const jni_schur *s, const jni_body_item *item, const double *G) {
  int n = item->n;
  const double *L = s->inverse + s->base.pattern.mass_at[item->block];
  const jni_body_entry *entries = s->body_entries + item->entry;
  const jni_pair *pairs = s->pairs + item->pair;
  double *own = s->half;
  for (int i = 0; i < item->nentries; i++) {
    memcpy(own, G + entries[i].value, (size_t)(entries[i].rows * n) * sizeof *own);
    for (int a = 0; a < entries[i].rows; a++) {
      jni_branch_half_solve(n, s->base.pattern.parent, item->at, L, own);
      const double *other = s->half;
      for (int j = 0; j <= i; j++) {
        double *target = s->ldl.values + pairs[j].target + a * pairs[j].stride;
        int rows = j < i ? entries[j].rows : a + 1;
        for (int b = 0; b < rows; b++) {
          target[b] += dot_weighted(n, own, other, L);
          other += n;
        }
      }
      own += n;
    }
    pairs += i + 1;
  }
}

INLINE void assemble_body(const jni_schur *s, const jni_body_item *item, jni_mass_kind kind, const double *G, int n,
                          int r) {
  if (kind == JNI_MASS_BRANCH) {
    assemble_branches(s, item, G);
  } else if (n && r) {
    assemble_fixed(s, item, kind, G, n, r);
  } else {
    assemble_any(s, item, kind, G, n);
  }
}

// Computes a = M^-1 (f - G' lambda) for the speeds of one body and stores it in out. lambda is in s->y.
INLINE void accelerate_body(const jni_schur *s, const jni_body_item *item, jni_mass_kind kind,
                            const jni_kkt_problem *problem, double *out, int fixed_n, int r) {
  int n = fixed_n ? fixed_n : item->n;
  double buffer[LARGEST_FIXED], *w = fixed_n ? buffer : s->scratch;
  for (int c = 0; c < n; c++) w[c] = problem->f ? problem->f[item->at + c] : 0;
  const jni_body_entry *entry = s->body_entries + item->entry;
  for (int i = 0; i < item->nentries; i++) {
    const double *G = problem->G + entry->value, *lambda = s->y + entry->place;
    int rows = r ? r : entry->rows;
    for (int a = 0; a < rows; a++) {
      for (int c = 0; c < n; c++) w[c] -= G[a * n + c] * lambda[a];
    }
    entry++;
  }
  times_inverse(s, item, kind, n, w, out + item->at);
}

// Computes G x - g for the rows of one group and stores it in out, at the places of the rows.
INLINE void residual_group(const jni_schur *s, const jni_group_item *item, const jni_kkt_problem *problem,
                           const double *x, double *out, int fixed_n, int r) {
  int rows = r ? r : item->rows;
  double buffer[LARGEST_FIXED], *y = r ? buffer : out + item->place;
  const double *g = problem->g ? problem->g + item->row : NULL, *G = problem->G;
  for (int a = 0; a < rows; a++) y[a] = g ? -g[a] : 0;
  const jni_group_entry *entry = s->group_entries + item->entry;
  for (int i = 0; i < item->nentries; i++) {
    int n = fixed_n ? fixed_n : entry->n;
    for (int a = 0; a < rows; a++) y[a] += dot(n, G + entry->value + a * n, x + entry->at);
    entry++;
  }
  for (int a = 0; a < rows && r; a++) out[item->place + a] = y[a];
}

// ---- runs --------------------------------------------------------------------------------------

#define SHAPE(n, rows) ((n)*8 + (rows))
// Executes BODY(kind, n, r) for all bodies of a run; the structure of the mass is a constant in the frequent cases.
#define EACH_BODY(kind, n, r) \
  for (const jni_body_item *i = first; i < last; i++) BODY(kind, n, r)
#define BODIES(n, r)                                                        \
  case SHAPE(n, r):                                                         \
    if (run->kind == JNI_MASS_DIAGONAL) EACH_BODY(JNI_MASS_DIAGONAL, n, r); \
    else if (run->kind == JNI_MASS_FULL) EACH_BODY(JNI_MASS_FULL, n, r);    \
    else EACH_BODY(run->kind, n, r);                                        \
    break;

static void assemble(jni_schur *s, const double *G) {
  memset(s->ldl.values, 0, (size_t)s->ldl.symbolic.nvalues * sizeof(double));
  for (const jni_run *run = s->body_runs; run < s->body_runs + s->nbody_runs; run++) {
    const jni_body_item *first = s->bodies + run->first, *last = s->bodies + run->last;
    switch (SHAPE(run->n, run->rows)) {
#define BODY(kind, n, r) assemble_body(s, i, kind, G, n, r)
      JNI_SHAPE_LIST(BODIES)
#undef BODY
    }
  }
}

static void accelerate(const jni_schur *s, const jni_kkt_problem *problem, double *out) {
  for (const jni_run *run = s->body_runs; run < s->body_runs + s->nbody_runs; run++) {
    const jni_body_item *first = s->bodies + run->first, *last = s->bodies + run->last;
    switch (SHAPE(run->n, run->rows)) {
#define BODY(kind, n, r) accelerate_body(s, i, kind, problem, out, n, r)
      JNI_SHAPE_LIST(BODIES)
#undef BODY
    }
  }
}

static void residual(const jni_schur *s, const jni_kkt_problem *problem, const double *x, double *out) {
  for (const jni_run *run = s->group_runs; run < s->group_runs + s->ngroup_runs; run++) {
    const jni_group_item *first = s->groups + run->first, *last = s->groups + run->last;
    switch (SHAPE(run->n, run->rows)) {
#define X(n, r)                                                                                       \
  case SHAPE(n, r):                                                                                   \
    for (const jni_group_item *i = first; i < last; i++) residual_group(s, i, problem, x, out, n, r); \
    break;
      JNI_SHAPE_LIST(X)
#undef X
    }
  }
}

// Computes s->x = M^-1 f.
static void free_acceleration(jni_schur *s, const double *f) {
  for (const jni_run *run = s->body_runs; run < s->body_runs + s->nbody_runs; run++) {
    for (const jni_body_item *i = s->bodies + run->first; i < s->bodies + run->last; i++) {
      if (run->kind == JNI_MASS_DIAGONAL && i->n == 3) {
        times_inverse(s, i, JNI_MASS_DIAGONAL, 3, f + i->at, s->x + i->at);
      } else if (run->kind == JNI_MASS_FULL && i->n == 1) {
        times_inverse(s, i, JNI_MASS_FULL, 1, f + i->at, s->x + i->at);
      } else if (run->kind == JNI_MASS_FULL && i->n == 2) {
        times_inverse(s, i, JNI_MASS_FULL, 2, f + i->at, s->x + i->at);
      } else {
        times_inverse(s, i, run->kind, i->n, f + i->at, s->x + i->at);
      }
    }
  }
}

// ---- the method ----------------------------------------------------------------------------------

static bool schur_factor(jni_kkt *kkt, const double *mass, const double *G) {
  jni_schur *s = (jni_schur *)kkt;
  refresh_masses(s, mass);
  if (!s->mass_regular) return false;
  assemble(s, G);
  bool finite = jni_ldl_factor(&s->ldl, &kkt->info);
  if (kkt->info.smallest_row >= 0) kkt->info.smallest_row = s->ldl.symbolic.place_row[kkt->info.smallest_row];
  return finite;
}

static void schur_solve(jni_kkt *kkt, const jni_kkt_problem *problem) {
  jni_schur *s = (jni_schur *)kkt;
  refresh_masses(s, problem->mass);
  if (problem->f) {
    free_acceleration(s, problem->f);
    residual(s, problem, s->x, s->y);
  } else {
    const int *place = s->ldl.symbolic.row_place;
    if (problem->g) {
      for (int i = 0; i < kkt->nc; i++) s->y[place[i]] = -problem->g[i];
    } else {
      memset(s->y, 0, (size_t)kkt->nc * sizeof *s->y);
    }
  }
  jni_ldl_solve(&s->ldl, s->y);
  for (int step = 0; step < problem->refine; step++) {
    accelerate(s, problem, s->x);
    residual(s, problem, s->x, s->r);
    jni_ldl_solve(&s->ldl, s->r);
    for (int i = 0; i < kkt->nc; i++) s->y[i] += s->r[i];
  }
  if (problem->a) accelerate(s, problem, problem->a);
  const int *place = s->ldl.symbolic.row_place;
  for (int i = 0; problem->lambda && i < kkt->nc; i++) problem->lambda[i] = s->y[place[i]];
}

static void schur_set_active(jni_kkt *kkt, const bool *active) {
  jni_schur *s = (jni_schur *)kkt;
  for (int i = 0; i < kkt->nc; i++) jni_ldl_set_active(&s->ldl, s->ldl.symbolic.row_place[i], !active || active[i]);
}

// Returns the length needed for s->half: rows times speeds of the largest block that is factored along branches.
static int largest_half(const jni_schur *s) {
  int largest = 0;
  for (int i = 0; i < s->base.pattern.nblocks; i++) {
    const jni_body_item *item = &s->bodies[i];
    int rows = 0;
    if (!has_branches(&s->base.pattern, item->n)) continue;
    for (int e = 0; e < item->nentries; e++) rows += s->body_entries[item->entry + e].rows;
    if (rows * item->n > largest) largest = rows * item->n;
  }
  return largest;
}

static bool allocate_vectors(jni_schur *s) {
  const jni_kkt *kkt = &s->base;
  int largest = 0;
  for (int b = 0; b < kkt->pattern.nblocks; b++) {
    int n = kkt->pattern.block_at[b + 1] - kkt->pattern.block_at[b];
    if (n > largest) largest = n;
  }
  jni_pool *pool = &s->base.pool;
  s->mass = jni_doubles(pool, (size_t)kkt->pattern.nmass + 1);
  s->inverse = jni_doubles(pool, (size_t)kkt->pattern.nmass + 1);
  s->diagonal = jni_doubles(pool, (size_t)kkt->nv + 1);
  s->x = jni_doubles(pool, (size_t)kkt->nv + 1);
  s->y = jni_doubles(pool, (size_t)kkt->nc + 1);
  s->r = jni_doubles(pool, (size_t)kkt->nc + 1);
  s->scratch = jni_doubles(pool, (size_t)largest + 1);
  s->half = jni_doubles(pool, (size_t)largest_half(s) + 1);
  return !pool->failed;
}

jni_kkt *jni_schur_new(const jni_kkt *base, bool dense) {
  static const jni_kkt_functions functions = {schur_set_active, schur_factor, schur_solve, NULL, true};
  jni_schur *s = jni_kkt_object(base, sizeof *s, &functions, dense ? JNI_KKT_SCHUR_DENSE : JNI_KKT_SCHUR_BLOCKS);
  if (!s) return NULL;
  bool ok =
      jni_ldl_init(&s->base.pool, &base->pattern, dense, &s->ldl) && jni_schur_build_lists(s) && allocate_vectors(s);
  return ok ? &s->base : jni_object_free(&s->base);
}
