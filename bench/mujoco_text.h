// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mujoco_text.h - a model for MuJoCo as a text that grows, and its compilation.
#ifndef JOUNCE_BENCH_MUJOCO_TEXT_H
#define JOUNCE_BENCH_MUJOCO_TEXT_H

#include <mujoco/mujoco.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct {
  char *text;
  size_t length, capacity;
  bool failed;  // out of memory
} mujoco_text;

void mujoco_put(mujoco_text *w, const char *format, ...);
// Frees the text. NULL: `why` says it.
mjModel *mujoco_compile(mujoco_text *w, char *why, int size);

#endif
