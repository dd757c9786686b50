// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reduced.h - the equations of motion in independent joint variables.                                            [petzold (3), (9)-(12), (18), (19)]
//
//   y = (independent q, independent v, z)
//   positions      phi(q_d, q_i, t) = 0 by Newton for q_d, group by group (loops.h), from where the last accepted point lets expect it
//   velocities     G_d v_d = nu - G_i v_i,     v = B_a v_i + c,  B_a = [1; -G_d^-1 G_i]                             (9), (12)
//   accelerations  M_q = B' M B,  Q_q = B' (f - M w),  w = [0; G_d^-1 gamma],  vdot = w + B M_q^-1 Q_q               (3), (18), (19)
//   chord joints   rates of their coordinates: cdot = J (V v) = B_c v_i + ...,  B_c = J V B_a                        (12)
//   reactions      G_d' lambda = (f - M vdot)_d, backwards over the groups
// w holds the velocity terms: M w and the bias in f are the printed M Bdot qdot.
//
// The choice acts on speeds. A link whose coordinates are no sums of its speeds (a ball joint, a free body) stands in y with all its q,
// and Newton turns it by its dependent speeds alone; places of y that a choice leaves over are zero. Rows of velocities alone (rolling, knife
// edges) bind speeds, not positions: then positions and speeds have a choice each, with groups of their own.
//
// Variant `all` integrates all q and v, and overwrites the dependent ones at every evaluation. It costs a longer y, and is better where singular
// configurations are passed: what rounding does there lies across the motion, and the nearest corrections take it away.
//
// Where G itself loses rank no choice helps, and G_d^-1 magnifies rounding by 1/pivot^3 in the accelerations. But along the branch B and w are
// smooth: passing by, B and w go on as they did before, and positions and velocities get the nearest corrections by [M G'; G 0], which leave
// the direction of the other branch alone. A mechanism that stays there, and variant `all`, get accelerations from [M G'; G 0], too.
#ifndef JNI_REDUCED_H
#define JNI_REDUCED_H

#include "formulation/explicit.h"
#include "formulation/loops_solve.h"
#include "linalg/split.h"

// Rows with the speeds that they make dependent.
typedef struct {
  jni_split *split, *plain;   // choose: with what is wished for, and without (NULL: nothing is)
  jni_loop_solver *solver;
  int m, nfree;
  int *columns;               // nv: the dependent ones, then the others, ascending
  long stamp;                 // of the position stage that the factor belongs to
} jni_reduced_level;

typedef struct {
  jni_explicit frame;
  jni_reduced_level levels[2], *place, *rate;  // of positions and of speeds: one and the same where no row is of velocities alone
  bool all;                    // the variant
  double thin_pivot;           // groups with a smaller pivot than this are near a singular configuration
  bool *wished;                // nv: named by the user
  double *scale;               // nv: sizes in which speeds are compared
  // y
  int nslots;                  // places for plain q
  int *slot_speed, nslot;      // independent plain speeds, in the order of their places
  int *whole_q, nwhole;        // q of links that stand whole in y
  int *follow, nfollow;        // dependent plain speeds
  bool turns;                  // some dependent speed belongs to a whole link
  // of an evaluation
  bool thin;
  long basis_stamp;            // of the position stage that B belongs to
  double *B;                   // nv x nfree of speeds
  double *w, *r, *e;           // nv; w: its independent components are zero
  double *qdot;                // nq
  double *deviation;           // nslots
  double *K, *u;               // nfree x nfree, nfree
  double *row;                 // nfree
  int *pair_at, *pair_speed, *pair_value;  // M along the branches: speeds before each on its branch, and where in M
  int *seen, *touched;         // nv: scratch
  int *ids;                    // nv
  int *number;                 // nv: number of an independent speed, -1: dependent
  bool chosen;                 // a choice was made and not yet stored
  // parts of base.memory
  double *have;                // 1: there is a choice
  double *projects;            // 1: the integrator projects
  double *quality;             // largest |B| at the choice,
  double *place_pivot;         // and smallest pivot of positions where they have a choice of their own
  double *changes;             // of the independent set since the run began
  double *place_ids, *rate_ids;// nv
  double *t, *q, *v, *vdot, *jerk;  // the point passed last: 1, nq, nv, nv, nv
  double *good_t, *good_h;     // the last point that was far from singular configurations, and how long after the one before; 0: none was,
  double *B_passed, *B_rate;   // nv x nfree: its B, and the rate since the one before
  double *w_passed, *w_rate;   // nv: likewise
} jni_reduced;

// ---- reduced_choose.c
// Splits and solvers; faults (names that are none, or cannot be) go to the report.
jn_status jni_reduced_plan(jni_reduced *r, const jn_choices *choices, jn_report *report);
jn_status jni_reduced_choose(jni_explicit *f);
void jni_reduced_recall(jni_explicit *f);
void jni_reduced_watch(jni_reduced *r);   // has the choice become poor?
void jni_reduced_unplan(jni_reduced *r);

// ---- reduced_place.c
void jni_reduced_load(jni_explicit *f, const double *positions);
jn_status jni_reduced_position(jni_explicit *f, double tolerance);
jn_status jni_reduced_velocity(jni_explicit *f, const double *speeds, double tolerance);
void jni_reduced_pass(jni_reduced *r, const double *vdot);  // this point is passed: the next ones start from it
bool jni_reduced_goes_on(const jni_reduced *r);  // passing a singular configuration by: B and w go on as they did
void jni_reduced_go_on(jni_reduced *r);
// The factors at the present position stage; r->thin says whether they serve.
void jni_reduced_factor(jni_reduced *r);
double jni_reduced_place_pivot(jni_reduced *r);  // smallest pivot of the rows of positions, here
void jni_reduced_count(jni_reduced *r);   // what the factors tell goes into the counts

// ---- reduced.c
// B_a at the present position stage, nv x nfree, row-major.
const double *jni_reduced_basis(jni_reduced *r);
// B_c: the row of a coordinate of the system's list (a chord joint's, say) over the independent speeds.
void jni_reduced_chord(jni_reduced *r, int coordinate, double *row);

#endif
