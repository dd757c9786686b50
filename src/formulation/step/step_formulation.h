// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step_formulation.h - the frame of every formulation that makes its step itself: the index-3 family. An integrator
// with a rule (structural_rules.c) calls it.
//
//   y = (q, v, z, a, A, zdot, lambda, vdot, fits)     a: acceleration, A: that of the rule, fits: 1 when a, A,
//                                                     zdot and lambda belong to the rest; vdot: of index 1,
//                                                     where velocities are left off the rows (step_reaction.c); else a
//
// One step from t to t + h finds the increment d of the configuration, q_{n+1} = q_n (+) d, by Newton's method:
//
//   predict     d from the rule with A_{n+1} = A_n; z by its rate; lambda as it was
//   follow      v, A and a from d                                      [method; NULL: by the rule, see below]
//   stages      position, velocity and force at t + h in base.work
//   matrix      of [W G'; G -D], once a step, again when convergence is slow; then increments are mixed too
//               (step_anderson.c), but with variant `plain-newton`, which makes the matrix anew each time; variant
//               `exact-newton` makes W anew in every iteration, by differences of the residual
//                                                                     [method; NULL: jni_step_fill]
//               (C and K, which take most of the time, serve several steps as long as these converge as they did)
//   residual    r (nv, force times k) and rows (nc)                    [method; NULL: k (M a - f + G' lambda), and phi]
//   solve       [W G'; G -D] [delta; mu] = -[r; rows]
//   update      q <- q (+) delta, d <- d (+) delta, lambda += mu / k        (penalty alone: lambda is not kept)
//   ... until delta is small, then the position stage at what has come out
//   finish      projections; a and A as the next step shall find them  [method; NULL: nothing]
//   the velocity and force stages
//
// k is what forces are multiplied with, beta h^2 by the rule: then W = m M + gamma h C + beta h^2 K with
// m = (1 - alpha_m) / (1 - alpha_f), C = -df/dv, K = -df/dq, and D_i = 1 / (k alpha_i). Eliminating mu = k alpha
// (rows + G delta) gives the step that is printed, (W + k alpha G'G) delta = -k (M a - f + G'(lambda + alpha phi)),
// with lambda += alpha phi after it, phi as the step expects it. In W no geometric term stands; in joint coordinates C
// and K hold the inertia forces too, and W is not symmetric (step_joint_coordinates.c). Rows of velocities
// (nonholonomic ones) are (beta h / gamma) (G v - nu), so that G delta is what they change by.
//
// What a method finds: base.work at the end of the step with all stages done (t + h, q, v, z, s); f->h, f->t (the
// begin), f->rule, f->k; the begin of the step in q0, v0, z0, a0, A0, zdot0 (constant); d, a, A, zdot, lambda (the end,
// under way). What it may write: in `follow` work->v, a and A; in `residual` its outputs; in `finish` all of the end.
// Nothing may allocate. Places of the matrix: node b < nbodies is the block b of the pattern (body b + 1), node
// nbodies + g its group of rows g; unknowns in the order (speeds, rows).
// Of the coordinates only kind->step and the pattern are used: in natural coordinates d = q_{n+1} - q_n.
#ifndef JNI_STEP_FORMULATION_H
#define JNI_STEP_FORMULATION_H

#include "formulation/control/constraint_correction.h"
#include "formulation/formulation.h"
#include "linalg/blocks/blocks.h"
#include "system/derivative/force_blocks.h"

typedef struct jni_step jni_step;
typedef struct jni_step_matrix jni_step_matrix;
typedef struct jni_step_mix jni_step_mix;
typedef struct jni_step_states jni_step_states;

// An iterate that differences are made from, and one of them.
typedef struct {
  double *q, *d, *x;       // nq, nv, nv + nc
  double *delta, *column;  // nv
} jni_step_iterate;

typedef struct {
  // the matrix, but in joint coordinates and where forces read bodies: K and C are then symmetrised, and of G one copy
  // stands in it
  bool symmetric;
  bool multipliers;  // lambda is iterated; false: lambda = alpha phi is what the rows push with
  double tolerance;  // of the increment, where the user gives none; 0: the usual one
  // how much of the rows' end counts in the force: 1, where it carries alpha times the mean over the step 1/2
  double row_share;
  // Sets f->k, f->mass_part, f->damping_part and f->stiffness_part: W = mass_part M + damping_part C + stiffness_part
  // K. NULL: by the rule.
  void (*begin)(jni_step *f);
  // Sets work->v, f->a and f->A from f->d. NULL: by the rule.
  void (*follow)(jni_step *f);
  // The stages at the end that r of `residual` depends on. NULL: all of them.
  void (*stage)(jni_step *f);
  // After all stages: r (nv) = k times what M a - f + G' lambda is by the method, rows (nc). NULL: as said above.
  jn_status (*residual)(jni_step *f, double *r, double *rows);
  // After all stages: fills f->matrix (cleared before), which the frame then factors. NULL: jni_step_fill(f, work->G,
  // work->G).
  void (*matrix)(jni_step *f);
  // After convergence, with the position stage done at the end (where the method has a residual of its own, all
  // stages): projections. The frame does the other stages after it. NULL: nothing.
  jn_status (*finish)(jni_step *f);
  // Work of forces without a potential and of drivers over the step that has converged. NULL: by the rule, from their
  // power.
  double (*work)(jni_step *f);
} jni_step_method;

