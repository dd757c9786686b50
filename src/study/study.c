// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// study.c - makes a study from its definition: grid, draws, model files, columns of the table, and a hash of everything
// that the table depends on.
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "model/read/read_model.h"
#include "study/study.h"

enum { COOKIE = 0x6a73, DEFAULT_SHARDS = 100 };

jn_study_def jn_study_def_default(void) {
  return (jn_study_def){.import = jn_import_options_default(), .seed = 1, .cookie = COOKIE};
}

void *jn_study_free(jn_study *study) { return jni_object_free(study); }

// ---- the grid and the draws --------------------------------------------------------------------------------------

static bool vary_twice(const jn_study *study, jn_report *report) {
  for (int i = 0; i < study->nvaried; i++)
    for (int j = 0; j < i; j++)
      if (strcmp(study->varied[i].path, study->varied[j].path) == 0) {
        jn_report_fault(report, JN_BAD_ARGUMENT, "", "'%.100s' is varied twice", study->varied[i].path);
        return true;
      }
  return false;
}

static bool read_varied(jn_study *study, const jn_study_def *def, bool bounds, jn_report *report) {
  study->nvaried = def->nvary + def->nrandom;
  study->varied = jni_take(&study->pool, (size_t)study->nvaried, sizeof *study->varied);
  if (study->pool.failed) {
    jni_report_no_memory(report);
    return false;
  }
  bool sound = true;
  for (int i = 0; i < def->nvary; i++)
    sound = jni_vary_parse(&study->pool, &def->vary[i], bounds, &study->varied[i], report) && sound;
  for (int i = 0; i < def->nrandom; i++)
    sound = jni_random_parse(&study->pool, &def->random[i], &study->varied[def->nvary + i], report) && sound;
  return sound && !vary_twice(study, report);
}

// Returns how many values of a parameter the grid contains; 1 for a parameter of a search, which has an interval
// instead of values.
static int count_values(const jni_varied *v) { return v->n > 0 ? v->n : 1; }

static bool count_draws(jn_study *study, const jn_study_def *def, jn_report *report) {
  bool both = def->runs > 0 && def->latin > 0 && def->runs != def->latin, any = def->runs > 0 || def->latin > 0;
  study->ndraws = def->latin > 0 ? def->latin : def->runs > 0 ? def->runs : 1;
  if (both) jn_report_fault(report, JN_BAD_ARGUMENT, "", "runs and latin give different numbers of draws");
  else if (def->runs < 0 || def->latin < 0)
    jn_report_fault(report, JN_BAD_ARGUMENT, "", "the number of draws must be positive");
  else if (any && def->nrandom == 0)
    jn_report_fault(report, JN_BAD_ARGUMENT, "", "a number of draws is given, but nothing is random");
  else if (!any && def->nrandom > 0)
    jn_report_fault(report, JN_BAD_ARGUMENT, "",
                    "the number of draws is missing: give runs, or latin for a Latin hypercube");
  else return true;
  return false;
}

static bool count_runs(jn_study *study, const jn_study_def *def, jn_report *report) {
  if (!count_draws(study, def, report)) return false;
  double points = 1;
  for (int i = 0; i < def->nvary; i++) points *= count_values(&study->varied[i]);
  if (points * study->ndraws > JNI_MOST_RUNS) {
    jn_report_fault(report, JN_BAD_ARGUMENT, "", "these are %.3g runs; a study has at most %d", points * study->ndraws,
                    (int)JNI_MOST_RUNS);
    return false;
  }
  study->npoints = (int)points;
  study->nruns = study->npoints * study->ndraws;
  study->seed = def->seed;
  study->nshards = def->shards > 0 ? def->shards : DEFAULT_SHARDS;
  if (study->nshards > study->nruns) study->nshards = study->nruns;
  for (int i = def->nvary; def->latin > 0 && i < study->nvaried; i++)
    if (!jni_random_order(&study->pool, study->seed, study->ndraws, &study->varied[i])) {
      jni_report_no_memory(report);
      return false;
    }
  return true;
}

// Returns the value, SI, of parameter i in a run. From run to run the draws change first, then the last parameter of
// the grid, and so on.
double jn_study_value(const jn_study *study, int i, int run) {
  JNI_ASSERT(study && i >= 0 && i < study->nvaried && run >= 0 && run < study->nruns);
  if (jni_vary_is_random(&study->varied[i]))
    return jni_random_draw(&study->varied[i], study->seed, run % study->ndraws, study->ndraws);
  int point = run / study->ndraws;
  for (int k = study->nvaried - 1; k > i; k--)
    if (!jni_vary_is_random(&study->varied[k])) point /= count_values(&study->varied[k]);
  return jni_vary_at(&study->varied[i], point % count_values(&study->varied[i]));
}

void jni_study_values(const jn_study *study, int run, double *values) {
  for (int i = 0; i < study->nvaried; i++) values[i] = jn_study_value(study, i, run);
}

// ---- texts of the definition -------------------------------------------------------------------------------------

static const char *copy(jni_pool *pool, const char *text) { return jni_pool_text(pool, text, strlen(text)); }

