// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// expression_table.h - tables where they are called, by expressions and by forces: values, and corners as switches
// (base/switch_side.h), one along each argument that has some.
#ifndef JNI_EXPRESSION_TABLE_H
#define JNI_EXPRESSION_TABLE_H

#include "kernel/lookup_jet.h"

// sides: of its switches, NULL: all are where they are.
jnk_lookup_jet jni_table_calc(const jnk_lookup *table, const double *x, const int *sides);
int jni_table_nswitches(const jnk_lookup *table);
void jni_table_look(const jnk_lookup *table, const double *x, const int *sides, double *e, int *now);

#endif
