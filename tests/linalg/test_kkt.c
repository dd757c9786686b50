// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_kkt.c - every method on random patterns: residuals, agreement, rows switched off and skipped, massless bodies,
// refinement, memory.
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "linalg/dense/dense.h"
#include "linalg/kkt/kkt.h"
#include "linalg/kkt/mass_inverse.h"

enum { MAX_BLOCKS = 60, MAX_GROUPS = 60, MAX_ENTRIES = 240, MAX_MASS = 36 * MAX_BLOCKS, MAX_VALUES = 36 * MAX_ENTRIES };
enum { MAX_V = 6 * MAX_BLOCKS, MAX_C = 6 * MAX_GROUPS, MAX_N = MAX_V + MAX_C };

static const jni_kkt_method methods[] = {JNI_KKT_AUTO,      JNI_KKT_SCHUR_DENSE, JNI_KKT_SCHUR_BLOCKS,
                                         JNI_KKT_SCHUR_OWN, JNI_KKT_DENSE,       JNI_KKT_KLU};
enum { NMETHODS = sizeof methods / sizeof *methods };

static bool is_schur(jni_kkt_method method) { return method == JNI_KKT_SCHUR_DENSE || method == JNI_KKT_SCHUR_BLOCKS; }

// A problem large enough for every test here; one at a time, so static.
typedef struct {
  jni_pattern pattern;
  int block_at[MAX_BLOCKS + 1], mass_at[MAX_BLOCKS], group_at[MAX_GROUPS + 1], entry_at[MAX_GROUPS + 1];
  int entry_block[MAX_ENTRIES], entry_value[MAX_ENTRIES];
  double mass[MAX_MASS], G[MAX_VALUES], f[MAX_V], g[MAX_C], a[MAX_V], lambda[MAX_C];
  int nv, nc;
} problem;

static unsigned long long seed = 1;

static double noise(void) {
  seed = seed * 6364136223846793005ull + 1442695040888963407ull;
  return (double)(seed >> 11) / 9007199254740992.0 * 2 - 1;
}

static int pick(int n) { return (int)((noise() + 1) / 2 * 0.999999 * n); }

// ---- random problems -----------------------------------------------------------------------------

typedef enum { MASS_DIAGONAL, MASS_RIGID, MASS_FULL, MASS_KINDS } mass_kind;

static void add_square(int n, int from, double *M) {
  double A[36];
  for (int i = 0; i < n * n; i++) A[i] = noise();
  for (int i = from; i < n; i++) {
    for (int j = from; j < n; j++) {
      for (int k = 0; k < n; k++) M[i * n + j] += A[i * n + k] * A[j * n + k];
    }
  }
}

static void fill_mass(int n, mass_kind kind, double *M) {
  memset(M, 0, sizeof(double) * (size_t)(n * n));
  for (int i = 0; i < n; i++) M[i * n + i] = 1.5 + noise();
  if (kind == MASS_FULL) add_square(n, 0, M);
  if (kind == MASS_RIGID && n == 6) add_square(n, 3, M);
}

static void fill_values(problem *p) {
  for (int i = 0; i < p->pattern.nvalues; i++) p->G[i] = noise();
  for (int i = 0; i < p->nv; i++) p->f[i] = noise();
  for (int i = 0; i < p->nc; i++) p->g[i] = noise();
}

static void finish(problem *p, int nblocks, int ngroups) {
  p->nv = p->block_at[nblocks];
  p->nc = p->group_at[ngroups];
  int nvalues = 0;
  for (int g = 0; g < ngroups; g++) {
    for (int e = p->entry_at[g]; e < p->entry_at[g + 1]; e++) {
      int b = p->entry_block[e];
      p->entry_value[e] = nvalues;
      nvalues += (p->group_at[g + 1] - p->group_at[g]) * (p->block_at[b + 1] - p->block_at[b]);
    }
  }
  p->pattern.block_at = p->block_at;
  p->pattern.mass_at = p->mass_at;
  p->pattern.group_at = p->group_at;
  p->pattern.entry_at = p->entry_at;
  p->pattern.entry_block = p->entry_block;
  p->pattern.entry_value = p->entry_value;
  p->pattern.nblocks = nblocks;
  p->pattern.ngroups = ngroups;
  p->pattern.nvalues = nvalues;
  fill_values(p);
}

