// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_fit_basis.c - many functions as sums of few: as many as are needed, within the errors asked for, with few terms,
// and of functions that are there anyway.
#include "chance.h"
#include "check.h"
#include "compile/fit/basis.h"

enum { POINTS = 40, FUNCTIONS = 30, WAYS = 3 };

typedef struct {
  double values[POINTS * FUNCTIONS], ways[POINTS * WAYS], tolerance[FUNCTIONS];
} samples;

static double way_at(int way, double x) { return way == 0 ? x : way == 1 ? x * x : sin(3 * x); }

// Sums of three functions by chance, of sizes from 1e-2 to 1e2; of the third one so much.
static samples samples_of(double third) {
  samples s = {0};
  chance_seed = 7;
  for (int f = 0; f < FUNCTIONS; f++) {
    double weight[WAYS], size = pow(10, 2 * chance_number());
    for (int k = 0; k < WAYS; k++) weight[k] = chance_number() * (k == 2 ? third : 1);
    s.tolerance[f] = 1e-4 * size;
    for (int p = 0; p < POINTS; p++)
      for (int k = 0; k < WAYS; k++) {
        double way = way_at(k, p * 2.0 / (POINTS - 1) - 1);
        s.ways[p * WAYS + k] = way;
        s.values[p * FUNCTIONS + f] += size * weight[k] * way;
      }
  }
  return s;
}

static int terms_of(const jni_basis *b, int function) {
  int n = 0;
  for (int k = 0; k < b->n + b->navailable; k++) n += jni_basis_weight(b, function, k) != 0;
  return n;
}

static double worst_of(const samples *s, const jni_basis *b) {
  double worst = 0;
  for (int f = 0; f < FUNCTIONS; f++)
    for (int p = 0; p < POINTS; p++) {
      double sum = 0;
      for (int k = 0; k < b->n; k++) sum += jni_basis_weight(b, f, k) * s->values[p * FUNCTIONS + b->function[k]];
      for (int k = 0; k < b->navailable; k++) sum += jni_basis_weight(b, f, b->n + k) * s->ways[p * WAYS + k];
      worst = fmax(worst, fabs(sum - s->values[p * FUNCTIONS + f]) / s->tolerance[f]);
    }
  return worst;
}

static jni_basis basis_of(jni_pool *pool, const samples *s, int navailable, double spare, int terms) {
  jni_basis basis = {0};
  const jni_basis_def def = {POINTS, FUNCTIONS, navailable, s->values, s->ways, s->tolerance, spare, terms};
  CHECK(jni_basis_find(pool, &def, &basis));
  return basis;
}

static void test_few(void) {
  jni_pool pool = {0};
  samples s = samples_of(1);
  jni_basis b = basis_of(&pool, &s, 0, 1, WAYS);
  CHECK(b.n == WAYS);
  CHECK(worst_of(&s, &b) <= 1.1);  // weights are decimals
  for (int k = 0; k < b.n; k++) CHECK(terms_of(&b, b.function[k]) == 1);
  b = basis_of(&pool, &s, WAYS, 1, WAYS);  // all is there
  CHECK(b.n == 0 && worst_of(&s, &b) <= 1.1);
  jni_pool_free(&pool);
}

// Of a sum that would be too long the function stands for itself.
static void test_terms(void) {
  jni_pool pool = {0};
  samples s = samples_of(1);
  for (int terms = 1; terms <= WAYS; terms++) {
    jni_basis b = basis_of(&pool, &s, 0, 1, terms);
    CHECK(terms == WAYS ? b.n == WAYS : b.n > WAYS);
    for (int f = 0; f < FUNCTIONS; f++) CHECK(terms_of(&b, f) <= terms);
    CHECK(worst_of(&s, &b) <= 1.1);
  }
  jni_pool_free(&pool);
}

// What is below the errors needs no function, unless there is to be something to spare.
static void test_spare(void) {
  jni_pool pool = {0};
  samples s = samples_of(5e-5);
  jni_basis b = basis_of(&pool, &s, 0, 1, 8), rich = basis_of(&pool, &s, 0, 0.1, 8);
  CHECK(b.n == 2 && rich.n == 3);
  CHECK(worst_of(&s, &b) <= 1.1 && worst_of(&s, &rich) <= 1.1);
  jni_pool_free(&pool);
}

static void test_errors(void) {
  jni_pool pool = {0};
  samples s = samples_of(1);
  jni_basis b = basis_of(&pool, &s, 0, 1, WAYS);
  double errors[FUNCTIONS], most = 0;
  jni_basis_errors(&b, FUNCTIONS, s.tolerance, errors);
  for (int f = 0; f < FUNCTIONS; f++) {
    double sum = 0;
    for (int k = 0; k < b.n; k++) sum += fabs(jni_basis_weight(&b, f, k)) * errors[k];
    most = fmax(most, sum / s.tolerance[f]);
  }
  CHECK(most <= 1 + 1e-12 && most > 0.3);
  jni_pool_free(&pool);
}

int main(void) {
  test_few();
  test_terms();
  test_spare();
  test_errors();
  return check_report();
}
