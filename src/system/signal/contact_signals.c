// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// contact_signals.c - gaps, forces and impacts of contacts. Of a contact with several points the gap is the least one
// and the rate is that of its point; forces, losses and impacts are sums; slip and impulse are the largest.
#include <math.h>

#include "kernel/vec3.h"
#include "system/contact_points.h"
#include "system/signal_code.h"
#include "system/signal_value.h"

static double at_point(const jn_system *system, const jn_work *work, jni_signal_kind kind, int component, int i) {
  const jni_contact_result *point = &work->contact_points[i];
  const double *s = work->s + system->contact_points[i].s_at;
  bool closed = jni_contact_mode_of(system, work->s, i) != JNI_CONTACT_OPEN;
  switch (kind) {
    case JNI_SIGNAL_CONTACT_GAP: return point->place.gap;
    case JNI_SIGNAL_CONTACT_RATE: return point->rates.rate;
    case JNI_SIGNAL_CONTACT_NORMAL: return closed ? point->normal : 0;
    case JNI_SIGNAL_CONTACT_FORCE:
      return closed ? point->normal * point->place.n[component] + point->friction[component] : 0;
    case JNI_SIGNAL_CONTACT_SLIP: return jnk_norm(point->rates.slip);
    case JNI_SIGNAL_CONTACT_POINT: return 0.5 * (point->place.point[0][component] + point->place.point[1][component]);
    case JNI_SIGNAL_CONTACT_STATE: return s[JNI_CONTACT_MODE];
    case JNI_SIGNAL_CONTACT_IMPULSE: return s[JNI_CONTACT_IMPULSE];
    case JNI_SIGNAL_CONTACT_IMPACTS: return s[JNI_CONTACT_IMPACTS];
    default: return s[JNI_CONTACT_LOST];
  }
}

static double friction_of(const jn_system *system, const jn_work *work, int first, int n) {
  double sum[3] = {0, 0, 0};
  for (int i = first; i < first + n; i++)
    if (jni_contact_mode_of(system, work->s, i) != JNI_CONTACT_OPEN)
      jnk_add(sum, work->contact_points[i].friction, sum);
  return jnk_norm(sum);
}

static double contact_value(const jn_system *system, jn_work *work, const jni_signal *s, const double *vdot,
                            const double *lambda) {
  const jni_contact_element *contact = &system->model->contacts[s->a];
  int first = s->b >= 0 ? s->b : contact->first, n = s->b >= 0 ? 1 : contact->npoints, least = first;
  bool force = s->kind == JNI_SIGNAL_CONTACT_NORMAL || s->kind == JNI_SIGNAL_CONTACT_FRICTION ||
               s->kind == JNI_SIGNAL_CONTACT_FORCE;
  bool rate = s->kind == JNI_SIGNAL_CONTACT_RATE || s->kind == JNI_SIGNAL_CONTACT_SLIP;
  bool sum = force || s->kind == JNI_SIGNAL_CONTACT_IMPACTS || s->kind == JNI_SIGNAL_CONTACT_LOST;
  (void)lambda;
  if (force && !vdot) return NAN;
  if (rate) jni_contact_rates_update(system, work);
  else jni_contact_places_update(system, work);
  if (s->kind == JNI_SIGNAL_CONTACT_FRICTION) return friction_of(system, work, first, n);
  for (int i = first; i < first + n; i++)
    if (work->contact_points[i].place.gap < work->contact_points[least].place.gap) least = i;
  if (s->kind == JNI_SIGNAL_CONTACT_GAP || s->kind == JNI_SIGNAL_CONTACT_RATE)
    return at_point(system, work, s->kind, s->component, least);
  double value = at_point(system, work, s->kind, s->component, first);
  for (int i = first + 1; i < first + n; i++) {
    double other = at_point(system, work, s->kind, s->component, i);
    value = sum ? value + other : fmax(value, other);
  }
  return value;
}

// ---- table of the family -------------------------------------------------------------------------------------------

enum { FIRST = JNI_SIGNAL_CONTACT_GAP, N = JNI_SIGNAL_CONTACT_LOST - FIRST + 1 };

#define TYPE(kind, name, text, mirror, at, from, ...)                                            \
  [JNI_SIGNAL_CONTACT_##kind - FIRST] = {.names = name,                                          \
                                         .meaning = text,                                        \
                                         .unit = __VA_ARGS__,                                    \
                                         .level = JNI_LEVEL_##at,                                \
                                         .mirroring = JNI_MIRROR_##mirror,                       \
                                         .reach = JNI_READS_##from,                              \
                                         .not_compiled = "rigid contacts have no compiled form", \
                                         .value = contact_value}

static const jni_signal_type types[N] = {
    TYPE(GAP, "contact.NAME.gap, contact.NAME.2.gap", "gap of contact a, least or of point b", KEPT, POSITION, MOTION,
         {1, 0, 0, 0}),
    TYPE(RATE, "contact.NAME.rate", "rate of that gap", KEPT, VELOCITY, MOTION, {1, 0, -1, 0}),
    TYPE(NORMAL, "contact.NAME.normal", "normal force of contact a or of point b", KEPT, ACCELERATION, ALL,
         {1, 1, -2, 0}),
    TYPE(FRICTION, "contact.NAME.friction", "magnitude of the friction of contact a or of point b", KEPT, ACCELERATION,
         ALL, {1, 1, -2, 0}),
    TYPE(FORCE, "contact.NAME.force.x", "force on the second shape of contact a or of point b, component", POLAR,
         ACCELERATION, ALL, {1, 1, -2, 0}),
    TYPE(SLIP, "contact.NAME.slip", "speed of slip, largest or of point b", KEPT, VELOCITY, MOTION, {1, 0, -1, 0}),
    TYPE(POINT, "contact.NAME.1.point.x", "place of point b, component", POLAR, POSITION, MOTION, {1, 0, 0, 0}),
    TYPE(STATE, "contact.NAME.state", "0 open, 1 sticks, 2 slips or has no friction", KEPT, POSITION, MOTION,
         {0, 0, 0, 0}),
    TYPE(IMPULSE, "contact.NAME.impulse", "normal impulse of the last impact", KEPT, POSITION, MOTION, {1, 1, -1, 0}),
    TYPE(IMPACTS, "contact.NAME.impacts", "number of impacts so far", KEPT, POSITION, MOTION, {0, 0, 0, 0}),
    TYPE(LOST, "contact.NAME.lost", "energy lost in impacts so far", KEPT, POSITION, MOTION, {2, 1, -2, 0}),
};

const jni_signal_family jni_contact_signals = {"contact", JNI_SIGNAL_CONTACT_GAP, N, types};
