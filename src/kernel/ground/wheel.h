// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// wheel.h - constants of a wheel on a road.
#ifndef JNK_WHEEL_H
#define JNK_WHEEL_H

#include "kernel/kernel.h"

typedef struct {
  double radius, stiffness, damping;  // m, N/m, N s/m
  int vertical;                       // deflection is measured vertically
  int rolls;                          // over the road as a rigid disc
  const double *load;                 // over deflection (curve.h), instead of the stiffness; NULL: none
} jnk_wheel;

enum { JNK_TYRE_FLATTEST = 10 };  // one over the cosine of the camber at which a wheel lies flat
enum { JNK_TYRE_STEEPEST = 4 };   // and up to which it carries its full load: 75 degrees

typedef struct {
  double c, d;  // N/m and N s/m
} jnk_carcass;

enum { JNK_ROLLING_TERMS = 4 };  // of rolling resistance over the speed

enum { JNK_WHEEL_INPUTS = 20 };  // of calls (wheel_input.h)

#endif
