// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// branch_factor.c - sparse factorisation of the mass matrix of a tree.
#include "linalg/kkt/branch_factor.h"

#include <math.h>

// A pivot below this value, relative to its diagonal element, is a rounding error: the matrix is then singular.
static const double singular = 1e-14;

bool jni_branch_factor(int n, const int *parent, int at, double *M) {
  bool positive = true;
  for (int k = n - 1; k >= 0; k--) {
    double *row = M + (size_t)k * (size_t)n, inverse = 1 / row[k];
    for (int i = parent[k + at] - at; i >= 0; i = parent[i + at] - at) {
      double a = row[i] * inverse, *to = M + (size_t)i * (size_t)n, before = to[i];
      for (int j = i; j >= 0; j = parent[j + at] - at) to[j] -= a * row[j];
      positive = positive && to[i] > singular * before;
      row[i] = a;
    }
    row[k] = inverse;
    positive = positive && inverse > 0 && isfinite(inverse);
  }
  return positive;
}

void jni_branch_half_solve(int n, const int *parent, int at, const double *L, double *x) {
  for (int i = n - 1; i >= 0; i--) {
    if (x[i] == 0) continue;
    const double *row = L + (size_t)i * (size_t)n;
    for (int j = parent[i + at] - at; j >= 0; j = parent[j + at] - at) x[j] -= row[j] * x[i];
  }
}

void jni_branch_solve(int n, const int *parent, int at, const double *L, double *x) {
  jni_branch_half_solve(n, parent, at, L, x);
  for (int i = 0; i < n; i++) {
    const double *row = L + (size_t)i * (size_t)n;
    double sum = x[i] * row[i];
    for (int j = parent[i + at] - at; j >= 0; j = parent[j + at] - at) sum -= row[j] * x[j];
    x[i] = sum;
  }
}
