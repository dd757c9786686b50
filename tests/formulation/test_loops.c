// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_loops.c - decomposition of loops into groups: small cases by hand, random structures with known groups, long
// chains, and the solution by groups compared with one dense factor.
#include "check.h"
#include "formulation/reduced/loop_solve.h"
#include "linalg/dense/dense.h"

#include <stdlib.h>
#include <string.h>

static unsigned long long seed = 7;
static int below(int n) {
  seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (int)((seed >> 33) % (unsigned long long)n);
}
static double number(void) { return (double)below(2000001) / 1e6 - 1; }

enum { MOST = 400, ENTRIES = 40000 };

typedef struct {
  int row_at[MOST + 1], column[ENTRIES], rows[MOST], columns[MOST];
  jni_incidence in;
} structure;

static void begin(structure *s, int n) {
  s->in = (jni_incidence){n, n, s->row_at, s->column};
  for (int i = 0; i < n; i++) s->rows[i] = s->columns[i] = i;
}

// Creates the incidence of a dense pattern, n x n.
static void fill(structure *s, int n, const bool *entry) {
  int next = 0;
  begin(s, n);
  for (int r = 0; r < n; r++) {
    s->row_at[r] = next;
    for (int c = 0; c < n; c++)
      if (entry[r * n + c]) s->column[next++] = c;
  }
  s->row_at[n] = next;
}

// Checks that every column outside a group belongs to an earlier group.
static bool is_triangular(const structure *s, const jni_groups *g) {
  for (int k = 0; k < g->ngroups; k++)
    for (int i = g->group_at[k]; i < g->group_at[k + 1]; i++)
      for (int e = s->row_at[g->rows[i]]; e < s->row_at[g->rows[i] + 1]; e++)
        if (g->group_of[s->column[e]] > k) return false;
  return true;
}

static void test_by_hand(void) {
  static structure s;
  const bool circle[9] = {1, 1, 0, 0, 1, 1, 1, 0, 1}, chain[9] = {1, 0, 0, 1, 1, 0, 0, 1, 1}, hollow[4] = {1, 0, 1, 0};
  const struct {
    int n;
    const bool *entry;
    int ngroups;  // -1: no matching
  } cases[] = {{3, circle, 1}, {3, chain, 3}, {2, hollow, -1}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    fill(&s, cases[i].n, cases[i].entry);
    jni_pool scratch = {.alloc = NULL};
    jni_loops *l = jni_loops_new(&scratch, &s.in);
    CHECK(jni_loops_find(l, s.rows, s.columns, s.in.nrows) == (cases[i].ngroups >= 0));
    if (cases[i].ngroups >= 0)
      CHECK(jni_loops_get(l)->ngroups == cases[i].ngroups && is_triangular(&s, jni_loops_get(l)));
    CHECK(jni_loops_find(l, s.rows, s.columns, 0) && jni_loops_get(l)->ngroups == 0);
    jni_pool_free(&scratch);
  }
}

// Irreducible blocks in block triangular form, then rows and columns permuted: the groups are the blocks.
static void test_random(void) {
  static structure s;
  static bool entry[MOST * MOST];
  for (int trial = 0; trial < 200; trial++) {
    int n = 0, sizes[40], nblocks = 1 + below(12), row[MOST], column[MOST], block[MOST];
    for (int b = 0; b < nblocks; b++) {
      sizes[b] = 1 + below(6);
      for (int i = 0; i < sizes[b]; i++) block[n++] = b;
    }
    for (int i = 0; i < n; i++) row[i] = column[i] = i;
    for (int i = n - 1; i > 0; i--) {
      int a = below(i + 1), b = below(i + 1), x = row[i], y = column[i];
      row[i] = row[a];
      row[a] = x;
      column[i] = column[b];
      column[b] = y;
    }
    memset(entry, 0, sizeof entry);
    for (int i = 0, at = 0; i < n; i++) {
      if (i > 0 && block[i] != block[i - 1]) at = i;
      int next = i + 1 < n && block[i + 1] == block[i] ? i + 1 : at;
      entry[row[i] * n + column[i]] = entry[row[i] * n + column[next]] = true;
      for (int k = 0; k < 3 && at > 0; k++) entry[row[i] * n + column[below(at)]] = true;
    }
    fill(&s, n, entry);
    jni_pool scratch = {.alloc = NULL};
    jni_loops *l = jni_loops_new(&scratch, &s.in);
    CHECK(jni_loops_find(l, s.rows, s.columns, n));
    const jni_groups *g = jni_loops_get(l);
    CHECK(g->ngroups == nblocks && is_triangular(&s, g));
    bool together = true;
    for (int i = 1; i < n; i++)
      together &= (block[i] == block[i - 1]) == (g->group_of[column[i]] == g->group_of[column[i - 1]]);
    CHECK(together);
    CHECK(jni_loops_largest_storage(l) >= (size_t)n);
    jni_pool_free(&scratch);
  }
}

