// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// execute.c - runs from the start (or a checkpoint) to the end, a failure or an interruption. In all cases the last
// accepted state gets its row, and every sink is ended.
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/assembly/closure.h"
#include "simulate/run.h"
#include "system/row_size.h"

static const double progress_period = 0.05;  // s of wall time

static jn_status call_progress(jn_run *run) {
  if (!run->options.progress) return JN_OK;
  double now = jni_wall_clock();
  if (now < run->wall_next) return JN_OK;
  run->wall_next = now + progress_period;
  jn_progress progress = {.time = jni_run_time(run),
                          .until = run->choices.until,
                          .wall_seconds = now - run->wall_start,
                          .steps = run->counts.steps};
  return run->options.progress(run->options.progress_context, &progress) ? JN_OK : JN_INTERRUPTED;
}

// ---- number of steps --------------------------------------------------------------------------------------------

enum { STEPS_BETWEEN_CHECKS = 100000 };
// The run fails if, at the present rate of progress, the time left would need more than this many times max_steps.
static const double hopeless = 10;

static const char *faster(const jn_run *run) {
  if (run->integrator->kind->fixed_step) return "a longer step is faster";
  if (run->integrator->kind->stiff) return "a larger tolerance is faster";
  return jn_integrator_is_built("bdf") ? "for stiff forces integrator 'bdf' or formulation 'ggl' needs fewer steps"
                                       : "for stiff forces formulation 'index3-projected' needs fewer steps";
}

static jn_status too_many(jn_run *run, const char *what) {
  jni_print(run->integrator->message, sizeof run->integrator->message,
            "%s, and 'max_steps' (--max-steps) allows %.6g; %s", what, run->choices.max_steps, faster(run));
  return JN_STEP_TOO_SMALL;
}

// Returns a failure before the first step if the run with fixed steps would need more than max_steps steps.
static jn_status check_planned_steps(jn_run *run) {
  const jn_choices *c = &run->choices;
  double steps = run->integrator->kind->fixed_step ? (c->until - run->state[0]) / c->step : 0;
  char what[96];
  if ((double)run->counts.steps + steps <= c->max_steps * (1 + 1e-9)) return JN_OK;
  jni_print(what, sizeof what, "the run needs %.6g steps", steps);
  return too_many(run, what);
}

// Returns a failure if max_steps steps were made, or, checked every STEPS_BETWEEN_CHECKS steps, if the time left would
// need far more steps than allowed.
static jn_status check_rate(jn_run *run) {
  double t = jni_run_time(run), steps = (double)run->counts.steps;
  char what[128];
  if (steps >= run->choices.max_steps && t < run->choices.until) {
    jni_print(what, sizeof what, "%.6g steps were taken up to t = %.9g s", steps, t);
    return too_many(run, what);
  }
  if (run->counts.steps % STEPS_BETWEEN_CHECKS != 0) return JN_OK;
  double remaining = (run->choices.until - t) / (t - run->rate_checked_at) * STEPS_BETWEEN_CHECKS;
  run->rate_checked_at = t;
  if (!(remaining > hopeless * run->choices.max_steps)) return JN_OK;  // also NaN, after a restart since the last check
  jni_print(what, sizeof what,
            "at the rate of the last %d steps, up to t = %.6g s, the remaining time needs %.2g steps",
            (int)STEPS_BETWEEN_CHECKS, t, remaining);
  return too_many(run, what);
}

// ---- steps ------------------------------------------------------------------------------------------------------

static jn_status observe(jn_run *run, double t_end) {
  jni_monitor_within_step(run, t_end);
  return jni_output_within_step(run, t_end);
}

// Updates the monitors at the last accepted step; returns JN_NOT_FINITE with a message if the state is not finite.
static jn_status update_monitors(jn_run *run) {
  jn_status status = jni_run_refresh(run);
  if (status != JN_OK) return status;
  if (!jni_all_finite(run->state, run->system->sizes.nstate)) {
    jni_print(run->integrator->message, sizeof run->integrator->message, "the motion is not finite after t = %.9g s",
              run->integrator->t_previous);
    return JN_NOT_FINITE;
  }
  return jni_monitor_step(run);
}

