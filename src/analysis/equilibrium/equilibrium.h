// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium.h - the balance of forces along the constraints at one configuration, and the methods that move towards
// r = 0.
//
// A start at equilibrium passes these stages, a search for an equilibrium those marked *:
//   static_rows.c               lists the kept values that are held
//   equilibrium_first_events.c  applies the events and samples of the first instant
//   equilibrium.c *             tries Newton's method (equilibrium_newton.c) and descent (equilibrium_descent.c), first
//                               without friction, then with friction (equilibrium_friction.c)
//   held_rows.c                 moves to the equilibrium with the held values, under forces that hold them
//   equilibrium_neutral.c *     moves back along neutral directions
//   equilibrium_stability.c *   counts stable, neutral and unstable directions
//   static_report.c             checks the kept values and reports guesses and forces
//   start.c                     computes the start velocities; repeats the search if subsystems depend on them
//
// In cartesian coordinates T = S = diag(typical length for translations, 1 for rotations); in joint coordinates T =
// C^-T (equilibrium_metric.c), so that increments count by how far they move the bodies. Every increment is d = T Z y,
// where Z spans the null space of G T (G of all constraint equations, nonholonomic ones included) and is orthonormal.
// At rest
//   T' f = T' G' lambda + Z r,   r = Z' T' f         unbalanced forces along the constraints, N m
//   H = Z' T' (d(G' lambda)/dq - df/dq) T Z          stiffness along the constraints; r changes by -H y
// Auxiliary states in use contribute their rates to r and unknowns to y; differences give their part of the tangent
// A = [H -B; -C -D].
//
// There are two implementations (jni_balance_kind). The dense one decomposes Z, A and H. It supports all coordinates,
// all forces, auxiliary states, and a stiffness that is not symmetric or known only from differences. The sparse one
// factors the stiffness of all bodies; its cost is proportional to their number. It supports joint coordinates, forces
// with a potential and exact derivatives, and no auxiliary states. Its y are increments of the joint coordinates: Z =
// 1.
#ifndef JNI_EQUILIBRIUM_H
#define JNI_EQUILIBRIUM_H

#include "analysis/assembly/closure.h"
#include "analysis/equilibrium/static_rows.h"
#include "jounce/equilibrium.h"
#include "system/system.h"

// Speeds in cartesian coordinates above which the search uses joint coordinates if the sparse implementation supports
// them; above which it uses them always.
enum { JNI_SMALL = 60, JNI_MOST_DENSE = 300 };

#define JNI_BALANCED 1e-10           // relative residual of an equilibrium
#define JNI_NEGLIGIBLE 1e-4          // part of the load below which a force that holds a kept value is not reported
#define JNI_BALANCE_DIFFERENCE 1e-6  // step of differences with respect to the unknowns

typedef struct jni_balance jni_balance;
typedef struct jni_sparse_balance jni_sparse_balance;
typedef struct jni_held jni_held;

// An implementation of the balance. In each group below, the first function prepares what the others need.
typedef struct {
  bool (*supports)(const jn_system *system);
  int most_speeds;
  bool (*make)(jni_balance *b);  // allocates its own data; false: no memory (free it then too)
  void (*free)(jni_balance *b);

  // after the stages of a state: sets nf, r and residual; returns the largest of |S residual|, negative if not finite
  double (*calc)(jni_balance *b, const double *state);
  double (*merit)(const jni_balance *b);                                // |r|^2 in the metric
  void (*increment)(const jni_balance *b, const double *y, double *d);  // d = T Z y, nv
  void (*tangent)(jni_balance *b, const double *state);                 // sets the stiffness, exact, largest_stiffness
  // makes one accepted step; false: no step was accepted, and the balance is that of `state`
  bool (*newton)(jni_balance *b, double *state, double *radius);
  bool (*multipliers)(jni_balance *b, const double *state, double *lambda);  // of minimum norm; false: no memory

  // steps of descent, after a tangent; prepare returns false if it is not finite
  bool (*prepare)(jni_balance *b);
  bool (*is_stable)(jni_balance *b, double negative);           // true if no stiffness is below -negative
  double (*descend)(jni_balance *b, double radius, double *y);  // step in a trust region; returns its length, < 0: none
  void (*perturb)(jni_balance *b, double length, double *y);    // adds a step along the direction of least stiffness
  double (*predicted_decrease)(jni_balance *b, const double *y);  // of the potential, by the step y, J

  // position equations of cut joints, after begin_closing at a state of joint coordinates (false: not finite)
  bool (*begin_closing)(jni_balance *b, const double *state);
  double (*row_residual)(jni_balance *b, const double *state);  // the largest residual of an equation over its length
  bool (*closing_step)(jni_balance *b, double *d);  // the minimum-norm increment that closes them to first order
  bool (*move_far)(jni_balance *b, const double *d, double *state);  // see jni_balance_move_bodies

  // stability, after a tangent; stiffnesses below `cut` times the largest count as zero
  int (*neutral)(jni_balance *b, double cut);  // number of neutral directions, which are then the last vectors of V
  void (*count)(jni_balance *b, double cut, jn_equilibrium *result);
} jni_balance_kind;

