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
// all forces, auxiliary states, and a stiffness that is not symmetric or is computed by differences. The sparse one
// factors the stiffness of all bodies; its cost is proportional to their number. It supports joint coordinates, forces
// with a potential and exact derivatives, and no auxiliary states. Its y are increments of the joint coordinates: Z =
// 1.
#ifndef JNI_EQUILIBRIUM_H
#define JNI_EQUILIBRIUM_H

#include "analysis/assembly/closure.h"
#include "analysis/equilibrium/static_rows.h"
#include "jounce/equilibrium.h"
#include "system/system.h"

// JNI_SMALL: number of speeds in cartesian coordinates above which the search uses joint coordinates if the sparse
// implementation supports them or if they halve the number of speeds; JNI_MOST_DENSE: number above which it uses them
// whenever the model allows them.
enum { JNI_SMALL = 60, JNI_MOST_DENSE = 300 };

#define JNI_BALANCED 1e-10           // relative residual of an equilibrium
#define JNI_NEGLIGIBLE 1e-4          // part of the load below which a force that holds a kept value is not reported
#define JNI_BALANCE_DIFFERENCE 1e-6  // step of differences with respect to the unknowns

typedef struct jni_balance jni_balance;
typedef struct jni_sparse_balance jni_sparse_balance;
typedef struct jni_held jni_held;

// An implementation of the balance. The functions form groups, separated by blank lines; the first function of a group
// must be called before the others, since it computes what they read.
typedef struct {
  bool (*supports)(const jn_system *system);
  int most_speeds;
  // Allocates the data of the implementation; returns false without memory (the caller frees them in that case too).
  bool (*make)(jni_balance *b);
  void (*free)(jni_balance *b);

  // Computes the balance at `state`, whose stages must be evaluated in b->work: sets nf, lambda, r and residual.
  // Returns the largest of |S residual|, N m; negative if it is not finite.
  double (*calc)(jni_balance *b, const double *state);
  double (*merit)(const jni_balance *b);                                // returns |r|^2 in the metric
  void (*increment)(const jni_balance *b, const double *y, double *d);  // writes d = T Z y (nv)
  void (*tangent)(jni_balance *b, const double *state);                 // sets the stiffness, exact, largest_stiffness
  // Makes one step of Newton's method in a trust region and sets *radius for the next one. Returns false if no step was
  // accepted; `state` and its balance are then unchanged.
  bool (*newton)(jni_balance *b, double *state, double *radius);
  // Writes lambda (nc) of minimum norm; returns false without memory.
  bool (*multipliers)(jni_balance *b, const double *state, double *lambda);

  // Steps of descent. They need the tangent at the state. `prepare` decomposes the stiffness for the functions after
  // it; false: the stiffness is not finite.
  bool (*prepare)(jni_balance *b);
  bool (*is_stable)(jni_balance *b, double negative);  // true if no stiffness is below -negative
  // Step in a trust region; returns its length, < 0: none.
  double (*descend)(jni_balance *b, double radius, double *y);
  void (*perturb)(jni_balance *b, double length, double *y);  // adds a step along the direction of least stiffness
  // Returns the decrease of the potential by the step y to second order, J.
  double (*predicted_decrease)(jni_balance *b, const double *y);

  // Closing of the position equations of cut joints, for systems in joint coordinates. begin_closing computes the
  // metric and the tangent space at `state`; false: they are not finite.
  bool (*begin_closing)(jni_balance *b, const double *state);
  double (*row_residual)(jni_balance *b, const double *state);  // the largest residual of an equation over its length
  bool (*closing_step)(jni_balance *b, double *d);  // the minimum-norm increment that closes them to first order
  bool (*move_far)(jni_balance *b, const double *d, double *state);  // does what jni_balance_move_bodies describes

  // Counts of directions by the sign of their stiffness. They need the tangent at the state; stiffnesses below `cut`
  // times the largest one count as zero.
  // Returns the number of neutral directions, and stores these as the last vectors of V; 0 also if that fails.
  int (*neutral)(jni_balance *b, double cut);
  void (*count)(jni_balance *b, double cut, jn_equilibrium *result);
} jni_balance_kind;

extern const jni_balance_kind jni_balance_kind_dense, jni_balance_kind_sparse;
const jni_balance_kind *jni_balance_kind_of(const jn_system *system);