// Returns a copy of NAME for a magnitude "|NAME|", otherwise a copy of the whole text. NULL: no memory.
static const char *copy_vector_name(jni_pool *pool, const char *text) {
  size_t n = strlen(text);
  bool magnitude = n > 2 && text[0] == '|' && text[n - 1] == '|';
  return magnitude ? jni_pool_text(pool, text + 1, n - 2) : copy(pool, text);
}

static bool copy_definition(jn_study *study, const jn_study_def *def, jn_report *report) {
  jni_pool *pool = &study->pool;
  study->nsettings = def->nsettings;
  study->nprobes = def->nprobes + def->noutputs;
  study->settings = jni_take(pool, (size_t)def->nsettings, sizeof *study->settings);
  study->probes = jni_take(pool, (size_t)study->nprobes, sizeof *study->probes);
  study->path = copy(pool, def->model);
  for (int i = 0; !pool->failed && i < def->nsettings; i++)
    study->settings[i] = (jn_setting){copy(pool, def->settings[i].path), copy(pool, def->settings[i].value)};
  for (int i = 0; !pool->failed && i < def->nprobes; i++) study->probes[i] = copy(pool, def->probes[i]);
  for (int i = 0; !pool->failed && i < def->noutputs; i++)
    study->probes[def->nprobes + i] = copy_vector_name(pool, def->outputs[i]);
  study->histories = def->histories;
  study->allow_code = def->allow_code;
  if (def->choices) study->choices = *def->choices;
  for (int i = 0; def->choices && def->chosen && i < JN_NCHOICES; i++) study->chosen[i] = def->chosen[i];
  study->files = def->files;
  study->import = def->import;
  if (def->import.keyframe) study->import.keyframe = copy(pool, def->import.keyframe);
  if (pool->failed) jni_report_no_memory(report);
  return !pool->failed;
}

// ---- hash of the study -------------------------------------------------------------------------------------------

static uint64_t hash_text(uint64_t hash, const char *text) { return jni_hash64(hash, text, strlen(text) + 1); }
static uint64_t hash_number(uint64_t hash, double x) { return jni_hash64(hash, &x, sizeof x); }

static uint64_t hash_varied(uint64_t hash, const jni_varied *v) {
  hash = hash_text(hash_text(hash, v->path), v->unit);
  hash = hash_number(hash_number(hash, (double)v->kind), v->n);
  hash = hash_number(hash_number(hash, v->a), v->b);
  for (int i = 0; v->kind == JNI_VARY_LIST && i < v->n; i++)
    hash = v->texts ? hash_text(hash, v->texts[i]) : hash_number(hash, v->values[i]);
  return hash_number(hash, v->order != NULL);
}

// Returns `hash` extended by the contents of the model's files, and by the text that was made of an imported model; the
// paths of the files do not affect it.
static uint64_t hash_model(uint64_t hash, const jn_model *model) {
  for (int i = 0; i < jn_model_nsources(model); i++) {
    jn_source source = jn_model_source(model, i);
    hash = jni_hash64(hash, &source.hash, sizeof source.hash);
  }
  // The import options affect the text that is made of the files of an imported model, so that text is included.
  const char *imported = jn_model_imported_text(model);
  return imported ? hash_text(hash, imported) : hash;
}

static uint64_t hash_study(const jn_study *study, const jn_model *model) {
  uint64_t hash = hash_model(hash_text(0, JN_VERSION_TEXT), model);
  for (int i = 0; i < study->nsettings; i++)
    hash = hash_text(hash_text(hash, study->settings[i].path), study->settings[i].value);
  for (int i = 0; i < study->nvaried; i++) hash = hash_varied(hash, &study->varied[i]);
  hash = hash_number(hash_number(hash, study->ndraws), (double)study->seed);
  for (int i = 0; i < study->ncolumns; i++) hash = hash_text(hash, study->names[i]);
  for (int i = 0; i < JN_NCHOICES; i++) {
    char text[256];
    if (!study->chosen[i]) continue;
    jn_choice_print(&study->choices, (jn_choice)i, 17, text, sizeof text);
    hash = hash_text(hash_number(hash, i), text);
  }
  return hash;
}

uint64_t jn_study_hash(const jn_study *study) {
  JNI_ASSERT(study);
  return study->hash;
}

// ---- the study ---------------------------------------------------------------------------------------------------

static jn_model *read_run(const jn_study *study, int run, jn_report *report) {
  double *values = jni_alloc0(study->pool.alloc, (size_t)study->nvaried + 1, sizeof *values);
  if (!values) {
    jni_report_no_memory(report);
    return NULL;
  }
  jni_study_values(study, run, values);
  jn_model *model = jni_study_read(study, values, report);
  jni_free(study->pool.alloc, values);
  return model;
}