static void add_blocks(problem *p, int nblocks, const int *sizes, int nsizes, mass_kind kind) {
  p->pattern.nmass = 0;
  for (int b = 0; b < nblocks; b++) {
    int n = sizes[pick(nsizes)];
    p->block_at[b + 1] = p->block_at[b] + n;
    p->mass_at[b] = p->pattern.nmass;
    fill_mass(n, kind, p->mass + p->pattern.nmass);
    p->pattern.nmass += n * n;
  }
}

static bool has_block(const problem *p, int from, int to, int block) {
  for (int e = from; e < to; e++) {
    if (p->entry_block[e] == block) return true;
  }
  return false;
}

// Takes `rows` speeds for a group's own use from the spare ones of its blocks; false when there are too few.
static bool claim(const problem *p, int from, int to, int rows, int *spare) {
  int there = 0;
  for (int e = from; e < to; e++) there += spare[p->entry_block[e]];
  if (there < rows) return false;
  for (int e = from; e < to; e++) {
    int take = spare[p->entry_block[e]] < rows ? spare[p->entry_block[e]] : rows;
    spare[p->entry_block[e]] -= take;
    rows -= take;
  }
  return true;
}

// Every row can be given a speed of its own, so random rows are independent; each block keeps one speed free. `spread`
// limits how far apart joined blocks are.
static void make_random(problem *p, const int *sizes, int nsizes, int largest_group, mass_kind kind, int spread) {
  memset(p, 0, sizeof *p);
  int nblocks = 3 + pick(MAX_BLOCKS - 3), ngroups = 0, spare[MAX_BLOCKS];
  add_blocks(p, nblocks, sizes, nsizes, kind);
  for (int b = 0; b < nblocks; b++) spare[b] = p->block_at[b + 1] - p->block_at[b] - 1;
  for (int attempt = 0; attempt < 2 * MAX_GROUPS && ngroups < MAX_GROUPS; attempt++) {
    int rows = 1 + pick(largest_group), want = 1 + pick(4), e = p->entry_at[ngroups], first = pick(nblocks);
    for (int i = 0; i < want && e < MAX_ENTRIES; i++) {
      int b = (first + pick(spread)) % nblocks;
      if (!has_block(p, p->entry_at[ngroups], e, b)) p->entry_block[e++] = b;
    }
    if (!claim(p, p->entry_at[ngroups], e, rows, spare)) continue;
    p->group_at[ngroups + 1] = p->group_at[ngroups] + rows;
    p->entry_at[ngroups + 1] = e;
    ngroups++;
  }
  finish(p, nblocks, ngroups);
}

// A chain of pins in the plane: every body joined to the next, the ends to the ground.
static void make_chain(problem *p, int bodies) {
  memset(p, 0, sizeof *p);
  static const int three = 3;
  add_blocks(p, bodies, &three, 1, MASS_DIAGONAL);
  for (int j = 0; j <= bodies; j++) {
    int e = p->entry_at[j];
    if (j > 0) p->entry_block[e++] = j - 1;
    if (j < bodies) p->entry_block[e++] = j;
    p->entry_at[j + 1] = e;
    p->group_at[j + 1] = 2 * (j + 1);
  }
  finish(p, bodies, bodies + 1);
}

// ---- answers to compare with -----------------------------------------------------------------------

static double K[MAX_N * MAX_N];

