// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kkt_cost.c - estimated times of a factorisation in nanoseconds, by which the method is chosen.
//
// The weights were measured with bench/linalg_bench on a 2.8 GHz Xeon (Ice Lake, gcc 12 -O3, SSE2) and rounded. Only
// their ratios matter, and the choice is never close: by blocks and by the dense Schur complement 8 rows take 127 and
// 269 ns, 242 rows 3.8 and 900 microseconds. The assembly of S takes the same time in both and is omitted.
#include "linalg/kkt/schur.h"

// Returns the estimated time of a factorisation by the Schur complement by blocks, ns: 10 per node (two divisions), 4
// per update, 0.4 per multiplication.
double jni_schur_cost(const jni_kkt *kkt) {
  const jni_symbolic *s = &((const jni_schur *)kkt)->ldl.symbolic;
  return 10.0 * s->nnodes + 4.0 * s->nupdates + 0.4 * s->multiplies;
}

// Returns the estimated time of a factorisation by the dense Schur complement, ns: 0.4 per multiplication, 25 per row.
double jni_schur_dense_cost(const jni_pattern *pattern) {
  double n = pattern->group_at[pattern->ngroups];
  return 0.4 * n * n * n / 6 + 25 * n;
}

double jni_full_dense_cost(int n) { return 0.4 * n * n * (double)n / 3 + 20.0 * n; }

// Returns the estimated time of a factorisation of the whole matrix by KLU, ns: 120 per row, 1 per operation.
double jni_full_klu_cost(const jni_kkt *kkt) { return jni_full_klu_operations(kkt) + 120.0 * (kkt->nv + kkt->nc); }
