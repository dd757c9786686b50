// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// package.h - a compiled model as one file (.jnc): the model's files, what was set when it was compiled, and its code.
//
//   magic (8 bytes), version, zero (4 bytes each), length of the body, its FNV-1a 64-bit hash (8 bytes each) | body
//   body: files (name, bytes, flat document), settings, kept parameters, hash of the equations, code, what is told of
//         it where something is precomputed
//
// Every number has its low byte first. What the code is, room `compile/file` knows.
#ifndef JNI_PACKAGE_H
#define JNI_PACKAGE_H

#include "jounce/model.h"
#include "model/package/bytes.h"

typedef struct {
  const char *name;
  const unsigned char *bytes, *flat;
  size_t n, nflat;  // nflat 0: it has no flat document
} jni_package_file;

typedef struct {
  jni_package_file *files;  // the model's own first
  int nfiles;
  jn_setting *settings;
  int nsettings;
  const char **kept;  // names of parameters that may be set
  int nkept;
  uint64_t hash;  // of the equations that the code is for
  const unsigned char *code;
  size_t ncode;
  const unsigned char *told;  // of what is precomputed in it
  size_t ntold;               // 0: nothing is
} jni_package;

bool jni_is_package(const void *bytes, size_t n);
// Lists are of the pool, texts and blocks lie in the bytes. False: `why` says what is wrong ("": no memory).
bool jni_package_read(jni_pool *pool, const void *bytes, size_t n, jni_package *package, const char **why);
void jni_package_write(jni_bytes_out *out, const jni_package *package);

#endif
