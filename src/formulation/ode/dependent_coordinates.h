// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// dependent_coordinates.h - common part of `partition` and `partial-velocity`: choice of the dependent speeds, position
// and velocity analysis.
//                                                                                                      [park (11)-(14)]
//
//   choice      columns of G: v = (v_d, v_i), G_d square over the active constraints     linalg/split/column_split.h
//   positions   q <- q (+) e,  G_d e_d = -phi,  e_i = 0, until phi is below the tolerance        (12), (13)
//   velocities  G_d v_d = nu - G_i v_i                                                           (14)
// Speeds are partitioned, not coordinates, so quaternions need no special treatment. The partition is chosen at every
// start and monitored: |G_d^-1 G_i| much larger than 1 means that exchanging a dependent and an independent speed would
// increase |det G_d| by that factor, and the run restarts with a new partition. If G itself loses rank no partition is
// better and none is chosen; near such configurations variant `all` uses the M-orthogonal corrections
// (constraint_correction.h).
//
// Variant `all` also uses the M-orthogonal corrections at the end of a step. Most of a step's error violates the
// constraints. With v_i fixed, this part would remain in the independent speeds, and G_d^-1 would turn it into motion,
// thousands of times larger than after an M-orthogonal correction.
//
// Two variants. `all`: integrates q and v; every evaluation replaces the dependent ones by the analysis. `independent`:
// y holds the independent components of v and of the increment d from a reference configuration,
//   q = q_ref (+) d,   ddot = T(d)^-1 v
// The dependent components of d start from the last accepted points, extrapolated with their rates and accelerations.
// The amplification of errors of v_i in the dependent speeds is passed to the error test (jni_ode.reach).
//
// Near a bifurcation G_d is singular, and Newton iteration may converge to another branch. An evaluation therefore
// fails if a correction is large compared with what it corrects, or, with variant `independent`, if velocities differ
// much from the predicted ones: a variable-step method then reduces its step, a fixed-step method reports the failure.
#ifndef JNI_DEPENDENT_COORDINATES_H
#define JNI_DEPENDENT_COORDINATES_H

#include "formulation/ode/ode_formulation.h"
#include "linalg/split/column_split.h"

typedef struct {
  jni_explicit frame;
  jni_method method;  // functions of the method: those of the variant, and those that the formulation defines itself
  jni_split *split;
  int m, nfree;                                   // active constraints; nv - m
  bool independent;                               // variant `independent`, otherwise `all`
  double tolerance_position, tolerance_velocity;  // absolute tolerances of the integrator for lengths: m and m/s
  bool solves_all;                                // accelerations by [M G'; G 0], not by the factor of G_d
  // Variant `all` with variable steps: pivot below which rounding of the accelerations exceeds the tolerance; 0: not
  // checked.
  double least_safe_pivot;
  // Time, s: if MOST_NEAR_SINGULAR evaluations near a singular configuration advance less than this, steps crawl.
  double crawl_time;
  // This evaluation uses the M-orthogonal corrections: near a singular configuration, and at the end of a step (`all`).
  bool uses_orthogonal;
  bool factored;      // the factor of G_d can be used in the evaluation with the number `evaluation`
  long evaluation;    // number of the evaluation in which G_d was factored
  double moved;       // sum of the violations corrected since the factorisation, about the change of q
  double *scale;      // nv: typical sizes of the speeds, by which they are compared
  double *rows;       // nc: residuals of the constraints
  double *increment;  // nv: Newton increment
  int width;       // columns allocated for B: nfree, and some for degrees of freedom gained in a singular configuration
  double *B, *MB;  // nv x width: null space of G, and workspace
  double *K;       // width x width
  double *delta;   // nv: increment d of variant `independent`
  double *expected;  // nv: predicted velocity (`independent`)
  // det (T^-1 B)_i at the last correction: 1 at the reference, 0 where d_i no longer determine the configuration
  double chart;
  bool between;      // an output between steps is being evaluated; for `independent`: at a time within the last step
  bool expects;      // `independent`: the analysis of an output failed; correct the predicted configuration instead
  bool uncorrected;  // `all`: the analysis of an output failed; take q and v from the integrator
  jn_status (*frame_unpack)(jni_formulation *formulation, double t, const double *y, double *state);
  bool chosen;  // a partition was chosen that is not yet stored in base.memory
  int *ids;     // nv + m: workspace for indices of columns and rows
  // Pointers to parts of base.memory:
  double *columns, *row_ids;    // nv, m: the partition, in the order of the pivots
  double *conditioning;         // 2: smallest pivot and largest |G_d^-1 G_i| when the partition was chosen
  double *checked;              // 1: time of the last check of the partition, s
  double *near_singular;        // 2: successive evaluations with a pivot below least_safe_pivot; time of the first, s
  double *integrator_projects;  // 1: variant `independent`: 1 if the integrator projects
  // `independent`: two points of t, d, ddot, v, vdot (nv each), then the reference configuration (nq)
  double *history;
} jni_dependent;

