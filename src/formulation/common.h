// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// common.h - what the two frames, explicit.h and residual.h, share.
#ifndef JNI_FORMULATION_COMMON_H
#define JNI_FORMULATION_COMMON_H

#include <string.h>

#include "jounce/system.h"

// Rows left by a correction, relative to the size of the bodies (positions) and size per second (velocities).
extern const double jni_usual_correction;

static inline void jni_copy(double *to, const double *from, int n) {
  if (n > 0) memcpy(to, from, (size_t)n * sizeof *to);
}

// Sets t, q (normalised), v, z and s of `work` from a state block.
void jni_load_state(const jn_system *system, jn_work *work, const double *state);
// What drivers put in: -lambda' nu.
double jni_rheonomic_power(const jn_system *system, const jn_work *work, const double *lambda);
// Rows in force; `active` NULL: all.
int jni_count_active(const jn_system *system, const bool *active);

#endif
