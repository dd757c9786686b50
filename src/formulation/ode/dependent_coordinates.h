// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// dependent_coordinates.h - what `partition` and `partial-velocity` share: the choice of dependent speeds, position and
// velocity analysis.
//                                                                                                      [park (11)-(14)]
//
//   choice      columns of G: v = (v_d, v_i), G_d square with the rows in force
// linalg/split/column_split.h
//   positions   q <- q (+) e,  G_d e_d = -phi,  e_i = 0, until phi is below the tolerance        (12), (13)
//   velocities  G_d v_d = nu - G_i v_i                                                           (14)
// The choice acts on speeds, so a quaternion needs no special care. It is made at every start, and watched: |G_d^-1
// G_i| much larger than 1 says that exchanging a dependent and an independent speed would make |det G_d| as much
// larger, and the run then starts anew with a fresh choice. Where G itself loses rank no choice is better, and none is
// made; near there the corrections of constraint_correction.h take over.
//
// Where a step ends they take over, too (`all`). What a step errs by lies across the rows for the greater part. With
// v_i kept that part would stay in the independent ones and come out of G_d^-1 as motion, thousands of times what a
// nearest correction leaves.
//
// Two variants. `all`: q and v are integrated, what is dependent is overwritten by the analysis at every evaluation.
// `independent`: y holds the independent components of v and of the increment d from a reference configuration,
//   q = q_ref (+) d,   ddot = T(d)^-1 v
// whose dependent components start from the last accepted points, moved on with their rate and acceleration. What an
// error of v_i becomes in the dependent ones is told to the error test (jni_ode.reach).
//
// Where branches meet, G_d is singular, and Newton may come out on another branch. So a correction that is large beside
// what it corrects, and velocities far from the expected ones, fail the evaluation: a variable step shrinks, a fixed
// one is told.
#ifndef JNI_DEPENDENT_COORDINATES_H
#define JNI_DEPENDENT_COORDINATES_H

#include "formulation/ode/ode_formulation.h"
#include "linalg/split/column_split.h"

typedef struct {
  jni_explicit frame;
  jni_method method;  // of the variant, with what is the formulation's own
  jni_split *split;
  int m, nfree;                                   // rows in force; nv - m
  bool independent;                               // the variant,
  double tolerance_position, tolerance_velocity;  // and what it allows lengths and their speeds
  bool solves_all;                                // accelerations by [M G'; G 0], not by the factor of G_d
  // variant `all`, variable steps: with a smaller pivot rounding spoils the accelerations; 0: no matter
  double least_sure;
  double crawl;  // time that is too little for so many evaluations
  bool
      nearest;  // near a singular configuration, and where a step ends (`all`): the corrections are those of constraint_correction.h
  bool factored;             // the factor of G_d belongs to this evaluation,
  long begun;                // the one with this number
  double moved;              // how far q has moved since it was made, relative to the mechanism's size
  double *scale;             // nv: sizes in which speeds are compared
  double *rows, *increment;  // nc, nv
  int width;                 // columns that B has room for: nfree, and some for what a singular configuration sets free
  double *B, *MB, *K;        // nv x width, nv x width, width x width
  double *delta;             // nv: d of the variant `independent`,
  double *expected;          // nv: and the velocity before anything is solved,
  double chart;   // and how well d_i tell the configuration, by the last correction: 1 at the reference, 0 not at all
  bool between;   // an output is made; `independent`: within the last step,
  bool expects;   // where the analysis has failed; of the variant `all`:
  bool as_given;  // there q and v stay as the integrator has them
  jn_status (*frame_unpack)(jni_formulation *formulation, double t, const double *y, double *state);
  bool chosen;  // a choice was made and not yet stored
  int *ids;     // nv + m
  // parts of base.memory
  double *columns, *row_ids;  // nv, m: the choice, in the order of the pivots
  double *quality;            // smallest pivot and largest |B| at the choice,
  double *looked;             // when the choice was last looked at,
  double *lingering;          // and how many evaluations came with a smaller pivot than least_sure, and since when
  double *projects;           // variant `independent`: 1 when the integrator projects,
  double *passed;             // then two points of t, d, ddot, v and vdot (nv each), then the reference (nq)
} jni_dependent;

typedef struct {
  const jni_formulation_kind *kind;
  // members of its methods, the others are those of the variant; velocity and along may be NULL
  jn_status (*velocity)(jni_explicit *f, const double *speeds, double tolerance);
  jn_status (*acceleration)(jni_explicit *f, double *vdot, double *lambda);
  void (*along)(jni_explicit *f, const double *x, double *out);
  size_t size;      // of the whole formulation, jni_dependent first
  bool solves_all;  // accelerations from the system of n + m equations
} jni_dependent_def;

// As jni_explicit_new.
void *jni_dependent_new(const jni_dependent_def *def, const jn_system *system, const jn_choices *choices,
                        const bool *active, jn_report *report);

// ---- members of the methods
jn_status jni_dependent_position(jni_explicit *f, double tolerance);
jn_status jni_dependent_velocity(jni_explicit *f, const double *speeds, double tolerance);
void jni_dependent_position_rate(jni_explicit *f, const double *w, double *rate);
jn_status jni_dependent_choose(jni_explicit *f);
void jni_dependent_recall(jni_explicit *f);
// The same for `independent`, and what only it needs.
void jni_independent_load(jni_explicit *f, const double *positions);
jn_status jni_independent_position(jni_explicit *f, double tolerance);
jn_status jni_independent_velocity(jni_explicit *f, const double *speeds, double tolerance);
void jni_independent_position_rate(jni_explicit *f, const double *w, double *rate);
void jni_independent_speed_rate(jni_explicit *f, const double *vdot, double *rate);
void jni_independent_store(jni_explicit *f, double *positions, double *speeds);
jn_status jni_independent_choose(jni_explicit *f);
bool jni_independent_within(const jni_dependent *d, double t);  // between the two points that were passed last

void jni_independent_reach(void *self, double *reach);  // of errors, as the integrator asks for it

// Those of the coordinates that were chosen.
void jni_independent_tolerances(jni_dependent *d);

// Newton on the rows in force with d->increment (G_d e_d = -phi, e_i = 0) moved by `move_q`, which sets work->q
// and tells whether it could; then the factor where it ends.
jn_status jni_dependent_analyse(jni_dependent *d, double tolerance, bool (*move_q)(jni_dependent *d));
// Makes the factor and sees which corrections are due.
jn_status jni_dependent_look(jni_dependent *d);
// The corrections for that: by constraint_correction.h. The second takes work->v.
jn_status jni_dependent_nearest(jni_dependent *d, double tolerance);
jn_status jni_dependent_nearest_velocity(jni_dependent *d, double tolerance);
// work->v holds the independent speeds and a guess of the others, which are made to fit.
jn_status jni_dependent_complete(jni_dependent *d, double tolerance);
// Far from singular configurations, by the last factor.
bool jni_dependent_ordinary(const jni_dependent *d);
// Looks whether the choice has become poor, after the velocity analysis.
void jni_dependent_watch(jni_dependent *d);
// Makes the factor of G_d at the present configuration.
jn_status jni_dependent_factor(jni_dependent *d);
// Fills B after the factor; how many columns it has.
int jni_dependent_null(jni_dependent *d);

#endif
