// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// cost.c - estimated nanoseconds of a factorisation, by which the method is chosen.
#include "linalg/schur.h"

double jni_schur_cost(const jni_kkt *kkt) {
  const jni_symbolic *s = &((const jni_schur *)kkt)->ldl.symbolic;
  return 0.5 * s->multiplies + 12.0 * s->nnodes + 4.0 * s->nupdates;
}

double jni_schur_dense_cost(const jni_pattern *pattern) {
  double n = pattern->group_at[pattern->ngroups];
  return 0.4 * n * n * n / 6 + 2.0 * n * n;
}

double jni_full_klu_cost(const jni_kkt *kkt) { return 2.0 * jni_full_klu_operations(kkt) + 100.0 * (kkt->nv + kkt->nc); }

double jni_full_dense_cost(int n) { return 0.4 * n * n * (double)n / 3; }
