// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// program_plan.h - reads the first part of a program in a file: its plan and the names of its variables.
#ifndef JNI_PROGRAM_PLAN_H
#define JNI_PROGRAM_PLAN_H

#include "compile/file/program_file.h"

extern const char jni_unfit[];  // message for invalid bytes if no other reason is given
// Reads plan and names into `program`. Returns false without memory (its pool has failed), or if the bytes are invalid.
bool jni_read_plan(jni_program *program, jni_bytes_in *in);

#endif
