// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// newton_matrix_internal.h - the inside of jni_newton: places (newton_pattern.c) and values (newton_matrix.c).
#ifndef JNI_NEWTON_MATRIX_INTERNAL_H
#define JNI_NEWTON_MATRIX_INTERNAL_H

#include "formulation/residual/newton_matrix.h"
#include "linalg/lu/lu.h"
#include "system/drive/drive.h"

// Where a block of elements starts, -1: none. Blocks are row-major.
struct jni_newton {
  jni_pool pool;
  jni_implicit *f;
  // unknowns: delta, dv, dz, dlambda, dmu; the rows alike
  int n, at_v, at_z, at_lambda, at_mu;
  // bodies, by blocks of the pattern
  bool whole;            // every force may depend on every body, and on z
  int *near_at, *near;   // bodies whose forces depend on a body, itself among them
  int *near_q, *near_v;  // of each: its v rows by delta and by v
  int *entry_group;      // of each entry of the pattern
  int *use_at, *use;     // entries of the pattern that a body stands in
  int *colour, ncolours;
  // elements
  // delta rows: A, first the ones of `nplain` speeds, then rotations, then twists; -1 / c of each speed
  int kinematic_at, moving_at;
  int nplain;
  int *row_q, *row_v, *row_lambda;   // of each entry of the pattern: lambda rows by delta and v, v rows by lambda
  int *push, *position;              // with mu: delta rows by mu, mu rows by delta; -1 for nonholonomic rows
  int z_v, z_q, z_z, v_z, z_lambda;  // z rows by v, delta and z; v rows by z; the work by lambda
  int drive_at;  // of each driver that follows: its lambda row by its states, its mu row by position
  jni_lu *lu;
  double *values;
  // of the last setup
  double c;
  double *q, *v;                          // of y
  double *increment, *terms, *moved, *x;  // nv; nv + nz + nc, twice; n
};

bool jni_newton_places(jni_newton *newton);  // false: no memory

#endif
