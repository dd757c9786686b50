// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kernel.h - macros that declare kernel functions. Kernels are pure functions in headers: they allocate nothing, have
// no globals, use only exactly rounded functions of <math.h> (elementary.h has the others), and compile as C11, C++17
// and CUDA, so that the library, generated code and the GPU share them.
#ifndef JNK_KERNEL_H
#define JNK_KERNEL_H

#include <math.h>
#include <stddef.h>

#ifdef __CUDACC__
#define JNK_FN static inline __host__ __device__
#elif defined(__GNUC__)
#define JNK_FN __attribute__((unused)) static inline
#else
#define JNK_FN static inline
#endif

// Declares a function that is rarely called and is not inlined.
#if defined(__GNUC__) && !defined(__CUDACC__)
#define JNK_RARE __attribute__((noinline, unused)) static
#else
#define JNK_RARE JNK_FN
#endif

// Declares a function that is always inlined.
#if defined(__GNUC__) && !defined(__CUDACC__)
#define JNK_WITHIN __attribute__((always_inline, unused)) static inline
#else
#define JNK_WITHIN JNK_FN
#endif

// Aligns a table to cache lines of 64 bytes.
#if defined(__GNUC__) && !defined(__CUDACC__)
#define JNK_LINES __attribute__((aligned(64)))
#else
#define JNK_LINES
#endif

#define JNK_PI 3.14159265358979323846

JNK_FN double jnk_clamp(double x, double low, double high) { return x < low ? low : x > high ? high : x; }

#endif
