// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// forces.h - evaluation of force elements and their contribution to the generalised forces.
#ifndef JNI_FORCES_H
#define JNI_FORCES_H

#include "system/work.h"

// Computes the input of a force element at the current stage. body: the body, if the element acts on every body;
// otherwise not read.
void jni_force_prepare(const jn_system *system, jn_work *work, const jni_force_plan *plan, int body,
                       jni_force_input *in);
// Computes the output of a force at the current stage, then calls jni_force_replace.
void jni_force_calc(const jn_system *system, jn_work *work, int force, jni_force_output *out);
// Sets the scalar force to work->replaced and potential and power to zero; changes nothing if the work replaces no law
// of this force.
void jni_force_replace(const jn_work *work, int force, jni_force_output *out);
// Adds the generalised forces of a force to f and stores its output in the work. A force that was evaluated before the
// others, because expressions read its outputs, is not evaluated again.
void jni_force_take(const jn_system *system, jn_work *work, int force, double *f);
// Evaluates a force element, stores its output in *out and adds its generalised forces to f.
void jni_force_add(const jn_system *system, jn_work *work, const jni_force_plan *plan, double *f,
                   jni_force_output *out);
// Returns the derivative of the coordinate at `place` with respect to the speeds of that place's body, and the factor
// of the coordinate in the sum along which the element acts.
static inline const double *jni_form_side(const jn_work *work, const jni_force_plan *plan, int place, double *factor) {
  const jni_form_term *term = &plan->terms[place / 2];
  *factor = term->factor;
  return work->coordinates[term->coordinate].J[place % 2];
}
// Adds to f the generalised forces of a force s along the sum of coordinates on which the element acts: s times the
// gradient of that sum.
void jni_form_add(const jn_system *system, const jn_work *work, const jni_force_plan *plan, double s, double *f);
// Returns the first force that was not finite when the forces were computed last; NULL: all were finite.
const jni_force_element *jni_force_not_finite(const jn_system *system, const jn_work *work);
// Returns the list of the n bodies, without the ground, on whose motion the forces of an element depend: those it acts
// on and those that its expressions read. For an element on every body: `body` and the body that attracts it, in `own`.
const int *jni_force_dependencies(const jn_system *system, const jni_force_plan *plan, int body, int own[2], int *n);

#endif
