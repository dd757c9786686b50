// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step_formulation.h - common part of all formulations that compute their steps themselves: the index-3 family. An
// integrator with a rule (structural_rules.c) calls it.
//
//   y = (q, v, z, a, A, zdot, lambda, vdot, valid)    a: acceleration, A: that of the rule, valid: 1 if a, A, zdot and
//                                                     lambda belong to (q, v, z); vdot: acceleration of the index-1
//                                                     form if velocities drift (step_reaction.c), otherwise a
//
// One step from t to t + h finds the increment d of the configuration, q_{n+1} = q_n (+) d, by Newton's method:
//
//   predict     d from the rule with A_{n+1} = A_n; z by its rate; lambda of the last step
//   follow      v, A and a from d                                      [method; NULL: by the rule, see below]
//   stages      position, velocity and force at t + h in base.work
//   matrix      [W G'; G -D], once a step, and again if convergence is slow; increments are then also mixed
//               (step_anderson.c). Variant `plain-newton` renews the matrix each time instead; variant
//               `exact-newton` computes W in every iteration, by differences of the residual
//                                                                     [method; NULL: jni_step_fill]
//               (C and K take most of the time and are used for several steps while convergence does not slow down)
//   residual    r (nv, force times k) and rows (nc)                    [method; NULL: k (M a - f + G' lambda), and phi]
//   solve       [W G'; G -D] [delta; mu] = -[r; rows]
//   update      q <- q (+) delta, d <- d (+) delta, lambda += mu / k        (penalty alone: lambda is not kept)
//   ... until delta is small, then the position stage at the result
//   finish      projections; a and A for the next step                 [method; NULL: nothing]
//   velocity and force stages
//
// Forces are multiplied by k = beta h^2: then W = m M + gamma h C + beta h^2 K with m = (1 - alpha_m) / (1 - alpha_f),
// C = -df/dv, K = -df/dq, and D_i = 1 / (k alpha_i). Eliminating mu = k alpha (rows + G delta) gives the published
// step, (W + k alpha G'G) delta = -k (M a - f + G'(lambda + alpha phi)), followed by lambda += alpha phi, phi being the
// predicted one. W contains no geometric term of the constraints. In joint coordinates C and K also contain the inertia
// forces, and W is not symmetric (step_joint_coordinates.c). Velocity (nonholonomic) constraints are
// (beta h / gamma) (G v - nu), so that G delta is their change.
//
// Input of a method: base.work at the end of the step with all stages done (t + h, q, v, z, s); f->h, f->t (begin of
// the step), f->rule, f->k; the begin of the step in q0, v0, z0, a0, A0, zdot0 (constant); d, a, A, zdot, lambda
// (current iterate of the end). It may write: in `follow` work->v, a and A; in `residual` its outputs; in `finish`
// everything at the end. Nothing may allocate. Nodes of the matrix: node b < nbodies is block b of the pattern (body b
// + 1), node nbodies + g is group g of constraints; unknowns are ordered (speeds, constraints). Of the coordinates only
// kind->step and the pattern are used: in natural coordinates d = q_{n+1} - q_n.
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

// Workspace of `exact-newton`: the iterate, and a perturbed iterate for difference quotients of the residual.
typedef struct {
  double *q, *d, *x;       // nq, nv, nv + nc
  double *delta, *column;  // nv
} jni_step_iterate;

typedef struct {
  // The matrix of this method is symmetric, except in joint coordinates, in `exact-newton`, if forces depend on bodies
  // that they do not act on, and if states of the model couple bodies. K and C are then symmetrised, and G is stored
  // once.
  bool symmetric;
  bool multipliers;  // lambda is iterated; false: the constraint forces are alpha phi
  double tolerance;  // default tolerance of the increment; 0: that of the family
  // Weight of phi at the end of the step in the penalty force: 1, or 1/2 if alpha multiplies the mean over the step.
  double end_weight;
  // Begins a step: sets f->k, f->mass_part, f->damping_part and f->stiffness_part, with W = mass_part M + damping_part
  // C + stiffness_part K. NULL: they follow from the rule.
  void (*begin)(jni_step *f);
  // Computes work->v, f->a and f->A from the increment f->d. NULL: by the rule.
  void (*follow)(jni_step *f);
  // Evaluates those stages at the end of the step on which r of `residual` depends. NULL: all stages are evaluated.
  void (*stage)(jni_step *f);
  // Computes r (nv) = k times the method's M a - f + G' lambda, and the constraint residuals, rows (nc). All stages are
  // up to date. Returns the status. NULL: as described above.
  jn_status (*residual)(jni_step *f, double *r, double *rows);
  // Fills f->matrix, which has been cleared. All stages are up to date. NULL: jni_step_fill(f, work->G, work->G).
  void (*matrix)(jni_step *f);
  // Projects velocities and accelerations after convergence, and returns the status. The position stage (for a method
  // with its own residual: every stage) is up to date at the end of the step; the frame evaluates the other stages
  // afterwards. NULL: no projection.
  jn_status (*finish)(jni_step *f);
  // Returns the work of forces without potential and of drivers over the converged step, J. NULL: the frame integrates
  // their power by the rule.
  double (*work)(jni_step *f);
} jni_step_method;

