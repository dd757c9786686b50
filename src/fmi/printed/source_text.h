// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// source_text.h - the C of a source FMU as one translation unit: printed code, declarations of FMI, names and tables,
// and the interface (printed_fmu.h, printed_fmi2.h, printed_fmi3.h).
#ifndef JNI_SOURCE_TEXT_H
#define JNI_SOURCE_TEXT_H

#include "compile/print/c_source.h"
#include "fmi/printed/printed_variables.h"

enum { JNI_TOKEN_SIZE = 40 };

typedef struct {
  const char *code;  // C code of the printed program
  const jni_program *program;
  const jn_fmu_options *options;
  const jni_printed_variables *variables;
  double step;  // step size, s
} jni_source_text_def;

// Writes the text to `out`. Sets `token` to a hash of the text without the interface, which contains equations,
// settings and variables. Without memory the pool of `out` is marked failed, and `token` may be unset.
void jni_source_text_write(const jni_source_text_def *def, jni_source *out, char token[JNI_TOKEN_SIZE]);
// returns a text that FMUs contain by its name and sets *size; NULL if there is none
const char *jni_fmu_text_find(const char *name, size_t *size);

#endif
