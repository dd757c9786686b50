// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// program_plan.h - the first part of a program in a file.
#ifndef JNI_PROGRAM_PLAN_H
#define JNI_PROGRAM_PLAN_H

#include "compile/file/program_file.h"

extern const char jni_unfit[];  // why bytes are no program, where nothing else is said
// Fills it. False: no memory (its pool has failed), or the bytes are bad.
bool jni_read_plan(jni_program *program, jni_bytes_in *in);

#endif
