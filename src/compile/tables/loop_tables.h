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
  JNI_TABLE_TIME,       // it, or a group on which it depends, depends on time otherwise than through driven coordinates
  JNI_TABLE_SPEED,      // it, or a group on which it depends, has velocity equations (rolling)
  JNI_TABLE_UNBOUNDED,  // it depends on an unbounded angle; a part of it may have a table
  JNI_TABLE_CONSTANT,   // it depends on no variable
  JNI_TABLE_FREE_BODY,  // it depends on a quaternion or on a free body, or has a part of the speeds of a quaternion
  JNI_TABLE_UNDEFINED,  // it cannot be closed everywhere in the ranges
  JNI_TABLE_COARSE,     // the tolerance needs too many points
} jni_table_reason;

typedef struct {
  int group;  // index in the plan of speeds
  jni_table_reason reason;
  // number of independent speeds on which the group depends; the first of them
  int nvariables, speed[JNK_SPLINE_VARIABLES];
  int table;            // index of its table; -1: none
  const bool *depends;  // nv: the group depends on this independent speed
} jni_group_dependencies;

struct jni_loop_table {
  int nvariables, speed[JNK_SPLINE_VARIABLES];  // number of variables of the table; index of the speed of each
  int q[JNK_SPLINE_VARIABLES];                  // coordinates of the variables
  int ncolumns, *columns;                       // dependent speeds that the table gives
  int nfunctions, *functions;                   // dependent coordinates that are its functions
  // The table has only the part f(y) of coordinates that follow an unbounded angle: q = factor angle + f(y).
  bool partial;
  int turning;     // if partial: speed of the unbounded angle
  double *factor;  // nfunctions, if partial: factor of each function
  jni_spline_table spline;
};

// Coordinate of a group of loops with constant coefficients (gears, differentials): q = constant + sum over the others
// of factor_i q_i.
typedef struct {
  int speed, q;
  double constant;
  int nothers, *others;  // coordinates on which q depends; none is of a later group
  double *factor;
} jni_linear_coordinate;

typedef struct jni_loop_tables {
  jni_pool pool;
  jni_loop_table *list;
  int n;
  jni_linear_coordinate *linear;  // coordinates of all such groups, in the order of the groups
  int nlinear;
  jni_group_dependencies *groups;
  int ngroups;
} jni_loop_tables;

// Makes the tables by closing the loops with Newton's method. e: equations without tables whose every evaluation makes
// one Newton step (newton = 1), and in which driven coordinates are independent ones that time does not prescribe.
// Returns NULL without memory.
jni_loop_tables *jni_loop_tables_new(const jni_equations *e, const jni_coordinate_table_def *def);
void *jni_loop_tables_free(jni_loop_tables *tables);  // returns NULL

// ---- loop_tables_turning.c
// Adds a table to the list, without its block, for the coordinates of a group that are multiples of an unbounded angle
// plus functions of one to three other variables; none if there are no such coordinates. Returns false without memory.
bool jni_loop_tables_turning(jni_loop_tables *tables, const jni_equations *e, const jni_coordinate_table_def *def,
                             int group);

// ---- loop_tables_linear.c
// Finds the coordinates of groups with constant coefficients and fills `linear`. Returns false without memory.
bool jni_loop_tables_linear(jni_loop_tables *tables, const jni_equations *e);

// ---- loop_tables_select.c
// Fills a selection of the variables that do not follow from the tables. partial: tables of parts of groups are used as
// well. Returns false without memory.
bool jni_loop_tables_select(jni_pool *pool, const jn_system *system, const jni_loop_tables *tables, bool partial,
                            jni_selection *out);

// ---- driven_coordinates.c
// Coordinate of the tree that constraint equation `row` of a driver prescribes alone: q = (constant + motion) / factor.
typedef struct {
  int q, motion, row;
  double scale, factor, constant;
} jni_driven;
// fills *out for the driven coordinate with this speed; returns false if the speed is not driven
bool jni_driven_find(const jn_system *system, int speed, jni_driven *out);
// Writes the values of driven coordinates into q (NULL: not) and their rates into v, as functions of time. free: flags
// of the speeds that are not to be prescribed.
void jni_write_driven(const jni_writer *w, const bool *free, jni_node *q, jni_node *v);

// ---- loop_dependencies.c
// Fills tables->groups and the list of tables, which have no blocks yet: which group gets a table of which variables,
// or why it gets none. Returns false without memory.
bool jni_loop_tables_plan(jni_loop_tables *tables, const jni_equations *e, const jni_coordinate_table_def *def);

#endif
