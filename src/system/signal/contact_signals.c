// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// contact_signals.c - gaps, forces and impacts of contacts. Of a contact with several points the gap is the least one
// and the rate is that of its point; forces, losses and impacts are sums; slip and impulse are the largest.
#include <math.h>

#include "kernel/vec3.h"
#include "system/compliant_contact.h"
#include "system/contact_points.h"
#include "system/forces.h"
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

// Returns the value of a signal of one point of a compliant contact. out: output of the point's force element;
// component: of a vector.
static double of_compliant(const jni_force_output *out, jni_signal_kind kind, int component) {
  switch (kind) {
    case JNI_SIGNAL_CONTACT_GAP: return out->length;
    case JNI_SIGNAL_CONTACT_RATE: return out->length_rate;
    case JNI_SIGNAL_CONTACT_NORMAL: return out->scalar;
    case JNI_SIGNAL_CONTACT_FORCE: return out->force[1][component];
    case JNI_SIGNAL_CONTACT_SLIP: return out->named[JNI_COMPLIANT_SLIP];
    case JNI_SIGNAL_CONTACT_POINT: return out->named[JNI_COMPLIANT_PLACE + component];
    case JNI_SIGNAL_CONTACT_STATE: return out->named[JNI_COMPLIANT_STATE];
    default: return out->named[JNI_COMPLIANT_LOSS];
  }
}

// Returns the value of signal s of a compliant contact with the n points from `first` on, combined from its points as
// in contact_value.
static double compliant_value(const jn_system *system, jn_work *work, const jni_signal *s, int first, int n) {
  double value = 0, least = HUGE_VAL, sum[3] = {0, 0, 0};
  bool of_least = s->kind == JNI_SIGNAL_CONTACT_GAP || s->kind == JNI_SIGNAL_CONTACT_RATE;
  bool adds = s->kind == JNI_SIGNAL_CONTACT_NORMAL || s->kind == JNI_SIGNAL_CONTACT_FORCE ||
              s->kind == JNI_SIGNAL_CONTACT_POWER || s->kind == JNI_SIGNAL_CONTACT_IMPACTS;
  for (int i = first; i < first + n; i++) {
    int force = jni_compliant_force(system, i);
    jni_force_output out;
    jni_force_calc(system, work, force, &out);
    double own = s->kind == JNI_SIGNAL_CONTACT_IMPACTS
                     ? work->s[system->forces[force].discrete_at + JNI_COMPLIANT_IMPACTS]
                     : of_compliant(&out, s->kind, s->component);
    if (adds) value += own;
    else if (!of_least) value = i == first ? own : fmax(value, own);
    else if (out.length < least) value = own;
    least = fmin(least, out.length);
    jnk_add(sum, out.named + JNI_COMPLIANT_RUB, sum);
  }
  return s->kind == JNI_SIGNAL_CONTACT_FRICTION ? jnk_norm(sum) : value;
}

