// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reduced.h - the equations of motion in independent joint variables.               [petzold (3), (9)-(12), (18), (19)]
//
//   y = (q, v, z): the independent ones are integrated; the dependent ones follow from them at every evaluation and
//       overwrite what y has
//   positions      phi(q_d, q_i, t) = 0 by Newton for q_d, group by group (loop_groups.h),
//                  from where the last accepted point lets expect it
//   velocities     G_d v_d = nu - G_i v_i,     v = B_a v_i + c,  B_a = [1; -G_d^-1 G_i]                       (9), (12)
//   accelerations  M_q = B' M B,  Q_q = B' (f - M w),  w = [0; G_d^-1 gamma],  vdot = w + B M_q^-1 Q_q  (3), (18), (19)
//   chord joints   rates of the variables of cut joints: cdot = J (V v) = B_c v_i + ...,  B_c = J V B_a            (12)
//   reactions      G_d' lambda = (f - M vdot)_d, backwards over the groups
// w holds the velocity terms: M w and the bias in f are the printed M Bdot qdot.
//
// The choice acts on speeds. A link whose coordinates are no sums of its speeds (a ball joint, a free body) is turned
// by Newton by its dependent speeds alone. Rows of velocities alone (rolling, knife edges) bind speeds, not positions:
// then positions and speeds have a choice each, with groups of their own.
//
// Where G itself loses rank no choice helps: G_d^-1 magnifies rounding by 1/pivot in q_d, by 1/pivot^2 in v_d and
// accelerations, and that enters the equations along the motion. There the dependent q and v of y are needed: positions
// and velocities get the nearest corrections by [M G'; G 0], which leave the direction of the other branch alone, and
// accelerations are those of [M G'; G 0]. What rounding does to them lies across the motion, and the corrections take
// it away.
#ifndef JNI_REDUCED_H
#define JNI_REDUCED_H

#include "formulation/ode/ode_formulation.h"
#include "formulation/reduced/loop_solve.h"
#include "linalg/split/column_split.h"
#include "system/tree/tree.h"

// Rows with the speeds that they make dependent.
typedef struct {
  jni_split *split, *plain;  // choose: with what is wished for, and without (NULL: nothing is)
  jni_loop_solver *solver;
  int m, nfree;
  int *columns;  // nv: the dependent ones, then the others, ascending
  long stamp;    // of the position stage that the factor belongs to
} jni_reduced_level;

enum { JNI_VARIABLE_NAME = 160 };

// A cut joint as the link that it would be if it were in the tree, from its first end to its second.
typedef struct {
  jni_link link;  // frames, kind and joint alone
  int body[2];
  int at, n;  // its variables among those of all chords
} jni_chord;

// What others look at, see reduced_queries.c.
typedef struct {
  jn_reduced out;
  char (*names)[JNI_VARIABLE_NAME];  // of arcs, then of chords
  const char **list;                 // the same
  double *values, *rates, *B_c;      // of the chords; one block
  char warning[512];
} jni_look;

typedef struct {
  int speed, value;
} jni_pair;

// Numbers of independent speeds: a list, or for an independent speed `only` itself.
typedef struct {
  const int *list;  // NULL: only
  int n, only;
} jni_span;

// Independent speeds at the root of a branch whose columns of M, and numbers, follow each other: first speed, number
// and place in M.
typedef struct {
  int n, speed, number, value;
} jni_stem;

