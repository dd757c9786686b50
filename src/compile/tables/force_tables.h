// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// force_tables.h - tables of the sum of all springs, dampers and stops whose lengths depend on one independent
// coordinate y: their generalised force along its speed is                                  [petzold, force tables]
//   Q(y, y') = Q(y, 0) + D(y, y'),   D(y, 0) = 0
// Q(y, 0) is a table of one variable, with as many points as a stop needs, and D a table of two. Dampers dissipate the
// power D y'.
#ifndef JNI_FORCE_TABLES_H
#define JNI_FORCE_TABLES_H

#include "compile/tables/pose_tables.h"

typedef struct {
  const jn_system *system;
  const jni_pose_tables *poses;  // tables of the lengths of forces
  const jni_coordinate_table_def *table_def;
  const double *slowest, *fastest;  // nv: range of each independent speed, m/s or rad/s
  double tolerance;                 // largest admissible error divided by the largest force in the range
  const bool *separate;             // forces with tables of their own (stop_tables.h); NULL: none
} jni_force_tables_def;

typedef struct {
  int speed, q;
  int nforces, *forces;
  jni_spline_table elastic, damping;  // tables of Q(y, 0) and of D; a table without block is zero
} jni_force_table;

typedef struct jni_force_tables {
  jni_pool pool;
  jni_force_table *list;
  int n;
  bool *tabulated;  // of each force: its load comes from these tables
  double error;     // largest error of all tables relative to the largest force
  int nleft;        // number of forces that keep their laws because a table does not meet the tolerance
} jni_force_tables;

jni_force_tables *jni_force_tables_new(const jni_force_tables_def *def);  // returns NULL without memory
void *jni_force_tables_free(jni_force_tables *tables);                    // returns NULL

// Adds the tabulated forces to the generalised forces of the writer, evaluated at its q and v, and the power of the
// dampers to the rate of the state of work, if there is one.
void jni_write_force_tables(jni_writer *w, const jni_force_tables *tables);

#endif