// First member of every formulation of the family.
struct jni_step {
  jni_formulation base;
  const jni_step_method *method;
  jni_stepper stepper;
  // the factor of [M G'; G 0]: accelerations at a start and at states that no step has made, and least_pivot
  jni_control control;
  int at_v, at_z, at_a, at_A, at_zdot, at_lambda, at_vdot, at_fits;  // parts of y
  // the step under way
  const jni_rule *rule;
  double t, h;  // begin and length
  double k, mass_part, damping_part, stiffness_part;
  double z_part;                                 // z_{n+1} = z_n + h ((1 - z_part) zdot_n + z_part zdot_{n+1})
  const double *q0, *v0, *z0, *a0, *A0, *zdot0;  // in y
  double *d, *a, *A, *zdot, *lambda;             // nv, nv, nv, nz, nc
  double *rates, *z_change, *z_end;              // nz: d zdot_i / d z_i; the change of z under way; scratch
  // nz: what a change of z_i is compared with, as an increment of the motion with the size of the bodies
  double *z_size;
  jni_step_states *states;
  // [W G'; G -D]
  jni_step_matrix *matrix;
  jni_step_mix *mix;  // its increments so far
  bool plain;         // variant `plain-newton`: increments are not mixed, a slow one has the matrix made anew
  bool exact;         // variant `exact-newton`: the same with W by differences of the residual in every iteration
  jni_step_iterate iterate;      // room for `exact-newton`
  bool slow;                     // the last step took more than one matrix
  bool looks;                    // at the pivots of [M G'; G 0] after the next step
  bool lost;                     // a step failed after a singular configuration that may have been left on any branch
  bool forces_hold;              // C and K, and `rates`, as they were taken last are good enough still
  int forces_age, forces_count;  // steps since; updates that the first of them took
  double *D;                     // nc
  // nc: false for rows of velocities that others imply: these hold no rows of position at the level of velocities, so
  // that a step could not fulfil all of them. Rows of position all count, redundant ones too.
  bool *active;
  double penalty;        // alpha given by the user; NaN: from the masses
  double whole_step;     // where rows are springs, the step these are made for; NaN: the one under way
  double *inverse_mass;  // nv: 1 / M_jj; of what has no mass a part of the mean of the others
  double *floor;         // nv: added to W where a speed has no mass
  bool has_floor;        // one has none
  double *x;             // nv + nc: right side and solution
  // nv: 1 over the size of an increment of 1 of the motion (lengths: the size of the bodies; angles: 1)
  double *weight;
  double tolerance;           // of the increment, weighted
  double relative_tolerance;  // the same as part of the first increment of the step, where that is more
  double rounding;            // what rounding leaves of an increment, weighted: taken at the begin of a step
  // whose factor the last projection was made with, and m of its P = m M + ...; NULL: none yet
  const jni_step_matrix *projector;
  double projector_mass_part;
  double projection_work;  // of moving rows by the impulses of the projection, with the mass as its metric
  double *scratch, *rows;  // nv, nc: free for methods in `finish`
  // nv, nc: what drives the slope of v and the power of drivers at the end of the last step (step_reaction.c)
  double *vdot, *reaction;
  // the end of the last step
  double *end;     // its state block
  double *inputs;  // nu: those held then, NaN for others
  bool has_end;
  long stamp;        // of the work then, all stages done
  double *absolute;  // ode.n
};

// Makes the frame with the kind's method: NULL with a fault in the report. size: of the whole formulation, jni_step
// first. The method's own parts are added to its pool by its create, which may still fail:
// `return jni_object_free(f)`.
void *jni_step_new(const jni_formulation_kind *kind, size_t size, const jn_system *system, const jn_choices *choices,
                   const bool *active, jn_report *report);
// A method without parts of its own.
jni_formulation *jni_step_plain(const jni_formulation_kind *kind, const jn_system *system, const jn_choices *choices,
                                const bool *active, jn_report *report);

// ---- one step (step_newton.c) -----------------------------------------------------------------------------------
void jni_step_begin(jni_step *f, const jni_rule *rule, double t, double h, const double *y);
void jni_step_predict(jni_step *f);
jn_status jni_step_converge(jni_step *f);
// f->zdot at the stages, with the work of drivers by lambda
void jni_step_take_z_rates(jni_step *f, const double *lambda);
double jni_step_z(const jni_step *f, int i);      // z_i at the end with f->zdot there
double jni_step_row_rounding(const jni_step *f);  // what rows that hold may be off by

