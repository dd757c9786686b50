// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fma.c - x y + z with one rounding. WebAssembly has no instruction for it, and the function of the C library is slow;
// the linker redirects all calls of fma here.
#include "base/fma_parts.h"

double __real_fma(double x, double y, double z);
double __wrap_fma(double x, double y, double z);

double __wrap_fma(double x, double y, double z) {
  double result;
  return jni_fma_by_parts(x, y, z, &result) ? result : __real_fma(x, y, z);
}
