// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// worker_threads.h - threads of the operating system for jn_crew_run (sweep.h), a lock for data that they share, and
// the number of processors. worker_threads_posix.c implements it for POSIX systems, worker_threads_windows.c for
// Windows; no other files contain threads that share work.
#ifndef JNI_STUDY_WORKER_THREADS_H
#define JNI_STUDY_WORKER_THREADS_H

#include "base/pool.h"

typedef struct jni_lock jni_lock;
// Returns a new lock; NULL: no memory. In builds without threads a lock does nothing.
jni_lock *jni_lock_new(const jn_alloc *alloc);
void *jni_lock_free(void *lock);
void jni_lock_enter(jni_lock *lock);
void jni_lock_leave(jni_lock *lock);
// Wakes a thread that is in jni_lock_wait.
void jni_lock_signal(jni_lock *lock);
// Leaves the lock, waits until jni_lock_signal is called, but at most `seconds`, and enters the lock again. Returns
// false if the time has passed.
bool jni_lock_wait(jni_lock *lock, double seconds);

typedef struct jni_worker jni_worker;
// Starts a thread that calls work(context), and returns it; NULL if memory is short or no thread can be started.
jni_worker *jni_worker_start(const jn_alloc *alloc, void (*work)(void *context), void *context);
// Waits until the thread has ended, and frees it.
void jni_worker_join(jni_worker *worker);

// Returns the number of processors, 1 to 1024; 1 in builds without threads.
int jni_processor_count(void);

#endif
