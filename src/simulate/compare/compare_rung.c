// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compare_rung.c - runs one combination at one accuracy: once with monitors and values, then the same steps for the CPU
// time.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "linalg/dense/dense.h"
#include "simulate/compare/compare.h"
#include "simulate/run.h"

// Relative error at the end of a run above which its result counts as wrong: the motion took another branch.
static const double wrong_part = 0.1;

const char jni_word_slow[] = "slow", jni_word_wrong[] = "wrong";

static const struct {
  const char *word, *help;
} words[] = {
    {"refused", "this combination is not possible for this model; the message says why"},
    {"singular", "the equations became singular during the run"},
    {"diverged",
     "a value was not finite, an iteration did not converge, or the result violates the energy balance or "
     "the constraints"},
    {"stuck", "the step became too small"},
    {jni_word_slow, "the limit of CPU time was reached before the end"},
    {jni_word_wrong, "the run ended with an error above 0.1: another branch, or another motion"},
    {"no memory", "not enough memory"},
    {"failed", "anything else; the message says what"},
};

const char *jn_compare_word(int i) { return i >= 0 && (size_t)i < sizeof words / sizeof *words ? words[i].word : NULL; }
const char *jn_compare_word_help(int i) {
  return i >= 0 && (size_t)i < sizeof words / sizeof *words ? words[i].help : NULL;
}

const char *jni_compare_word_of(jn_status status) {
  switch (status) {
    case JN_OK: return "";
    case JN_REFUSED: return "refused";
    case JN_SINGULAR: return "singular";
    case JN_NOT_FINITE:
    case JN_DIVERGED:
    case JN_NO_CONVERGENCE: return "diverged";
    case JN_STEP_TOO_SMALL: return "stuck";
    case JN_NO_MEMORY: return "no memory";
    default: return "failed";
  }
}

// ---- progress, interruption and the limit -----------------------------------------------------------------------

static const double progress_period = 0.05;  // s of wall time

typedef struct {
  jni_compare *job;
  jn_run *run;
  double deadline;       // CPU clock, s
  long unchecked_steps;  // steps since the last check of the clock
  bool slow;
} attempt;

static double most_left(const jni_compare *job) {
  double all = (job->result->planned - job->result->n) * job->options->limit;
  return job->cpu_end > 0 ? fmin(all, job->cpu_end - jni_cpu_clock()) : fmin(all, job->options->total);
}

static void report_progress(jni_compare *job, double time) {
  const jn_compare_options *o = job->options;
  double now = jni_wall_clock();
  if (job->wall_start == 0) job->wall_start = now;
  if (!o->progress || now < job->wall_next) return;
  job->wall_next = now + progress_period;
  jn_compare_progress progress = {.now = job->now,
                                  .done = job->result->n,
                                  .count = job->result->planned,
                                  .time = time,
                                  .until = job->ntimes > 0 ? job->times[job->ntimes - 1] : 0,
                                  .wall_seconds = now - job->wall_start,
                                  .most_left = most_left(job)};
  if (!o->progress(o->progress_context, &progress)) job->interrupted = true;
}

// Calls the progress function and returns a failure if it interrupts or the limit of CPU time is exceeded. Does so only
// every STEPS_BETWEEN steps, because reading the clocks costs as much as a small step.
static jn_status check_limits(attempt *a) {
  enum { STEPS_BETWEEN = 32 };
  if (++a->unchecked_steps < STEPS_BETWEEN) return JN_OK;
  a->unchecked_steps = 0;
  report_progress(a->job, a->run->integrator->t);
  a->slow = jni_cpu_clock() > a->deadline;
  return a->slow || a->job->interrupted ? JN_INTERRUPTED : JN_OK;
}

// ---- steps ------------------------------------------------------------------------------------------------------

static jn_status update_monitors(jn_run *run) {
  jn_status status = jni_run_refresh(run);
  if (status == JN_OK && !jni_all_finite(run->state, run->system->sizes.nstate)) return JN_NOT_FINITE;
  return status == JN_OK ? jni_monitor_step(run) : status;
}

