// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// coordinate_table.h - tables of nodes that depend on one to three independent coordinates. The dependencies are found
// by moving the coordinates one by one.
#ifndef JNI_COORDINATE_TABLE_H
#define JNI_COORDINATE_TABLE_H

#include "compile/fit/spline_fit.h"
#include "compile/tables/loop_closure.h"

typedef struct {
  const double *low, *high;  // nq: ranges of the independent coordinates; an angle of at least 2 pi is unbounded
  double tolerance;          // of the functions
  int order, most;           // spline order; largest number of coefficients of a function
} jni_coordinate_table_def;

typedef struct {
  int nvariables, speed[JNK_SPLINE_VARIABLES], q[JNK_SPLINE_VARIABLES];  // independent speeds and their coordinates
  int nfunctions;
  jni_spline_table spline;
} jni_coordinate_table;

// Functions of nodes that depend on no speed.
typedef struct {
  const jni_node *nodes;
  int nnodes, nfunctions;
  void (*calc)(void *context, const double *nodes, double *functions);  // NULL: the functions are the nodes
  void *context;
} jni_table_functions;

// Returns true if an independent coordinate is an angle without limits.
bool jni_coordinate_unbounded(const jn_system *system, const jni_coordinate_table_def *def, int q);
// Returns the coarsest grid over the ranges of these coordinates.
jni_spline_grid jni_coordinate_table_grid(const jni_coordinate_table_def *def, const int *q, int nvariables,
                                          int nfunctions);
// Makes a table. Without a block in it, the functions depend on too many coordinates or none, or are undefined
// somewhere. Returns false without memory.
bool jni_coordinate_table_fit(jni_pool *pool, const jni_equations *e, const jni_coordinate_table_def *def,
                              const jni_table_functions *functions, jni_coordinate_table *table);
// Calls of a table in a graph.
typedef struct {
  jni_graph *g;
  const jni_mirror *mirror;  // NULL: none
  int nvariables, first, width;
  int values, seconds;  // calls for values with first derivatives, and for second derivatives
} jni_spline_calls;
jni_spline_calls jni_call_splines(jni_graph *g, const jni_spline_table *table, const jni_node *in);
// Returns the value of a function (which = 0) or its derivative with respect to variable which - 1.
jni_node jni_spline_part(const jni_spline_calls *calls, int function, int which);
// Writes v_y' f'' v_y of a function f. v: all speeds; speeds: those of the variables.
jni_node jni_spline_second(const jni_spline_calls *calls, int function, const int *speeds, const jni_node *v);
jni_spline_calls jni_coordinate_table_call(jni_graph *g, const jni_coordinate_table *table, const jni_node *q);

#endif
