// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// closure.h - the equations of assembly, [phi; kappa] = 0 or [G v - nu; K v - rate] = 0, and damped minimum-norm steps
// towards their solution.
//
// With A the Jacobian of all rows, r their residuals, W = diag(weight) and D the metric of increments, a step d
// minimises
//   d' D d + 1/mu |W (A d + r)|^2,
// which is a system with one slack speed per equation: A d + W^-1 s = -r, where the mass of a slack is 1/mu. So it has
// the form [M G'; G 0] and its sparse solver, on a pattern with a slack block per group of equations. For mu -> 0 it is
// the minimum-norm Gauss-Newton step; for large mu it is steepest descent (Levenberg, Marquardt).
#ifndef JNI_CLOSURE_H
#define JNI_CLOSURE_H

#include "analysis/assembly/initial_rows.h"
#include "jounce/assembly.h"
#include "linalg/kkt/kkt.h"

typedef struct {
  jni_pool pool;
  const jn_system *system;
  jn_work *work;
  jni_kept_list kept;
  jni_pattern pattern;  // rows of the system, then those of `kept`; blocks of the system, then slacks
  jni_kkt *kkt;
  double *metric;            // D: values of the mass blocks of `pattern`, slacks included
  double *G;                 // values of the Jacobian blocks, slacks included
  int nrows, nspeeds;        // numbers of all equations, kept values included, and of all speeds, slacks included
  double *size;              // nrows: size of what the equation compares: residual / size is dimensionless
  double *weight;            // nrows: weight of the dimensionless equation; 0: not used
  bool *active;              // nrows: the weight of the equation is positive
  double *residual, *right;  // nrows: residuals at the state evaluated last; right side of a solve
  double *step;              // nspeeds, the first nv are the increment
  double *load;              // nspeeds, scratch
  double *trial;             // nq, scratch: coordinates after a step that is tried
  int iterations;            // number of steps of positions computed since the closure was made
} jni_closure;

// Makes a closure, which takes ownership of `kept`, also on failure. Returns JN_OK or JN_NO_MEMORY; the caller must
// free the closure in both cases.
jn_status jni_closure_new(const jn_system *system, jni_kept_list kept, jni_closure *closure);
void jni_closure_free(jni_closure *closure);

// Weights of the equations: of joints, of drivers, of kept values and of guesses; 0 leaves them out. positions: weights
// for the position level, where nonholonomic equations have weight 0.
typedef struct {
  double joints, drivers, kept, guesses;
  bool positions;
} jni_closure_weights;
void jni_closure_set_weights(jni_closure *closure, const jni_closure_weights *weights);

// Sets the metric D of increments to one in which lengths are divided by the typical length and angles by 1 rad.
void jni_closure_set_unit_metric(jni_closure *closure);
// Sets the metric D of increments to the mass matrix, divided by the largest mass and the square of the typical length.
void jni_closure_set_mass_metric(jni_closure *closure);

// Solves the position equations and writes their solution to q of `state`, which is the first guess; also updates the
// whole turns of angles in s. Returns whether every equation whose weight is positive holds to rounding; if not,
// `state` has the smallest weighted residual found.
bool jni_closure_positions(jni_closure *closure, double *state);
// Solves the velocity equations and writes their solution to v of `state`, with positions unchanged. Returns whether
// every equation whose weight is positive holds to rounding; if not, v is the last iterate, or unchanged if the
// equations of a step are singular.
bool jni_closure_velocities(jni_closure *closure, double *state);
// Evaluates the position equations at `state` without solving them: sets closure->residual of position equations and
// kept values, closure->G and the position stage of closure->work.
void jni_closure_calc_positions(jni_closure *closure, const double *state);
// Evaluates the velocity equations at `state` without solving them: sets closure->residual of all equations,
// closure->G and the position stage of closure->work. Overwrites closure->load.
void jni_closure_calc_velocities(jni_closure *closure, const double *state);
// Writes to out (nv, may be x) the projection of x (nv) onto the null space of the equations whose weight is positive,
// in the metric set last, at the positions evaluated last; x itself if the equations of a step are singular. Overwrites
// closure->G, step and load.
void jni_closure_tangent(jni_closure *closure, const double *x, double *out);
// Returns the largest dimensionless residual among the equations from `from` to `to` - 1 whose weight is positive;
// 0 if there is none, infinite if one is not finite.
double jni_closure_largest(const jni_closure *closure, int from, int to);

// ---- mobility.c
// Returns the names of the joints that imply a redundant row of the system, as a list in a sentence; "" if the row is
// not redundant.
const char *jni_mobility_others(const jn_mobility *mobility, int row);

#endif