static double contact_value(const jn_system *system, jn_work *work, const jni_signal *s, const double *vdot,
                            const double *lambda) {
  const jni_contact_element *contact = &system->model->contacts[s->a];
  int first = s->b >= 0 ? s->b : contact->first, n = s->b >= 0 ? s->c : contact->npoints, least = first;
  bool force = s->kind == JNI_SIGNAL_CONTACT_NORMAL || s->kind == JNI_SIGNAL_CONTACT_FRICTION ||
               s->kind == JNI_SIGNAL_CONTACT_FORCE;
  bool rate = s->kind == JNI_SIGNAL_CONTACT_RATE || s->kind == JNI_SIGNAL_CONTACT_SLIP;
  bool sum = force || s->kind == JNI_SIGNAL_CONTACT_IMPACTS || s->kind == JNI_SIGNAL_CONTACT_LOST;
  (void)lambda;
  if (contact->compliant) return compliant_value(system, work, s, first, n);
  if (force && !vdot) return NAN;
  if (rate) jni_contact_rates_update(system, work);
  else jni_contact_places_update(system, work);
  jni_contact_nearest_update(system, work, true, rate);
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

// ---- graph ---------------------------------------------------------------------------------------------------------

// Writes the signal of a compliant contact into the compiled graph and returns its node. Returns JNI_UNWRITTEN for
// rigid contacts, and if a point's force element has no compiled form.
static jni_node contact_write(const jni_signal_code *c, const jni_signal *s) {
  const jni_contact_element *contact = &c->system->model->contacts[s->a];
  int first = s->b >= 0 ? s->b : contact->first, n = s->b >= 0 ? s->c : contact->npoints;
  jni_graph *g = c->g;
  jni_node value = JNI_ZERO, least = JNI_ZERO;
  jni_vec sum = {{JNI_ZERO, JNI_ZERO, JNI_ZERO}};
  if (!contact->compliant) return JNI_UNWRITTEN;
  for (int i = first; i < first + n; i++) {
    int force = jni_compliant_force(c->system, i);
    jni_mat R;
    const jni_code_output *out = c->functions->force(c->writer, force, &R);
    if (!out) return JNI_UNWRITTEN;
    jni_vec friction = {
        {out->named[JNI_COMPLIANT_RUB], out->named[JNI_COMPLIANT_RUB + 1], out->named[JNI_COMPLIANT_RUB + 2]}};
    jni_node own, deeper = i == first ? JNI_ONE : jni_apply(g, JNI_DO_less, out->length, least, 0);
    least = jni_select(g, deeper, out->length, least);
    sum = jni_vec_add(g, sum, friction);
    switch (s->kind) {
      case JNI_SIGNAL_CONTACT_GAP: value = least; break;
      case JNI_SIGNAL_CONTACT_RATE: value = jni_select(g, deeper, out->length_rate, value); break;
      case JNI_SIGNAL_CONTACT_NORMAL: value = jni_plus(g, value, out->scalar); break;
      case JNI_SIGNAL_CONTACT_FORCE:
        value = jni_plus(g, value, jni_mat_times(g, &R, out->force[1]).x[s->component]);
        break;
      case JNI_SIGNAL_CONTACT_POWER: value = jni_plus(g, value, out->named[JNI_COMPLIANT_LOSS]); break;
      case JNI_SIGNAL_CONTACT_IMPACTS:
        value = jni_plus(g, value, c->s[c->system->forces[force].discrete_at + JNI_COMPLIANT_IMPACTS]);
        break;
      case JNI_SIGNAL_CONTACT_POINT: value = out->named[JNI_COMPLIANT_PLACE + s->component]; break;
      default:
        own = out->named[s->kind == JNI_SIGNAL_CONTACT_SLIP ? JNI_COMPLIANT_SLIP : JNI_COMPLIANT_STATE];
        value = i == first ? own : jni_select(g, jni_apply(g, JNI_DO_less, value, own, 0), own, value);
    }
  }
  if (s->kind == JNI_SIGNAL_CONTACT_FRICTION) value = jni_apply(g, JNI_DO_sqrt, jni_vec_dot(g, sum, sum), 0, 0);
  return value;
}

// ---- table of the family -------------------------------------------------------------------------------------------

enum { FIRST = JNI_SIGNAL_CONTACT_GAP, N = JNI_SIGNAL_CONTACT_POWER - FIRST + 1 };

// Code of signals in compiled models: all signals of compliant contacts; those of rigid contacts alone have none.
#define COMPILED .write = contact_write
#define RIGID_ONLY .not_compiled = "it belongs to rigid contacts, which programs do not have"

// Entry of a signal. code: COMPILED or RIGID_ONLY; last: its unit.
#define TYPE(kind, name, text, mirror, at, from, code, ...)                \
  [JNI_SIGNAL_CONTACT_##kind - FIRST] = {.names = name,                    \
                                         .meaning = text,                  \
                                         .unit = __VA_ARGS__,              \
                                         .level = JNI_LEVEL_##at,          \
                                         .mirroring = JNI_MIRROR_##mirror, \
                                         .reach = JNI_READS_##from,        \
                                         code,                             \
                                         .value = contact_value}

static const jni_signal_type types[N] = {
    TYPE(GAP, "contact.NAME.gap, contact.NAME.2.gap", "gap of contact a, least, or of c points from b", KEPT, POSITION,
         MOTION, COMPILED, {1, 0, 0, 0}),
    TYPE(RATE, "contact.NAME.rate", "rate of that gap", KEPT, VELOCITY, MOTION, COMPILED, {1, 0, -1, 0}),
    TYPE(NORMAL, "contact.NAME.normal", "normal force of contact a or of c points from b", KEPT, ACCELERATION, ALL,
         COMPILED, {1, 1, -2, 0}),
    TYPE(FRICTION, "contact.NAME.friction", "magnitude of the friction of contact a or of c points from b", KEPT,
         ACCELERATION, ALL, COMPILED, {1, 1, -2, 0}),
    TYPE(FORCE, "contact.NAME.force.x", "force on the second shape of contact a or of c points from b, component",
         POLAR, ACCELERATION, ALL, COMPILED, {1, 1, -2, 0}),
    TYPE(SLIP, "contact.NAME.slip", "speed of slip, largest, or of c points from b", KEPT, VELOCITY, MOTION, COMPILED,
         {1, 0, -1, 0}),
    TYPE(POINT, "contact.NAME.1.point.x", "place of point b, component", POLAR, POSITION, MOTION, COMPILED,
         {1, 0, 0, 0}),
    TYPE(STATE, "contact.NAME.state", "0 open, 1 sticks, 2 slips or has no friction", KEPT, POSITION, MOTION, COMPILED,
         {0, 0, 0, 0}),
    TYPE(IMPULSE, "contact.NAME.impulse", "normal impulse of the last impact", KEPT, POSITION, MOTION, RIGID_ONLY,
         {1, 1, -1, 0}),
    TYPE(IMPACTS, "contact.NAME.impacts", "number of impacts so far", KEPT, POSITION, MOTION, COMPILED, {0, 0, 0, 0}),
    TYPE(LOST, "contact.NAME.lost", "energy lost in impacts so far", KEPT, POSITION, MOTION, RIGID_ONLY, {2, 1, -2, 0}),
    TYPE(POWER, "contact.NAME.power", "power of damping and friction of a compliant contact", KEPT, ACCELERATION, ALL,
         COMPILED, {2, 1, -3, 0}),
};

const jni_signal_family jni_contact_signals = {"contact", JNI_SIGNAL_CONTACT_GAP, N, types};
