// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equations.h - writes the equations of motion in independent joint variables into a graph: the same equations as
// formulation `reduced`.                                                        [petzold (3), (9)-(12), (18), (19)]
#ifndef JNI_EQUATIONS_H
#define JNI_EQUATIONS_H

#include "compile/linear_solve.h"
#include "compile/write.h"

typedef struct {
  jni_pool pool;
  jni_graph *g;
  const jn_system *system;
  jni_values *values;  // at the nominal state
  // plan: of speeds; place: of positions, without velocity equations (rolling, knife edges)
  jni_loop_plan plan, place;
  jni_tabulated_loops given;  // from tables
  jni_writer *writer;
  jni_node *q, *v;         // including dependent ones, after the loops are closed
  jni_node *vdot;          // nv
  jni_node *lambda;        // nc: multipliers, G' lambda = f - M vdot
  jni_node *B, *w;         // nv x (nv - m); nv: v = B u, vdot = B udot + w
  jni_node *M_q, *Q_q;     // (nv - m)^2, factored; nv - m: solution udot
  jni_node *mass, *right;  // M_q before factorisation, lower half; Q_q
  // tabulated mass with driven speeds; NULL: its speeds are the independent ones
  struct jni_extended_mass *extended;
  jni_separate_force *stops;  // tabulated stops (tables/stop_tables.h)
  jni_node *stop_g;           // nstops x n: g = dxdot/du
  jni_node *stop_push;        // nstops x nv: acceleration of all speeds per unit along the stop
  jni_node *stop_results,
      *stop_corrections;  // of each JNK_STOP_NRESULTS and JNK_STOP_NCORRECTIONS (kernel/step/step.h)
  int nstops;
  double least_pivot;  // smallest pivot of the loops at the nominal state
  int least_row;       // its constraint equation; -1: no loops
  jni_node pivot;      // smallest pivot relative to its size at the nominal state
  jni_node size;       // smallest pivot
} jni_equations;

typedef struct {
  const double *nominal;           // variables of the graph (write.h) at a state with closed loops
  const jni_selection *selection;  // selected variables, without those that `tables` give; NULL: all
  const int *independent;          // nindependent speeds; includes driven ones if they are free
  int nindependent;
  // Newton steps for the dependent coordinates before the equations. 0: none; the equations are evaluated at q, and q
  // is corrected for the next step with the same matrix, which suffices for steps of few milliseconds.
  int newton;
  bool derived;                          // the code will be differentiated
  bool without_unused;                   // unused speeds (jni_selection) are left out: they are not what is written for
  int nparameters;                       // variables after those of the writer
  const struct jni_loop_tables *tables;  // NULL: all loops are closed by their equations
  const struct jni_mass_tables *mass;    // NULL: M_q and Q_q are computed from all bodies
  const struct jni_pose_tables *poses;   // requires mass: poses of bodies with forces; NULL: computed
  const struct jni_force_tables *forces;  // requires poses: springs; NULL: computed by their laws
  const struct jni_stop_tables *stops;    // their variables are the last; NULL: computed by their laws
} jni_equations_def;

// Returns NULL without memory or with a fault in the report (too few equations for the dependent speeds).
jni_equations *jni_equations_new(jni_graph *g, const jn_system *system, const jni_equations_def *def,
                                 jn_report *report);
void *jni_equations_free(jni_equations *e);  // returns NULL

#endif
