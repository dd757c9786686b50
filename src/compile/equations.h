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
  jni_values *values;  // values of all nodes at the nominal state, by which pivots are chosen
  // plan: dependent speeds and active equations of the loops; place: dependent positions and their equations, without
  // velocity equations (rolling, knife edges)
  jni_loop_plan plan, place;
  jni_tabulated_loops tabulated;  // dependent speeds that follow from tables
  jni_writer *writer;
  jni_node *q, *v;      // all coordinates and speeds, after the loops are closed; newton = 0: q of the next evaluation
  jni_node *vdot;       // nv: accelerations
  jni_node *lambda;     // nc: multipliers, G' lambda = f - M vdot
  jni_node *B, *w;      // nv x (nv - m); nv: v = B u, vdot = B udot + w
  jni_node *M_q, *Q_q;  // (nv - m)^2: factors of M_q; nv - m: solution udot
  jni_node *mass, *right;  // (nv - m)^2, lower half: M_q before factorisation; nv - m: Q_q
  // Tabulated mass matrix that also has rows for driven speeds; NULL: its speeds are the independent ones.
  struct jni_extended_mass *extended;
  jni_separate_force *stops;  // n: forces of tabulated stops (tables/stop_tables.h)
  jni_node *stop_g;           // nstops x n: g = dxdot/du, x the coordinate of the stop, u the independent speeds
  jni_node *stop_push;        // nstops x nv: accelerations of all speeds per unit of xddot by the stop
  jni_node *stop_results,
      *stop_corrections;  // JNK_STOP_NRESULTS, JNK_STOP_NCORRECTIONS of each stop (kernel/step/step.h)
  int nstops;
  double least_pivot;  // smallest pivot at the nominal state of the loops that do not follow from tables
  int least_row;       // constraint equation of that pivot; -1: no such loops
  jni_node pivot;      // smallest pivot of these loops, each divided by its value at the nominal state; at most 1
  jni_node size;       // smallest absolute pivot of these loops
} jni_equations;

typedef struct {
  const double *nominal;  // variables of the graph (write.h) at a state with closed loops
  // selected variables: without coordinates and speeds that follow from `tables`; NULL: all
  const jni_selection *selection;
  // nindependent: independent speeds; driven ones are among them if time does not prescribe them here
  const int *independent;
  int nindependent;
  // Newton steps that close the loops before the equations are evaluated. 0: none; the equations are evaluated at q,
  // and q is corrected by the same matrix for the next evaluation, which suffices for steps of a few milliseconds.
  int newton;
  bool derived;                           // the code will be differentiated (jni_writer.derived)
  bool without_unused;                    // unused speeds (jni_selection) are not computed
  int nparameters;                        // number of variables of the graph that follow those of the writer
  const struct jni_loop_tables *tables;   // NULL: all loops are closed by their equations
  const struct jni_mass_tables *mass;     // NULL: M_q and Q_q are computed from the inertia of all bodies
  const struct jni_pose_tables *poses;    // poses of bodies with forces; requires `mass`; NULL: computed
  const struct jni_force_tables *forces;  // springs; requires `poses`; NULL: computed by their laws
  // the variables of tabulated stops follow all others; NULL: stops are computed by their laws
  const struct jni_stop_tables *stops;
} jni_equations_def;

// Writes the equations. Returns NULL without memory, or with a fault in the report if there are too few equations for
// the dependent speeds or a force has no compiled form.
jni_equations *jni_equations_new(jni_graph *g, const jn_system *system, const jni_equations_def *def,
                                 jn_report *report);
void *jni_equations_free(jni_equations *e);  // returns NULL

#endif
