// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// implicit.h - the linear equations of linearly implicit methods (kernel/step/step_rosenbrock.h), as functions of a
// program: matrix and factors, and their solution with a right side. Of the n independent speeds and nz states, those
// that are implicit:
//
//   k_v - g M_q^-1 (K k_x + C k_v + E k_z) = r_v        k_x = r_x + g k_v
//   k_z - g        (F k_x + H k_v + Z k_z) = r_z
// K, C, E are how B' f changes with positions along the independent speeds, with these and with states, F, H, Z how
// zdot does: the part of the forces alone. Masses, loops and inertia forces are held, which are not what is stiff. The
// first row is solved times M_q, where no pivot vanishes as long as forces hold things back: the order is that of least
// fill. For all others k = r.
//
// Variables behind those of the program are the memory of the method: g, what is kept of the matrix, r_x, r_v, r_z.
#ifndef JNI_IMPLICIT_H
#define JNI_IMPLICIT_H

#include "compile/equations.h"

typedef enum {
  JNI_IMPLICIT_NONE,
  JNI_IMPLICIT_ALL,
  JNI_IMPLICIT_STIFF,  // what is named, or what is found to be stiff
} jni_implicit_extent;

typedef struct {
  jni_implicit_extent extent;
  double h;  // the step that is meant: what is stiff depends on it, and the order of the pivots
  // Named ones: flags of speeds and states of the system; NULL: they are found.
  const bool *named_speeds, *named_states;
} jni_implicit_def;

typedef struct {
  jni_implicit_extent extent;
  int nspeeds, nstates;
  int *speeds, *states;  // that are implicit: numbers of speeds of the program, of states
  jni_node *jacobian;    // nkept
  int nkept;
  jni_node *solve;  // nv and nz
  double fastest;   // largest size of an eigenvalue at the nominal state, 1/s; NaN: not known
} jni_implicit_part;

typedef struct {
  const jni_equations *e;
  const jni_node *zdot;  // of all states
  int nvariables;        // of the program
  const int *speeds;     // nv that are variables of it
  int nv;
  const int *states;  // nz, likewise
  int nz;
} jni_implicit_source;

// Nothing is changed but the graph. False: no memory (the graph or the pool has failed).
bool jni_write_implicit(jni_pool *pool, const jni_implicit_source *of, const jni_implicit_def *def,
                        jni_implicit_part *out);

#endif