// The caller's progress function, and when to call it next (equilibrium_progress.c).
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
  bool *follows, following;  // nz: the state follows the motion (equilibrium_friction.c); whether one of them does
  double *follow_rates;      // nz, workspace
  double *follow_state;      // a state, workspace
  double *follow_d;          // nv, workspace

  // Members set by jni_balance_calc:
  int nf;            // number of forces in r
  double *lambda;    // nc: multipliers, nonzero for independent equations only
  double *residual;  // nb: f - G' lambda of all joints, on the bodies
  // nf + nauxiliaries: unbalanced forces along the constraints, then rates of auxiliary states times their weights
  // (jni_balance_rate_weight)
  double *r;
  double largest_load;       // largest force or moment that acts, N m
  double load_floor;         // load by rounding of stiffness and mass (jni_balance_floor), N m
  double load;               // the larger of largest_load and load_floor, N m
  double relative_residual;  // largest of |S residual| over load, and of the weighted rates over `unit`
  double merit;              // |r|^2 in the metric

  // Members set by `tangent` of the implementation:
  bool exact;                // the tangent contains no differences
  double largest_stiffness;  // estimate of the largest stiffness, N m
  double *V;                 // max_unknowns x max_unknowns: neutral directions

  // workspace
  double *product;                     // (max_unknowns + 1) x nb
  double *y, *projected;               // max_unknowns
  double *direction, *moved;           // nb
  double *step;                        // nv
  double *closing;                     // a state and nv numbers
  double *trial, *saved_state, *best;  // workspace for states; best: state with the smallest relative residual so far
  double best_residual;                // relative residual at `best`
  int iterations;
  jni_search_progress progress;
  jni_held *held;                      // rows held by a static start; NULL: none
  const double *start_v;               // nv: velocities for the inputs of subsystems; NULL: zero
  double *start_body_v;                // nb: start_v as velocities of the bodies, used in joint coordinates
  double *subsystem_inputs;            // nsubsystem_values: inputs of subsystems at these velocities
  double *start_state, *start_bodies;  // workspace: a state, and one of `bodies` (joint coordinates)

  jni_sparse_balance *sparse;  // data of the sparse implementation

  // Data of the dense implementation.
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

// Makes a balance of a system. kind: its implementation; NULL: the one that suits the system. Returns false if memory
// is short; the caller must free the balance in that case, too.
bool jni_balance_new(const jn_system *system, const jni_balance_kind *kind, jni_balance *balance);
void jni_balance_free(jni_balance *balance);
// Allocates n zeros for *at; returns false without memory.
bool jni_balance_alloc(jni_balance *balance, double **at, size_t n);
// Evaluates in `work` the stages of position, velocity and force at a state, as if all velocities were zero.
void jni_stage_at_rest(const jn_system *system, jn_work *work, const double *state);
// Evaluates in balance->work the stages at a state with velocities zero, except that subsystems read their inputs at
// the start velocities (jni_balance_set_start).
void jni_balance_stage(jni_balance *balance, const double *state);
// Sets the velocities at which subsystems read their inputs in later evaluations. start_v (nv): speeds of the system at
// the configuration of `state`.
void jni_balance_set_start(jni_balance *balance, const double *start_v, const double *state);
// Evaluates the stages at the q, z, s and t of a state, with velocities zero, and sets all members of the balance under
// "set by jni_balance_calc", and `best` if its relative residual is smaller.
void jni_balance_calc(jni_balance *balance, const double *state);
static inline int jni_balance_size(const jni_balance *b) { return b->nf + b->nauxiliaries; }
static inline const double *jni_state_z(const jn_system *system, const double *state) {
  return state + 1 + system->sizes.nq + system->sizes.nv;
}
static inline const double *jni_state_s(const jn_system *system, const double *state) {
  return jni_state_z(system, state) + system->sizes.nz;
}
// Scales the step y so that no body turns by more than `most`, rad; returns the factor, at most 1.
double jni_balance_limit(jni_balance *balance, double most, double *y);
// Writes to `to` the state that follows from `from` by the step y of the unknowns, closes the position equations of the
// joints, and moves the friction states that follow the motion; returns false if the equations cannot be closed.
bool jni_balance_move(jni_balance *balance, const double *from, const double *y, double *to);
// Changes q of `state` so that the position equations of the joints hold; returns false if that fails.
bool jni_balance_close(jni_balance *balance, double *state);
// Sets load_floor from stiffness and masses at a state: the least load to which unbalanced forces are compared, needed
// where no force acts (no gravity, relaxed springs). Also makes the next jni_balance_calc set `unit`, and makes `state`
// the best one with an infinite residual.
void jni_balance_floor(jni_balance *balance, const double *state);

