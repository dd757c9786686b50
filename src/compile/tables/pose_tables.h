// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// pose_tables.h - tables of the poses of bodies that carry forces, and of the lengths along which springs and dampers
// act, as functions of the few coordinates on which they depend. Other bodies contribute only their inertia, in the
// mass matrix.                                                                          [petzold, kinematic
// differentials]
//
// The pose of a body that rotates without limits on another one (a wheel on its knuckle) follows from its hinge and the
// tabulated pose of that other body. Tables have the centre of mass and a quaternion p, in axes of the base:
//   v = o' v_y,   w = 2 Im(p' conj(p)) v_y
// A force F along a length x has the generalised forces F x'.
#ifndef JNI_POSE_TABLES_H
#define JNI_POSE_TABLES_H

#include "compile/tables/coordinate_table.h"

typedef struct {
  int element;  // index of the link whose pose, or of the force whose length, is tabulated
  jni_coordinate_table table;
} jni_pose_table;

typedef struct jni_pose_tables {
  jni_pool pool;
  jni_pose_table *links, *lines;  // tables of poses of links; tables of lengths of forces
  int nlinks, nlines;
  bool *bodies;  // nbodies: the pose is needed and follows from a tabulated link, or the body has such a link
} jni_pose_tables;

// Makes the tables of the poses of the links that carry the kept bodies, except of bases, and of the lengths of all
// scalar forces. kept: flags of the bodies whose poses are needed. e: equations that make one Newton step, with the
// tables of loops that the program uses. Returns NULL without memory.
jni_pose_tables *jni_pose_tables_new(const jni_equations *e, const bool *kept, const jni_coordinate_table_def *def);
void *jni_pose_tables_free(jni_pose_tables *poses);  // returns NULL

// ---- write_pose_tables.c
// Writes poses of tabulated links and lengths of forces, at the writer's q and v. Returns false without memory.
bool jni_write_pose_tables(jni_writer *w, const jni_pose_tables *poses);
// Writes the kinematics of bodies whose link is tabulated. The links must have been written from their tables. Returns
// false without memory.
bool jni_write_table_kinematics(jni_writer *w, const jni_pose_tables *poses);

#endif
