// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// study_run.c - computes one run of a study: makes the model with the values of the run, simulates it, and fills the
// row of the table.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "jounce/import.h"
#include "jounce/subsystem.h"
#include "study/statistics_sink.h"

// ---- the model ---------------------------------------------------------------------------------------------------

jn_model *jni_study_read(const jn_study *study, const double *values, jn_report *report) {
  jni_pool scratch = {.alloc = study->pool.alloc};
  int n = study->nsettings + study->nvaried;
  jn_setting *settings = jni_take(&scratch, (size_t)n, sizeof *settings), *varied = settings + study->nsettings;
  char *texts = jni_take(&scratch, (size_t)study->nvaried, JNI_VALUE_TEXT);
  for (int i = 0; !scratch.failed && i < study->nsettings; i++) settings[i] = study->settings[i];
  for (int i = 0; !scratch.failed && i < study->nvaried; i++) {
    char *text = texts + (size_t)i * JNI_VALUE_TEXT;
    jni_vary_print(&study->varied[i], values[i], text);
    varied[i] = (jn_setting){study->varied[i].path, text};
  }
  jn_model *model = NULL;
  if (scratch.failed) jni_report_no_memory(report);
  else if (study->base) model = jn_model_with_settings(study->base, varied, study->nvaried, report);
  else if (study->files) model = jn_model_read_files(study->pool.alloc, study->files, study->path, settings, n, report);
  else model = jn_model_load(study->pool.alloc, study->path, &study->import, settings, n, report);
  jni_pool_free(&scratch);
  if (!model) return NULL;

  for (int i = 0; i < study->nprobes; i++)
    if (jn_model_follow(model, study->probes[i]) != JN_OK) {
      jni_report_no_memory(report);
      return jn_model_free(model);
    }
  if (study->allow_code && jn_model_allow_code(model, report) != JN_OK) return jn_model_free(model);
  return model;
}

void jni_study_choices(const jn_study *study, jn_model *model, jn_choices *choices) {
  *choices = *jn_model_choices(model);
  for (int i = 0; i < JN_NCHOICES; i++) {
    const jn_choice_info *info = jn_choice_get((jn_choice)i);
    if (study->chosen[i])
      memcpy((char *)choices + info->offset, (const char *)&study->choices + info->offset, info->size);
  }
}

// ---- history -----------------------------------------------------------------------------------------------------

typedef struct {
  const jn_study *study;
  const jni_run_control *control;
  jni_statistics_sink statistics;
  jn_result_file *file;  // history in a file; NULL: none
  jn_table *table;       // history in memory; NULL: none
  bool continued;        // the file has rows of an earlier attempt
} attempt;

// Opens the history of the run, if the study stores histories: a table in memory or a file. resume: a readable
// incomplete file of an earlier attempt is continued. Returns false with a fault in the report.
static bool open_history(attempt *a, bool resume, jn_report *report) {
  const jni_run_control *control = a->control;
  const jn_alloc *alloc = a->study->pool.alloc;
  if (!a->study->histories) return true;
  if (!control->history) {
    a->table = jn_table_new(alloc);
    if (!a->table) jni_report_no_memory(report);
    return a->table != NULL;
  }
  if (resume && jni_file_exists(control->partial_history))
    a->file = jn_result_continue(alloc, control->partial_history, NULL);
  a->continued = a->file != NULL;
  if (!a->file) {
    jni_file_remove(control->partial_history);
    a->file = jn_result_create(alloc, control->partial_history, report);
  }
  return a->file != NULL;
}

// Closes the file of the history. If the run is complete, gives the file its final name; if the file was continued,
// first computes the statistics from all its rows, because those in memory lack the earlier ones. Returns JN_OK or the
// status of a failure.
static jn_status close_history(attempt *a, bool complete, jn_report *report) {
  const jni_run_control *control = a->control;
  if (!a->file) return JN_OK;
  a->file = jn_result_close(a->file);
  if (!complete) return JN_OK;
  jn_table *table = a->continued ? jn_table_read(a->study->pool.alloc, control->partial_history, report) : NULL;
  if (a->continued && !table) return JN_IO;
  bool computed = !table || jni_statistics_sink_from_table(&a->statistics, table);
  jn_table_free(table);
  if (!computed) return JN_NO_MEMORY;
  if (jni_file_rename(control->partial_history, control->history)) return JN_OK;
  return jn_report_fault(report, JN_IO, "", "cannot give %.200s its name", control->history);
}

// ---- the run -----------------------------------------------------------------------------------------------------

static bool continue_run(void *context, const jn_progress *progress) {
  const jni_run_control *control = context;
  (void)progress;
  return control->go_on(control->context);
}

// Returns the last checkpoint of an earlier attempt, from the continued history or from control->load, and sets *n to
// its length; NULL: there is none. In the second case also restores the statistics.
static const double *find_checkpoint(attempt *a, int *n) {
  if (a->file) return a->continued ? jn_result_checkpoint(a->file, n) : NULL;
  int npacked = 0;
  const double *packed =
      a->control->load && !a->table ? a->control->load(a->control->context, a->statistics.run, &npacked) : NULL;
  return packed ? jni_statistics_sink_unpack(&a->statistics, packed, npacked, n) : NULL;
}

// Returns a new run with the sinks of the attempt; NULL with faults in the report. resume: the run begins at the
// checkpoint of an earlier attempt; returns NULL, without a fault, if there is none.
static jn_run *start(attempt *a, const jn_model *model, const jn_choices *choices, bool resume, jn_report *report) {
  jn_sink *sinks[2] = {&a->statistics.sink};
  jn_run_options options = jn_run_options_default();
  options.choices = choices;
  options.probes = a->study->probes;
  options.nprobes = a->study->nprobes;
  if (a->control->go_on) {
    options.progress = continue_run;
    options.progress_context = (void *)a->control;
  }
  options.sinks = sinks;
  options.nsinks = 1;
  if (a->file) sinks[options.nsinks++] = jn_result_sink(a->file);
  if (a->table) sinks[options.nsinks++] = jn_table_sink(a->table);
  options.resume = resume ? find_checkpoint(a, &options.nresume) : NULL;
  return resume && !options.resume ? NULL : jn_run_new(model, &options, report);
}

