// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// lookup_call.h - function over arrays, called by compiled code, that evaluates a linear table of one or two arguments.
// Its constants are the block of lookup_block.h. Also for lanes (real.h).
#ifndef JNK_LOOKUP_CALL_H
#define JNK_LOOKUP_CALL_H

#include "kernel/call/lookup_block.h"
#include "kernel/lookup.h"
#include "kernel/real.h"

// Evaluates a linear table. in: two arguments, the second of which is ignored by a table of one argument; out: the
// value
JNK_FN void jnk_call_lookup(const double *block, const jnk_real *in, jnk_real *out) {
  const jnk_lookup t = jnk_lookup_of_block(block);
  out[0] = jnk_lookup_straight(&t, in[0], in[1]);
}

#endif
