// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// implicit_jacobian.h - how the forces of elements, along the independent speeds, and the rates of states change, as
// nodes: the stiff part of the Jacobian, with loops, masses and inertia forces held.
#ifndef JNI_IMPLICIT_JACOBIAN_H
#define JNI_IMPLICIT_JACOBIAN_H

#include "compile/implicit/implicit.h"

// [K C E; F H Z] of implicit.h: rows are n speeds (B' f) and nz states, columns n positions, n speeds and nz states.
typedef struct {
  int n, nz, width;
  const int *states;  // nz, of the system
  jni_node *A;        // (n + nz) x width
} jni_jacobian_nodes;

// In the pool. Rows of states that nothing else depends on are zero. NULL: no memory.
const jni_jacobian_nodes *jni_write_jacobian(jni_pool *pool, const jni_implicit_source *of);

#endif