typedef struct {
  jni_explicit frame;
  // of positions and of speeds: one and the same where no row is of velocities alone
  jni_reduced_level levels[2], *place, *rate;
  bool *wished;   // nv: named by the user
  double *scale;  // nv: sizes in which speeds are compared
  // y
  int *slot_speed, nslot;  // independent plain speeds
  int *whole_q, nwhole;    // q of links whose coordinates are no sums of their speeds
  int *follow, nfollow;    // dependent plain speeds
  bool turns;              // some dependent speed belongs to a whole link
  bool *idle;              // ode.n: dependent plain coordinates and dependent speeds
  // of an evaluation
  bool thin;
  long basis_stamp;           // of the position stage that B belongs to
  long solved_stamp;          // of the stages that `solved` belongs to
  double *solved;             // nv: accelerations
  double *B;                  // nv x nfree of speeds
  double *w, *r, *e;          // nv; w: its independent components are zero
  double *deviation;          // nslot
  const double *positions;    // of y
  double last_t;              // the evaluation before: its time
  long last_stamp;            // and position stage
  double *K, *u;              // nfree x nfree, nfree
  double *row;                // nfree
  int *pair_at;               // nv + 1: M along the branches: of each speed
  jni_pair *pairs;            // itself and those before it on its branch, and where in M
  jni_span *spans;            // nv: independent speeds that each speed depends on, of the choice
  jni_stem *stems;            // nv: at the root of the branch of each speed
  int *touched_at, *touched;  // nv + 1: those that a speed or one before it above its stem depends on
  int *seen;                  // nv: scratch
  int *ids;                   // nv
  int *number;                // nv: number of an independent speed, -1: dependent
  jni_chord *chords;          // nchords: cut joints that have variables
  int nchords, nchord_variables;
  jni_look look;
  bool chosen;       // a choice was made and not yet stored
  long set_changes;  // since it was made
  long uncounted;    // factors that were made to be looked at
  void (*frame_tell)(const jni_formulation *base, const jni_integrator *integrator, jn_report *report);
  // parts of base.memory
  double *have;          // 1: there is a choice
  double *projects;      // 1: the integrator projects
  double *conditioning;  // largest |B| at the choice,
  double *place_pivot;   // and smallest pivot of positions where they have a choice of their own
  // 4: 1 when a named variable gave way, the first time of that, its speed and the one that came instead
  double *replaced;
  double *place_ids, *rate_ids;     // nv
  double *t, *q, *v, *vdot, *jerk;  // the point passed last: 1, nq, nv, nv, nv
  double *B_passed;  // nv x nfree: B there, or at the last point before that was far from singular configurations
} jni_reduced;

// ---- reduced_choose.c
// Splits and solvers; faults (names that are none, or cannot be) go to the report.
jn_status jni_reduced_plan(jni_reduced *r, const jn_choices *choices, jn_report *report);
jn_status jni_reduced_choose(jni_explicit *f);
void jni_reduced_recall(jni_explicit *f);
void jni_reduced_watch(jni_reduced *r);  // has the choice become poor?
// of a named variable that had to give way, ""
void jni_reduced_replaced(const jni_reduced *r, char *text, size_t size);

// ---- reduced_positions.c
void jni_reduced_load(jni_explicit *f, const double *positions);
jn_status jni_reduced_position(jni_explicit *f, double tolerance);
jn_status jni_reduced_velocity(jni_explicit *f, const double *speeds, double tolerance);
void jni_reduced_pass(jni_reduced *r, const double *vdot);  // this point is passed: the next ones start from it
// The factors at the present position stage; r->thin says whether they serve.
void jni_reduced_factor(jni_reduced *r);
double jni_reduced_place_pivot(jni_reduced *r);  // smallest pivot of the rows of positions, here
void jni_reduced_count(jni_reduced *r);          // what the factors tell goes into the counts

// ---- reduced.c
// B_a at the present position stage, nv x nfree, row-major.
const double *jni_reduced_basis(jni_reduced *r);

// ---- reduced_sparsity.c
void jni_reduced_span(jni_reduced *r);  // spans, stems and what is touched, once a choice is made

// ---- reduced_chords.c
bool jni_reduced_plan_chords(jni_reduced *r);  // false: no memory
// All at the present position stage; rates of the work's v. B_c: nchord_variables x nfree, row-major.
void jni_reduced_chord_values(jni_reduced *r, double *values, double *rates);
void jni_reduced_chord_basis(jni_reduced *r, double *B);

// ---- reduced_queries.c
bool jni_reduced_show(jni_reduced *r, int nfree);  // what others may look at, once chords are planned; false: no memory

#endif
