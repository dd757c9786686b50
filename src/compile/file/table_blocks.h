// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// table_blocks.h - constants of tables that files contain with their calls: of splines (fit/spline_fit.h) and of stops
// (tables/stop_tables.h). Other constants of kernels come from the model (program_laws.h).
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

bool jni_block_sort_of(const jni_kernel *kernel, jni_block_sort *sort);  // returns false for other kernels
// Returns the kernel for a block, in the pool; NULL without memory or if the block is invalid.
const jni_kernel *jni_block_kernel(jni_pool *pool, jni_block_sort sort, const double *block, size_t n);

#endif
