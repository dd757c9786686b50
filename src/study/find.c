// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// find.c - minimises a formula over parameters: evaluates points by runs in several threads and stores all points with
// their values. The points depend on earlier values only, so that the search is the same for any number of threads.
#include "study/find.h"

#include <math.h>

enum { COOKIE = 0x6a79, RUNS_PER_PARAMETER = 300, DESCENTS = 3 };
static const double default_tolerance = 1e-4;
// values closer to a bound than this fraction of the range are reported as at the bound
static const double at_bound = 1e-3;

jn_find_options jn_find_options_default(void) { return (jn_find_options){.cookie = COOKIE}; }

struct jn_found {
  jni_pool pool;
  const jn_study *study;
  double *points;  // ntried x number of parameters: scaled to 0 ... 1 over the range of each parameter
  double *values;  // ntried: sign times the formula, which is minimised; HUGE_VAL: the run failed
  int ntried, capacity_points, capacity_values;
  int best;  // index of the point with the least value
  bool converged;
  double sign;  // 1: the formula is minimised; -1: maximised
  jn_status status;
};

struct jni_search {
  jn_study *study;
  jni_objective objective;
  const jn_find_options *options;
  jn_found *found;
  jn_report *report;
  jni_lock *lock;
  int max_runs;
  double began;          // wall time at the beginning, s
  bool stop;             // threads are to stop; the lock protects this and all below while threads work
  const double *points;  // npoints: points that are being evaluated
  double *values;        // npoints: their values
  int npoints, next, ndone;
};

int jni_search_runs_left(const jni_search *search) { return search->max_runs - search->found->ntried; }
int jni_search_size(const jni_search *search) { return search->study->nvaried; }

double jni_search_tolerance(const jni_search *search) {
  return search->options->tolerance > 0 ? search->options->tolerance : default_tolerance;
}

// ---- runs --------------------------------------------------------------------------------------------------------

// Calls the user's `progress`; if that returns false, makes the search stop as interrupted. The caller must hold the
// lock.
static void report_progress(jni_search *s) {
  const jn_find_options *o = s->options;
  jn_sweep_progress now = {.runs = s->max_runs, .done = s->found->ntried + s->ndone, .left = (double)NAN};
  now.wall_seconds = jni_wall_clock() - s->began;
  if (!o->progress || s->stop || o->progress(o->progress_context, &now)) return;
  s->stop = true;
  if (s->found->status == JN_OK) s->found->status = JN_INTERRUPTED;
}

static bool go_on(void *context) {
  jni_search *s = context;
  jni_lock_enter(s->lock);
  report_progress(s);
  bool on = !s->stop;
  jni_lock_leave(s->lock);
  return on;
}

// Returns the index of the next point that no thread has taken yet; -1: none is left or the search is to stop.
static int take_next(jni_search *s) {
  jni_lock_enter(s->lock);
  int i = s->stop || s->next == s->npoints ? -1 : s->next++;
  jni_lock_leave(s->lock);
  return i;
}

// Returns the value of a parameter, SI; x: the same scaled to 0 ... 1 over its range.
static double parameter_value(const jni_varied *v, double x) { return v->a + (v->b - v->a) * x; }

static jn_status evaluate_point(jni_search *s, int i, double *values, double *row, jn_report *report) {
  const jni_run_control control = {.context = s, .go_on = go_on};
  jni_run_result result = {.row = row};
  for (int k = 0; k < s->study->nvaried; k++)
    values[k] = parameter_value(&s->study->varied[k], s->points[i * s->study->nvaried + k]);
  jn_status status = jni_study_run(s->study, i, values, &control, &result, report);
  double f = status == JN_OK && result.status == JN_OK ? jni_objective_value(&s->objective, row) : (double)NAN;
  s->values[i] = isnan(f) ? HUGE_VAL : s->found->sign * f;
  return status;
}

