// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// call_cache.h - results of a call that are kept with its inputs; of lanes too (real.h). The end of a step and the
// begin of the next one look into the same tables at the same place.
#ifndef JNK_CALL_CACHE_H
#define JNK_CALL_CACHE_H

#include "kernel/real.h"

// known: 1 where there is something, n inputs; behind them the results, which are to be computed where this is 0.
JNK_FN int jnk_knows(const jnk_real *in, int n, jnk_real *known) {
  jnk_mask other = jnk_not(known[0] == 1);
  for (int i = 0; i < n; i++) other = other | jnk_not(known[1 + i] == in[i]);
  if (!jnk_any(other)) return 1;
  known[0] = jnk_of(1);
  for (int i = 0; i < n; i++) known[1 + i] = in[i];
  return 0;
}

#endif
