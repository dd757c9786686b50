// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// forces.h - evaluation of force elements and their contribution to the generalised forces.
#ifndef JNI_FORCES_H
#define JNI_FORCES_H

#include "system/work.h"

// Writes to *in the input of a force element at the current stages: what its law reads. body: the body it acts on, if
// the element acts on every body; otherwise not read.
void jni_force_prepare(const jn_system *system, jn_work *work, const jni_force_plan *plan, int body,
                       jni_force_input *in);
// Writes to *out the output of a force at the current stages; if work->replaced has a value for it, that is its scalar
// force.
void jni_force_calc(const jn_system *system, jn_work *work, int force, jni_force_output *out);
// If work->replaced has a value for this force, sets the scalar force of *out to it and potential and power to zero;
// otherwise changes nothing.
void jni_force_replace(const jn_work *work, int force, jni_force_output *out);
// Adds the generalised forces of a force element to f (nbody_v) and stores its output in work->outputs. If the element
// was already evaluated at this stage, because expressions read its outputs, uses that output.
void jni_force_take(const jn_system *system, jn_work *work, int force, double *f);
// Evaluates a force element, writes its output to *out and adds its generalised forces to f (nbody_v).
void jni_force_add(const jn_system *system, jn_work *work, const jni_force_plan *plan, double *f,
                   jni_force_output *out);
// Returns the derivative of the joint coordinate at a place of the element with respect to the speeds of that place's
// body. *factor: factor of the coordinate in the sum along which the element acts.
static inline const double *jni_form_side(const jn_work *work, const jni_force_plan *plan, int place, double *factor) {
  const jni_form_term *term = &plan->terms[place / 2];
  *factor = term->factor;
  return work->coordinates[term->coordinate].J[place % 2];
}
// Adds to f (nbody_v) the generalised forces of an element along a sum of joint coordinates: s, its scalar force, times
// the gradient of that sum.
void jni_form_add(const jn_system *system, const jn_work *work, const jni_force_plan *plan, double s, double *f);
// Returns the first force element whose output was not finite at the last force stage; NULL: all were finite.
const jni_force_element *jni_force_not_finite(const jn_system *system, const jn_work *work);
// Returns the list of the *n bodies, without the ground, on whose motion the forces of an element depend: those it acts
// on and those that its expressions read. For an element on every body the list is `own`, to which it writes `body` and
// the body that attracts it.
const int *jni_force_dependencies(const jn_system *system, const jni_force_plan *plan, int body, int own[2], int *n);

#endif
