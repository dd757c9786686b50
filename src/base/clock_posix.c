// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// clock_posix.c - wall-clock and CPU time, for progress and limits. No computed result depends on them.
#include <time.h>

#include "base/base.h"

static double clock_of(clockid_t id) {
  struct timespec now;
  clock_gettime(id, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double jni_wall_clock(void) { return clock_of(CLOCK_MONOTONIC); }
double jni_cpu_clock(void) { return clock_of(CLOCK_THREAD_CPUTIME_ID); }
