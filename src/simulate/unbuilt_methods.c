// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// unbuilt_methods.c - replaces methods that need a library which this build does not contain.
#include <stdio.h>
#include <string.h>

#include "formulation/formulation.h"
#include "integrate/stiffness_switch.h"
#include "jounce/simulate.h"

bool jn_integrator_is_built(const char *name) {
  if (!name) return false;
  const jni_integrator_kind *kind = jni_integrator_kind_find(name);
  return kind && jni_integrator_is_built(kind);
}

bool jn_formulation_is_built(const char *name) {
  if (!name) return false;
  const jni_formulation_kind *kind = jni_formulation_kind_find(name);
  for (int i = 0; kind && kind->integrators[i]; i++)
    if (jn_integrator_is_built(kind->integrators[i])) return true;
  return false;
}

// Returns whether the choices name a formulation that exists but is not part of this build; false for unknown names,
// which are refused elsewhere.
static bool lacks_formulation(const jn_choices *c) {
  return jni_formulation_kind_find(c->formulation) && !jn_formulation_is_built(c->formulation);
}

// Returns whether the choices name an integrator that exists but is not part of this build; false for unknown names.
static bool lacks_integrator(const jn_choices *c) {
  return jni_integrator_kind_find(c->integrator) && !jn_integrator_is_built(c->integrator);
}

static void warn_replaced(const char *what, const char *missing, const char *replacement, jn_report *report) {
  jn_report_warn(report, "", "%s '%s' is not in this build: using '%s'", what, missing, replacement);
}

void jn_choices_replace(const jn_model *model, jn_choices *choices, jn_report *report) {
  JNI_ASSERT(model && choices);
  jn_choices before = *choices;
  if (!lacks_formulation(&before) && !lacks_integrator(&before)) return;
  if (lacks_formulation(&before)) {
    // Variant and controls belong to the formulation and are replaced with it.
    char *const names[] = {choices->formulation, choices->variant, choices->position, choices->velocity,
                           choices->energy};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) memcpy(names[i], "auto", sizeof "auto");
  }
  if (lacks_integrator(&before)) snprintf(choices->integrator, sizeof choices->integrator, "dopri5");
  jn_choices resolved = *choices;
  jn_choices_resolve(model, &resolved, NULL);
  if (lacks_formulation(&before)) warn_replaced("formulation", before.formulation, resolved.formulation, report);
  if (lacks_integrator(&before)) warn_replaced("integrator", before.integrator, resolved.integrator, report);
}
