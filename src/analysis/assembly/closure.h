// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// closure.h - the rows that assembly must close, [phi; kappa] or [G v - nu; K v - rate], and damped least-norm steps
// towards it.
//
// With A the Jacobian of all rows, r their residuals, W = diag(weight) and D the metric of increments, a step d
// minimises
//   d' D d + 1/mu |W (A d + r)|^2,
// which is the row system with one slack speed per row: A d + W^-1 s = -r, the slack's mass being 1/mu. So it has the
// shape [M G'; G 0] of every other solve here, on a pattern with a slack block per row group, sparse where the
// mechanism is. mu -> 0 is the Gauss-Newton step nearest to where one stands; a large mu is steepest descent
// (Levenberg, Marquardt).
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
  double *metric;  // values of the mass blocks, slacks included
  double *G;
  int nrows, nspeeds;        // with kept rows; with slacks
  double *size;              // nrows: what makes a row dimensionless: residual / size
  double *weight;            // nrows: of the dimensionless row; 0: takes no part
  bool *active;              // nrows: weight > 0
  double *residual, *right;  // nrows
  double *step;              // nspeeds, the first nv are the increment
  double *load;              // nspeeds, scratch
  double *trial;             // nq
  int iterations;
} jni_closure;

// kept: ownership passes, also on failure. JN_OK or JN_NO_MEMORY (free it then too).
jn_status jni_closure_new(const jn_system *system, jni_kept_list kept, jni_closure *closure);
void jni_closure_free(jni_closure *closure);

// Weights of the joints' rows, of the drivers' rows, of kept values and of guesses; with `positions` nonholonomic rows
// take no part.
typedef struct {
  double joints, drivers, kept, guesses;
  bool positions;
} jni_closure_weights;
void jni_closure_set_weights(jni_closure *closure, const jni_closure_weights *weights);

// Metric of increments: lengths by the typical length and angles as they are; or, scaled, the mass matrix.
void jni_closure_set_unit_metric(jni_closure *closure);
void jni_closure_set_mass_metric(jni_closure *closure);

// Moves the q of a state towards closed rows. True: every row with weight is closed to rounding.
bool jni_closure_positions(jni_closure *closure, double *state);
// Moves v likewise; positions stay.
bool jni_closure_velocities(jni_closure *closure, double *state);
// Residuals at a state, in closure->residual.
void jni_closure_calc_positions(jni_closure *closure, const double *state);
void jni_closure_calc_velocities(jni_closure *closure, const double *state);
// The part of x (nv) along which no row with weight changes, at the q last evaluated.
void jni_closure_tangent(jni_closure *closure, const double *x, double *out);
// Largest dimensionless residual of rows [from, to) with weight; infinite when one is not finite.
double jni_closure_largest(const jni_closure *closure, int from, int to);

// ---- mobility.c
// Returns the names of the joints that imply a redundant row, as a list in a sentence.
const char *jni_mobility_others(const jn_mobility *mobility, int row);

#endif
