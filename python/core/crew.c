// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// crew.c - items of work for several threads. Each takes the next item that is left; what an item gives does not
// depend on who does it. The thread that calls does the work where it is the only one, and otherwise waits; it looks
// at signals.
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "core.h"

static const double look_every = 0.05;  // s, at signals
enum { CALLS_BETWEEN_LOOKS = 64 };      // at the clock

typedef struct {
  const pj_crew *crew;
  atomic_long next;
  atomic_bool stop;
  int working;  // threads that have not finished, under the lock
  pthread_mutex_t lock;
  pthread_cond_t done;
} shared;

struct pj_watch {
  shared *all;
  int number;
  pthread_t thread;
  bool alone;     // nobody else looks at signals
  int calls;      // since the clock was looked at
  double looked;  // when signals were, s
};

static double wall_clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void look(pj_watch *w) {
  double now = wall_clock();
  w->calls = 0;
  if (now - w->looked < look_every) return;
  if (!pj_go_on()) atomic_store(&w->all->stop, true);
  w->looked = wall_clock();
}

bool pj_watch_good(pj_watch *w) {
  if (w->alone && ++w->calls == CALLS_BETWEEN_LOOKS) look(w);
  return !atomic_load_explicit(&w->all->stop, memory_order_relaxed);
}

int pj_watch_worker(const pj_watch *w) { return w->number; }

static void *work(void *argument) {
  pj_watch *w = argument;
  shared *all = w->all;
  for (long i; !atomic_load(&all->stop) && (i = atomic_fetch_add(&all->next, 1)) < all->crew->n;)
    all->crew->work(all->crew->context, w, i);
  pthread_mutex_lock(&all->lock);
  all->working--;
  pthread_cond_signal(&all->done);
  pthread_mutex_unlock(&all->lock);
  return NULL;
}

// True: all have finished.
static bool wait_a_little(shared *all) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += (long)(look_every * 1e9);
  if (until.tv_nsec >= 1000000000) until.tv_sec++, until.tv_nsec -= 1000000000;
  pthread_mutex_lock(&all->lock);
  while (all->working > 0 && pthread_cond_timedwait(&all->done, &all->lock, &until) != ETIMEDOUT) continue;
  bool done = all->working == 0;
  pthread_mutex_unlock(&all->lock);
  return done;
}

static bool work_alone(shared *all) {
  pj_watch watch = {.all = all, .alone = true, .looked = wall_clock()};
  for (Py_ssize_t i = 0; i < all->crew->n && pj_watch_good(&watch); i++) all->crew->work(all->crew->context, &watch, i);
  return !atomic_load(&all->stop);
}

static bool work_together(shared *all, pj_watch *workers, int n) {
  bool good = true;
  int begun = 0;
  all->working = n;
  for (; begun < n; begun++) {
    workers[begun] = (pj_watch){.all = all, .number = begun};
    if (pthread_create(&workers[begun].thread, NULL, work, &workers[begun]) != 0) break;
  }
  pthread_mutex_lock(&all->lock);
  all->working -= n - begun;
  pthread_mutex_unlock(&all->lock);
  if (begun == 0) return work_alone(all);
  while (!wait_a_little(all))
    if (good && !pj_go_on()) good = false, atomic_store(&all->stop, true);
  for (int i = 0; i < begun; i++) pthread_join(workers[i].thread, NULL);
  return good;
}

bool pj_crew_run(const pj_crew *crew) {
  shared all = {.crew = crew};
  Py_ssize_t n = crew->threads < crew->n ? crew->threads : crew->n;
  pj_watch *workers = n > 1 || crew->beside ? calloc((size_t)n, sizeof *workers) : NULL;
  bool good;
  pthread_mutex_init(&all.lock, NULL), pthread_cond_init(&all.done, NULL);
  PyThreadState *unlocked = PyEval_SaveThread();
  good = workers ? work_together(&all, workers, (int)n) : work_alone(&all);
  PyEval_RestoreThread(unlocked);
  pthread_mutex_destroy(&all.lock), pthread_cond_destroy(&all.done);
  free(workers);
  return good;
}
