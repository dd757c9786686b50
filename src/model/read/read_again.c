// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_again.c - queries the parameters of a model, and reads the model again with other values. The new model is built
// from the recorded files (read_library.h), so that it equals one that is read from the files.
#include <stdio.h>
#include <string.h>

#include "jounce/choices.h"
#include "model/read/read_model.h"

// ---- queries ------------------------------------------------------------------------------------

int jn_model_nparameters(const jn_model *model) {
  JNI_ASSERT(model);
  return model->nparameters;
}

const char *jn_model_parameter(const jn_model *model, int i, double *value) {
  JNI_ASSERT(model && i >= 0 && i < model->nparameters);
  if (value) *value = model->parameters[i].value;
  return model->parameters[i].name;
}

jn_parameter jn_model_parameter_get(const jn_model *model, int i) {
  JNI_ASSERT(model && i >= 0 && i < model->nparameters);
  const jni_parameter_value *p = &model->parameters[i];
  jn_parameter parameter = {.name = p->name,
                            .value = p->value,
                            .min = p->min,
                            .max = p->max,
                            .text = p->text,
                            .description = p->description,
                            .is_formula = p->text[strspn(p->text, " ")] == '=',
                            .is_structural = p->structural};
  if (p->has_unit) jn_unit_format(p->dimension, parameter.unit, sizeof parameter.unit);
  return parameter;
}

int jn_model_find_parameter(const jn_model *model, const char *name) {
  JNI_ASSERT(model && name);
  for (int i = 0; i < model->nparameters; i++)
    if (strcmp(model->parameters[i].name, name) == 0) return i;
  return -1;
}

bool jni_read_has_setting(const jn_setting *settings, int n, const char *path) {
  for (int i = 0; i < n; i++)
    if (strcmp(settings[i].path, path) == 0) return true;
  return false;
}

// ---- changes after the file was read --------------------------------------------------------------

static bool copy_rest(const jn_model *from, const jn_setting *settings, int n, jn_model *to) {
  // Choices that were changed through the API after `from` was read keep their changed values.
  for (int i = 0; i < JN_NCHOICES; i++) {
    const jn_choice_info *info = jn_choice_get((jn_choice)i);
    const char *now = (const char *)&from->choices + info->offset, *read = (const char *)&from->as_read + info->offset;
    if (memcmp(now, read, info->size) != 0) memcpy((char *)&to->choices + info->offset, now, info->size);
  }

  for (int i = 0; i < from->nfollowed; i++)
    if (jn_model_follow(to, from->followed[i].name) != JN_OK) return false;
  if (from->code) jni_read_keep_code(to, from->code, settings, n);
  return !to->no_memory;
}

// ---- reading again --------------------------------------------------------------------------------

static jn_model *read_with(const jn_model *model, const jn_files *files, const jn_setting *settings, int n,
                           jni_trace *trace, jn_report *report) {
  JNI_ASSERT(model && model->finished && n >= 0 && (settings || n == 0));
  if (!model->library) {
    jn_report_fault(report, JN_REFUSED, "", "the model was not read from a file: its values cannot be set by name");
    return NULL;
  }
  jn_setting *all = jni_alloc0(model->pool.alloc, (size_t)(model->nsettings + n) + 1, sizeof *all);
  int nall = 0;
  if (!all) {
    jni_report_no_memory(report);
    return NULL;
  }
  for (int i = 0; i < model->nsettings; i++)
    if (!jni_read_has_setting(settings, n, model->settings[i].path)) all[nall++] = model->settings[i];
  for (int i = 0; i < n; i++) all[nall++] = settings[i];
  jn_model *other = jni_read_again(model, files, all, nall, trace, report);
  jni_free(model->pool.alloc, all);
  if (!other || copy_rest(model, settings, n, other)) return other;
  jni_report_no_memory(report);
  return jn_model_free(other);
}

jn_model *jni_model_with(const jn_model *model, const jn_files *files, const jn_setting *settings, int n,
                         jn_report *report) {
  return read_with(model, files, settings, n, NULL, report);
}

jn_model *jn_model_with_settings(const jn_model *model, const jn_setting *settings, int n, jn_report *report) {
  return read_with(model, NULL, settings, n, NULL, report);
}

jn_model *jni_model_traced(const jn_model *model, const char *const *names, const double *values, int n,
                           jni_trace *trace, jn_report *report) {
  JNI_ASSERT(model && n >= 0 && ((names && values) || n == 0));
  jni_pool scratch = {.alloc = model->pool.alloc};
  jn_setting *settings = jni_take(&scratch, (size_t)n + 1, sizeof *settings);
  for (int i = 0; i < n && !scratch.failed; i++) {
    char number[40];
    jni_print(number, sizeof number, "%.17g", values[i]);
    settings[i] = (jn_setting){names[i], jni_pool_text(&scratch, number, strlen(number))};
  }
  jn_model *other = NULL;
  if (scratch.failed) jni_report_no_memory(report);
  else other = read_with(model, NULL, settings, n, trace, report);
  jni_pool_free(&scratch);
  return other;
}

jn_model *jn_model_with_parameters(const jn_model *model, const char *const *names, const double *values, int n,
                                   jn_report *report) {
  return jni_model_traced(model, names, values, n, NULL, report);
}