extern const jni_balance_kind jni_balance_kind_dense, jni_balance_kind_sparse;
const jni_balance_kind *jni_balance_kind_of(const jn_system *system);

// Calls of the program's progress function (equilibrium_progress.c).
typedef struct {
  const jn_equilibrium_options *options;  // NULL: there is no progress function
  const char *method;
  double begin, next;  // wall clock at the begin, and of the next call, s
  bool interrupted;
} jni_search_progress;

struct jni_balance {
  const jn_system *system;
  const jni_balance_kind *kind;
  jn_work *work;
  bool no_memory;            // an allocation during the search has failed
  jni_closure closure;       // of `bodies`: position equations only; closes them after steps
  const jn_system *bodies;   // the system in cartesian coordinates
  double *body_state;        // joint coordinates: two states of `bodies`
  jn_work *body_work;        // joint coordinates: a work of `bodies`
  int nv, nc, max_unknowns;  // max_unknowns: nv + nz
  int nb;                    // speeds of all bodies, as the cartesian system numbers them
  double *scale;             // nb: diagonal of S
  double unit;               // weight of the rates of auxiliary states in r: the load at the start, N m
  int *auxiliaries;          // indices in z of the auxiliary states in use
  int nauxiliaries;          // number of auxiliary states in use
  bool *follows, following;  // nz: friction states that follow the motion (equilibrium_friction.c); there are some
  double *follow_rates;      // nz, workspace
  double *follow_state;      // a state, workspace
  double *follow_d;          // nv, workspace

  // set by jni_balance_calc
  int nf;                    // forces in r
  double *lambda;            // nc: multipliers, nonzero for independent equations only
  double *residual;          // nb: f - G' lambda of all joints, on the bodies
  double *r;                 // nf + nauxiliaries
  double largest_load;       // largest force or moment that acts, N m
  double load_floor;         // load by rounding of stiffness and mass (jni_balance_floor), N m
  double load;               // the larger of largest_load and load_floor, N m
  double relative_residual;  // largest of |S residual| over load
  double merit;              // |r|^2

  // set by the tangent
  bool exact;                // the tangent contains no differences
  double largest_stiffness;  // estimate of the largest stiffness, N m
  double *V;                 // max_unknowns x max_unknowns: neutral directions

  // workspace
  double *product;                     // (max_unknowns + 1) x nb
  double *y, *projected;               // max_unknowns
  double *direction, *moved;           // nb
  double *step;                        // nv
  double *closing;                     // a state and nv numbers
  double *trial, *saved_state, *best;  // states; best: with the smallest relative residual so far
  double best_residual;                // relative residual at `best`
  int iterations;
  jni_search_progress progress;
  jni_held *held;                      // rows held by a static start; NULL: none
  const double *start_v;               // nv: velocities for the inputs of subsystems; NULL: zero
  double *start_body_v;                // nb: start_v as velocities of the bodies, used in joint coordinates
  double *subsystem_inputs;            // nsubsystem_values: inputs of subsystems at these velocities
  double *start_state, *start_bodies;  // workspace: a state, and one of `bodies` (joint coordinates)

  jni_sparse_balance *sparse;  // data of the sparse implementation