// Formulation that computes its steps itself; the first member of the struct of every formulation of this family.
struct jni_step {
  jni_formulation base;
  const jni_step_method *method;
  jni_stepper stepper;
  // Factor of [M G'; G 0], used for accelerations at starts and between steps, and for least_pivot.
  jni_control control;
  int at_v, at_z, at_a, at_A, at_zdot, at_lambda, at_vdot, at_valid;  // parts of y
  // Data of the current step:
  const jni_rule *rule;
  double t, h;  // begin and length, s
  double k, mass_part, damping_part, stiffness_part;
  double z_part;                                 // z_{n+1} = z_n + h ((1 - z_part) zdot_n + z_part zdot_{n+1})
  const double *q0, *v0, *z0, *a0, *A0, *zdot0;  // values at the begin of the step; pointers into y
  double *d, *a, *A, *zdot, *lambda;             // nv, nv, nv, nz, nc
  double *rates, *z_change, *z_end;              // nz: d zdot_i / d z_i of force elements; last change of z; workspace
  // nz: size with which a change of z_i is compared, to judge convergence
  double *z_size;
  jni_step_states *states;
  // Matrix [W G'; G -D] of the Newton iteration.
  jni_step_matrix *matrix;
  jni_step_mix *mix;         // Anderson mixing
  bool plain;                // variant `plain-newton`: increments are not mixed, slow convergence renews the matrix
  bool exact;                // variant `exact-newton`: as plain-newton, with W by differences in every iteration
  jni_step_iterate iterate;  // workspace of `exact-newton`
  bool slow;                 // in the last step that converged, some increment exceeded 0.3 of the one before
  bool checks_pivots;        // the pivots of [M G'; G 0] are to be checked after the next step
  bool branch_lost;          // a step failed after a singular configuration that may have been left on any branch
  bool forces_valid;         // C, K and `rates`, computed in an earlier step, are used in this step as well
  // number of steps since C and K were computed; number of updates that the first of these steps needed
  int forces_age, forces_count;
  double *D;  // nc
  // active (nc): the constraint is in use. False for redundant velocity constraints, because they do not enforce
  // position constraints at velocity level, and no step could satisfy them exactly. Position constraints are all in
  // use, redundant ones too.
  bool *active;
  double penalty;        // alpha chosen by the user; NaN: from the masses
  double whole_step;     // penalty springs: the step size that they are designed for, s; NaN: the current step
  double *inverse_mass;  // nv: 1 / M_jj; for massless speeds from a part of the mean of the others
  double *floor;         // nv: mass added to W for massless speeds
  bool has_floor;        // some speed is massless
  double *x;             // nv + nc: right side and solution
  // nv: 1 / size of an increment, where the size is that of the bodies for lengths and 1 for angles
  double *weight;
  double tolerance;           // convergence tolerance of the weighted increment
  double relative_tolerance;  // the same, relative to the first increment of the step
  double rounding;            // rounding error of the weighted increment, computed at the begin of the step
  // Matrix whose factor the last projection has used, and the factor m in its P = m M + ...; NULL: there was no
  // projection.
  const jni_step_matrix *projector;
  double projector_mass_part;
  double projection_work;  // work of drivers in the projection with P = M, J
  double *scratch, *rows;  // nv: workspace; nc: residuals of the constraints at the last evaluation
  // nv, nc: acceleration and multipliers at the end of the last step, of the index-1 form or of the step
  // (jni_step_calc_reaction), for the slope of v and the power of drivers
  double *vdot, *reaction;
  // Data of the end of the last step:
  double *end;     // state block
  double *inputs;  // nu: held inputs, NaN if not held
  bool has_end;
  long stamp;        // stamp of the work when all stages of this state were evaluated
  double *absolute;  // ode.n: absolute tolerances
};

