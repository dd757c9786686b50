// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// newton_matrix_internal.h - internals of jni_newton: pattern (newton_pattern.c) and values (newton_matrix.c).
#ifndef JNI_NEWTON_MATRIX_INTERNAL_H
#define JNI_NEWTON_MATRIX_INTERNAL_H

#include "formulation/residual/newton_matrix.h"
#include "linalg/lu/lu.h"
#include "system/drive/drive.h"

struct jni_newton {
  jni_pool pool;
  jni_implicit *f;
  // Number of unknowns, and index of the first unknown of each kind: delta (0), dv, dz, dlambda, dmu; equations have
  // the same order.
  int n, at_v, at_z, at_lambda, at_mu;
  // Dependence between bodies; a body is identified by its block of the pattern.
  bool dense;  // every force may depend on every body and on z
  // neighbour_at: nblocks + 1; the bodies whose forces depend on body b are neighbour[neighbour_at[b]] and following, b
  // included
  int *neighbour_at, *neighbour;
  int *neighbour_q, *neighbour_v;  // of each neighbour: block of its v equations by delta and by v of body b
  int *entry_group;                // of each entry of the pattern: its group of constraints
  int *use_at, *use;               // nblocks + 1; entries of the pattern of each body
  int *colour, ncolours;           // nblocks: bodies of one colour are perturbed together
  // Blocks of matrix elements, row-major: each number is the index of the first element in `values`; -1: there is no
  // block. kinematic_at: A of the delta equations: first the `nplain` scalar coordinates, then rotations, then twists
  int kinematic_at;
  int moving_at;  // -1 / c of each speed
  int nplain;
  int *row_q, *row_v, *row_lambda;   // of each entry: lambda equations by delta and by v; v equations by lambda
  int *delta_mu, *mu_delta;          // of each entry: delta equations by mu, mu equations by delta; -1: nonholonomic
  int z_v, z_q, z_z, v_z, z_lambda;  // z equations by v, delta and z; v equations by z; the work by lambda
  int drive_at;  // of each driver with a filter: its lambda equation by its states, its mu equation by position
  jni_lu *lu;
  double *values;
  // at the last setup
  double c;
  double *q, *v;                              // q and v of y
  double *increment, *terms, *perturbed, *x;  // nv; nv + nz + nc, twice; n
};

// Creates the pattern of the matrix and sets the indices of all blocks. Returns false if there is no memory.
bool jni_newton_places(jni_newton *newton);

#endif
