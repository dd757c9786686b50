// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step_method.c - see step_method.h.
#include "compile/step_method.h"

#include <string.h>

#include "kernel/step/step_ab2.h"
#include "kernel/step/step_euler.h"
#include "kernel/step/step_linear_euler.h"
#include "kernel/step/step_linear_rk4.h"
#include "kernel/step/step_linear_rosenbrock.h"
#include "kernel/step/step_rk4.h"
#include "kernel/step/step_rosenbrock.h"
#include "kernel/step/step_split.h"

#define DERIVATIVES_euler "euler", jnk_blocks_euler, jnk_forward_euler, jnk_reverse_euler
#define DERIVATIVES_rk4 "rk4", jnk_blocks_rk4, jnk_forward_rk4, jnk_reverse_rk4
#define DERIVATIVES_rosenbrock "rosenbrock", jnk_blocks_rosenbrock, jnk_forward_rosenbrock, jnk_reverse_rosenbrock
#define DERIVATIVES_NONE NULL, NULL, NULL, NULL

const jni_step_method jni_step_methods[] = {
#define JNI_X(name, help, order, evaluations, extent, part, qdot, derivatives) \
  {#name,                                                                      \
   help,                                                                       \
   order,                                                                      \
   evaluations,                                                                \
   JNI_IMPLICIT_##extent,                                                      \
   part,                                                                       \
   qdot,                                                                       \
   jnk_memory_##name,                                                          \
   jnk_workspace_##name,                                                       \
   jnk_start_##name,                                                           \
   jnk_step_##name,                                                            \
   DERIVATIVES_##derivatives},
    JNI_METHOD_LIST(JNI_X)
#undef JNI_X
        {0}};

const jni_step_method *jni_step_method_find(const char *name) {
  for (const jni_step_method *m = jni_step_methods; m->name; m++)
    if (strcmp(m->name, name) == 0) return m;
  return NULL;
}
