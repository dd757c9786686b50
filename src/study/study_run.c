// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// study_run.c - one run of a study: its values as settings, the model, the run, its row of the table.
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "jounce/import.h"
#include "jounce/subsystem.h"
#include "study/statistics_sink.h"

// ---- the model ---------------------------------------------------------------------------------------------------

static bool prepare(const jn_study *study, jn_model *model, jn_report *report) {
  for (int i = 0; i < study->nprobes; i++)
    if (jn_model_follow(model, study->probes[i]) != JN_OK) return jni_report_no_memory(report), false;
  return !study->allow_code || jn_model_allow_code(model, report) == JN_OK;
}

jn_model *jni_study_read(const jn_study *study, const double *values, jn_report *report) {
  jni_pool room = {.alloc = study->pool.alloc};
  int n = study->nsettings + study->nvaried;
  jn_setting *settings = jni_take(&room, (size_t)n, sizeof *settings), *varied = settings + study->nsettings;
  char *texts = jni_take(&room, (size_t)study->nvaried, JNI_VALUE_TEXT);
  for (int i = 0; !room.failed && i < study->nsettings; i++) settings[i] = study->settings[i];
  for (int i = 0; !room.failed && i < study->nvaried; i++) {
    char *text = texts + (size_t)i * JNI_VALUE_TEXT;
    jni_vary_print(&study->varied[i], values[i], text);
    varied[i] = (jn_setting){study->varied[i].path, text};
  }
  jn_model *model = NULL;
  if (room.failed) jni_report_no_memory(report);
  else if (study->base) model = jn_model_with_settings(study->base, varied, study->nvaried, report);
  else if (study->files) model = jn_model_read_files(study->pool.alloc, study->files, study->path, settings, n, report);
  else model = jn_model_load(study->pool.alloc, study->path, &study->import, settings, n, report);
  jni_pool_free(&room);
  return model && !prepare(study, model, report) ? jn_model_free(model) : model;
}

void jni_study_choices(const jn_study *study, jn_model *model, jn_choices *choices) {
  *choices = *jn_model_choices(model);
  for (int i = 0; i < JN_NCHOICES; i++) {
    const jn_choice_info *info = jn_choice_get((jn_choice)i);
    if (study->chosen[i])
      memcpy((char *)choices + info->offset, (const char *)&study->choices + info->offset, info->size);
  }
}

// ---- its history -------------------------------------------------------------------------------------------------

typedef struct {
  const jn_study *study;
  const jni_watch *watch;
  jni_statistics_sink rows;
  jn_result_file *file;  // of the history, NULL: none, or in memory
  jn_table *table;       // of it in memory
  bool continued;        // the file has rows of an earlier attempt
} attempt;

// What an earlier attempt has left is gone on with, unless it is refused.
static bool open_history(attempt *a, bool go_on, jn_report *report) {
  const jni_watch *watch = a->watch;
  const jn_alloc *alloc = a->study->pool.alloc;
  if (!a->study->histories) return true;
  if (!watch->history) return (a->table = jn_table_new(alloc)) ? true : (jni_report_no_memory(report), false);
  if (go_on && access(watch->begun, F_OK) == 0) a->file = jn_result_continue(alloc, watch->begun, NULL);
  a->continued = a->file != NULL;
  if (!a->file) unlink(watch->begun), a->file = jn_result_create(alloc, watch->begun, report);
  return a->file != NULL;
}

// One that is whole takes its name; of a continued one the rows are looked at again from the beginning.
static jn_status close_history(attempt *a, bool whole, jn_report *report) {
  const jni_watch *watch = a->watch;
  if (!a->file) return JN_OK;
  a->file = jn_result_close(a->file);
  if (!whole) return JN_OK;
  jn_table *table = a->continued ? jn_table_read(a->study->pool.alloc, watch->begun, report) : NULL;
  if (a->continued && !table) return JN_IO;
  bool looked = !table || jni_statistics_sink_from_table(&a->rows, table);
  jn_table_free(table);
  if (!looked) return JN_NO_MEMORY;
  if (rename(watch->begun, watch->history) == 0) return JN_OK;
  return jn_report_fault(report, JN_IO, "", "cannot give %.200s its name", watch->history);
}

// ---- the run -----------------------------------------------------------------------------------------------------

static bool ask(void *context, const jn_progress *progress) {
  const jni_watch *watch = context;
  (void)progress;
  return watch->go_on(watch->context);
}

static const double *find_checkpoint(attempt *a, int *n) {
  if (a->file) return a->continued ? jn_result_checkpoint(a->file, n) : NULL;
  int npacked = 0;
  const double *packed =
      a->watch->saved && !a->table ? a->watch->saved(a->watch->context, a->rows.run, &npacked) : NULL;
  return packed ? jni_statistics_sink_unpack(&a->rows, packed, npacked, n) : NULL;
}