// Dense [M G'; G 0] with unit rows for those switched off.
static void fill_dense(const problem *p, const bool *active) {
  const jni_pattern *q = &p->pattern;
  int n = p->nv + p->nc;
  memset(K, 0, sizeof(double) * (size_t)(n * n));
  for (int b = 0; b < q->nblocks; b++) {
    int at = p->block_at[b], size = p->block_at[b + 1] - at;
    for (int i = 0; i < size * size; i++) K[(at + i / size) * n + at + i % size] = p->mass[p->mass_at[b] + i];
  }
  for (int g = 0; g < q->ngroups; g++) {
    for (int row = p->group_at[g]; row < p->group_at[g + 1]; row++) {
      if (active && !active[row]) {
        K[(p->nv + row) * (n + 1)] = 1;
        continue;
      }
      for (int e = p->entry_at[g]; e < p->entry_at[g + 1]; e++) {
        int at = p->block_at[p->entry_block[e]], size = p->block_at[p->entry_block[e] + 1] - at;
        for (int c = 0; c < size; c++) {
          double value = p->G[p->entry_value[e] + (row - p->group_at[g]) * size + c];
          K[(p->nv + row) * n + at + c] = K[(at + c) * n + p->nv + row] = value;
        }
      }
    }
  }
}

static void solve_dense(const problem *p, const bool *active, double *x) {
  static int pivot[MAX_N];
  int n = p->nv + p->nc;
  fill_dense(p, active);
  for (int i = 0; i < p->nv; i++) x[i] = p->f[i];
  for (int i = 0; i < p->nc; i++) x[p->nv + i] = active && !active[i] ? 0 : p->g[i];
  CHECK(jni_dense_lu(n, K, pivot));
  jni_dense_lu_solve(n, K, pivot, x);
}

static double largest(int n, const double *x) {
  double most = 0;
  for (int i = 0; i < n; i++) most = jni_larger(most, fabs(x[i]));
  return most;
}

static double distance(int n, const double *x, const double *y) {
  double most = 0;
  for (int i = 0; i < n; i++) most = jni_larger(most, fabs(x[i] - y[i]));
  return most;
}

// Residual of both rows with the values in p, over active rows; relative to the size of the terms.
static double residual(const problem *p, const bool *active) {
  static double r[MAX_V], s[MAX_C];
  jni_pattern_mass_times(&p->pattern, p->mass, p->a, r);
  jni_pattern_add_transposed(&p->pattern, p->G, 1, p->lambda, r);
  jni_pattern_times(&p->pattern, p->G, p->a, s);
  double most = distance(p->nv, r, p->f);
  for (int i = 0; i < p->nc; i++) {
    if (!active || active[i]) most = jni_larger(most, fabs(s[i] - p->g[i]));
  }
  return most / (1 + largest(p->nv, p->a) + largest(p->nc, p->lambda));
}

static void poison(problem *p) {
  for (int i = 0; i < MAX_V; i++) p->a[i] = NAN;
  for (int i = 0; i < MAX_C; i++) p->lambda[i] = NAN;
}

// ---- tests --------------------------------------------------------------------------------------

// Random systems have condition numbers up to some 1e5.
static const double agreement = 1e-8, exactness = 1e-12;

static problem P;
static double expected[MAX_N];

static void check_methods(const bool *active, bool massless) {
  solve_dense(&P, active, expected);
  double size = 1 + largest(P.nv + P.nc, expected);
  for (int m = 0; m < NMETHODS; m++) {
    if (massless && is_schur(methods[m])) continue;
    jni_kkt *kkt = jni_kkt_new(NULL, &P.pattern, P.mass, methods[m]);
    CHECK(kkt != NULL);
    jni_kkt_set_active(kkt, active);
    for (int refine = 0; refine < 3; refine++) {
      poison(&P);
      CHECK(jni_kkt_factor(kkt, P.mass, P.G));
      CHECK(jni_kkt_get_info(kkt)->skipped == 0);
      jni_kkt_solve(kkt, P.mass, P.G, P.f, P.g, refine, P.a, P.lambda);
      CHECK_NEAR(distance(P.nv, P.a, expected) / size, 0, agreement);
      CHECK_NEAR(distance(P.nc, P.lambda, expected + P.nv) / size, 0, agreement);
      if (refine) CHECK_NEAR(residual(&P, active), 0, exactness);
    }
    jni_object_free(kkt);
  }
}

