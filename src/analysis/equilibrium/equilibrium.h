// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium.h - the balance of forces along the rows at one configuration, and the methods that move towards r = 0.
//
// A start at equilibrium passes these stages, a search for an equilibrium those marked *:
//   static_rows.c              lists the kept values that are held
//   equilibrium_first_events.c          applies the events and samples of the first instant
//   equilibrium.c *            tries Newton's method (equilibrium_newton.c) and descent (equilibrium_descent.c), first
//                              without friction, then with friction that follows the motion (equilibrium_friction.c)
//   held_rows.c                moves to the equilibrium with the held values, under forces that hold them
//   equilibrium_neutral.c *     moves back along neutral directions
//   equilibrium_stability.c *      counts stable, neutral and unstable directions
//   static_report.c            checks the kept values and reports guesses and forces
//   start.c                    computes the start velocities; repeats the search if subsystems depend on them
//
// In cartesian coordinates T = S = diag(typical length for translations, 1 for turns); in joint coordinates T = C^-T
// (equilibrium_metric.c), so that increments count by how far they move the bodies. Every increment is d = T Z y, where
// Z spans the null space of G T (G of all rows, those of velocities too) and is orthonormal. At rest
//   T' f = T' G' lambda + Z r,   r = Z' T' f         forces left along the rows, N m
//   H = Z' T' (d(G' lambda)/dq - df/dq) T Z          stiffness along the rows; r changes by -H y
// Auxiliary states in use follow in r (their rates) and in y, with their part of the tangent A = [H -B; -C -D] by
// differences.
//
// There are two implementations (jni_way). The dense one decomposes Z, A and H. It takes any coordinates, any forces,
// auxiliary states, and a stiffness that is not symmetric or known only from differences. The sparse one factors the
// stiffness of all bodies; its cost grows with their number. It takes joint coordinates, forces with a potential and
// exact slopes, and no auxiliary states. Its y are increments of the joint coordinates, Z is 1.
#ifndef JNI_EQUILIBRIUM_H
#define JNI_EQUILIBRIUM_H

#include "analysis/assembly/closure.h"
#include "analysis/equilibrium/static_rows.h"
#include "jounce/equilibrium.h"
#include "system/system.h"

// speeds in cartesian coordinates; with more, joint ones are taken where the sparse way suits; always
enum { JNI_SMALL = 60, JNI_MOST_DENSE = 300 };

#define JNI_BALANCED 1e-10           // forces left, of the load: an equilibrium, once steps no longer help
#define JNI_NEGLIGIBLE 1e-4          // of the load: a force that holds a kept value
#define JNI_BALANCE_DIFFERENCE 1e-6  // of unknowns in differences

typedef struct jni_balance jni_balance;
typedef struct jni_large jni_large;
typedef struct jni_held jni_held;

// An implementation. In each group below, the first function prepares what the others need.
typedef struct {
  bool (*suits)(const jn_system *system);
  int most_speeds;
  bool (*make)(jni_balance *b);  // its own data; false: no memory (free it then too)
  void (*free)(jni_balance *b);
  // after the stages of a state: sets nf, r and left; returns the largest of |S left|, < 0: not finite
  double (*calc)(jni_balance *b, const double *state);
  double (*merit)(const jni_balance *b);                                // |r|^2 on the metric
  void (*increment)(const jni_balance *b, const double *y, double *d);  // d = T Z y, nv
  void (*tangent)(jni_balance *b, const double *state);                 // sets the stiffness, exact and stiffest
  // makes one accepted step; false: no step was accepted, and the balance is that of `state`
  bool (*newton)(jni_balance *b, double *state, double *radius);
  bool (*multipliers)(jni_balance *b, const double *state, double *lambda);  // of minimum norm; false: no memory
  // steps of descent, after a tangent; false: not finite
  bool (*prepare)(jni_balance *b);
  bool (*is_stable)(jni_balance *b, double negative);           // no stiffness below minus this
  double (*descend)(jni_balance *b, double radius, double *y);  // the step of a trust region; its length, < 0: none
  void (*push)(jni_balance *b, double length, double *y);       // adds a step along the direction of least stiffness
  double (*promised)(jni_balance *b, const double *y);          // what the potential should fall by
  // rows of cut joints: metric and lengths at a state of joint coordinates; false: not finite
  bool (*begin_closing)(jni_balance *b, const double *state);
  double (*rows_off)(jni_balance *b, const double *state);  // the largest residual of a row over its length
  bool (*closing_step)(jni_balance *b, double *d);  // the minimum-norm increment that closes them to first order
  bool (*move_far)(jni_balance *b, const double *d, double *state);  // see jni_balance_move_bodies
  // stability, after a tangent; cut: stiffnesses below this part of the largest count as zero
  int (*neutral)(jni_balance *b, double cut);  // number of neutral directions, which are then the last vectors of V
  void (*count)(jni_balance *b, double cut, jn_equilibrium *result);
} jni_way;

