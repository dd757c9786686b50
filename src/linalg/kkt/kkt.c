// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kkt.c - chooses a method for the KKT system and calls its functions.
#include "linalg/kkt/kkt.h"

#include <math.h>
#include <string.h>

#include "linalg/kkt/branch_factor.h"
#include "linalg/kkt/kkt_method.h"
#include "linalg/kkt/mass_inverse.h"

void *jni_kkt_object(const jni_kkt *base, size_t size, const jni_kkt_functions *functions, jni_kkt_method method) {
  jni_kkt *kkt = jni_object_new(base->pool.alloc, size);
  if (!kkt) return NULL;
  jni_pool pool = kkt->pool;
  *kkt = *base;
  kkt->pool = pool;
  kkt->functions = functions;
  kkt->method = method;
  return kkt;
}

// ---- choice --------------------------------------------------------------------------------------

static int largest_block(const jni_pattern *pattern) {
  int largest = 0;
  for (int b = 0; b < pattern->nblocks; b++) {
    int n = pattern->block_at[b + 1] - pattern->block_at[b];
    if (n > largest) largest = n;
  }
  return largest;
}

// Returns whether all pivots of a branch factor are well above rounding. Each pivot is compared with its original
// diagonal element in M, because cancellation that is spread over several subtractions shows in none of them. inverse:
// the factor, which has 1 / pivot on its diagonal.
static bool keeps_digits(int n, const double *M, const double *inverse) {
  const double rounding = 1e-12;
  for (int i = 0; i < n; i++)
    if (!(1 / inverse[i * (n + 1)] > rounding * M[i * (n + 1)])) return false;
  return true;
}

// Sets *regular to whether every block of the sample mass matrix is positive definite. Returns false if memory is
// short.
static bool find_massless(const jni_kkt *base, const double *mass, bool *regular) {
  const jni_pattern *pattern = &base->pattern;
  size_t n = (size_t)largest_block(pattern);
  double *inverse = jni_alloc0(base->pool.alloc, n * n + n + 1, sizeof(double));
  if (!inverse) return false;
  *regular = true;
  for (int b = 0; b < pattern->nblocks && *regular; b++) {
    jni_mass_kind kind;
    int size = pattern->block_at[b + 1] - pattern->block_at[b];
    if (!pattern->parent) {
      *regular = jni_mass_invert(size, mass + pattern->mass_at[b], inverse, inverse + n * n, &kind);
      continue;
    }
    memcpy(inverse, mass + pattern->mass_at[b], (size_t)size * (size_t)size * sizeof *inverse);
    *regular = jni_branch_factor(size, pattern->parent, pattern->block_at[b], inverse) &&
               keeps_digits(size, mass + pattern->mass_at[b], inverse);
  }
  jni_free(base->pool.alloc, inverse);
  return true;
}

static jni_kkt *keep_cheaper(jni_kkt *first, double first_cost, jni_kkt *second, double second_cost) {
  bool keep_first = first && (!second || first_cost <= second_cost);
  jni_object_free(keep_first ? second : first);
  return keep_first ? first : second;
}

static jni_kkt *choose_full(const jni_kkt *base) {
  double dense_cost = jni_full_dense_cost(base->nv + base->nc);
  jni_kkt *klu = jni_full_klu_new(base);
  if (klu && jni_full_klu_cost(klu) < dense_cost) return klu;
  return keep_cheaper(jni_full_dense_new(base), dense_cost, klu, klu ? jni_full_klu_cost(klu) : 0);
}

static jni_kkt *choose_schur(const jni_kkt *base) {
  double dense_cost = jni_schur_dense_cost(&base->pattern);
  jni_kkt *blocks = jni_schur_new(base, false);
  if (blocks && jni_schur_cost(blocks) <= dense_cost) return blocks;
  return keep_cheaper(blocks, blocks ? jni_schur_cost(blocks) : 0, jni_schur_new(base, true), dense_cost);
}

// KLU is chosen instead of the Schur complement only if its estimated cost is lower by this factor, because the
// estimate lacks the fill-in of pivoting; so it is for the elimination of bodies together with local rows. KLU wins for
// a body with very many joints, which makes S dense.
static const double margin = 2;

