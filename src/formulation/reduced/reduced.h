// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reduced.h - the equations of motion in independent joint variables.               [petzold (3), (9)-(12), (18), (19)]
//
//   y = (q, v, z): the independent components are integrated; every evaluation computes the dependent ones and replaces
//       those of y
//   positions      phi(q_d, q_i, t) = 0 by Newton iteration for q_d, group by group (loop_groups.h), starting from a
//                  prediction by the last accepted point
//   velocities     G_d v_d = nu - G_i v_i,     v = B_a v_i + c,  B_a = [1; -G_d^-1 G_i]                       (9), (12)
//   accelerations  M_q = B' M B,  Q_q = B' (f - M w),  w = [0; G_d^-1 gamma],  vdot = w + B M_q^-1 Q_q  (3), (18), (19)
//   chord joints   rates of the variables of cut joints: cdot = J (V v) = B_c v_i + ...,  B_c = J V B_a            (12)
//   reactions      G_d' lambda = (f - M vdot)_d, backward over the groups
// w contains the velocity terms: M w and the bias in f are the published M Bdot qdot.
//
// The choice of independent variables is a choice of speeds. If the coordinates of a link are not sums of its speeds (a
// ball joint, a free body), Newton iteration changes them by the dependent speeds only. Velocity constraints (rolling,
// knife edges) determine speeds, not positions: positions and speeds then have a choice each, with groups of their own.
//
// If G itself loses rank, no choice helps: G_d^-1 amplifies rounding by 1/pivot in q_d, by 1/pivot^2 in v_d and
// accelerations, and these errors act along the motion. There the dependent q and v of y are used: positions and
// velocities get M-orthogonal corrections by [M G'; G 0], which do not change the direction of the other branch, and
// accelerations are those of [M G'; G 0]. Their rounding errors are orthogonal to the motion, and the corrections
// remove them.
#ifndef JNI_REDUCED_H
#define JNI_REDUCED_H

#include "formulation/ode/ode_formulation.h"
#include "formulation/reduced/loop_solve.h"
#include "linalg/split/column_split.h"
#include "system/tree/tree.h"

// Set of constraints, and the choice of the speeds that these constraints make dependent.
typedef struct {
  jni_split *split, *plain;  // choose the speeds: with the user's preferences, and without (NULL: no preferences)
  jni_loop_solver *solver;
  int m, nfree;  // numbers of constraints and of independent speeds
  int *columns;  // nv: dependent speeds, then independent ones in ascending order
  long stamp;    // stamp of the position stage at which the matrix was factored
} jni_reduced_level;

enum { JNI_VARIABLE_NAME = 160 };

// Joint that closes a loop (cut joint), described as the link that it would be in the tree, from its first end to its
// second.
typedef struct {
  jni_link link;  // only frames, kind, joint and body are set
  int body[2];
  int at, n;  // index of its first variable among the variables of all chords; number of its variables
} jni_chord;

// Storage of the results for jounce/reduced.h, see reduced_queries.c.
typedef struct {
  jn_reduced out;
  char (*names)[JNI_VARIABLE_NAME];  // names of the variables of the tree's joints (arcs), then of cut joints (chords)
  const char **list;                 // pointers to the names
  double *values, *rates, *B_c;      // values and rates of the chords' variables, and B_c; one allocation
  char warning[512];
} jni_reduced_results;

// Element of a row of M: speed of the column, and index of its value among the values of M.
typedef struct {
  int speed, value;
} jni_pair;

// Independent speeds that a speed depends on, as indices of columns of B: the n elements of `list` or, for an
// independent speed, `only`.
typedef struct {
  const int *list;  // NULL: the only element is `only`
  int n, only;
} jni_span;

// Stem: n consecutive independent speeds at the root of a branch whose columns of M and of B are consecutive, too.
// speed: the first of them; number: its column of B; value: index of its value in M.
typedef struct {
  int n, speed, number, value;
} jni_stem;

