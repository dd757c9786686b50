// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// switch.c - functions that change sign where a formula of a force, or of the rate of an auxiliary state, changes its side.
#include "system/system.h"

static void number(jn_system *system, jni_formula *formula) {
  if (!formula->expression) return;
  formula->switch_at = system->nswitches;
  formula->nswitches = jni_expression_nswitches(formula->expression);
  system->nswitches += formula->nswitches;
}

void jni_switches_number(jn_system *system) {
  for (int i = 0; i < system->nforces; i++)
    for (int k = 0; k < 3; k++) number(system, &system->forces[i].value[k]);
  for (int i = 0; i < system->nrates; i++) number(system, &system->rates[i]);
}

static void calc(const jn_system *system, jn_work *work, const jni_formula *formula, double *e) {
  double variables[JNI_MOST_VARIABLES];
  if (formula->nswitches == 0) return;
  for (int i = 0; i < formula->nsignals; i++) variables[i] = jni_signal_calc(system, work, &formula->signals[i], NULL, NULL);
  jni_expression_switches(formula->expression, variables, work->sides ? work->sides + formula->switch_at : NULL, e + formula->switch_at);
}

void jni_calc_switches(const jn_system *system, jn_work *work, const double *state, double *e) {
  jni_event_stages(system, work, state);
  for (int i = 0; i < system->nforces; i++)
    for (int k = 0; k < 3; k++) calc(system, work, &system->forces[i].value[k], e);
  for (int i = 0; i < system->nrates; i++) calc(system, work, &system->rates[i], e);
}

static bool has(const jni_formula *formula, int i) { return i >= formula->switch_at && i < formula->switch_at + formula->nswitches; }

const char *jni_switch_element(const jn_system *system, int i, const char **sort) {
  *sort = "force";
  for (int k = 0; k < system->nforces; k++)
    for (int l = 0; l < 3; l++)
      if (has(&system->forces[k].value[l], i)) return system->forces[k].element->name;
  *sort = "auxiliary state";
  for (int k = 0; k < system->nrates; k++)
    if (has(&system->rates[k], i)) return system->model->auxiliaries[k].name;
  return "";
}
