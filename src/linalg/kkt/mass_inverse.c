// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mass_inverse.c - inverses of the diagonal blocks of M.
#include "linalg/kkt/mass_inverse.h"

#include <float.h>
#include <math.h>

// A pivot below this value, relative to its diagonal element, is a rounding error: the block is then singular.
static const double singular = 1e-14;

static jni_mass_kind find_kind(int n, const double *M) {
  bool diagonal = true, rigid = n == 6;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      if (i == j || M[i * n + j] == 0) continue;
      diagonal = false;
      if (i < 3 || j < 3) rigid = false;
    }
  }
  return diagonal ? JNI_MASS_DIAGONAL : rigid ? JNI_MASS_RIGID : JNI_MASS_FULL;
}

static double find_pivot(int n, const double *A, int j) {
  double d = A[j * n + j];
  for (int k = 0; k < j; k++) d -= A[j * n + k] * A[j * n + k];
  return d;
}

// Computes column j of the Cholesky factor L in the lower triangle of A. pivot: its squared diagonal element.
static void fill_column(int n, double *A, int j, double pivot) {
  A[j * n + j] = sqrt(pivot);
  for (int i = j + 1; i < n; i++) {
    double sum = A[i * n + j];
    for (int k = 0; k < j; k++) sum -= A[i * n + k] * A[j * n + k];
    A[i * n + j] = sum / A[j * n + j];
  }
}

// Replaces the lower triangle of A by its Cholesky factor L. Returns false if A is not positive definite or singular to
// rounding.
static bool factor(int n, double *A) {
  for (int j = 0; j < n; j++) {
    double d = find_pivot(n, A, j);
    if (!(d > singular * A[j * n + j])) return false;
    fill_column(n, A, j, d);
  }
  return true;
}

void jni_mass_find_lost(int n, double *A, bool *lost) {
  const double rounding = 1e-12;  // relative error after several subtractions
  for (int j = 0; j < n; j++) {
    double d = find_pivot(n, A, j);
    lost[j] = !(d > rounding * A[j * n + j]);
    if (!lost[j]) fill_column(n, A, j, d);
    for (int i = j; i < n && lost[j]; i++) A[i * n + j] = 0;
  }
}

// Replaces the lower triangle L by its inverse, column by column.
static void invert_lower(int n, double *L) {
  for (int j = 0; j < n; j++) {
    L[j * n + j] = 1 / L[j * n + j];
    for (int i = j + 1; i < n; i++) {
      double sum = 0;
      for (int k = j; k < i; k++) sum -= L[i * n + k] * L[k * n + j];
      L[i * n + j] = sum / L[i * n + i];
    }
  }
}

// Replaces the lower triangle K in A by the symmetric matrix K' K. Row i of the result needs only rows from i on of K,
// so rows are overwritten from the top.
static void multiply_transposed(int n, double *A) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++) {
      double sum = 0;
      for (int k = i; k < n; k++) sum += A[k * n + i] * A[k * n + j];
      A[i * n + j] = sum;
    }
  }
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) A[j * n + i] = A[i * n + j];
  }
}

static bool invert(int n, const double *M, jni_mass_kind kind, double *inverse) {
  bool positive = true;
  if (kind == JNI_MASS_DIAGONAL) {
    for (int i = 0; i < n * n; i++) inverse[i] = 0;
    for (int i = 0; i < n; i++) {
      inverse[i * n + i] = 1 / M[i * n + i];
      positive = positive && M[i * n + i] > 0 && inverse[i * n + i] > 0 && isfinite(inverse[i * n + i]);
    }
    return positive;
  }
  for (int i = 0; i < n * n; i++) inverse[i] = M[i];
  if (!factor(n, inverse)) return false;
  invert_lower(n, inverse);
  multiply_transposed(n, inverse);
  for (int i = 0; i < n * n; i++) positive = positive && isfinite(inverse[i]);
  return positive;
}

bool jni_mass_invert(int n, const double *M, double *inverse, double *diagonal, jni_mass_kind *kind) {
  *kind = find_kind(n, M);
  bool positive = invert(n, M, *kind, inverse);
  for (int i = 0; i < n * n && !positive; i++) inverse[i] = NAN;
  for (int i = 0; i < n; i++) diagonal[i] = inverse[i * n + i];
  return positive;
}

static bool invert_one(const double *M, double *inverse, double *diagonal) {
  *inverse = *diagonal = 1 / M[0];
  return M[0] > 0 && *inverse > 0 && *inverse <= DBL_MAX;
}

static bool invert_two(const double *M, double *inverse, double *diagonal) {
  double l = M[2] / M[0], D = M[3] - l * M[2], i1 = 1 / D;
  inverse[0] = diagonal[0] = 1 / M[0] + l * l * i1;
  inverse[1] = inverse[2] = -l * i1;
  inverse[3] = diagonal[1] = i1;
  return M[0] > 0 && M[0] <= DBL_MAX && D > singular * M[3] && inverse[0] + i1 <= DBL_MAX;
}

static bool invert_three(const double *M, double *inverse, double *diagonal) {
  double a = M[0], b = M[3], d = M[6], l10 = b / a, l20 = d / a, D1 = M[4] - l10 * b, rest = M[7] - l20 * b,
         l21 = rest / D1;
  double D2 = M[8] - l20 * d - l21 * rest, k20 = l21 * l10 - l20, i1 = 1 / D1, i2 = 1 / D2;
  inverse[0] = diagonal[0] = 1 / a + l10 * l10 * i1 + k20 * k20 * i2;
  inverse[1] = inverse[3] = -l10 * i1 - l21 * k20 * i2;
  inverse[2] = inverse[6] = k20 * i2;
  inverse[4] = diagonal[1] = i1 + l21 * l21 * i2;
  inverse[5] = inverse[7] = -l21 * i2;
  inverse[8] = diagonal[2] = i2;
  return a > 0 && a <= DBL_MAX && D1 > singular * M[4] && D2 > singular * M[8] &&
         inverse[0] + inverse[4] + i2 <= DBL_MAX;
}

// The inverse is computed from M = L D L' by K = L^-1, M^-1 = K' D^-1 K.
bool jni_mass_invert_small(int n, const double *M, double *inverse, double *diagonal) {
  bool positive = n == 1   ? invert_one(M, inverse, diagonal)
                  : n == 2 ? invert_two(M, inverse, diagonal)
                           : invert_three(M, inverse, diagonal);
  if (positive) return true;
  for (int i = 0; i < n * n; i++) inverse[i] = NAN;
  for (int i = 0; i < n; i++) diagonal[i] = NAN;
  return false;
}
