// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// denormal.c - makes the calling thread treat denormal numbers (below 2.2e-308) as zero. Decaying quantities become
// denormal, and some processors compute a hundred times slower with them. The setting belongs to the thread.
#include "realtime/platform.h"

#if defined(__SSE2__)

#include <xmmintrin.h>

enum { TO_ZERO = 0x8000, AS_ZERO = 0x0040 };

unsigned long jni_denormals_flush(void) {
  unsigned before = _mm_getcsr();
  _mm_setcsr(before | TO_ZERO | AS_ZERO);
  return before;
}

void jni_denormals_restore(unsigned long before) { _mm_setcsr((unsigned)before); }

#elif defined(__aarch64__)

unsigned long jni_denormals_flush(void) {
  unsigned long before;
  __asm__ volatile("mrs %0, fpcr" : "=r"(before));
  __asm__ volatile("msr fpcr, %0" : : "r"(before | 1UL << 24));
  return before;
}

void jni_denormals_restore(unsigned long before) { __asm__ volatile("msr fpcr, %0" : : "r"(before)); }

#else  // on other processors nothing is changed

unsigned long jni_denormals_flush(void) { return 0; }
void jni_denormals_restore(unsigned long before) { (void)before; }

#endif
