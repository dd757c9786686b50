// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// loop_closure.h - the state of a system at given independent coordinates: loops closed by Newton's method, the others
// as at the nominal state.
#ifndef JNI_LOOP_CLOSURE_H
#define JNI_LOOP_CLOSURE_H

#include "compile/equations.h"
#include "symbolic/tape.h"

typedef struct {
  jni_pool pool;
  jni_tape *tape;
  int nvariables, nq;
  double *x;       // nvariables: t, q, ... of the last point
  double *q;       // nq: after a step
  double *before;  // nq: where the loops were closed last
  const double *nominal;
} jni_loop_closure;

// e: exact equations with a step of Newton, which stay where they are. NULL: no memory.
jni_loop_closure *jni_loop_closure_new(const jni_equations *e);
// x with n coordinates q at these values. False: the loops cannot be closed there, coming from the nominal state.
bool jni_loop_closure_solve(jni_loop_closure *c, const int *q, const double *values, int n);

#endif
