// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mass.c - inverses of the diagonal blocks of M.
#include "linalg/mass.h"

#include <math.h>

// A pivot below this part of its diagonal element is rounding: the block is singular.
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

// A = L L' in the lower triangle of A
static bool factor(int n, double *A) {
  for (int j = 0; j < n; j++) {
    double d = A[j * n + j];
    for (int k = 0; k < j; k++) d -= A[j * n + k] * A[j * n + k];
    if (!(d > singular * A[j * n + j])) return false;
    A[j * n + j] = sqrt(d);
    for (int i = j + 1; i < n; i++) {
      double sum = A[i * n + j];
      for (int k = 0; k < j; k++) sum -= A[i * n + k] * A[j * n + k];
      A[i * n + j] = sum / A[j * n + j];
    }
  }
  return true;
}

// L <- L^-1 in place, column by column
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

// A = K' K for the lower K stored in A; rows of A are finished from the top, reading K only from their own row on
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
