// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_worker_threads.c - each work item is done once, by a thread with its own number, for any number of threads and
// items; `watch` ends the work; without memory the caller does all items.
#include <jounce/sweep.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "memory.h"

enum { MOST = 500, THREADS = 8 };

typedef struct {
  atomic_int done[MOST], inside[THREADS + 1];
  atomic_bool overlap, wrong, endless;
  atomic_long ndone;
  int looks;
} scene;

static void sleep_a_little(void) { nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL); }

static void work(void *context, jn_crew_member *member, long item) {
  scene *s = context;
  int number = jn_crew_number(member);
  if (number < 0 || number >= THREADS || item < 0 || item >= MOST) {
    atomic_store(&s->wrong, true);
    return;
  }
  if (atomic_fetch_add(&s->inside[number], 1) != 0) atomic_store(&s->overlap, true);
  while (atomic_load(&s->endless) && jn_crew_goes_on(member)) sleep_a_little();
  atomic_fetch_add(&s->done[item], 1);
  atomic_fetch_add(&s->ndone, 1);
  atomic_fetch_sub(&s->inside[number], 1);
}

static bool watch_on(void *context) { return ++((scene *)context)->looks > 0; }
static bool watch_end(void *context) { return ++((scene *)context)->looks < 2; }

static void check_all(scene *s, long n) {
  CHECK(s->ndone == n && !s->overlap && !s->wrong);
  for (long i = 0; i < n; i++) CHECK(s->done[i] == 1);
}

static void test_every_item_once(void) {
  static const long counts[] = {0, 1, 2, 7, MOST};
  for (int threads = 1; threads <= THREADS; threads++)
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
      for (int how = 0; how < 3; how++) {
        scene s;
        memset(&s, 0, sizeof s);
        const jn_crew crew = {.context = &s,
                              .work = work,
                              .n = counts[i],
                              .threads = threads,
                              .watch = how > 0 ? watch_on : NULL,
                              .beside = how == 2};
        CHECK(jn_crew_run(NULL, &crew));
        check_all(&s, counts[i]);
      }
}

// Items that would never end are given up when the watch says so, and the others are not begun.
static void test_watch_ends_it(void) {
  for (int threads = 1; threads <= 3; threads++)
    for (int beside = 0; beside < 2; beside++) {
      scene s;
      memset(&s, 0, sizeof s);
      atomic_store(&s.endless, true);
      const jn_crew crew = {
          .context = &s, .work = work, .n = MOST, .threads = threads, .watch = watch_end, .beside = beside};
      CHECK(!jn_crew_run(NULL, &crew) && s.looks == 2 && s.ndone >= 1 && s.ndone <= threads);
    }
}

static void test_without_memory(void) {
  memory_count d = {.fail_at = 1};
  const jn_alloc alloc = {counted_resize, &d};
  scene s;
  memset(&s, 0, sizeof s);
  const jn_crew crew = {.context = &s, .work = work, .n = MOST, .threads = 4};
  CHECK(jn_crew_run(&alloc, &crew));
  check_all(&s, MOST);
}

int main(void) {
  test_every_item_once();
  test_watch_ends_it();
  test_without_memory();
  return check_report();
}
