// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// imported.h - a URDF or MJCF text, and the imported model.
#ifndef JOUNCE_IMPORTED_H
#define JOUNCE_IMPORTED_H

#include <string.h>

#include "jounce/jounce.h"

typedef struct {
  jn_report *report;
  char *text;
  jn_model *model;
} imported;

static inline imported import_with(const char *source, const jn_import_options *options) {
  imported im = {.report = jn_report_new(NULL)};
  im.text = jn_import_text(NULL, "robot", source, strlen(source), options, im.report);
  if (im.text) im.model = jn_model_read_text(NULL, "made", im.text, strlen(im.text), NULL, 0, im.report);
  return im;
}

static inline imported import(const char *source, bool free_base) {
  jn_import_options options = jn_import_options_default();
  options.free_base = free_base;
  return import_with(source, &options);
}

static inline void drop(imported *im) {
  jn_model_free(im->model);
  jn_text_free(NULL, im->text);
  jn_report_free(im->report);
}

#endif