static void test_random_patterns(void) {
  static const int particles[] = {2, 3}, plane[] = {3}, space[] = {6}, all[] = {1, 2, 3, 4, 5, 6};
  static const struct {
    const int *sizes;
    int nsizes, largest_group;
  } families[] = {{particles, 2, 2}, {plane, 1, 2}, {plane, 1, 3}, {space, 1, 5}, {space, 1, 6}, {all, 6, 6}};
  for (size_t family = 0; family < sizeof families / sizeof *families; family++) {
    for (int round = 0; round < 9; round++) {
      int spread = round % 2 ? 4 : MAX_BLOCKS;
      make_random(&P, families[family].sizes, families[family].nsizes, families[family].largest_group,
                  (mass_kind)(round % MASS_KINDS), spread);
      check_methods(NULL, false);
    }
  }
}

static void test_chains(void) {
  for (int bodies = 3; bodies < MAX_BLOCKS; bodies += 4) {
    make_chain(&P, bodies);
    check_methods(NULL, false);
  }
}

static void test_without_rows(void) {
  static const int sizes[] = {2, 3, 6};
  memset(&P, 0, sizeof P);
  add_blocks(&P, 5, sizes, 3, MASS_FULL);
  finish(&P, 5, 0);
  check_methods(NULL, false);
}

// f or g missing count as zero, a and lambda need not be asked for, and the outputs may lie on the inputs.
static void test_missing_vectors(void) {
  static const int six = 6;
  make_random(&P, &six, 1, 5, MASS_RIGID, 5);
  static double zero[MAX_V], a[MAX_V], lambda[MAX_C];
  for (int m = 0; m < NMETHODS; m++) {
    jni_kkt *kkt = jni_kkt_new(NULL, &P.pattern, P.mass, methods[m]);
    CHECK(jni_kkt_factor(kkt, P.mass, P.G));
    jni_kkt_solve(kkt, P.mass, P.G, zero, P.g, 1, P.a, P.lambda);
    jni_kkt_solve(kkt, P.mass, P.G, NULL, P.g, 1, a, NULL);
    CHECK_NEAR(distance(P.nv, a, P.a), 0, exactness);
    jni_kkt_solve(kkt, P.mass, P.G, P.f, zero, 1, P.a, P.lambda);
    jni_kkt_solve(kkt, P.mass, P.G, P.f, NULL, 1, NULL, lambda);
    CHECK(distance(P.nc, lambda, P.lambda) == 0);
    memcpy(a, P.f, sizeof a);
    jni_kkt_solve(kkt, P.mass, P.G, a, zero, 1, a, lambda);
    CHECK(distance(P.nv, a, P.a) == 0 && distance(P.nc, lambda, P.lambda) == 0);
    jni_object_free(kkt);
  }
}

static void test_rows_switched_off(void) {
  static const int six = 6;
  static bool active[MAX_C];
  for (int round = 0; round < 6; round++) {
    make_random(&P, &six, 1, 5, MASS_FULL, round % 2 ? 5 : MAX_BLOCKS);
    for (int i = 0; i < P.nc; i++) active[i] = pick(4) > 0;
    check_methods(active, false);
    for (int i = 0; i < P.nc; i++) CHECK(active[i] || P.lambda[i] == 0);
  }
}

