// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// full_matrix.h - parts shared by the methods that factor the whole matrix [M G'; G 0]: scaling, inactive rows,
// iterative refinement.
//
// The matrix is scaled to Z = E [M G'; G 0] E with E = diag(1 / sqrt(M_jj), 1 / |G_i M^-1/2|), so that a pivot is small
// only if rows are dependent, whatever the masses are. An inactive or skipped row is replaced by a unit row and column.
#ifndef JNI_FULL_MATRIX_H
#define JNI_FULL_MATRIX_H

#include "linalg/kkt/kkt_method.h"

typedef struct {
  jni_kkt base;
  bool *active, *used;  // nc: rows that are switched on; active rows that were not skipped as dependent
  double *scale;        // nv + nc: E
  double *x, *b, *r;    // nv + nc: unknowns, right side, residual
} jni_full;

// A row whose scaled pivot is below this value is dependent on the rows before it.
#define JNI_FULL_TOLERANCE 1e-13

// Allocates the vectors of a solver whose member `base` is set already. Returns false if memory is short.
bool jni_full_init(jni_full *full);
// Sets which rows of G are active, for following factorisations; active NULL: all rows.
void jni_full_set_active(jni_kkt *kkt, const bool *active);
// Begins a factorisation with new values: computes the scale, marks all active rows as used, and resets the counts of
// pivots.
void jni_full_start(jni_full *full, const double *mass, const double *G);

// Function that takes element (i, j) of the matrix. jni_full_fill calls it for all elements of the scaled matrix: M,
// the used rows of G and G', and 1 on the diagonal of the unused rows.
typedef void jni_full_put(void *context, int i, int j, double value);
void jni_full_fill(const jni_full *full, const double *mass, const double *G, jni_full_put *put, void *context);

typedef struct {
  double value;
  int column;  // index of the unknown that the pivot eliminates, 0 to nv + nc - 1
} jni_full_pivot;

// Checks the pivots get(context, 0), get(context, 1), ... in the order of elimination, and records the smallest. If the
// pivot of an active row vanishes, marks this row as skipped and sets *again: the later pivots are then meaningless,
// and the matrix must be factored once more. Returns false if the matrix is singular for another reason or not finite.
bool jni_full_judge(jni_full *full, jni_full_pivot (*get)(const void *context, int k), const void *context,
                    bool *again);
// Solves the problem with the factor and iterative refinement, and writes problem->a and problem->lambda unless they
// are NULL. inner: function that solves with the factor of the scaled matrix, in place.
void jni_full_solve(jni_full *full, const jni_kkt_problem *problem, void (*inner)(jni_full *full, double *x));

#endif
