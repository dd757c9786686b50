// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// controller_table.c - the built-in controllers. Each is one file that could also be a shared object.
#include <string.h>

#include "jounce/subsystem.h"
#include "subsystem/code.h"
#include "subsystem/controller.h"
#include "subsystem/controller_call.h"

#define JNI_CONTROLLERS(X) X(m2)  // models/vehicles/m2_controller.c

JNI_CONTROLLERS(JNK_CONTROLLER_CALL)

#define JNI_X(name) &jounce_controller_##name,
const jn_controller *const jni_controllers[] = {JNI_CONTROLLERS(JNI_X) NULL};
#undef JNI_X

#define JNI_X(name) JNI_CODE_CALL(jnk_call_controller_##name),
const jni_code_call jni_controller_calls[] = {JNI_CONTROLLERS(JNI_X){NULL, NULL}};
#undef JNI_X

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
