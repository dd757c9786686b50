// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// linearise_contacts.h - rigid contacts in linear equations: points that stick as constraints, points that slip with
// their friction.
#ifndef JNI_LINEARISE_CONTACTS_H
#define JNI_LINEARISE_CONTACTS_H

#include "formulation/control/contact_layer.h"

// The closed points at a state.
typedef struct {
  int n, *point, *mode;      // their number, indices and modes
  jn_work *work;             // a work of the system, with the layer
  jni_contact_layer *layer;  // contact layer of the system; NULL: the model has no rigid contacts
  bool *pinned;              // n: the same two material points stay in contact
  double (*arm)[3];          // 2 n: of both ends, the material point in body axes from the centre of mass, m
  int nh, nv;                // numbers of holonomic equations, and of equations of velocities
} jni_linear_contacts;

// Finds the closed points at `state` and stores their modes in its discrete states; none if the model has no rigid
// contacts. Memory comes from the pool. Returns JN_REFUSED after a fault that names a point where the motion is not
// smooth: shapes overlap or hit there, it carries no force, or it is about to open or to slip. Returns another status
// if the forces cannot be found or memory is short.
jn_status jni_linear_contacts_find(jni_pool *pool, const jn_system *system, double *state, jni_linear_contacts *c,
                                   jn_report *report);
// Computes accelerations and multipliers (NULL: not needed) at `state` with the closed points, and the forces of
// contacts in the work, which is that of the layer. Evaluates all stages. Returns JN_NO_CONVERGENCE if the forces
// contradict the modes, or the status of an evaluation that fails.
jn_status jni_linear_contacts_accelerate(const jn_system *system, jn_work *work, jni_contact_layer *layer,
                                         const double *state, double *vdot, double *lambda);

// ---- equations of the closed points in cartesian coordinates, with a work of `cart` at the position stage
// Records the material points that touch at the present state and counts the equations.
void jni_linear_contacts_begin(const jn_system *cart, jn_work *work, jni_linear_contacts *c);
void jni_linear_contacts_residual(const jn_system *cart, jn_work *work, const jni_linear_contacts *c, double *phi);
// Writes the rows of the holonomic equations (nh x nv) and those of rolling (nv of c x nv; NULL: not needed).
void jni_linear_contacts_rows(const jn_system *cart, jn_work *work, const jni_linear_contacts *c, double *holonomic,
                              double *rolling);

#endif
