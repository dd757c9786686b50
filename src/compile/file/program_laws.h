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
  uint64_t *hash;  // of each call of g: hash of its constants
} jni_laws;

typedef struct {
  const jni_kernel *kernel;  // kernel of the law
  const double *constants;
  int nconstants;
} jni_law_found;

jni_laws *jni_laws_new(const jn_system *system);  // returns NULL without memory
uint64_t jni_laws_hash(const double *constants, int n);
// Finds the law with this name and this hash of its constants, or the kernel of its rates, and fills *out. Returns
// false if the equations of the system call no such law.
bool jni_laws_find(const jni_laws *laws, const char *name, uint64_t hash, jni_law_found *out);

#endif