  // data of the dense implementation
  double *P, *C;                     // joint coordinates, nv x nv: see equilibrium_metric.c
  double *rows, *norm;               // nc x nv: rows of G T at unit length, then R of their decomposition; nc: lengths
  double *Q;                         // nv x nv: basis of the rows and, from `rank` on, Z
  int *pivot, rank;                  // nf = nv - rank
  double *df, *dG;                   // nv x nv: K = d(G' lambda)/dq - df/dq; workspace
  double *A;                         // (nf + nauxiliaries)^2, row-major
  double *row_vectors, *row_values;  // singular vectors and values of the rows
  double *B, *U, *sigma, *scratch;
  double *row_scale, *column_scale;  // max_unknowns: scales of auxiliary states in a step of Newton's method, else 1
};

// Makes a balance. kind NULL: the implementation that suits the system. Returns false if there is no memory (free it
// then too).
bool jni_balance_new(const jn_system *system, const jni_balance_kind *kind, jni_balance *balance);
void jni_balance_free(jni_balance *balance);
bool jni_balance_alloc(jni_balance *balance, double **at, size_t n);  // n zeros; false: no memory
// Evaluates all stages at the position of a state with velocities zero.
void jni_stage_at_rest(const jn_system *system, jn_work *work, const double *state);
// Evaluates the same stages, but subsystems read their inputs at the start velocities.
void jni_balance_stage(jni_balance *balance, const double *state);
// Sets the velocities at which subsystems read their inputs. start_v: the speeds of the system at `state`.
void jni_balance_set_start(jni_balance *balance, const double *start_v, const double *state);
// Computes r and everything that leads to it, at the q, z, t of a state; velocities count as zero.
void jni_balance_calc(jni_balance *balance, const double *state);
static inline int jni_balance_size(const jni_balance *b) { return b->nf + b->nauxiliaries; }
static inline const double *jni_state_z(const jn_system *system, const double *state) {
  return state + 1 + system->sizes.nq + system->sizes.nv;
}
static inline const double *jni_state_s(const jn_system *system, const double *state) {
  return jni_state_z(system, state) + system->sizes.nz;
}
// Shortens y so that no body turns by more than `most`, rad; returns the factor.
double jni_balance_limit(jni_balance *balance, double most, double *y);
// Sets `to` to `from` moved by y, with position equations closed; returns false if they cannot be closed.
bool jni_balance_move(jni_balance *balance, const double *from, const double *y, double *to);
// Moves q so that the position equations hold; returns false if that fails.
bool jni_balance_close(jni_balance *balance, double *state);
// Sets load_floor from stiffness and masses at a state: without gravity and with relaxed springs nothing else gives a
// scale.
void jni_balance_floor(jni_balance *balance, const double *state);

void jni_progress_begin(jni_search_progress *progress, const jn_equilibrium_options *options);
// Calls the progress function, at most every 50 ms. Returns false if the search is interrupted, from then on always.
bool jni_progress_report(jni_balance *balance);

// ---- equilibrium_metric.c ------------------------------------------------------------------------------------------
bool jni_balance_metric(jni_balance *balance);  // computes T at the current position stage; false: there is none
void jni_balance_apply_T(const jni_balance *balance, double *x);             // x = T x
void jni_balance_apply_T_transposed(const jni_balance *balance, double *f);  // f = T' f
// Returns the increments of the bodies (nb) for the increment d of the system's coordinates.
const double *jni_balance_bodies(jni_balance *balance, const double *d);
// Returns the largest rotation of a body by the increment d, rad.
double jni_balance_turn(jni_balance *balance, const double *d);
// Computes the increments of the bodies (d, nb) from one state to another.
void jni_balance_difference(jni_balance *balance, const double *from, const double *to, double *d);
// Returns a work of `bodies` at the position stage of the state.
jn_work *jni_balance_body_work(jni_balance *balance, const double *state);
// Moves the bodies of a system in joint coordinates along a long increment d and closes the joints, so that a chain
// does not curl up as it does if every joint turns by its part. Returns false, with the state unchanged, if d is short
// or the joints do not close.
bool jni_balance_move_bodies(jni_balance *balance, const double *d, double *state);

