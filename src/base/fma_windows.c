// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fma_windows.c - replaces the fma of MinGW, which rounds twice. Processors of 2013 and later have an instruction for
// fma; on older ones, products below 2^-800 and above 2^800 are rounded twice.
#include "base/fma_parts.h"

double fma(double x, double y, double z);

__attribute__((target("fma"))) static double by_instruction(double x, double y, double z) {
  return __builtin_fma(x, y, z);
}

double fma(double x, double y, double z) {
  double result;
  if (__builtin_cpu_supports("fma")) return by_instruction(x, y, z);
  return jni_fma_by_parts(x, y, z, &result) ? result : (double)((long double)x * y + z);
}
