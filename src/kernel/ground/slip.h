// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// slip.h - inputs and results of slip laws, which give the force of a tyre for a slip; transient build-up of this
// force; rolling resistance. Also for lanes (real.h). tyre.h has the equations.
#ifndef JNK_SLIP_H
#define JNK_SLIP_H

#include "kernel/elementary.h"
#include "kernel/ground/wheel.h"
#include "kernel/real.h"
#include "kernel/slider.h"

typedef struct {
  jnk_real x, y;  // longitudinal and lateral slip; a positive slip gives a positive force
  jnk_real Fz, camber;
  jnk_real grip;   // friction coefficient of the road over that of the tyre data
  jnk_real patch;  // length of the contact patch, m; 0 if the law does not use it
} jnk_slip;

typedef struct {
  jnk_real Fx, Fy;  // N
  jnk_real fx, fy;  // Fx/x and Fy/y, N, >= 0
  jnk_real limit;   // largest possible magnitude of the force, N
  jnk_real Mz;      // moment about the normal, for forward travel, N m
  jnk_real Mx;      // overturning moment about the heading, N m; only from laws that have one
} jnk_slip_force;

// Returns one component of the force of a tyre with a flexible carcass, N; sets *rate to the rate of the carcass
// deflection u, m/s. V: speed that divides the slip, m/s; F: steady force of the slip law; f: its secant F/s.
JNK_WITHIN jnk_real jnk_build_up(const jnk_carcass *carcass, jnk_real u, jnk_real V, jnk_real F, jnk_real f,
                                 jnk_real *rate) {
  jnk_real damped = V * carcass->d, part = 1 / (damped + f), spring = carcass->c * u;
  *rate = V * (F - spring) * part;
  return (f * spring + damped * F) * part;
}

// Scales the force (Fx, Fy) to the magnitude `limit` if its magnitude is larger; its direction stays the same.
JNK_WITHIN void jnk_limit_force(jnk_real limit, jnk_real *Fx, jnk_real *Fy) {
  jnk_real size = jnk_hypot(*Fx, *Fy);
  jnk_mask over = size > limit;
  if (!jnk_any(over)) return;
  *Fx = JNK_CHOOSE(over, *Fx * (limit / size), *Fx);
  *Fy = JNK_CHOOSE(over, *Fy * (limit / size), *Fy);
}

// ---- rolling resistance ------------------------------------------------------------------------------------
// The moment opposes the spin and is at most C = f(V) Fz h, where h is the height of the centre: at constant speed the
// axle pushes with f Fz. With a state (the wind-up angle of the tyre) it holds at standstill, as the slider of
// slider.h. Without a state it fades below a small speed.

// Returns the coefficient of rolling resistance c[0] + c[1] |V| + c[2] V^2 + c[3] V^4 at the speed V, m/s; sets *slope
// to its derivative with respect to V.
JNK_WITHIN jnk_real jnk_rolling_coefficient(const double c[JNK_ROLLING_TERMS], jnk_real V, jnk_real *slope) {
  jnk_real speed = jnk_abs(V), square = speed * speed;
  *slope = (c[1] + 2 * speed * (c[2] + 2 * c[3] * square)) * JNK_CHOOSE(V < 0, jnk_of(-1), jnk_of(1));
  return c[0] + c[1] * speed + square * (c[2] + c[3] * square);
}

typedef struct {
  jnk_real moment;                // rolling resistance with the sign of the spin, N m; it acts against the spin
  jnk_real of_capacity, of_spin;  // derivatives of the moment with respect to its capacity C and to the spin
} jnk_rolling;

JNK_WITHIN jnk_rolling jnk_rolling_hold(const jnk_slider *hold, jnk_real angle, jnk_real spin, jnk_real C,
                                        jnk_real *rate) {
  jnk_real trial = hold->k * angle + hold->c * spin;
  jnk_mask on = jnk_not(trial <= C), back = jnk_not(on) & jnk_not(trial >= -C), slips = on | back;
  jnk_rolling out;
  out.moment = JNK_CHOOSE(on, C, JNK_CHOOSE(back, -C, trial));
  out.of_capacity = JNK_CHOOSE(on, jnk_of(1), JNK_CHOOSE(back, jnk_of(-1), jnk_of(0)));
  out.of_spin = JNK_CHOOSE(slips, jnk_of(0), jnk_of(hold->c));
  *rate = spin;
  if (jnk_any(slips)) *rate = JNK_CHOOSE(slips, (out.moment - hold->k * angle) / hold->c, spin);
  return out;
}

// Returns rolling resistance that needs no state: the moment, with the sign of the spin, grows smoothly in magnitude
// from 0 at rest to its capacity C, N m, at the spin `low`, rad/s. It acts against the spin. Also returns its
// derivatives.
JNK_WITHIN jnk_rolling jnk_rolling_fade(double low, jnk_real spin, jnk_real C) {
  jnk_real u = spin / low, part = JNK_CHOOSE(u >= 1, jnk_of(1), JNK_CHOOSE(u <= -1, jnk_of(-1), u * (3 - u * u) / 2));
  jnk_rolling out;
  out.moment = C * part;
  out.of_capacity = part;
  out.of_spin = JNK_CHOOSE(jnk_abs(u) < 1, C * 1.5 * (1 - u * u) / low, jnk_of(0));
  return out;
}

#endif
