// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compliant_push.h - constants of compliant contacts, and the normal force N of one contact point over its depth d
// (Hunt and Crossley):
//   N = max(0, k d^n (1 + b d')),  b = x / v,  v: speed at which the shapes touched
// x depends only on the coefficient of restitution e: a free impact that begins at the speed v ends at e v, whatever k,
// n and the masses are.
//   (1 + e) x = ln((1 + x) / (1 - e x))
#ifndef JNK_COMPLIANT_PUSH_H
#define JNK_COMPLIANT_PUSH_H

#include "kernel/push.h"

// Constants of one contact point. All members are doubles, so that the struct is also the block of constants of a call.
typedef struct {
  double k, n;  // stiffness, N/m^n, and exponent
  double x, b;  // damping: x of the formula above, then b = x / v; or, with x = 0, the constant b, s/m
  double rest;  // lower bound of v, m/s
  double friction, shear_k, shear_c;  // coefficient; stiffness and damping of the friction spring, N/m, N s/m
  double plane;                       // flag: plane model, where friction has one deflection
} jnk_compliant;

typedef struct {
  double force;      // N
  double stiffness;  // d force / d depth
  double damping;    // d force / d rate
  double potential;  // k d^(n + 1) / (n + 1), J
  double power;      // of the damping force, at most 0, W
} jnk_compliant_push;

enum {
  JNK_COMPLIANT_NUMBERS = sizeof(jnk_compliant) / sizeof(double),
  JNK_PRESS_INPUTS = 3,
  JNK_PRESS_RESULTS = 3,
  JNK_RUB_INPUTS = 16,
  JNK_RUB_RESULTS = 10
};

// Returns the damping constant x of the formula above for a coefficient of restitution e > 0; 0 for e >= 1. Solves the
// equation by bisection in (0, 1/e).
JNK_FN double jnk_compliant_damping(double e) {
  double low = 0, high = 1 / e;
  if (!(e < 1)) return 0;
  for (int i = 0; i < 200; i++) {
    double x = 0.5 * (low + high), excess = (1 + e) * x - jnk_log((1 + x) / (1 - e * x));
    if (!(x > low && x < high)) break;
    if (excess > 0) low = x;
    else high = x;
  }
  return 0.5 * (low + high);
}

// Returns the normal force at a depth and its rate, with its derivatives, potential and damping power. speed: the speed
// v at which the contact began; 0 if the event was not detected yet, the present rate is then used. For depth < 0 the
// elastic force continues as an odd function, so that the force stays smooth while event detection holds a contact
// closed.
JNK_FN jnk_compliant_push jnk_compliant_push_calc(const jnk_compliant *c, double speed, double depth, double rate) {
  double power = jnk_push_power(fabs(depth), c->n), elastic = c->k * copysign(power, depth);
  double slope = c->n * c->k * jnk_push_power(fabs(depth), c->n - 1);
  double begun = speed > 0 ? speed : rate, b = c->x > 0 ? c->x / (begun > c->rest ? begun : c->rest) : c->b;
  double factor = 1 + b * rate;
  int follows = c->x > 0 && !(speed > 0) && rate > c->rest;  // v = rate, so the factor 1 + b rate is constant
  jnk_compliant_push p = {elastic * factor, slope * factor, follows ? 0 : elastic * b, elastic * depth / (c->n + 1), 0};
  if (factor < 0) p.force = p.stiffness = p.damping = 0;
  p.power = -(p.force - elastic) * rate;
  return p;
}

#endif
