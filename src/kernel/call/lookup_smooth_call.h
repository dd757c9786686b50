// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// lookup_smooth_call.h - function over arrays, called by compiled code, that evaluates a smooth table. Constants,
// inputs and result are those of lookup_call.h.
#ifndef JNK_LOOKUP_SMOOTH_CALL_H
#define JNK_LOOKUP_SMOOTH_CALL_H

#include "kernel/call/lookup_block.h"
#include "kernel/lookup_smooth.h"

JNK_FN void jnk_call_lookup_smooth(const double *block, const double *in, double *out) {
  const jnk_lookup t = jnk_lookup_of_block(block);
  out[0] = jnk_lookup_smooth(&t, in[0], in[1]);
}

#endif