extern const jni_way jni_way_dense, jni_way_sparse;
const jni_way *jni_way_of(const jn_system *system);

// Tells how the search goes (equilibrium_progress.c).
typedef struct {
  const jn_equilibrium_options *options;  // NULL: nobody listens
  const char *method;
  double begin, next;  // s, of the clock
  bool interrupted;
} jni_watch;

struct jni_balance {
  const jn_system *system;
  const jni_way *way;
  jn_work *work;
  bool no_memory;           // of something on the way
  jni_closure closure;      // of `bodies`: phi alone, brings steps back to the rows
  const jn_system *bodies;  // the system in cartesian coordinates
  double *body_state;       // joint coordinates: two states of `bodies`
  jn_work *body_work;       // joint coordinates: of `bodies`
  int nv, nc, most;         // most: unknowns at most
  int nb;                   // speeds of all bodies, as the cartesian system numbers them
  double *scale;            // nb: diagonal of S
  double unit;              // N m: weight of the auxiliary states' rates in r, the load at the start
  int *auxiliaries;         // in use, indices in z
  int nauxiliaries;
  bool *follows, following;  // nz: states that follow the motion, see equilibrium_friction.c; there are such ones
  double *follow_rates;      // nz
  double *follow_state;      // a state
  double *follow_d;          // nv
  // filled by jni_balance_calc
  int nf;                 // forces in r
  double *lambda;         // nc, the basic ones
  double *left;           // nb: f - G' lambda of all joints, on the bodies
  double *r;              // nf + nauxiliaries
  double acting, floor;   // N m: largest load; what rounding makes of stiffness and mass, see jni_balance_floor
  double load, relative;  // N m: the larger of the two; largest of |S left| over it
  double merit;           // |r|^2
  // filled by the way's tangent
  bool exact;       // no differences in it
  double stiffest;  // about the largest stiffness, N m
  double *V;        // most x most: neutral directions
  // scratch
  double *product;              // (most + 1) x nb
  double *y, *projected;        // most
  double *direction, *moved;    // nb
  double *step;                 // nv
  double *closing;              // a state and nv numbers
  double *trial, *kept, *best;  // states
  double least;                 // relative force left at `best`
  int iterations;
  jni_watch watch;
  jni_held *held;                    // what a search holds, NULL: nothing
  const double *start_v;             // nv: velocities at which subsystems read their inputs; NULL: zero
  double *start_body_v;              // nb: start_v as velocities of the bodies, used in joint coordinates
  double *seen;                      // nsubsystem_values: inputs of subsystems at these velocities
  double *seen_state, *seen_bodies;  // scratch: a state, and one of `bodies` (joint coordinates)
  // the sparse way's own
  jni_large *large;
  // the dense way's own
  double *P, *C;        // joint coordinates, nv x nv: see equilibrium_metric.c
  double *rows, *norm;  // nc x nv: rows of G T to unit length, then R of their decomposition; nc: their lengths
  double *Q;            // nv x nv: bases of the rows and, from `rank` on, Z
  int *pivot, rank;     // nf = nv - rank
  double *df, *dG;      // nv x nv: K = d(G' lambda)/dq - df/dq; scratch
  double *A;            // (nf + nauxiliaries)^2, row-major
  double *row_vectors, *row_values;  // singular vectors and values of the rows
  double *B, *U, *sigma, *scratch;
  double *row_scale, *column_scale;  // most: of auxiliary states in a step of Newton's method, else 1
};

// way NULL: as suits the system. False: no memory (free it then too).
bool jni_balance_new(const jn_system *system, const jni_way *way, jni_balance *balance);
void jni_balance_free(jni_balance *balance);
bool jni_balance_room(jni_balance *balance, double **at, size_t n);  // n numbers; false: no memory
void jni_stage_at_rest(const jn_system *system, jn_work *work, const double *state);
void jni_balance_stage(jni_balance *balance, const double *state);  // at rest; subsystems see the start velocities
// Sets the velocities at which subsystems read their inputs. start_v: the speeds of the system at `state`.
void jni_balance_set_start(jni_balance *balance, const double *start_v, const double *state);
// r and what leads to it, at the q, z, t of a state; velocities count as zero.
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
// to = from moved by y and brought back to the rows; false: it cannot be.
bool jni_balance_move(jni_balance *balance, const double *from, const double *y, double *to);
bool jni_balance_close(jni_balance *balance, double *state);  // moves q to closed rows; false: it cannot be
// Sets the floor of the load by the stiffness and masses at a state: without gravity and with relaxed springs nothing
// else has a scale.
void jni_balance_floor(jni_balance *balance, const double *state);

