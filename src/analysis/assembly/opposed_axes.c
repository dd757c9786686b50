// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// opposed_axes.c - see opposed_axes.h.
#include "analysis/assembly/opposed_axes.h"

#include <string.h>

#include "analysis/message.h"
#include "system/system.h"

static bool is_opposed(const jn_system *system, const jn_work *work, int agreement) {
  return !system->agreements[agreement].strict && jni_agreement_calc(system, work, agreement) < 0;
}

static bool orientation_is_given(const jn_model *model, int body) {
  for (int i = 0; i < model->ninitials; i++)
    if (model->initials[i].signal.kind == JNI_SIGNAL_QUATERNION && model->initials[i].signal.a == body) return true;
  return false;
}

bool jni_opposed_is_open(const jn_system *system, int agreement, int end) {
  const jn_model *model = system->model;
  int body = model->frames[model->joints[system->agreements[agreement].joint].def.between[end].i].body;
  return body > 0 && !orientation_is_given(model, body);
}

static const char *name_of(const jn_system *system, int agreement) {
  return system->model->joints[system->agreements[agreement].joint].name;
}

static int next_by_name(const jn_system *system, const jn_work *work, bool strict, int after) {
  int next = -1;
  for (int i = 0; i < system->nagreements; i++) {
    if (system->agreements[i].strict != strict || !(jni_agreement_calc(system, work, i) < 0)) continue;
    if (after >= 0 && strcmp(name_of(system, i), name_of(system, after)) <= 0) continue;
    if (next < 0 || strcmp(name_of(system, i), name_of(system, next)) < 0) next = i;
  }
  return next;
}

int jni_opposed_next(const jn_system *system, const jn_work *work, int after) {
  return next_by_name(system, work, false, after);
}
int jni_broken_agreement(const jn_system *system, const jn_work *work) { return next_by_name(system, work, true, -1); }

void jni_warn_opposed(const jn_system *system, const jn_work *work, jn_report *report) {
  jni_message message = {system->model, report, JN_WARNING, JN_OK};
  for (int i = 0; i < system->nagreements; i++) {
    const jni_joint_element *element = &system->model->joints[system->agreements[i].joint];
    if (!is_opposed(system, work, i)) continue;
    jni_message_add(&message, jni_joint_word(element), element->name, element->place,
                    "the axes of its two ends point in opposite directions; its coordinate refers to the first");
  }
}

static jn_status refuse(const jn_system *system, const jn_work *work, jn_report *report) {
  jni_message message = {system->model, report, JN_FAULT, JN_NO_ASSEMBLY};
  jn_status status = JN_OK;
  for (int i = 0; i < system->cartesian->nagreements; i++) {
    int joint = system->cartesian->agreements[i].joint;
    const jni_joint_element *element = &system->model->joints[joint];
    if (system->tree->cut[joint] != JNI_CUT_NO || !is_opposed(system->cartesian, work, i)) continue;
    status = JN_NO_ASSEMBLY;
    jni_message_add(&message, jni_joint_word(element), element->name, element->place,
                    "the axes of its two ends point in opposite directions at the start, which joint coordinates "
                    "cannot express; reverse the axis of one end ('axes'), cut the joint ('tree: false'), or use "
                    "other coordinates");
  }
  return status;
}

jn_status jni_refuse_opposed(const jn_system *system, double *bodies, jn_report *report) {
  const jn_system *cartesian = system->cartesian;
  if (!system->tree || cartesian->nagreements == 0) return JN_OK;
  jn_work *work = jn_work_new(cartesian);
  if (!work) return jni_report_no_memory(report);
  jn_calc_position(cartesian, work, bodies[0], jn_state_q(cartesian, bodies), jn_state_z(cartesian, bodies),
                   jn_state_s(cartesian, bodies));
  jn_status status = refuse(system, work, report);
  jn_work_free(work);
  return status;
}
