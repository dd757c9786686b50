// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// law_call.h - a law as a block of numbers: what generated code has of laws.
//   block: n, smooth, ncoefficients, nbreaks, then x, y, polynomial and breaks as far as there are any
#ifndef JNK_LAW_CALL_H
#define JNK_LAW_CALL_H

#include "kernel/law.h"

// *next: what follows the block.
JNK_FN jnk_law jnk_law_of_block(const double *block, const double **next) {
  jnk_law law;
  law.n = (int)block[0], law.smooth = block[1] != 0, law.ncoefficients = (int)block[2], law.nbreaks = (int)block[3];
  law.x = block + 4, law.y = law.x + law.n, law.polynomial = law.y + law.n;
  law.breaks = law.polynomial + law.ncoefficients * (law.nbreaks + 1);
  *next = law.breaks + law.nbreaks;
  return law;
}

#endif