// Creates a formulation with the method of the kind. size: bytes of its struct, which begins with jni_step. Returns
// NULL and reports a fault on failure. The caller, `create` of the kind, adds its own memory to the pool; if that fails
// it returns jni_object_free(f).
void *jni_step_new(const jni_formulation_kind *kind, size_t size, const jn_system *system, const jn_choices *choices,
                   const bool *active, jn_report *report);
// Creates a formulation whose method has no data of its own. Returns NULL and reports a fault on failure.
jni_formulation *jni_step_plain(const jni_formulation_kind *kind, const jn_system *system, const jn_choices *choices,
                                const bool *active, jn_report *report);

// ---- one step (step_newton.c) -----------------------------------------------------------------------------------
// Sets the data of a step of length h from t, whose begin is y; f->lambda is that of the last step.
void jni_step_begin(jni_step *f, const jni_rule *rule, double t, double h, const double *y);
// Sets f->d, q, v and z of the work, f->a and f->A to the prediction for the end of the step.
void jni_step_predict(jni_step *f);
// Iterates from the prediction until the increment and the constraints converge; the position stage at the result is
// then up to date. Returns JN_NO_CONVERGENCE, JN_NOT_FINITE or JN_SINGULAR on failure.
jn_status jni_step_converge(jni_step *f);
// Sets f->zdot to the rates of z from the stages, including the power of drivers that follows from lambda.
void jni_step_set_z_rates(jni_step *f, const double *lambda);
double jni_step_z(const jni_step *f, int i);      // returns z_i at the end of the step, from f->zdot
double jni_step_row_rounding(const jni_step *f);  // returns the admissible violation of constraints that hold

// ---- increment of the step (step_increment.c) --------------------------------------------------------------------
// Transforms the translations of twists in d to axes at the middle of the step (sign 1) or back (sign -1).
void jni_step_turn_twists(const jn_system *system, double sign, double *d);
void jni_step_add_increment(const jn_system *system, const double *delta, double *d);  // d <- d (+) delta

// ---- accelerations and reactions for the run (step_reaction.c) ----------------------------------------------------
// Returns whether vdot and reaction are solved from the index-1 form in every step; otherwise they are those of the
// step.
bool jni_step_solves_index1(const jni_step *f);
// Computes f->vdot and f->reaction, acceleration and multipliers at the end of a step: of the index-1 form if
// jni_step_solves_index1 and if its matrix is regular, otherwise f->a and f->lambda, which are refined after a
// projection if drivers do work. All stages must be up to date, and jni_control_begin must have been called at the
// position stage.
void jni_step_calc_reaction(jni_step *f);
// Stores the state at the end of the step, with the held inputs, so that later requests at this state can be
// recognised.
void jni_step_store_end(jni_step *f);
// Computes vdot and lambda (NULL: not needed) of the index-1 form at a state block; at the end of the last step, those
// of the step are used if they were solved from it or if its matrix is singular.
jn_status jni_step_acceleration(jni_formulation *f, const double *state, double *vdot, double *lambda);
// Copies f->a to vdot and completes the stages if `state` is the end of the last step; otherwise returns false.
bool jni_step_own_acceleration(jni_formulation *f, const double *state, double *vdot);

