// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tyre_tmeasy.h - the law of slip of TMeasy [Rill 2013], for a load > 0; also for lanes (real.h).
#ifndef JNK_TYRE_TMEASY_H
#define JNK_TYRE_TMEASY_H

#include "kernel/elementary.h"
#include "kernel/ground/tyre_calc.h"
#include "kernel/ground/tyre_law_block.h"
#include "kernel/real.h"

// Curve of the TMeasy model at the present load; members as in jnk_tmeasy_curve.
typedef struct {
  jnk_real dF0, sM, FM, sS, FS;
} jnk_tmeasy_now;

// Returns the curve at `ratio` times the nominal load, from the curves at the nominal and at twice the nominal load:
// forces follow a parabola through zero load, slips are linear in the load; beyond a ratio of 2.5 forces are
// proportional to the load. mu: factor on friction.
JNK_WITHIN jnk_tmeasy_now jnk_tmeasy_at(const jnk_tmeasy_curve at[2], jnk_real ratio, jnk_real mu) {
  const double most = 2.5;
  const jnk_mask usual = ratio < most;
  jnk_real r = JNK_CHOOSE(usual, ratio, jnk_of(most)), a = 2 * r - r * r, b = (r * r - r) / 2, s = r - 1;
  jnk_real over = jnk_of(1);
  if (jnk_any(jnk_not(usual))) over = JNK_CHOOSE(usual, over, ratio / most);
  jnk_real most_of = mu * over;
  jnk_tmeasy_now c;
  c.dF0 = over * (a * at[0].dF0 + b * at[1].dF0);
  c.FM = most_of * (a * at[0].FM + b * at[1].FM);
  c.FS = most_of * (a * at[0].FS + b * at[1].FS);
  c.sM = mu * (at[0].sM + s * (at[1].sM - at[0].sM));
  c.sS = mu * (at[0].sS + s * (at[1].sS - at[0].sS));
  return c;
}

// Normalised slip; both scales add up to 2:
//   n = (x/scale_x, y/scale_y),  scale_x = sM_x/(sM_x + sM_y) + p_x/(p_x + p_y),  p = FM/dF0
// The curve in the direction of n has the parameters |(dF0_x scale_x n_x, dF0_y scale_y n_y)|/|n|, and likewise sM, FM,
// sS and FS.
typedef struct {
  jnk_real of_x, of_y;  // 1/scale_x, 1/scale_y
  jnk_real x, y;        // normalised slip n
} jnk_tmeasy_slip;

JNK_WITHIN jnk_tmeasy_slip jnk_tmeasy_scale(const jnk_tmeasy_now *x, const jnk_tmeasy_now *y, const jnk_slip *s) {
  jnk_real of_sM = x->sM + y->sM, along = x->FM * y->dF0, of_p = along + y->FM * x->dF0, whole = of_sM * of_p;
  jnk_real part = x->sM * of_p + along * of_sM;  // scale_x times `whole`
  jnk_tmeasy_slip n;
  n.of_x = whole / part;
  n.of_y = whole / (2 * whole - part);
  n.x = s->x * n.of_x;
  n.y = s->y * n.of_y;
  return n;
}

JNK_WITHIN jnk_real jnk_tmeasy_square(jnk_real x, jnk_real y) { return x * x + y * y; }

// Returns F(s)/s for a normalised slip s = |n| beyond the maximum of the curve. square: s^2; sM, FM: slip and force of
// the maximum, times s.
JNK_WITHIN jnk_real jnk_tmeasy_beyond(const jnk_tmeasy_now *x, const jnk_tmeasy_now *y, const jnk_tmeasy_slip *n,
                                      jnk_real square, jnk_real sM, jnk_real FM) {
  jnk_real sS = jnk_sqrt(jnk_tmeasy_square(x->sS * n->of_x * n->x, y->sS * n->of_y * n->y));
  jnk_real FS = jnk_sqrt(jnk_tmeasy_square(x->FS * n->x, y->FS * n->y)), u = (square - sM) / (sS - sM);
  return JNK_CHOOSE(square >= sS, FS, FM - (FM - FS) * u * u * (3 - 2 * u)) / square;
}

