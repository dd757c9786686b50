// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kernel_texts.h - the texts of the headers of room `kernel`, which printed code carries instead of including them.
#ifndef JNI_KERNEL_TEXTS_H
#define JNI_KERNEL_TEXTS_H

#include "compile/print/c_source.h"

typedef struct {
  const char *name, *path;    // "elementary.h", "kernel/elementary.h"
  const unsigned char *text;  // `size` bytes and a final zero
  size_t size;
} jni_kernel_text;
extern const jni_kernel_text jni_kernel_texts[];  // ended by a NULL name; made by cmake/embed.cmake

typedef struct jni_kernels jni_kernels;
jni_kernels *jni_kernels_new(const jn_alloc *alloc);  // NULL: no memory
void *jni_kernels_free(jni_kernels *kernels);         // returns NULL
// Asks for the header where a function is defined; false: there is none, or no memory. The function stays where it is.
bool jni_kernels_need(jni_kernels *kernels, const char *function);
// The same for lanes, of a header that is written for them too (kernel/real.h): there jnk_NAME is called jnl_NAME.
// false: it is not, or there is none.
bool jni_kernels_need_lanes(jni_kernels *kernels, const char *function);
bool jni_kernels_on_lanes(const jni_kernels *kernels, const char *function);  // it was asked for
bool jni_kernels_failed(const jni_kernels *kernels);                          // there was no memory
// The controllers that are called, which are linked by their names; NULL beyond the last.
const char *jni_kernels_controller(const jni_kernels *kernels, int i);
// Of the headers asked for and those they include what `user` needs, the text of C that stands behind them, and that
// does without `lacks` (trim_headers.h).
void jni_kernels_print(const jni_kernels *kernels, const char *user, const char *const *lacks, jni_source *text);

#endif
