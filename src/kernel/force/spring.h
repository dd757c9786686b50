// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// spring.h - spring and damper along one coordinate x:
//   F = preload + k e + c xdot,  e = x - rest,
// where k e may be a law over e, and c xdot a law over the rate or a table over both. F resists growing x.
// Of lanes too (real.h).
#ifndef JNK_SPRING_H
#define JNK_SPRING_H

#include "kernel/force/spring_block.h"
#include "kernel/law.h"
#include "kernel/lookup.h"
#include "kernel/real.h"

// The two forces, the slope of the first over e, and those of the second over e and rate.
typedef struct {
  jnk_real elastic, damping;
  jnk_real k, stiffens, c;
} jnk_spring_forces;

JNK_FN jnk_spring_forces jnk_spring_calc(const jnk_spring *s, jnk_real e, jnk_real rate) {
  jnk_spring_forces f = {s->stiffness * e, s->damping * rate, jnk_of(s->stiffness), jnk_of(0), jnk_of(s->damping)};
  if (s->law) f.elastic = jnk_law_value(s->law, e, &f.k);
  if (s->damping_law) f.damping = jnk_law_value(s->damping_law, rate, &f.c);
  if (s->map) {
    jnk_lookup_jet jet = jnk_lookup_at(s->map, e, rate);
    f.damping = jet.f, f.stiffens = jet.x, f.c = jet.y;
  }
  return f;
}

// ---- calls: constants are those of spring_block.h ------------------------------------------------------------------

// in: x, rate; out: force, and that of the damper in it
JNK_FN void jnk_call_spring(const double *block, const jnk_real *in, jnk_real *out) {
  jnk_spring_parts parts;
  const jnk_spring *s = jnk_spring_of_block(block, &parts);
  jnk_spring_forces f = jnk_spring_calc(s, in[0] - s->rest, in[1]);
  out[0] = s->preload + f.elastic + f.damping, out[1] = f.damping;
}

// in: these, then their rates; out: rates
JNK_FN void jnk_call_spring_rate(const double *block, const jnk_real *in, jnk_real *out) {
  jnk_spring_parts parts;
  const jnk_spring *s = jnk_spring_of_block(block, &parts);
  jnk_spring_forces f = jnk_spring_calc(s, in[0] - s->rest, in[1]);
  out[1] = f.stiffens * in[2] + f.c * in[3];
  out[0] = f.k * in[2] + out[1];
}

#endif
