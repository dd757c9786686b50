// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// spring.h - spring and damper along one coordinate x, with the elongation e = x - rest:
//   force = preload + E(e) + D(e, xdot)
//   E = k e, or a law over e
//   D = c xdot, a law over xdot, or a map over e and xdot
// The potential is preload e + the integral of E from 0 to e.
#ifndef JNK_SPRING_H
#define JNK_SPRING_H

#include "kernel/force/scalar_load.h"
#include "kernel/law.h"
#include "kernel/lookup_jet.h"

typedef struct {
  double rest;            // x at which e = 0
  double preload;         // force at e = 0 and xdot = 0
  double k, c;            // linear stiffness and damping
  jnk_law elastic;        // law E(e), instead of k; empty: not used
  jnk_law damping;        // law D(xdot), instead of c; empty: not used
  const jnk_lookup *map;  // table D(e, xdot), instead of c; NULL: not used
} jnk_spring;

// Values of the elastic part E and the damping part D of a spring's force, and their derivatives.
typedef struct {
  double E, E_e;          // E and dE/de
  double D, D_e, D_rate;  // D, dD/de and dD/dxdot
} jnk_spring_parts;

JNK_FN int jnk_law_is_given(const jnk_law *law) { return law->n > 0 || law->ncoefficients > 0; }

JNK_FN jnk_spring_parts jnk_spring_parts_calc(const jnk_spring *s, double e, double rate) {
  jnk_spring_parts p = {s->k * e, s->k, s->c * rate, 0, s->c};
  if (jnk_law_is_given(&s->elastic)) p.E = jnk_law_value(&s->elastic, e, &p.E_e);
  if (jnk_law_is_given(&s->damping)) p.D = jnk_law_value(&s->damping, rate, &p.D_rate);
  if (s->map) {
    jnk_lookup_jet jet = jnk_lookup_at(s->map, e, rate);
    p.D = jet.f;
    p.D_e = jet.x;
    p.D_rate = jet.y;
  }
  return p;
}

// Returns force, derivatives, potential and power of a spring. p: values of its elastic and damping parts at the
// elongation e and its rate.
JNK_FN jnk_scalar_load jnk_spring_load(const jnk_spring *s, const jnk_spring_parts *p, double e, double rate) {
  double stored = jnk_law_is_given(&s->elastic) ? jnk_law_integral(&s->elastic, e) : 0.5 * s->k * e * e;
  jnk_scalar_load load = {s->preload + p->E + p->D, p->E_e + p->D_e, p->D_rate, stored + s->preload * e, -p->D * rate};
  return load;
}

// Returns the mean of a spring's conservative force while x changes from x0 to x1. Times x1 - x0 it is the change of
// the potential.
JNK_FN double jnk_spring_mean(const jnk_spring *s, double x0, double x1) {
  double e0 = x0 - s->rest, e1 = x1 - s->rest;
  if (jnk_law_is_given(&s->elastic)) return s->preload + jnk_law_mean(&s->elastic, e0, e1);
  return s->preload + s->k * 0.5 * (e0 + e1);
}

#endif
