// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// blocks.h - factors a square matrix made of dense blocks again and again on one pattern, without pivoting between
// nodes: for matrices that allow any order of elimination, as [W G'; G -D] with W and D positive definite does.
//
// Nodes (bodies, joints) have sizes; a pair of nodes has blocks at (i, j) and (j, i). The order of elimination is
// chosen once, from the pattern alone, to keep the fill low.
#ifndef JNI_BLOCKS_H
#define JNI_BLOCKS_H

#include "base/pool.h"

typedef struct jni_blocks jni_blocks;

// size: nnodes, each at least 1. pair: npairs pairs of different nodes, none twice in either order. symmetric: of each
// pair {i, j} only the block in row i and column j is stored, and of diagonal blocks the lower triangle counts.
// JN_NO_MEMORY, or
// JN_REFUSED: the factor would have 2^30 numbers or more. *out is then NULL.
jn_status jni_blocks_make(jni_blocks **out, const jn_alloc *alloc, int nnodes, const int *size, int npairs,
                          const int (*pair)[2], bool symmetric);
// The same; NULL: no memory for it, or too large.
jni_blocks *jni_blocks_new(const jn_alloc *alloc, int nnodes, const int *size, int npairs, const int (*pair)[2],
                           bool symmetric);
// Before each factorisation: clear, then add values. The block in row i and column j, row-major, *stride numbers from
// row to row; places stay the same for good. NULL: there is no such block.
void jni_blocks_clear(jni_blocks *blocks);
double *jni_blocks_at(jni_blocks *blocks, int i, int j, int *stride);
bool jni_blocks_factor(jni_blocks *blocks);                  // false: a pivot is zero or not finite
void jni_blocks_solve(const jni_blocks *blocks, double *x);  // in place; x in the order of the nodes
int jni_blocks_negative(const jni_blocks *blocks);           // pivots of the last factor below zero
long jni_blocks_fill(const jni_blocks *blocks);              // numbers in the factor

#endif