static jn_status one_step(jn_run *run, double target) {
  long before = run->counts.steps;
  int64_t row = run->next_row;
  run->unmonitored = true;
  jn_status status = jni_run_advance(run, target, observe);
  if (status != JN_OK) return status;
  bool monitored = jni_monitor_every_step(run) || run->next_row > row || jni_output_is_scheduled(run) ||
                   jni_checkpoint_is_scheduled(run);
  if (monitored) status = update_monitors(run);
  if (status == JN_OK) status = jni_output_at_step(run, false);
  if (status == JN_OK && run->counts.steps > before) status = check_rate(run);
  return status == JN_OK ? call_progress(run) : status;
}

// Writes a checkpoint and restarts from it, as a run does that is continued from this checkpoint. Returns the status of
// sinks and restart.
static jn_status save(jn_run *run) {
  jni_monitor_counts(run);
  jn_status status = jni_output_checkpoint(run);
  return status == JN_OK ? jni_run_continue(run, run->block + run->nblock - jni_history_size(run)) : status;
}

// ---- begin and end ----------------------------------------------------------------------------------------------

// Returns the end of a sentence, beginning with "; ", that says why the run has probably failed or what may help; "" if
// no reason can be found. It may be written to `text`.
static const char *advice(jn_run *run, jn_status status, char *text, size_t size) {
  if (run->cause_named) return "";
  int flat = jni_find_parallel_disc(run->system, run->formulation->work);
  if (flat >= 0) {
    snprintf(text, size, "; the disc of joint '%.40s' lies flat there", run->system->model->joints[flat].name);
    return text;
  }
  if (run->pivots.dipping) return "; the mechanism is at a singular configuration there";
  if (jni_monitor_near_singular(run)) return "; the mechanism is near a singular configuration there";
  if (status == JN_STEP_TOO_SMALL || !run->integrator->kind->fixed_step) return "";
  double step_ratio = jni_stiffness_step_ratio(run);
  snprintf(text, size, "; %s", step_ratio > 1 ? "try " : "the step may be too long");
  size_t used = strlen(text);
  if (step_ratio > 1) jni_stiffness_advise(run, step_ratio, text + used, size - used);
  else jni_monitor_velocity_advice(run, text + used, size - used);
  return text;
}

// Returns whether an omitted redundant equation contradicts the others, so that no step was possible, and writes a
// sentence to `why`. Accelerations do not show this at singular configurations, nor after one, where velocities may
// have drifted.
static bool contradicts(jn_run *run, jn_status status, char *why, size_t size) {
  bool numerical = status == JN_NO_CONVERGENCE || status == JN_STEP_TOO_SMALL || status == JN_SINGULAR;
  if (numerical && jni_verdict_write_contradiction(run, why, size)) return true;
  bool regular = !jni_monitor_near_singular(run) && run->summary.singular_passes == 0;
  int row = numerical && regular ? jni_verdict_contradiction(run) : -1;
  char name[JNI_SIGNAL_NAME_SIZE];
  if (row < 0) return false;
  jn_row_name(run->system, row, name, sizeof name);
  jni_print(why, size, "%s contradicts %.60s after t = %.6g s; change its motion, or remove the conflicting constraint",
            name, jni_mobility_others(run->mobility, row), run->state[0]);
  return true;
}

