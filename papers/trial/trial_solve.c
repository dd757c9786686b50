// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// trial_solve.c - solves linear equations for the papers' own checks, independent of the engine.
#include <math.h>

#include "trial/trial.h"

static void swap(int n, double *a, double *b) {
  for (int i = 0; i < n; i++) {
    double kept = a[i];
    a[i] = b[i];
    b[i] = kept;
  }
}

bool repro_solve(int n, int width, double *A, double *b) {
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(A[i * width + k]) > fabs(A[best * width + k])) best = i;
    if (!(fabs(A[best * width + k]) > 0)) return false;
    swap(n, &A[k * width], &A[best * width]);
    swap(1, &b[k], &b[best]);
    for (int i = k + 1; i < n; i++) {
      double factor = A[i * width + k] / A[k * width + k];
      for (int j = k; factor != 0 && j < n; j++) A[i * width + j] -= factor * A[k * width + j];
      b[i] -= factor * b[k];
    }
  }
  for (int k = n - 1; k >= 0; k--) {
    for (int j = k + 1; j < n; j++) b[k] -= A[k * width + j] * b[j];
    b[k] /= A[k * width + k];
  }
  return true;
}