static jni_kkt *choose_regular(const jni_kkt *base) {
  const double cheap = 1e5;
  jni_kkt *schur = choose_schur(base);
  if (!schur) return NULL;
  double cost = schur->method == JNI_KKT_SCHUR_DENSE ? jni_schur_dense_cost(&base->pattern) : jni_schur_cost(schur);
  jni_kkt *klu = cost > cheap ? jni_full_klu_new(base) : NULL;
  return klu ? keep_cheaper(schur, cost, klu, margin * jni_full_klu_cost(klu)) : schur;
}

static jni_kkt *choose_singular(const jni_kkt *base, const double *mass) {
  jni_kkt *full = choose_full(base);
  if (!full || full->method != JNI_KKT_KLU) return full;
  return jni_own_rows_new(base, mass, full, margin * jni_full_klu_cost(full));
}

static jni_kkt *choose(const jni_kkt *base, const double *mass) {
  bool regular;
  if (!find_massless(base, mass, &regular)) return NULL;
  return regular ? choose_regular(base) : choose_singular(base, mass);
}

jni_kkt *jni_kkt_new(const jn_alloc *alloc, const jni_pattern *pattern, const double *mass, jni_kkt_method method) {
  jni_kkt base = {.pool = {.alloc = alloc}, .pattern = *pattern};
  base.nv = pattern->block_at[pattern->nblocks];
  base.nc = pattern->group_at[pattern->ngroups];
  base.info = (jni_kkt_info){.smallest_pivot = 1, .smallest_row = -1};
  jni_kkt *klu = NULL;
  switch (method) {
    case JNI_KKT_AUTO: return choose(&base, mass);
    case JNI_KKT_SCHUR_DENSE: return jni_schur_new(&base, true);
    case JNI_KKT_SCHUR_BLOCKS: return jni_schur_new(&base, false);
    case JNI_KKT_SCHUR_OWN: return jni_own_rows_new(&base, mass, choose_full(&base), HUGE_VAL);
    case JNI_KKT_DENSE: return jni_full_dense_new(&base);
    case JNI_KKT_KLU: klu = jni_full_klu_new(&base);
  }
  return klu ? klu : jni_full_dense_new(&base);
}

// ---- calls of the chosen method ------------------------------------------------------------------------------------

jni_kkt_method jni_kkt_get_method(const jni_kkt *kkt) { return kkt->method; }

const char *jni_kkt_method_name(jni_kkt_method method) {
  static const char *const names[] = {"auto", "schur-dense", "schur-blocks", "schur-own", "dense", "klu"};
  JNI_ASSERT((size_t)method < sizeof names / sizeof *names);
  return names[method];
}

void jni_kkt_set_active(jni_kkt *kkt, const bool *active) { kkt->functions->set_active(kkt, active); }

bool jni_kkt_factor(jni_kkt *kkt, const double *mass, const double *G) {
  kkt->info.factors++;
  return kkt->functions->factor(kkt, mass, G);
}

void jni_kkt_forget(jni_kkt *kkt) {
  if (kkt->functions->forget) kkt->functions->forget(kkt);
}

void jni_kkt_solve(jni_kkt *kkt, const double *mass, const double *G, const double *f, const double *g, int refine,
                   double *a, double *lambda) {
  jni_kkt_problem problem = {mass, G, f, g, refine, a, lambda};
  kkt->functions->solve(kkt, &problem);
}

bool jni_kkt_exact_along(const jni_kkt *kkt) { return kkt->functions->exact_along; }

void jni_kkt_set_constant_mass(jni_kkt *kkt, bool constant) { kkt->constant_mass = constant; }

void jni_kkt_set_mass_stamp(jni_kkt *kkt, long stamp) { kkt->mass_stamp = stamp; }

void jni_kkt_set_sizes(jni_kkt *kkt, const double *sizes) { kkt->sizes = sizes; }

const jni_kkt_info *jni_kkt_get_info(const jni_kkt *kkt) { return &kkt->info; }
