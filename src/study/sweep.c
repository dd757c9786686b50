// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// sweep.c - all runs of a study by a crew of threads: each takes the next run that is not done, until there is none.
#include "study/sweep.h"

#include <math.h>

#include "output/run_table.h"

enum { COOKIE = 0x6a77, MOST_THREADS = 1024 };
static const double ask_every = 0.1;  // s

jn_sweep_options jn_sweep_options_default(void) { return (jn_sweep_options){.cookie = COOKIE}; }

typedef struct {
  const jn_study *study;
  const jn_sweep_options *options;
  jn_sweep *sweep;
  jni_store *store;  // NULL: nothing is stored
  jn_report *report;
  jni_lock *lock;  // of all below, of the table and of the store
  int next;        // run to be looked at
  bool stop;
  double began, asked;  // wall clock
} crew_work;

// ---- progress ----------------------------------------------------------------------------------------------------

// Under the lock; not more often than anybody can see.
static void ask(crew_work *w, bool at_once) {
  const jn_sweep_options *o = w->options;
  const jn_sweep *s = w->sweep;
  double now = jni_wall_clock();
  if (!o->progress || w->stop || (!at_once && now - w->asked < ask_every)) return;
  w->asked = now;
  int computed = s->ndone - s->nresumed;
  jn_sweep_progress progress = {s->nruns, s->ndone, s->nfailed, s->nresumed, now - w->began, (double)NAN};
  if (computed > 0) progress.left = progress.wall_seconds / computed * (s->nruns - s->ndone);
  if (o->progress(o->progress_context, &progress)) return;
  w->stop = true;
  if (s->status == JN_OK) w->sweep->status = JN_INTERRUPTED;
}

static bool go_on(void *context) {
  crew_work *w = context;
  jni_lock_enter(w->lock);
  ask(w, false);
  bool on = !w->stop;
  jni_lock_leave(w->lock);
  return on;
}

// ---- runs --------------------------------------------------------------------------------------------------------

static bool take_next(crew_work *w, int *run) {
  jni_lock_enter(w->lock);
  const jn_sweep *s = w->sweep;
  while (w->next < s->nruns && s->done[w->next]) w->next++;
  bool any = !w->stop && w->next < s->nruns;
  if (any) *run = s->first + w->next++;
  jni_lock_leave(w->lock);
  return any;
}

// Under the lock.
static void fail(crew_work *w, jn_status status) {
  if (w->sweep->status == JN_OK) w->sweep->status = status;
  w->stop = true;
}

static void hand_in(crew_work *w, int run, jn_status status, jni_run_result *member, const jn_report *said) {
  jni_lock_enter(w->lock);
  for (int i = 0; i < jn_report_size(said); i++) jn_report_add(w->report, jn_report_get(said, i));
  if (status == JN_NO_MEMORY && jn_report_size(said) == 0) jni_report_no_memory(w->report);
  if (status != JN_OK) fail(w, status);
  else if (!jni_sweep_put(w->sweep, run, member)) fail(w, jni_report_no_memory(w->report));
  else if (w->store && (status = jni_store_done(w->store, run, w->report)) != JN_OK) fail(w, status);
  ask(w, false);
  jni_lock_leave(w->lock);
}

static jn_status save(void *context, int run, const double *block, int n) {
  crew_work *w = context;
  jni_lock_enter(w->lock);
  jn_status status = jni_store_save(w->store, run, block, n);
  jni_lock_leave(w->lock);
  return status;
}

static const double *saved(void *context, int run, int *n) {
  crew_work *w = context;
  jni_lock_enter(w->lock);
  const double *block = jni_store_saved(w->store, run, n);
  jni_lock_leave(w->lock);
  return block;
}

