// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// push.h - one-sided force of stops and contacts over the depth d > 0:
//   F = E (1 + tanh(c ddot / E)),   E = k d^n
// The damping force is c ddot while that is small compared with E, and never exceeds E. F starts at zero and never
// pulls.
#ifndef JNK_PUSH_H
#define JNK_PUSH_H

#include "kernel/elementary.h"
#include "kernel/kernel.h"

typedef struct {
  double force;      // N or N m
  double stiffness;  // d force / d depth
  double damping;    // d force / d rate
  double potential;  // J
  double power;      // power of the damping force, W
  double damper;     // damping part of the force, N or N m
  double slope;      // derivative of the elastic force E with respect to the depth
} jnk_push;

// Returns x^n. No power function is called for n = 1 and n = 0. Printed code whose exponents are all 1 or 0 omits the
// power function (JNK_WITHOUT_EXPONENTS).
#ifdef JNK_WITHOUT_EXPONENTS
JNK_FN double jnk_push_power(double x, double n) { return n == 1 ? x : n == 0 ? 1 : NAN; }
#else
JNK_FN double jnk_push_power(double x, double n) { return n == 1 ? x : n == 0 ? 1 : jnk_pow(x, n); }
#endif

// Returns the one-sided force at a depth and its rate, with derivatives, potential and damping power. k, n: elastic
// force k d^n; c: damping. For depth < 0, E continues as an odd function and the damping force fades in the same way,
// so that a contact that event detection holds closed continues smoothly.
JNK_FN jnk_push jnk_push_calc(double k, double n, double c, double depth, double rate) {
  double far = fabs(depth), elastic = k * copysign(jnk_push_power(far, n), depth);
  double slope = n * k * jnk_push_power(far, n - 1);
  jnk_push p = {elastic, slope, 0, elastic * depth / (n + 1), 0, 0, slope};
  if (!(fabs(elastic) > 0) || c == 0) return p;  // also if the power of the depth is NaN
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