// The last group repeats the rows of the one before (twice its values): they are skipped, the others hold.
static void make_redundant(int *dependent) {
  static const int six = 6;
  do {
    make_random(&P, &six, 1, 3, MASS_FULL, 6);
  } while (P.pattern.ngroups < 3 || P.pattern.ngroups >= MAX_GROUPS - 1);
  int g = P.pattern.ngroups, last = g - 1, e = P.entry_at[g], shift = P.entry_at[g] - P.entry_at[last];
  for (int k = P.entry_at[last]; k < P.entry_at[g]; k++) P.entry_block[e++] = P.entry_block[k];
  P.entry_at[g + 1] = e;
  P.group_at[g + 1] = 2 * P.group_at[g] - P.group_at[last];
  finish(&P, P.pattern.nblocks, g + 1);
  for (int k = P.entry_at[g]; k < e; k++) {
    int size = (P.group_at[g + 1] - P.group_at[g]) * 6;
    for (int i = 0; i < size; i++) P.G[P.entry_value[k] + i] = 2 * P.G[P.entry_value[k - shift] + i];
  }
  *dependent = P.group_at[g + 1] - P.group_at[g];
  for (int i = 0; i < *dependent; i++) P.g[P.group_at[g] + i] = 2 * P.g[P.group_at[last] + i];
}

static void test_redundant_rows(void) {
  static bool active[MAX_C];
  for (int round = 0; round < 6; round++) {
    int dependent;
    make_redundant(&dependent);
    int first = P.group_at[P.pattern.ngroups - 2];
    for (int i = 0; i < P.nc; i++) active[i] = i < P.nc - dependent;
    for (int m = 0; m < NMETHODS; m++) {
      jni_kkt *kkt = jni_kkt_new(NULL, &P.pattern, P.mass, methods[m]);
      CHECK(jni_kkt_factor(kkt, P.mass, P.G));
      const jni_kkt_info *info = jni_kkt_get_info(kkt);
      CHECK(info->skipped == dependent);
      CHECK(info->smallest_pivot < 1e-12 && info->smallest_row >= first);
      jni_kkt_solve(kkt, P.mass, P.G, P.f, P.g, 1, P.a, P.lambda);
      CHECK_NEAR(residual(&P, NULL), 0, 1e-11);
      jni_kkt_set_active(kkt, active);
      CHECK(jni_kkt_factor(kkt, P.mass, P.G) && info->skipped == 0 && info->smallest_pivot > 1e-10);
      jni_kkt_set_active(kkt, NULL);
      CHECK(jni_kkt_factor(kkt, P.mass, P.G) && info->skipped == dependent && info->factors == 3);
      jni_object_free(kkt);
    }
    check_methods(active, false);
  }
}

// Some bodies without mass, each held by as many rows as it has speeds, then random joints.
static void test_massless(void) {
  for (int round = 0; round < 4; round++) {
    make_chain(&P, 5 + 12 * round);
    for (int b = 1; b < P.pattern.nblocks; b += 3) {
      bool rotation_only = round % 2;
      for (int i = rotation_only ? 8 : 0; i < 9; i++) P.mass[P.mass_at[b] + i] = 0;
    }
    check_methods(NULL, true);
    jni_kkt *kkt = jni_kkt_new(NULL, &P.pattern, P.mass, JNI_KKT_AUTO);
    CHECK(!is_schur(jni_kkt_get_method(kkt)));
    jni_object_free(kkt);
    kkt = jni_kkt_new(NULL, &P.pattern, P.mass, JNI_KKT_SCHUR_BLOCKS);
    CHECK(!jni_kkt_factor(kkt, P.mass, P.G));
    jni_object_free(kkt);
  }
}

// A chain of bodies whose last speed has no mass; three rows of its own hold each, or pass by that speed.
static void make_held(problem *p, int bodies, bool by_own_rows) {
  static const int six = 6;
  memset(p, 0, sizeof *p);
  add_blocks(p, bodies, &six, 1, MASS_FULL);
  for (int g = 0, e = 0; g < 2 * bodies - 1; g++) {
    p->entry_block[e++] = g / 2;
    if (g % 2) p->entry_block[e++] = g / 2 + 1;
    p->entry_at[g + 1] = e;
    p->group_at[g + 1] = p->group_at[g] + (g % 2 ? 2 : 3);
  }
  finish(p, bodies, 2 * bodies - 1);
  for (int b = 0; b < bodies; b++) {
    double *M = p->mass + p->mass_at[b], *G = p->G + p->entry_value[p->entry_at[2 * b]];
    for (int i = 0; i < 6; i++) M[5 * 6 + i] = M[i * 6 + 5] = 0;
    for (int r = 0; r < 3 && !by_own_rows; r++) G[r * 6 + 5] = 0;
  }
}