// Opens the history and returns a run that continues at the last checkpoint of an earlier attempt; if there is none, or
// if it does not fit, a run from the start. NULL with faults in the report.
static jn_run *resume_or_start(attempt *a, const jn_model *model, const jn_choices *choices, jn_report *report) {
  if (!open_history(a, true, report)) return NULL;
  jn_run *run = start(a, model, choices, true, NULL);
  if (run) return run;
  jni_statistics_sink_restart(&a->statistics);
  if (a->continued) {
    a->file = jn_result_close(a->file);
    if (!open_history(a, false, report)) return NULL;
  }
  return start(a, model, choices, false, report);
}

// ---- the row -----------------------------------------------------------------------------------------------------

// Sets status and reason in the result of a run to those of the first fault in a report; the status to JN_NO_MEMORY if
// the report has counted faults, but could not store them. Leaves them unchanged if there is none.
static void set_fault(const jn_report *report, jni_run_result *result) {
  if (jn_report_count(report, JN_FAULT) > 0) result->status = JN_NO_MEMORY;
  for (int i = 0; i < jn_report_size(report); i++) {
    const jn_error *e = jn_report_get(report, i);
    if (e->severity != JN_FAULT) continue;
    result->status = e->status;
    snprintf(result->why, sizeof result->why, "%.100s%s%.380s", e->element, e->element[0] ? ": " : "", e->what);
    return;
  }
}

// Fills the result of a run, its status, reason, hash and row, from the summary and the statistics of the run.
static void fill_row(const jn_study *study, const jni_statistics_sink *statistics, const jn_summary *summary,
                     jni_run_result *result) {
  double *last = result->row + study->ncolumns - JNI_COLUMNS_AFTER;
  result->status = summary->status;
  result->hash = summary->state_hash;
  snprintf(result->why, sizeof result->why, "%s", summary->status == JN_OK ? summary->stopped_by : summary->why);
  if (summary->status == JN_OK) jni_statistics_sink_fill(statistics, result->row + 1 + study->nvaried);
  last[0] = summary->time;
  last[1] = (double)summary->events;
  last[2] = (double)summary->steps;
}

// ---- execution ---------------------------------------------------------------------------------------------------

// Returns whether a status ends the whole sweep; any other failure only gives the row of a failed run.
static bool ends_sweep(jn_status status) {
  return status == JN_INTERRUPTED || status == JN_NO_MEMORY || status == JN_IO;
}

// Executes the run of an attempt and fills its result. Faults of the simulation go to run_report, those of files that
// end the sweep to `report`. Returns JN_OK if there is a row, otherwise the status that ends the sweep.
static jn_status execute(attempt *a, const jn_model *model, const jn_choices *choices, jni_run_result *result,
                         jn_report *run_report, jn_report *report) {
  jn_run *run = resume_or_start(a, model, choices, run_report);
  if (!run) {
    set_fault(run_report, result);
    return ends_sweep(result->status) ? result->status : JN_OK;
  }
  jn_status status = jn_run_execute(run, run_report);
  jn_status closed = close_history(a, !ends_sweep(status), report);
  if (ends_sweep(status)) set_fault(run_report, result);
  else fill_row(a->study, &a->statistics, jn_run_summary(run), result);
  jn_run_free(run);
  return ends_sweep(status) ? status : closed;
}

static jn_status run_model(attempt *a, jn_model *model, jni_run_result *result, jn_report *run_report,
                           jn_report *report) {
  jn_choices choices;
  jni_pool scratch = {.alloc = a->study->pool.alloc};
  jni_study_choices(a->study, model, &choices);
  jn_status status = jni_statistics_sink_new(&scratch, a->study, (int)result->row[0], a->control, &a->statistics)
                         ? execute(a, model, &choices, result, run_report, report)
                         : JN_NO_MEMORY;
  jn_result_close(a->file);
  if (status == JN_OK && result->status == JN_OK) {
    result->history = a->table;
    a->table = NULL;
  }
  jn_table_free(a->table);
  jni_pool_free(&scratch);
  return status;
}

jn_status jni_study_run(const jn_study *study, int run, const double *values, const jni_run_control *control,
                        jni_run_result *result, jn_report *report) {
  attempt a = {.study = study, .control = control};
  *result = (jni_run_result){.status = JN_BAD_MODEL, .row = result->row};
  for (int i = 0; i < study->ncolumns; i++) result->row[i] = (double)NAN;
  result->row[0] = run;
  for (int i = 0; i < study->nvaried; i++) result->row[1 + i] = values[i];

  jn_report *run_report = jn_report_new(study->pool.alloc);
  jn_model *model = run_report ? jni_study_read(study, values, run_report) : NULL;
  jn_status status = run_report ? JN_OK : JN_NO_MEMORY;
  if (model) {
    status = run_model(&a, model, result, run_report, report);
  } else if (run_report) {
    set_fault(run_report, result);
    status = result->status == JN_NO_MEMORY ? JN_NO_MEMORY : JN_OK;
  }
  if (status == JN_NO_MEMORY) jni_report_no_memory(report);
  else if (status == JN_IO) jn_report_fault(report, JN_IO, "", "run %d: %s", run, result->why);
  jn_model_free(model);
  jn_report_free(run_report);
  return status;
}
