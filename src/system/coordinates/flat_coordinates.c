// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// flat_coordinates.c - functions of coordinates with qdot = v: a step is a sum, the tangent map is the identity, and no
// inertia force depends on velocity.
#include <string.h>

#include "system/system.h"

void jni_flat_inertia_force(const jn_system *system, const jn_work *work, double *f) {
  (void)system;
  (void)work;
  (void)f;
}

void jni_flat_qdot(const jn_system *system, const double *q, const double *v, double *out) {
  (void)q;
  memcpy(out, v, (size_t)system->sizes.nv * sizeof *out);
}

void jni_flat_step(const jn_system *system, const double *q, const double *d, double *out) {
  for (int i = 0; i < system->sizes.nq; i++) out[i] = q[i] + d[i];
}

void jni_flat_difference(const jn_system *system, const double *q0, const double *q1, double *d) {
  for (int i = 0; i < system->sizes.nq; i++) d[i] = q1[i] - q0[i];
}

void jni_flat_tangent(const jn_system *system, const double *d, double *T) {
  int n = system->sizes.nv;
  (void)d;
  memset(T, 0, (size_t)n * (size_t)n * sizeof *T);
  for (int i = 0; i < n; i++) T[(size_t)i * (size_t)n + i] = 1;
}

void jni_flat_normalize(const jn_system *system, double *q) {
  (void)system;
  (void)q;
}
