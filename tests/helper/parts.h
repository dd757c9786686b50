// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// parts.h - reads models with parts from texts and files, also with failing allocations.
#ifndef JOUNCE_PARTS_H
#define JOUNCE_PARTS_H

#include <jounce/jounce.h>
#include <math.h>

#include "files.h"
#include "memory.h"
#include "model/model.h"

static inline void tell(const jn_report *report) {
  char line[1200];
  for (int i = 0; i < jn_report_size(report); i++) {
    jn_error_format(jn_report_get(report, i), line, sizeof line);
    printf("  %s\n", line);
  }
}

static inline jn_model *read_text(const char *text, const jn_setting *settings, int n) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "test.yaml", text, strlen(text), settings, n, report);
  CHECK(model != NULL);
  if (!model) tell(report);
  jn_report_free(report);
  return model;
}

static inline jn_model *read_file(const char *name) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, path_of(name), NULL, 0, report);
  CHECK(model != NULL);
  if (!model) tell(report);
  jn_report_free(report);
  return model;
}

static inline double mass_of(const jn_model *model, const char *body) {
  int i = jn_model_find_body(model, body).i;
  return i >= 0 ? model->bodies[i].mass : -1;
}

// Lets every allocation fail once: there must be no model, no leak, and no fault other than JN_NO_MEMORY.
static inline void check_memory(const char *text) {
  memory_count count = {0};
  const jn_alloc alloc = {counted_resize, &count};
  jn_model_free(jn_model_read_text(&alloc, "memory", text, strlen(text), NULL, 0, NULL));
  long calls = count.calls;
  for (long i = 1; i <= calls; i += 1 + (LIGHT ? calls / 200 : calls / 2000)) {
    jn_report *report = jn_report_new(NULL);
    count = (memory_count){.fail_at = i};
    jn_model *model = jn_model_read_text(&alloc, "memory", text, strlen(text), NULL, 0, report);
    CHECK(!model && count.live == 0);
    CHECK(jn_report_size(report) > 0 && jn_report_get(report, 0)->status == JN_NO_MEMORY);
    jn_report_free(report);
    jn_model_free(model);
  }
}

#endif
