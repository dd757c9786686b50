// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// output_thread.h - what leaves a paced run goes through a ring to a thread of its own, which calls sinks and progress.
#ifndef JNI_OUTPUT_THREAD_H
#define JNI_OUTPUT_THREAD_H

#include "realtime/platform.h"
#include "realtime/ring_buffer.h"
#include "simulate/run.h"

typedef struct {
  jn_sink sink;  // the only one of the run
  jn_sink *const *sinks;
  int nsinks, nbegun;
  int ncolumns, nposes, nblock;
  bool through;  // rows go through the ring; before and after the paced part they go straight on
  jni_ring ring;
  double *poses;   // that belong to the next row
  double *record;  // of the thread
  long lost;       // rows for which there was no room
  jni_thread *thread;
  _Atomic int failure;  // status of the first sink that failed
  _Atomic bool ending, interrupted;
  _Atomic double time;  // of the model
  _Atomic long steps;
  bool (*progress)(void *context, const jn_progress *progress);
  void *progress_context;
  double until, begun;  // s; on the clock of the wall
} jni_output_thread;

// The run's options, with the sinks and the progress of the courier in place of their own. `sinks` is room for one.
bool jni_output_thread_new(jni_output_thread *courier, jni_pool *pool, jn_run_options *options, jn_sink **sinks);
// Room for rows and checkpoints of the run: `bytes`, 0: for all of them, up to a limit. False: no memory.
bool jni_output_thread_reserve(jni_output_thread *courier, jni_pool *pool, const jn_run *run, size_t bytes);
bool jni_output_thread_start(jni_output_thread *courier, jni_pool *pool);  // the thread; false: there is none to have
void jni_output_thread_end(jni_output_thread *courier);                    // all that is in the ring has been passed on

#endif
