// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// trial_run.c - models and runs of a reproduction, and the line of progress. trial_time.c measures their CPU time.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/embedded.h"
#include "common/progress.h"
#include "trial/trial.h"

// ---- progress ------------------------------------------------------------------------------------------------

void repro_show(repro *r, const char *title) {
  r->runs++;
  app_progress terminal = progress_begin(r->shows_progress);
  if (!terminal.visible) return;
  fprintf(stderr, "\r%s: run %d of %d: %.60s\033[K", r->paper->name, r->runs, r->paper->runs, title);
  fflush(stderr);
  r->drawn = true;
}

void repro_hide(repro *r) {
  if (!r->drawn) return;
  fputs("\r\033[K", stderr);
  fflush(stderr);
  r->drawn = false;
}

// ---- models --------------------------------------------------------------------------------------------------

static const embedded_model *find_embedded(const char *name) {
  for (const embedded_model *m = embedded_models; m->name; m++)
    if (strcmp(m->name, name) == 0) return m;
  return NULL;
}

// Returns the status with the largest exit code among the faults of a report; at least JN_BAD_MODEL.
static jn_status worst_of(const jn_report *report) {
  jn_status worst = JN_BAD_MODEL;
  for (int i = 0; i < jn_report_size(report); i++) {
    const jn_error *error = jn_report_get(report, i);
    if (error->severity == JN_FAULT && jn_status_exit_code(error->status) > jn_status_exit_code(worst))
      worst = error->status;
  }
  return worst;
}

static void *drop_model(void *model) { return jn_model_free(model); }

jn_model *repro_model(repro *r, const char *name, const jn_setting *settings, int nsettings) {
  if (!repro_ok(r)) return NULL;
  const embedded_model *text = find_embedded(name);
  if (!text) {
    repro_fail(r, JN_BAD_ARGUMENT, "the command carries no model '%s'", name);
    return NULL;
  }
  jn_model *model = embedded_read(text, settings, nsettings, r->report);
  if (!model) {
    r->status = worst_of(r->report);
    return NULL;
  }
  repro_keep(r, model, drop_model);
  return repro_ok(r) ? model : NULL;
}

jn_choices repro_choices(repro *r, jn_model *model) {
  (void)r;
  return model ? *jn_model_choices(model) : jn_choices_default();
}

void repro_choose(char *field, size_t size, const char *name) { snprintf(field, size, "%s", name); }

// ---- runs ----------------------------------------------------------------------------------------------------

static void *drop_rows(void *thing) {
  repro_rows *rows = thing;
  jn_table_free(rows->table);
  free(rows);
  return NULL;
}

static repro_rows *new_rows(repro *r) {
  repro_rows *rows = calloc(1, sizeof *rows);
  if (rows) rows->table = jn_table_new(NULL);
  if (rows && !rows->table) rows = drop_rows(rows);
  repro_keep(r, rows, drop_rows);
  return repro_ok(r) ? rows : NULL;
}

void repro_pass_on(repro *r, const char *title, const jn_report *said, bool faults, bool failed) {
  for (int i = 0; i < jn_report_size(said); i++) {
    jn_error one = *jn_report_get(said, i);
    bool marks = failed && one.severity == JN_FAULT;
    if (marks) one.severity = JN_WARNING;
    if (one.severity == JN_FAULT ? !faults : !marks && !r->verbose) continue;
    if (one.severity == JN_FAULT && repro_ok(r)) r->status = one.status;
    if (!one.element[0]) snprintf(one.element, sizeof one.element, "run '%.80s'", title);
    jn_report_add(r->report, &one);
  }
}

// Sink and progress of a run that end it if it was interrupted or takes too many steps: near a singular configuration
// some methods shorten their steps without end. A run that may fail also ends if an output exceeds a bound.
typedef struct {
  app_progress progress;
  long most;  // largest number of steps; 0: no limit
  bool creeps;
  int ncolumns;
} run_guard;

