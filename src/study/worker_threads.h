// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// worker_threads.h - lock for data that the worker threads of jn_crew_run (sweep.h) share, and the number of
// processors.
#ifndef JNI_STUDY_WORKER_THREADS_H
#define JNI_STUDY_WORKER_THREADS_H

#include "base/pool.h"

typedef struct jni_lock jni_lock;
// Returns NULL if memory ran out. In builds without threads a lock does nothing.
jni_lock *jni_lock_new(const jn_alloc *alloc);
void *jni_lock_free(void *lock);
void jni_lock_enter(jni_lock *lock);
void jni_lock_leave(jni_lock *lock);

// Returns the number of processors, 1 to 1024; 1 in builds without threads.
int jni_processor_count(void);

#endif
