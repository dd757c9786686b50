// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step_method.c - see step_method.h.
#include "compile/step_method.h"

#include <string.h>

#include "kernel/step/step_ab2.h"
#include "kernel/step/step_euler.h"
#include "kernel/step/step_rk4.h"
#include "kernel/step/step_rosenbrock.h"
#include "kernel/step/step_split.h"

const jni_step_method jni_step_methods[] = {
#define JNI_X(name, help, order, evaluations, extent, part, qdot) \
  {#name,                                                         \
   help,                                                          \
   order,                                                         \
   evaluations,                                                   \
   JNI_IMPLICIT_##extent,                                         \
   part,                                                          \
   qdot,                                                          \
   jnk_memory_##name,                                             \
   jnk_workspace_##name,                                          \
   jnk_start_##name,                                              \
   jnk_step_##name},
    JNI_METHOD_LIST(JNI_X)
#undef JNI_X
        {0}};

const jni_step_method *jni_step_method_find(const char *name) {
  for (const jni_step_method *m = jni_step_methods; m->name; m++)
    if (strcmp(m->name, name) == 0) return m;
  return NULL;
}
