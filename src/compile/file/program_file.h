// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// program_file.h - programs as bytes: the code of a compiled model (model/package/package.h).
//
//   plan      sizes, which coordinates and speeds of the system are variables, Newton steps, fused or not, what is
//             implicit, quaternions, independent speeds, the nominal state, the step of tables of stops, ranges of
//             tables
//   names     of variables and outputs, with their units, and actions at the ends of steps
//   graph     nodes of rates, move, whole, calc_stops and finish, then those that jacobian and solve need in addition
//   results   rates, move, whole if the program has it, calc_stops, finish, jacobian, solve
//
// Only nodes that results depend on are written. Operands precede the nodes that use them, calls their results. A law
// is written by its name and the hash of its constants (program_laws.h), a table (fit/spline_fit.h) with its numbers.
// The bytes are untrusted: every index of an operand, variable, call and result is checked, so that a program that was
// read can be run.
#ifndef JNI_PROGRAM_FILE_H
#define JNI_PROGRAM_FILE_H

#include "compile/program.h"
#include "model/package/bytes.h"

void jni_program_write(const jni_program *program, jni_bytes_out *out);
// Reads plan and names only: a program without a graph. Returns NULL without memory (*why: ""), or if the bytes are no
// program; *why then says the reason.
jni_program *jni_program_read_plan(const jn_alloc *alloc, const unsigned char *bytes, size_t n, const char **why);
// Reads a program for a system of the sizes that it was written for. The system need not outlive it. Returns NULL as
// above.
jni_program *jni_program_read(const jn_system *system, const unsigned char *bytes, size_t n, const char **why);

#endif
