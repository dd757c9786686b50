// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step_split.h - the method of step_rosenbrock.h with a Jacobian of the stiff speeds and states only. The other
// variables are integrated by Heun's method, y1 = y + h/2 (f(t, y) + f(t + h, y + h f)). The program lists the stiff
// ones.
#ifndef JNK_STEP_SPLIT_H
#define JNK_STEP_SPLIT_H

#include "kernel/step/step_rosenbrock.h"

JNK_FN int jnk_memory_split(const jnk_step *s) { return jnk_memory_rosenbrock(s); }
JNK_FN int jnk_workspace_split(const jnk_step *s) { return jnk_workspace_rosenbrock(s); }

JNK_FN void jnk_start_split(const jnk_step *s, JNK_REAL *x, JNK_REAL *workspace) {
  jnk_start_rosenbrock(s, x, workspace);
}

JNK_FN void jnk_step_split(const jnk_step *s, JNK_REAL *x, JNK_REAL *workspace, jnk_step_result *result) {
  jnk_step_rosenbrock(s, x, workspace, result);
}

#endif
