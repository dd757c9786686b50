// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// linear_plan.h - what is needed to differentiate the steps of a program with a method (kernel/step/step_linear.h): for
// each function that a step evaluates the nodes of its results and slopes, and the constant lists of its linear map.
#ifndef JNI_LINEAR_PLAN_H
#define JNI_LINEAR_PLAN_H

#include "compile/states/step_plan.h"
#include "kernel/step/step_linear.h"
#include "symbolic/graph_slopes.h"

enum {
  JNI_LINEAR_RATES,
  JNI_LINEAR_MOVE,
  JNI_LINEAR_JACOBIAN,
  JNI_LINEAR_SOLVE,
  JNI_LINEAR_FINISH,
  JNI_LINEAR_FUNCTIONS
};

typedef struct {
  const char *name;       // "rates"
  const jni_node *nodes;  // results in the graph of the program; NULL: the step does not use the function
  jni_slope_map map;
  jni_node *list;  // nlist: results, then slopes, in the graph of the plan
  int nlist;
} jni_linear_part;

typedef struct {
  jni_pool pool;
  const jni_program *program;
  const jni_step_method *method;
  jni_step_plan step;  // its functions are not set
  int nx;              // number of variables and of the method's memory
  jni_graph *g;        // that of the program and the slopes
  jni_linear_part parts[JNI_LINEAR_FUNCTIONS];
  jnk_linear_step linear;  // without functions and step
} jni_linear_plan;

// Writes the slopes of a program for a method. The program must outlive the plan. Returns NULL with a fault in the
// report if there is no memory, or if the program or the method has no derivatives.
jni_linear_plan *jni_linear_plan_new(const jn_alloc *alloc, const jni_step_plan_def *def, jn_report *report);
void *jni_linear_plan_free(jni_linear_plan *plan);  // returns NULL

#endif
