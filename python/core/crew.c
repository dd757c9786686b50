// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// crew.c - items of work for several threads. Each takes the next item that is left; what an item gives does not depend on
// who does it. The thread that calls works too where it is the only one, and otherwise waits and looks at signals.
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "core.h"

static const double look_every = 0.05;  // s, at signals

typedef struct {
  const pj_crew *crew;
  atomic_long next;
  atomic_bool stop;
  int working;  // threads that have not finished, under the lock
  pthread_mutex_t lock;
  pthread_cond_t done;
} shared;

typedef struct {
  shared *all;
  int number;
  pthread_t thread;
} worker;

static double wall_clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void *work(void *argument) {
  worker *w = argument;
  shared *all = w->all;
  for (long i; !atomic_load(&all->stop) && (i = atomic_fetch_add(&all->next, 1)) < all->crew->n;)
    all->crew->work(all->crew->context, w->number, i);
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
  double looked = wall_clock();
  bool good = true;
  for (Py_ssize_t i = 0; good && i < all->crew->n; i++) {
    all->crew->work(all->crew->context, 0, i);
    if (wall_clock() - looked < look_every) continue;
    good = pj_go_on();
    looked = wall_clock();
  }
  return good;
}

static bool work_together(shared *all, worker *workers, int n) {
  bool good = true;
  int begun = 0;
  all->working = n;
  for (; begun < n; begun++) {
    workers[begun] = (worker){.all = all, .number = begun};
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
  worker *workers = n > 1 ? calloc((size_t)n, sizeof *workers) : NULL;
  bool good;
  pthread_mutex_init(&all.lock, NULL), pthread_cond_init(&all.done, NULL);
  Py_BEGIN_ALLOW_THREADS
  good = workers ? work_together(&all, workers, (int)n) : work_alone(&all);
  Py_END_ALLOW_THREADS
  pthread_mutex_destroy(&all.lock), pthread_cond_destroy(&all.done);
  free(workers);
  return good;
}
