// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// pose_tables.h - how the bodies that carry forces stand, and the lengths that springs and dampers act along, as tables
// of the few coordinates that each depends on: the other bodies then take no part in the motion, but for their inertia
// in the mass matrix.                                                                 [petzold, kinematic
// differentials]
//
// A body that turns without end on another (a wheel on its knuckle) stands by its own hinge on that one, whose pose is
// in the table: centre of mass and quaternion, in axes of the base. Velocities are the derivatives of these,
//   v = o' v_y,   w = 2 Im(p' conj(p)) v_y
// and a force F along a length x does F x' along the independent speeds.
#ifndef JNI_POSE_TABLES_H
#define JNI_POSE_TABLES_H

#include "compile/tables/coordinate_table.h"

typedef struct {
  int element;  // link, or force
  jni_coordinate_table table;
} jni_pose_table;

typedef struct jni_pose_tables {
  jni_pool pool;
  jni_pose_table *links, *lines;
  int nlinks, nlines;
  bool *bodies;  // that stand by one of the links
} jni_pose_tables;

// kept: bodies. e: equations with a step of Newton, or with tables. NULL: no memory.
jni_pose_tables *jni_pose_tables_new(const jni_equations *e, const bool *kept, const jni_coordinate_table_def *def);
void *jni_pose_tables_free(jni_pose_tables *poses);  // returns NULL

// ---- write_pose_tables.c: given links and lines of the writer, from its q and v. False: no memory.
bool jni_write_pose_tables(jni_writer *w, const jni_pose_tables *poses);
bool jni_write_table_kinematics(
    jni_writer *w, const jni_pose_tables *poses);  // and how bodies stand by them, where links are written so

#endif
