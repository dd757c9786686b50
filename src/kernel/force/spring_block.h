// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// spring_block.h - constants of a spring (spring.h), as numbers of a call, and its potential.
//   block: rest, preload, stiffness, damping; of either law 1 and the law, or 0; of the table 1 and the table, or 0
#ifndef JNK_SPRING_BLOCK_H
#define JNK_SPRING_BLOCK_H

#include "kernel/call/law_call.h"
#include "kernel/lookup_call.h"

typedef struct {
  double rest, preload, stiffness, damping;
  const jnk_law *law, *damping_law;  // NULL: not given
  const jnk_lookup *map;
} jnk_spring;

JNK_FN double jnk_spring_potential(const jnk_spring *s, double e) {
  double elastic = s->law ? jnk_law_integral(s->law, e) : 0.5 * s->stiffness * e * e;
  return elastic + s->preload * e;
}

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

// in: x; out: potential
JNK_FN void jnk_call_spring_potential(const double *block, const double *in, double *out) {
  jnk_spring_parts parts;
  const jnk_spring *s = jnk_spring_of_block(block, &parts);
  out[0] = jnk_spring_potential(s, in[0] - s->rest);
}

#endif
