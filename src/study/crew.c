// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// crew.c - threads of POSIX; in builds without them the caller does all of the work.
#include "study/crew.h"

#include "jounce/sweep.h"

#ifdef JNI_HAVE_THREADS

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

struct jni_lock {
  const jn_alloc *alloc;
  pthread_mutex_t mutex;
};

jni_lock *jni_lock_new(const jn_alloc *alloc) {
  jni_lock *lock = jni_alloc0(alloc, 1, sizeof *lock);
  if (!lock) return NULL;
  lock->alloc = alloc;
  return pthread_mutex_init(&lock->mutex, NULL) == 0 ? lock : jni_free(alloc, lock);
}

void *jni_lock_free(void *self) {
  jni_lock *lock = self;
  if (!lock) return NULL;
  pthread_mutex_destroy(&lock->mutex);
  return jni_free(lock->alloc, lock);
}

void jni_lock_enter(jni_lock *lock) { pthread_mutex_lock(&lock->mutex); }
void jni_lock_leave(jni_lock *lock) { pthread_mutex_unlock(&lock->mutex); }

bool jn_can_sweep_threads(void) { return true; }

int jni_crew_processors(void) {
  long n = sysconf(_SC_NPROCESSORS_ONLN);
  return n > 1 ? n < 1024 ? (int)n : 1024 : 1;
}

typedef struct {
  pthread_t id;
  void (*work)(void *context, int member);
  void *context;
  int member;
} hand;

static void *begin(void *self) {
  const hand *h = self;
  h->work(h->context, h->member);
  return NULL;
}

// Signals are for the thread of the program.
static bool start(hand *h) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  bool started = pthread_create(&h->id, NULL, begin, h) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return started;
}

int jni_crew_work(const jn_alloc *alloc, int n, void (*work)(void *context, int member), void *context) {
  hand *hands = n > 1 ? jni_alloc0(alloc, (size_t)n, sizeof *hands) : NULL;
  int started = 1;
  for (; hands && started < n; started++) {
    hands[started] = (hand){.work = work, .context = context, .member = started};
    if (!start(&hands[started])) break;
  }
  work(context, 0);
  for (int i = 1; i < started; i++) pthread_join(hands[i].id, NULL);
  jni_free(alloc, hands);
  return started;
}

#else

struct jni_lock {
  const jn_alloc *alloc;
};

jni_lock *jni_lock_new(const jn_alloc *alloc) {
  jni_lock *lock = jni_alloc0(alloc, 1, sizeof *lock);
  if (lock) lock->alloc = alloc;
  return lock;
}

void *jni_lock_free(void *lock) { return lock ? jni_free(((jni_lock *)lock)->alloc, lock) : NULL; }
void jni_lock_enter(jni_lock *lock) { (void)lock; }
void jni_lock_leave(jni_lock *lock) { (void)lock; }

bool jn_can_sweep_threads(void) { return false; }
int jni_crew_processors(void) { return 1; }

int jni_crew_work(const jn_alloc *alloc, int n, void (*work)(void *context, int member), void *context) {
  (void)alloc, (void)n;
  work(context, 0);
  return 1;
}

#endif
