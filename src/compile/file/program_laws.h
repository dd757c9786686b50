// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// program_laws.h - the laws that the equations of a system call: kernels with their constants. Code that comes from a
// file names them, and calls no others: what a kernel reads in its tables was built from the model, never from the
// file.
#ifndef JNI_PROGRAM_LAWS_H
#define JNI_PROGRAM_LAWS_H

#include "jounce/system.h"
#include "symbolic/graph.h"

typedef struct {
  jni_pool pool;
  jni_graph *g;    // its calls are the laws
  uint64_t *hash;  // of the constants of each
} jni_laws;

typedef struct {
  const jni_kernel *kernel;  // of the laws
  const double *constants;
  int nconstants;
} jni_law_found;

jni_laws *jni_laws_new(const jn_system *system);  // NULL: no memory
uint64_t jni_laws_hash(const double *constants, int n);
// The law of a name, or one of its rates, with constants of this hash. False: the system has none.
bool jni_laws_find(const jni_laws *laws, const char *name, uint64_t hash, jni_law_found *out);

#endif
