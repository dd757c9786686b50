// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// stop.h - one-sided stops at a lower and an upper limit of a coordinate x; a limit may be infinite. Beyond a limit the
// force of push.h acts and pushes x back toward the limit. Positive forces resist growing x.
#ifndef JNK_STOP_H
#define JNK_STOP_H

#include "kernel/push.h"

typedef struct {
  double lower, upper;
  double k, n, c;  // stiffness, exponent and damping of the force beyond a limit (push.h)
} jnk_stop;

// Returns which limit of a stop x has passed: -1 the lower, 1 the upper, 0 none.
JNK_FN int jnk_stop_where(const jnk_stop *s, double x) { return x > s->upper ? 1 : x < s->lower ? -1 : 0; }

// Returns the force of a stop beyond the limit `where` (-1 lower, 1 upper, 0: no force), even if x has not passed that
// limit. At the lower limit the signs of force and damping force are reversed, but not those of the derivatives with
// respect to x, because the depth has the opposite sign as well.
JNK_FN jnk_push jnk_stop_push(const jnk_stop *s, int where, double x, double rate) {
  jnk_push none = {0, 0, 0, 0, 0, 0, 0};
  if (where == 0) return none;
  if (where > 0) return jnk_push_calc(s->k, s->n, s->c, x - s->upper, rate);
  jnk_push p = jnk_push_calc(s->k, s->n, s->c, s->lower - x, -rate);
  p.force = -p.force;
  p.damper = -p.damper;
  return p;
}

// ---- calls ---------------------------------------------------------------------------------------------------------
// The block of constants of the following calls is: lower, upper, k, n, c.

JNK_FN jnk_push jnk_stop_of_block(const double *block, const double *in) {
  jnk_stop s = {block[0], block[1], block[2], block[3], block[4]};
  return jnk_stop_push(&s, jnk_stop_where(&s, in[0]), in[0], in[1]);
}

// Computes the force of a stop. in: x, dx/dt; out: force, part of the force that is due to damping
JNK_FN void jnk_call_stop(const double *block, const double *in, double *out) {
  jnk_push p = jnk_stop_of_block(block, in);
  out[0] = p.force;
  out[1] = p.damper;
}

// Computes the time derivatives of the results of jnk_call_stop. in: x, dx/dt, then their time derivatives; out:
// derivatives of the force and of its damping part
JNK_FN void jnk_call_stop_rate(const double *block, const double *in, double *out) {
  jnk_push p = jnk_stop_of_block(block, in);
  out[0] = p.stiffness * in[2] + p.damping * in[3];
  out[1] = out[0] - p.slope * in[2];
}

// Computes the potential of a stop. in: x; out: potential
JNK_FN void jnk_call_stop_potential(const double *block, const double *in, double *out) {
  const double at[2] = {in[0], 0};
  out[0] = jnk_stop_of_block(block, at).potential;
}

// ---- between two coordinates ----------------------------------------------------------------------------------------

// Returns the mean of d^n over 0 <= a <= b, (b^(n+1) - a^(n+1)) / ((n + 1) (b - a)), accurate also for small b - a.
JNK_FN double jnk_mean_power(double n, double a, double b) {
  if (a < 0.5 * b) return (jnk_pow(b, n + 1) - jnk_pow(a, n + 1)) / ((n + 1) * (b - a));
  double growth = a > 0 ? (b - a) / a : 0;
  if (!(growth > 0)) return jnk_pow(b, n);
  return jnk_pow(a, n) * jnk_expm1((n + 1) * jnk_log1p(growth)) / ((n + 1) * growth);
}

// Returns what one limit of a stop contributes to the mean elastic force over an interval of x. a, b: depths beyond
// this limit at the two ends of the interval, a <= b, negative where the limit is not reached; width: b - a.
JNK_FN double jnk_stop_share(const jnk_stop *s, double a, double b, double width) {
  if (!(b > 0)) return 0;
  if (!(a < 0)) return s->k * jnk_mean_power(s->n, a, b);
  return b / width * s->k * jnk_mean_power(s->n, 0, b);
}

// Returns the mean of a stop's elastic force while x changes from x0 to x1. Times x1 - x0 it is the change of the
// potential.
JNK_FN double jnk_stop_mean_force(const jnk_stop *s, double x0, double x1) {
  double low = fmin(x0, x1), high = fmax(x0, x1), width = high - low;
  return jnk_stop_share(s, low - s->upper, high - s->upper, width) -
         jnk_stop_share(s, s->lower - high, s->lower - low, width);
}

#endif
