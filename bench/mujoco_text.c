// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mujoco_text.c - texts go through MuJoCo's virtual file system, so that nothing is written to disk.
#include "mujoco_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void mujoco_put(mujoco_text *w, const char *format, ...) {
  if (w->capacity - w->length < 1024) {
    size_t capacity = 2 * w->capacity + 16384;
    char *text = realloc(w->text, capacity);
    if (!text) {
      w->failed = true;
      return;
    }
    w->text = text;
    w->capacity = capacity;
  }
  va_list args;
  va_start(args, format);
  w->length += (size_t)vsnprintf(w->text + w->length, w->capacity - w->length, format, args);
  va_end(args);
}

static mjModel *load(const mujoco_text *w, char *why, int size) {
  mjVFS *files = malloc(sizeof *files);
  if (!files) return NULL;
  mjModel *model = NULL;
  mj_defaultVFS(files);
  if (mj_makeEmptyFileVFS(files, "model.xml", (int)w->length) == 0) {
    memcpy(files->filedata[files->nfile - 1], w->text, w->length);
    model = mj_loadXML("model.xml", files, why, size);
  }
  mj_deleteVFS(files);
  free(files);
  return model;
}

mjModel *mujoco_compile(mujoco_text *w, char *why, int size) {
  char text[256] = "no memory";
  mjModel *model = w->failed ? NULL : load(w, text, sizeof text);
  for (char *c = text; *c; c++)
    if (*c == '\n') *c = ' ';
  if (!model) snprintf(why, (size_t)size, "does not load: %s", text);
  free(w->text);
  *w = (mujoco_text){0};
  return model;
}
