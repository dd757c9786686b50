// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// table_ranges.h - ranges of the variables of tables. Beyond its range a table is extrapolated linearly. A run checks
// the variables at every evaluation, printed C at the end of every step.
#ifndef JNI_TABLE_RANGES_H
#define JNI_TABLE_RANGES_H

#include "compile/program.h"

// Violations of the range of a variable.
typedef struct {
  long count;   // number of checks at which the variable was outside of its range
  double most;  // largest distance from the range, m or rad
  double when;  // time of the largest distance, s
} jni_range_violation;

// Lists in p->ranges the ranges of the variables of the program in which all its tables are valid; periodic variables
// of a table have none there. Tables of parts of loop groups count only if the mass matrix has tables too. Without
// memory the pool of the program is marked failed.
void jni_program_add_ranges(jni_program *program, const jni_program_tables *tabulated);
// Checks the variables x of a program, time first, and records each violation in left[], one for each range. Returns
// false if a variable is out of its range.
bool jni_check_ranges(const jni_program *program, const double *x, jni_range_violation *left);

#endif
