// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// table.c - the one table: which coordinates, controls and integrators go with which formulation. A new formulation is one file and one
// line here.
#include "formulation/table.h"

#include <string.h>

const char *const jni_coordinates_cartesian[] = {"cartesian", NULL};
const char *const jni_energy_none[] = {"none", NULL};
const char *const jni_position_newton[] = {"none", "newton", NULL};
const char *const jni_velocity_projection[] = {"none", "projection", NULL};
const char *const jni_integrators_ode[] = {"rk4", "ab3", "dopri5", "adams", "bdf", NULL};

const jni_formulation_kind *const jni_formulation_kinds[] = {&jni_formulation_multipliers, &jni_formulation_baumgarte, NULL};

const jni_formulation_kind *jni_formulation_kind_find(const char *name) {
  for (int i = 0; jni_formulation_kinds[i]; i++)
    if (strcmp(jni_formulation_kinds[i]->name, name) == 0) return jni_formulation_kinds[i];
  return NULL;
}
