// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium.h - the balance of forces along the rows at one configuration, and the methods that move towards r = 0.
//
// In cartesian coordinates T = S = diag(typical length for translations, 1 for turns); in joint coordinates T = C^-T
// (equilibrium_metric.c), so that increments count by how far they move the bodies. Every increment is d = T Z y, where
// Z spans the null space of G T (G of all rows, those of velocities too) and is orthonormal. At rest
//   T' f = T' G' lambda + Z r,   r = Z' T' f         forces left along the rows, N m
//   H = Z' T' (d(G' lambda)/dq - df/dq) T Z          stiffness along the rows; r changes by -H y
// Auxiliary states in use follow in r (their rates) and in y, with their part of the tangent A = [H -B; -C -D] by
// differences.
#ifndef JNI_EQUILIBRIUM_H
#define JNI_EQUILIBRIUM_H

#include "analysis/assembly/closure.h"
#include "jounce/analysis.h"

// speeds in cartesian coordinates; with more, joint ones are taken where sparse factors serve; always
enum { JNI_SMALL = 60, JNI_MOST_DENSE = 300 };

#define JNI_BALANCED 1e-10  // forces left, of the load: an equilibrium, once steps no longer help

typedef struct jni_large jni_large;

// Tells how the search goes (equilibrium_progress.c).
typedef struct {
  const jn_equilibrium_options *options;  // NULL: nobody listens
  const char *method;
  double begin, next;  // s, of the clock
  bool interrupted;
} jni_watch;

typedef struct {
  const jn_system *system;
  jn_work *work;
  // many joint coordinates, see equilibrium_large.c: no matrices over them then, y are their increments; NULL: not many
  jni_large *large;
  bool no_memory;           // of something on the way
  jni_closure closure;      // of `bodies`: phi alone, brings steps back to the rows
  const jn_system *bodies;  // the system in cartesian coordinates
  double *body_state;       // joint coordinates: two states of `bodies`
  jn_work *body_work;       // joint coordinates: of `bodies`
  int nv, nc, most;         // most: unknowns at most
  int nb;                   // speeds of all bodies, as the cartesian system numbers them
  double *scale;            // nb: diagonal of S
  double *P, *C;            // joint coordinates, nv x nv: see equilibrium_metric.c
  double unit;              // N m: weight of the auxiliary states' rates in r, the load at the start
  int *auxiliaries;         // in use, indices in z
  int nauxiliaries;
  bool creep;  // deflections of tyres at standstill are free: their slow rates do not count
  // filled by jni_balance_calc
  double *rows, *norm;    // nc x nv: rows of G T to unit length, then R of their decomposition; nc: their lengths
  double *Q;              // nv x nv: bases of the rows and, from `rank` on, Z
  int *pivot, rank, nf;   // nf = nv - rank
  double *lambda;         // nc, the basic ones
  double *left;           // nb: f - G' lambda of all joints, on the bodies
  double *r;              // nf + nauxiliaries
  double acting, floor;   // N m: largest load; what rounding makes of stiffness and mass, see jni_balance_floor
  double load, relative;  // N m: the larger of the two; largest of |S left| over it
  double merit;           // |r|^2
  // filled by jni_balance_tangent
  double *df, *dG;  // nv x nv: K = d(G' lambda)/dq - df/dq; scratch
  double *A;        // (nf + nauxiliaries)^2, row-major
  bool exact;       // no differences in A
  double stiffest;  // joint coordinates: largest K_ii / P_ii, N m
  // scratch
  double *product;                   // most x nb
  double *row_vectors, *row_values;  // singular vectors and values of the rows
  double *B, *U, *V, *sigma, *y, *projected;
  double *direction, *moved;    // nb
  double *closing;              // a state and nv numbers
  double *trial, *kept, *best;  // states
  double least;                 // relative force left at `best`
  double *scratch;
  int iterations;
  jni_watch watch;
} jni_balance;

bool jni_balance_new(const jn_system *system, jni_balance *balance);  // false: no memory (free it then too)
void jni_balance_free(jni_balance *balance);
// all stages at q, z, t, without velocities
void jni_stage_at_rest(const jn_system *system, jn_work *work, const double *state);
// r and what leads to it, at the q, z, t of a state; velocities count as zero.
void jni_balance_calc(jni_balance *balance, const double *state);
// A at the state of the last calc.
void jni_balance_tangent(jni_balance *balance, const double *state);
// rows, norm: of the first m rows of G, on the metric of now. False: not finite.
bool jni_balance_rows(jni_balance *balance, int m);

// ---- equilibrium_metric.c -------------------------------------------------------------------------------------------
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
bool jni_balance_close(jni_balance *balance, double *state);  // moves q to closed rows; false: it cannot be

