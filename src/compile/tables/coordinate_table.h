// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// coordinate_table.h - nodes that depend on few independent coordinates, as a table: what they depend on is found by
// moving these one by one.
#ifndef JNI_COORDINATE_TABLE_H
#define JNI_COORDINATE_TABLE_H

#include "compile/fit/spline_fit.h"
#include "compile/tables/loop_closure.h"

typedef struct {
  const double *low, *high;  // nq: of the independent coordinates; an angle of a whole turn and more has no end
  double tolerance;          // error of the functions
  int order, most;           // as of tables of loops
} jni_coordinate_table_def;

typedef struct {
  int nvariables, speed[JNK_SPLINE_VARIABLES], q[JNK_SPLINE_VARIABLES];
  int nfunctions;
  jni_spline_table spline;
} jni_coordinate_table;

// Functions of some nodes, neither of which reads a speed.
typedef struct {
  const jni_node *nodes;
  int nnodes, nfunctions;
  void (*calc)(void *context, const double *nodes, double *functions);  // NULL: the nodes themselves
  void *context;
} jni_table_functions;

// Does an independent coordinate turn without end?
bool jni_coordinate_unbounded(const jn_system *system, const jni_coordinate_table_def *def, int q);
// A table of these coordinates over their ranges, with the fewest cells.
jni_spline_grid jni_coordinate_table_grid(const jni_coordinate_table_def *def, const int *q, int nvariables,
                                          int nfunctions);
// False: no memory. No table: the functions depend on too much, on nothing, or have no value somewhere.
bool jni_coordinate_table_fit(jni_pool *pool, const jni_equations *e, const jni_coordinate_table_def *def,
                              const jni_table_functions *functions, jni_coordinate_table *table);
// The calls of a table.
typedef struct {
  jni_graph *g;
  const jni_mirror *mirror;
  int nvariables, first, width, values, seconds;
} jni_spline_calls;
jni_spline_calls jni_call_splines(jni_graph *g, const jni_spline_table *table, const jni_node *in);
jni_node jni_spline_part(const jni_spline_calls *calls, int function, int which);  // 0: its value, then derivatives
// v_y' f'' v_y of a function; v: all speeds
jni_node jni_spline_second(const jni_spline_calls *calls, int function, const int *speeds, const jni_node *v);
jni_spline_calls jni_coordinate_table_call(jni_graph *g, const jni_coordinate_table *table, const jni_node *q);

#endif
