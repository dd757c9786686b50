// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step_split.h - the method of step_rosenbrock.h with a Jacobian of the stiff speeds and states alone: these are
// implicit, the rest is Heun's method, y1 = y + h/2 (f(t, y) + f(t + h, y + h f)). What is stiff is in the program.
#ifndef JNK_STEP_SPLIT_H
#define JNK_STEP_SPLIT_H

#include "kernel/step/step_rosenbrock.h"

JNK_FN int jnk_memory_split(const jnk_step *s) { return jnk_memory_rosenbrock(s); }
JNK_FN int jnk_room_split(const jnk_step *s) { return jnk_room_rosenbrock(s); }

JNK_FN void jnk_start_split(const jnk_step *s, JNK_REAL *x, JNK_REAL *room) { jnk_start_rosenbrock(s, x, room); }

JNK_FN void jnk_step_split(const jnk_step *s, JNK_REAL *x, JNK_REAL *room, jnk_step_told *told) {
  jnk_step_rosenbrock(s, x, room, told);
}

#endif