// Work of one thread: evaluates points until none is left. A failure that ends the search stores its status and stops
// all threads.
static void work(void *context, jn_crew_member *member, long item) {
  jni_search *s = context;
  (void)member;
  (void)item;
  jni_pool scratch = {.alloc = s->study->pool.alloc};
  double *values = jni_doubles(&scratch, (size_t)s->study->nvaried),
         *row = jni_doubles(&scratch, (size_t)s->study->ncolumns);
  for (int i = scratch.failed ? -1 : take_next(s); i >= 0; i = take_next(s)) {
    jn_status status = evaluate_point(s, i, values, row, NULL);
    jni_lock_enter(s->lock);
    s->ndone += status == JN_OK;
    if (status != JN_OK && s->found->status == JN_OK) s->found->status = status;
    if (status != JN_OK) s->stop = true;
    else report_progress(s);
    jni_lock_leave(s->lock);
  }
  jni_pool_free(&scratch);
}

// ---- evaluated points --------------------------------------------------------------------------------------------

static bool store_points(jni_search *s, const double *points, int n, const double *values) {
  jn_found *f = s->found;
  int size = s->study->nvaried;
  if (!jni_pool_grow(&f->pool, &f->points, &f->capacity_points, (f->ntried + n) * size, sizeof *f->points) ||
      !jni_pool_grow(&f->pool, &f->values, &f->capacity_values, f->ntried + n, sizeof *f->values)) {
    f->status = jni_report_no_memory(s->report);
    return false;
  }
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < size; k++) f->points[f->ntried * size + k] = points[i * size + k];
    f->values[f->ntried] = values[i];
    if (values[i] < f->values[f->best]) f->best = f->ntried;
    f->ntried++;
  }
  return true;
}

bool jni_search_at(jni_search *s, const double *points, int n, double *values) {
  if (n > jni_search_runs_left(s) || s->stop) return false;
  int threads = s->options->threads > 0 ? s->options->threads : jni_processor_count();
  s->points = points;
  s->values = values;
  s->npoints = n;
  s->next = s->ndone = 0;
  if (threads > n) threads = n;
  const jn_crew crew = {.context = s, .work = work, .n = threads, .threads = threads};
  jn_crew_run(s->study->pool.alloc, &crew);
  bool all = s->ndone == n && !s->stop;
  s->ndone = 0;
  if (!all && s->found->status == JN_OK) s->found->status = JN_NO_MEMORY;
  return all && store_points(s, points, n, values);
}

// ---- the search --------------------------------------------------------------------------------------------------

static bool check(const jn_study_def *def, const jn_find_options *o, jn_report *report) {
  const char *what = !o->least          ? "there is no formula to minimise"
                     : def->nvary == 0  ? "no parameter is varied: give one with its bounds, as r=40mm:60mm"
                     : def->nrandom > 0 ? "a search cannot have random parameters"
                     : def->nvary > JNI_MAX_SEARCHED ? "a search can have at most 32 parameters"
                                                     : NULL;
  if (what) jn_report_fault(report, JN_BAD_ARGUMENT, "", "%s", what);
  return !what;
}

// Searches for the minimum of the formula and stores the result in s->found. With one parameter makes one search along
// a line. With several makes several descents, each with more points than the one before, which may find a better
// minimum.
static void minimise(jni_search *s) {
  jn_found *f = s->found;
  if (s->study->nvaried == 1) f->converged = jni_search_line(s);
  for (int k = 0; s->study->nvaried > 1 && k < DESCENTS; k++) {
    if (!jni_search_evolve(s, s->study->pool.alloc, k)) break;
    f->converged = true;
  }
  if (f->status == JN_OK && f->ntried > 0 && f->values[f->best] == HUGE_VAL)
    f->status =
        jn_report_fault(s->report, JN_NO_CONVERGENCE, "", "none of the %d runs gave a value of the formula", f->ntried);
  if (f->status == JN_OK && f->ntried == 0)
    f->status = jn_report_fault(s->report, JN_BAD_ARGUMENT, "", "the search needs more runs than %d", s->max_runs);
}

