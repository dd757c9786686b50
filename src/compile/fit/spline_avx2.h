// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// spline_avx2.h - evaluation of tables compiled for AVX2 and FMA, if the compiler can (JNI_HAS_AVX2). Whether the
// processor has them is checked at run time. The results have the same bits as the portable code. Not with MinGW, which
// does not align the stack for the registers of AVX2.
#ifndef JNI_SPLINE_AVX2_H
#define JNI_SPLINE_AVX2_H

#if defined(__GNUC__) && !defined(__clang__) && !defined(__MINGW32__) && defined(__x86_64__)
#define JNI_HAS_AVX2 1
#endif

void jni_spline_avx2(const double *block, const double *in, double *out);
void jni_spline_avx2_fused(const double *block, const double *in, double *out);

#endif
