// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// system_clock.c - the monotonic clock of the system, and sleep. The only file that sleeps.
#include <time.h>

#include "realtime/platform.h"

#ifdef JNI_HAVE_REAL_TIME

bool jni_realtime_is_available(void) { return true; }

static int64_t now(void *self) {
  struct timespec t;
  (void)self;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void sleep_until(void *self, int64_t time) {
  struct timespec t = {.tv_sec = time / 1000000000, .tv_nsec = time % 1000000000};
  (void)self;
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);  // a signal ends the sleep early
}

jn_clock jni_system_clock(void) { return (jn_clock){.now = now, .sleep_until = sleep_until}; }

void jni_pause(int64_t ns) { sleep_until(NULL, now(NULL) + ns); }

#else

bool jni_realtime_is_available(void) { return false; }
jn_clock jni_system_clock(void) { return (jn_clock){0}; }
void jni_pause(int64_t ns) { (void)ns; }

#endif
