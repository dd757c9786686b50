// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// code_allow.c - loads and checks the code that a model names, after the user has allowed it.
#include <stdio.h>

#include "model/read/read_file.h"
#include "model/subsystem_element.h"
#include "subsystem/code_allow.h"

// Returns the name of the file with code that an element needs, if it is not loaded yet; otherwise NULL.
static const char *find_file(const jni_subsystem_element *e) {
  return e->kind && e->kind->waits_for && e->made ? e->kind->waits_for(e) : NULL;
}

const char *jn_model_code_file(const jn_model *model, int i) {
  JNI_ASSERT(model);
  for (int k = 0; k < model->nsubsystems; k++) {
    const char *file = find_file(&model->subsystems[k]);
    if (file && i-- == 0) return file;
  }
  return NULL;
}

bool jni_code_is_allowed(const jn_model *model, jn_report *report) {
  for (int i = 0; i < model->nsubsystems; i++) {
    const jni_subsystem_element *e = &model->subsystems[i];
    jn_error error = {.status = JN_REFUSED, .severity = JN_FAULT};
    const char *file = find_file(e);
    if (!file) continue;
    jni_model_place(model, e->place, &error);
    snprintf(error.element, sizeof error.element, "subsystem '%.255s'", e->name);
    snprintf(error.what, sizeof error.what, "it needs the code in '%.200s', and %s", file,
             jn_can_load_code() ? "loaded code may do anything: if you trust it, allow it (--allow-code)"
                                : "this build of Jounce cannot load code");
    jn_report_add(report, &error);
    return false;
  }
  return true;
}

static jn_status tell(const jn_model *model, const jni_subsystem_element *e, jn_severity severity, const char *what,
                      jn_report *report) {
  jn_error error = {.status = severity == JN_FAULT ? JN_BAD_MODEL : JN_OK, .severity = severity};
  jni_model_place(model, e->place, &error);
  snprintf(error.element, sizeof error.element, "subsystem '%.255s'", e->name);
  snprintf(error.what, sizeof error.what, "%s", what);
  return jn_report_add(report, &error);
}

// Adds the file with the code of an element to the files of the model and stores its hash in the element. The hash of
// the files then covers the code, and results cannot overwrite the file. Returns false if memory is short.
static bool keep_bytes(jn_model *model, jni_subsystem_element *e, const char *path, const char *bytes, size_t n) {
  e->hash = jni_hash64(0, bytes, n);
  model->finished = false;  // allows to add a file; the list of files is not part of the equations
  bool kept = jni_read_add_source(model, path, bytes, n) > 0;
  model->finished = true;
  return kept;
}

// Reads the file with the code of an element and loads the code, which is freed with the model; counts the discrete
// states that this adds in model->nown_discretes. wanted: hash that the file must have; NULL: any. Returns JN_OK, or
// after a failure the status of the fault that it adds to the report.
static jn_status allow(jn_model *model, jni_subsystem_element *e, const char *path, const uint64_t *wanted,
                       jn_report *report) {
  const jn_alloc *alloc = model->pool.alloc;
  char what[400], why[256], note[256] = "";
  size_t n = 0;
  jn_status status;
  char *bytes = jni_read_given_file(alloc, path, &n, &status, why, sizeof why);
  if (!bytes) {
    jni_print(what, sizeof what, "'%.200s': %s", path, why);
    return tell(model, e, JN_FAULT, what, report);
  }
  if (wanted && jni_hash64(0, bytes, n) != *wanted) {
    jni_free(alloc, bytes);
    jni_print(what, sizeof what, "the code in '%.200s' has changed since it was allowed; read it and allow it again",
              path);
    return tell(model, e, JN_FAULT, what, report);
  }
  int before = e->ndiscretes;
  bool kept = keep_bytes(model, e, path, bytes, n);
  bool loaded = kept && e->kind->load(model, e, bytes, n, note, what, sizeof what);
  jni_free(alloc, bytes);
  if (!kept || model->pool.failed) return jni_report_no_memory(report);
  if (!loaded) return tell(model, e, JN_FAULT, what, report);
  if (note[0]) tell(model, e, JN_NOTE, note, report);
  model->nown_discretes += e->ndiscretes - before;
  return JN_OK;
}

jn_status jn_model_allow_code(jn_model *model, jn_report *report) {
  JNI_ASSERT(model);
  jn_status status = JN_OK;
  for (int i = 0; i < model->nsubsystems; i++) {
    const char *file = find_file(&model->subsystems[i]);
    if (!file) continue;
    jn_status one = allow(model, &model->subsystems[i], file, NULL, report);
    if (status == JN_OK) status = one;
  }
  return status;
}

jn_status jni_code_allow_again(const jn_model *from, jn_model *model, jn_report *report) {
  jn_status status = JN_OK;
  if (jn_model_code_file(from, 0) || from->nsubsystems != model->nsubsystems) return JN_OK;
  for (int i = 0; i < model->nsubsystems && status == JN_OK; i++) {
    const char *file = find_file(&model->subsystems[i]);
    if (file) status = allow(model, &model->subsystems[i], file, &from->subsystems[i].hash, report);
  }
  return status;
}
