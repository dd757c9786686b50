// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// worker_threads_posix.c - threads of POSIX. In builds without threads no thread starts and locks do nothing.
#include "study/worker_threads.h"

#include "jounce/sweep.h"

#ifdef JNI_HAVE_THREADS

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

bool jn_can_sweep_threads(void) { return true; }

int jni_processor_count(void) {
  long n = sysconf(_SC_NPROCESSORS_ONLN);
  return n > 1 ? n < 1024 ? (int)n : 1024 : 1;
}

// ---- locks --------------------------------------------------------------------------------------------------------

struct jni_lock {
  const jn_alloc *alloc;
  pthread_mutex_t mutex;
  pthread_cond_t signal;
};

jni_lock *jni_lock_new(const jn_alloc *alloc) {
  jni_lock *lock = jni_alloc0(alloc, 1, sizeof *lock);
  if (!lock) return NULL;
  lock->alloc = alloc;
  if (pthread_mutex_init(&lock->mutex, NULL) != 0) return jni_free(alloc, lock);
  if (pthread_cond_init(&lock->signal, NULL) == 0) return lock;
  pthread_mutex_destroy(&lock->mutex);
  return jni_free(alloc, lock);
}

void *jni_lock_free(void *self) {
  jni_lock *lock = self;
  if (!lock) return NULL;
  pthread_cond_destroy(&lock->signal);
  pthread_mutex_destroy(&lock->mutex);
  return jni_free(lock->alloc, lock);
}

void jni_lock_enter(jni_lock *lock) { pthread_mutex_lock(&lock->mutex); }
void jni_lock_leave(jni_lock *lock) { pthread_mutex_unlock(&lock->mutex); }
void jni_lock_signal(jni_lock *lock) { pthread_cond_signal(&lock->signal); }

bool jni_lock_wait(jni_lock *lock, double seconds) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  long ns = until.tv_nsec + (long)((seconds - (double)(time_t)seconds) * 1e9);
  until.tv_sec += (time_t)seconds + ns / 1000000000;
  until.tv_nsec = ns % 1000000000;
  return pthread_cond_timedwait(&lock->signal, &lock->mutex, &until) != ETIMEDOUT;
}

// ---- threads ------------------------------------------------------------------------------------------------------

struct jni_worker {
  const jn_alloc *alloc;
  pthread_t id;
  void (*work)(void *context);
  void *context;
};

static void *begin(void *self) {
  jni_worker *worker = self;
  worker->work(worker->context);
  return NULL;
}

// Starts a thread that blocks all signals, so that the threads of the program handle them.
jni_worker *jni_worker_start(const jn_alloc *alloc, void (*work)(void *context), void *context) {
  sigset_t every, before;
  jni_worker *worker = jni_alloc0(alloc, 1, sizeof *worker);
  if (!worker) return NULL;
  worker->alloc = alloc;
  worker->work = work;
  worker->context = context;
  sigfillset(&every);
  pthread_sigmask(SIG_SETMASK, &every, &before);
  bool started = pthread_create(&worker->id, NULL, begin, worker) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return started ? worker : jni_free(alloc, worker);
}

void jni_worker_join(jni_worker *worker) {
  pthread_join(worker->id, NULL);
  jni_free(worker->alloc, worker);
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
void jni_lock_signal(jni_lock *lock) { (void)lock; }
bool jni_lock_wait(jni_lock *lock, double seconds) {
  (void)lock;
  (void)seconds;
  return false;
}

jni_worker *jni_worker_start(const jn_alloc *alloc, void (*work)(void *context), void *context) {
  (void)alloc;
  (void)work;
  (void)context;
  return NULL;
}

void jni_worker_join(jni_worker *worker) { (void)worker; }

bool jn_can_sweep_threads(void) { return false; }
int jni_processor_count(void) { return 1; }

#endif
