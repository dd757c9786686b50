// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// modes.h - data of jn_modes: eigenvalues, eigenvectors and mode shapes of a linearised model.
#ifndef JNI_MODES_H
#define JNI_MODES_H

#include <stdint.h>

#include "analysis/linear/linearise.h"

struct jn_modes {
  jni_pool pool;
  int nx, n, zeros, nshares;
  jn_mode *modes;   // n: eigenvalues with their properties, as the caller reads them
  double *vectors;  // n x nx x 2: right eigenvectors, each state's real and imaginary part
  double *lefts;    // n x nx x 2: left eigenvectors y A = lambda y, not conjugated, not normalised
  double *bodies;   // n x nv x 2: cartesian increments of the bodies
  int nv;
  double error;                           // relative error of A
  uint64_t names;                         // hash of the state names; only vectors with equal names are comparable
  double *parts;                          // n x nx: participation of each state in each mode; absolute values sum to 1
  jn_share *shares;                       // n x nshares: motion of the named coordinates in each mode
  char (*zero_names)[JN_DIRECTION_NAME];  // zeros: states that span the eigenvalues at zero
};

// Stability of the state about which the equations were linearised: counts of neutral and growing directions.
typedef struct {
  jni_pool pool;
  int neutral;                       // dimension of the family of equilibria through this state
  char (*names)[JN_DIRECTION_NAME];  // neutral: states of x that span this family
  int growing;                       // number of eigenvalues with a positive real part, as in jn_modes_growing
} jni_linear_stability;

// Counts neutral directions and growing eigenvalues into *out. The caller frees out->pool, also after a failure.
// Returns false with a fault in the report if memory is short or an iteration does not converge.
bool jni_linear_judge(const jn_linear *linear, jni_linear_stability *out, jn_report *report);

// Sets the shares of all modes from modes->vectors and modes->parts, sorted by participation, equal ones by size;
// divides vector and shares of each mode by its first share, and sets modes->bodies.
void jni_modes_shape(jn_modes *modes, const jn_linear *linear);

#endif
