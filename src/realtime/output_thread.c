// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// output_thread.c - see output_thread.h. The stepping thread writes rows to the ring, the output thread reads them and
// calls the sinks. If a sink fails, the next row of the run fails. A checkpoint is valid only with all rows before it,
// so that no checkpoint is passed on after a row was lost.
#include "realtime/output_thread.h"

#include <math.h>
#include <string.h>

enum { ROW, CHECKPOINT };
enum { MAX_BYTES = 64 * 1000 * 1000, MIN_RECORDS = 4 };
static const int64_t poll_interval = 5000000;  // time between two looks into the ring, ns

// ---- calls of the sinks -------------------------------------------------------------------------------------------

static jn_status pass_row(jni_output_thread *r, double time, const double *values, const double *poses) {
  jn_status status = JN_OK;
  for (int i = 0; i < r->nbegun && status == JN_OK; i++) {
    const jn_sink *sink = r->sinks[i];
    if (sink->poses) status = sink->poses(sink->self, poses);
    if (status == JN_OK && sink->row) status = sink->row(sink->self, time, values);
  }
  return status;
}

static jn_status pass_checkpoint(jni_output_thread *r, const double *block, int n) {
  jn_status status = JN_OK;
  for (int i = 0; i < r->nbegun && status == JN_OK; i++)
    if (r->sinks[i]->checkpoint) status = r->sinks[i]->checkpoint(r->sinks[i]->self, block, n);
  return status;
}

// ---- the sink of the run --------------------------------------------------------------------------------------------

static jn_status begin(void *self, const jn_run_header *header) {
  jni_output_thread *r = self;
  jn_status status = JN_OK;
  for (r->nbegun = 0; r->nbegun < r->nsinks && status == JN_OK; r->nbegun++)
    if (r->sinks[r->nbegun]->begin) status = r->sinks[r->nbegun]->begin(r->sinks[r->nbegun]->self, header);
  return status;
}

static jn_status keep_poses(void *self, const double *poses) {
  jni_output_thread *r = self;
  memcpy(r->poses, poses, (size_t)r->nposes * sizeof *poses);
  return JN_OK;
}

static jn_status take_row(void *self, double time, const double *values) {
  jni_output_thread *r = self;
  const jni_piece pieces[] = {{&time, 1}, {values, r->ncolumns}, {r->poses, r->nposes}};
  if (!r->buffered) return pass_row(r, time, values, r->poses);
  if (!jni_ring_push(&r->ring, ROW, pieces, 3)) r->lost++;
  return (jn_status)atomic_load_explicit(&r->failure, memory_order_relaxed);
}

static jn_status take_checkpoint(void *self, const double *block, int n) {
  jni_output_thread *r = self;
  const jni_piece piece = {block, n};
  if (r->lost > 0) return JN_OK;
  if (!r->buffered) return pass_checkpoint(r, block, n);
  jni_ring_push(&r->ring, CHECKPOINT, &piece, 1);
  return (jn_status)atomic_load_explicit(&r->failure, memory_order_relaxed);
}

static jn_status end(void *self, const jn_summary *summary) {
  jni_output_thread *r = self;
  jn_status worst = JN_OK;
  for (int i = 0; i < r->nbegun; i++) {
    jn_status ended = r->sinks[i]->end ? r->sinks[i]->end(r->sinks[i]->self, summary) : JN_OK;
    if (worst == JN_OK) worst = ended;
  }
  r->nbegun = 0;
  return worst;
}

// ---- the thread -----------------------------------------------------------------------------------------------------

// Passes all rows and checkpoints that are in the ring on to the sinks, in their order. After a sink has failed, stores
// its status in r->failure and drops the remaining ones.
static void pass_on(jni_output_thread *r) {
  for (;;) {
    int kind = jni_ring_pull(&r->ring, r->record);
    if (kind < 0) return;
    if (atomic_load(&r->failure) != JN_OK) continue;
    jn_status status = kind == ROW ? pass_row(r, r->record[0], r->record + 1, r->record + 1 + r->ncolumns)
                                   : pass_checkpoint(r, r->record, r->nblock);
    atomic_store(&r->failure, status);
  }
}

