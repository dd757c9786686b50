// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// loop_tables.h - dependent coordinates as tables of the few independent ones that each depends on: what a group of
// loops reaches, its table, and the nodes that take the place of Newton's steps and of the group's matrix.
//                                                                                   [petzold, precomputed kinematics]
//
// A table gives q_d(y) and its derivatives, so that speeds are those of the positions it gives:
//   v_d = q_d' v_y,   vdot_d = q_d' vdot_y + v_y' q_d'' v_y
// Of a quaternion the four numbers are in the table, and w = 2 Im(conj(q) q'), Im(conj(q') q') being zero.
//
// Coordinates that drivers prescribe are variables of tables like the independent ones: tables are made by equations
// where they are free, and where tables are read, time tells their values, rates and accelerations.
#ifndef JNI_LOOP_TABLES_H
#define JNI_LOOP_TABLES_H

#include "compile/equations.h"
#include "compile/tables/coordinate_table.h"

// Why a group has no table.
typedef enum {
  JNI_TABULATED,
  JNI_TABLE_LINEAR,   // its equations have constant coefficients, and cost nothing
  JNI_TABLE_MANY,     // it depends on more variables than a table can have
  JNI_TABLE_TIME,     // it depends on time, and not by a coordinate that a driver prescribes
  JNI_TABLE_SPEED,    // its equations are of velocities (rolling)
  JNI_TABLE_TURNING,  // it depends on an angle that turns without end; what goes with it may have one
  JNI_TABLE_STILL,    // it depends on nothing
  JNI_TABLE_FREE,     // it depends on a quaternion, or on the place of a free body
  JNI_TABLE_HOLE,     // it cannot be closed everywhere in the range
  JNI_TABLE_COARSE,   // the error asked for needs too many points
} jni_table_reason;

typedef struct {
  int group;  // of the plan of speeds
  jni_table_reason reason;
  int nvariables, speed[JNK_SPLINE_VARIABLES];  // independent speeds that it depends on, as many as there is room for
  int table;                                    // -1: none
  const bool *reach;                            // nv: all of these
} jni_group_dependencies;

struct jni_loop_table {
  int nvariables, speed[JNK_SPLINE_VARIABLES];  // independent ones, and their coordinates
  int q[JNK_SPLINE_VARIABLES];
  int ncolumns, *columns;      // dependent speeds
  int nfunctions, *functions;  // coordinates
  // Of a group that depends on an angle without end: coordinates that go with it, q = factor angle + f(y). They are a
  // part of their group, whose other coordinates have no table.
  bool partial;
  int turning;  // its speed
  double *factor;
  jni_spline_table spline;
};

// A coordinate of a group whose equations have constant coefficients (gears, differentials): a sum, and no table.
typedef struct {
  int speed, q;
  double constant;
  int nothers, *others;  // coordinates, neither of them of a later group
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

// e: exact equations with one step of Newton; driven coordinates are free in them. NULL: no memory.
jni_loop_tables *jni_loop_tables_new(const jni_equations *e, const jni_coordinate_table_def *def);
void *jni_loop_tables_free(jni_loop_tables *tables);  // returns NULL

// ---- loop_tables_turning.c: lists a table for what goes with an angle without end in this group, but for its block
bool jni_loop_tables_turning(jni_loop_tables *tables, const jni_equations *e, const jni_coordinate_table_def *def,
                             int group);

// ---- loop_tables_linear.c: fills `linear`. False: no memory.
bool jni_loop_tables_linear(jni_loop_tables *tables, const jni_equations *e);

// ---- loop_tables_select.c: what is left as variables where these tables are written; partial: with those of parts of
// groups
bool jni_loop_tables_select(jni_pool *pool, const jn_system *system, const jni_loop_tables *tables, bool partial,
                            jni_selection *out);  // false: no memory

// ---- driven_coordinates.c
// A coordinate of the tree that is all a driver moves: q = (constant + motion) / factor.
typedef struct {
  int q, motion, row;
  double scale, factor, constant;
} jni_driven;
bool jni_driven_find(const jn_system *system, int speed, jni_driven *out);  // false: this speed is none of the kind
// Their values and rates, in the lists of all coordinates (NULL: rates alone) and speeds; free: nv, but for these.
void jni_write_driven(const jni_writer *w, const bool *free, jni_node *q, jni_node *v);

// ---- loop_dependencies.c: fills `groups`, and the lists of tables but for their blocks
bool jni_loop_tables_plan(jni_loop_tables *tables, const jni_equations *e, const jni_coordinate_table_def *def);

#endif