void jni_progress_begin(jni_search_progress *progress, const jn_equilibrium_options *options);
// Calls the caller's progress function if 50 ms have passed since its last call. Returns false if that function has
// asked to interrupt the search, now or in an earlier call.
bool jni_progress_report(jni_balance *balance);

// ---- equilibrium_metric.c ------------------------------------------------------------------------------------------
bool jni_balance_metric(jni_balance *balance);  // computes T at the current position stage; false: there is none
void jni_balance_apply_T(const jni_balance *balance, double *x);             // x = T x
void jni_balance_apply_T_transposed(const jni_balance *balance, double *f);  // f = T' f
// Returns the increments of the speeds of all bodies (nb) that belong to the increment d (nv) of the system's
// coordinates; they are valid until the next call.
const double *jni_balance_bodies(jni_balance *balance, const double *d);
// Returns the largest angle by which the increment d (nv) turns a body, rad.
double jni_balance_turn(jni_balance *balance, const double *d);
// Writes to d (nb) the increments of all bodies that lead from the configuration of one state to that of another.
void jni_balance_difference(jni_balance *balance, const double *from, const double *to, double *d);
// Returns the work of the cartesian system `bodies`. In joint coordinates it is body_work, with the position stage
// evaluated at the configuration of `state`; otherwise balance->work, whose stages the caller must have evaluated
// there.
jn_work *jni_balance_body_work(jni_balance *balance, const double *state);
// Moves `state`, in joint coordinates, by the increment d as if the bodies moved freely in cartesian coordinates, then
// closes the joints. For a long d a chain keeps its shape, while steps in joint angles would curl it up. Returns false,
// with the state unchanged, if no body moves by more than 0.02 rad or typical lengths, if the joints do not close, or
// in other coordinates.
bool jni_balance_move_bodies(jni_balance *balance, const double *d, double *state);

// ---- equilibrium_auxiliary.c ---------------------------------------------------------------------------------------
// Chooses the auxiliary states in use: those whose rates depend on an unknown, without integrals of velocities.
// following: states of force elements, and states that rest at any value, follow the motion instead. Forgets `best`.
void jni_balance_choose(jni_balance *balance, const double *state, bool following);
// Puts all auxiliary states in use, but the work of forces and the states of drivers that follow a signal.
void jni_balance_choose_every(jni_balance *balance);
// Solves zdot = 0 for the auxiliary states in use and stores them in `state`, with its configuration and velocities
// fixed. States whose value this does not determine keep theirs.
void jni_balance_solve_auxiliaries(jni_balance *balance, double *state);
// Integrates the auxiliary states in use, by at most 100 implicit steps with the configuration fixed, towards rest, and
// stores them in `state`. Returns false if none are in use or if a step fails; true also if they do not rest yet.
bool jni_balance_run_auxiliaries(jni_balance *balance, double *state);
// Returns the weight in r of the rate of auxiliary state i of those in use: unit / (1 + |z|).
double jni_balance_rate_weight(const jni_balance *balance, int i);
// Appends the weighted rates to r, and raises relative_residual to the largest of them over `unit`.
void jni_balance_add_rates(jni_balance *balance);
// Evaluates in `work` the stages of position, velocity and force at a state with its own velocities.
void jni_stage_moving(const jn_system *system, jn_work *work, const double *state);

// ---- equilibrium_friction.c, dense implementation only -------------------------------------------------------------
// Lets the states of all force elements follow the motion.
void jni_friction_choose_forces(jni_balance *balance);
// Changes the friction states z of `to` as the motion from the configuration of `from` to that of `to` deflects them.
void jni_friction_move(jni_balance *balance, const double *from, double *to);
// Adds to the tangent A the stiffness of friction states that follow the motion.
void jni_friction_add_tangent(jni_balance *balance, const double *state);
// Removes from the auxiliary states in use the states of force elements whose rates are the same at the velocities of
// `state` as at rest: if their deflections were solved for zdot = 0, friction would no longer hold. No friction states
// follow the motion afterwards.
void jni_friction_exclude(jni_balance *balance, const double *state);
// Returns the largest rate at which the deflection of a tyre that follows the motion fades at standstill, m/s; 0 if no
// states follow the motion. It is so slow that a parked vehicle holds.
double jni_balance_creep(const jni_balance *balance);

