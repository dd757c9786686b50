// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// controller_table.c - the controllers that are part of the library. Each is one file that would also do as a shared
// object.
#include <string.h>

#include "jounce/subsystem.h"
#include "subsystem/controller.h"

extern const jn_controller jounce_controller_m2;  // models/vehicles/m2_controller.c

const jn_controller *const jni_controllers[] = {&jounce_controller_m2, NULL};

const jn_controller *jni_controller_find(const char *name) {
  for (int i = 0; jni_controllers[i]; i++)
    if (!strcmp(jni_controllers[i]->name, name)) return jni_controllers[i];
  return NULL;
}

const jn_controller *jn_builtin_controller(int i) {
  int n = (int)(sizeof jni_controllers / sizeof *jni_controllers) - 1;
  return i >= 0 && i < n ? jni_controllers[i] : NULL;
}

static const char *name_at(const void *context, int i) {
  (void)context;
  return jni_controllers[i] ? jni_controllers[i]->name : NULL;
}

const char *jni_controller_nearest(const char *name) { return jni_nearest(name, name_at, NULL); }
