// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// table_ranges.h - how far the variables of tables go: within, a table is as good as it says; beyond, it goes on
// straight. A run looks at them at every evaluation, a machine and printed C at the end of every step.
#ifndef JNI_TABLE_RANGES_H
#define JNI_TABLE_RANGES_H

#include "compile/program.h"

// Where a variable has been beyond its range.
typedef struct {
  long count;   // of looks
  double most;  // m, rad: the farthest
  double when;  // s
} jni_range_violation;

// Of all tables of a program, into it.
void jni_program_add_ranges(jni_program *program, const jni_program_tables *given);
// At the variables x. False: one of them is beyond its range.
bool jni_check_ranges(const jni_program *program, const double *x, jni_range_violation *left);

#endif
