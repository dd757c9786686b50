// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// study_command.c - makes the study of the command line: an earlier sweep, a study file, or a model, with options.
#include "study_command.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/system.h"

static jn_status no_memory(app_command *command) {
  return jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for the study");
}

// ---- settings, ranges, draws -------------------------------------------------------------------------------------

// Joins n settings of the study file and those of the command line, whose texts are split at "=", to a list *all of
// *nall settings, which the caller frees. Returns false without memory.
static bool join_settings(const jn_setting *before, int n, text_list *typed, jn_setting **all, int *nall) {
  *all = calloc((size_t)(n + typed->n) + 1, sizeof **all);
  if (!*all) return false;
  for (int i = 0; i < n; i++) (*all)[i] = before[i];
  for (int i = 0; i < typed->n; i++) {
    char *text = typed->items[i], *equals = text + strcspn(text, "=");
    *equals = 0;
    (*all)[n + i] = (jn_setting){text, equals + 1};
  }
  *nall = n + typed->n;
  return true;
}

static bool take_lists(app_study *study) {
  app_options *o = &study->command->options;
  jn_study_def *def = &study->def;
  bool ok = join_settings(def->settings, def->nsettings, &o->settings, &study->settings[0], &def->nsettings) &&
            join_settings(def->vary, def->nvary, &o->vary, &study->settings[1], &def->nvary) &&
            join_settings(def->random, def->nrandom, &o->random, &study->settings[2], &def->nrandom);
  def->settings = study->settings[0];
  def->vary = study->settings[1];
  def->random = study->settings[2];
  if (o->probes.n > 0) {
    def->probes = (const char *const *)o->probes.items;
    def->nprobes = o->probes.n;
  }
  if (o->outputs.n > 0) {
    def->outputs = (const char *const *)o->outputs.items;
    def->noutputs = o->outputs.n;
  }
  if (o->take.n > 0) {
    def->take = (const char *const *)o->take.items;
    def->ntake = o->take.n;
  }
  return ok;
}

static jn_status take_numbers(app_study *study) {
  app_command *command = study->command;
  const app_options *o = &command->options;
  jn_study_def *def = &study->def;
  if (!isnan(o->runs) || !isnan(o->latin)) def->runs = def->latin = 0;
  jn_status status = take_count(command, "runs", o->runs, 1, 100000000, &def->runs);
  if (status == JN_OK) status = take_count(command, "latin", o->latin, 1, 100000000, &def->latin);
  if (status == JN_OK) status = take_count(command, "shards", o->shards, 1, 1000000, &def->shards);
  if (status == JN_OK && !isnan(o->seed)) {
    if (!(o->seed <= 9007199254740992.0 && o->seed == floor(o->seed)))
      return usage_fault(command, "--seed takes a whole number, but got %g", o->seed);
    def->seed = (uint64_t)o->seed;
  }
  def->histories = def->histories || o->histories;
  def->allow_code = o->allow_code;
  if (o->keyframe) def->import.keyframe = o->keyframe;
  if (o->contacts) {
    if (check_import_options(study->command) != JN_OK) return JN_BAD_ARGUMENT;
    jn_import_contacts_find(o->contacts, &def->import.contacts);
  }
  def->import.balance_inertia = def->import.balance_inertia || o->balance_inertia;
  return status;
}

static void take_choices(app_study *study) {
  const app_options *o = &study->command->options;
  jn_study_def *def = &study->def;
  study->choices = def->choices ? *def->choices : jn_choices_default();
  for (int i = 0; i < JN_NCHOICES; i++) {
    const jn_choice_info *info = jn_choice_get((jn_choice)i);
    study->chosen[i] = (def->chosen && def->chosen[i]) || o->given[i];
    if (o->given[i])
      memcpy((char *)&study->choices + info->offset, (const char *)&o->chosen + info->offset, info->size);
  }
  def->choices = &study->choices;
  def->chosen = study->chosen;
}

// ---- the study of the first word ---------------------------------------------------------------------------------

static bool is_folder(const char *path) {
  system_file there;
  return system_file_info(path, &there) && there.folder;
}

static jn_status read_file(app_study *study, const char *path) {
  study->read = jn_study_def_read(NULL, path, study->command->report);
  if (!study->read) return worst_fault(study->command, JN_BAD_MODEL, "reading the study");
  study->def = *study->read;
  return JN_OK;
}

static jn_status read_word(app_study *study) {
  const char *word = study->command->options.words.items[0];
  if (is_folder(word)) {
    size_t n = strlen(word) + sizeof "/study.yaml";
    study->folder = word;
    study->path = malloc(n);
    if (!study->path) return no_memory(study->command);
    snprintf(study->path, n, "%s/study.yaml", word);
    return read_file(study, study->path);
  }
  if (jn_is_study_file(word)) return read_file(study, word);
  study->def.model = word;
  return JN_OK;
}

jn_status study_load(app_command *command, app_study *study) {
  *study = (app_study){.command = command, .def = jn_study_def_default()};
  jn_status status = read_word(study);
  if (status == JN_OK && !take_lists(study)) status = no_memory(command);
  if (status == JN_OK) status = take_numbers(study);
  if (status == JN_OK) take_choices(study);
  return status;
}

void study_free(app_study *study) {
  jn_study_def_free(study->read);
  for (int i = 0; i < 3; i++) free(study->settings[i]);
  free(study->path);
}

// ---- progress ----------------------------------------------------------------------------------------------------

static void format_left(double seconds, char *text, size_t size) {
  if (!(seconds < 360000)) snprintf(text, size, "%s", isnan(seconds) ? "" : ", a long time left");
  else if (seconds >= 3600) snprintf(text, size, ", %d:%02d h left", (int)seconds / 3600, (int)seconds / 60 % 60);
  else if (seconds >= 60) snprintf(text, size, ", %d:%02d min left", (int)seconds / 60, (int)seconds % 60);
  else snprintf(text, size, ", %.0f s left", seconds);
}

bool study_progress(void *self, const jn_sweep_progress *now) {
  app_study *study = self;
  char line[160], left[40];
  format_left(now->left, left, sizeof left);
  snprintf(line, sizeof line, "%d of %d runs%s", now->done, now->runs, left);
  if (now->failed) snprintf(line + strlen(line), sizeof line - strlen(line), ", %d failed", now->failed);
  return progress_line(&study->progress, now->wall_seconds, line);
}
