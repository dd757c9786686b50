// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equations.h - the equations of motion of a system in independent joint variables, in a graph: what formulation
// `reduced` computes, as straight-line code.                                    [petzold (3), (9)-(12), (18), (19)]
#ifndef JNI_EQUATIONS_H
#define JNI_EQUATIONS_H

#include "compile/linear_solve.h"
#include "compile/write.h"

typedef struct {
  jni_pool pool;
  jni_graph *g;
  const jn_system *system;
  jni_values *values;  // at the nominal state
  // of speeds, and of positions: rows of velocities alone (rolling, knife edges) are no part of these
  jni_loop_plan plan, place;
  jni_tabulated_loops given;  // by tables
  jni_writer *writer;
  jni_node *q, *v;         // with the dependent ones solved
  jni_node *vdot;          // nv
  jni_node *lambda;        // nc: multipliers, G' lambda = f - M vdot; nothing else reads them
  jni_node *B, *w;         // nv x (nv - m); nv
  jni_node *M_q, *Q_q;     // (nv - m)^2, factored; nv - m
  jni_node *mass, *right;  // M_q as it was, the lower half; Q_q
  // with a given mass and drivers; NULL: its speeds are the independent ones
  struct jni_extended_mass *extended;
  jni_separate_force *stops;  // with tables of what they do in a step (tables/stop_tables.h)
  jni_node *stop_g;           // of each n: xdot by the independent speeds
  jni_node *stop_push;        // of each nv: speeds that go with its own
  jni_node *stop_results,
      *stop_corrections;  // of each JNK_STOP_NRESULTS and JNK_STOP_NCORRECTIONS (kernel/step/step.h)
  int nstops;
  double least_pivot;  // of the loops, at the nominal state
  int least_row;       // that has it; -1: no loops
  jni_node pivot;      // the smallest of the loops over its size there
  jni_node size;       // the smallest of the loops itself
} jni_equations;

typedef struct {
  const double *nominal;           // variables of the graph (write.h): a state where joints are closed
  const jni_selection *selection;  // which these are; NULL: all, else what `tables` give is none
  const int *independent;          // nindependent speeds; driven ones among them are free
  int nindependent;
  // Steps for the dependent coordinates before the equations are written; 0: none, they hold where q is, and q is
  // corrected for the next step by their own matrix. Steps of few milliseconds need no more.
  int newton;
  bool derived;                          // as in jni_writer
  bool without_unused;                   // unused speeds (jni_selection) are left out: they are not what is written for
  int nparameters;                       // variables behind those of the writer
  const struct jni_loop_tables *tables;  // NULL: every loop is closed by its equations
  const struct jni_mass_tables *mass;    // NULL: M_q and Q_q from all bodies
  const struct jni_pose_tables *poses;   // with mass: of bodies that forces act on; NULL: all follow from their parents
  const struct jni_force_tables *forces;  // with poses: of springs; NULL: each by its law
  const struct jni_stop_tables *stops;    // NULL: by their law; what is held are the last of the variables
} jni_equations_def;

// NULL: no memory, or a fault in the report (no rows for the dependent speeds).
jni_equations *jni_equations_new(jni_graph *g, const jn_system *system, const jni_equations_def *def,
                                 jn_report *report);
void *jni_equations_free(jni_equations *e);  // returns NULL

#endif