// ---- equilibrium_auxiliary.c ---------------------------------------------------------------------------------------
// Chooses the auxiliary states in use: those whose rates depend on an unknown. following: states of force elements, and
// states that rest at any value, follow the motion instead.
void jni_balance_choose(jni_balance *balance, const double *state, bool following);
// Chooses all auxiliary states.
void jni_balance_choose_every(jni_balance *balance);
// Solves zdot = 0 for the auxiliary states in use, at the state's own velocities, where that determines them.
void jni_balance_solve_auxiliaries(jni_balance *balance, double *state);
// Integrates the auxiliary states in use until they rest, by implicit steps with the configuration fixed. Returns false
// if there are none, or if it failed.
bool jni_balance_run_auxiliaries(jni_balance *balance, double *state);
double jni_balance_rate_weight(const jni_balance *balance, int i);  // of a rate in r
void jni_balance_add_rates(jni_balance *balance);                   // appends the rates to r
// Evaluates the stages of position, velocity and force at a state, with its own velocities.
void jni_stage_moving(const jn_system *system, jn_work *work, const double *state);

// ---- equilibrium_friction.c, dense implementation only -------------------------------------------------------------
// Lets the states of all force elements follow the motion.
void jni_friction_choose_forces(jni_balance *balance);
// Updates the friction states z of `to` for the motion from `from` to `to`.
void jni_friction_move(jni_balance *balance, const double *from, double *to);
// Adds the stiffness of friction to the tangent A.
void jni_friction_add_tangent(jni_balance *balance, const double *state);
// Removes the states of forces at rest from the auxiliary states in use, at the velocities of a state: deflections that
// hold would fade if they were solved for zdot = 0.
void jni_friction_exclude(jni_balance *balance, const double *state);
// Returns the largest rate of a tyre deflection that follows, m/s: it fades at standstill, but so slowly that a parked
// vehicle holds.
double jni_balance_creep(const jni_balance *balance);

// ---- held_rows.c, dense implementation only ------------------------------------------------------------------------
bool jni_held_new(jni_balance *balance, const jni_static_rows *rows);  // rows outlive it. False: no memory
void jni_held_free(jni_balance *balance);
// Chooses the rows that springs hold during the search: all, except that rows that are held by their rate are held only
// where nothing resists. following: only these and rows that move, since friction (brakes) holds a parked vehicle.
void jni_held_choose(jni_balance *balance, const double *state, bool following);
// Adds all other rows; of rows held by their rate those that nothing resists at the state.
void jni_held_hold_all(jni_balance *balance, const double *state);
// Applies the spring forces of the held rows to the following stages.
void jni_held_apply_springs(jni_balance *balance, const double *state);
// Computes, after the kind's calc, the forces that hold the rows and subtracts them from the residual. Returns the
// largest of |S residual|, negative if not finite.
double jni_held_calc_forces(jni_balance *balance, double most);
// Adds the held rows to the tangent A.
void jni_held_add_tangent(jni_balance *balance, const double *state);
// Moves from an equilibrium to the one with all rows at their values, held by forces. Returns false if there is none.
bool jni_held_solve(jni_balance *balance, double *state);
// Moves a state near that equilibrium back to it, with the same forces. Returns false if they do not balance.
bool jni_held_restore(jni_balance *balance, double *state);
// Returns the force that holds a row of the list, N m; 0: none.
double jni_held_force(const jni_balance *balance, int row);
// Returns the largest force that holds a row which friction might hold instead, N m.
double jni_held_largest(const jni_balance *balance);

// ---- methods: move a state to r = 0; return true if they reach it --------------------------------------------------
bool jni_equilibrium_newton(jni_balance *balance, double *state);
bool jni_equilibrium_energy(jni_balance *balance, double *state);
bool jni_equilibrium_relaxation(jni_balance *balance, double *state);
// Returns the first force without a potential at rest; -1: all have one; -2: auxiliary states take part.
int jni_equilibrium_without_potential(const jni_balance *balance);
#define JNI_NEWTON_TURN 0.5  // largest rotation of a body in a step of Newton's method, rad
// Takes the step y and returns true if it makes |r|^2 smaller than `before`; otherwise restores the balance at `state`.
bool jni_newton_try_step(jni_balance *balance, double *state, double before);

// ---- equilibrium_multipliers.c -------------------------------------------------------------------------------------
// Computes lambda (nc of a cartesian system) of minimum norm with f = G' lambda at a state at rest, each row of G at
// unit length. Returns false if there is no memory.
bool jni_equilibrium_multipliers(const jn_system *system, const double *state, double *lambda);
// Computes the same in joint coordinates: redundant cut joints share their load with the joints of the tree.
bool jni_balance_share_lambda(jni_balance *balance, const double *state, double *lambda);
// Changes multipliers at rest to those of least strain energy where joints are redundant. Returns false without memory.
bool jni_equilibrium_share(const jn_system *system, const double *state, double *lambda);

