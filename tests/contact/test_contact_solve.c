// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_contact_solve.c - the problem of the forces at several points with Coulomb friction in space: problems that were
// met in a fall of a tree of capsules, and random ones with more rows than the bodies have degrees of freedom. Each
// solution is checked against the laws themselves.
#include "check.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contact/contact_solve.h"

enum { MOST = 8, ROWS = 3 * MOST };

static double chance_between(uint64_t *seed, double low, double high) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return low + (high - low) * (double)(*seed >> 11) * 0x1p-53;
}

// Returns by how much forces F of a problem in space without sliding points violate w = D F + b, N >= 0, w_N >= 0,
// N w_N = 0, T = -mu N w_T / |w_T|, |T| <= mu N; forces relative to the largest force, w to the largest b.
static double violation(int n, const double *D, const double *b, double mu, const double *F) {
  int rows = 3 * n;
  double w[ROWS], force = 0, scale = 0, worst = 0;
  for (int i = 0; i < rows; i++) {
    w[i] = b[i];
    for (int k = 0; k < rows; k++) w[i] += D[i * rows + k] * F[k];
    force = fmax(force, fabs(F[i]));
    scale = fmax(scale, fabs(b[i]));
  }
  for (int i = 0; i < rows; i += 3) {
    double T = hypot(F[i + 1], F[i + 2]), slip = hypot(w[i + 1], w[i + 2]);
    worst = fmax(worst, fmax(-F[i] / force, -w[i] / scale));
    worst = fmax(worst, fmin(F[i] / force, fabs(w[i]) / scale));
    worst = fmax(worst, (T - mu * F[i]) / force);
    double along = hypot(slip * F[i + 1] + mu * F[i] * w[i + 1], slip * F[i + 2] + mu * F[i] * w[i + 2]);
    worst = fmax(worst, along / (force * scale));
  }
  return force > 0 ? worst : 0;
}

static bool solve(int n, const double *D, const double *b, double mu, double *F) {
  double coefficients[MOST], slide[2 * MOST] = {0}, direction[2 * MOST] = {0};
  int mode[MOST] = {0};
  for (int i = 0; i < n; i++) coefficients[i] = mu;
  for (int i = 0; i < n; i++) direction[2 * i] = 1;
  jni_contact_solver *s = jni_contact_solver_new(NULL, n, 2);
  const jni_contact_problem p = {
      .n = n, .nt = 2, .D = D, .b = b, .mu = coefficients, .mu_stick = coefficients, .slide = slide};
  bool found = s && jni_contact_solve(s, &p, mode, direction, F);
  jni_object_free(s);
  return found;
}

// Both ends of a capsule foot on the floor, where friction couples normal and tangential rows strongly: one end slips,
// the other one rises. Full sweeps of the iteration do not converge here.
static void test_foot(void) {
  static const double D[] = {1.0072015167521322,    0.318735972741225,     -0.13059292553730759,  -0.31351608852872842,
                             0.31595144352066074,   0.1021297708766598,    0.318735972741225,     0.7516407114173268,
                             -0.034545887511215061, -0.32147551913019434,  0.75021416147125697,   0.084680927408421675,
                             -0.13059292553730759,  -0.034545887511215061, 0.24533060934594658,   0.06400248603846212,
                             -0.033199188177971455, 0.13277747189754635,   -0.31351608852872842,  -0.32147551913019434,
                             0.06400248603846212,   0.21340591475895906,   -0.3203059270320055,   -0.033748553808698963,
                             0.31595144352066074,   0.75021416147125697,   -0.033199188177971455, -0.3203059270320055,
                             0.74880908657381595,   0.08423280584856091,   0.1021297708766598,    0.084680927408421675,
                             0.13277747189754635,   -0.033748553808698963, 0.08423280584856091,   0.17023014323668384};
  static const double b[] = {31.274480282750538,   -33.068019125381156, -33.070869284073382,
                             -0.23044899661231355, -33.170014777645257, -24.546375074385487};
  double F[6];
  CHECK(solve(2, D, b, 0.8, F));
  CHECK(violation(2, D, b, 0.8, F) < 1e-9);
  CHECK(F[0] == 0 && F[3] > 90);
}

// Random problems: points of one body, so that the forces of more than two points are not unique; and of chains of
// bodies, where forces couple all rows. With small friction there always is a solution.
static void test_random(void) {
  int failed = 0;
  for (int number = 0; number < 160; number++) {
    uint64_t start = (uint64_t)number, *seed = &start;
    int n = 1 + number % MOST, rows = 3 * n, freedoms = number % 3 == 0 ? 6 : 18;
    double J[ROWS][18], push[18], D[ROWS * ROWS], b[ROWS], F[ROWS], mu = chance_between(seed, 0.05, 0.3);
    for (int k = 0; k < freedoms; k++) push[k] = chance_between(seed, -1, 1) - (k % 3 == 0 ? 3 : 0);
    for (int i = 0; i < rows; i++)
      for (int k = 0; k < freedoms; k++) {
        J[i][k] = 0.4 * chance_between(seed, -1, 1) + (k % 3 == i % 3 ? 1 : 0);
      }
    for (int i = 0; i < rows; i++) {
      b[i] = 0;
      for (int k = 0; k < freedoms; k++) b[i] += J[i][k] * push[k];
      for (int j = 0; j < rows; j++) {
        D[i * rows + j] = 0;
        for (int k = 0; k < freedoms; k++) D[i * rows + j] += J[i][k] * J[j][k];
      }
    }
    bool found = solve(n, D, b, mu, F);
    failed += !found;
    if (found) CHECK(violation(n, D, b, mu, F) < 1e-8);
  }
  CHECK(failed == 0);
  if (failed > 0) printf("%d random problems without solution\n", failed);
}

int main(void) {
  test_foot();
  test_random();
  return check_report();
}
