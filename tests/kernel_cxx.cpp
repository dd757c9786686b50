// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kernel_cxx.cpp - compiled only: the kernels are clean as C++17.
#include "kernel/law.h"
#include "kernel/vec3.h"

// Calls into both headers, so that they are compiled and not just read.
double kernel_cxx(const double *x, const double *y, int n, const double theta[3]);
double kernel_cxx(const double *x, const double *y, int n, const double theta[3]) {
  double J[9], slope;
  jnk_so3_left_jacobian_inverse(theta, J);
  return J[0] + jnk_table_integral(x, y, n, 1, jnk_table_value(x, y, n, 1, theta[0], &slope));
}
