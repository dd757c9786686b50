// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mechanism_compare.c - compares two runs of one mechanism: differences of each kind of quantity / its largest value.
#include <math.h>
#include <string.h>

#include "mechanism.h"

const char *const mech_group_names[NGROUPS] = {"places", "velocities", "reactions", "energies"};

// Kinds of quantities, each with a unit and a group.
typedef enum { LENGTH, ANGLE, SPEED, RATE, FORCE, TORQUE, ENERGY, NSORTS } sort;
static const int group_of[NSORTS] = {GROUP_PLACES,    GROUP_PLACES,    GROUP_VELOCITIES, GROUP_VELOCITIES,
                                     GROUP_REACTIONS, GROUP_REACTIONS, GROUP_ENERGIES};

static double unit_of(sort s, const mech_change *c) {
  double L = c->length, M = c->mass, T = c->time;
  switch (s) {
    case LENGTH: return L;
    case SPEED: return L / T;
    case RATE: return 1 / T;
    case FORCE: return M * L / (T * T);
    case TORQUE:
    case ENERGY: return M * L * L / (T * T);
    default: return 1;
  }
}

static const sort body_sorts[BODY_VALUES] = {LENGTH, LENGTH, LENGTH, ANGLE, ANGLE, ANGLE, ANGLE,
                                             SPEED,  SPEED,  SPEED,  RATE,  RATE,  RATE};
static const sort joint_sorts[JOINT_VALUES] = {FORCE, FORCE, FORCE, TORQUE, TORQUE, TORQUE};

// ---- what a change does to the numbers ------------------------------------------------------------------------------

static double sign_of_vector(int component, bool turning, const mech_change *c) {
  return c->mirror < 0 || (component == c->mirror) == turning ? 1 : -1;
}

static void undo_body(const mechanism *m, const mech_change *c, double x[BODY_VALUES]) {
  for (int i = 0; i < BODY_VALUES; i++) x[i] /= unit_of(body_sorts[i], c);
  for (int i = 0; i < 3; i++) {
    x[i] *= sign_of_vector(i, false, c);
    x[7 + i] *= sign_of_vector(i, false, c);
    x[10 + i] *= sign_of_vector(i, true, c);
    if (m->space == JN_SPACE) x[4 + i] *= sign_of_vector(i, true, c);
  }
  if (m->space == JN_PLANE) x[3] *= sign_of_vector(2, true, c);
}

static void undo_joint(const mech_change *c, bool swapped, double x[JOINT_VALUES]) {
  for (int i = 0; i < JOINT_VALUES; i++) {
    x[i] *= (swapped ? -1 : 1) * sign_of_vector(i % 3, i >= 3, c) / unit_of(joint_sorts[i], c);
  }
}

// Changes the sign of a quaternion, which represents the same rotation, to match another one.
static void align(const double q[4], double other[4]) {
  double dot = 0;
  for (int i = 0; i < 4; i++) dot += q[i] * other[i];
  for (int i = 0; i < 4 && dot < 0; i++) other[i] = -other[i];
}

static mech_sample undone(const mechanism *m, const mech_sample *reference, const mech_sample *other,
                          const mech_change *c) {
  mech_sample s = *other;
  for (int b = 1; b < m->nbodies; b++) {
    undo_body(m, c, s.body[b]);
    if (m->space == JN_SPACE) align(reference->body[b] + 3, s.body[b] + 3);
  }
  for (int j = 0; j < m->njoints; j++) undo_joint(c, c->swapped[j], s.joint[j]);
  for (int i = 0; i < ENERGIES; i++) s.energy[i] /= unit_of(ENERGY, c);
  return s;
}

// ---- differences ----------------------------------------------------------------------------------------------------

typedef struct {
  double largest[NSORTS];
} scales;

static void see(scales *s, sort of, double x) { s->largest[of] = fmax(s->largest[of], fabs(x)); }

static scales scales_of(const mechanism *m, const mech_result *r) {
  scales s = {{0}};
  for (int k = 0; k < SAMPLES; k++) {
    for (int b = 1; b < m->nbodies; b++)
      for (int i = 0; i < BODY_VALUES; i++) see(&s, body_sorts[i], r->sample[k].body[b][i]);
    for (int j = 0; j < m->njoints; j++)
      for (int i = 0; i < JOINT_VALUES; i++) see(&s, joint_sorts[i], r->sample[k].joint[j][i]);
    for (int i = 0; i < ENERGIES; i++) see(&s, ENERGY, r->sample[k].energy[i]);
  }
  see(&s, LENGTH, m->size);
  see(&s, ANGLE, 1);
  see(&s, SPEED, 0.1 * m->size / m->time);
  see(&s, RATE, 0.1 / m->time);
  see(&s, FORCE, 0.1 * m->mass * m->size / (m->time * m->time));
  see(&s, TORQUE, s.largest[FORCE] * m->size);
  see(&s, ENERGY, 0.01 * m->mass * m->size * m->size / (m->time * m->time));
  return s;
}

// Records a difference if it is the largest so far; NaN counts as the largest.
static void note(mech_difference *d, const scales *s, sort of, double a, double b, const char *element, int value,
                 int k) {
  double e = fabs(a - b) / s->largest[of];
  int g = group_of[of];
  if (e <= d->most[g] || isnan(d->most[g])) return;
  d->most[g] = e;
  snprintf(d->worst[g], sizeof d->worst[g], "%s value %d at sample %d", element, value, k);
}

mech_difference mech_compare(const mechanism *m, const mech_result *reference, const mech_result *other,
                             const mech_change *change) {
  mech_difference d = {{0}, {""}};
  scales s = scales_of(m, reference);
  for (int k = 0; k < SAMPLES; k++) {
    const mech_sample *a = &reference->sample[k];
    mech_sample b = undone(m, a, &other->sample[k], change);
    for (int i = 1; i < m->nbodies; i++)
      for (int v = 0; v < BODY_VALUES; v++)
        note(&d, &s, body_sorts[v], a->body[i][v], b.body[i][v], m->body[i].name, v, k);
    for (int j = 0; j < m->njoints; j++)
      for (int v = 0; v < JOINT_VALUES; v++)
        note(&d, &s, joint_sorts[v], a->joint[j][v], b.joint[j][v], m->joint[j].name, v, k);
    for (int v = 0; v < ENERGIES; v++) note(&d, &s, ENERGY, a->energy[v], b.energy[v], "energy", v, k);
  }
  return d;
}
