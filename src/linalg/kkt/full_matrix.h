// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// full_matrix.h - what the methods that factor the whole matrix [M G'; G 0] share: scaling, switched-off rows,
// refinement.
//
// The matrix is scaled to Z = E [M G'; G 0] E with E = diag(1 / sqrt(M_jj), 1 / |G_i M^-1/2|), so that a vanishing
// pivot can be told from a heavy body. A row that takes no part has a unit row and column in its place.
#ifndef JNI_FULL_MATRIX_H
#define JNI_FULL_MATRIX_H

#include "linalg/kkt/kkt_method.h"

typedef struct {
  jni_kkt base;
  bool *active, *used;  // rows switched on; those of them that were not skipped
  double *scale;        // nv + nc: E
  double *x, *b, *r;    // nv + nc: unknowns, right side, residual
} jni_full;

// A scaled pivot below this is a dependent row.
#define JNI_FULL_TOLERANCE 1e-13

bool jni_full_init(jni_full *full);  // takes room for the vectors; base is set. False: no memory
void jni_full_set_active(jni_kkt *kkt, const bool *active);
// Scales anew, forgets which rows were skipped.
void jni_full_start(jni_full *full, const double *mass, const double *G);

// Calls put(context, i, j, value) for every scaled element of M and of G and G' (rows in use), and 1 for the others'
// diagonals.
typedef void jni_full_put(void *context, int i, int j, double value);
void jni_full_fill(const jni_full *full, const double *mass, const double *G, jni_full_put *put, void *context);

typedef struct {
  double value;
  int column;  // of nv + nc
} jni_full_pivot;

// Looks at the pivots get(context, 0), get(context, 1), ... in the order of elimination. The first that vanishes tells
// the dependent row (after it the numbers mean nothing): it is skipped and *again is set. False: singular otherwise, or
// not finite.
bool jni_full_judge(jni_full *full, jni_full_pivot (*get)(const void *context, int k), const void *context,
                    bool *again);
// Solve with refinement through `inner`, which solves with the scaled factor in place.
void jni_full_solve(jni_full *full, const jni_kkt_problem *problem, void (*inner)(jni_full *full, double *x));

#endif