// A chain of this length would exceed the stack of a recursion, or the time of an algorithm that is not linear.
static void test_long(void) {
  enum { LONG = 200000 };
  int *row_at = malloc((LONG + 1) * sizeof(int)), *column = malloc(2 * LONG * sizeof(int)),
      *ids = malloc(LONG * sizeof(int));
  int next = 0;
  for (int r = 0; r < LONG; r++) {  // row r meets r and r + 1: the last one is solved first
    row_at[r] = next;
    ids[r] = r;
    column[next++] = r;
    if (r + 1 < LONG) column[next++] = r + 1;
  }
  row_at[LONG] = next;
  jni_incidence in = {LONG, LONG, row_at, column};
  jni_pool scratch = {.alloc = NULL};
  jni_loops *l = jni_loops_new(&scratch, &in);
  CHECK(jni_loops_find(l, ids, ids, LONG));
  CHECK(jni_loops_get(l)->ngroups == LONG && jni_loops_get(l)->rows[0] == LONG - 1);
  jni_pool_free(&scratch);
  free(row_at);
  free(column);
  free(ids);
}

// ---- numbers --------------------------------------------------------------------------------------------------------

enum { M = 9, N = 12 };

// One row per group of the pattern, one column per block: groups of sizes 2, 1, 4 and 2 with three independent columns.
static void test_solver(void) {
  static const int sizes[] = {2, 1, 4, 2};
  int block_at[N + 1], mass_at[N], group_at[M + 1], entry_at[M + 1], entry_block[M * N], entry_value[M * N];
  double G[M * N], weights[M * N], scale[N], D[M * M];
  for (int i = 0; i <= N; i++) block_at[i] = i;
  for (int i = 0; i < N; i++) {
    mass_at[i] = i;
    scale[i] = 1 + 0.75 * (i % 4);
  }
  int n = 0;
  for (int r = 0, at = 0, k = 0; r < M; r++) {
    if (r == at + sizes[k]) at += sizes[k++];
    group_at[r] = r;
    entry_at[r] = n;
    for (int c = 0; c < N; c++) {
      entry_block[n] = c;
      entry_value[n] = n;
      bool in = c >= M || c < at + sizes[k];
      G[n] = in ? number() + (c == r ? 3 : 0) : 0;
      weights[n] = fabs(G[n]);
      n++;
    }
  }
  group_at[M] = M;
  entry_at[M] = n;
  const jni_pattern p = {.nblocks = N,
                         .block_at = block_at,
                         .mass_at = mass_at,
                         .nmass = N,
                         .ngroups = M,
                         .group_at = group_at,
                         .entry_at = entry_at,
                         .entry_block = entry_block,
                         .entry_value = entry_value,
                         .nvalues = n};
  jni_pool scratch = {.alloc = NULL};
  jni_loop_solver *s = jni_loop_solver_new(&scratch, &p, weights, scale, NULL, NULL, N - M);
  int columns[N];
  for (int c = 0; c < N; c++) columns[c] = c;
  CHECK(jni_loop_solver_set(s, columns, columns + M, N - M));
  CHECK(jni_loop_solver_groups(s)->ngroups == 4);
  jni_loop_factor(s, G);
  double b[M], x[N], y[M], B[N * (N - M)], lambda[M], r[N];
  int pivot[M];
  for (int i = 0; i < M; i++) {
    b[i] = number();
    for (int c = 0; c < M; c++) D[i * M + c] = G[i * N + c];
  }
  for (int c = 0; c < N; c++) x[c] = r[c] = number();
  memcpy(y, b, sizeof y);
  for (int i = 0; i < M; i++)
    for (int c = M; c < N; c++) y[i] -= G[i * N + c] * x[c];
  CHECK(jni_dense_lu(M, D, pivot));
  jni_dense_lu_solve(M, D, pivot, y);
  jni_loop_solve(s, G, b, x);
  for (int i = 0; i < M; i++) CHECK_NEAR(x[i], y[i], 1e-12);
  jni_loop_basis_begin(s, B);
  jni_loop_basis(s, G, B);
  for (int i = 0; i < M; i++)
    for (int c = 0; c < N - M; c++) {
      double sum = 0;
      for (int k = 0; k < N; k++) sum += G[i * N + k] * B[k * (N - M) + c];
      CHECK_NEAR(sum, 0, 1e-12);
    }
  double most = 0;  // without dimension: both speeds by their scales
  for (int i = 0; i < M; i++)
    for (int c = 0; c < N - M; c++) most = fmax(most, fabs(B[i * (N - M) + c]) * scale[M + c] / scale[i]);
  CHECK_NEAR(jni_loop_largest(s, B), most, 1e-12 * most);
  jni_loop_transposed(s, G, r, lambda);
  for (int c = 0; c < M; c++) {
    double sum = 0;
    for (int i = 0; i < M; i++) sum += G[i * N + c] * lambda[i];
    CHECK_NEAR(sum, r[c], 1e-12);
  }
  jni_loop_newton(s, G, b, x);
  memcpy(y, b, sizeof y);
  jni_dense_lu_solve(M, D, pivot, y);
  for (int i = 0; i < M; i++) CHECK_NEAR(x[i], -y[i], 1e-12);
  jni_pool_free(&scratch);
}

int main(void) {
  test_by_hand();
  test_random();
  test_long();
  test_solver();
  return check_report();
}
