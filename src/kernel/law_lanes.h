// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// law_lanes.h - a law of law.h over lanes, with the bits of that.
#ifndef JNK_LAW_LANES_H
#define JNK_LAW_LANES_H

#include "kernel/lanes.h"
#include "kernel/law.h"

JNK_FN jnl_real jnl_law_value(const jnk_law *law, jnl_real at, jnl_real *slope) {
  jnl_real value = at;
  for (int i = 0; i < JNL_LANES; i++) {
    double own;
    value[i] = jnk_law_value(law, at[i], &own);
    (*slope)[i] = own;
  }
  return value;
}

#endif
