// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// controller_allow.c - loads and checks the code that a model names, after the user has allowed it.
#include <stdio.h>

#include "model/read/read_file.h"
#include "subsystem/controller_fit.h"

extern const jni_subsystem_kind jni_subsystem_controller;

static bool is_waiting(const jni_subsystem_element *e) {
  return e->kind == &jni_subsystem_controller && e->made && !((const jni_controller_made *)e->made)->code;
}

const char *jn_model_code_file(const jn_model *model, int i) {
  JNI_ASSERT(model);
  for (int k = 0; k < model->nsubsystems; k++)
    if (is_waiting(&model->subsystems[k]) && i-- == 0) return model->subsystems[k].def.controller.file;
  return NULL;
}

bool jni_code_is_allowed(const jn_model *model, jn_report *report) {
  for (int i = 0; i < model->nsubsystems; i++) {
    const jni_subsystem_element *e = &model->subsystems[i];
    jn_error error = {.status = JN_REFUSED, .severity = JN_FAULT};
    if (!is_waiting(e)) continue;
    jni_model_place(model, e->place, &error);
    snprintf(error.element, sizeof error.element, "subsystem '%.255s'", e->name);
    snprintf(error.what, sizeof error.what, "it needs the code in '%.200s', and %s", e->def.controller.file,
             jn_can_load_code() ? "loaded code may do anything: if you trust it, allow it (--allow-code)"
                                : "this build of Jounce cannot load code");
    jn_report_add(report, &error);
    return false;
  }
  return true;
}

static void *close_code(void *object) {
  jni_code_close(object);
  return NULL;
}

static jn_status refuse(const jn_model *model, const jni_subsystem_element *e, const char *what, jn_report *report) {
  jn_error error = {.status = JN_BAD_MODEL, .severity = JN_FAULT};
  jni_model_place(model, e->place, &error);
  snprintf(error.element, sizeof error.element, "subsystem '%.255s'", e->name);
  snprintf(error.what, sizeof error.what, "%s", what);
  return jn_report_add(report, &error);
}

// Adds the file of the code to the files of the model, so that its hash covers it and results do not overwrite it.
static bool keep_bytes(jn_model *model, jni_subsystem_element *e, char *what, size_t size) {
  const char *path = e->def.controller.file;
  const jn_alloc *alloc = model->pool.alloc;
  char why[256];
  size_t n = 0;
  jn_status status;
  char *bytes = jni_read_given_file(alloc, path, &n, &status, why, sizeof why);
  if (!bytes) {
    jni_print(what, size, "'%.200s': %s", path, why);
    return false;
  }
  e->hash = jni_hash64(0, bytes, n);
  model->finished = false;  // the list of files is not part of the equations
  bool kept = jni_read_add_source(model, path, bytes, n) > 0;
  model->finished = true;
  jni_free(alloc, bytes);
  if (!kept) jni_print(what, size, "out of memory");
  return kept;
}

// Loads the code of an element. The shared object is closed with the model.
static jn_status allow(jn_model *model, jni_subsystem_element *e, jn_report *report) {
  const jn_controller_def *def = &e->def.controller;
  char what[400];
  jni_code *code = jni_take(&model->pool, 1, sizeof *code);
  if (!code) return jni_report_no_memory(report);
  if (!keep_bytes(model, e, what, sizeof what)) return refuse(model, e, what, report);
  if (!jni_code_open(def->file, def->code, code, what, sizeof what)) return refuse(model, e, what, report);
  if (!jni_keep(&model->pool, code, close_code)) return jni_report_no_memory(report);
  if (!jni_controller_fits(def, code->code, what, sizeof what)) return refuse(model, e, what, report);
  int before = e->ndiscretes;
  if (!jni_controller_attach(&model->pool, e, code->code)) return jni_report_no_memory(report);
  model->nown_discretes += e->ndiscretes - before;
  return JN_OK;
}

jn_status jn_model_allow_code(jn_model *model, jn_report *report) {
  JNI_ASSERT(model);
  jn_status status = JN_OK;
  for (int i = 0; i < model->nsubsystems; i++) {
    if (!is_waiting(&model->subsystems[i])) continue;
    jn_status one = allow(model, &model->subsystems[i], report);
    if (status == JN_OK) status = one;
  }
  return status;
}
