// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// transfer_function.c - transfer functions of linear equations, H(s) = C (s - A)^-1 B + D.
//
// (s - A) x = b with s = r + i w is solved as a real system: [r - A, -w; w, r - A] [Re x; Im x] = [b; 0].
#include "analysis/linear/linearise.h"
#include "linalg/dense/dense.h"

static void fill(const jn_linear *l, double re, double im, double *K) {
  int n = l->sizes.nx;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double value = (i == j ? re : 0) - l->A[i * n + j];
      K[2 * i * n + j] = K[2 * (n + i) * n + n + j] = value;
      if (i == j) {
        K[2 * i * n + n + j] = -im;
        K[2 * (n + i) * n + j] = im;
      }
    }
}

// Writes to H the column of input `input`, C x + D, complex: x is the solution of (s - A) x = b for that column b of B.
static void put_column(const jn_linear *l, const double *x, int input, double *H) {
  int n = l->sizes.nx, nu = l->sizes.nu;
  for (int i = 0; i < l->sizes.ny; i++) {
    double *h = H + 2 * (i * nu + input);
    h[0] = l->D[i * nu + input];
    h[1] = 0;
    for (int j = 0; j < n; j++) {
      h[0] += l->C[i * n + j] * x[j];
      h[1] += l->C[i * n + j] * x[n + j];
    }
  }
}

jn_status jn_linear_transfer(const jn_linear *l, double re, double im, double *H) {
  JNI_ASSERT(l && H);
  int n = l->sizes.nx;
  size_t width = 2 * (size_t)n;
  jni_pool scratch = {.alloc = l->pool.alloc};
  double *K = jni_doubles(&scratch, width * width), *x = jni_doubles(&scratch, width);
  int *pivot = jni_ints(&scratch, width);
  jn_status status = scratch.failed ? JN_NO_MEMORY : JN_OK;
  if (status == JN_OK) fill(l, re, im, K);
  if (status == JN_OK && !jni_dense_lu(2 * n, K, pivot)) status = JN_SINGULAR;
  for (int k = 0; status == JN_OK && k < l->sizes.nu; k++) {
    for (int i = 0; i < n; i++) {
      x[i] = l->B[i * l->sizes.nu + k];
      x[n + i] = 0;
    }
    jni_dense_lu_solve(2 * n, K, pivot, x);
    put_column(l, x, k, H);
  }
  jni_pool_free(&scratch);
  return status;
}
