// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// program.h - a model as straight-line code, from which tape, printed C and files are made. A program is
// self-contained: model and system are not needed after it is made.
//
//   variables   t, q, v, z, s, u, m, p, e, f   one block of doubles; u: inputs, m: memory of `finish`, p: kept
//               parameters, e: energy at the start, if there are parameters; f: variables of stops in a step
//               an input of NaN follows the function of time of the model, another number holds it
//               q, v and z are those of the system without tabulated ones (tables/) and omitted states; their
//               indices in the system are in `coordinates`, `speeds` and `states`
//   rates       variables -> q, v with the loops closed by Newton from the q given, qdot, vdot, zdot, w, pivot, and
//               the results for stops of kernel/step/step.h
//   whole       variables -> q, v and z of the system, if not all of them are variables
//   move        variables -> N(q) v, without closing the loops
//   outputs     variables -> requested signals
//   poses       variables -> poses of all bodies, if requested
//   start       variables -> q, v, z at the start of a run with these parameters, before the loops are closed; e of
//               the state
//   jacobian    variables, step -> numbers of the matrix of linearly implicit methods (implicit.h)
//   solve       variables and memory -> its solution; both only in programs for such a method
//   calc_stops  variables -> corrections by stops at the end of a step
//   finish      variables -> z, s, m, stop     at the end of every step: events, jumps, samples (states/step_end.h)
//
// The last of m is the set of independent speeds in use, if there are two. Dependent q are integrated as well: Newton's
// method starts from them. The pivot is the smallest of the loop matrices relative to its size at the nominal state: 1
// there, near 0 where the choice of dependent variables becomes singular.
#ifndef JNI_PROGRAM_H
#define JNI_PROGRAM_H

#include "compile/implicit/implicit.h"
#include "compile/states/step_end.h"
#include "jounce/reduced.h"
#include "kernel/step/step.h"

typedef struct {
  int nq, nv, nz, ns, nu, nm, np;
  int nsets;  // number of sets of independent speeds, 1 or 2
  // the first nset of the s are set by events and subsystems; the others are recorded at every end of a step
  int nset;
  int ne;      // number of e: 1 if there are parameters, else 0
  int nf;      // number of f, the variables of tabulated stops
  int nstops;  // number of tabulated stops
  int nindependent;
  int all_q, all_v, all_z;  // numbers of coordinates, speeds and states of the system
} jni_program_sizes;

// Quaternion among the variables: index of its first element among the q, and of the first of its three angular speeds
// among the v.
typedef struct {
  int q_at, v_at;
} jni_program_turn;

// Range of a variable in which tables were made (tables/table_ranges.h).
typedef struct {
  int at;            // index of the variable, a coordinate or a speed, among all variables
  double low, high;  // range, in m or rad, for speeds per second
} jni_table_range;

// Offsets of the results of `rates`, in this order; n: how many results there are. See kernel/step/step.h.
typedef struct {
  int q, v, qdot, vdot, zdot, w, pivot, line, push, stops, n;
} jni_rates_layout;
// Offsets of the results of `whole`; n: how many results there are.
typedef struct {
  int q, v, z, n;  // z = n if no state is omitted
} jni_whole_layout;

