// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// study_columns.c - makes the columns of the table of a study: run, parameters, statistics of each output, time,
// events, steps.
#include <stdio.h>
#include <string.h>

#include "study/study.h"

// ---- outputs -----------------------------------------------------------------------------------------------------

// Returns a probe of the outputs of the model and of those that the study adds, and sets *system to the system of
// equations that it reads; the caller frees both. NULL with a fault in the report.
static jn_probe *new_probe(const jn_study *study, const jn_model *model, jn_system **system, jn_report *report) {
  jn_choices choices;
  jni_study_choices(study, (jn_model *)model, &choices);
  *system = NULL;
  if (jn_choices_resolve(model, &choices, report) != JN_OK) return NULL;
  *system = jn_system_new(model, choices.coordinates, report);
  return *system ? jn_probe_new(*system, study->probes, study->nprobes, true, report) : NULL;
}

bool jni_output_is_of(const char *output, const char *requested) {
  size_t n = strlen(requested);
  return strncmp(output, requested, n) == 0 && (output[n] == 0 || output[n] == '.');
}

static bool is_requested(const jn_study_def *def, const char *output) {
  for (int i = 0; i < def->noutputs; i++)
    if (jni_output_is_of(output, def->outputs[i])) return true;
  return def->noutputs == 0;
}

// ---- statistics --------------------------------------------------------------------------------------------------

static const char *candidate(const void *context, int i) {
  (void)context;
  return jn_taken_name(i);
}

// Sets the statistics of the study to those that the definition names; to all if it names none. Returns the status of a
// fault if a name is unknown.
static jn_status choose_statistics(jn_study *study, const jn_study_def *def, jn_report *report) {
  for (int i = 0; i < def->ntake; i++) {
    int kind = jni_statistic_find(def->take[i], strlen(def->take[i]));
    const char *nearest = kind < 0 ? jni_nearest(def->take[i], candidate, NULL) : NULL;
    if (kind < 0)
      return jn_report_fault(report, JN_BAD_ARGUMENT, "",
                             "'%.60s' is not a statistic%s%s%s; there are final, min, max, mean, rms, when_min and "
                             "when_max",
                             def->take[i], nearest ? "; did you mean '" : "", nearest ? nearest : "",
                             nearest ? "'?" : "");
    if (study->nstatistics < JNI_NSTATISTICS) study->statistics[study->nstatistics++] = (jni_statistic)kind;
  }
  for (int i = 0; def->ntake == 0 && i < JNI_NSTATISTICS; i++)
    study->statistics[study->nstatistics++] = (jni_statistic)i;
  return JN_OK;
}

static bool is_time(jni_statistic kind) { return kind == JNI_STATISTIC_when_min || kind == JNI_STATISTIC_when_max; }

// ---- columns -----------------------------------------------------------------------------------------------------

static void add(jn_study *study, const char *name, const char *unit) {
  study->names[study->ncolumns] = jni_pool_text(&study->pool, name, strlen(name));
  study->units[study->ncolumns++] = jni_pool_text(&study->pool, unit, strlen(unit));
}

static void add_statistics(jn_study *study, const char *output, const char *unit) {
  for (int k = 0; k < study->nstatistics; k++) {
    char name[400];
    snprintf(name, sizeof name, "%s(%.380s)", jn_taken_name((int)study->statistics[k]), output);
    add(study, name, is_time(study->statistics[k]) ? "s" : unit);
  }
}

static void add_output(jn_study *study, const char *name, const char *vector, const char *unit) {
  study->vectors[study->noutputs] = vector;
  study->outputs[study->noutputs++] = jni_pool_text(&study->pool, name, strlen(name));
  add_statistics(study, name, unit);
}

static void add_columns(jn_study *study, const jn_probe *probe, const jn_study_def *def) {
  add(study, "run", "");
  for (int i = 0; i < study->nvaried; i++) add(study, study->varied[i].path, study->varied[i].unit);
  for (int i = 0; i < jn_probe_count(probe); i++) {
    const char *name = jn_probe_name(probe, i);
    if (is_requested(def, name)) add_output(study, name, NULL, jn_probe_unit(probe, i));
  }

  // Adds a column for each requested magnitude such as "|joint.A.force|"; the probe itself has only the components of
  // the vector, from which the unit is taken.
  for (int i = 0; i < def->noutputs; i++) {
    const char *vector = study->probes[def->nprobes + i], *unit = "";
    if (strcmp(vector, def->outputs[i]) == 0) continue;
    for (int k = jn_probe_count(probe) - 1; k >= 0; k--)
      if (jni_output_is_of(jn_probe_name(probe, k), vector)) unit = jn_probe_unit(probe, k);
    add_output(study, def->outputs[i], vector, unit);
  }

  add(study, "time", "s");
  add(study, "events", "");
  add(study, "steps", "");
}

jn_status jni_study_columns(jn_study *study, const jn_model *model, const jn_study_def *def, jn_report *report) {
  jn_status status = choose_statistics(study, def, report);
  if (status != JN_OK) return status;
  jn_system *system;
  jn_probe *probe = new_probe(study, model, &system, report);
  if (!probe) {
    jn_system_free(system);
    return JN_BAD_MODEL;
  }
  int n = jn_probe_count(probe) + def->noutputs, most = 1 + study->nvaried + n * study->nstatistics + JNI_COLUMNS_AFTER;
  study->outputs = jni_take(&study->pool, (size_t)n, sizeof *study->outputs);
  study->vectors = jni_take(&study->pool, (size_t)n, sizeof *study->vectors);
  study->names = jni_take(&study->pool, (size_t)most, sizeof *study->names);
  study->units = jni_take(&study->pool, (size_t)most, sizeof *study->units);
  if (!study->pool.failed) add_columns(study, probe, def);
  jn_probe_free(probe);
  jn_system_free(system);
  return study->pool.failed ? jni_report_no_memory(report) : JN_OK;
}
