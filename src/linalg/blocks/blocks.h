// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// blocks.h - repeated factorisation of a square matrix of dense blocks with one sparsity pattern, without pivoting
// between nodes. It suits matrices that can be eliminated in any order, such as [W G'; G -D] with W and D positive
// definite.
//
// A node (a body or a joint) has a number of rows; a pair of nodes i, j has the blocks (i, j) and (j, i). A
// fill-reducing order of elimination is chosen once, from the pattern only.
#ifndef JNI_BLOCKS_H
#define JNI_BLOCKS_H

#include "base/pool.h"

typedef struct jni_blocks jni_blocks;

// Analyses the pattern, makes an object and stores it in *out. size: nnodes, number of rows of each node, at least 1.
// pair: npairs pairs of different nodes, none twice in either order. symmetric: only block (i, j) of a pair {i, j} is
// stored, and only the lower triangle of a diagonal block is used. Returns JN_NO_MEMORY, or JN_REFUSED if the factor
// would have 2^30 numbers or more; *out is then NULL.
jn_status jni_blocks_make(jni_blocks **out, const jn_alloc *alloc, int nnodes, const int *size, int npairs,
                          const int (*pair)[2], bool symmetric);
// Makes the same object as jni_blocks_make and returns it; NULL if memory is short or the factor is too large. Freed by
// jni_object_free.
jni_blocks *jni_blocks_new(const jn_alloc *alloc, int nnodes, const int *size, int npairs, const int (*pair)[2],
                           bool symmetric);
// Sets all values to zero; the caller then adds the values of the next matrix before each factorisation.
void jni_blocks_clear(jni_blocks *blocks);
// Returns the address of the block of the nodes i (row) and j (column), row-major with *stride numbers from row to row;
// NULL: there is none. The address never changes.
double *jni_blocks_at(jni_blocks *blocks, int i, int j, int *stride);
// Factors the matrix; the factor replaces the values. Returns false if a pivot is zero or not finite.
bool jni_blocks_factor(jni_blocks *blocks);
// Solves with the factor. x, in the order of the nodes: right side on entry, solution on return.
void jni_blocks_solve(const jni_blocks *blocks, double *x);
// Returns the number of negative pivots in the last factor, which for a symmetric matrix is its number of negative
// eigenvalues.
int jni_blocks_negative(const jni_blocks *blocks);
// Returns the number of values in the factor, for reports of its fill-in.
long jni_blocks_fill(const jni_blocks *blocks);

#endif
