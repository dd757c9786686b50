// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_blocks.c - the block factor on random patterns of many kinds: solutions against a dense factor with pivoting,
// fill, growth, repetition, what it refuses, memory.
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "linalg/blocks/blocks.h"
#include "linalg/dense/dense.h"
#include "recorder.h"

enum { MOST_NODES = 60, MOST_PAIRS = MOST_NODES * (MOST_NODES - 1) / 2, MOST_ROWS = 29 * MOST_NODES };

typedef struct {
  const char *name;
  int nnodes, npairs;
  int size[MOST_NODES], pair[MOST_PAIRS][2];
  bool multiplier[MOST_NODES];  // its diagonal block is negative
} pattern;

static unsigned long long seed = 11;

static double noise(void) {
  seed = seed * 6364136223846793005ull + 1442695040888963407ull;
  return (double)(seed >> 11) / 9007199254740992.0 * 2 - 1;
}

static int pick(int n) { return (int)((noise() + 1) / 2 * 0.999999 * n); }

// ---- patterns ---------------------------------------------------------------------------------------------

static bool has_pair(const pattern *p, int i, int j) {
  for (int k = 0; k < p->npairs; k++)
    if ((p->pair[k][0] == i && p->pair[k][1] == j) || (p->pair[k][0] == j && p->pair[k][1] == i)) return true;
  return false;
}

static void join(pattern *p, int i, int j) {
  if (i == j || has_pair(p, i, j)) return;
  bool turned = noise() > 0;
  p->pair[p->npairs][0] = turned ? j : i;
  p->pair[p->npairs++][1] = turned ? i : j;
}

static int add_node(pattern *p, bool multiplier) {
  static const int bodies[] = {6, 3, 12, 4, 2, 29};
  p->multiplier[p->nnodes] = multiplier;
  p->size[p->nnodes] = multiplier ? 1 + pick(6) : bodies[pick(6)];
  return p->nnodes++;
}

// Bodies 0 .. n - 1, and a joint between two of them.
static void bodies(pattern *p, int n) {
  for (int i = 0; i < n; i++) add_node(p, false);
}

static void joint(pattern *p, int a, int b) {
  int j = add_node(p, true);
  join(p, a, j);
  join(p, j, b);
}

static void make_chain(pattern *p, int n) {
  bodies(p, n);
  for (int i = 0; i + 1 < n; i++) joint(p, i, i + 1);
}

static void make_star(pattern *p, int n) {
  bodies(p, n);
  for (int i = 1; i < n; i++) joint(p, 0, i);
}

static void make_ring(pattern *p, int n) {
  make_chain(p, n);
  joint(p, n - 1, 0);
}

static void make_dense(pattern *p, int n) {
  for (int i = 0; i < n; i++) add_node(p, pick(3) == 0);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) join(p, i, j);
}

static void make_apart(pattern *p, int n) { bodies(p, n); }

static void make_random(pattern *p, int n) {
  for (int i = 0; i < n; i++) add_node(p, pick(2) == 0);
  for (int k = 0; k < 2 * n; k++) join(p, pick(n), pick(n));
}

// Suspensions on a chassis: short loops of joints, springs between bodies.
static void make_vehicle(pattern *p, int n) {
  bodies(p, 1 + n - n % 3);
  for (int i = 1; i + 2 <= n - n % 3; i += 3) {
    joint(p, 0, i);
    joint(p, i, i + 1);
    joint(p, i + 1, i + 2);
    joint(p, i + 1, 0);
    join(p, 0, i);
    join(p, 0, i + 1);
  }
}

static const struct {
  const char *name;
  void (*make)(pattern *p, int n);
  int most;
} kinds[] = {{"chain", make_chain, 20},    {"star", make_star, 20},   {"ring", make_ring, 20},
             {"dense", make_dense, 9},     {"apart", make_apart, 10}, {"random", make_random, 25},
             {"vehicle", make_vehicle, 20}};
enum { NKINDS = sizeof kinds / sizeof *kinds };

static const pattern *make(int kind, int n) {
  static pattern p;
  memset(&p, 0, sizeof p);
  p.name = kinds[kind].name;
  kinds[kind].make(&p, n);
  return &p;
}

// ---- numbers ------------------------------------------------------------------------------------------------

static int at[MOST_NODES + 1];
static double A[MOST_ROWS * MOST_ROWS], LU[MOST_ROWS * MOST_ROWS];

static int number(const pattern *p) {
  for (int i = 0; i < p->nnodes; i++) at[i + 1] = at[i] + p->size[i];
  return at[p->nnodes];
}

