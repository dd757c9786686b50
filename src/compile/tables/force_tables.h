// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// force_tables.h - springs, dampers and stops that act along lengths of one independent coordinate y, all of them
// together as what they do along its speed:                                                [petzold, force tables]
//   Q(y, y') = Q(y, 0) + D(y, y'),   D(y, 0) = 0
// a table of one variable with as many points as a stop takes, and one of two. What the dampers take is D y'.
#ifndef JNI_FORCE_TABLES_H
#define JNI_FORCE_TABLES_H

#include "compile/tables/pose_tables.h"

typedef struct {
  const jn_system *system;
  const jni_pose_tables *poses;  // lengths
  const jni_coordinate_table_def *few;
  const double *slowest, *fastest;  // nv: of the independent speeds
  double tolerance;                 // error over the largest force in the range
  const bool *apart;                // forces that have other tables (stop_tables.h); NULL: none has
} jni_force_tables_def;

typedef struct {
  int speed, q;
  int nforces, *forces;
  jni_spline_table elastic, damping;  // without a block: there is no such force
} jni_force_table;

typedef struct jni_force_tables {
  jni_pool pool;
  jni_force_table *list;
  int n;
  bool *given;   // of all forces
  double error;  // the largest over that force
  int nleft;     // forces that could have been in a table, and are in none that is good enough
} jni_force_tables;

jni_force_tables *jni_force_tables_new(const jni_force_tables_def *def);  // NULL: no memory
void *jni_force_tables_free(jni_force_tables *tables);                    // returns NULL

// Adds what they do to the loads of the writer, from its q and v.
void jni_write_force_tables(jni_writer *w, const jni_force_tables *tables);

#endif
