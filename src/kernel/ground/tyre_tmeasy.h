// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tyre_tmeasy.h - the law of slip of TMeasy [Rill 2013], for a load > 0; of lanes too (real.h).
#ifndef JNK_TYRE_TMEASY_H
#define JNK_TYRE_TMEASY_H

#include "kernel/elementary.h"
#include "kernel/ground/tyre_calc.h"
#include "kernel/ground/tyre_law_block.h"
#include "kernel/real.h"

// A curve at one load, as jnk_tmeasy_curve.
typedef struct {
  jnk_real dF0, sM, FM, sS, FS;
} jnk_tmeasy_now;

// Forces by a parabola through zero, slips by a straight line; beyond two and a half times the nominal load in
// proportion.
JNK_WITHIN jnk_tmeasy_now jnk_tmeasy_at(const jnk_tmeasy_curve at[2], jnk_real ratio, jnk_real mu) {
  const double most = 2.5;
  jnk_real r = JNK_CHOOSE(ratio < most, ratio, jnk_of(most)), a = 2 * r - r * r, b = (r * r - r) / 2, over = ratio / r,
           s = r - 1;
  jnk_tmeasy_now c;
  c.dF0 = over * (a * at[0].dF0 + b * at[1].dF0);
  c.FM = mu * over * (a * at[0].FM + b * at[1].FM);
  c.FS = mu * over * (a * at[0].FS + b * at[1].FS);
  c.sM = mu * (at[0].sM + s * (at[1].sM - at[0].sM));
  c.sS = mu * (at[0].sS + s * (at[1].sS - at[0].sS));
  return c;
}

// F(s)/s of one curve between its maximum and where it slides, and from there on.
JNK_WITHIN jnk_real jnk_tmeasy_beyond(const jnk_tmeasy_now *c, jnk_real s) {
  jnk_real u = (s - c->sM) / (c->sS - c->sM);
  return JNK_CHOOSE(s >= c->sS, c->FS / s, (c->FM - (c->FM - c->FS) * u * u * (3 - 2 * u)) / s);
}

// F(s)/s of one curve.
JNK_WITHIN jnk_real jnk_tmeasy_secant(const jnk_tmeasy_now *c, jnk_real s) {
  jnk_real u = s / c->sM, rises = c->dF0 / (1 + u * (u + c->dF0 * c->sM / c->FM - 2));
  const jnk_mask below = s <= c->sM;
  if (!jnk_any(jnk_not(below))) return rises;
  return JNK_CHOOSE(below, rises, jnk_tmeasy_beyond(c, s));
}

JNK_WITHIN jnk_real jnk_tmeasy_line(double one, double two, jnk_real ratio) {
  const double most = 2.5;
  return one + (JNK_CHOOSE(ratio < most, ratio, jnk_of(most)) - 1) * (two - one);
}

// Over lateral slip: it falls to s0, lies ahead of the middle between s0 and sE, and is gone beyond.
JNK_WITHIN jnk_real jnk_tmeasy_trail_at(const jnk_tmeasy_trail at[2], jnk_real ratio, jnk_real mu, jnk_real slip) {
  jnk_real n0 = jnk_tmeasy_line(at[0].n0, at[1].n0, ratio), s0 = mu * jnk_tmeasy_line(at[0].s0, at[1].s0, ratio);
  jnk_real sE = mu * jnk_tmeasy_line(at[0].sE, at[1].sE, ratio), w = s0 / sE, s = jnk_abs(slip), u = s / s0;
  jnk_real left = (sE - s) / (sE - s0);
  return JNK_CHOOSE(s <= s0, n0 * ((1 - w) * (1 - u) + w * (1 - (3 - 2 * u) * u * u)),
                    JNK_CHOOSE(s < sE, -n0 * (1 - w) * (u - 1) * left * left, jnk_of(0)));
}

JNK_WITHIN void jnk_tmeasy_force(const jnk_tmeasy *t, const jnk_slip *s, jnk_slip_force *out) {
  const jnk_real no = jnk_of(0);
  jnk_real mu = t->mu * s->grip, ratio = s->Fz / t->load;
  jnk_tmeasy_now x = jnk_tmeasy_at(t->x, ratio, mu), y = jnk_tmeasy_at(t->y, ratio, mu), c;
  jnk_real sum = x.FM / x.dF0 + y.FM / y.dF0, scale_x = x.sM / (x.sM + y.sM) + x.FM / x.dF0 / sum;
  jnk_real scale_y = y.sM / (x.sM + y.sM) + y.FM / y.dF0 / sum, nx = s->x / scale_x, ny = s->y / scale_y,
           size = jnk_hypot(nx, ny);
  const jnk_mask slips = size > 0;
  jnk_real cosine = JNK_CHOOSE(slips, nx / size, no), sine = JNK_CHOOSE(slips, ny / size, jnk_of(1));
  c.dF0 = jnk_hypot(x.dF0 * scale_x * cosine, y.dF0 * scale_y * sine);
  c.sM = jnk_hypot(x.sM / scale_x * cosine, y.sM / scale_y * sine),
  c.sS = jnk_hypot(x.sS / scale_x * cosine, y.sS / scale_y * sine);
  c.FM = jnk_hypot(x.FM * cosine, y.FM * sine), c.FS = jnk_hypot(x.FS * cosine, y.FS * sine);
  jnk_real secant = jnk_tmeasy_secant(&c, size), rest = 1 - jnk_abs(s->y) / t->trail_slip;
  out->fx = JNK_CHOOSE(slips, secant / scale_x, x.dF0), out->fy = JNK_CHOOSE(slips, secant / scale_y, y.dF0);
  out->Fx = out->fx * s->x, out->Fy = out->fy * s->y;
  out->limit = JNK_CHOOSE(x.FM > y.FM, x.FM, y.FM);
  jnk_real trail = t->by_patch != 0 ? s->patch * jnk_tmeasy_trail_at(t->n, ratio, mu, s->y)
                                    : t->trail * JNK_CHOOSE(rest > 0, rest * rest, no);
  out->Mz = -trail * out->Fy;
}

JNK_WITHIN void jnk_law_tmeasy(const double *k, const jnk_slip *slip, jnk_slip_force *out) {
  jnk_tmeasy_force((const jnk_tmeasy *)(const void *)k, slip, out);
}

JNK_FN void jnk_call_tyre_tmeasy(const double *block, const jnk_real *in, jnk_real *out) {
  jnk_tyre_call(block, jnk_law_tmeasy, in, out);
}

#endif
