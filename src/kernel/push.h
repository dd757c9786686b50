// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// push.h - the push of what is pressed in by a depth d > 0, as of stops and contacts:
//   F = E (1 + tanh(c ddot / E)),   E = k d^n,
// the elastic force plus a damping force that is c ddot where that is small against E and never exceeds E: it starts
// at zero where it is touched, and never pulls.
#ifndef JNK_PUSH_H
#define JNK_PUSH_H

#include "kernel/elementary.h"
#include "kernel/kernel.h"

typedef struct {
  double force;      // N or N m
  double stiffness;  // d force / d depth
  double damping;    // d force / d rate
  double potential;  // J
  double power;      // of the damper, W
  double damper;     // its part of the force
  double slope;      // of the elastic part over depth
} jnk_push;

// x^n. What is straight, as most pushes are, needs no function; code that is printed for these alone has none.
#ifdef JNK_WITHOUT_EXPONENTS
JNK_FN double jnk_push_power(double x, double n) { return n == 1 ? x : n == 0 ? 1 : NAN; }
#else
JNK_FN double jnk_push_power(double x, double n) { return n == 1 ? x : n == 0 ? 1 : jnk_pow(x, n); }
#endif

// depth^n is odd, and the damper fades below zero as above, so that what is held touching goes on smoothly where it
// would be left.
JNK_FN jnk_push jnk_push_calc(double k, double n, double c, double depth, double rate) {
  double far = fabs(depth), elastic = k * copysign(jnk_push_power(far, n), depth);
  double slope = n * k * jnk_push_power(far, n - 1);
  jnk_push p = {elastic, slope, 0, elastic * depth / (n + 1), 0, 0, slope};
  if (!(fabs(elastic) > 0) || c == 0) return p;  // also where the power of a depth is none
  double ratio = c * rate / fabs(elastic), h = jnk_tanh(ratio), steep = 1 - h * h;
  double bend = steep > 0 ? ratio * steep : 0;
  p.force = elastic * (1 + h);
  p.stiffness = slope * (1 + h - bend);
  p.damping = copysign(c * steep, depth);
  p.damper = elastic * h;
  p.power = -p.damper * rate;
  return p;
}

#endif