// Quasi-definite: off-diagonal numbers between bodies and multipliers are free, the others are outweighed by the
// diagonal. Unsymmetric: a skew part, which leaves every order of elimination open.
static void fill(const pattern *p, bool symmetric, double small) {
  int n = number(p);
  memset(A, 0, (size_t)n * (size_t)n * sizeof *A);
  for (int i = 0; i < p->nnodes; i++)
    for (int j = 0; j <= i; j++) {
      if (i != j && !has_pair(p, i, j)) continue;
      double weight = p->multiplier[i] != p->multiplier[j] ? 1 : 0.02, skew = symmetric ? 0 : 0.3;
      for (int r = at[i]; r < at[i + 1]; r++)
        for (int c = at[j]; c < at[j + 1]; c++) {
          double x = weight * noise(), y = skew * noise();
          A[r * n + c] = x + y;
          A[c * n + r] = x - y;
        }
    }
  for (int i = 0; i < p->nnodes; i++)
    for (int r = at[i]; r < at[i + 1]; r++) {
      double sum = 0;
      for (int j = 0; j < p->nnodes; j++)
        for (int c = at[j]; c < at[j + 1]; c++)
          if (c != r && p->multiplier[i] == p->multiplier[j]) sum += fabs(A[r * n + c]);
      A[r * n + r] = p->multiplier[i] ? -(sum + small) : sum + 1 + noise() / 2;
    }
}

static void load(jni_blocks *blocks, const pattern *p, bool symmetric) {
  int n = at[p->nnodes], stride;
  jni_blocks_clear(blocks);
  for (int i = 0; i < p->nnodes; i++)
    for (int j = 0; j < p->nnodes; j++) {
      double *block = jni_blocks_at(blocks, i, j, &stride);
      bool wanted = i == j || has_pair(p, i, j);
      if (symmetric && i != j && wanted) {
        wanted = false;
        for (int k = 0; k < p->npairs; k++) wanted = wanted || (p->pair[k][0] == i && p->pair[k][1] == j);
      }
      CHECK(wanted == (block != NULL));
      for (int r = 0; block && r < p->size[i]; r++)
        for (int c = 0; c < p->size[j]; c++)
          if (!symmetric || i != j || c <= r) block[r * stride + c] += A[(at[i] + r) * n + at[j] + c];
    }
}

static double worst(int n, const double *x, const double *b) {
  double most = 0;
  for (int r = 0; r < n; r++) {
    double sum = -b[r];
    for (int c = 0; c < n; c++) sum += A[r * n + c] * x[c];
    most = jni_larger(most, fabs(sum));
  }
  return most;
}

static double reference(int n, const double *b) {
  static int pivot[MOST_ROWS];
  static double x[MOST_ROWS];
  memcpy(LU, A, (size_t)n * (size_t)n * sizeof *A);
  memcpy(x, b, (size_t)n * sizeof *b);
  CHECK(jni_dense_lu(n, LU, pivot));
  jni_dense_lu_solve(n, LU, pivot, x);
  return worst(n, x, b);
}

// ---- tests ------------------------------------------------------------------------------------------------------

// Twice with other numbers, then the first again: nothing is left of the factors before.
static void test_solution(const pattern *p, bool symmetric, double small) {
  static double b[MOST_ROWS], x[MOST_ROWS], first[MOST_ROWS];
  int n = number(p);
  jni_blocks *blocks = jni_blocks_new(NULL, p->nnodes, p->size, p->npairs, (const int(*)[2])p->pair, symmetric);
  unsigned long long begin = seed;
  for (int round = 0; round < 3; round++) {
    if (round == 2) seed = begin;
    fill(p, symmetric, small);
    for (int i = 0; i < n; i++) b[i] = noise();
    load(blocks, p, symmetric);
    CHECK(jni_blocks_factor(blocks));
    memcpy(x, b, sizeof b);
    jni_blocks_solve(blocks, x);
    // growth of the pivots is bounded by the norm of G over that of D: what is lost against pivoting is small
    CHECK_NEAR(worst(n, x, b), 0, 1e-11 + 1e3 * reference(n, b));
    if (round == 0) memcpy(first, x, sizeof x);
  }
  CHECK(memcmp(first, x, (size_t)n * sizeof *x) == 0);
  CHECK(jni_blocks_fill(blocks) >= n && jni_blocks_fill(blocks) <= (long)n * n);
  jni_object_free(blocks);
}

static void test_patterns(void) {
  for (int kind = 0; kind < NKINDS; kind++)
    for (int n = 1; n <= kinds[kind].most; n += 1 + n / 3)
      for (int repeat = 0; repeat < 4; repeat++) test_solution(make(kind, n), repeat % 2 == 0, repeat < 2 ? 1 : 1e-3);
}

