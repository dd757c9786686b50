// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// row_rank.h - determines which rows of a sparse G depend on the rows before them, and on which.
//
// Gaussian elimination by rows, in the order of the caller: the remainder of row i after subtracting the rows before it
// is u_i = row_i - sum_k l_ik u_k; its largest entry becomes its pivot, and when that is below tolerance the row
// depends on those before it. The pivot is the largest of its row, so a pivot row has no entry above 1 and nothing
// grows in practice. Rows are scaled to a largest entry of 1, columns by factors of the caller. Only rows whose pivot
// columns a row contains are subtracted, so that the cost for chains and rows of loops is proportional to their size.
#ifndef JNI_ROW_RANK_H
#define JNI_ROW_RANK_H

#include "linalg/kkt/kkt.h"

typedef struct jni_rank jni_rank;

// Returns an object with the rank of the rows of G (finite values by `pattern`); NULL if memory is short. column_scale:
// nv, factors of the columns. tolerance: largest element of the remainder of a row, over that of the scaled row, at or
// below which the row counts as dependent.
jni_rank *jni_rank_new(const jn_alloc *alloc, const jni_pattern *pattern, const double *G, const double *column_scale,
                       double tolerance);
// Makes an object without rows, which determines the rank of rows that are added one after the other by jni_rank_add
// until `most` of them are independent. Returns NULL without memory.
jni_rank *jni_rank_begin(const jn_alloc *alloc, int most, int ncolumns);
// Returns ncolumns zeros, to which the caller writes the row that the next jni_rank_add adds.
double *jni_rank_row(jni_rank *rank);
// Adds the row in jni_rank_row. Returns 1 if it is independent of the rows before; 0 if it depends on them and is
// discarded; -1 if memory is short or the rank was `most` before; -2 if the row is not finite and is discarded.
int jni_rank_add(jni_rank *rank, double tolerance);
// Writes to x (ncolumns) the i-th of the ncolumns - rank independent directions along which all added rows are zero;
// zeros for a larger i.
void jni_rank_direction(const jni_rank *rank, int i, double *x);
int jni_rank_get(const jni_rank *rank);
const bool *jni_rank_dependent(const jni_rank *rank);  // nrows: the row depends on rows before it
// Returns the smallest magnitude of a pivot of an independent row; infinite if there is none.
double jni_rank_least_pivot(const jni_rank *rank);
// Expresses a dependent row as a weighted sum of the (scaled) rows before it. Writes the numbers of these rows, the
// last one first, to `rows` and their weights to `weights`, and returns how many they are, at most the rank.
int jni_rank_weights(jni_rank *rank, int row, int *rows, double *weights);

#endif
