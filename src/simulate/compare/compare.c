// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compare.c - makes a comparison: lists the combinations, computes the reference, then runs each combination at all
// accuracies of its ladder.
#include "simulate/compare/compare.h"
#include "model/model.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { COOKIE = 0x6a6e };

jn_compare_options jn_compare_options_default(void) {
  return (jn_compare_options){.ladder = 5, .repeat = 3, .limit = 5, .total = 120, .cookie = COOKIE};
}

// Memory of a comparison: the result that the caller gets, and the pool that owns it and the job's data.
typedef struct {
  jni_pool pool;
  jn_comparison result;
} comparison_object;

void *jn_comparison_free(jn_comparison *comparison) {
  return comparison ? jni_object_free((char *)comparison - offsetof(comparison_object, result)) : NULL;
}

// ---- a combination ----------------------------------------------------------------------------------------------

static void find_best(jn_combination *c) {
  c->best = -1;
  for (int i = 0; i < c->nrungs; i++) {
    const jn_rung *rung = &c->rungs[i];
    if (rung->status != JN_OK || !isfinite(rung->error)) continue;
    if (c->best < 0 || rung->error < c->rungs[c->best].error) c->best = i;
  }
}

// Returns the index of the rung (accuracy) that is run as number `turn`: first that of the model itself, `own`, then
// coarser ones, then finer ones, as far as CPU time allows.
static int rung_in_order(int turn, int own) { return turn <= own ? own - turn : turn; }

static void skip_rung(const jn_choices *choices, jn_rung *rung) {
  *rung = (jn_rung){.step = jn_integrator_is_fixed(choices->integrator) ? choices->step : 0,
                    .tolerance = choices->tolerance,
                    .status = JN_INTERRUPTED,
                    .word = jni_word_slow};
  jni_compare_unknown(rung);
  snprintf(rung->why, sizeof rung->why, "the limit of CPU time was reached before this run");
}

static jn_status run_combination(jni_compare *job, jn_combination *c, jn_report *report) {
  jn_choices ladder[JNI_MOST_RUNGS];
  int own = 0, n = jni_compare_ladder(job, &c->choices, ladder, &own);
  c->rungs = jni_take(job->pool, (size_t)n, sizeof *c->rungs);
  if (!c->rungs) return jni_report_no_memory(report);
  c->nrungs = n;
  job->now = c->label;
  double now = jni_cpu_clock(), part = (job->cpu_end - now) / (job->result->planned - job->result->n);
  double deadline = now + fmin(job->options->limit, part);
  for (int turn = 0; turn < n; turn++) {
    int i = rung_in_order(turn, own);
    double left = deadline - jni_cpu_clock();
    if (left > 0) jni_compare_rung(job, &ladder[i], left, job->options->repeat, &c->rungs[i]);
    else skip_rung(&ladder[i], &c->rungs[i]);
    if (job->interrupted) return JN_INTERRUPTED;
    if (c->rungs[i].status == JN_NO_MEMORY) return jni_report_no_memory(report);
    if (turn == 0 && c->rungs[i].status == JN_REFUSED) {
      c->nrungs = 0;
      n = 0;
      c->line = c->rungs[i];
    }
  }
  if (n > 0) c->line = c->rungs[own];
  find_best(c);
  return JN_OK;
}

static jn_status run_all(jni_compare *job, jn_report *report) {
  jn_comparison *result = job->result;
  job->cpu_end = jni_cpu_clock() + job->options->total;
  for (; result->n < result->planned; result->n++) {
    jn_combination *c = &result->combinations[result->n];
    jn_status status = c->line.word[0] ? JN_OK : run_combination(job, c, report);
    if (status != JN_OK) return status;
  }
  return JN_OK;
}

// ---- comparison --------------------------------------------------------------------------------------------------

static jn_status check_options(const jn_compare_options *o, jn_report *report) {
  jn_status status = JN_OK;
  if (!(o->ladder >= 1 && o->ladder <= JNI_MOST_RUNGS))
    status =
        jn_report_fault(report, JN_BAD_ARGUMENT, "", "'ladder' is %d but must be 1 to %d", o->ladder, JNI_MOST_RUNGS);
  if (!(o->repeat >= 1 && o->repeat <= 1000))
    status = jn_report_fault(report, JN_BAD_ARGUMENT, "", "'repeat' is %d but must be 1 to 1000", o->repeat);
  if (!(o->limit > 0 && o->limit <= 1e9))
    status = jn_report_fault(report, JN_BAD_ARGUMENT, "", "'limit' is %g but must be a positive time", o->limit);
  if (!(o->total > 0))
    status = jn_report_fault(report, JN_BAD_ARGUMENT, "", "'total' is %g but must be a positive time", o->total);
  return status;
}

// Sets the result's outputs, scales and times to those of the job, whose memory they share.
static void share_with_result(jni_compare *job) {
  jn_comparison *result = job->result;
  result->outputs = (const char *const *)job->outputs;
  result->noutputs = job->noutputs;
  result->scales = job->scales;
  result->times = job->times;
  result->ntimes = job->ntimes;
}

static jn_status work(jni_compare *job, jn_report *report) {
  jn_comparison *result = job->result;
  result->reference_error = NAN;
  result->until = job->base.until;
  const char *name = jn_model_name(job->model);
  result->model = jni_pool_text(job->pool, name, strlen(name));
  if (!result->model) return jni_report_no_memory(report);
  jn_status status = jni_compare_list(job, report);
  if (status == JN_OK) status = jni_compare_outputs(job, report);
  if (status == JN_OK) status = jni_compare_reference(job, report);
  if (status == JN_OK) status = run_all(job, report);
  if (job->interrupted) status = JN_INTERRUPTED;
  result->status = status;
  return status;
}

jn_comparison *jn_compare(const jn_model *model, const jn_compare_options *options, jn_report *report) {
  const jn_compare_options usual = jn_compare_options_default();
  if (!options) options = &usual;
  JNI_ASSERT(model && options->cookie == COOKIE);
  jni_compare job = {.model = model, .options = options, .now = ""};
  job.base = options->choices ? *options->choices : model->choices;
  if (check_options(options, report) != JN_OK) return NULL;
  comparison_object *object = jni_object_new(model->pool.alloc, sizeof *object);
  if (!object) {
    jni_report_no_memory(report);
    return NULL;
  }
  job.pool = &object->pool;
  job.result = &object->result;
  jn_status status = work(&job, report);
  if (status == JN_OK || status == JN_INTERRUPTED) share_with_result(&job);
  else job.result = jn_comparison_free(job.result);
  return job.result;
}

int jn_compare_fastest(const jn_comparison *comparison, double error, int *rung) {
  JNI_ASSERT(comparison);
  int fastest = -1;
  double least = HUGE_VAL;
  for (int i = 0; i < comparison->n; i++) {
    const jn_combination *c = &comparison->combinations[i];
    for (int k = 0; k < c->nrungs; k++) {
      if (c->rungs[k].status != JN_OK || !(c->rungs[k].error <= error) || !(c->rungs[k].cpu_seconds < least)) continue;
      least = c->rungs[k].cpu_seconds;
      fastest = i;
      if (rung) *rung = k;
    }
  }
  return fastest;
}