static void report_progress(jni_output_thread *r) {
  if (!r->progress) return;
  jn_progress now = {.time = atomic_load(&r->time),
                     .until = r->until,
                     .wall_seconds = jni_wall_clock() - r->begun,
                     .steps = atomic_load(&r->steps)};
  if (!r->progress(r->progress_context, &now)) atomic_store(&r->interrupted, true);
}

static void work(void *self) {
  jni_output_thread *r = self;
  for (bool last = false; !last;) {
    last = atomic_load(&r->ending);
    pass_on(r);
    if (last) return;
    report_progress(r);
    jni_pause(poll_interval);
  }
}

bool jni_output_thread_start(jni_output_thread *output, jni_pool *pool) {
  output->begun = jni_wall_clock();
  output->buffered = true;
  output->thread = jni_thread_start(pool, work, output);
  if (!output->thread) output->buffered = false;
  return output->thread != NULL;
}

void jni_output_thread_end(jni_output_thread *output) {
  if (output->thread) {
    atomic_store(&output->ending, true);
    jni_thread_join(output->thread);
  }
  output->thread = NULL;
  output->buffered = false;
}

// ---- construction ---------------------------------------------------------------------------------------------------

bool jni_output_thread_new(jni_output_thread *output, jni_pool *pool, jn_run_options *options, jn_sink **sinks) {
  jni_output_thread *r = output;
  r->sink = (jn_sink){.self = r, .begin = begin, .row = take_row, .checkpoint = take_checkpoint, .end = end};
  r->nsinks = options->nsinks;
  jn_sink **copy = jni_take(pool, (size_t)r->nsinks, sizeof *copy);
  if (!copy) return false;
  for (int i = 0; i < r->nsinks; i++) copy[i] = options->sinks[i];
  r->sinks = copy;
  for (int i = 0; i < r->nsinks; i++)
    if (r->sinks[i]->poses) r->sink.poses = keep_poses;
  r->progress = options->progress;
  r->progress_context = options->progress_context;
  sinks[0] = &r->sink;
  options->sinks = sinks;
  options->nsinks = r->nsinks > 0;
  options->progress = NULL;
  return true;
}

// Returns how many numbers the ring needs for all rows and checkpoints of a run, with the heads of their records.
static double count_numbers(const jni_output_thread *r, const jn_run *run) {
  const jn_choices *c = &run->choices;
  double duration = c->until - run->state[0], rows = duration / c->output_step + 2;
  double saves = c->checkpoint_step > 0 ? duration / c->checkpoint_step + 2 : MIN_RECORDS;
  return rows * (JNI_RING_HEAD + 1 + r->ncolumns + r->nposes) + saves * (JNI_RING_HEAD + r->nblock);
}

bool jni_output_thread_reserve(jni_output_thread *output, jni_pool *pool, const jn_run *run, size_t bytes) {
  jni_output_thread *r = output;
  r->until = run->choices.until;
  r->ncolumns = jn_run_noutputs(run);
  r->nposes = r->sink.poses ? JN_POSE * run->model->nbodies : 0;
  r->nblock = run->nblock;
  int largest = JNI_RING_HEAD + (r->nblock > 1 + r->ncolumns + r->nposes ? r->nblock : 1 + r->ncolumns + r->nposes);
  double numbers =
      bytes > 0 ? (double)(bytes / sizeof(double)) : fmin(count_numbers(r, run), MAX_BYTES / sizeof(double));
  double least = r->nsinks > 0 ? MIN_RECORDS * (double)largest : 1;
  r->poses = jni_doubles(pool, (size_t)r->nposes);
  r->record = jni_doubles(pool, (size_t)largest);
  return r->poses && r->record &&
         jni_ring_new(&r->ring, pool, (uint64_t)(r->nsinks > 0 ? fmax(numbers, least) : least));
}
