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
  jni_node *q;   // all coordinates; those that have a table are replaced by the table's values
  bool partial;  // tables of parts of groups are used as well
} jni_write_tables_def;

bool jni_write_tables(jni_pool *pool, const jni_write_tables_def *def,
                      jni_tabulated_loops *tabulated);  // returns false without memory

#endif
