// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mechanism_form.c - forces on linear forms of several coordinates: anti-roll bars, shafts, locks; and contacts beside
// them.
#include <string.h>

#include "mechanism.h"

static bool has_term(const mech_force *f, int joint, int coordinate) {
  for (int i = 0; i < f->nterms; i++)
    if (f->terms[i].joint == joint && f->terms[i].coordinate == coordinate) return true;
  return false;
}

// Rest and limits stay where the form has its value; that of the coordinate alone is in them already.
static void add_term(const mechanism *m, mech_force *f, int joint, int coordinate, double factor) {
  double more = (f->nterms > 0 ? factor : factor - 1) * m->joint[joint].value[coordinate];
  f->terms[f->nterms++] = (mech_term){joint, coordinate, factor};
  f->rest += more;
  f->lower += more;
  f->upper += more;
}

// Coordinates of the same sort come in.
static void widen(const mechanism *m, chance *c, mech_force *f) {
  bool angle = mech_coordinate_is_angle(&m->joint[f->joint], f->coordinate);
  add_term(m, f, f->joint, f->coordinate, chance_between(c, 0.5, 1.5));
  for (int j = 0; j < m->njoints; j++)
    for (int k = 0; mech_has_coordinate(m, j, k) && f->nterms < MOST_TERMS; k++)
      if (mech_coordinate_is_angle(&m->joint[j], k) == angle && !has_term(f, j, k) && chance_happens(c, 0.7))
        add_term(m, f, j, k, chance_between(c, -2, 2));
}

void mech_add_forms(mechanism *m, chance *c) {
  static const char *const types[] = {"torsion-spring", "stop", "torque", "brake", "friction", "contact"};
  for (int n = 1 + chance_below(c, 3), tries = 12; n > 0 && tries > 0; tries--) {
    mech_force *f = mech_add_force(m, c, types[chance_below(c, 6)]);
    if (f && f->joint >= 0) widen(m, c, f);
    n -= f != NULL;
  }
}