// Returns the number of steps after which a run that may fail is given up: ten times those it takes if no step is
// shortened.
static long most_steps(const jn_choices *choices) {
  const double least = 1000, most = 20000;
  double steps = 10 * choices->until / choices->step;
  bool fixed = choices->step > 0 && jn_integrator_is_fixed(choices->integrator);
  return (long)(fixed && steps < most ? (steps > least ? steps : least) : most);
}

static bool guard_show(void *self, const jn_progress *now) {
  run_guard *guard = self;
  guard->creeps = guard->most > 0 && now->steps > guard->most;
  return !guard->creeps && progress_show(&guard->progress, now);
}

static jn_status guard_begin(void *self, const jn_run_header *header) {
  ((run_guard *)self)->ncolumns = header->ncolumns;
  return JN_OK;
}

static jn_status guard_row(void *self, double time, const double *values) {
  const run_guard *guard = self;
  const double bound = 1e12;  // SI units
  (void)time;
  for (int i = 0; i < guard->ncolumns; i++)
    if (fabs(values[i]) > bound) return JN_NOT_FINITE;
  return JN_OK;
}

static jn_status execute(repro *r, const jn_model *model, const jn_run_options *options, jn_report *said,
                         repro_rows *rows) {
  const run_guard *guard = options->progress_context;
  jn_run *run = jn_run_new(model, options, said);
  if (!run) return JN_REFUSED;
  jn_status status = jn_run_execute(run, said);
  rows->summary = *jn_run_summary(run);
  rows->n = jn_table_nrows(rows->table);
  rows->time = jn_table_column(rows->table, 0);
  jn_run_free(run);
  if (status == JN_INTERRUPTED && !guard->creeps && repro_ok(r)) r->status = JN_INTERRUPTED;
  return status;
}

repro_rows *repro_run(repro *r, const char *title, const jn_model *model, const jn_choices *choices,
                      const char *const *probes, int nprobes, repro_need need) {
  repro_rows *rows = repro_ok(r) && model ? new_rows(r) : NULL;
  if (!rows) return NULL;
  repro_show(r, title);
  run_guard guard = {.progress = progress_begin(false), .most = need == REPRO_MAY_FAIL ? most_steps(choices) : 0};
  jn_sink guarding = {.self = &guard, .begin = guard_begin, .row = guard_row};
  jn_sink *const sinks[] = {jn_table_sink(rows->table), &guarding};
  jn_run_options options = jn_run_options_default();
  options.choices = choices;
  options.probes = probes;
  options.nprobes = nprobes;
  options.progress = guard_show;
  options.progress_context = &guard;
  options.sinks = sinks;
  options.nsinks = need == REPRO_MAY_FAIL ? 2 : 1;
  repro_begin_at(r, model, choices, &options);
  jn_report *said = jn_report_new(NULL);
  jn_status status = execute(r, model, &options, said, rows);
  bool needed = need == REPRO_MUST_RUN, failed = status != JN_OK && status != JN_DIVERGED && needed;
  repro_pass_on(r, title, said, failed || rows->n == 0, status == JN_DIVERGED && needed);
  if (failed) repro_fail(r, status, "the run '%s' failed: %s", title, rows->summary.why);
  if (rows->n == 0) repro_fail(r, status == JN_OK ? JN_NO_MEMORY : status, "the run '%s' did not start", title);
  jn_report_free(said);
  return repro_ok(r) ? rows : NULL;
}

const double *repro_values(repro *r, const repro_rows *rows, const char *name) {
  if (!rows) return NULL;
  int column = jn_table_find(rows->table, name);
  if (column >= 0) return jn_table_column(rows->table, column);
  repro_fail(r, JN_BAD_ARGUMENT, "a run of '%s' has no column '%s'", r->paper->name, name);
  return NULL;
}

double repro_largest(const double *values, int n) {
  double largest = values && n > 0 ? 0 : NAN;
  for (int i = 0; values && i < n; i++) largest = repro_larger(largest, fabs(values[i]));
  return largest;
}

double repro_furthest(const double *a, const double *b, int n) {
  double largest = a && b && n > 0 ? 0 : NAN;
  for (int i = 0; a && b && i < n; i++) largest = repro_larger(largest, fabs(a[i] - b[i]));
  return largest;
}
