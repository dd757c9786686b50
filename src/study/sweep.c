// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// sweep.c - computes the runs of a study in several threads: each takes the next run that is not done.
#include "study/sweep.h"

#include <math.h>

#include "output/run_table.h"

enum { COOKIE = 0x6a77, MOST_THREADS = 1024 };
static const double progress_interval = 0.1;  // s

jn_sweep_options jn_sweep_options_default(void) { return (jn_sweep_options){.cookie = COOKIE}; }

typedef struct {
  const jn_study *study;
  const jn_sweep_options *options;
  jn_sweep *sweep;
  jni_store *store;  // folder of the sweep; NULL: nothing is stored
  jn_report *report;
  jni_lock *lock;  // protects everything below, the table and the store
  int next;        // index in the table of the next run that a thread starts
  bool stop;
  double began;        // wall time at the beginning, s
  double reported_at;  // wall time at the last call of `progress`, s
} sweep_work;

// ---- progress ----------------------------------------------------------------------------------------------------

// Calls the user's `progress`, but at most every progress_interval seconds unless `at_once`, and no more once the sweep
// stops. If it returns false, stops the sweep with status JN_INTERRUPTED. The caller must hold the lock.
static void report_progress(sweep_work *w, bool at_once) {
  const jn_sweep_options *o = w->options;
  const jn_sweep *s = w->sweep;
  double now = jni_wall_clock();
  if (!o->progress || w->stop || (!at_once && now - w->reported_at < progress_interval)) return;
  w->reported_at = now;
  int computed = s->ndone - s->nresumed;
  jn_sweep_progress progress = {s->nruns, s->ndone, s->nfailed, s->nresumed, now - w->began, (double)NAN};
  if (computed > 0) progress.left = progress.wall_seconds / computed * (s->nruns - s->ndone);
  if (o->progress(o->progress_context, &progress)) return;
  w->stop = true;
  if (s->status == JN_OK) w->sweep->status = JN_INTERRUPTED;
}

static bool go_on(void *context) {
  sweep_work *w = context;
  jni_lock_enter(w->lock);
  report_progress(w, false);
  bool on = !w->stop;
  jni_lock_leave(w->lock);
  return on;
}

// ---- runs --------------------------------------------------------------------------------------------------------

static bool take_next(sweep_work *w, int *run) {
  jni_lock_enter(w->lock);
  const jn_sweep *s = w->sweep;
  while (w->next < s->nruns && s->done[w->next]) w->next++;
  bool any = !w->stop && w->next < s->nruns;
  if (any) *run = s->first + w->next++;
  jni_lock_leave(w->lock);
  return any;
}

// Stores the status of the first failure as that of the sweep, and stops all threads. The caller must hold the lock.
static void fail(sweep_work *w, jn_status status) {
  if (w->sweep->status == JN_OK) w->sweep->status = status;
  w->stop = true;
}

// Called when a run has ended: copies its messages to the report and, if status is JN_OK (also for a run whose result
// is a failure), adds its row to the table and the store. If status is another, memory is short or the store cannot be
// written, the sweep stops with that status.
static void add_run(sweep_work *w, int run, jn_status status, jni_run_result *result, const jn_report *run_report) {
  jni_lock_enter(w->lock);
  for (int i = 0; i < jn_report_size(run_report); i++) jn_report_add(w->report, jn_report_get(run_report, i));
  if (status == JN_NO_MEMORY && jn_report_size(run_report) == 0) jni_report_no_memory(w->report);
  if (status == JN_OK && !jni_sweep_put(w->sweep, run, result)) status = jni_report_no_memory(w->report);
  if (status == JN_OK && w->store) status = jni_store_add_run(w->store, run, w->report);
  if (status != JN_OK) fail(w, status);
  report_progress(w, false);
  jni_lock_leave(w->lock);
}

static jn_status save(void *context, int run, const double *block, int n) {
  sweep_work *w = context;
  jni_lock_enter(w->lock);
  jn_status status = jni_store_write_checkpoint(w->store, run, block, n);
  jni_lock_leave(w->lock);
  return status;
}

static const double *load(void *context, int run, int *n) {
  sweep_work *w = context;
  jni_lock_enter(w->lock);
  const double *block = jni_store_read_checkpoint(w->store, run, n);
  jni_lock_leave(w->lock);
  return block;
}