static jn_run *start(attempt *a, const jn_model *model, const jn_choices *choices, bool go_on, jn_report *report) {
  jn_sink *sinks[2] = {&a->rows.sink};
  jn_run_options options = jn_run_options_default();
  options.choices = choices, options.probes = a->study->probes, options.nprobes = a->study->nprobes;
  if (a->watch->go_on) options.progress = ask, options.progress_context = (void *)a->watch;
  options.sinks = sinks, options.nsinks = 1;
  if (a->file) sinks[options.nsinks++] = jn_result_sink(a->file);
  if (a->table) sinks[options.nsinks++] = jn_table_sink(a->table);
  options.resume = go_on ? find_checkpoint(a, &options.nresume) : NULL;
  return go_on && !options.resume ? NULL : jn_run_new(model, &options, report);
}

// From where an earlier attempt has come to, where there is one that the run takes; else from the beginning.
static jn_run *start_somewhere(attempt *a, const jn_model *model, const jn_choices *choices, jn_report *report) {
  if (!open_history(a, true, report)) return NULL;
  jn_run *run = start(a, model, choices, true, NULL);
  if (run) return run;
  jni_statistics_sink_restart(&a->rows);
  if (a->continued) {
    a->file = jn_result_close(a->file);
    if (!open_history(a, false, report)) return NULL;
  }
  return start(a, model, choices, false, report);
}

// ---- the row -----------------------------------------------------------------------------------------------------

// A fault for which the report had no memory is one of memory.
static void tell_fault(const jn_report *report, jni_run_result *member) {
  if (jn_report_count(report, JN_FAULT) > 0) member->status = JN_NO_MEMORY;
  for (int i = 0; i < jn_report_size(report); i++) {
    const jn_error *e = jn_report_get(report, i);
    if (e->severity != JN_FAULT) continue;
    member->status = e->status;
    snprintf(member->why, sizeof member->why, "%.100s%s%.380s", e->element, e->element[0] ? ": " : "", e->what);
    return;
  }
}

static void empty_row(const jn_study *study, int run, const double *values, jni_run_result *member) {
  member->status = JN_BAD_MODEL, member->hash = 0, member->why[0] = 0, member->history = NULL;
  for (int i = 0; i < study->ncolumns; i++) member->row[i] = (double)NAN;
  member->row[0] = run;
  for (int i = 0; i < study->nvaried; i++) member->row[1 + i] = values[i];
}

static void fill_row(const jn_study *study, const jni_statistics_sink *rows, const jn_summary *summary,
                     jni_run_result *member) {
  double *last = member->row + study->ncolumns - JNI_COLUMNS_AFTER;
  member->status = summary->status, member->hash = summary->state_hash;
  snprintf(member->why, sizeof member->why, "%s", summary->status == JN_OK ? summary->stopped_by : summary->why);
  if (summary->status == JN_OK) jni_statistics_sink_fill(rows, member->row + 1 + study->nvaried);
  last[0] = summary->time, last[1] = (double)summary->events, last[2] = (double)summary->steps;
}

// ---- the whole ---------------------------------------------------------------------------------------------------

static bool is_broken(jn_status status) {
  return status == JN_INTERRUPTED || status == JN_NO_MEMORY || status == JN_IO;
}

// told: what the run says of itself; report: what is wrong with the sweep.
static jn_status execute(attempt *a, const jn_model *model, const jn_choices *choices, jni_run_result *member,
                         jn_report *told, jn_report *report) {
  jn_run *run = start_somewhere(a, model, choices, told);
  if (!run) return tell_fault(told, member), is_broken(member->status) ? member->status : JN_OK;
  jn_status status = jn_run_execute(run, told), closed = close_history(a, !is_broken(status), report);
  if (is_broken(status)) tell_fault(told, member);
  else fill_row(a->study, &a->rows, jn_run_summary(run), member);
  jn_run_free(run);
  return is_broken(status) ? status : closed;
}

static jn_status run_model(attempt *a, jn_model *model, jni_run_result *member, jn_report *told, jn_report *report) {
  jn_choices choices;
  jni_pool room = {.alloc = a->study->pool.alloc};
  jni_study_choices(a->study, model, &choices);
  jn_status status = jni_statistics_sink_new(&room, a->study, (int)member->row[0], a->watch, &a->rows)
                         ? execute(a, model, &choices, member, told, report)
                         : JN_NO_MEMORY;
  jn_result_close(a->file);
  if (status == JN_OK && member->status == JN_OK) member->history = a->table, a->table = NULL;
  jn_table_free(a->table);
  jni_pool_free(&room);
  return status;
}

jn_status jni_study_run(const jn_study *study, int run, const double *values, const jni_watch *watch,
                        jni_run_result *member, jn_report *report) {
  attempt a = {.study = study, .watch = watch};
  empty_row(study, run, values, member);
  jn_report *told = jn_report_new(study->pool.alloc);
  jn_model *model = told ? jni_study_read(study, values, told) : NULL;
  jn_status status = told ? JN_OK : JN_NO_MEMORY;
  if (model) status = run_model(&a, model, member, told, report);
  else if (told) tell_fault(told, member), status = member->status == JN_NO_MEMORY ? JN_NO_MEMORY : JN_OK;
  if (status == JN_NO_MEMORY) jni_report_no_memory(report);
  else if (status == JN_IO) jn_report_fault(report, JN_IO, "", "run %d: %s", run, member->why);
  jn_model_free(model);
  jn_report_free(told);
  return status;
}
