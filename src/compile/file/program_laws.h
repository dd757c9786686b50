// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// program_laws.h - the laws that the equations of a system call: kernels with their constants. Code from a file can
// call only these, by name and hash of the constants, so that the tables that kernels read come from the model and
// never from the file.
#ifndef JNI_PROGRAM_LAWS_H
#define JNI_PROGRAM_LAWS_H

#include "jounce/system.h"
#include "symbolic/graph.h"

typedef struct {
  jni_pool pool;
  jni_graph *g;    // the laws are its calls
  uint64_t *hash;  // hash of the constants of each call
} jni_laws;

typedef struct {
  const jni_kernel *kernel;  // kernel of the law
  const double *constants;
  int nconstants;
} jni_law_found;

jni_laws *jni_laws_new(const jn_system *system);  // NULL: no memory
uint64_t jni_laws_hash(const double *constants, int n);
// Finds a law, or a rate of one, by name and hash of its constants. Returns false if the system has none.
bool jni_laws_find(const jni_laws *laws, const char *name, uint64_t hash, jni_law_found *out);

#endif
