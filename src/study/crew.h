// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// crew.h - threads that share work, and the lock they share data by. crew.c is the only file of a study that knows how.
#ifndef JNI_STUDY_CREW_H
#define JNI_STUDY_CREW_H

#include "base/pool.h"

typedef struct jni_lock jni_lock;
jni_lock *jni_lock_new(const jn_alloc *alloc);  // NULL: no memory
void *jni_lock_free(void *lock);
void jni_lock_enter(jni_lock *lock);
void jni_lock_leave(jni_lock *lock);

int jni_crew_processors(void);
// work(context, k) for k = 0 ... n - 1, each in a thread of its own, the first in this one; returns when all are done.
// Threads that cannot be had are missing: the others must be able to do all of the work. Returns how many there were.
int jni_crew_work(const jn_alloc *alloc, int n, void (*work)(void *context, int member), void *context);

#endif
