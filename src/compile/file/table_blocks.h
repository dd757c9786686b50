// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// table_blocks.h - calls whose constants are the numbers of a table (a block): of splines (fit/spline_fit.h) and of
// stops (tables/stop_tables.h). Files contain blocks together with their calls; other constants of kernels come from
// the model (program_laws.h).
#ifndef JNI_TABLE_BLOCKS_H
#define JNI_TABLE_BLOCKS_H

#include "symbolic/graph.h"

// Kinds of calls with the constants of a table, as stored in files.
typedef enum {
  JNI_BLOCK_VALUES,
  JNI_BLOCK_FUSED,
  JNI_BLOCK_SECONDS,
  JNI_BLOCK_STOP_MEAN,
  JNI_BLOCK_STOP_END,
  JNI_BLOCK_SORTS
} jni_block_sort;

// sets *sort to the kind of block; returns false for kernels without block
bool jni_block_sort_of(const jni_kernel *kernel, jni_block_sort *sort);
// Returns the kernel that evaluates a block of n numbers from a file, in the pool; NULL without memory or if the block
// is invalid.
const jni_kernel *jni_block_kernel(jni_pool *pool, jni_block_sort sort, const double *block, size_t n);

#endif
