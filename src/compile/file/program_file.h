// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// program_file.h - programs as bytes: the code of a compiled model (model/package/package.h).
//
// Only what results need is written. Operands stand before the nodes that use them, calls before their results; kernels
// are written by name. Bytes are believed only as far as they can be checked: every number of an operand, variable,
// call and result is looked at, so that a program that was read can be run.
#ifndef JNI_PROGRAM_FILE_H
#define JNI_PROGRAM_FILE_H

#include "compile/program.h"
#include "model/package/bytes.h"

// The kernel of a name with so many inputs and results, as far as it is known. Those of subsystems have the sizes of an
// element of the model and are of the pool. NULL: there is none, or no memory (kernels.c).
typedef struct {
  const char *name;
  int ninputs, nresults;
} jni_kernel_form;
const jni_kernel *jni_kernel_find(jni_pool *pool, const jn_model *model, const jni_kernel_form *form);

void jni_program_write(const jni_program *program, jni_bytes_out *out);
// NULL: no memory, or the bytes are no program; `why` says which ("": no memory).
jni_program *jni_program_read(const jn_model *model, const unsigned char *bytes, size_t n, const char **why);

#endif