// After an iteration; false: interrupted, and so from then on.
void jni_watch_begin(jni_watch *watch, const jn_equilibrium_options *options);
bool jni_watch_tell(jni_balance *balance);

// ---- equilibrium_metric.c ------------------------------------------------------------------------------------------
bool jni_balance_metric(jni_balance *balance);  // T at the position stage of now; false: there is none
void jni_balance_outward(const jni_balance *balance, double *x);  // x becomes T x
void jni_balance_inward(const jni_balance *balance, double *f);   // f becomes T' f
// increments of the bodies, nb, that belong to d
const double *jni_balance_bodies(jni_balance *balance, const double *d);
double jni_balance_turn(jni_balance *balance, const double *d);  // of the body that d turns most, rad
// d (nb): increments of the bodies from one state to another.
void jni_balance_difference(jni_balance *balance, const double *from, const double *to, double *d);
// a work of `bodies` at the position stage of the state
jn_work *jni_balance_place(jni_balance *balance, const double *state);
// Joint coordinates, for an increment d that goes far: moves the bodies by it and closes the joints, so that a chain
// does not curl up as it does when every joint turns by its part. False: d is short, or the joints do not close; the
// state is as it was.
bool jni_balance_move_bodies(jni_balance *balance, const double *d, double *state);

// ---- equilibrium_auxiliary.c ---------------------------------------------------------------------------------------
// Which auxiliary states take part: those whose rates depend on something. With `following` those of force elements and
// those that rest at any value follow the motion instead.
void jni_balance_choose(jni_balance *balance, const double *state, bool following);
void jni_balance_choose_every(jni_balance *balance);
// Moves those that take part (at the state's own velocities) to zdot = 0 where that defines them; the others stay.
void jni_balance_rest(jni_balance *balance, double *state);
// Lets those that take part come to rest by themselves, by implicit steps in time with the configuration as it is.
// False: there are none, or it failed.
bool jni_balance_run_auxiliaries(jni_balance *balance, double *state);
double jni_balance_rate_weight(const jni_balance *balance, int i);  // of a rate in r
void jni_balance_add_rates(jni_balance *balance);                   // to r
void jni_stage_moving(const jn_system *system, jn_work *work, const double *state);

// ---- equilibrium_friction.c: the dense way alone -------------------------------------------------------------------
void jni_follow_forces(jni_balance *balance);                                // their states follow, with the others
void jni_follow_move(jni_balance *balance, const double *from, double *to);  // z of `to`
void jni_follow_stiffen(jni_balance *balance, const double *state);          // the tangent, in A
// Of all auxiliary states, those of forces that stand take part no longer, at the velocities of a state: deflections
// that hold would fade if they were moved to zdot = 0.
void jni_follow_keep(jni_balance *balance, const double *state);
// Largest rate of a tyre's deflection that follows, m/s: it fades at standstill, so slowly that a parked vehicle holds.
double jni_balance_creep(const jni_balance *balance);

// ---- held_rows.c: the dense way alone ------------------------------------------------------------------------------
bool jni_held_new(jni_balance *balance, const jni_static_rows *rows);  // rows outlive it. False: no memory
void jni_held_free(jni_balance *balance);
// Which rows take part from a state on, held by springs: all; those that are held by their rate where nothing resists.
// Where friction follows, only the latter and those that move: brakes hold a parked vehicle.
void jni_held_choose(jni_balance *balance, const double *state, bool following);
// From now on the others as well, and of those that are held by their rate the ones that nothing resists there.
void jni_held_hold_all(jni_balance *balance, const double *state);
void jni_held_pull(jni_balance *balance, const double *state);     // the forces of the next stages
double jni_held_carry(jni_balance *balance, double most);          // after the way's calc: what the rows carry
void jni_held_stiffen(jni_balance *balance, const double *state);  // the tangent, in A
// Moves from an equilibrium to the one with all rows at their values, held by forces. False: there is none.
bool jni_held_settle(jni_balance *balance, double *state);
// Moves back to it from nearby, with the same forces. False: they do not balance.
bool jni_held_restore(jni_balance *balance, double *state);
double jni_held_force(const jni_balance *balance, int row);  // that holds a row of the list, N m; 0: nothing does
double jni_held_largest(const jni_balance *balance);         // of those that friction might hold, N m

