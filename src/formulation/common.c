// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// common.c - see common.h.
#include "formulation/common.h"

#include "system/system.h"

const double jni_usual_correction = 1e-13;

void jni_load_state(const jn_system *system, jn_work *work, const double *state) {
  const jn_sizes *n = &system->sizes;
  const double *q = state + 1, *v = q + n->nq, *z = v + n->nv, *s = z + n->nz;
  work->t = state[0];
  jni_copy(work->q, q, n->nq), jni_copy(work->v, v, n->nv), jni_copy(work->z, z, n->nz), jni_copy(work->s, s, n->ns);
  system->kind->normalize(system, work->q);
}

double jni_rheonomic_power(const jn_system *system, const jn_work *work, const double *lambda) {
  double power = 0;
  for (int i = 0; i < system->sizes.nc; i++) power -= lambda[i] * work->nu[i];
  return power;
}

int jni_count_active(const jn_system *system, const bool *active) {
  int n = 0;
  for (int i = 0; i < system->sizes.nc; i++) n += !active || active[i];
  return n;
}
