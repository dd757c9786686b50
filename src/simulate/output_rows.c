// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// output_rows.c - computes output rows on the grid of `output` and samples, and passes rows, poses and checkpoints to
// the sinks.
#include <float.h>
#include <math.h>
#include <string.h>

#include "simulate/redundancy.h"
#include "simulate/run.h"
#include "system/event.h"

// Returns the largest difference between two times near t that counts as rounding, s.
static double rounding(double t) { return 8 * DBL_EPSILON * fabs(t); }

// ---- values -----------------------------------------------------------------------------------------------------

const double *jni_output_values(jn_run *run, const double *state, double *values) {
  jni_formulation *f = run->formulation;
  bool needs_acceleration = jn_probe_needs_acceleration(run->probe);
  if (needs_acceleration && f->acceleration(f, state, run->vdot, run->lambda) != JN_OK) {
    for (int i = 0; i < run->system->sizes.nv; i++) run->vdot[i] = NAN;
    for (int i = 0; i < run->system->sizes.nc; i++) run->lambda[i] = NAN;
  }
  if (needs_acceleration && run->share) {
    jni_stages_update(run->system, f->work, state);
    jni_share_apply(run->share, f->work, run->vdot, run->lambda);
  }
  jn_probe_calc(run->probe, f->work, state, needs_acceleration ? run->vdot : NULL,
                needs_acceleration ? run->lambda : NULL, values);
  return values;
}

// ---- sinks ------------------------------------------------------------------------------------------------------

static int count_faults(const jn_run *run) { return run->report ? jn_report_count(run->report, JN_FAULT) : 0; }

// If `status` is a failure and no fault was reported since there were faults_before faults, reports that `what` could
// not be written. Returns status.
static jn_status report_sink(jn_run *run, jn_status status, int faults_before, const char *what) {
  if (status != JN_OK && count_faults(run) == faults_before)
    jn_report_fault(run->report, status, "", "%s could not be written: %s", what, jn_status_text(status));
  return status;
}

static jn_status write_row(jn_run *run, double t, const double *state) {
  int before = count_faults(run);
  jn_status status = JN_OK;
  run->last_row_time = t;
  if (run->nbegun == 0) return JN_OK;
  jni_output_values(run, state, run->values);
  if (run->poses) jn_get_poses(run->system, run->formulation->work, run->poses);
  for (int i = 0; i < run->nbegun && status == JN_OK; i++) {
    const jn_sink *sink = run->options.sinks[i];
    if (sink->poses) status = sink->poses(sink->self, run->poses);
    if (status == JN_OK && sink->row) status = sink->row(sink->self, t, run->values);
  }
  return report_sink(run, status, before, "the results");
}

static void store_sample(jn_run *run, const double *state) {
  jni_output_values(run, state, run->samples + (size_t)run->next_sample * (size_t)jn_probe_count(run->probe));
  run->next_sample++;
}

jn_status jni_output_begin(jn_run *run) {
  jn_run_header header = {.model = jn_model_name(run->model),
                          .file = run->model->file,
                          .ncolumns = jn_probe_count(run->probe),
                          .names = run->names,
                          .dimensions = run->dimensions,
                          .units = run->units,
                          .nstate = run->nblock,
                          .choices = &run->choices,
                          .model_hash = run->model_hash,
                          .from = run->model,
                          .asked = run->options.asked,
                          .nasked = run->options.nasked};
  int before = count_faults(run);
  jn_status status = JN_OK;
  for (run->nbegun = 0; run->nbegun < run->options.nsinks && status == JN_OK; run->nbegun++) {
    const jn_sink *sink = run->options.sinks[run->nbegun];
    if (sink->begin) status = sink->begin(sink->self, &header);
  }
  status = report_sink(run, status, before, "the header of the results");
  return status == JN_OK && !run->resumed ? jni_output_at_step(run, true) : status;
}

jn_status jni_output_checkpoint(jn_run *run) {
  int before = count_faults(run);
  jn_status status = JN_OK;
  jni_block_write(run, run->block);
  for (int i = 0; i < run->options.nsinks && status == JN_OK; i++) {
    const jn_sink *sink = run->options.sinks[i];
    if (sink->checkpoint) status = sink->checkpoint(sink->self, run->block, run->nblock);
  }
  return report_sink(run, status, before, "a checkpoint");
}

jn_status jni_output_end(jn_run *run, jn_status status) {
  int before = count_faults(run);
  jn_status worst = JN_OK;
  for (int i = 0; i < run->nbegun; i++) {
    const jn_sink *sink = run->options.sinks[i];
    jn_status ended = sink->end ? sink->end(sink->self, &run->summary) : JN_OK;
    if (worst == JN_OK) worst = ended;
  }
  run->nbegun = 0;
  return status != JN_OK ? status : report_sink(run, worst, before, "the end of the results");
}

// ---- the grid ---------------------------------------------------------------------------------------------------

static double next_row_time(const jn_run *run) { return (double)run->next_row * run->choices.output_step; }
static double next_sample_time(const jn_run *run) {
  return run->next_sample < run->nsamples ? run->sample_times[run->next_sample] : HUGE_VAL;
}

jn_status jni_output_within_step(jn_run *run, double t_end) {
  double limit = t_end - rounding(t_end);
  for (;;) {
    double row = next_row_time(run), sample = next_sample_time(run), t = fmin(row, sample);
    if (!(t < limit)) return JN_OK;
    jn_status status = jni_run_interpolate(run, t, run->trial);
    if (status != JN_OK) return status;
    jni_redundancy_check_within(run, run->trial);
    if (sample == t) store_sample(run, run->trial);
    if (row == t) {
      status = write_row(run, t, run->trial);
      if (status != JN_OK) return status;
      run->next_row++;
    }
  }
}

bool jni_output_is_scheduled(const jn_run *run) {
  double t = jni_run_time(run);
  return next_row_time(run) <= t + rounding(t);
}

jn_status jni_output_at_step(jn_run *run, bool final) {
  bool any =
      final || jni_output_is_scheduled(run) || next_sample_time(run) <= jni_run_time(run) + rounding(jni_run_time(run));
  jn_status status = any ? jni_run_refresh(run) : JN_OK;
  if (!any) return JN_OK;
  double t = run->state[0], limit = t + rounding(t);
  while (status == JN_OK && next_sample_time(run) <= limit) store_sample(run, run->state);
  while (status == JN_OK && next_row_time(run) <= limit) {
    status = write_row(run, next_row_time(run), run->state);
    run->next_row++;
  }
  bool missing = !(fabs(run->last_row_time - t) <= rounding(t));
  return status == JN_OK && final && missing ? write_row(run, t, run->state) : status;
}