static double smallest_pivot_of(jni_kkt_method method) {
  jni_kkt *kkt = jni_kkt_new(NULL, &P.pattern, P.mass, method);
  CHECK(jni_kkt_factor(kkt, P.mass, P.G));
  double pivot = jni_kkt_get_info(kkt)->smallest_pivot;
  jni_object_free(kkt);
  return pivot;
}

// Where their own rows do not hold them, the factor is that of the whole matrix, and tells so by its pivots.
static void test_own_rows(void) {
  for (int by_own_rows = 0; by_own_rows < 2; by_own_rows++) {
    make_held(&P, 30, by_own_rows);
    check_methods(NULL, true);
    jni_kkt *whole = jni_kkt_new(NULL, &P.pattern, P.mass, JNI_KKT_KLU);
    bool klu = jni_kkt_get_method(whole) == JNI_KKT_KLU;
    jni_object_free(whole);
    if (!klu) continue;
    jni_kkt *kkt = jni_kkt_new(NULL, &P.pattern, P.mass, JNI_KKT_AUTO);
    CHECK(jni_kkt_get_method(kkt) == JNI_KKT_SCHUR_OWN);
    jni_object_free(kkt);
    CHECK((smallest_pivot_of(JNI_KKT_SCHUR_OWN) == smallest_pivot_of(JNI_KKT_KLU)) == !by_own_rows);
  }
}

// Every joint on one body: S is dense.
static void make_star(problem *p, int joints) {
  static const int six = 6;
  memset(p, 0, sizeof *p);
  add_blocks(p, joints + 1, &six, 1, MASS_RIGID);
  for (int j = 0; j < joints; j++) {
    p->entry_block[2 * j + 1] = j + 1;
    p->entry_at[j + 1] = 2 * (j + 1);
    p->group_at[j + 1] = 5 * (j + 1);
  }
  finish(p, joints + 1, joints);
}

static jni_kkt_method chosen(void) {
  jni_kkt *kkt = jni_kkt_new(NULL, &P.pattern, P.mass, JNI_KKT_AUTO);
  jni_kkt_method method = jni_kkt_get_method(kkt);
  jni_object_free(kkt);
  return method;
}

static void test_choice(void) {
  make_chain(&P, 40);
  CHECK(chosen() == JNI_KKT_SCHUR_BLOCKS);
  CHECK(strcmp(jni_kkt_method_name(chosen()), "schur-blocks") == 0);
  make_star(&P, 4);
  CHECK(is_schur(chosen()));
  check_methods(NULL, false);
  make_star(&P, 40);
  jni_kkt *klu = jni_kkt_new(NULL, &P.pattern, P.mass, JNI_KKT_KLU);
  if (jni_kkt_get_method(klu) == JNI_KKT_KLU) CHECK(chosen() == JNI_KKT_KLU);
  jni_object_free(klu);
  check_methods(NULL, false);
}

// Factor at one place, solve at another a little off: refinement contracts.
static void test_moved_values(void) {
  static const int three = 3;
  static double G0[MAX_VALUES];
  make_random(&P, &three, 1, 2, MASS_DIAGONAL, 4);
  memcpy(G0, P.G, sizeof G0);
  for (int i = 0; i < P.pattern.nvalues; i++) P.G[i] += 1e-5 * noise();
  for (int m = 0; m < NMETHODS; m++) {
    jni_kkt *kkt = jni_kkt_new(NULL, &P.pattern, P.mass, methods[m]);
    CHECK(jni_kkt_factor(kkt, P.mass, G0));
    double before = HUGE_VAL;
    for (int refine = 0; refine < 4; refine++) {
      jni_kkt_solve(kkt, P.mass, P.G, P.f, P.g, refine, P.a, P.lambda);
      double now = residual(&P, NULL);
      CHECK(now < 1e-2 * before || now < 1e-13);
      before = now;
    }
    CHECK_NEAR(before, 0, 1e-13);
    jni_object_free(kkt);
  }
}

