// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// wheel.h - constants of a wheel on a road.
#ifndef JNK_WHEEL_H
#define JNK_WHEEL_H

#include "kernel/kernel.h"

typedef struct {
  double radius, stiffness, damping;  // m, N/m, N s/m
  int vertical;                       // flag: deflection is measured vertically
  int rolls;                          // flag: the wheel rolls over the road as a rigid disc (envelope.h)
  // Curve of the load over the deflection (kernel/call/curve.h), used instead of the stiffness; NULL: the load is
  // linear.
  const double *load;
} jnk_wheel;

enum { JNK_TYRE_FLATTEST = 10 };  // 1 / cos(camber) from which a wheel counts as lying flat
enum { JNK_TYRE_STEEPEST = 4 };   // 1 / cos(camber) up to which a wheel carries its full load (75 degrees)

typedef struct {
  double c, d;  // stiffness and damping of the carcass, N/m, N s/m
} jnk_carcass;

enum { JNK_ROLLING_TERMS = 4 };  // coefficients of rolling resistance over the speed

enum { JNK_WHEEL_INPUTS = 20 };  // number of inputs of the calls (wheel_input.h)

#endif
