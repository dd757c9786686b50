// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// program_file.h - programs as bytes: the code of a compiled model (model/package/package.h).
//
//   plan      sizes, which coordinates and speeds of the system are variables, Newton steps, fused or not, what is
//             implicit, quaternions, independent speeds, the nominal state, the step of tables of stops, ranges of
//             tables
//   names     of variables and outputs, with their units, and what is done at the ends of steps
//   graph     that of rates, move, whole, settle and finish, then what jacobian and solve need beyond it
//   results   rates, move, whole where there is one, settle, finish, jacobian, solve
//
// Only what results need is written. Operands stand before the nodes that use them, calls before their results. A law
// is written by its name and the hash of its constants (program_laws.h), a table (fit/spline_fit.h) with its numbers.
// Bytes are believed only as far as they can be checked: every number of an operand, variable, call and result is
// looked at, so that a program that was read can be run.
#ifndef JNI_PROGRAM_FILE_H
#define JNI_PROGRAM_FILE_H

#include "compile/program.h"
#include "model/package/bytes.h"

void jni_program_write(const jni_program *program, jni_bytes_out *out);
// Plan and names alone: a program without a graph. NULL: no memory, or the bytes are none; `why` says which ("": no
// memory).
jni_program *jni_program_read_plan(const jn_alloc *alloc, const unsigned char *bytes, size_t n, const char **why);
// All of it, for a system of the sizes that it was written for. The system need not outlive it.
jni_program *jni_program_read(const jn_system *system, const unsigned char *bytes, size_t n, const char **why);

#endif