// ---- stability -----------------------------------------------------------------------------------------------------
// Returns the number of neutral directions at a state, which are then the last vectors of V; 0 also if it is not known.
int jni_equilibrium_neutral(jni_balance *balance, const double *state);
// Sets the counts, of n directions in all, and the stability that follows.
void jni_equilibrium_set_counts(int n, int unstable, int neutral, jn_equilibrium *result);
// Counts directions by the signs of their stiffnesses at a state and names the neutral ones.
void jni_equilibrium_count_stiffnesses(jni_balance *balance, const double *state, jn_equilibrium *result);
// Replaces the counts by those of the linear equations of motion about the equilibrium, except for large mechanisms
// whose stiffnesses the sparse implementation has counted. Returns JN_OK or JN_NO_MEMORY. The stability is unknown
// where there are no linear equations, or while drivers move.
jn_status jni_equilibrium_count_eigenvalues(const jn_system *system, const double *state, jn_equilibrium *result,
                                            jn_report *report);
// Moves along neutral directions back to the kept positions of `initial`, and otherwise as close as possible to
// `start`. Returns false if there is no memory.
bool jni_equilibrium_move_along_neutral(jni_balance *balance, const jni_kept_list *kept, const double *start,
                                        double *state);
// Changes guessed velocities v (nv) along neutral directions so that they satisfy the kept velocities. Returns false
// without memory.
bool jni_equilibrium_velocity(jni_balance *balance, const jni_kept_list *kept, const double *state, double *v);

// ---- equilibrium_first_events.c ------------------------------------------------------------------------------------
// Returns true if the system has events or subsystems.
bool jni_first_events_possible(const jn_system *system);
// Applies events and samples of the state's time, then jumps of subsystems. Changes nothing if the jumps do not end or
// a controller fails; the run reports that. Returns false if there is no memory.
bool jni_first_events_apply(const jn_system *system, jn_work *work, double *state);
// Applies them at `time` to a state with all velocities zero. Returns false if there is no memory.
// ---- equilibrium_contacts.c
// Examines whether the contacts of an assembled state hold the mechanism at rest there, and sets v = 0, modes, lambda
// (NULL: not needed) and *result. JN_NO_CONVERGENCE, with a fault that names what does not hold: it does not rest.
jn_status jni_solve_with_contacts(const jn_system *system, double *state, double *lambda, jn_equilibrium *result,
                                  jn_report *report);

bool jni_first_events_apply_at_rest(const jn_system *system, double time, double *state);
bool jni_first_events_equal(const jn_system *system, const double *a, const double *b);  // compares discrete states
void jni_first_events_copy(const jn_system *system, const double *from, double *to);     // copies z, discrete states
// Undoes the first events in an equilibrium state. before, after: z and discrete states without and with them.
void jni_first_events_undo(const jn_system *system, const double *before, const double *after, double *state);
// Solves as jn_solve_equilibrium with discrete states fixed.
jn_status jni_solve_fixed_discretes(const jn_system *system, const jn_equilibrium_options *options, double *state,
                                    double *lambda, jn_equilibrium *result, jn_report *report);

// ---- the static problem of a start ---------------------------------------------------------------------------------
typedef struct {
  const jni_static_rows *rows;  // held
  const double *start_v;        // nv: velocities at which subsystems read their inputs
  double *force;                // rows->n, result: force that holds each row, N or N m
} jni_static_problem;
// Solves for the equilibrium with held rows. problem NULL: nothing is held. Returns JN_REFUSED if there are too many
// coordinates to hold rows.
jn_status jni_solve_static(const jn_system *system, const jni_static_problem *problem,
                           const jn_equilibrium_options *options, double *state, jn_equilibrium *result,
                           jn_report *report);

// ---- static_report.c -----------------------------------------------------------------------------------------------
// Reports a fault for each held value that is not at its value, and notes which kept values were guesses and how far
// they moved, and which held values carry a force. system: in cartesian coordinates.
jn_status jni_static_report(const jn_system *system, const jni_static_rows *rows, const double *force,
                            const jn_equilibrium *result, const double *state, jn_report *report);

#endif
