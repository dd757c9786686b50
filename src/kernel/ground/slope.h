// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// slope.h - derivatives of the height of a road.
#ifndef JNK_SLOPE_H
#define JNK_SLOPE_H

#include "kernel/real.h"

typedef struct {
  jnk_real x, y, xx, xy, yy;  // of z
} jnk_slope;

#endif