// Returns the model of a run from which outputs and columns are made: that of the first run, or if it is invalid that
// of the last, or of the middle one, because single runs may have invalid models. If all three are invalid, returns
// NULL with the faults of the first in the report.
static jn_model *read_sample(const jn_study *study, jn_report *report) {
  jn_report *first = jn_report_new(study->pool.alloc);
  if (!first) {
    jni_report_no_memory(report);
    return NULL;
  }
  jn_model *model = read_run(study, 0, first);
  if (!model && study->nruns > 1) model = read_run(study, study->nruns - 1, NULL);
  if (!model && study->nruns > 2) model = read_run(study, study->nruns / 2, NULL);
  for (int i = 0; !model && i < jn_report_size(first); i++) jn_report_add(report, jn_report_get(first, i));
  if (!model && jn_report_size(first) == 0) jni_report_no_memory(report);
  jn_report_free(first);
  return model;
}

// Returns the name of a file without folder and extension, in memory of the pool; NULL: no memory.
static const char *stem(jni_pool *pool, const char *path) {
  const char *name = jni_path_name(path), *dot = strrchr(name, '.');
  return jni_pool_text(pool, name, dot && dot > name ? (size_t)(dot - name) : strlen(name));
}

static void *free_model(void *model) { return jn_model_free(model); }

// Reads a model with each text of a varied setting once, so that the files that the texts name are recorded and runs
// find them. A text that gives no valid model is skipped: its runs will fail. Frees `model` if another one replaces it,
// and returns the last valid model.
static jn_model *read_files(const jn_study *study, jn_model *model) {
  for (int i = 0; i < study->nvaried; i++) {
    const jni_varied *v = &study->varied[i];
    for (int k = 0; v->texts && k < v->n; k++) {
      jn_setting setting = {v->path, v->texts[k]};
      jn_model *other = jni_model_with(model, study->files, &setting, 1, NULL);
      if (!other) continue;
      jn_model_free(model);
      model = other;
    }
  }
  return model;
}

// Checks that the bounds of each parameter of a search are within the limits that the model gives the parameter.
// Reports a fault for each that are not, and then returns false.
static bool check_bounds(const jn_study *study, const jn_model *model, jn_report *report) {
  bool sound = true;
  for (int i = 0; i < study->nvaried; i++) {
    const jni_varied *v = &study->varied[i];
    int found = jn_model_find_parameter(model, v->path);
    if (v->kind != JNI_VARY_RANGE || v->n > 0 || found < 0) continue;
    jn_parameter p = jn_model_parameter_get(model, found);
    if (v->a >= p.min && v->b <= p.max) continue;
    jn_report_fault(report, JN_BAD_ARGUMENT, "",
                    "the bounds of '%.100s', %g to %g, exceed the limits of the parameter, %g to %g", p.name, v->a,
                    v->b, p.min, p.max);
    sound = false;
  }
  return sound;
}

static bool read_model(jn_study *study, const jn_study_def *def, jn_report *report) {
  jn_model *model = read_sample(study, report);
  if (!model) return false;
  const char *name = jn_model_name(model);
  study->name = name[0] ? copy(&study->pool, name) : stem(&study->pool, study->path);
  bool good = check_bounds(study, model, report) && jni_study_columns(study, model, def, report) == JN_OK;
  if (good) study->hash = hash_study(study, model);
  study->base = jni_keep(&study->pool, read_files(study, model), free_model);
  study->files = NULL;
  return good && study->name && study->base;
}

jn_study *jni_study_make(const jn_alloc *alloc, const jn_study_def *def, bool bounds, jn_report *report) {
  JNI_ASSERT(def && def->cookie == COOKIE);
  if (!def->model || !def->model[0]) {
    jn_report_fault(report, JN_BAD_ARGUMENT, "", "the study has no model");
    return NULL;
  }
  jn_study *study = jni_object_new(alloc, sizeof *study);
  if (!study) {
    jni_report_no_memory(report);
    return NULL;
  }
  bool good = copy_definition(study, def, report) && read_varied(study, def, bounds, report) &&
              count_runs(study, def, report) && read_model(study, def, report);
  return good ? study : jn_study_free(study);
}

jn_study *jn_study_new(const jn_alloc *alloc, const jn_study_def *def, jn_report *report) {
  return jni_study_make(alloc, def, false, report);
}

int jn_study_nruns(const jn_study *study) {
  JNI_ASSERT(study);
  return study->nruns;
}
int jn_study_nshards(const jn_study *study) {
  JNI_ASSERT(study);
  return study->nshards;
}
int jn_study_npoints(const jn_study *study) {
  JNI_ASSERT(study);
  return study->npoints;
}
int jn_study_nparameters(const jn_study *study) {
  JNI_ASSERT(study);
  return study->nvaried;
}
const char *jn_study_model(const jn_study *study) {
  JNI_ASSERT(study);
  return study->name;
}

const char *jn_study_parameter(const jn_study *study, int i) {
  JNI_ASSERT(study && i >= 0 && i < study->nvaried);
  return study->varied[i].path;
}

bool jn_study_is_random(const jn_study *study, int i) {
  JNI_ASSERT(study && i >= 0 && i < study->nvaried);
  return jni_vary_is_random(&study->varied[i]);
}

const char *jn_study_label(const jn_study *study, int i, int run) {
  double value = jn_study_value(study, i, run);
  const jni_varied *v = &study->varied[i];
  return v->kind == JNI_VARY_LIST && v->texts ? v->texts[(int)value - 1] : NULL;
}
