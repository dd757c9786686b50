// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// integrator_table.c - table of the integrators.
#include <string.h>

#include "integrate/integrator_common.h"

const jni_integrator_kind *const jni_integrator_kinds[] = {
#define JNI_X(name) &jni_##name,
    JNI_INTEGRATOR_LIST(JNI_X)
#undef JNI_X
        NULL};

const jni_integrator_kind *jni_integrator_kind_find(const char *name) {
  for (int i = 0; jni_integrator_kinds[i]; i++)
    if (strcmp(jni_integrator_kinds[i]->name, name) == 0) return jni_integrator_kinds[i];
  return NULL;
}
