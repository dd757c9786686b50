// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// switches.c - switches: corners and jumps of force laws, of the formulas of forces, auxiliary rates, subsystems and
// drivers that follow a signal, and of the signals that these read; the distance of the motion to each.
#include <math.h>
#include <string.h>

#include "system/event.h"
#include "system/forces.h"
#include "system/formula.h"

// ---- numbering ------------------------------------------------------------------------------------------

void jni_switches_number_own(jn_system *system, jni_force_plan *plan) {
  const jni_force_kind *kind = plan->element->kind;
  int *n = kind->touches ? &system->sizes.nroots : &system->nswitches;
  plan->switch_at = *n;
  plan->nswitches = kind->nswitches ? kind->nswitches(plan->element) : 0;
  *n += plan->nswitches;
}

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
  for (int i = 0; i < system->nmotions; i++) number(system, &system->drives[i].signal);
  for (int i = 0; i < system->nsubsystems; i++)
    for (int k = 0; k < system->subsystems[i].element->ninputs; k++) number(system, &system->subsystems[i].inputs[k]);
  for (int k = 0; k < system->nahead; k++) {
    int i = system->ahead[k] - system->nforces;
    if (i >= 0 && i < system->ncomputed) number(system, &system->computed[i]);
  }
}

// ---- distances and sides ----------------------------------------------------------------------------------

void jni_calc_own_switches(const jn_system *system, jn_work *work, const jni_force_plan *plan, double *e, int *side) {
  jni_force_input in;
  if (plan->nswitches == 0) return;
  jni_force_prepare(system, work, plan, 0, &in);
  plan->element->kind->switches(plan->element, &in, e, side);
}

static void calc_formula(const jn_system *system, jn_work *work, const jni_formula *formula, double *e, int *side) {
  double variables[JNI_MOST_VARIABLES];
  int at = formula->switch_at;
  if (!formula->expression || (formula->nswitches == 0 && system->nahead == 0)) return;
  jni_formula_read(system, work, formula, NULL, NULL, variables);
  const int *sides = work->sides && formula->nswitches > 0 ? work->sides + at : NULL;
  uint64_t rests = jni_expression_switches(formula->expression, variables, sides, e + at, side + at);
  for (int i = 0; system->nahead > 0 && i < formula->nsignals; i++)
    if (rests >> i & 1 && formula->signals[i].kind == JNI_SIGNAL_COMPUTED) work->counts[formula->signals[i].a] = true;
}

void jni_calc_switches(const jn_system *system, jn_work *work, const double *state, double *e, int *side) {
  jni_stages_update(system, work, state);
  if (system->nahead > 0) memset(work->counts, 0, (size_t)system->ncomputed * sizeof *work->counts);
  for (int i = 0; i < system->nforces; i++) {
    const jni_force_plan *plan = &system->forces[i];
    if (!plan->element->kind->touches)
      jni_calc_own_switches(system, work, plan, e + plan->switch_at, side + plan->switch_at);
    for (int k = 0; k < 3; k++) calc_formula(system, work, &plan->value[k], e, side);
  }
  for (int i = 0; i < system->nrates; i++) calc_formula(system, work, &system->rates[i], e, side);
  for (int i = 0; i < system->nmotions; i++) calc_formula(system, work, &system->drives[i].signal, e, side);
  for (int i = 0; i < system->nsubsystems; i++)
    for (int k = 0; k < system->subsystems[i].element->ninputs; k++)
      calc_formula(system, work, &system->subsystems[i].inputs[k], e, side);

  // Computes the switches of signals after those of everything that reads signals. A signal on which no force or rate
  // depends at this state (work->counts) gets e = NaN and side 0.
  for (int k = system->nahead - 1; k >= 0; k--) {
    int i = system->ahead[k] - system->nforces;
    if (i < 0 || i >= system->ncomputed) continue;
    const jni_formula *formula = &system->computed[i];
    if (work->counts[i]) calc_formula(system, work, formula, e, side);
    for (int s = formula->switch_at; !work->counts[i] && s < formula->switch_at + formula->nswitches; s++) {
      e[s] = NAN;
      side[s] = 0;
    }
  }
}

// ---- elements of switches ---------------------------------------------------------------------------------

static bool has(const jni_formula *formula, int i) {
  return i >= formula->switch_at && i < formula->switch_at + formula->nswitches;
}

bool jni_has_own_switch(const jni_force_plan *plan, int i) {
  return i >= plan->switch_at && i < plan->switch_at + plan->nswitches;
}

static bool force_has(const jni_force_plan *plan, int i) {
  bool own = !plan->element->kind->touches && jni_has_own_switch(plan, i);
  return own || has(&plan->value[0], i) || has(&plan->value[1], i) || has(&plan->value[2], i);
}

bool jni_switch_is_own(const jn_system *system, int i) {
  for (int k = 0; k < system->nforces; k++)
    if (!system->forces[k].element->kind->touches && jni_has_own_switch(&system->forces[k], i)) return true;
  return false;
}

const char *jni_switch_element(const jn_system *system, int i, const char **sort) {
  *sort = "force";
  for (int k = 0; k < system->nforces; k++)
    if (force_has(&system->forces[k], i)) return system->forces[k].element->name;
  *sort = "subsystem";
  for (int k = 0; k < system->nsubsystems; k++)
    for (int j = 0; j < system->subsystems[k].element->ninputs; j++)
      if (has(&system->subsystems[k].inputs[j], i)) return system->subsystems[k].element->name;
  *sort = "auxiliary state";
  for (int k = 0; k < system->model->nauxiliaries; k++)
    if (has(&system->rates[k], i)) return system->model->auxiliaries[k].name;
  *sort = "signal";
  for (int k = 0; k < system->ncomputed; k++)
    if (has(&system->computed[k], i)) return system->model->computed[k].name;
  *sort = "driver";
  for (int k = 0; k < system->nmotions; k++)
    if (has(&system->drives[k].signal, i)) return system->model->joints[system->drives[k].joint].name;
  return "";
}
