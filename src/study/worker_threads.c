// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// worker_threads.c - divides work items among POSIX threads. In builds without threads the caller does all of them.
#include "study/worker_threads.h"

#include <stdatomic.h>

#include "jounce/sweep.h"

#ifdef JNI_HAVE_THREADS

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
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

int jni_processor_count(void) {
  long n = sysconf(_SC_NPROCESSORS_ONLN);
  return n > 1 ? n < 1024 ? (int)n : 1024 : 1;
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
int jni_processor_count(void) { return 1; }

#endif

// ---- items --------------------------------------------------------------------------------------------------------

static const double watch_interval = 0.05;  // s between calls of `watch`
enum { CALLS_PER_CLOCK_READ = 64 };         // calls of jn_crew_goes_on

typedef struct {
  const jn_crew *crew;
  atomic_long next;  // item
  atomic_bool stop;
#ifdef JNI_HAVE_THREADS
  pthread_mutex_t mutex;
  pthread_cond_t done;
  int working;  // threads that have not finished, under the mutex
#endif
} shared;

struct jn_crew_member {
  shared *all;
  int number;
  bool watches;       // this thread calls `watch`
  int calls;          // of jn_crew_goes_on since the clock was read
  double watched_at;  // time of the last call of `watch`, s
#ifdef JNI_HAVE_THREADS
  pthread_t id;
#endif
};

bool jn_crew_goes_on(jn_crew_member *member) {
  JNI_ASSERT(member);
  shared *all = member->all;
  if (member->watches && ++member->calls == CALLS_PER_CLOCK_READ) {
    member->calls = 0;
    if (jni_wall_clock() - member->watched_at >= watch_interval) {
      if (!all->crew->watch(all->crew->context)) atomic_store(&all->stop, true);
      member->watched_at = jni_wall_clock();
    }
  }
  return !atomic_load_explicit(&all->stop, memory_order_relaxed);
}

int jn_crew_number(const jn_crew_member *member) { return JNI_ASSERT(member), member->number; }

static void do_items(jn_crew_member *member) {
  shared *all = member->all;
  while (jn_crew_goes_on(member)) {
    long item = atomic_fetch_add(&all->next, 1);
    if (item >= all->crew->n) return;
    all->crew->work(all->crew->context, member, item);
  }
}

static void work_in_caller(shared *all) {
  jn_crew_member self = {.all = all, .watches = all->crew->watch != NULL, .watched_at = jni_wall_clock()};
  do_items(&self);
}

#ifdef JNI_HAVE_THREADS

static void *begin(void *self) {
  jn_crew_member *member = self;
  shared *all = member->all;
  do_items(member);
  pthread_mutex_lock(&all->mutex);
  all->working--;
  pthread_cond_signal(&all->done);
  pthread_mutex_unlock(&all->mutex);
  return NULL;
}

// Starts a thread that blocks all signals: the threads of the program handle them.
static bool start(jn_crew_member *member) {
  sigset_t every, before;
  sigfillset(&every);
  pthread_sigmask(SIG_SETMASK, &every, &before);
  pthread_mutex_lock(&member->all->mutex);
  bool started = pthread_create(&member->id, NULL, begin, member) == 0;
  if (started) member->all->working++;
  pthread_mutex_unlock(&member->all->mutex);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return started;
}

// Waits until all threads have finished, at most watch_interval. Returns whether they have.
static bool wait_for_threads(shared *all) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += (long)(watch_interval * 1e9);
  if (until.tv_nsec >= 1000000000) {
    until.tv_sec++;
    until.tv_nsec -= 1000000000;
  }
  pthread_mutex_lock(&all->mutex);
  while (all->working > 0 && pthread_cond_timedwait(&all->done, &all->mutex, &until) != ETIMEDOUT) continue;
  bool done = all->working == 0;
  pthread_mutex_unlock(&all->mutex);
  return done;
}

// Divides the items among n threads. The calling thread is one of them, or calls `watch` beside n others.
static void work_in_threads(shared *all, jn_crew_member *members, int n) {
  const jn_crew *crew = all->crew;
  int first = crew->watch ? 0 : 1, end = first;
  pthread_mutex_init(&all->mutex, NULL);
  pthread_cond_init(&all->done, NULL);
  for (; end < n; end++) {
    members[end] = (jn_crew_member){.all = all, .number = end};
    if (!start(&members[end])) break;
  }
  if (!crew->watch || end == first) work_in_caller(all);
  while (crew->watch && !wait_for_threads(all))
    if (!atomic_load(&all->stop) && !crew->watch(crew->context)) atomic_store(&all->stop, true);
  for (int i = first; i < end; i++) pthread_join(members[i].id, NULL);
  pthread_mutex_destroy(&all->mutex);
  pthread_cond_destroy(&all->done);
}

#endif

bool jn_crew_run(const jn_alloc *alloc, const jn_crew *crew) {
  JNI_ASSERT(crew && crew->work);
  shared all = {.crew = crew};
#ifdef JNI_HAVE_THREADS
  int n = crew->threads < crew->n ? crew->threads : (int)crew->n;
  bool threaded = n > 1 || (n == 1 && crew->watch && crew->beside);
  jn_crew_member *members = threaded ? jni_alloc0(alloc, (size_t)n, sizeof *members) : NULL;
  if (members) work_in_threads(&all, members, n);
  else work_in_caller(&all);
  jni_free(alloc, members);
#else
  (void)alloc;
  work_in_caller(&all);
#endif
  return !atomic_load(&all.stop);
}
