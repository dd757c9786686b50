// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// decompose_modes.c - eigenvalues and eigenvectors by LAPACK; no other file calls it. LAPACK ends the process if an
// argument is invalid, such as a leading dimension of zero, and its result is undefined for numbers that are not
// finite, so both are excluded before the call.
#include "linalg/dense/decompose.h"

#ifdef JNI_HAVE_LAPACK

void dgeev_(const char *jobvl, const char *jobvr, const int *n, double *A, const int *lda, double *wr, double *wi,
            double *vl, const int *ldvl, double *vr, const int *ldvr, double *work, const int *lwork, int *info,
            size_t njobvl, size_t njobvr);

bool jni_decompose_has_modes(void) { return true; }

// LAPACK reads a row-major matrix as its transpose A'. Its right eigenvectors are our left ones, and its left ones u,
// u^H A' = lambda u^H, are the conjugates of our right ones.
bool jni_decompose_modes(int n, double *A, double *re, double *im, double *left, double *right, double *scratch) {
  int info = 0, lwork = jni_decompose_scratch(n, n);
  if (!jni_all_finite(A, n * n)) return false;
  if (n > 0) dgeev_("V", "V", &n, A, &n, re, im, right, &n, left, &n, scratch, &lwork, &info, 1, 1);
  for (int i = 0; info == 0 && i < n; i++)
    for (int j = 0; im[i] < 0 && j < n; j++) right[(size_t)i * (size_t)n + (size_t)j] *= -1;
  return info == 0;
}

#else

bool jni_decompose_has_modes(void) { return false; }

bool jni_decompose_modes(int n, double *A, double *re, double *im, double *left, double *right, double *scratch) {
  (void)A;
  (void)re;
  (void)im;
  (void)left;
  (void)right;
  (void)scratch;
  return n == 0;
}

#endif
