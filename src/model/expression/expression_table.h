// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// expression_table.h - tables called by expressions and by forces: values, and the switches at their knots
// (base/switch_side.h), one for each argument that has corners.
#ifndef JNI_EXPRESSION_TABLE_H
#define JNI_EXPRESSION_TABLE_H

#include "kernel/lookup_jet.h"

// Evaluate a table that an expression or a force calls: jni_table_calc returns its value and derivatives,
// jni_table_nswitches the number of its switches; jni_table_look computes the distance e to each switch and its actual
// side `now`. sides: sides on which the switches are held, 0: the actual side; NULL: none is held.
jnk_lookup_jet jni_table_calc(const jnk_lookup *table, const double *x, const int *sides);
int jni_table_nswitches(const jnk_lookup *table);
void jni_table_look(const jnk_lookup *table, const double *x, const int *sides, double *e, int *now);

#endif
