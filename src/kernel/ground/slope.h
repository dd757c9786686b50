// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// slope.h - first and second derivatives of the height of a road.
#ifndef JNK_SLOPE_H
#define JNK_SLOPE_H

#include "kernel/real.h"

typedef struct {
  jnk_real x, y, xx, xy, yy;  // derivatives of z over x and y
} jnk_slope;

#endif