typedef struct {
  jni_explicit frame;
  // Choices for the constraints on positions and for those on speeds; both pointers refer to the same one if there are
  // no velocity constraints.
  jni_reduced_level levels[2], *position_level, *speed_level;
  bool *named;    // nv: named by the user as independent
  double *scale;  // nv: sizes of the speeds
  // Parts of y. A speed is called plain if it is the rate of a coordinate.
  int *independent_plain, nindependent_plain;  // independent plain speeds
  int *nonadditive_q, nnonadditive;            // coordinates of links whose coordinates are not sums of their speeds
  int *dependent_plain, ndependent_plain;      // dependent plain speeds
  bool has_nonadditive;                        // some dependent speed is not plain
  bool *idle;                                  // ode.n: dependent plain coordinates and dependent speeds
  // Data of the last evaluation:
  bool near_singular;       // near a singular configuration
  long basis_stamp;         // stamp of the position stage at which B was computed
  long solved_stamp;        // stamp of the stages at which `solved` was computed
  double *solved;           // nv: accelerations
  double *B;                // nv x nfree: B_a
  double *w, *r, *e;        // nv: w above, with zero independent components; residual; Newton step
  double *deviation;        // nindependent_plain: independent coordinates minus predicted ones
  const double *positions;  // positions in the y of this evaluation
  double last_t;            // time of the evaluation before, s
  long last_stamp;          // stamp of its position stage
  double *K, *u;            // nfree x nfree: M_q; nfree: Q_q, then the accelerations of the independent speeds
  double *row;              // row of L B (row_of_MB), or deviations by columns of B
  int *pair_at;             // nv + 1: index in `pairs` of the first pair of each speed
  jni_pair *pairs;  // for each speed the elements of its row of M: itself and the speeds before it on its branch
  jni_span *spans;  // nv: list of the independent speeds (columns of B) that each speed depends on
  jni_stem *stems;  // nv: stem at the root of the branch of each speed
  int *nonzero_at, *nonzero;  // nv + 1; nonzero columns of each row of L B, without the stem
  int *mark;                  // nv: workspace
  int *ids;                   // nv: workspace
  int *number;                // nv: column of B of an independent speed; -1: dependent
  jni_chord *chords;          // nchords: cut joints that have variables
  int nchords, nchord_variables;
  jni_reduced_results results;
  bool chosen;       // a choice was made that is not yet stored in base.memory
  long set_changes;  // number of changes of the choice
  long uncounted;    // number of factorisations for queries, which the reported counts exclude
  void (*frame_warn)(const jni_formulation *base, const jni_integrator *integrator, jn_report *report);
  // Pointers to parts of base.memory:
  double *has_choice;           // 1 number: 1 if a choice was made, otherwise 0
  double *integrator_projects;  // 1 number: 1 if the integrator projects, otherwise 0
  double *conditioning;         // 1 number: largest |B| when the choice was made
  // 1 number: smallest pivot of the position constraints when positions got a choice of their own
  double *position_pivot;
  // 4 numbers: 1 if a variable named by the user was replaced; time of the first replacement, s; index of the replaced
  // speed; index of the speed that is independent instead.
  double *replaced;
  double *position_ids, *speed_ids;  // nv: columns of the choices
  double *t, *q, *v, *vdot, *jerk;   // last accepted point: 1, nq, nv, nv, nv
  // nv x nfree: B at that point, or at the latest point before it that was not near a singular configuration
  double *B_recorded;
} jni_reduced;

// ---- reduced_choose.c
// Creates splits and solvers. Reports faults, such as names that are unknown or cannot be independent, and returns
// their status.
jn_status jni_reduced_plan(jni_reduced *r, const jn_choices *choices, jn_report *report);
jn_status jni_reduced_choose(jni_explicit *f);
void jni_reduced_load_memory(jni_explicit *f);
// Checks whether the choice has become badly conditioned; if so, sets base.stale, so that a new choice is made.
void jni_reduced_check_choice(jni_reduced *r);
// Returns how far the choice at the present position stage is from being badly conditioned, relative to the limits that
// jni_reduced_check_choice applies: at most 0 if it is; 1 if |B| is not finite. jni_reduced_factor must have been
// called.
double jni_reduced_choice_margin(jni_reduced *r);
// Writes to `text` a warning about a variable that the user named as independent and that was replaced; "" if none was.
void jni_reduced_describe_replacement(const jni_reduced *r, char *text, size_t size);

// ---- reduced_positions.c
void jni_reduced_load(jni_explicit *f, const double *positions);
jn_status jni_reduced_position(jni_explicit *f, double tolerance);
jn_status jni_reduced_velocity(jni_explicit *f, const double *speeds, double tolerance);
// Records the present point, with the acceleration vdot, as the last accepted one. Predictions of positions start from
// it.
void jni_reduced_record_point(jni_reduced *r, const double *vdot);
// Factors the constraints on speeds at the present position stage, unless that was done, sets r->near_singular and
// updates the counts.
void jni_reduced_factor(jni_reduced *r);
double jni_reduced_position_pivot(jni_reduced *r);  // returns the smallest pivot of the position constraints
void jni_reduced_count(jni_reduced *r);             // updates the counts of the formulation

// ---- reduced.c
// Returns B_a at the present position stage, nv x nfree, row-major; after jni_reduced_factor.
const double *jni_reduced_basis(jni_reduced *r);

// ---- reduced_sparsity.c
// Finds spans, stems and nonzero elements of M B after a choice was made; does nothing without constraints.
void jni_reduced_plan_sparsity(jni_reduced *r);

// ---- reduced_chords.c
bool jni_reduced_plan_chords(jni_reduced *r);  // returns false without memory
// Compute, for the cut joints at the present position stage, the variables and their rates for the speeds of the work
// (either may be NULL), and the matrix B_c (nchord_variables x nfree, row-major).
void jni_reduced_chord_values(jni_reduced *r, double *values, double *rates);
void jni_reduced_chord_basis(jni_reduced *r, double *B);

// ---- reduced_queries.c
// Allocates the results of queries, after jni_reduced_plan_chords. Returns false without memory.
bool jni_reduced_init_queries(jni_reduced *r, int nfree);

#endif