static void do_run(sweep_work *w, int run, double *values, double *row, jn_report *run_report) {
  enum { PATH = 4096 };
  char history[PATH], partial[PATH];
  jni_run_control control = {.context = w, .go_on = go_on};
  jni_run_result result = {.row = row};
  if (w->store) {
    control.save = save;
    control.load = load;
    control.save_every = jni_store_period(w->options);
  }
  if (w->store && w->study->histories) {
    jni_store_history(w->store, run, history, partial, sizeof history);
    control.history = history;
    control.partial_history = partial;
  }
  jni_study_values(w->study, run, values);
  jn_status status = jni_study_run(w->study, run, values, &control, &result, run_report);
  add_run(w, run, status, &result, run_report);
}

// Work of one thread: computes runs until none is left or the sweep stops.
static void work(void *context, jn_crew_member *member, long item) {
  sweep_work *w = context;
  int run;
  (void)member;
  (void)item;
  jni_pool scratch = {.alloc = w->study->pool.alloc};
  double *values = jni_doubles(&scratch, (size_t)w->study->nvaried),
         *row = jni_doubles(&scratch, (size_t)w->study->ncolumns);
  jn_report *run_report = NULL;
  while (!scratch.failed && take_next(w, &run)) {
    run_report = jn_report_new(w->study->pool.alloc);
    if (run_report) do_run(w, run, values, row, run_report);
    else scratch.failed = true;
    jn_report_free(run_report);
  }
  jni_lock_enter(w->lock);
  if (scratch.failed) fail(w, jni_report_no_memory(w->report));
  jni_lock_leave(w->lock);
  jni_pool_free(&scratch);
}

// ---- the sweep ---------------------------------------------------------------------------------------------------

// Computes all runs that are not done, in several threads, unless the option `collect` is set; then closes the store.
// Sets the status of the sweep.
static void compute_runs(sweep_work *w) {
  w->began = jni_wall_clock();
  report_progress(w, true);

  int threads = w->options->threads > 0 ? w->options->threads : jni_processor_count();
  if (w->store && !jni_run_table_is_thread_safe()) threads = 1;
  if (threads > w->sweep->nruns) threads = w->sweep->nruns;
  if (threads < 1) threads = 1;
  if (threads > MOST_THREADS) threads = MOST_THREADS;
  const jn_crew crew = {.context = w, .work = work, .n = threads, .threads = threads};
  if (!w->stop && !w->options->collect) jn_crew_run(w->study->pool.alloc, &crew);
  report_progress(w, true);
  jn_status closed = w->store ? jni_store_close(w->store, w->report) : JN_OK;
  if (w->sweep->status == JN_OK) w->sweep->status = closed;
  if (w->sweep->status == JN_OK && w->sweep->ndone < w->sweep->nruns) w->sweep->status = JN_INTERRUPTED;
}

static bool find_range(const jn_study *study, const jn_sweep_options *o, int *first, int *end, jn_report *report) {
  *first = o->first;
  *end = o->end > 0 ? o->end : study->nruns;
  if (*first >= 0 && *first < *end && *end <= study->nruns) return true;
  jn_report_fault(report, JN_BAD_ARGUMENT, "", "runs %d to %d are not in the study, which has %d", *first, *end,
                  study->nruns);
  return false;
}

jn_sweep *jn_sweep_run(const jn_study *study, const jn_sweep_options *options, jn_report *report) {
  JNI_ASSERT(study);
  const jn_sweep_options usual = jn_sweep_options_default();
  sweep_work w = {.study = study, .options = options ? options : &usual, .report = report};
  JNI_ASSERT(w.options->cookie == COOKIE);
  int first, end;
  bool ok = w.options->folder ? jni_store_range(study, w.options, &first, &end, report)
                              : find_range(study, w.options, &first, &end, report);
  if (!ok) return NULL;
  w.sweep = jni_sweep_new(study, first, end - first);
  w.lock = jni_lock_new(study->pool.alloc);
  if (w.sweep && w.lock) {
    if (w.options->folder) w.store = jni_store_open(study, w.options, w.sweep, report);
    if (w.store || !w.options->folder) compute_runs(&w);
    else w.sweep = jn_sweep_free(w.sweep);
  } else {
    jni_report_no_memory(report);
  }
  jni_lock_free(w.lock);
  return w.lock ? w.sweep : jn_sweep_free(w.sweep);
}