static void do_run(crew_work *w, int run, double *values, double *row, jn_report *said) {
  enum { PATH = 4096 };
  char history[PATH], begun[PATH];
  jni_watch watch = {.context = w, .go_on = go_on};
  jni_run_result member = {.row = row};
  if (w->store) watch.save = save, watch.saved = saved, watch.save_every = jni_store_period(w->options);
  if (w->store && w->study->histories) {
    jni_store_history(w->store, run, history, begun, sizeof history);
    watch.history = history, watch.begun = begun;
  }
  jni_study_values(w->study, run, values);
  jn_status status = jni_study_run(w->study, run, values, &watch, &member, said);
  hand_in(w, run, status, &member, said);
}

// Each member takes runs until none is left.
static void work(void *context, jn_crew_member *member, long item) {
  crew_work *w = context;
  int run;
  (void)member, (void)item;
  jni_pool room = {.alloc = w->study->pool.alloc};
  double *values = jni_doubles(&room, (size_t)w->study->nvaried), *row = jni_doubles(&room, (size_t)w->study->ncolumns);
  jn_report *said = NULL;
  while (!room.failed && take_next(w, &run)) {
    said = jn_report_new(w->study->pool.alloc);
    if (said) do_run(w, run, values, row, said);
    else room.failed = true;
    jn_report_free(said);
  }
  jni_lock_enter(w->lock);
  if (room.failed) fail(w, jni_report_no_memory(w->report));
  jni_lock_leave(w->lock);
  jni_pool_free(&room);
}

// ---- the whole ---------------------------------------------------------------------------------------------------

static int count_threads(const crew_work *w) {
  int n = w->options->threads > 0 ? w->options->threads : jni_processor_count();
  bool alone = w->store && !jni_run_table_is_thread_safe();  // files by one thread alone
  if (alone) n = 1;
  if (n > w->sweep->nruns) n = w->sweep->nruns;
  return n < 1 ? 1 : n > MOST_THREADS ? MOST_THREADS : n;
}

static void carry_out(crew_work *w) {
  w->began = jni_wall_clock();
  ask(w, true);
  int threads = count_threads(w);
  const jn_crew crew = {.context = w, .work = work, .n = threads, .threads = threads};
  if (!w->stop && !w->options->collect) jn_crew_run(w->study->pool.alloc, &crew);
  ask(w, true);
  jn_status closed = w->store ? jni_store_close(w->store, w->report) : JN_OK;
  if (w->sweep->status == JN_OK) w->sweep->status = closed;
  if (w->sweep->status == JN_OK && w->sweep->ndone < w->sweep->nruns) w->sweep->status = JN_INTERRUPTED;
}

static bool find_range(const jn_study *study, const jn_sweep_options *o, int *first, int *end, jn_report *report) {
  *first = o->first, *end = o->end > 0 ? o->end : study->nruns;
  if (*first >= 0 && *first < *end && *end <= study->nruns) return true;
  jn_report_fault(report, JN_BAD_ARGUMENT, "", "runs %d to %d are not in the study, which has %d", *first, *end,
                  study->nruns);
  return false;
}

jn_sweep *jn_sweep_run(const jn_study *study, const jn_sweep_options *options, jn_report *report) {
  JNI_ASSERT(study);
  const jn_sweep_options usual = jn_sweep_options_default();
  crew_work w = {.study = study, .options = options ? options : &usual, .report = report};
  JNI_ASSERT(w.options->cookie == COOKIE);
  int first, end;
  bool ok = w.options->folder ? jni_store_range(study, w.options, &first, &end, report)
                              : find_range(study, w.options, &first, &end, report);
  if (!ok) return NULL;
  w.sweep = jni_sweep_new(study, first, end - first);
  w.lock = jni_lock_new(study->pool.alloc);
  if (!w.sweep || !w.lock) jni_report_no_memory(report);
  else if (!w.options->folder || (w.store = jni_store_open(study, w.options, w.sweep, report)) != NULL) carry_out(&w);
  else w.sweep = jn_sweep_free(w.sweep);
  jni_lock_free(w.lock);
  return w.lock ? w.sweep : jn_sweep_free(w.sweep);
}
