// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compliant_contact.c - see compliant_contact.h.
#include "system/compliant_contact.h"

#include <math.h>

#include "system/system.h"

int jni_compliant_force(const jn_system *system, int i) {
  return system->nforces - system->model->ncompliant_points + i;
}

int jni_compliant_of_root(const jn_system *system, int i) {
  for (int k = jni_compliant_force(system, 0); k < system->nforces; k++)
    if (jni_has_own_switch(&system->forces[k], i)) return k;
  return -1;
}

// Returns the speed of approach that is stored when a point begins to touch: -rate of its gap, but at least the rest
// speed of the contact law, m/s.
static double speed_of(const jni_force_plan *plan, double rate) { return fmax(-rate, plan->element->pair->law.rest); }

int jni_compliant_begin(const jn_system *system, jn_work *work, double *state) {
  int impacts = 0;
  if (system->model->ncompliant_points == 0) return 0;
  jni_stages_update(system, work, state);
  for (int i = 0; i < system->model->ncompliant_points; i++) {
    int force = jni_compliant_force(system, i);
    const jni_force_plan *plan = &system->forces[force];
    double *s = jn_state_s(system, state) + plan->discrete_at;
    double gap = work->outputs[force].length, rate = work->outputs[force].length_rate;
    if (s[JNI_COMPLIANT_SPEED] > 0 || !(gap < 0 || (gap == 0 && rate <= 0))) continue;
    s[JNI_COMPLIANT_SPEED] = speed_of(plan, rate);
    if (!(-rate > plan->element->pair->law.rest)) continue;
    s[JNI_COMPLIANT_IMPACTS] += 1;
    impacts++;
  }
  return impacts;
}

void jni_compliant_change(const jn_system *system, jn_work *work, int force, int root, double *state,
                          jni_event_listener listener, void *context) {
  const jni_force_plan *plan = &system->forces[force];
  double *s = jn_state_s(system, state) + plan->discrete_at;
  int contact = plan->element->contact, held = work->touching ? work->touching[root] : 0;
  jni_stages_update(system, work, state);
  double gap = work->outputs[force].length, rate = work->outputs[force].length_rate;
  bool happened[JNI_CONTACT_NCHANGES] = {false};
  if (root == plan->switch_at) {
    bool closes = held != 0 ? held < 0 : gap < 0 || (gap == 0 && rate < 0);
    bool was_closed = s[JNI_COMPLIANT_SPEED] > 0;
    happened[closes ? JNI_CONTACT_CLOSES : JNI_CONTACT_OPENS] = closes != was_closed;
    if (closes && !was_closed && -rate > plan->element->pair->law.rest) {
      happened[JNI_CONTACT_HITS] = true;
      s[JNI_COMPLIANT_IMPACTS] += 1;
    }
    if (closes != was_closed) s[JNI_COMPLIANT_SPEED] = closes ? speed_of(plan, rate) : 0;
  } else happened[held > 0 ? JNI_CONTACT_BEGINS_STICK : JNI_CONTACT_BEGINS_SLIP] = true;
  for (int change = 0; change < JNI_CONTACT_NCHANGES; change++) {
    if (!happened[change]) continue;
    if (listener) listener(context, JN_EVENT_TOUCH, contact);
    jni_event_apply_contact(system, work, contact, (jni_contact_change)change, state, listener, context);
  }
}
