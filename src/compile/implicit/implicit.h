// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// implicit.h - writes the linear equations of linearly implicit methods (kernel/step/step_rosenbrock.h): factors of the
// matrix, and the solution for a right side. For the implicit ones of the n independent speeds and nz states:
//
//   k_v - g M_q^-1 (K k_x + C k_v + E k_z) = r_v        k_x = r_x + g k_v
//   k_z - g        (F k_x + H k_v + Z k_z) = r_z
// K, C, E are the derivatives of B' f with respect to positions along the independent speeds, to these speeds and to
// states; F, H, Z those of zdot. Only force elements are differentiated: masses, loops and inertia forces are not stiff
// and taken as constant. The first row is multiplied by M_q; its pivots do not vanish for restoring forces, and are
// ordered for least fill. For explicit variables k = r.
//
// The memory of the method follows the variables of the program: g, numbers of the matrix, r_x, r_v, r_z.
#ifndef JNI_IMPLICIT_H
#define JNI_IMPLICIT_H

#include "compile/equations.h"

typedef enum {
  JNI_IMPLICIT_NONE,
  JNI_IMPLICIT_ALL,
  JNI_IMPLICIT_STIFF,  // variables that are named; if none are, those found to be stiff
} jni_implicit_extent;

typedef struct {
  jni_implicit_extent extent;
  double h;  // step size, s, for which variables are judged as stiff and pivots are ordered
  // Flags of all speeds and states of the system, true for those that the user has named; NULL: the stiff ones are
  // found.
  const bool *named_speeds, *named_states;
} jni_implicit_def;

typedef struct {
  jni_implicit_extent extent;
  int nspeeds, nstates;
  int *speeds, *states;  // implicit variables: indices among the speeds, and among the states, of the program
  jni_node *jacobian;    // nkept: results of `jacobian`, numbers that are stored until it is evaluated again
  int nkept;
  jni_node *solve;  // nv + nz: results of `solve`, k for all speeds and states
  double fastest;   // largest absolute eigenvalue at the nominal state, 1/s; NaN: unknown
} jni_implicit_part;

typedef struct {
  const jni_equations *e;
  const jni_node *zdot;  // rates of all states
  int nvariables;        // number of variables of the program
  const int *speeds;     // nv: indices of the speeds that are variables
  int nv;
  const int *states;  // nz: indices of the states that are variables
  int nz;
} jni_implicit_source;

// Writes the functions `jacobian` and `solve` into the graph of `of` and fills *out, with lists in the pool. Returns
// false without memory.
bool jni_write_implicit(jni_pool *pool, const jni_implicit_source *of, const jni_implicit_def *def,
                        jni_implicit_part *out);

#endif
