// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile_precomputed.h - report on precomputed code: variables, tables, groups of loops.
#ifndef JNI_COMPILE_PRECOMPUTED_H
#define JNI_COMPILE_PRECOMPUTED_H

#include "simulate/compile/compile_ranges.h"

typedef struct {
  jn_run *run;
  const jni_program *exact;
  const jni_groups *groups;  // groups of loops for which the tables are made
  const jni_program_tables *tabulated;
  const jni_ranges *ranges;
  const bool *kept;  // flag for each body: its pose is needed; used if poses are tabulated
} jni_precomputed_def;

// Fills c->precomputed, the report on precomputed code: variables, tables, loops, bodies with tabulated poses. Returns
// false if memory is short.
bool jni_compile_precomputed(jn_compiled *c, const jni_precomputed_def *def);

// ---- compile_precomputed_bytes.c: the report as bytes, without curves
void jni_precomputed_write(const jn_precomputed *precomputed, jni_bytes_out *out);
// Returns the report that is stored in the n bytes, in memory of the pool; NULL if memory is short or the bytes are not
// a report.
const jn_precomputed *jni_precomputed_read(jni_pool *pool, const unsigned char *bytes, size_t n);

#endif
