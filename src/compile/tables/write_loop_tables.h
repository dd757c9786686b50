// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// write_loop_tables.h - writes the coordinates, speeds and bias accelerations that follow from tables of loops.
#ifndef JNI_WRITE_LOOP_TABLES_H
#define JNI_WRITE_LOOP_TABLES_H

#include "compile/tables/loop_tables.h"

typedef struct {
  jni_graph *g;
  const jn_system *system;
  const jni_loop_tables *tables;
  const jni_node *v;
  jni_node *q;   // all coordinates; those from tables or linear relations are replaced
  bool partial;  // also use tables of loop groups with an unbounded angle (jni_loop_table.partial)
} jni_write_tables_def;

// Replaces the coordinates in def->q that tables or linear relations give, and fills *tabulated for the speeds with
// tables: table, derivatives, bias accelerations and turning angles. Returns false without memory.
bool jni_write_tables(jni_pool *pool, const jni_write_tables_def *def, jni_tabulated_loops *tabulated);

#endif
