// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// expression_table.h - tables called by expressions and by forces: values, and the switches at their knots
// (base/switch_side.h), one for each argument that has corners.
#ifndef JNI_EXPRESSION_TABLE_H
#define JNI_EXPRESSION_TABLE_H

#include "kernel/lookup_jet.h"

// Returns the value and the derivatives of a table that an expression or a force calls, at the arguments x. sides:
// sides on which its switches are held, 0: the actual side; NULL: none is held.
jnk_lookup_jet jni_table_calc(const jnk_lookup *table, const double *x, const int *sides);
// Returns the number of its switches: one for each argument that has corners.
int jni_table_nswitches(const jnk_lookup *table);
// Computes, for each switch, the distance e of its argument from the nearer end of the held cell (of the actual one if
// none is held), negative outside; the first and the last cell have no outer end. Also computes `now`, the side on
// which the argument is (switch_side.h: number of the cell from 1, -1 before a first knot that is a corner), 0 if e is
// 0. For an argument that is NaN e is NaN and `now` is 0. sides: sides on which the switches are held, 0: not held;
// NULL: none is.
void jni_table_calc_switches(const jnk_lookup *table, const double *x, const int *sides, double *e, int *now);

#endif
