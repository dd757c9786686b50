// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tyre_calspan.h - the law of slip of Calspan [Frik 1993], for a load > 0; also for lanes (real.h).
#ifndef JNK_TYRE_CALSPAN_H
#define JNK_TYRE_CALSPAN_H

#include "kernel/elementary.h"
#include "kernel/ground/tyre_calc.h"
#include "kernel/ground/tyre_law_block.h"
#include "kernel/real.h"

// Returns atan(s)/s.
JNK_WITHIN jnk_real jnk_atan_ratio(jnk_real s) { return JNK_CHOOSE(jnk_abs(s) > 1e-4, jnk_atan(s) / s, 1 - s * s / 3); }

// Returns |F(x)/x| of the cubic of Fiala F = x - x |x|/3 + x^3/27: the normalised force over the normalised slip x;
// 1/|x| for |x| >= 3, where the tyre slides.
JNK_WITHIN jnk_real jnk_cubic_secant(jnk_real x) {
  x = jnk_abs(x);
  return JNK_CHOOSE(x < 3, 1 - x / 3 + x * x / 27, 1 / x);
}

// Returns the cornering stiffness -dFy/dalpha at the load Fz, but at most A_Omega A2, N/rad; sets *of_camber to the
// slip angle that has the same effect as a camber of 1 rad.
JNK_WITHIN jnk_real jnk_calspan_stiffness(const jnk_calspan *t, jnk_real Fz, jnk_real *of_camber) {
  double most = t->A_Omega * t->A2;
  jnk_real F = JNK_CHOOSE(Fz < most, Fz, jnk_of(most)), C = t->A0 - t->A1 * F * (F - t->A2) / t->A2;
  *of_camber = t->A3 * (t->A4 - F) * F / (t->A4 * C);
  return C;
}

JNK_WITHIN void jnk_calspan_force(const jnk_calspan *t, const jnk_slip *s, jnk_slip_force *out) {
  // Lower bound of the friction coefficient, because its polynomial in the load may become small or negative far
  // outside its range.
  const double least = 0.05;
  jnk_real F = s->Fz, shift, C = jnk_calspan_stiffness(t, F, &shift);
  jnk_real f = (t->B1 * F + t->B3 + t->B4 * F * F) * t->SN, mu = t->mu * s->grip;
  f = JNK_CHOOSE(f > least, f, jnk_of(least)) * s->grip;
  jnk_real alpha = jnk_atan(s->y) - shift * s->camber, secant = C * jnk_cubic_secant(C * alpha / (f * F)),
           u = t->Cx * s->x / (mu * F);
  out->Fy = secant * alpha;
  out->fy = secant * jnk_atan_ratio(s->y);
  jnk_real part = jnk_tanh(u);
  out->Fx = mu * F * part;
  out->fx = t->Cx * JNK_CHOOSE(jnk_abs(u) > 1e-4, part / u, 1 - u * u / 3);
  out->limit = JNK_CHOOSE(f > mu, f, mu) * F;
  out->Mz = (t->AF1 * F + t->AF2 * jnk_abs(out->Fy)) * out->Fy;
}

JNK_WITHIN void jnk_law_calspan(const double *k, const jnk_slip *slip, jnk_slip_force *out) {
  jnk_calspan_force((const jnk_calspan *)(const void *)k, slip, out);
}

JNK_FN void jnk_call_tyre_calspan(const double *block, const jnk_real *in, jnk_real *out) {
  jnk_tyre_call(block, jnk_law_calspan, 1, in, out);
}

#endif