// ---- methods: from a state to r = 0; true: there -------------------------------------------------------------------
bool jni_equilibrium_newton(jni_balance *balance, double *state);
bool jni_equilibrium_energy(jni_balance *balance, double *state);
bool jni_equilibrium_relaxation(jni_balance *balance, double *state);
// The first force without a potential at rest; -1: all have one; -2: auxiliary states take part.
int jni_equilibrium_without_potential(const jni_balance *balance);
#define JNI_NEWTON_TURN 0.5  // rad, of any body in a step of Newton's method
// Takes the step y, if it makes |r| smaller than `before`; else the balance is that of `state` again.
bool jni_newton_take(jni_balance *balance, double *state, double before);

// ---- equilibrium_multipliers.c -------------------------------------------------------------------------------------
// lambda (nc of a cartesian system): the least one with f = G' lambda at a state at rest, row by row over its length.
// False: no memory.
bool jni_equilibrium_multipliers(const jn_system *system, const double *state, double *lambda);
// Of joint coordinates: redundant cut joints share their load with the joints of the tree.
bool jni_balance_share_lambda(jni_balance *balance, const double *state, double *lambda);
// Changes multipliers at rest to those of least strain energy, where joints are redundant. False: out of memory.
bool jni_equilibrium_share(const jn_system *system, const double *state, double *lambda);

// ---- what kind of equilibrium --------------------------------------------------------------------------------------
// How many directions are neutral at a state; they are the last vectors of V then. 0 too where it cannot be told.
int jni_equilibrium_neutral(jni_balance *balance, const double *state);
// Of n directions in all; stability follows.
void jni_equilibrium_set_counts(int n, int unstable, int neutral, jn_equilibrium *result);
// Counts and names directions by the signs of their stiffnesses, at a state.
void jni_equilibrium_judge(jni_balance *balance, const double *state, jn_equilibrium *result);
// Replaces the counts by those of the linear equations of motion about the equilibrium, except for large mechanisms
// whose stiffnesses the sparse implementation has counted. JN_OK or JN_NO_MEMORY. The verdict is unknown where there
// are no linear equations, or while drivers move.
jn_status jni_equilibrium_judge_motion(const jn_system *system, const double *state, jn_equilibrium *result,
                                       jn_report *report);
// Moves along neutral directions back to the kept positions of `initial`, and elsewhere as near as can be to `start`.
// False: no memory.
bool jni_equilibrium_return(jni_balance *balance, const jni_kept_list *kept, const double *start, double *state);
// v (nv): guessed velocities on entry; along neutral directions it becomes what kept velocities ask for. False: no
// memory.
bool jni_equilibrium_velocity(jni_balance *balance, const jni_kept_list *kept, const double *state, double *v);

// ---- what is due at the first moment of a run, equilibrium_first_events.c ------------------------------------------
bool jni_due_possible(const jn_system *system);
// Events and samples of the state's time, then jumps of subsystems. Nothing happens where they do not end or a
// controller fails: the run tells that. False: no memory.
bool jni_due_happen(const jn_system *system, jn_work *work, double *state);
bool jni_due_at_rest(const jn_system *system, double time, double *state);     // the same with all velocities zero
bool jni_due_same(const jn_system *system, const double *a, const double *b);  // their discrete states
void jni_due_take(const jn_system *system, const double *from, double *to);    // z and discrete states
// A settled state becomes one at which what is due has not happened; before, after: z and behind it the discrete
// states.
void jni_due_undo(const jn_system *system, const double *before, const double *after, double *state);
// jn_solve_equilibrium with discrete states as they are.
jn_status jni_solve_rest(const jn_system *system, const jn_equilibrium_options *options, double *state, double *lambda,
                         jn_equilibrium *result, jn_report *report);

// ---- the static problem of a start ---------------------------------------------------------------------------------
typedef struct {
  const jni_static_rows *rows;  // held
  const double *start_v;        // nv: velocities that subsystems see
  double *force;                // rows->n, result: what holds each row, N or N m
} jni_static_problem;
// problem NULL: nothing is held. JN_REFUSED: there are too many coordinates to hold anything.
jn_status jni_solve_static(const jn_system *system, const jni_static_problem *problem,
                           const jn_equilibrium_options *options, double *state, jn_equilibrium *result,
                           jn_report *report);

// ---- static_report.c -----------------------------------------------------------------------------------------------
// Checks that held values are at their values, else a fault that names them; notes which kept values were guesses and
// how far they moved, and which held values carry a force. system: in cartesian coordinates.
jn_status jni_static_report(const jn_system *system, const jni_static_rows *rows, const double *force,
                            const jn_equilibrium *result, const double *state, jn_report *report);

#endif