// Writes to summary.why the reason for which the run has ended before its end, and reports it as a fault unless it is
// an interruption or a sink has failed (by_sink), which has been reported. Does nothing for JN_OK and JN_DIVERGED.
static void explain(jn_run *run, jn_status status, bool by_sink) {
  jn_summary *s = &run->summary;
  const char *message = run->integrator->message;
  char text[160];
  if (status == JN_OK || status == JN_DIVERGED) return;
  if (status == JN_INTERRUPTED) jni_print(s->why, sizeof s->why, "interrupted at t = %.9g s", run->state[0]);
  else if (by_sink)
    jni_print(s->why, sizeof s->why, "the results could not be written after t = %.9g s", run->state[0]);
  else if (!contradicts(run, status, s->why, sizeof s->why)) {
    const char *more = advice(run, status, text, sizeof text);
    int left = (int)(sizeof s->why - 1 - strlen(more));
    snprintf(s->why, sizeof s->why, "%.*s%s", left, message[0] ? message : jn_status_text(status), more);
  }
  if (status != JN_INTERRUPTED && !by_sink) jn_report_fault(run->report, status, "", "%s", s->why);
}

// Ends the run with a status: writes the last row, judges the result, fills the summary, adds messages to the report,
// and ends the sinks. Returns the status, which may have become a failure.
static jn_status finish(jn_run *run, jn_status status) {
  jn_summary *s = &run->summary;
  bool by_sink = run->sink_begin_failed || status == JN_IO || status == JN_NO_MEMORY;
  if (run->unmonitored && !jni_monitor_every_step(run)) update_monitors(run);
  jn_status last = by_sink ? JN_OK : jni_output_at_step(run, true);
  if (status == JN_OK && last != JN_OK) {
    status = last;
    by_sink = true;
  }
  s->wall_seconds = jni_wall_clock() - run->wall_start;
  s->real_time_factor = s->wall_seconds > 0 ? (run->state[0] - run->begin_time) / s->wall_seconds : 0;
  if (status == JN_OK) status = jni_verdict_end(run, s->why, sizeof s->why);
  if (status == JN_DIVERGED) jn_report_fault(run->report, status, "", "%s", s->why);
  s->status = status;
  jni_monitor_counts(run);
  explain(run, status, by_sink);
  jni_monitor_end(run);
  jni_contacts_end(run);
  jn_status ended = jni_output_end(run, status);
  s->status = ended;
  return ended;
}

// ---- slices ----------------------------------------------------------------------------------------

bool jn_run_begin(jn_run *run, jn_report *report) {
  JNI_ASSERT(run);
  run->report = report;
  run->wall_start = jni_wall_clock();
  run->wall_next = run->wall_start + progress_period;
  jn_status status = jni_run_refresh(run);
  run->begin_time = run->state[0];
  if (status == JN_OK && !run->resumed) status = jni_monitor_step(run);
  bool begins = status == JN_OK;
  if (begins) status = jni_output_begin(run);
  run->sink_begin_failed = begins && status != JN_OK;
  // Writes the checkpoint of the start.
  if (status == JN_OK && !run->resumed && !run->stopped) status = save(run);
  if (status == JN_OK) status = check_planned_steps(run);
  run->slice_status = status;
  return jn_run_go(run, 0);
}

bool jn_run_go(jn_run *run, long steps) {
  JNI_ASSERT(run);
  for (long i = 0;; i++) {
    bool more = run->slice_status == JN_OK && !run->stopped && jni_run_time(run) < run->choices.until;
    if (!more || i == steps) return more;
    jn_status status = one_step(run, run->choices.until);
    if (status == JN_OK && !run->stopped && jni_checkpoint_is_scheduled(run)) {
      jni_checkpoint_schedule(run);
      status = save(run);
    }
    run->slice_status = status;
  }
}

jn_status jn_run_end(jn_run *run) {
  bool more = jn_run_go(run, 0);
  jn_status status = finish(run, more ? JN_INTERRUPTED : run->slice_status);
  run->report = NULL;
  return status;
}

jn_status jn_run_execute(jn_run *run, jn_report *report) {
  if (jn_run_begin(run, report)) jn_run_go(run, LONG_MAX);
  return jn_run_end(run);
}