// ---- held_rows.c, dense implementation only ------------------------------------------------------------------------
// makes balance->held for these rows, which must outlive it; returns false without memory
bool jni_held_new(jni_balance *balance, const jni_static_rows *rows);
void jni_held_free(jni_balance *balance);
// Chooses the rows that springs hold during the search: all rows, but those that are held only where nothing resists
// (if_free, spins) only if nothing resists them at `state`. following: of the rows that do not move, only those with
// if_free that are no wheel spins, because friction (brakes) holds a parked vehicle.
void jni_held_choose(jni_balance *balance, const double *state, bool following);
// Makes all rows of the list held rows, under springs; those that are held only where nothing resists, only if nothing
// resists them at `state`.
void jni_held_hold_all(jni_balance *balance, const double *state);
// Adds the spring forces of the held rows, computed at `state`, to the forces of all later evaluations in
// balance->work; removes them if no row is held.
void jni_held_apply_springs(jni_balance *balance, const double *state);
// If rows are held by forces, computes these, adds them to the forces on the bodies, and computes r and the residual
// anew; call it after `calc` of the implementation, whose result is `most`. Returns the largest of |S residual|, N m;
// `most` if no forces hold rows; negative if the holding forces are not finite or depend on each other.
double jni_held_calc_forces(jni_balance *balance, double most);
// Adds the stiffness of the springs or forces that hold the rows to the tangent A at `state`.
void jni_held_add_tangent(jni_balance *balance, const double *state);
// Moves `state` from an equilibrium under springs to the one in which all held rows have their values, held by forces.
// Returns false if it is not reached; true, with nothing done, if no rows are held.
bool jni_held_solve(jni_balance *balance, double *state);
// Moves a state close to the equilibrium of jni_held_solve back to equilibrium, with the same rows held by forces.
// Returns false if it is not reached.
bool jni_held_restore(jni_balance *balance, double *state);
// Returns the force that holds row `row` of the list, N m (for lengths the force times the typical length); 0 if no
// force holds it.
double jni_held_force(const jni_balance *balance, int row);
// Returns the largest force among held rows that friction might hold instead, N m.
double jni_held_largest(const jni_balance *balance);

// ---- methods: move a state to r = 0; return true if they reach it --------------------------------------------------
bool jni_equilibrium_newton(jni_balance *balance, double *state);
bool jni_equilibrium_energy(jni_balance *balance, double *state);
bool jni_equilibrium_relaxation(jni_balance *balance, double *state);
// Returns the index of the first force element without a potential at rest; -1: all have one; -2: auxiliary states take
// part.
int jni_equilibrium_without_potential(const jni_balance *balance);
#define JNI_NEWTON_TURN 0.5  // largest rotation of a body in a step of Newton's method, rad
// Moves `state` by the step b->y if that makes |r|^2 smaller than `before`, and returns true. Otherwise leaves `state`,
// evaluates its balance again and returns false.
bool jni_newton_try_step(jni_balance *balance, double *state, double before);

// ---- equilibrium_multipliers.c -------------------------------------------------------------------------------------
// Computes lambda (nc of a cartesian system) of minimum norm among those of least |f - G' lambda| at a state at rest,
// each row of G at unit length; zeros if f or G is not finite. Returns false if there is no memory.
bool jni_equilibrium_multipliers(const jn_system *system, const double *state, double *lambda);
// Computes lambda (nc) of minimum norm as jni_equilibrium_multipliers does, for a system in joint coordinates: from the
// multipliers of all bodies, so that redundant cut joints share their load with the joints of the tree. Returns false
// if memory is short.
bool jni_balance_share_lambda(jni_balance *balance, const double *state, double *lambda);
// Replaces the multipliers lambda (nc) at a state at rest by those of least strain energy, if joints are redundant.
// Returns false if memory is short.
bool jni_equilibrium_share(const jn_system *system, const double *state, double *lambda);

// ---- stability -----------------------------------------------------------------------------------------------------
// Returns the number of neutral directions at a state, which are then the last vectors of V; 0 also if it cannot be
// determined.
int jni_equilibrium_neutral(jni_balance *balance, const double *state);
// Sets the numbers of unstable, neutral and stable directions in the result, n in all, and its stability: unstable if a
// direction is, else neutral if one is, else stable.
void jni_equilibrium_set_counts(int n, int unstable, int neutral, jn_equilibrium *result);
// Counts stable, neutral and unstable directions at `state` by the signs of their stiffnesses and writes the counts,
// the stability and the names of the neutral ones to the result; the stability is unknown if that fails.
void jni_equilibrium_count_stiffnesses(jni_balance *balance, const double *state, jn_equilibrium *result);
// Replaces the counts by those of the linear equations of motion about the equilibrium, except for large mechanisms
// whose stiffnesses the sparse implementation has counted. Returns JN_OK or JN_NO_MEMORY. The stability is unknown
// where there are no linear equations, or while drivers move.
jn_status jni_equilibrium_count_eigenvalues(const jn_system *system, const double *state, jn_equilibrium *result,
                                            jn_report *report);
