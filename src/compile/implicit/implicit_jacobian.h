// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// implicit_jacobian.h - writes the derivatives of generalised forces of elements and of state rates: the stiff part of
// the Jacobian, with constant loop matrices, masses and inertia forces.
#ifndef JNI_IMPLICIT_JACOBIAN_H
#define JNI_IMPLICIT_JACOBIAN_H

#include "compile/implicit/implicit.h"

// Matrix [K C E; F H Z] of implicit.h: rows are n speeds (B' f) and nz states, columns n positions, n speeds and nz
// states.
typedef struct {
  int n, nz, width;
  const int *states;  // nz: indices in the system
  jni_node *A;        // (n + nz) x width: elements of the matrix
} jni_jacobian_nodes;

// Writes the Jacobian. Rows of states that nothing else depends on are zero. Returns NULL without memory.
const jni_jacobian_nodes *jni_write_jacobian(jni_pool *pool, const jni_implicit_source *of);

#endif
