// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// modes.h - data of jn_modes.
#ifndef JNI_MODES_H
#define JNI_MODES_H

#include <stdint.h>

#include "analysis/linear/linearise.h"

struct jn_modes {
  jni_pool pool;
  int nx, n, zeros, nshares;
  jn_mode *modes;   // n
  double *vectors;  // n x nx x 2
  double *lefts;    // n x nx x 2: y with y A = lambda y, not conjugated, of any length
  double *bodies;   // n x nv x 2: increments of the bodies, cartesian
  int nv;
  double error;      // of A, relative
  uint64_t names;    // of the states, hashed: vectors of other states cannot be compared
  double *parts;     // n x nx: how much of a mode lives in each state, sum 1 in absolute values
  jn_share *shares;  // n x nshares
  char (*zero_names)[JN_DIRECTION_NAME];
};

// Stability of the state of a linearisation.
typedef struct {
  jni_pool pool;
  int neutral;                       // dimension of the family of equilibria that motion along the constraints reaches
  char (*names)[JN_DIRECTION_NAME];  // neutral: states of x that span it
  int growing;                       // eigenvalues with a positive real part, as jn_modes_growing counts them
} jni_linear_stability;

// Counts neutral directions and growing eigenvalues; free out->pool in any case. False, with a fault in the report: no
// memory, or no convergence.
bool jni_linear_judge(const jn_linear *linear, jni_linear_stability *out, jn_report *report);

// From vectors and parts of all modes: shares by size, vectors normalised.
void jni_modes_shape(jn_modes *modes, const jn_linear *linear);

#endif