static jn_status steps_to(attempt *a, double target, bool monitored) {
  jn_run *run = a->run;
  jn_status status = JN_OK;
  while (status == JN_OK && !run->stopped && run->integrator->t < target) {
    status = jni_run_advance(run, target, NULL);
    if (status == JN_OK && monitored) status = update_monitors(run);
    if (status == JN_OK) status = check_limits(a);
  }
  return status;
}

// Stores the values of the compared outputs as those of comparison time k. If an event with `stop` has ended the run
// before, these are the values at the event.
static jn_status store_values(attempt *a, int k) {
  jni_compare *job = a->job;
  const double *outputs = jn_run_outputs(a->run);
  if (!jni_all_finite(a->run->state, a->run->system->sizes.nstate)) return JN_NOT_FINITE;
  for (int j = 0; j < job->noutputs; j++) job->values[k * job->noutputs + j] = outputs[job->columns[j]];
  return JN_OK;
}

static jn_status walk(attempt *a, bool monitored) {
  jni_compare *job = a->job;
  jn_status status = monitored ? update_monitors(a->run) : JN_OK;
  for (int k = 0; status == JN_OK && k < job->ntimes; k++) {
    status = steps_to(a, job->times[k], monitored);
    if (status == JN_OK && monitored) status = store_values(a, k);
  }
  return status;
}

// ---- a run ------------------------------------------------------------------------------------------------------

void jni_compare_why(const jn_report *report, char *text, size_t size) {
  for (int i = 0; report && i < jn_report_size(report); i++) {
    const jn_error *error = jn_report_get(report, i);
    if (error->severity != JN_FAULT) continue;
    snprintf(text, size, "%s%s%s", error->element, error->element[0] ? ": " : "", error->what);
    return;
  }
}

static void store_reason(const attempt *a, jn_status status, const jn_report *report, jn_rung *rung) {
  rung->status = status;
  rung->word = a->slow ? jni_word_slow : jni_compare_word_of(status);
  snprintf(rung->why, sizeof rung->why, "%s", a->run ? a->run->integrator->message : "");
  if (!rung->why[0]) jni_compare_why(report, rung->why, sizeof rung->why);
  if (!rung->why[0]) snprintf(rung->why, sizeof rung->why, "%s", jn_status_text(status));
  if (a->slow)
    jni_print(rung->why, sizeof rung->why, "the limit of CPU time was reached at t = %.6g s", a->run->integrator->t);
  for (int i = 0; report && a->job->said && i < jn_report_size(report); i++)
    if (jn_report_get(report, i)->severity == JN_FAULT) jn_report_add(a->job->said, jn_report_get(report, i));
}

void jni_compare_unknown(jn_rung *rung) {
  rung->time = rung->error = rung->cpu_seconds = rung->max_energy_error = NAN;
  rung->max_position_violation = rung->max_angle_violation = rung->max_velocity_violation =
      rung->max_angle_velocity_violation = NAN;
}

static jn_run *new_run(const jni_compare *job, const jn_choices *choices, jn_report *report) {
  jn_run_options how = jn_run_options_default();
  how.choices = choices;
  how.probes = (const char *const *)job->probes;
  how.nprobes = job->nprobes;
  return jn_run_new(job->model, &how, report);
}

static jn_status first_fault(const jn_report *report) {
  for (int i = 0; i < jn_report_size(report); i++)
    if (jn_report_get(report, i)->severity == JN_FAULT) return jn_report_get(report, i)->status;
  return JN_NO_MEMORY;  // the report could not store the fault
}

static void store_monitors(jn_run *run, jn_rung *rung) {
  jni_monitor_counts(run);
  const jn_summary *s = &run->summary;
  rung->time = s->time;
  rung->state_hash = s->state_hash;
  rung->max_position_violation = s->max_position_violation;
  rung->max_angle_violation = s->max_angle_violation;
  rung->max_velocity_violation = s->max_velocity_violation;
  rung->max_angle_velocity_violation = s->max_angle_velocity_violation;
  rung->max_energy_error = s->max_energy_error;
}

