// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mechanism_couple.c - adds elements on joint coordinates: gears, racks, differentials, couplings, drivers, consistent
// with the initial values of the coordinates.
#include <math.h>
#include <string.h>

#include "mechanism.h"

enum { EITHER, ANGLE, DISPLACEMENT };

// Finds a coordinate of this kind that is not among the terms yet; for gears and similar elements the first of a joint.
static bool find_coordinate(const mechanism *m, chance *c, int sort, bool first, const mech_joint *taken,
                            mech_term *term) {
  int found = 0;
  for (int j = 0; j < m->njoints; j++)
    for (int k = 0; mech_has_coordinate(m, j, k) && !(first && k > 0); k++) {
      bool is_angle = mech_coordinate_is_angle(&m->joint[j], k), used = mech_on_coordinates(&m->joint[j]);
      for (int t = 0; t < taken->nterms; t++) used = used || taken->terms[t].joint == j;
      if (used || (sort != EITHER && is_angle != (sort == ANGLE))) continue;
      if (chance_below(c, ++found) == 0) *term = (mech_term){.joint = j, .coordinate = k};
    }
  return found > 0;
}

static bool take(const mechanism *m, chance *c, int sort, bool first, mech_joint *j) {
  if (!find_coordinate(m, c, sort, first, j, &j->terms[j->nterms])) return false;
  j->nterms++;
  return true;
}

static double value_of(const mechanism *m, const mech_term *t) { return m->joint[t->joint].value[t->coordinate]; }

static double signed_size(chance *c, double low, double high) {
  return (chance_happens(c, 0.5) ? 1 : -1) * chance_size(c, low, high);
}

// Makes a function joint of a third of the gears and racks, which keeps the value and the mean ratio at the start. Uses
// its own random numbers, so that the other elements do not change.
static void bend_train(const mechanism *m, const chance *c, mech_joint *j) {
  chance own = {.key = c->key ^ 0x66756e6374696f6eu, .count = c->count};
  if (!chance_happens(&own, 0.33)) return;
  j->type = "function";
  j->motion.constant = value_of(m, &j->terms[0]);
  j->motion.frequency = chance_between(&own, 0.5, 2);
  j->motion.amplitude = j->ratio * chance_between(&own, -0.4, 0.4);
}

static bool make_train(const mechanism *m, chance *c, bool rack, mech_joint *j) {
  if (!take(m, c, ANGLE, true, j) || !take(m, c, rack ? DISPLACEMENT : ANGLE, true, j)) return false;
  j->ratio = signed_size(c, 0.3, 3);
  j->offset = value_of(m, &j->terms[1]) - j->ratio * value_of(m, &j->terms[0]);
  bend_train(m, c, j);
  return true;
}

static bool make_differential(const mechanism *m, chance *c, mech_joint *j) {
  for (int k = 0; k < 3; k++)
    if (!take(m, c, ANGLE, true, j)) return false;
  j->ratio = (value_of(m, &j->terms[1]) + value_of(m, &j->terms[2])) / (2 * value_of(m, &j->terms[0]));
  return fabs(j->ratio) > 0.1 && fabs(j->ratio) < 10;
}

static bool make_coupling(const mechanism *m, chance *c, mech_joint *j) {
  for (int k = 0, n = 2 + chance_below(c, 2); k < n; k++) take(m, c, EITHER, false, j);
  for (int k = 0; k < j->nterms; k++) {
    j->terms[k].factor = signed_size(c, 0.3, 3);
    j->offset += j->terms[k].factor * value_of(m, &j->terms[k]);
  }
  return j->nterms >= 2;
}

static void choose_motion(chance *c, mech_motion *x) {
  x->slope = chance_between(c, -1, 1);
  x->amplitude = chance_between(c, -0.2, 0.2);
  x->frequency = chance_between(c, 1, 6);
}

static bool make_driver(const mechanism *m, chance *c, mech_joint *j) {
  if (!take(m, c, EITHER, false, j)) return false;
  choose_motion(c, &j->motion);
  j->motion.constant = value_of(m, &j->terms[0]);
  return true;
}

static bool make(const mechanism *m, chance *c, mech_joint *j) {
  if (strcmp(j->type, "gear") == 0) return make_train(m, c, false, j);
  if (strcmp(j->type, "rack") == 0) return make_train(m, c, true, j);
  if (strcmp(j->type, "differential") == 0) return make_differential(m, c, j);
  if (strcmp(j->type, "driver") == 0) return make_driver(m, c, j);
  choose_motion(c, &j->motion);
  return make_coupling(m, c, j);
}

void mech_add_couplings(mechanism *m, chance *c) {
  static const char *const types[] = {"gear",   "rack",   "differential",     "coupling",
                                      "driver", "driver", "velocity-coupling"};
  for (int n = 1 + chance_below(c, 2), tries = 8; n > 0 && tries > 0; tries--) {
    mech_joint *j = mech_add_joint(m, types[chance_below(c, 7)], -1, -1);
    if (make(m, c, j)) n--;
    else m->njoints--;
  }
}

bool mech_add_driver_pair(mechanism *m, chance *c) {
  mech_joint *first = mech_add_joint(m, "driver", -1, -1);
  char name[sizeof first->name];
  if (!make_driver(m, c, first)) {
    m->njoints--;
    return false;
  }
  first->motion.slope = signed_size(c, 0.3, 1);
  first->motion.amplitude = 0;
  mech_joint *second = mech_add_joint(m, "driver", -1, -1);
  memcpy(name, second->name, sizeof name);
  *second = *first;
  memcpy(second->name, name, sizeof name);
  return true;
}

void mech_contradict_driver(mechanism *m) {
  mech_motion *motion = &m->joint[m->njoints - 1].motion;
  motion->frequency = 4;
  motion->amplitude = motion->slope / motion->frequency;
  motion->slope = 0;
}