typedef struct {
  const jni_formulation_kind *kind;
  // Functions that the formulation defines; the others are those of the variant. velocity and along may be NULL.
  jn_status (*velocity)(jni_explicit *f, const double *speeds, double tolerance);
  jn_status (*acceleration)(jni_explicit *f, double *vdot, double *lambda);
  void (*along)(jni_explicit *f, const double *x, double *out);
  size_t size;      // bytes of the formulation, which begins with jni_dependent
  bool solves_all;  // accelerations are solved from [M G'; G 0], not with the factor of G_d
} jni_dependent_def;

// Creates a formulation with partition. Returns NULL and reports a fault on failure; see jni_explicit_new.
void *jni_dependent_new(const jni_dependent_def *def, const jn_system *system, const jn_choices *choices,
                        const bool *active, jn_report *report);

// ---- functions of the method (jni_method), variant `all`
jn_status jni_dependent_position(jni_explicit *f, double tolerance);
jn_status jni_dependent_velocity(jni_explicit *f, const double *speeds, double tolerance);
void jni_dependent_position_rate(jni_explicit *f, const double *w, double *rate);
jn_status jni_dependent_choose(jni_explicit *f);
void jni_dependent_load_memory(jni_explicit *f);
// ---- functions of the method, variant `independent`
void jni_independent_load(jni_explicit *f, const double *positions);
jn_status jni_independent_position(jni_explicit *f, double tolerance);
jn_status jni_independent_velocity(jni_explicit *f, const double *speeds, double tolerance);
void jni_independent_position_rate(jni_explicit *f, const double *w, double *rate);
void jni_independent_speed_rate(jni_explicit *f, const double *vdot, double *rate);
void jni_independent_store(jni_explicit *f, double *positions, double *speeds);
jn_status jni_independent_choose(jni_explicit *f);
// Returns whether t is strictly between the two accepted points of the history.
bool jni_independent_within(const jni_dependent *d, double t);

// Computes the error amplification of each component of y, for jni_ode.amplification; 1 for all if G_d cannot be
// factored. self: the formulation.
void jni_independent_amplification(void *self, double *amplification);

// Sets the absolute tolerances of the chosen independent coordinates and speeds in d->frame.absolute.
void jni_independent_tolerances(jni_dependent *d);

// Solves phi = 0 for the dependent components by Newton iterations G_d e_d = -phi, e_i = 0. `move_q` applies
// d->increment to work->q and returns whether it succeeded. The position stage and a factor of G_d at the solution are
// up to date afterwards; with d->solves_all the factor may be that of an earlier iterate. Returns JN_NO_CONVERGENCE,
// JN_NOT_FINITE or JN_SINGULAR on failure.
jn_status jni_dependent_solve_position(jni_dependent *d, double tolerance, bool (*move_q)(jni_dependent *d));
// Factors G_d at the present configuration and sets d->uses_orthogonal: whether this evaluation uses the M-orthogonal
// corrections instead of the analysis. Returns the status of the factorisation.
jn_status jni_dependent_select_correction(jni_dependent *d);
// Corrects work->q M-orthogonally (constraint_correction.h) and factors G_d there. Returns the status.
jn_status jni_dependent_project_position(jni_dependent *d, double tolerance);
// Corrects work->v M-orthogonally (constraint_correction.h). Returns the status.
jn_status jni_dependent_project_velocity(jni_dependent *d, double tolerance);
// Corrects the dependent speeds of work->v so that G v = nu, with the independent ones unchanged. Near a singular
// configuration, leaves a v within the tolerance unchanged. tolerance: as in jni_control_velocity. Returns the status
// of a factorisation.
jn_status jni_dependent_solve_velocity(jni_dependent *d, double tolerance);
// Returns whether the configuration at which G_d was factored last is far from singular.
bool jni_dependent_is_regular(const jni_dependent *d);
// Checks whether the partition has become badly conditioned, and sets base.stale if so and if G itself does not lose
// rank, so that the run restarts with a new one. Needs the velocities of the analysis.
void jni_dependent_check_choice(jni_dependent *d);
// Factors G_d at the present configuration, unless this was done in this evaluation. Returns the status of the
// factorisation.
jn_status jni_dependent_factor(jni_dependent *d);
// Computes d->B, the null space of G (nv rows, row-major), with the factor of G_d. Returns its number of columns:
// nfree, and one more for each rank that G loses, at most d->width.
int jni_dependent_calc_null_space(jni_dependent *d);

#endif
