// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// table_blocks.c - see table_blocks.h.
#include "compile/file/table_blocks.h"

#include <string.h>

#include "compile/fit/spline_fit.h"
#include "compile/tables/stop_tables.h"

bool jni_block_sort_of(const jni_kernel *kernel, jni_block_sort *sort) {
  const jni_spline_kernels spline = jni_spline_kernels_of(1, 1);
  const char *const names[JNI_BLOCK_SORTS] = {spline.values.name, spline.fused.name, spline.seconds.name,
                                              jni_stop_mean.name, jni_stop_end.name};
  for (int i = 0; i < JNI_BLOCK_SORTS; i++)
    if (strcmp(kernel->name, names[i]) == 0) {
      *sort = (jni_block_sort)i;
      return true;
    }
  return false;
}

const jni_kernel *jni_block_kernel(jni_pool *pool, jni_block_sort sort, const double *block, size_t n) {
  if (sort >= JNI_BLOCK_STOP_MEAN) {
    if (!jni_stop_block_is_sound(block, n)) return NULL;
    return sort == JNI_BLOCK_STOP_MEAN ? &jni_stop_mean : &jni_stop_end;
  }
  if (!jni_spline_is_sound(block, n)) return NULL;
  jni_spline_kernels *kernels = jni_take(pool, 1, sizeof *kernels);
  if (!kernels) return NULL;
  *kernels = jni_spline_kernels_of((int)block[0], (int)block[2]);
  return sort == JNI_BLOCK_SECONDS ? &kernels->seconds : sort == JNI_BLOCK_FUSED ? &kernels->fused : &kernels->values;
}