// ---- the matrix (step_matrix.c) ---------------------------------------------------------------------------------
// Creates a matrix on the family's pattern: bodies, groups of constraints, pairs of bodies that a force connects.
// Returns NULL without memory.
jni_step_matrix *jni_step_matrix_new(jni_step *f, bool symmetric);
void jni_step_clear(jni_step_matrix *matrix);
// Adds M times a factor to the matrix, with the floor of massless speeds.
void jni_step_add_mass(jni_step *f, jni_step_matrix *matrix, double factor);
// Adds damping C + stiffness K to the matrix: as stored by an earlier call if f->forces_valid and both factors are the
// same, otherwise computed at the current stages.
void jni_step_add_forces(jni_step *f, jni_step_matrix *matrix, double damping, double stiffness);
// Adds G, G' and -D to the matrix. G and `transposed`, the matrix in place of G', are values on the pattern; they are
// the same unless the matrix is unsymmetric.
void jni_step_add_rows(jni_step *f, jni_step_matrix *matrix, const double *G, const double *transposed);
// Computes f->D, 1 / (k alpha) of each constraint, from work->G, the masses and f->k, or from the alpha chosen by the
// user.
void jni_step_set_D(jni_step *f);
// Fills f->matrix: clears it, sets D, and adds M, C, K and the constraints. G, transposed: as in jni_step_add_rows.
void jni_step_fill_usual(jni_step *f, const double *G, const double *transposed);
// Fills f->matrix as jni_step_fill_usual; but in variant `exact-newton`, W is the one stored by jni_step_store_column.
void jni_step_fill(jni_step *f, const double *G, const double *transposed);
// Sets *colour to the colour of each block and returns the number of colours. Columns of W whose blocks have the same
// colour have no nonzero row in common, so that they can be computed by one difference quotient.
//                                                                           [Curtis, Powell, Reid 1974]
int jni_step_colours(const jni_step_matrix *matrix, const int **colour);
// Stores one column of W, dr / d(speed), for the next jni_step_fill. `column` (nv) may be the sum of several columns of
// one colour; only the rows that belong to this column are taken. Overwrites the stored C and K (f->forces_valid
// becomes false).
void jni_step_store_column(jni_step *f, int speed, const double *column);
bool jni_step_factor(jni_step *f, jni_step_matrix *matrix);     // returns false if singular
void jni_step_solve(const jni_step_matrix *matrix, double *x);  // in place, (speeds, constraints)

// Adds the derivatives of the inertia forces, and those of d with respect to the increment, to `forces`, which holds
// damping C + stiffness K at the current stages. forces + at[component]: dense block of a component of the tree.
void jni_step_add_inertia(jni_step *f, double damping, double stiffness, double *forces, const int *at);

// ---- auxiliary states (step_states.c) ---------------------------------------------------------------------------
jni_step_states *jni_step_states_new(jni_step *f);  // NULL: no memory
// Returns whether some state of the model both depends on bodies and acts on bodies.
bool jni_step_states_couple(const jni_step_states *states);
// Calls add(context, a, b) for each body a that a state acts on and each body b that moves this state. Returns false as
// soon as one call returns false.
bool jni_step_state_pairs(const jni_step_states *states, bool (*add)(void *context, int a, int b), void *context);
// Computes the derivatives of states and forces at the current stages, and f->rates. Passes the effect of states within
// the step, as part of damping C + stiffness K, to `add` with its context.
void jni_step_add_states(jni_step *f, double damping, double stiffness, jni_force_matrix_add *add, void *context);
// Completes `change`, the changes of z in a Newton iteration: replaces those of model states by A^-1 change, group by
// group (step_model_states.c), and adds the changes that the increment delta of the configuration causes.
void jni_step_follow_states(const jni_step *f, const double *delta, double *change);

// ---- Anderson mixing of increments (step_anderson.c) --------------------------------------------------------------
jni_step_mix *jni_step_mix_new(jni_step *f);  // NULL: no memory
void jni_step_mix_clear(jni_step_mix *mix);   // discards the history, after every new matrix
// Records x, the increment (speeds, constraints) that the matrix gives. use true: replaces x by the mixed increment.
void jni_step_mix_in(jni_step_mix *mix, bool use, double *x);

// ---- projections (step_project.c), for `finish` ----------------------------------------------------------------
// Projects v and then a (and A with it) onto G v = nu, G a = gamma by (3) and (4), with a factor of [P G'; G -D], P =
// mass_part M + parts of C and K. Repeats each solve until the violation is down to rounding or to the tolerance, at
// most `most` times (at least twice with a floor). Adds the multipliers of (4) over mass_part to f->lambda. To be
// called after the position stage; leaves the velocity stage done. Without constraints does only that. Returns
// JN_NOT_FINITE or JN_OK.
//                                                                                                     [dopico (3), (4)]
jn_status jni_step_project(jni_step *f, const jni_step_matrix *factor, double mass_part, int most);
// Projects with P = M: fills and factors `matrix`, then calls jni_step_project. most: largest number of solves. Returns
// JN_SINGULAR if the matrix is singular, otherwise the status of the projection.
jn_status jni_step_project_by_mass(jni_step *f, jni_step_matrix *matrix, int most);

#endif