// Moves `state`, an equilibrium, along its neutral directions to the positions that `kept` keeps, and as far as these
// leave it open as close as possible to `start`. Leaves `state` unchanged if a step fails. Returns false if memory is
// short.
bool jni_equilibrium_move_along_neutral(jni_balance *balance, const jni_kept_list *kept, const double *start,
                                        double *state);
// Changes guessed velocities v (nv) along neutral directions so that they satisfy the kept velocities. Returns false
// without memory.
bool jni_equilibrium_velocity(jni_balance *balance, const jni_kept_list *kept, const double *state, double *v);

// ---- equilibrium_first_events.c ------------------------------------------------------------------------------------
// Returns true if the system has events or subsystems.
bool jni_first_events_possible(const jn_system *system);
// Applies to `state` the events and samples of its time, then jumps of subsystems. Changes nothing if the jumps do not
// end or a controller fails; the run reports that later. Returns false if memory is short.
bool jni_first_events_apply(const jn_system *system, jn_work *work, double *state);
// ---- equilibrium_contacts.c
// Examines whether the contacts of an assembled state hold the mechanism at rest there, and sets v = 0, modes, lambda
// (NULL: not needed) and *result. moves: if they do not, moves to a configuration near the start to which the mechanism
// settles. Returns JN_OK, JN_NO_CONVERGENCE with a fault that names what does not hold at the start, or the status of
// another fault.
jn_status jni_solve_with_contacts(const jn_system *system, bool moves, double *state, double *lambda,
                                  jn_equilibrium *result, jn_report *report);
// ---- equilibrium_settle.c
// Moves the positions in `state` by a slow motion in a viscous medium until nothing moves, with the constraint
// equations that are active (nc, NULL: all). Opens all points of contact in its discrete states. *iterations: steps
// made. Returns JN_OK, JN_NO_CONVERGENCE (with the positions of the last step) if it comes to no rest, JN_REFUSED if
// the mechanism is too large, or JN_NO_MEMORY. Adds nothing to a report.
jn_status jni_settle_contacts(const jn_system *system, const bool *active, double *state, int *iterations);

// ---- equilibrium_first_events.c, continued
// Applies the events, samples and jumps at `time` to the auxiliary and discrete states of `state`, as if all velocities
// were zero; time, q and v of `state` stay. Returns false if memory is short.
bool jni_first_events_apply_at_rest(const jn_system *system, double time, double *state);
// Returns whether two states have the same discrete states.
bool jni_first_events_equal(const jn_system *system, const double *a, const double *b);
// Copies z and the discrete states.
void jni_first_events_copy(const jn_system *system, const double *from, double *to);
// Sets the discrete states of `state` to those before the first events, and so the auxiliary states that the search has
// not changed since. before, after: z and discrete states before and after the first events.
void jni_first_events_undo(const jn_system *system, const double *before, const double *after, double *state);
// Searches for an equilibrium as jn_solve_equilibrium does, but applies no events, samples or jumps.
jn_status jni_solve_fixed_discretes(const jn_system *system, const jn_equilibrium_options *options, double *state,
                                    double *lambda, jn_equilibrium *result, jn_report *report);

// ---- the static problem of a start ---------------------------------------------------------------------------------
typedef struct {
  const jni_static_rows *rows;  // rows that are held
  const double *start_v;        // nv: velocities at which subsystems read their inputs
  double *force;                // rows->n, result: force that holds each row, N or N m
} jni_static_problem;
// Searches for the equilibrium in which the rows of `problem` have their values, and sets `state`, *result and
// problem->force. problem NULL: nothing is held. With rigid contacts it holds nothing and only examines whether `state`
// rests. Returns JN_OK, JN_REFUSED if the system has too many speeds to hold rows, or the status of another fault.
jn_status jni_solve_static(const jn_system *system, const jni_static_problem *problem,
                           const jn_equilibrium_options *options, double *state, jn_equilibrium *result,
                           jn_report *report);

// ---- static_report.c -----------------------------------------------------------------------------------------------
// Reports a fault for each held value that is not at its value, and notes which kept values were guesses and how far
// they moved, and which held values carry a force. system: in cartesian coordinates. Returns JN_OK, JN_NO_CONVERGENCE
// if a held value is not at its value, or JN_NO_MEMORY.
jn_status jni_static_report(const jn_system *system, const jni_static_rows *rows, const double *force,
                            const jn_equilibrium *result, const double *state, jn_report *report);

#endif
