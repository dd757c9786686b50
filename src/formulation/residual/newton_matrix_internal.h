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
  bool dense;  // every force may depend on every body and on z, or the system is small
  // neighbour_at: nblocks + 1; the bodies whose forces depend on body b are neighbour[neighbour_at[b]] and following, b
  // included
  int *neighbour_at, *neighbour;
  // For each neighbour: blocks of its v equations with respect to delta and to v of body b.
  int *neighbour_q, *neighbour_v;
  int *entry_group;  // for each entry of the pattern: its group of constraints
  // nblocks + 1: index in `use` of the first entry of each body; entries of the pattern, body by body
  int *use_at, *use;
  int *colour, ncolours;  // nblocks: bodies of one colour are perturbed together
  // Blocks of matrix elements, row-major: each number is the index of the first element in `values`; -1: there is no
  // block. kinematic_at: A of the delta equations: first the `nplain` scalar coordinates, then rotations, then twists
  int kinematic_at;
  int moving_at;  // diagonal elements -1 / c of the delta equations with respect to v, for each speed
  int nplain;
  // For each entry: lambda equations with respect to delta and to v; v equations with respect to lambda.
  int *row_q, *row_v, *row_lambda;
  // For each entry: delta equations with respect to mu, mu equations with respect to delta; -1: nonholonomic.
  int *delta_mu, *mu_delta;
  // z equations with respect to v, delta and z; v equations to z; the equation of the work to lambda.
  int z_v, z_q, z_z, v_z, z_lambda;
  // For each driver with a filter: its lambda equation with respect to its states, its mu equation to its position.
  int drive_at;
  jni_lu *lu;
  double *values;
  // Data of the last jni_newton_setup:
  double c;
  double *q, *v;                              // q and v of y
  double *increment, *terms, *perturbed, *x;  // nv; nv + nz + nc, twice; n
};

// Creates the pattern of the matrix and sets the indices of all blocks. Returns false if there is no memory.
bool jni_newton_make_pattern(jni_newton *newton);

#endif
