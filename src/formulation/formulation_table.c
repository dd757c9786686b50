// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// formulation_table.c - the table of formulations: which coordinates, corrections and integrators each can be combined
// with.
#include "formulation/formulation_table.h"
#include "model/choice.h"

#include <string.h>

const char *const jni_coordinates_all[] = {"cartesian", "natural", "joint", NULL};
const char *const jni_energy_all[] = {"none", "multiplier", "gradient", "velocity-gradient", NULL};
const char *const jni_position_all[] = {"none", "newton", "pi", "gradient", NULL};
const char *const jni_velocity_projection[] = {"none", "projection", NULL};
const char *const jni_position_newton[] = {"newton", NULL};
const char *const jni_velocity_always[] = {"projection", NULL};
const char *const jni_variants_newton[] = {"mixed", "plain-newton", "exact-newton", NULL};
const char *const jni_variants_partition[] = {"all", "independent", NULL};
const char *const jni_control_none[] = {"none", NULL};
const char *const jni_integrators_residual[] = {"ida", NULL};
const char *const jni_integrators_ode[] = {"rk4",   "ab3", "dopri5",     "adams", "bdf",
                                           "euler", "ab2", "rosenbrock", "split", NULL};
const char *const jni_integrators_rule[] = {"trapezoidal", "newmark", "hht", "generalized-alpha", NULL};

const jni_formulation_kind *const jni_formulation_kinds[] = {
#define JNI_X(name) &jni_formulation_##name,
    JNI_FORMULATION_LIST(JNI_X)
#undef JNI_X
        NULL};

const jni_formulation_kind *jni_formulation_kind_find(const char *name) {
  for (int i = 0; jni_formulation_kinds[i]; i++)
    if (strcmp(jni_formulation_kinds[i]->name, name) == 0) return jni_formulation_kinds[i];
  return strcmp(jni_formulation_compiled.name, name) == 0 ? &jni_formulation_compiled : NULL;
}

// ---- names of choices -------------------------------------------------------------------------------------------

const char *const *jni_choice_list(const jni_formulation_kind *kind, jn_choice which) {
  switch (which) {
    case JN_CHOICE_coordinates: return kind->coordinates;
    case JN_CHOICE_integrator: return kind->integrators;
    case JN_CHOICE_energy: return kind->energy;
    case JN_CHOICE_position: return kind->position;
    case JN_CHOICE_velocity: return kind->velocity;
    case JN_CHOICE_variant: return kind->variants ? kind->variants : jni_control_none;
    default: return NULL;
  }
}

// Returns whether one of the formulations 0 to `formulation` - 1 of the table accepts this name for the choice.
static bool named_before(jn_choice which, int formulation, const char *name) {
  for (int i = 0; i < formulation; i++)
    for (const char *const *list = jni_choice_list(jni_formulation_kinds[i], which); *list; list++)
      if (strcmp(*list, name) == 0) return true;
  return false;
}

const char *jni_choice_name(jn_choice which, int i) {
  for (int k = 0; jni_formulation_kinds[k]; k++) {
    if (which == JN_CHOICE_formulation && i-- == 0) return jni_formulation_kinds[k]->name;
    const char *const *list = jni_choice_list(jni_formulation_kinds[k], which);
    for (; list && *list; list++)
      if (!named_before(which, k, *list) && i-- == 0) return *list;
  }
  return which == JN_CHOICE_formulation && i == 0 ? jni_formulation_compiled.name : NULL;
}
