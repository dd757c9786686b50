// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// courier.h - what leaves a paced run goes through a ring to a thread of its own, which calls sinks and progress.
#ifndef JNI_COURIER_H
#define JNI_COURIER_H

#include "realtime/ring.h"
#include "realtime/world.h"
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
} jni_courier;

// The run's options, with the sinks and the progress of the courier in place of their own. `sinks` is room for one.
bool jni_courier_new(jni_courier *courier, jni_pool *pool, jn_run_options *options, jn_sink **sinks);
// Room for rows and checkpoints of the run: `bytes`, 0: for all of them, up to a limit. False: no memory.
bool jni_courier_reserve(jni_courier *courier, jni_pool *pool, const jn_run *run, size_t bytes);
bool jni_courier_start(jni_courier *courier, jni_pool *pool);  // the thread; false: there is none to have
void jni_courier_end(jni_courier *courier);                    // all that is in the ring has been passed on

#endif
