// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// loop_closure.h - closes the loops of a system by Newton's method at prescribed independent coordinates. The other
// independent coordinates are those of the nominal state.
#ifndef JNI_LOOP_CLOSURE_H
#define JNI_LOOP_CLOSURE_H

#include "compile/equations.h"
#include "symbolic/tape.h"

typedef struct {
  jni_pool pool;
  jni_tape *tape;
  int nvariables, nq;
  double *x;       // nvariables: t, q, v, ...; the last point that was tried
  double *q;       // nq: coordinates after one Newton step from x
  double *before;  // nq: last coordinates with closed loops
  const double *nominal;
} jni_loop_closure;

// Makes the solver. e: equations that make one Newton step (newton = 1), with or without loop tables; they must outlive
// the object. Returns NULL without memory.
jni_loop_closure *jni_loop_closure_new(const jni_equations *e);
// Sets c->x to a state with closed loops in which the n independent coordinates q have these values and the others
// those of the nominal state; other variables are nominal. Returns false if Newton's method fails on the straight path
// from the nominal state, also with shorter steps.
bool jni_loop_closure_solve(jni_loop_closure *c, const int *q, const double *values, int n);

#endif
