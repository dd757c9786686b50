// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_branch.c - mass blocks along branches: the factor gives M back and solves, and [M G'; G 0] with such blocks is
// solved as the dense matrix is.
#include <string.h>

#include "check.h"
#include "linalg/dense/dense.h"
#include "linalg/kkt/branch_factor.h"
#include "linalg/kkt/kkt.h"

enum { BLOCKS = 5, MOST_V = 40, GROUPS = 3, ROWS = 2, MOST_MASS = 600, MOST_VALUES = 400 };
static const int sizes[BLOCKS] = {1, 9, 2, 14, 3};

static unsigned long long seed = 1;

static double noise(void) {
  seed = seed * 6364136223846793005ull + 1442695040888963407ull;
  return (double)(seed >> 11) / 9007199254740992.0 * 2 - 1;
}

typedef struct {
  jni_pattern pattern;
  int block_at[BLOCKS + 1], mass_at[BLOCKS], parent[MOST_V], group_at[GROUPS + 1], entry_at[GROUPS + 1],
      entry_block[2 * GROUPS], entry_value[2 * GROUPS];
  double mass[MOST_MASS], G[MOST_VALUES];
} problem;

// M = sum of J' J, each J along the branch of one speed.
static void fill_mass(int n, const int *parent, int at, double *M) {
  memset(M, 0, (size_t)(n * n) * sizeof *M);
  for (int k = 0; k < n; k++) {
    double J[MOST_V] = {0};
    for (int j = k; j >= 0; j = parent[at + j] - at) J[j] = noise() + (j == k);
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) M[i * n + j] += J[i] * J[j];
  }
}

// The trees of all blocks; later speeds hang on any earlier one, or begin a branch of their own.
static void fill(problem *p) {
  static const int pairs[GROUPS][2] = {{0, 1}, {1, 3}, {2, 4}};
  int nmass = 0, nvalues = 0;
  for (int b = 0; b < BLOCKS; b++) {
    p->block_at[b + 1] = p->block_at[b] + sizes[b];
    for (int i = 0; i < sizes[b]; i++)
      p->parent[p->block_at[b] + i] = i == 0 ? -1 : p->block_at[b] + (int)((noise() + 1) / 2 * 0.999 * i);
    if (sizes[b] > 8) p->parent[p->block_at[b] + 6] = -1;
    p->mass_at[b] = nmass;
    fill_mass(sizes[b], p->parent, p->block_at[b], p->mass + nmass);
    nmass += sizes[b] * sizes[b];
  }
  for (int g = 0; g < GROUPS; g++) {
    p->group_at[g + 1] = ROWS * (g + 1);
    p->entry_at[g + 1] = 2 * (g + 1);
    for (int e = 2 * g; e < 2 * g + 2; e++) {
      p->entry_block[e] = pairs[g][e - 2 * g];
      p->entry_value[e] = nvalues;
      nvalues += ROWS * sizes[p->entry_block[e]];
    }
  }
  for (int i = 0; i < nvalues; i++) p->G[i] = noise() > 0.3 ? 0 : noise();
  p->pattern = (jni_pattern){.nblocks = BLOCKS,
                             .block_at = p->block_at,
                             .mass_at = p->mass_at,
                             .nmass = nmass,
                             .ngroups = GROUPS,
                             .group_at = p->group_at,
                             .entry_at = p->entry_at,
                             .entry_block = p->entry_block,
                             .entry_value = p->entry_value,
                             .nvalues = nvalues,
                             .parent = p->parent};
}

static void test_factor_and_solve(void) {
  for (int round = 0; round < 50; round++) {
    static problem p;
    p = (problem){0};
    fill(&p);
    for (int b = 0; b < BLOCKS; b++) {
      int n = sizes[b], at = p.block_at[b];
      double L[MOST_MASS], x[MOST_V], y[MOST_V], most = 0, size = 1;
      const double *M = p.mass + p.mass_at[b];
      memcpy(L, M, (size_t)(n * n) * sizeof *L);
      CHECK(jni_branch_factor(n, p.parent, at, L));
      for (int i = 0; i < n; i++) x[i] = y[i] = noise();
      jni_branch_solve(n, p.parent, at, L, y);
      for (int i = 0; i < n; i++) {
        double rest = -x[i];
        for (int j = 0; j < n; j++) rest += M[i * n + j] * y[j];
        most = fmax(most, fabs(rest));
        size = fmax(size, fabs(y[i]));
      }
      CHECK(most < 1e-10 * size);
    }
  }
}

static void test_singular_is_seen(void) {
  const int parent[2] = {-1, 0};
  double M[4] = {1, 1, 1, 1}, N[4] = {1, 0, 0, NAN};
  CHECK(!jni_branch_factor(2, parent, 0, M));
  CHECK(!jni_branch_factor(2, parent, 0, N));
}

// Against the whole matrix factored densely, which knows nothing of branches.
static void test_kkt(void) {
  for (int round = 0; round < 50; round++) {
    static problem p;
    p = (problem){0};
    fill(&p);
    double f[MOST_V], g[ROWS * GROUPS], a[2][MOST_V] = {{0}}, lambda[2][ROWS * GROUPS] = {{0}};
    for (int i = 0; i < MOST_V; i++) f[i] = noise();
    for (int i = 0; i < ROWS * GROUPS; i++) g[i] = noise();
    static const jni_kkt_method methods[] = {JNI_KKT_SCHUR_BLOCKS, JNI_KKT_DENSE};
    bool ok = true;
    for (int m = 0; m < 2; m++) {
      jni_kkt *kkt = jni_kkt_new(NULL, &p.pattern, p.mass, methods[m]);
      CHECK(kkt != NULL);
      ok = ok && kkt && jni_kkt_factor(kkt, p.mass, p.G) && jni_kkt_get_info(kkt)->smallest_pivot > 1e-6;
      if (ok) jni_kkt_solve(kkt, p.mass, p.G, f, g, 1, a[m], lambda[m]);
      jni_object_free(kkt);
    }
    for (int i = 0; ok && i < p.block_at[BLOCKS]; i++) CHECK_NEAR(a[0][i], a[1][i], 1e-6 * (1 + fabs(a[1][i])));
    for (int i = 0; ok && i < ROWS * GROUPS; i++)
      CHECK_NEAR(lambda[0][i], lambda[1][i], 1e-6 * (1 + fabs(lambda[1][i])));
  }
}

int main(void) {
  test_factor_and_solve();
  test_singular_is_seen();
  test_kkt();
  return check_report();
}