static void *free_study(void *study) { return jn_study_free(study); }
static void *free_formula(void *formula) { return jni_expression_free(formula); }

jn_found *jn_find(const jn_alloc *alloc, const jn_study_def *def, const jn_find_options *options, jn_report *report) {
  const jn_find_options usual = jn_find_options_default();
  if (!options) options = &usual;
  JNI_ASSERT(def && options->cookie == COOKIE);
  if (!check(def, options, report)) return NULL;
  jn_found *found = jni_object_new(alloc, sizeof *found);
  if (!found) {
    jni_report_no_memory(report);
    return NULL;
  }
  jni_search s = {.options = options, .found = found, .report = report, .began = jni_wall_clock()};
  s.study = jni_objective_new(alloc, def, options->least, &found->pool, &s.objective, report);
  if (s.objective.formula) jni_keep(&found->pool, s.objective.formula, free_formula);
  if (!s.study) return jni_object_free(found);
  found->study = jni_keep(&found->pool, s.study, free_study);
  s.lock = jni_keep(&found->pool, jni_lock_new(alloc), jni_lock_free);
  if (found->pool.failed) {
    jni_report_no_memory(report);
    return jni_object_free(found);
  }
  found->sign = options->largest ? -1 : 1;
  s.max_runs = options->most_runs > 0 ? options->most_runs : RUNS_PER_PARAMETER * s.study->nvaried;
  minimise(&s);
  return found;
}

// ---- results -----------------------------------------------------------------------------------------------------

void *jn_found_free(jn_found *found) { return jni_object_free(found); }
jn_status jn_found_status(const jn_found *found) {
  JNI_ASSERT(found);
  return found->status;
}
int jn_found_nparameters(const jn_found *found) {
  JNI_ASSERT(found);
  return found->study->nvaried;
}
int jn_found_nruns(const jn_found *found) {
  JNI_ASSERT(found);
  return found->ntried;
}
bool jn_found_converged(const jn_found *found) {
  JNI_ASSERT(found);
  return found->converged;
}

// Returns the value of the formula in a run; NaN if the run failed or no run was made.
static double outcome(const jn_found *found, int run) {
  double value = found->ntried > 0 ? found->values[run] : HUGE_VAL;
  return value == HUGE_VAL ? (double)NAN : found->sign * value;
}

double jn_found_best(const jn_found *found) {
  JNI_ASSERT(found);
  return outcome(found, found->best);
}

static const jni_varied *parameter(const jn_found *found, int i) {
  JNI_ASSERT(found && i >= 0 && i < found->study->nvaried);
  return &found->study->varied[i];
}

// Returns the coordinate of parameter i in a run, scaled to 0 ... 1 over its range; NaN if no run was made.
static double coordinate(const jn_found *found, int run, int i) {
  return found->ntried > 0 ? found->points[run * found->study->nvaried + i] : (double)NAN;
}

const char *jn_found_parameter(const jn_found *found, int i) { return parameter(found, i)->path; }
const char *jn_found_unit(const jn_found *found, int i) { return parameter(found, i)->unit; }

double jn_found_value(const jn_found *found, int i) {
  if (!found) return NAN;
  return parameter_value(parameter(found, i), coordinate(found, found->best, i));
}

bool jn_found_at_bound(const jn_found *found, int i) {
  double x = parameter(found, i) ? coordinate(found, found->best, i) : 0;
  return x <= at_bound || x >= 1 - at_bound;
}

double jn_found_tried(const jn_found *found, int run, double *values) {
  JNI_ASSERT(found && run >= 0 && run < found->ntried);
  for (int i = 0; values && i < found->study->nvaried; i++)
    values[i] = parameter_value(parameter(found, i), coordinate(found, run, i));
  return outcome(found, run);
}
