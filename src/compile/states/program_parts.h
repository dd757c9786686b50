// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// program_parts.h - parts of a program that are written behind its equations (program.c calls them).
#ifndef JNI_PROGRAM_PARTS_H
#define JNI_PROGRAM_PARTS_H

#include "compile/program.h"

// False: no memory, or something has no compiled form: e->writer->refused.
bool jni_program_write_outputs(jni_program *p, jni_equations *e, const jn_probe *probe);
bool jni_program_write_finish(jni_program *p, jni_equations *e);
void jni_program_write_names(jni_program *p, const jni_program_def *def);

#endif
