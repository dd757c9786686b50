// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// coordinate_table.h - tables of nodes that depend on one to three independent coordinates. The dependencies are found
// by moving the coordinates one by one.
#ifndef JNI_COORDINATE_TABLE_H
#define JNI_COORDINATE_TABLE_H

#include "compile/fit/spline_fit.h"
#include "compile/tables/loop_closure.h"

typedef struct {
  // nq: range of each independent coordinate, m or rad; an angle with a range of at least 2 pi is unbounded
  const double *low, *high;
  double tolerance;  // largest admissible error of each function
  int order, most;   // order of the splines; largest number of coefficients of one function
} jni_coordinate_table_def;

typedef struct {
  // number of variables of the table; index of the speed and of the coordinate of each
  int nvariables, speed[JNK_SPLINE_VARIABLES], q[JNK_SPLINE_VARIABLES];
  int nfunctions;
  jni_spline_table spline;
} jni_coordinate_table;

// Functions to be tabulated: nfunctions numbers that follow from the values of some nodes of the graph, which must not
// depend on speeds.
typedef struct {
  const jni_node *nodes;
  int nnodes, nfunctions;
  // computes the functions from the values of the nodes; NULL: the functions are the nodes
  void (*calc)(void *context, const double *nodes, double *functions);
  void *context;
} jni_table_functions;

// Returns true if independent coordinate q is an angle whose range is at least 2 pi, so that it counts as unlimited.
bool jni_coordinate_unbounded(const jn_system *system, const jni_coordinate_table_def *def, int q);
// Returns the grid with which a search for a table begins: the ranges of the coordinates q, with the fewest cells.
jni_spline_grid jni_coordinate_table_grid(const jni_coordinate_table_def *def, const int *q, int nvariables,
                                          int nfunctions);
// Makes a table of functions and finds the coordinates on which they depend: fills *table. The table has no block
// (table->spline.block is NULL) if the functions depend on no coordinate, on too many or on an unbounded angle, are
// undefined somewhere, or do not meet the tolerance. Returns false without memory.
bool jni_coordinate_table_fit(jni_pool *pool, const jni_equations *e, const jni_coordinate_table_def *def,
                              const jni_table_functions *functions, jni_coordinate_table *table);
// Calls of a table that a graph contains, from which values and derivatives are taken.
typedef struct {
  jni_graph *g;
  const jni_mirror *mirror;  // source of the values of a mirrored table; NULL: the table has its own values
  int nvariables, first, width;
  int values, seconds;  // index of the call for values and first derivatives, and for second derivatives
} jni_spline_calls;
jni_spline_calls jni_call_splines(jni_graph *g, const jni_spline_table *table, const jni_node *in);
// Returns the node of a function's value (which = 0), or of its derivative with respect to variable which - 1.
jni_node jni_spline_part(const jni_spline_calls *calls, int function, int which);
// Returns the node of v_y' f'' v_y for a function f of the coordinates y. v: all speeds; speeds: index of the speed of
// each variable.
jni_node jni_spline_second(const jni_spline_calls *calls, int function, const int *speeds, const jni_node *v);
jni_spline_calls jni_coordinate_table_call(jni_graph *g, const jni_coordinate_table *table, const jni_node *q);

#endif
