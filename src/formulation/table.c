// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// table.c - the one table: which coordinates, controls and integrators go with which formulation. A new
// formulation is one file and one line in table.h.
#include "formulation/table.h"

#include <string.h>

#include "model/kind.h"

const char *const jni_coordinates_all[] = {"cartesian", "natural", "joint", NULL};
const char *const jni_energy_all[] = {"none", "multiplier", "gradient", "velocity-gradient", NULL};
const char *const jni_position_all[] = {"none", "newton", "pi", "gradient", NULL};
const char *const jni_variants_none[] = {NULL};
const char *const jni_velocity_projection[] = {"none", "projection", NULL};
const char *const jni_position_newton[] = {"newton", NULL};
const char *const jni_velocity_always[] = {"projection", NULL};
const char *const jni_variants_newton[] = {"mixed", "plain-newton", NULL};
const char *const jni_variants_partition[] = {"all", "independent", NULL};
const char *const jni_control_none[] = {"none", NULL};
const char *const jni_integrators_residual[] = {"ida", NULL};
const char *const jni_integrators_ode[] = {"rk4", "ab3", "dopri5", "adams", "bdf", NULL};
const char *const jni_integrators_rule[] = {"trapezoidal", "newmark", "hht", "generalized-alpha", NULL};

const jni_formulation_kind *const jni_formulation_kinds[] = {
#define JNI_X(name) &jni_formulation_##name,
    JNI_FORMULATION_LIST(JNI_X)
#undef JNI_X
        NULL};

const jni_formulation_kind *jni_formulation_kind_find(const char *name) {
  for (int i = 0; jni_formulation_kinds[i]; i++)
    if (strcmp(jni_formulation_kinds[i]->name, name) == 0) return jni_formulation_kinds[i];
  return NULL;
}

// ---- names to choose from ---------------------------------------------------------------------------------------

static const char *const *choice_list(const jni_formulation_kind *kind, jni_choice what) {
  switch (what) {
    case JNI_CHOICE_COORDINATES: return kind->coordinates;
    case JNI_CHOICE_INTEGRATOR: return kind->integrators;
    case JNI_CHOICE_ENERGY: return kind->energy;
    case JNI_CHOICE_POSITION: return kind->position;
    case JNI_CHOICE_VELOCITY: return kind->velocity;
    case JNI_CHOICE_VARIANT: return kind->variants ? kind->variants : jni_variants_none;
    case JNI_CHOICE_START:  // of any formulation
    case JNI_CHOICE_SWITCHES:
    case JNI_CHOICE_FORMULATION: break;
  }
  return NULL;
}

// Does a formulation before this one go with the name too?
static bool named_before(jni_choice what, int formulation, const char *name) {
  for (int i = 0; i < formulation; i++)
    for (const char *const *list = choice_list(jni_formulation_kinds[i], what); *list; list++)
      if (strcmp(*list, name) == 0) return true;
  return false;
}

static const char *const starts[] = {"assembly", "equilibrium"}, *const switches[] = {"always", "never"};

const char *jni_choice_name(jni_choice what, int i) {
  if (what == JNI_CHOICE_START || what == JNI_CHOICE_SWITCHES)
    return i < 0 || i > 1 ? NULL : what == JNI_CHOICE_START ? starts[i] : switches[i];
  for (int k = 0; jni_formulation_kinds[k]; k++) {
    if (what == JNI_CHOICE_FORMULATION) {
      if (i-- == 0) return jni_formulation_kinds[k]->name;
      continue;
    }
    for (const char *const *list = choice_list(jni_formulation_kinds[k], what); *list; list++)
      if (!named_before(what, k, *list) && i-- == 0) return *list;
  }
  return NULL;
}
