// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// spline_avx2.c - see spline_avx2.h.
#include "compile/fit/spline_avx2.h"

#include <math.h>
#include <stddef.h>

#ifdef JNI_HAS_AVX2
#pragma GCC target("avx2,fma")
#endif
#include "kernel/spline.h"

void jni_spline_avx2(const double *block, const double *in, double *out) { jnk_call_spline(block, in, out); }
void jni_spline_avx2_fused(const double *block, const double *in, double *out) {
  jnk_call_spline_fused(block, in, out);
}
