// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// thread.c - starts and joins a thread of POSIX.
#include "realtime/platform.h"

#ifdef JNI_HAVE_REAL_TIME

#include <pthread.h>

struct jni_thread {
  pthread_t id;
  void (*work)(void *context);
  void *context;
};

static void *begin(void *self) {
  jni_thread *thread = self;
  thread->work(thread->context);
  return NULL;
}

jni_thread *jni_thread_start(jni_pool *pool, void (*work)(void *context), void *context) {
  jni_thread *thread = jni_take(pool, 1, sizeof *thread);
  if (!thread) return NULL;
  thread->work = work;
  thread->context = context;
  return pthread_create(&thread->id, NULL, begin, thread) == 0 ? thread : jni_drop(pool, thread);
}

void jni_thread_join(jni_thread *thread) { pthread_join(thread->id, NULL); }

#else

jni_thread *jni_thread_start(jni_pool *pool, void (*work)(void *context), void *context) {
  (void)pool;
  (void)work;
  (void)context;
  return NULL;
}

void jni_thread_join(jni_thread *thread) { (void)thread; }

#endif
