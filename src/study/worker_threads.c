// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// worker_threads.c - divides work items among threads. In builds without threads the calling thread does all of them.
#include "study/worker_threads.h"

#include <stdatomic.h>

#include "jounce/sweep.h"

static const double watch_interval = 0.05;  // time between two calls of `watch`, s
enum { CALLS_PER_CLOCK_READ = 64 };         // the clock is read at every so many calls of jn_crew_goes_on

typedef struct {
  const jn_alloc *alloc;
  const jn_crew *crew;
  atomic_long next;  // index of the next item that a thread takes
  atomic_bool stop;
  jni_lock *lock;
  int working;  // number of threads that have not finished; protected by the lock
} shared;

struct jn_crew_member {
  shared *all;
  int number;
  bool watches;       // this thread calls `watch`
  int calls;          // number of calls of jn_crew_goes_on since the clock was read last
  double watched_at;  // time of the last call of `watch`, s
  jni_worker *thread;
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

int jn_crew_number(const jn_crew_member *member) {
  JNI_ASSERT(member);
  return member->number;
}

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

static void begin(void *self) {
  jn_crew_member *member = self;
  shared *all = member->all;
  do_items(member);
  jni_lock_enter(all->lock);
  all->working--;
  jni_lock_signal(all->lock);
  jni_lock_leave(all->lock);
}

static bool start(jn_crew_member *member) {
  shared *all = member->all;
  jni_lock_enter(all->lock);
  member->thread = jni_worker_start(all->alloc, begin, member);
  if (member->thread) all->working++;
  jni_lock_leave(all->lock);
  return member->thread != NULL;
}

// Waits until all threads have finished their work, but at most watch_interval seconds. Returns false if some have not.
static bool wait_for_threads(shared *all) {
  double until = jni_wall_clock() + watch_interval, left = watch_interval;
  jni_lock_enter(all->lock);
  while (all->working > 0 && left > 0 && jni_lock_wait(all->lock, left)) left = until - jni_wall_clock();
  bool done = all->working == 0;
  jni_lock_leave(all->lock);
  return done;
}

// Divides the items among n threads and returns when all are done or `watch` has stopped the work. Without `watch` the
// calling thread is one of the n; otherwise it calls `watch` repeatedly while n other threads work. If the system
// starts fewer threads, these do all items; if none, the calling thread does.
static void work_in_threads(shared *all, jn_crew_member *members, int n) {
  const jn_crew *crew = all->crew;
  int first = crew->watch ? 0 : 1, end = first;
  for (; end < n; end++) {
    members[end] = (jn_crew_member){.all = all, .number = end};
    if (!start(&members[end])) break;
  }
  if (!crew->watch || end == first) work_in_caller(all);
  while (crew->watch && !wait_for_threads(all))
    if (!atomic_load(&all->stop) && !crew->watch(crew->context)) atomic_store(&all->stop, true);
  for (int i = first; i < end; i++) jni_worker_join(members[i].thread);
}

bool jn_crew_run(const jn_alloc *alloc, const jn_crew *crew) {
  JNI_ASSERT(crew && crew->work);
  shared all = {.alloc = alloc, .crew = crew};
  int n = crew->threads < crew->n ? crew->threads : (int)crew->n;
  bool threaded = jn_can_sweep_threads() && (n > 1 || (n == 1 && crew->watch && crew->beside));
  all.lock = threaded ? jni_lock_new(alloc) : NULL;
  jn_crew_member *members = all.lock ? jni_alloc0(alloc, (size_t)n, sizeof *members) : NULL;
  if (members) work_in_threads(&all, members, n);
  else work_in_caller(&all);
  jni_free(alloc, members);
  jni_lock_free(all.lock);
  return !atomic_load(&all.stop);
}
