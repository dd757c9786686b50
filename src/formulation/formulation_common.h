// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// formulation_common.h - helpers shared by the three families of formulations: ode_formulation.h,
// residual_formulation.h and step_formulation.h.
#ifndef JNI_FORMULATION_COMMON_H
#define JNI_FORMULATION_COMMON_H

#include <string.h>

#include "formulation/formulation.h"

// Default tolerance of corrections: largest constraint violation that a correction may leave, relative to the size of
// what the constraint compares (row_size.c). For velocity constraints, relative to that size times the largest speed.
extern const double jni_usual_correction;

static inline void jni_copy(double *to, const double *from, int n) {
  if (n > 0) memcpy(to, from, (size_t)n * sizeof *to);
}

// Copies t, q, v, z and s from a state block to `work` and normalises quaternions there. Evaluates no stage.
void jni_load_state(const jn_system *system, jn_work *work, const double *state);
// Copies q, v and z of a state block to a y that begins with (q, v, z), and s to formulation->s. Normalises the
// quaternions in y.
void jni_pack_begin(jni_formulation *formulation, const double *state, double *y);
// Allocates a formulation of `size` bytes, sets kind and system, and resets its counts. Returns NULL and reports a
// fault if there is no memory.
void *jni_formulation_new(const jni_formulation_kind *kind, size_t size, const jn_system *system, jn_report *report);
// Computes the state block from t, a y that begins with (q, v, z), and formulation->s, without corrections; normalises
// quaternions. Returns JN_OK.
jn_status jni_unpack_begin(jni_formulation *formulation, double t, const double *y, double *state);
// Returns the power that drivers put into the system, -lambda' nu, W.
double jni_rheonomic_power(const jn_system *system, const jn_work *work, const double *lambda);
// Evaluates G at three configurations near that of the state block `state`, and raises each element of `sizes` to the
// largest magnitude of that value of G, or to 1 if it is not finite. A value that is zero in all three stays zero: it
// is taken as structurally zero. Changes the work; step: workspace, nv.
void jni_sample_rows(const jn_system *system, jn_work *work, const double *state, double *step, double *sizes);
// Returns the number of active constraints; `active` NULL: all are active.
int jni_count_active(const jn_system *system, const bool *active);

#endif
