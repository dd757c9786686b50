// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// output_thread.h - a thread that calls the sinks and the progress function of a run that keeps pace with the clock.
// Rows and checkpoints reach it through a ring buffer, so that the stepping thread never waits.
#ifndef JNI_OUTPUT_THREAD_H
#define JNI_OUTPUT_THREAD_H

#include "realtime/platform.h"
#include "realtime/ring_buffer.h"
#include "simulate/run.h"

typedef struct {
  jn_sink sink;                  // sink of the run: passes everything on to `sinks`
  jn_sink *const *sinks;         // nsinks: owned by the caller
  int nsinks, nbegun;            // number of sinks; number of sinks whose begin was called
  int ncolumns, nposes, nblock;  // how many numbers a row, the poses of a row, and a checkpoint have
  bool buffered;                 // rows go through the ring; false: the stepping thread calls the sinks directly
  jni_ring ring;
  double *poses;   // nposes: poses of the next row, which the stepping thread has received
  double *record;  // record that the output thread has read from the ring
  long lost;       // number of rows that did not fit into the ring
  jni_thread *thread;
  _Atomic int failure;       // status of the first sink that failed
  _Atomic bool ending;       // true: the thread is to end when the ring is empty
  _Atomic bool interrupted;  // the progress function has returned false
  _Atomic double time;       // simulated time that the run has reached, s
  _Atomic long steps;
  bool (*progress)(void *context, const jn_progress *progress);
  void *progress_context;
  double until;  // end time of the run, s
  double begun;  // wall time at the start, s
} jni_output_thread;

// Replaces the sinks in the options of a run by one that passes rows and checkpoints on to the output thread, which
// calls the original ones; without sinks there is none. Removes the progress function, which the thread calls as well.
// sinks: memory for one pointer to a sink, which the options then refer to. Returns false if memory is short.
bool jni_output_thread_new(jni_output_thread *output, jni_pool *pool, jn_run_options *options, jn_sink **sinks);
// Allocates the ring buffer with `bytes` bytes, but at least room for a few records; 0: enough for all rows and
// checkpoints of the run, up to a limit. Returns false if memory is short.
bool jni_output_thread_reserve(jni_output_thread *output, jni_pool *pool, const jn_run *run, size_t bytes);
// Starts the output thread. Returns false if it cannot be started, because of short memory, no thread support, or a
// refusal of the system; the sinks are then called directly from the stepping thread.
bool jni_output_thread_start(jni_output_thread *output, jni_pool *pool);
// Waits until the output thread has passed on everything in the ring, and ends it.
void jni_output_thread_end(jni_output_thread *output);

#endif