static inline int jni_balance_size(const jni_balance *b) { return b->nf + b->nauxiliaries; }
static inline const double *jni_balance_Z(const jni_balance *b) { return b->Q + (size_t)b->rank * (size_t)b->nv; }
// d = T Z y, nv
void jni_balance_increment(const jni_balance *balance, const double *y, double *d);
// Shortens y so that no body turns by more than `most`, rad; returns the factor.
double jni_balance_limit(jni_balance *balance, double most, double *y);
// to = from moved by y and brought back to the rows; false: it cannot be.
bool jni_balance_move(jni_balance *balance, const double *from, const double *y, double *to);

// After an iteration; false: interrupted, and so from then on.
void jni_watch_begin(jni_watch *watch, const jn_equilibrium_options *options);
bool jni_watch_tell(jni_balance *balance);

// Sets the floor of the load by the stiffness and masses at a state: without gravity and with relaxed springs nothing
// else has a scale.
void jni_balance_floor(jni_balance *balance, const double *state);
// Largest rate of a tyre's deflection that takes part, m/s; 0 unless they are free.
double jni_balance_creep(const jni_balance *balance);

// Which auxiliary states take part: those whose rates depend on something; with `all` also those that rest at any
// value, and deflections of tyres are free: at standstill they fade so slowly that a parked vehicle holds.
void jni_balance_choose(jni_balance *balance, const double *state, bool all);
void jni_balance_choose_every(jni_balance *balance);
// Moves those that take part (at the state's own velocities) to zdot = 0 where that defines them; the others stay.
void jni_balance_rest(jni_balance *balance, double *state);

// ---- methods: from a state to r = 0; true: there -------------------------------------------------------------------
bool jni_equilibrium_newton(jni_balance *balance, double *state);
bool jni_equilibrium_energy(jni_balance *balance, double *state);
bool jni_equilibrium_relaxation(jni_balance *balance, double *state);
// The first force without a potential at rest; -1: all have one; -2: auxiliary states take part.
int jni_equilibrium_without_potential(const jni_balance *balance);

// ---- equilibrium_large.c: where decompositions would take too long --------------------------------------------------
bool jni_large_suits(const jn_system *system);
bool jni_large_make(jni_balance *balance);  // false: no memory (free it then too)
void jni_large_free(jni_balance *balance);
double jni_large_calc(jni_balance *balance, const double *state);  // left, r; the largest of S left, < 0: not finite
double jni_large_merit(const jni_balance *balance);                // |S left|^2
double jni_large_tangent(jni_balance *balance);                    // about the largest stiffness, N m
double jni_large_newton(jni_balance *balance, double *y);   // the step of Newton's method; its length, < 0: singular
bool jni_large_close(jni_balance *balance, double *state);  // moves q to closed rows; false: it cannot be
// The step down of a trust region; its length, < 0: none. promised: what the potential should fall by.
double jni_large_descent(jni_balance *balance, double radius, double *y);
double jni_large_promised(jni_balance *balance, const double *y);
bool jni_large_is_stable(jni_balance *balance, double negative);  // no stiffness below minus this
// adds a step along the direction of about the least stiffness
void jni_large_push(jni_balance *balance, double length, double *y);
// Stiffnesses (equilibrium_lowest.c): how many are below and about zero, the least of the others; vectors of the
// neutral ones are the last of V.
typedef struct {
  bool known;
  int freedoms, neutral, unstable;
  double least;
} jni_lowest;
jni_lowest jni_large_lowest(jni_balance *balance, double cut);
// lambda (nc of a cartesian system): the least one with f = G' lambda at a state at rest, row by row over its length.
// False: no memory.
bool jni_equilibrium_multipliers(const jn_system *system, const double *state, double *lambda);

// ---- what kind of equilibrium ---------------------------------------------------------------------------------------
// How many directions are neutral at a state; they are the last vectors of V then. 0 too where it cannot be told.
int jni_equilibrium_neutral(jni_balance *balance, const double *state);
// Counts and names of directions, at a state.
void jni_equilibrium_judge(jni_balance *balance, const double *state, jn_equilibrium *result);
// Moves along neutral directions back to the kept positions of `initial`, and elsewhere as near as can be to `start`.
// False: no memory.
bool jni_equilibrium_return(jni_balance *balance, const jni_kept_list *kept, const double *start, double *state);
// An equilibrium with kept positions of `initial` held at their values, from a state near it; what holds them is left
// of the forces. False: no memory.
bool jni_equilibrium_hold(jni_balance *balance, const jni_kept_list *kept, double *state);
// At a settled start: kept positions that are passed with a kept velocity are held at their values, others that the
// equilibrium has left are told.
jn_status jni_equilibrium_keep(jni_balance *balance, double *state, jn_report *report);
// v (nv): guessed velocities on entry; along neutral directions it becomes what kept velocities ask for. False: no
// memory.
bool jni_equilibrium_velocity(jni_balance *balance, const jni_kept_list *kept, const double *state, double *v);

#endif