static jn_status run_with_monitors(attempt *a, const jn_choices *choices, jn_rung *rung) {
  jn_report *report = jn_report_new(a->job->model->pool.alloc);
  a->run = report ? new_run(a->job, choices, report) : NULL;
  jn_status status = a->run ? walk(a, true) : report ? first_fault(report) : JN_NO_MEMORY;
  if (a->run) store_monitors(a->run, rung);
  if (status != JN_OK) store_reason(a, status, report, rung);
  else if (jni_verdict_end(a->run, rung->why, sizeof rung->why) != JN_OK) rung->word = jni_compare_word_of(JN_DIVERGED);
  a->run = jn_run_free(a->run);
  jn_report_free(report);
  return status;
}

// Stores the counts of a run in *rung; the run had no monitors, which would cost an evaluation per step.
static void store_counts(jn_run *run, jn_rung *rung) {
  jni_monitor_counts(run);
  const jn_summary *s = &run->summary;
  rung->steps = s->steps;
  rung->rejected = s->rejected;
  rung->evaluations = s->evaluations;
  rung->iterations = s->iterations;
  rung->factors = s->factors;
}

static jn_status run_by_clock(attempt *a, const jn_choices *choices, jn_rung *rung) {
  a->run = new_run(a->job, choices, NULL);
  if (!a->run) return JN_NO_MEMORY;
  double start = jni_cpu_clock();
  jn_status status = walk(a, false);
  double seconds = jni_cpu_clock() - start;
  if (status == JN_OK && !(rung->cpu_seconds <= seconds)) rung->cpu_seconds = seconds;
  if (status == JN_OK) store_counts(a->run, rung);
  if (status != JN_OK) store_reason(a, status, NULL, rung);
  a->run = jn_run_free(a->run);
  return status;
}

// Repeats the run up to `repeat` times and stores the least CPU time and the counts in *rung. A repetition after the
// first that exceeds the limit of CPU time does not count and is the last; JN_OK is returned. Otherwise returns the
// status of the last run.
static jn_status run_by_clocks(attempt *a, const jn_choices *choices, int repeat, jn_rung *rung) {
  jn_status status = JN_OK;
  for (int i = 0; status == JN_OK && i < repeat; i++) {
    jn_rung trial = *rung;
    status = run_by_clock(a, choices, &trial);
    if (i > 0 && a->slow) return JN_OK;
    *rung = trial;
  }
  return status;
}

double jni_compare_error(const jni_compare *job) {
  double most = 0;
  for (int k = 0; k < job->ntimes; k++) {
    for (int j = 0; j < job->noutputs; j++) {
      int i = k * job->noutputs + j;
      most = jni_larger(most, fabs(job->values[i] - job->reference[i]) / job->scales[j]);
    }
  }
  return isnan(most) ? HUGE_VAL : most;
}

jn_status jni_compare_rung(jni_compare *job, const jn_choices *choices, double limit, int repeat, jn_rung *rung) {
  attempt a = {.job = job, .deadline = jni_cpu_clock() + limit};
  *rung = (jn_rung){.step = jn_integrator_is_fixed(choices->integrator) ? choices->step : 0,
                    .tolerance = choices->tolerance,
                    .word = ""};
  jni_compare_unknown(rung);
  report_progress(job, 0);
  jn_status status = run_with_monitors(&a, choices, rung);
  if (status == JN_OK && job->scales) rung->error = jni_compare_error(job);
  if (status == JN_OK) status = run_by_clocks(&a, choices, repeat, rung);
  if (status == JN_OK && !rung->word[0] && rung->error > wrong_part) {
    rung->word = jni_word_wrong;
    jni_print(rung->why, sizeof rung->why, "the error is %.3g of the size of the outputs", rung->error);
  }
  return status;
}