// Returns F(s)/s for the normalised slip s = |n| > 0, on the curve in the direction of n. x, y: longitudinal and
// lateral curves; square: s^2.
JNK_WITHIN jnk_real jnk_tmeasy_secant(const jnk_tmeasy_now *x, const jnk_tmeasy_now *y, const jnk_slip *slip,
                                      const jnk_tmeasy_slip *n, jnk_real square) {
  jnk_real sM = jnk_sqrt(jnk_tmeasy_square(x->sM * n->of_x * n->x, y->sM * n->of_y * n->y));
  jnk_real FM = jnk_sqrt(jnk_tmeasy_square(x->FM * n->x, y->FM * n->y)), u = square / sM;
  jnk_real dF0 = jnk_sqrt(jnk_tmeasy_square(x->dF0 * slip->x, y->dF0 * slip->y) / square);
  jnk_real rises = dF0 / (1 + u * (u + dF0 * sM / FM - 2));
  const jnk_mask beyond = square > sM;
  if (!jnk_any(beyond)) return rises;
  return JNK_CHOOSE(beyond, jnk_tmeasy_beyond(x, y, n, square, sM, FM), rises);
}

JNK_WITHIN jnk_real jnk_tmeasy_line(double one, double two, jnk_real ratio) {
  const double most = 2.5;
  return one + (JNK_CHOOSE(ratio < most, ratio, jnk_of(most)) - 1) * (two - one);
}

// Returns the pneumatic trail over the length of the contact patch at a lateral slip: it decreases from n0 to 0 at the
// slip s0, is negative up to the slip sE, and 0 beyond. ratio: load over nominal load; mu: factor on friction.
JNK_WITHIN jnk_real jnk_tmeasy_trail_at(const jnk_tmeasy_trail at[2], jnk_real ratio, jnk_real mu, jnk_real slip) {
  jnk_real n0 = jnk_tmeasy_line(at[0].n0, at[1].n0, ratio), s0 = mu * jnk_tmeasy_line(at[0].s0, at[1].s0, ratio);
  jnk_real sE = mu * jnk_tmeasy_line(at[0].sE, at[1].sE, ratio), w = s0 / sE, s = jnk_abs(slip), u = s / s0;
  jnk_real falls = n0 * ((1 - w) * (1 - u) + w * (1 - (3 - 2 * u) * u * u));
  const jnk_mask before = s <= s0;
  if (!jnk_any(jnk_not(before))) return falls;
  jnk_real left = (sE - s) / (sE - s0);
  return JNK_CHOOSE(before, falls, JNK_CHOOSE(s < sE, -n0 * (1 - w) * (u - 1) * left * left, jnk_of(0)));
}

JNK_WITHIN jnk_real jnk_tmeasy_trail_of(const jnk_tmeasy *t, const jnk_slip *s, jnk_real ratio, jnk_real mu) {
  if (t->by_patch != 0) return s->patch * jnk_tmeasy_trail_at(t->n, ratio, mu, s->y);
  jnk_real rest = 1 - jnk_abs(s->y) / t->trail_slip;
  return t->trail * JNK_CHOOSE(rest > 0, rest * rest, jnk_of(0));
}

JNK_WITHIN void jnk_tmeasy_force(const jnk_tmeasy *t, const jnk_slip *s, jnk_slip_force *out) {
  const double least = 1e-200;  // least square of a slip that does not count as zero
  jnk_real mu = t->mu * s->grip, ratio = s->Fz / t->load;
  const jnk_tmeasy_now x = jnk_tmeasy_at(t->x, ratio, mu), y = jnk_tmeasy_at(t->y, ratio, mu);
  const jnk_tmeasy_slip n = jnk_tmeasy_scale(&x, &y, s);
  jnk_real square = jnk_tmeasy_square(n.x, n.y), secant = jnk_tmeasy_secant(&x, &y, s, &n, square);
  const jnk_mask slips = square > least;
  out->fx = JNK_CHOOSE(slips, secant * n.of_x, x.dF0);
  out->fy = JNK_CHOOSE(slips, secant * n.of_y, y.dF0);
  out->Fx = out->fx * s->x;
  out->Fy = out->fy * s->y;
  out->limit = JNK_CHOOSE(x.FM > y.FM, x.FM, y.FM);
  out->Mz = -jnk_tmeasy_trail_of(t, s, ratio, mu) * out->Fy;
}

JNK_WITHIN void jnk_law_tmeasy(const double *k, const jnk_slip *slip, jnk_slip_force *out) {
  jnk_tmeasy_force((const jnk_tmeasy *)(const void *)k, slip, out);
}

// Computes force, torque and state rates of a tyre by TMeasy, without the outputs. in, out: as in tyre_call.h. Camber
// is not computed, since the law does not use it.
JNK_FN void jnk_call_tyre_tmeasy(const double *block, const jnk_real *in, jnk_real *out) {
  jnk_tyre_call(block, jnk_law_tmeasy, 0, in, out);
}
// Computes force, torque, state rates and outputs of a tyre by TMeasy. in, out: as in tyre_call.h.
JNK_FN void jnk_call_tyre_tmeasy_words(const double *block, const jnk_real *in, jnk_real *out) {
  jnk_tyre_call(block, jnk_law_tmeasy, 1, in, out);
}

#endif
