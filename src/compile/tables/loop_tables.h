// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// loop_tables.h - tables of dependent coordinates as functions of the independent ones on which they depend. They
// replace the Newton steps and the matrix of a group of loops.                            [petzold, precomputed
// kinematics]
//
// A table gives q_d(y) and its derivatives, so that speeds are consistent with positions:
//   v_d = q_d' v_y,   vdot_d = q_d' vdot_y + v_y' q_d'' v_y
// A quaternion is tabulated as four numbers, and w = 2 Im(conj(q) q'); Im(conj(q') q') is zero.
//
// Driven coordinates are variables of tables like the independent ones: the equations that make the tables leave them
// free, and the equations that use the tables take their values, rates and accelerations from time.
#ifndef JNI_LOOP_TABLES_H
#define JNI_LOOP_TABLES_H

#include "compile/equations.h"
#include "compile/tables/coordinate_table.h"

// Reason why a group has no table.
typedef enum {
  JNI_TABULATED,
  JNI_TABLE_LINEAR,     // its equations have constant coefficients
  JNI_TABLE_VARIABLES,  // it depends on more variables than a table can have
  JNI_TABLE_TIME,       // it depends on time otherwise than through driven coordinates
  JNI_TABLE_SPEED,      // it has velocity equations (rolling)
  JNI_TABLE_UNBOUNDED,  // it depends on an unbounded angle; a part of it may have a table
  JNI_TABLE_CONSTANT,   // it depends on no variable
  JNI_TABLE_FREE_BODY,  // it depends on a quaternion or on the position of a free body
  JNI_TABLE_UNDEFINED,  // it cannot be closed everywhere in the ranges
  JNI_TABLE_COARSE,     // the tolerance needs too many points
} jni_table_reason;

typedef struct {
  int group;  // index in the plan of speeds
  jni_table_reason reason;
  int nvariables, speed[JNK_SPLINE_VARIABLES];  // the first independent speeds that it depends on
  int table;                                    // index of its table; -1: none
  const bool *depends;                          // nv: it depends on the independent speed
} jni_group_dependencies;

struct jni_loop_table {
  int nvariables, speed[JNK_SPLINE_VARIABLES];  // independent speeds
  int q[JNK_SPLINE_VARIABLES];                  // coordinates of these speeds
  int ncolumns, *columns;                       // dependent speeds
  int nfunctions, *functions;                   // dependent coordinates
  // In a group that depends on an unbounded angle: coordinates with q = factor angle + f(y), a part of the group.
  bool partial;
  int turning;     // partial: speed of the unbounded angle
  double *factor;  // partial: nfunctions
  jni_spline_table spline;
};

// Coordinate of a group with constant coefficients (gears, differentials): q = constant + sum of factor q_other.
typedef struct {
  int speed, q;
  double constant;
  int nothers, *others;  // coordinates of no later group
  double *factor;
} jni_linear_coordinate;

typedef struct jni_loop_tables {
  jni_pool pool;
  jni_loop_table *list;
  int n;
  jni_linear_coordinate *linear;  // in the order of their groups
  int nlinear;
  jni_group_dependencies *groups;
  int ngroups;
} jni_loop_tables;

// Makes the tables. e: exact equations with one Newton step and free driven coordinates. Returns NULL without memory.
jni_loop_tables *jni_loop_tables_new(const jni_equations *e, const jni_coordinate_table_def *def);
void *jni_loop_tables_free(jni_loop_tables *tables);  // returns NULL

// ---- loop_tables_turning.c: lists a table, without block, for the coordinates of a group that follow an unbounded
// angle
bool jni_loop_tables_turning(jni_loop_tables *tables, const jni_equations *e, const jni_coordinate_table_def *def,
                             int group);

// ---- loop_tables_linear.c: fills `linear`. Returns false without memory.
bool jni_loop_tables_linear(jni_loop_tables *tables, const jni_equations *e);

// ---- loop_tables_select.c: selects the variables that remain beside these tables; partial: including tables of parts
// of groups
bool jni_loop_tables_select(jni_pool *pool, const jn_system *system, const jni_loop_tables *tables, bool partial,
                            jni_selection *out);  // returns false without memory

// ---- driven_coordinates.c
// Coordinate of the tree that a driver prescribes alone: q = (constant + motion) / factor.
typedef struct {
  int q, motion, row;
  double scale, factor, constant;
} jni_driven;
bool jni_driven_find(const jn_system *system, int speed, jni_driven *out);  // returns false for other speeds
// Writes values and rates of driven coordinates into q (NULL: rates only) and v. free: nv, speeds that are not driven.
void jni_write_driven(const jni_writer *w, const bool *free, jni_node *q, jni_node *v);

// ---- loop_dependencies.c: fills `groups` and the list of tables, without blocks
bool jni_loop_tables_plan(jni_loop_tables *tables, const jni_equations *e, const jni_coordinate_table_def *def);

#endif