// ---- its increment (step_increment.c) ----------------------------------------------------------------------------
void jni_step_turn_twists(const jn_system *system, double sign, double *d);
void jni_step_lengthen(const jn_system *system, const double *delta, double *d);  // d <- d (+) delta

// ---- what a run sees of its end (step_reaction.c) -----------------------------------------------------------------
bool jni_step_reacts(const jni_step *f);  // vdot and reaction are those of index 1 in every step; else the step's own
void jni_step_react(jni_step *f);         // sets them; all stages are done, jni_control_begin after that of position
void jni_step_note_end(jni_step *f);
jn_status jni_step_acceleration(jni_formulation *f, const double *state, double *vdot, double *lambda);
bool jni_step_own_acceleration(jni_formulation *f, const double *state, double *vdot);

// ---- the matrix (step_matrix.c) ---------------------------------------------------------------------------------
// On the family's pattern: bodies, groups of rows, pairs of bodies that a force connects. NULL: no memory.
jni_step_matrix *jni_step_matrix_new(jni_step *f, bool symmetric);
void jni_step_clear(jni_step_matrix *matrix);
// Parts of it: M times a factor, with the floor of bodies without mass; damping C + stiffness K at the current stages;
// G, G' and -D, where G and `transposed`, whose transpose stands right, are values on the pattern (the same unless the
// matrix is unsymmetric).
void jni_step_add_mass(jni_step *f, jni_step_matrix *matrix, double factor);
void jni_step_add_forces(jni_step *f, jni_step_matrix *matrix, double damping, double stiffness);
void jni_step_add_rows(jni_step *f, jni_step_matrix *matrix, const double *G, const double *transposed);
// D from work->G, the masses and f->k, or from the user's alpha.
void jni_step_set_D(jni_step *f);
// All of f->matrix: cleared, D, M, C and K by the step's parts, rows.
void jni_step_fill_usual(jni_step *f, const double *G, const double *transposed);
// The same; with variant `exact-newton` W as jni_step_take_column has stored it.
void jni_step_fill(jni_step *f, const double *G, const double *transposed);
// Columns of W of blocks with the same colour, 0 to ncolours - 1, have no row in common.
//                                                                                           [Curtis, Powell, Reid 1974]
int jni_step_colours(const jni_step_matrix *matrix, const int **colour);
// Stores a column of W, dr / d(speed), for the next jni_step_fill; `column` may have others of this colour in it.
void jni_step_take_column(jni_step *f, int speed, const double *column);
bool jni_step_factor(jni_step *f, jni_step_matrix *matrix);     // counted; false: singular
void jni_step_solve(const jni_step_matrix *matrix, double *x);  // in place, (speeds, rows)

// ---- joint coordinates (step_joint_coordinates.c)
// ---------------------------------------------------------------------------- Adds to damping C + stiffness K, dense
// blocks of the parts of the tree at forces + at[part], how inertia forces vary and how d varies otherwise than by the
// increment. At the current stages.
void jni_step_add_inertia(jni_step *f, double damping, double stiffness, double *forces, const int *at);

// ---- auxiliary states (step_states.c) ---------------------------------------------------------------------------
jni_step_states *jni_step_states_new(jni_step *f);           // NULL: no memory
bool jni_step_states_couple(const jni_step_states *states);  // one of the model is moved by bodies and acts on some
// Bodies a that states act on and b that move these; false: add failed.
bool jni_step_state_pairs(const jni_step_states *states, bool (*add)(void *context, int a, int b), void *context);
// Takes how they and the forces vary at the current stages, f->rates too, and adds to damping C + stiffness K what they
// do within the step.
void jni_step_add_states(jni_step *f, double damping, double stiffness, jni_force_matrix_add *add, void *context);
// Adds to the changes of z what the increment brings.
void jni_step_follow_states(const jni_step *f, const double *delta, double *change);

// ---- increments mixed (step_anderson.c)
// ------------------------------------------------------------------------------
jni_step_mix *jni_step_mix_new(jni_step *f);  // NULL: no memory
void jni_step_mix_clear(jni_step_mix *mix);   // with every new matrix
// x: the increment (speeds, rows) that the matrix gives, in place; use: made better by the ones before.
void jni_step_mix_in(jni_step_mix *mix, bool use, double *x);

// ---- projections (step_project.c), for `finish` ----------------------------------------------------------------
// v and then a (and A with it) onto G v = nu, G a = gamma by (3) and (4), with a factor of [P G'; G -D], P = mass_part
// M but for C and K: solves
// until the rows are down to rounding or to the tolerance, at most `most` times each (two with a floor). After the
// position stage; the velocity stage is done after it.
//                                                                                                     [dopico (3), (4)]
jn_status jni_step_project(jni_step *f, const jni_step_matrix *factor, double mass_part, int most);
// The same with P = M: makes the factor in `matrix` first.
jn_status jni_step_project_by_mass(jni_step *f, jni_step_matrix *matrix, int most);

#endif
