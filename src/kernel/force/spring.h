// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// spring.h - spring and damper along one coordinate x:
//   F = preload + k e + c xdot,  e = x - rest,
// where k e may be a law over e, and c xdot a law over the rate or a table over both. F resists growing x.
#ifndef JNK_SPRING_H
#define JNK_SPRING_H

#include "kernel/call/law_call.h"
#include "kernel/lookup_call.h"

typedef struct {
  double rest, preload, stiffness, damping;
  const jnk_law *law, *damping_law;  // NULL: not given
  const jnk_lookup *map;
} jnk_spring;

// The two forces, the slope of the first over e, and those of the second over e and rate.
typedef struct {
  double elastic, damping;
  double k, stiffens, c;
} jnk_spring_forces;

JNK_FN jnk_spring_forces jnk_spring_calc(const jnk_spring *s, double e, double rate) {
  jnk_spring_forces f = {s->stiffness * e, s->damping * rate, s->stiffness, 0, s->damping};
  if (s->law) f.elastic = jnk_law_value(s->law, e, &f.k);
  if (s->damping_law) f.damping = jnk_law_value(s->damping_law, rate, &f.c);
  if (s->map) {
    jnk_lookup_jet jet = jnk_lookup_at(s->map, e, rate);
    f.damping = jet.f, f.stiffens = jet.x, f.c = jet.y;
  }
  return f;
}

JNK_FN double jnk_spring_potential(const jnk_spring *s, double e) {
  double elastic = s->law ? jnk_law_integral(s->law, e) : 0.5 * s->stiffness * e * e;
  return elastic + s->preload * e;
}

// ---- calls ---------------------------------------------------------------------------------------------------------
// block: rest, preload, stiffness, damping; of either law 1 and the law, or 0; of the table 1 and the table, or 0

typedef struct {
  jnk_spring spring;
  jnk_law law[2];
  jnk_lookup map;
} jnk_spring_parts;

JNK_FN const jnk_spring *jnk_spring_of_block(const double *block, jnk_spring_parts *parts) {
  const jnk_law *given[2];
  jnk_spring *s = &parts->spring;
  s->rest = block[0], s->preload = block[1], s->stiffness = block[2], s->damping = block[3];
  block += 4;
  for (int i = 0; i < 2; i++) {
    given[i] = *block != 0 ? &parts->law[i] : NULL;
    if (*block++ != 0) parts->law[i] = jnk_law_of_block(block, &block);
  }
  s->law = given[0], s->damping_law = given[1], s->map = *block != 0 ? &parts->map : NULL;
  if (s->map) parts->map = jnk_lookup_of_block(block + 1);
  return s;
}

// in: x, rate; out: force, and that of the damper in it
JNK_FN void jnk_call_spring(const double *block, const double *in, double *out) {
  jnk_spring_parts parts;
  const jnk_spring *s = jnk_spring_of_block(block, &parts);
  jnk_spring_forces f = jnk_spring_calc(s, in[0] - s->rest, in[1]);
  out[0] = s->preload + f.elastic + f.damping, out[1] = f.damping;
}

// in: these, then their rates; out: rates
JNK_FN void jnk_call_spring_rate(const double *block, const double *in, double *out) {
  jnk_spring_parts parts;
  const jnk_spring *s = jnk_spring_of_block(block, &parts);
  jnk_spring_forces f = jnk_spring_calc(s, in[0] - s->rest, in[1]);
  out[1] = f.stiffens * in[2] + f.c * in[3];
  out[0] = f.k * in[2] + out[1];
}

// in: x; out: potential
JNK_FN void jnk_call_spring_potential(const double *block, const double *in, double *out) {
  jnk_spring_parts parts;
  const jnk_spring *s = jnk_spring_of_block(block, &parts);
  out[0] = jnk_spring_potential(s, in[0] - s->rest);
}

#endif
