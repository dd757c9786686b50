// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium.h - the balance of forces along the rows at one configuration, and the methods that move towards r = 0.
//
// With S = diag(typical length for translations, 1 for turns) every increment is d = S Z y, where Z spans the null space of G S (G of all
// rows, those of velocities too) and is orthonormal. At rest
//   S f = S G' lambda + Z r,   r = Z' S f            forces left along the rows, N m
//   H = Z' S (d(G' lambda)/dq - df/dq) S Z           stiffness along the rows; r changes by -H y
// Auxiliary states in use follow in r (their rates) and in y, with their part of the tangent A = [H -B; -C -D] by differences.
#ifndef JNI_EQUILIBRIUM_H
#define JNI_EQUILIBRIUM_H

#include "analysis/closure.h"
#include "jounce/analysis.h"

typedef struct {
  const jn_system *system;
  jn_work *work;
  jni_closure closure;     // phi alone: brings steps back to the rows
  int nv, nc, most;        // most: unknowns at most
  double *scale;           // nv: diagonal of S
  double unit;             // N m: weight of the auxiliary states' rates in r, the load at the start
  int *auxiliaries;        // in use, indices in z
  int nauxiliaries;
  bool creep;              // deflections of tyres at standstill are free: their slow rates do not count
  // filled by jni_balance_calc
  double *rows, *norm;     // nc x nv: rows of G S to unit length, then R of their decomposition; nc: their lengths
  double *Q;               // nv x nv: bases of the rows and, from `rank` on, Z
  int *pivot, rank, nf;    // nf = nv - rank
  double *lambda;          // nc, the basic ones
  double *left;            // nv: f - G' lambda
  double *r;               // nf + nauxiliaries
  double acting, floor;    // N m: largest load; what rounding makes of stiffness and mass, see jni_balance_floor
  double load, relative;   // N m: the larger of the two; largest of |S left| over it
  double merit;            // |r|^2
  // filled by jni_balance_tangent
  double *df, *dG;         // nv x nv
  double *A;               // (nf + nauxiliaries)^2, row-major
  bool exact;              // no differences in A
  // scratch
  double *product;         // nv x nv
  double *row_vectors, *row_values;  // singular vectors and values of the rows
  double *B, *U, *V, *sigma, *y, *projected;
  double *direction;       // nv
  double *trial, *kept, *best;  // states
  double least;            // relative force left at `best`
  double *scratch;
  int iterations;
} jni_balance;

bool jni_balance_new(const jn_system *system, jni_balance *balance);  // false: no memory (free it then too)
void jni_balance_free(jni_balance *balance);
// r and what leads to it, at the q, z, t of a state; velocities count as zero.
void jni_balance_calc(jni_balance *balance, const double *state);
// A at the state of the last calc.
void jni_balance_tangent(jni_balance *balance, const double *state);
static inline int jni_balance_size(const jni_balance *b) { return b->nf + b->nauxiliaries; }
static inline const double *jni_balance_Z(const jni_balance *b) { return b->Q + (size_t)b->rank * (size_t)b->nv; }
// d = S Z y, nv
void jni_balance_increment(const jni_balance *balance, const double *y, double *d);
// Shortens y so that no body turns by more than `most`, rad; returns the factor.
double jni_balance_limit(jni_balance *balance, double most, double *y);
// to = from moved by y and brought back to the rows; false: it cannot be.
bool jni_balance_move(jni_balance *balance, const double *from, const double *y, double *to);

// Sets the floor of the load by the stiffness and masses at a state: without gravity and with relaxed springs nothing else has a scale.
void jni_balance_floor(jni_balance *balance, const double *state);
// Largest rate of a tyre's deflection that takes part, m/s; 0 unless they are free.
double jni_balance_creep(const jni_balance *balance);

// Which auxiliary states take part: those whose rates depend on something; with `all` also those that rest at any value, and deflections of
// tyres are free: at standstill they fade so slowly that a parked vehicle holds.
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

// ---- what kind of equilibrium ----------------------------------------------------------------------------------------
// How many directions are neutral at a state; they are the last vectors of V then.
int jni_equilibrium_neutral(jni_balance *balance, const double *state);
// Counts and names of directions, at a state.
void jni_equilibrium_judge(jni_balance *balance, const double *state, jn_equilibrium *result);
// Moves along neutral directions back to the kept positions of `initial`, and elsewhere as near as can be to `start`. False: no memory.
bool jni_equilibrium_return(jni_balance *balance, const jni_kept_list *kept, const double *start, double *state);
// v (nv): guessed velocities on entry; along neutral directions it becomes what kept velocities ask for. False: no memory.
bool jni_equilibrium_velocity(jni_balance *balance, const jni_kept_list *kept, const double *state, double *v);

#endif