// New masses, of another structure than the sample's, are noticed.
static void test_changed_masses(void) {
  static const int six = 6;
  make_random(&P, &six, 1, 5, MASS_DIAGONAL, 6);
  jni_kkt *kkt = jni_kkt_new(NULL, &P.pattern, P.mass, JNI_KKT_SCHUR_BLOCKS);
  for (int kind = 0; kind < MASS_KINDS; kind++) {
    for (int b = 0; b < P.pattern.nblocks; b++) fill_mass(6, (mass_kind)kind, P.mass + P.mass_at[b]);
    CHECK(jni_kkt_factor(kkt, P.mass, P.G));
    jni_kkt_solve(kkt, P.mass, P.G, P.f, P.g, 1, P.a, P.lambda);
    CHECK_NEAR(residual(&P, NULL), 0, exactness);
  }
  jni_object_free(kkt);
}

// Values with a stamp are taken anew when it changes, and with the same one not looked at.
static void test_stamped_masses(void) {
  static const int three = 3;
  static double before[MAX_V];
  make_random(&P, &three, 1, 5, MASS_FULL, 6);
  jni_kkt *kkt = jni_kkt_new(NULL, &P.pattern, P.mass, JNI_KKT_SCHUR_BLOCKS);
  for (long stamp = 1; stamp < 4; stamp++) {
    for (int b = 0; b < P.pattern.nblocks; b++) fill_mass(3, MASS_FULL, P.mass + P.mass_at[b]);
    jni_kkt_set_mass_stamp(kkt, stamp);
    CHECK(jni_kkt_factor(kkt, P.mass, P.G));
    jni_kkt_solve(kkt, P.mass, P.G, P.f, P.g, 1, P.a, P.lambda);
    CHECK_NEAR(residual(&P, NULL), 0, exactness);
  }
  memcpy(before, P.a, sizeof(double) * (size_t)P.nv);
  for (int i = 0; i < P.pattern.nmass; i++) P.mass[i] *= 2;
  jni_kkt_solve(kkt, P.mass, P.G, P.f, P.g, 1, P.a, P.lambda);
  CHECK(memcmp(before, P.a, sizeof(double) * (size_t)P.nv) == 0);
  jni_object_free(kkt);
}

// The closed forms against the general inverse, and blocks that have none.
static void test_small_masses(void) {
  double M[9], inverse[2][9], diagonal[2][3];
  for (int n = 1; n <= 3; n++) {
    jni_mass_kind kind;
    fill_mass(n, MASS_FULL, M);
    CHECK(jni_mass_invert_small(n, M, inverse[0], diagonal[0]) &&
          jni_mass_invert(n, M, inverse[1], diagonal[1], &kind));
    for (int i = 0; i < n * n; i++) CHECK_NEAR(inverse[0][i], inverse[1][i], 1e-12 * fabs(inverse[1][0]));
    for (int i = 0; i < n; i++) CHECK(diagonal[0][i] == inverse[0][i * (n + 1)]);
    const double bad[] = {NAN, INFINITY, 0, -1};
    for (int k = 0; k < 4; k++) {
      double kept = M[0];
      M[0] = bad[k];
      CHECK(!jni_mass_invert_small(n, M, inverse[0], diagonal[0]) && isnan(inverse[0][0]) && isnan(diagonal[0][n - 1]));
      M[0] = kept;
    }
    for (int i = 0; i < n * n; i++) M[i] = 1;
    CHECK(n == 1 || !jni_mass_invert_small(n, M, inverse[0], diagonal[0]));
  }
}

