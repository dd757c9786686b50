// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// output_thread.h - a thread that calls the sinks and the progress function of a paced run. Rows and checkpoints reach
// it through a ring buffer, so that the stepping thread never waits.
#ifndef JNI_OUTPUT_THREAD_H
#define JNI_OUTPUT_THREAD_H

#include "realtime/platform.h"
#include "realtime/ring_buffer.h"
#include "simulate/run.h"

typedef struct {
  jn_sink sink;                  // sink of the run: passes everything on to `sinks`
  jn_sink *const *sinks;         // nsinks: owned by the caller
  int nsinks, nbegun;            // nbegun: sinks whose begin was called
  int ncolumns, nposes, nblock;  // numbers of a row, its poses and a checkpoint
  bool buffered;                 // rows go through the ring; false: sinks are called directly
  jni_ring ring;
  double *poses;   // nposes: poses of the next row, written by the stepping thread
  double *record;  // record that the output thread has read
  long lost;       // rows that did not fit into the ring
  jni_thread *thread;
  _Atomic int failure;       // status of the first sink that failed
  _Atomic bool ending;       // the thread ends when the ring is empty
  _Atomic bool interrupted;  // `progress` has returned false
  _Atomic double time;       // simulated time, s
  _Atomic long steps;
  bool (*progress)(void *context, const jn_progress *progress);
  void *progress_context;
  double until;  // end time of the run, s
  double begun;  // wall clock at the start, s
} jni_output_thread;

// Replaces sinks and progress function of the options by those of the output thread. `sinks`: memory for one sink.
// Returns false if memory ran out.
bool jni_output_thread_new(jni_output_thread *output, jni_pool *pool, jn_run_options *options, jn_sink **sinks);
// Allocates the ring: `bytes`; 0: enough for all rows and checkpoints of the run, up to a limit. Returns false if
// memory ran out.
bool jni_output_thread_reserve(jni_output_thread *output, jni_pool *pool, const jn_run *run, size_t bytes);
// Starts the thread. Returns false if it cannot be started: no memory, no thread support, or the system refused. The
// sinks are then called directly.
bool jni_output_thread_start(jni_output_thread *output, jni_pool *pool);
// Waits until everything in the ring has been passed on, and ends the thread.
void jni_output_thread_end(jni_output_thread *output);

#endif
