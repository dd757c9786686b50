// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// worker_threads.h - the lock by which threads share data, beside jn_crew_run (sweep.h) by which they share work.
#ifndef JNI_STUDY_WORKER_THREADS_H
#define JNI_STUDY_WORKER_THREADS_H

#include "base/pool.h"

typedef struct jni_lock jni_lock;
jni_lock *jni_lock_new(const jn_alloc *alloc);  // NULL: no memory
void *jni_lock_free(void *lock);
void jni_lock_enter(jni_lock *lock);
void jni_lock_leave(jni_lock *lock);

int jni_processor_count(void);

#endif
