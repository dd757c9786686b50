// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fmu_texts.h - texts that FMUs contain: fmi2.h, fmi3.h, printed_fmu.h, printed_fmi2.h, printed_fmi3.h, LICENSE,
// controller.h, and the controllers of the library.
#ifndef JNI_FMU_TEXTS_H
#define JNI_FMU_TEXTS_H

#include <stddef.h>

typedef struct {
  const char *name, *path;    // "fmi2.h", "src/fmi/fmi2.h"
  const unsigned char *text;  // `size` bytes and a final zero
  size_t size;
} jni_fmu_text;
extern const jni_fmu_text jni_fmu_texts[];  // ended by a NULL name; made by cmake/embed.cmake

#endif
