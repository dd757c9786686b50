// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// program.h - a model as straight-line code: what the tape, the printed C and files are made from. It stands by itself:
// neither model nor system is needed once it is made.
//
//   variables   t, q, v, z, s, u, m, p, e, f   one block of doubles; u: inputs, m: memory of `finish`, p: kept
//               parameters, e: the energy at the start, where there are some; f: what stops hold within a step
//               an input that is NaN follows the course that the model gives it, any other number holds it
//               q, v and z are those of the system but for what tables give (tables/) and for states that are left
//               out: the numbers of the others are in `coordinates`, `speeds` and `states`
//   rates       variables -> q, v with the loops closed by Newton from the q given, qdot, vdot, zdot, w, pivot, and
//               of stops what kernel/step/step.h asks for
//   whole       variables -> q and v of the system, where not all of them are variables; likewise z
//   move        variables -> qdot by the q and v given
//   outputs     variables -> signals that were asked for
//   poses       variables -> how all bodies stand, where that is asked for
//   start       variables -> q, v, z where a run begins with the parameters, from which the loops are closed; e as
//               the state is
//   jacobian    variables, step -> what is kept of the matrix of linearly implicit methods (implicit.h),
//   solve       variables and memory -> its solution; both only of programs that are written for such a method
//   settle      variables -> what stops lack at the end of a step
//   finish      variables -> z, s, m, stop     at the end of every step: events, jumps, samples (states/step_end.h)
//
// The last of m is the set of independent speeds in use, where there are two.
// Dependent q are integrated like the others: that is where Newton starts. The pivot is the smallest of the loops'
// matrices over its size at the nominal state: 1 there, near 0 where the choice of dependent variables fails.
#ifndef JNI_PROGRAM_H
#define JNI_PROGRAM_H

#include "compile/implicit/implicit.h"
#include "compile/states/step_end.h"
#include "jounce/reduced.h"
#include "kernel/step/step.h"

typedef struct {
  int nq, nv, nz, ns, nu, nm, np;
  int nsets;   // of independent speeds, 1 or 2
  int nset;    // the first of the s: those that events and subsystems set; the others are noted at every end of a step
  int ne;      // 1 where there are parameters: the energy at the start
  int nf;      // what stops hold,
  int nstops;  // which are by tables
  int nindependent;
  int all_q, all_v, all_z;  // of the system
} jni_program_sizes;

// A quaternion of q, and the three speeds that turn it.
typedef struct {
  int q_at, v_at;
} jni_program_turn;

// How far a variable goes in tables (tables/table_ranges.h).
typedef struct {
  int at;            // of the variables: a coordinate, or a speed
  double low, high;  // m, rad, and per second
} jni_table_range;

// Where the results of `rates` begin, in this order. What they are: kernel/step/step.h.
typedef struct {
  int q, v, qdot, vdot, zdot, w, pivot, line, push, stops, n;
} jni_rates_layout;
// Of `whole`.
typedef struct {
  int q, v, z, n;  // z: n where no state is left out
} jni_whole_layout;

typedef struct {
  jni_pool pool;
  jni_graph *g;
  jni_program_sizes sizes;
  int *coordinates, *speeds, *states;  // nq, nv, nz: of the system
  jni_program_turn *turns;
  int nturns;
  int *independent;  // nindependent of the nv speeds
  jni_node *rates;   // jni_rates_layout
  jni_node *whole;   // jni_whole_layout; NULL: all coordinates and speeds are variables
  jni_node *move;    // nq
  jni_node *outputs;
  int noutputs;
  jni_node *poses;  // nposes, of nbodies: x, y, z and quaternion; in the plane x, y, angle
  int nposes, nbodies;
  const char **bodies;          // their names
  jni_node *start;              // nq, nv, nz and one: where a run begins with other parameters; NULL: there are none
  bool start_given;             // some of them begin where the variables are, which the caller sets
  jni_node energy;              // T + V - W, where there are parameters
  jni_implicit_part implicit;   // of linearly implicit methods: jacobian, solve
  double *nominal;              // the variables where pivots were chosen: the start of the run
  const char **names, **units;  // of the variables
  const char **output_names, **output_units;
  jni_node *finish;   // jni_finish_layout; NULL: nothing is done at the ends of steps
  const char **ends;  // what is done there, for the report: "event 'lift'"
  int nends;
  int nbroken;  // drivers by formulas of time with breaks: where their rate jumps no impulse acts
  double least_pivot;
  int least_row;                    // of the system: that has the least pivot; -1: none
  int ngroups, *groups;             // of loops that are solved one after the other: equations of each
  int mass_elements, mass_factors;  // of the lower half of M_q that are not zero, and of its factors
  jni_table_range *ranges;          // of tables
  int nranges;
  int newton;
  bool fused;  // sums of products are fma
  // of stops by tables: the step that these are for, and the `part` of the method (compile/step_method.h)
  double stop_step, stop_part;
  jni_node *calc_stops;  // JNK_STOP_NCORRECTIONS of each
  int work;              // state that has the work of forces; -1: none
} jni_program;

// Parameters that stay variables.
typedef struct {
  int n;
  const char *const *names, *const *units;
  jni_watch *watch;  // writes formulas of them in place of numbers (keep/parameter_formulas.h); NULL: none
} jni_program_parameters;

// What is precomputed (tables/), NULL: written out. It has to outlive the program.
typedef struct {
  const struct jni_loop_tables *tables;
  const struct jni_mass_tables *mass;
  const struct jni_pose_tables *poses;
  const struct jni_force_tables *forces;
  const struct jni_stop_tables *stops;
  bool creeps;  // states that may be left out are (force/code.h)
} jni_program_tables;

// Another set of independent speeds, for mechanisms on whose way the first one fails. The last variable of m is the set
// in use, 0 or 1, which the end of every step chooses: the other one takes over where the smallest pivot of the present
// one is below JNI_SET_POOR of its own.
#define JNI_SET_POOR 0.3
typedef struct {
  const int *independent;  // as many as of the first set; NULL: there is no second one
  const double *nominal;   // variables where it serves
} jni_program_second_set;

typedef struct {
  const jn_system *system;
  const jn_reduced *reduced;  // independent speeds
  const double *nominal;      // variables
  int newton;                 // steps of Newton at every evaluation; 0: one, for the next (compile/equations.h)
  bool fused;
  jni_implicit_def implicit;  // what the method takes implicitly
  const jn_probe *probe;      // outputs; NULL: none
  bool poses;                 // are written
  jni_program_parameters parameters;
  jni_program_tables given;
  jni_program_second_set second;  // of programs without parameters, tables and implicit methods
} jni_program_def;

// Evaluations that close the loops where a run begins with other parameters.
enum { JNI_CLOSING_STEPS = 12 };

// NULL: no memory, or a fault in the report.
jni_program *jni_program_new(const jn_alloc *alloc, const jni_program_def *def, jn_report *report);
void *jni_program_free(jni_program *program);  // returns NULL

int jni_program_nvariables(const jni_program_sizes *sizes);
jni_rates_layout jni_rates_at(const jni_program_sizes *sizes);
jni_whole_layout jni_whole_at(const jni_program_sizes *sizes);

#endif