static long chain_fill(int n, int body, int rows, bool symmetric) {
  int nnodes = 2 * n - 1, npairs = 2 * n - 2, *size = calloc((size_t)nnodes, sizeof *size);
  int(*pair)[2] = calloc((size_t)npairs + 1, sizeof *pair);
  for (int i = 0; i < nnodes; i++) size[i] = i % 2 ? rows : body;
  for (int i = 0; i < npairs; i++) {
    pair[i][0] = i;
    pair[i][1] = i + 1;
  }
  jni_blocks *blocks = jni_blocks_new(NULL, nnodes, size, npairs, (const int(*)[2])pair, symmetric);
  CHECK(blocks);
  long fill_count = jni_blocks_fill(blocks);
  jni_object_free(blocks);
  free(size);
  free(pair);
  return fill_count;
}

// A chain fills in by a fixed number per link.
static void test_chain_fill(void) {
  static const int bodies_and_rows[][2] = {{6, 5}, {6, 3}, {3, 2}, {12, 5}, {6, 1}};
  for (size_t k = 0; k < sizeof bodies_and_rows / sizeof *bodies_and_rows; k++)
    for (int symmetric = 0; symmetric < 2; symmetric++) {
      int body = bodies_and_rows[k][0], rows = bodies_and_rows[k][1];
      long short_chain = chain_fill(100, body, rows, symmetric), long_chain = chain_fill(1000, body, rows, symmetric);
      CHECK((double)long_chain < 10.2 * (double)short_chain);
      CHECK((double)long_chain < 1000.0 * (body + rows) * (body + rows) * (symmetric ? 2 : 3));
    }
}

static void test_refusal(void) {
  static const int size[] = {2, 1}, pair[][2] = {{1, 0}};
  static const double bad[] = {0, NAN, INFINITY};
  for (int symmetric = 0; symmetric < 2; symmetric++)
    for (int k = 0; k < 3; k++) {
      jni_blocks *blocks = jni_blocks_new(NULL, 2, size, 1, pair, symmetric);
      int stride;
      double *D = jni_blocks_at(blocks, 0, 0, &stride);
      D[0] = 2;
      D[stride + 1] = bad[k];
      *jni_blocks_at(blocks, 1, 1, &stride) = -1;
      CHECK(!jni_blocks_factor(blocks));
      // and it goes on once the numbers are good
      jni_blocks_clear(blocks);
      D[0] = 2;
      D[jni_blocks_at(blocks, 0, 0, &stride) ? stride + 1 : 0] = 4;
      *jni_blocks_at(blocks, 1, 1, &stride) = -1;
      double x[3] = {2, 4, 3};
      CHECK(jni_blocks_factor(blocks));
      jni_blocks_solve(blocks, x);
      CHECK(x[0] == 1 && x[1] == 1 && x[2] == -3);
      jni_object_free(blocks);
    }
}

static void test_memory(void) {
  for (int kind = 0; kind < NKINDS; kind++)
    for (int symmetric = 0; symmetric < 2; symmetric++) {
      const pattern *p = make(kind, 7);
      for (long fail_at = 1;; fail_at++) {
        memory_count c = {.fail_at = fail_at};
        jn_alloc alloc = {counted_resize, &c};
        jni_blocks *blocks = jni_blocks_new(&alloc, p->nnodes, p->size, p->npairs, (const int(*)[2])p->pair, symmetric);
        bool made = blocks != NULL;
        long calls = c.calls;
        if (made) {
          fill(p, symmetric, 1);
          load(blocks, p, symmetric);
          CHECK(jni_blocks_factor(blocks));
          CHECK(c.calls == calls);
        }
        jni_object_free(blocks);
        CHECK(c.live == 0);
        if (made) break;
      }
    }
}

// What is too large is not said to be a lack of memory: 40000 rows in one block.
static void test_too_large(void) {
  const int size[] = {40000};
  memory_count c = {0};
  jn_alloc alloc = {counted_resize, &c};
  jni_blocks *blocks;
  CHECK(jni_blocks_make(&blocks, &alloc, 1, size, 0, NULL, true) == JN_REFUSED && !blocks && c.live == 0);
  c = (memory_count){.fail_at = 1};
  CHECK(jni_blocks_make(&blocks, &alloc, 1, size, 0, NULL, true) == JN_NO_MEMORY && !blocks && c.live == 0);
}

int main(void) {
  test_patterns();
  test_chain_fill();
  test_refusal();
  test_memory();
  test_too_large();
  return check_report();
}