static void test_not_finite(void) {
  static const double bad[] = {NAN, INFINITY};
  make_chain(&P, 6);
  for (int m = 0; m < NMETHODS; m++) {
    for (int k = 0; k < 2; k++) {
      jni_kkt *kkt = jni_kkt_new(NULL, &P.pattern, P.mass, methods[m]);
      double G = P.G[7], mass = P.mass[9];
      P.G[7] = bad[k];
      CHECK(!jni_kkt_factor(kkt, P.mass, P.G));
      P.G[7] = G;
      P.mass[9] = bad[k];
      CHECK(!jni_kkt_factor(kkt, P.mass, P.G));
      P.mass[9] = mass;
      CHECK(jni_kkt_factor(kkt, P.mass, P.G));
      jni_object_free(kkt);
    }
  }
}

static void test_repeatable(void) {
  static const int all[] = {2, 3, 6};
  static double a[MAX_V], lambda[MAX_C];
  make_random(&P, all, 3, 5, MASS_FULL, 8);
  for (int m = 0; m < NMETHODS; m++) {
    for (int run = 0; run < 2; run++) {
      jni_kkt *kkt = jni_kkt_new(NULL, &P.pattern, P.mass, methods[m]);
      for (int i = 0; i <= run; i++) CHECK(jni_kkt_factor(kkt, P.mass, P.G));
      jni_kkt_solve(kkt, P.mass, P.G, P.f, P.g, 1, run ? a : P.a, run ? lambda : P.lambda);
      jni_object_free(kkt);
    }
    CHECK(memcmp(a, P.a, sizeof(double) * (size_t)P.nv) == 0);
    CHECK(memcmp(lambda, P.lambda, sizeof(double) * (size_t)P.nc) == 0);
  }
}

// ---- memory ------------------------------------------------------------------------------------

typedef struct {
  long calls, live, fail_at;
} counter;

static void *counted_resize(void *context, void *block, size_t size) {
  counter *c = context;
  if (size == 0) {
    c->live -= block != NULL;
    free(block);
    return NULL;
  }
  if (++c->calls == c->fail_at) return NULL;
  c->live += block == NULL;
  return realloc(block, size);
}

static void test_allocation_failures(void) {
  static const int all[] = {2, 3, 6};
  make_random(&P, all, 3, 3, MASS_FULL, 8);
  for (int m = 0; m < NMETHODS; m++) {
    for (long fail = 1;; fail++) {
      counter c = {.fail_at = fail};
      jn_alloc alloc = {counted_resize, &c};
      jni_kkt *kkt = jni_kkt_new(&alloc, &P.pattern, P.mass, methods[m]);
      bool reached = c.calls >= fail;
      if (kkt) {
        CHECK(jni_kkt_factor(kkt, P.mass, P.G));
        jni_kkt_solve(kkt, P.mass, P.G, P.f, P.g, 1, P.a, P.lambda);
        CHECK_NEAR(residual(&P, NULL), 0, exactness);
      }
      jni_object_free(kkt);
      CHECK(c.live == 0);
      if (!reached) {
        CHECK(kkt != NULL);
        break;
      }
    }
  }
}

static void test_no_allocation_in_use(void) {
  make_chain(&P, 30);
  for (int m = 0; m < NMETHODS; m++) {
    counter c = {0};
    jn_alloc alloc = {counted_resize, &c};
    jni_kkt *kkt = jni_kkt_new(&alloc, &P.pattern, P.mass, methods[m]);
    long before = c.calls;
    for (int i = 0; i < 5; i++) {
      fill_values(&P);
      CHECK(jni_kkt_factor(kkt, P.mass, P.G));
      jni_kkt_solve(kkt, P.mass, P.G, P.f, P.g, 2, P.a, P.lambda);
    }
    CHECK(c.calls == before);
    jni_object_free(kkt);
  }
}

int main(void) {
  test_random_patterns();
  test_chains();
  test_without_rows();
  test_missing_vectors();
  test_rows_switched_off();
  test_redundant_rows();
  test_massless();
  test_own_rows();
  test_choice();
  test_moved_values();
  test_changed_masses();
  test_stamped_masses();
  test_small_masses();
  test_not_finite();
  test_repeatable();
  test_allocation_failures();
  test_no_allocation_in_use();
  return check_report();
}
