// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// package.h - the file of a compiled model (.jnc): the model's files, the settings of its compilation, and its code.
//
//   magic (8 bytes), version, zero (4 bytes each), length of the body, its FNV-1a 64-bit hash (8 bytes each) | body
//   body: files (name, bytes, flat document), settings, kept parameters, hash of the equations, code, report of
//         the precomputed tables
//
// Numbers are little-endian. The format of the code is defined in compile/file.
#ifndef JNI_PACKAGE_H
#define JNI_PACKAGE_H

#include "jounce/model.h"
#include "model/package/bytes.h"

typedef struct {
  const char *name;
  const unsigned char *bytes, *flat;
  size_t n, nflat;  // nflat 0: no flat document
} jni_package_file;

typedef struct {
  jni_package_file *files;  // the model's own file first
  int nfiles;
  jn_setting *settings;
  int nsettings;
  const char **kept;  // names of parameters that can still be set
  int nkept;
  uint64_t hash;  // hash of the equations that were compiled
  const unsigned char *code;
  size_t ncode;
  const unsigned char *precomputed_report;  // report of the precomputed tables
  size_t nprecomputed_report;               // 0: nothing is precomputed
} jni_package;

bool jni_is_package(const void *bytes, size_t n);
// Reads a package from n bytes. Its lists are allocated from the pool; its texts and blocks of bytes point into
// `bytes`, which must outlive it. Returns false with the reason in *why; an empty reason means no memory.
bool jni_package_read(jni_pool *pool, const void *bytes, size_t n, jni_package *package, const char **why);
void jni_package_write(jni_bytes_out *out, const jni_package *package);

#endif
