// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_lu.c - LU on one pattern, dense and sparse: residuals, singular matrices, a factor that forgets what was
// before it, and pivots that are kept while they fit.
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "linalg/dense/dense.h"
#include "linalg/lu/klu.h"
#include "linalg/lu/lu.h"

enum { MOST = 120 };

static double noise(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(*seed >> 8) / 8388608.0 - 1;
}

// A ring with a few far elements.
static int places(int n, int *row, int *column) {
  int k = 0;
  for (int i = 0; i < n; i++) {
    const int columns[] = {i, (i + 1) % n, (i + n - 1) % n, (i + n / 3) % n};
    for (int j = 0; j < 4; j++) {
      row[k] = i;
      column[k++] = columns[j];
    }
  }
  return k;
}

static void fill(jni_lu *lu, int nelements, unsigned seed) {
  for (int k = 0; k < nelements; k++) jni_lu_values(lu)[k] = noise(&seed) * (k % 7 == (int)(seed % 7) ? 100 : 1);
}

static double residual(jni_lu *lu, int n, int nelements, const int *row, const int *column, double *x) {
  double r[MOST], worst = 0;
  for (int i = 0; i < n; i++) x[i] = r[i] = 1 + i % 3;
  jni_lu_solve(lu, x);
  for (int k = 0; k < nelements; k++) r[row[k]] -= jni_lu_values(lu)[k] * x[column[k]];
  for (int i = 0; i < n; i++) worst = jni_larger(worst, fabs(r[i]));
  return worst;
}

static void test_size(int n) {
  int row[4 * MOST], column[4 * MOST], nelements = places(n, row, column);
  double x[MOST], fresh[MOST];
  jni_lu *lu = jni_lu_new(NULL, n, nelements, row, column);
  CHECK(jni_lu_sign(lu) == 0 && jni_lu_pivot(lu) == 0);
  for (unsigned seed = 1; seed < 20; seed++) {
    fill(lu, nelements, seed);
    CHECK(jni_lu_factor(lu));
    double left = residual(lu, n, nelements, row, column, x);
    CHECK_NEAR(left, 0, 1e-8);
    jni_lu *other = jni_lu_new(NULL, n, nelements, row, column);
    fill(other, nelements, seed);
    CHECK(jni_lu_factor(other));
    residual(other, n, nelements, row, column, fresh);
    jni_lu_forget(lu);
    CHECK(jni_lu_factor(lu));
    residual(lu, n, nelements, row, column, x);
    CHECK(memcmp(x, fresh, (size_t)n * sizeof *x) == 0);
    jni_object_free(other);
  }
  for (int k = 0; k < 4; k++) jni_lu_values(lu)[k] = 0;  // row 0
  CHECK(!jni_lu_factor(lu));
  CHECK(jni_lu_sign(lu) == 0 && jni_lu_pivot(lu) == 0);
  jni_lu_values(lu)[0] = NAN;
  CHECK(!jni_lu_factor(lu));
  fill(lu, nelements, 3);
  CHECK(jni_lu_factor(lu) && residual(lu, n, nelements, row, column, x) < 1e-9);
  jni_object_free(lu);
}

// Blocks [c -s; s c; 1 behind each] that turn: pivots are kept while they fit, left when their cosine has vanished, and
// both are counted.
static int turning_places(int n, int *row, int *column) {
  int k = 0;
  for (int i = 0; i < n; i += 2)
    for (int j = 0; j < 6; j++) {
      row[k] = i + j / 3;
      column[k++] = j % 3 < 2 ? i + j % 3 : (i + 2) % n;
    }
  return k;
}

static void turn(int nelements, double angle, double *elements) {
  const double c = cos(angle), s = sin(angle), block[6] = {c, -s, 0.1, s, c, 0.2};
  for (int k = 0; k < nelements; k++) elements[k] = block[k % 6];
}

static double turning_residual(const jni_klu *klu, int n, int nelements, const int *row, const int *column,
                               const double *elements) {
  double x[MOST], r[MOST], worst = 0;
  for (int i = 0; i < n; i++) x[i] = r[i] = 1 + i % 3;
  jni_klu_solve(klu, x);
  for (int k = 0; k < nelements; k++) r[row[k]] -= elements[k] * x[column[k]];
  for (int i = 0; i < n; i++) worst = jni_larger(worst, fabs(r[i]));
  return worst;
}

static void test_turning(const jni_klu_rules *rules) {
  enum { STEPS = 40 };
  int row[3 * MOST], column[3 * MOST], nelements = turning_places(MOST, row, column);
  double elements[3 * MOST];
  jni_klu *klu = jni_klu_new(NULL, rules, MOST, nelements, row, column);
  CHECK((klu != NULL) == jni_klu_is_here());
  for (int k = 0; klu && k <= STEPS; k++) {
    turn(nelements, 3.1 * k / STEPS, elements);
    CHECK(jni_klu_factor(klu, elements));
    CHECK(turning_residual(klu, MOST, nelements, row, column, elements) < 1e-12);
    if (k == 5) CHECK(jni_klu_repivots(klu) == 0);
  }
  if (!klu) return;
  long repivots = jni_klu_repivots(klu);
  CHECK(repivots > 0 && repivots < 6);
  turn(nelements, 1.5707, elements);
  jni_klu_forget(klu);
  CHECK(jni_klu_factor(klu, elements) && jni_klu_repivots(klu) == repivots);
  jni_object_free(klu);
}

int main(void) {
  test_turning(&(jni_klu_rules){.growth = 1e-5, .condition = -1});
  test_turning(&(jni_klu_rules){.growth = 1e-6, .condition = 1e-13, .scaled = true});
  test_size(12);
  test_size(MOST);
  CHECK(jni_object_free(NULL) == NULL && jni_object_free(NULL) == NULL);
  return check_report();
}
