// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// formulation_common.h - what the three frames, ode_formulation.h, residual_formulation.h and step_formulation.h,
// share.
#ifndef JNI_FORMULATION_COMMON_H
#define JNI_FORMULATION_COMMON_H

#include <string.h>

#include "formulation/formulation.h"

// Rows left by a correction, in the sizes of what they compare (row_size.c); of velocities likewise, times the largest
// speed.
extern const double jni_usual_correction;

static inline void jni_copy(double *to, const double *from, int n) {
  if (n > 0) memcpy(to, from, (size_t)n * sizeof *to);
}

// Sets t, q (normalised), v, z and s of `work` from a state block.
void jni_load_state(const jn_system *system, jn_work *work, const double *state);
// For a y that begins with (q, v, z): from a state block, quaternions normalised and s kept, and back into one.
void jni_pack_begin(jni_formulation *formulation, const double *state, double *y);
// A formulation of `size` bytes before its functions are set, nothing counted yet; NULL with a fault: no memory.
void *jni_formulation_new(const jni_formulation_kind *kind, size_t size, const jn_system *system, jn_report *report);
jn_status jni_unpack_begin(jni_formulation *formulation, double t, const double *y, double *state);
// What drivers put in: -lambda' nu.
double jni_rheonomic_power(const jn_system *system, const jn_work *work, const double *lambda);
// How large the values of G get: at a few configurations round that of the model, far from special ones. What is zero
// in all of them stays so. `step` has room for nv, `sizes` grow.
void jni_sample_rows(const jn_system *system, jn_work *work, const double *state, double *step, double *sizes);
// Rows in force; `active` NULL: all.
int jni_count_active(const jn_system *system, const bool *active);

#endif