typedef struct {
  jni_pool pool;
  jni_graph *g;
  jni_program_sizes sizes;
  int *coordinates, *speeds, *states;  // nq, nv, nz: index in the system of each variable
  jni_program_turn *turns;
  int nturns;
  int *independent;  // nindependent: indices among the nv speeds
  jni_node *rates;   // results as in jni_rates_layout
  jni_node *whole;   // results as in jni_whole_layout; NULL: all coordinates, speeds and states are variables
  jni_node *move;    // nq: results of `move`
  jni_node *outputs;
  int noutputs;
  jni_node *poses;  // nposes results for nbodies bodies: x, y, z and quaternion; in the plane x, y, angle
  int nposes, nbodies;
  const char **bodies;  // nbodies: names of the bodies
  // nq + nv + nz + 1 results: q, v and z at the start of a run with other parameters, and its energy; NULL: no
  // parameters
  jni_node *start;
  // true: elements of `start` that no parameter influences are the values that the caller has set
  bool start_given;
  jni_node energy;              // T + V - W of a state, J, if there are parameters
  jni_implicit_part implicit;   // results of `jacobian` and `solve`
  double *nominal;              // values of the variables at which pivots were chosen: the start of the run
  const char **names, **units;  // name and unit of each variable
  const char **output_names, **output_units;
  jni_node *finish;   // results as in jni_finish_layout; NULL: nothing is done at the ends of steps
  const char **ends;  // nends: descriptions of the actions at the ends of steps for reports, such as "event 'lift'"
  int nends;
  int nbroken;  // number of drivers whose rate can jump; compiled code makes no impulse then
  double least_pivot;
  int least_row;                    // constraint equation with the smallest pivot at the nominal state; -1: none
  int ngroups, *groups;             // groups of loops in the order of their solution: number of equations of each
  int mass_elements, mass_factors;  // number of nonzero elements in the lower half of M_q, and in its factors
  jni_table_range *ranges;          // nranges: ranges of the variables of tables
  int nranges;
  int newton;
  bool fused;  // sums of products use fma
  // The step size, s, and the jni_step_method.part for which the stops were tabulated.
  double stop_step, stop_part;
  jni_node *calc_stops;  // JNK_STOP_NCORRECTIONS results for each stop
  int work;              // index of the state that integrates the work of forces, which stops correct; -1: none
} jni_program;

// Kept parameters, which become variables.
typedef struct {
  int n;
  const char *const *names, *const *units;
  jni_watch *watch;  // callbacks that write formulas in place of numbers (keep/parameter_formulas.h); NULL: none
} jni_program_parameters;

// Precomputed parts of the equations (tables/); NULL: the part is computed by its equations. Only needed until the
// program is made.
typedef struct {
  const struct jni_loop_tables *tables;
  const struct jni_mass_tables *mass;
  const struct jni_pose_tables *poses;
  const struct jni_force_tables *forces;
  const struct jni_stop_tables *stops;
  bool creeps;  // friction states are omitted (force/force_code.h)
} jni_program_tables;

// Second set of independent speeds, for mechanisms in which the first set becomes singular. The last variable of m is
// the number of the set in use, 0 or 1. At the end of a step the other set is taken if the smallest pivot of the
// present one is below JNI_SET_POOR times that of the other.
#define JNI_SET_POOR 0.3
typedef struct {
  const int *independent;  // as many speeds as in the first set; NULL: no second set
  const double *nominal;   // variables at which its pivots are chosen
} jni_program_second_set;

typedef struct {
  const jn_system *system;
  const jn_reduced *reduced;  // its independent speeds are those of the program
  const double *nominal;      // variables of the whole system at which pivots are chosen
  int newton;                 // Newton steps per evaluation; 0: one, for the next evaluation (equations.h)
  bool fused;
  jni_implicit_def implicit;  // which variables the method treats implicitly
  const jn_probe *probe;      // outputs of the program; NULL: none
  bool poses;                 // the program has poses of all bodies
  jni_program_parameters parameters;
  jni_program_tables tabulated;
  jni_program_second_set second;  // cannot be combined with parameters, tables or implicit methods
} jni_program_def;

// With other parameters, this number of evaluations, each with its Newton steps, closes the loops at the start.
enum { JNI_CLOSING_STEPS = 12 };

// Writes the program of a system. Returns NULL without memory or with a fault in the report.
jni_program *jni_program_new(const jn_alloc *alloc, const jni_program_def *def, jn_report *report);
void *jni_program_free(jni_program *program);  // returns NULL

int jni_program_nvariables(const jni_program_sizes *sizes);
jni_rates_layout jni_rates_at(const jni_program_sizes *sizes);
jni_whole_layout jni_whole_at(const jni_program_sizes *sizes);

#endif
