// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kernel_texts.h - texts of the headers of folder `kernel`, which printed code contains instead of including them.
#ifndef JNI_KERNEL_TEXTS_H
#define JNI_KERNEL_TEXTS_H

#include "compile/print/c_source.h"

typedef struct {
  const char *name, *path;    // name and path of the header, as "elementary.h" and "kernel/elementary.h"
  const unsigned char *text;  // `size` bytes and a final zero
  size_t size;
} jni_kernel_text;
extern const jni_kernel_text jni_kernel_texts[];  // ended by a NULL name; made by cmake/embed.cmake

typedef struct jni_kernels jni_kernels;
jni_kernels *jni_kernels_new(const jn_alloc *alloc);  // NULL: no memory
void *jni_kernels_free(jni_kernels *kernels);         // returns NULL
// Requests the header that defines a function; the name must outlive the object. For jnk_call_controller_NAME, which no
// header defines, records controller NAME and requests what its calls need. Returns false if no header defines the
// function, or without memory.
bool jni_kernels_need(jni_kernels *kernels, const char *function);
// Requests the header that defines a function in its form for lanes, in which jnk_NAME is called jnl_NAME. Returns
// false if the header has no such form (it does not include kernel/real.h), or if no header defines the function.
bool jni_kernels_need_lanes(jni_kernels *kernels, const char *function);
// returns true if the header that defines the function is printed for lanes
bool jni_kernels_on_lanes(const jni_kernels *kernels, const char *function);
bool jni_kernels_failed(const jni_kernels *kernels);  // returns true after a lack of memory
// Returns the name of called controller i, which is linked separately; NULL after the last.
const char *jni_kernels_controller(const jni_kernels *kernels, int i);
// Prints those definitions of the requested headers, and of headers that they include, which the code `user` needs
// directly or indirectly. omitted: see trim_headers.h.
void jni_kernels_print(const jni_kernels *kernels, const char *user, const char *const *omitted, jni_source *text);

#endif
