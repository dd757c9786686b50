// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// clock_windows.c - wall-clock and CPU time on Windows.
#include <windows.h>

#include "base/base.h"

double jni_wall_clock(void) {
  LARGE_INTEGER now, per_second;
  QueryPerformanceCounter(&now);
  QueryPerformanceFrequency(&per_second);
  return (double)now.QuadPart / (double)per_second.QuadPart;
}

// Returns a time in seconds; FILETIME counts units of 100 ns.
static double seconds_of(FILETIME time) {
  return 1e-7 * (double)((uint64_t)time.dwHighDateTime << 32 | time.dwLowDateTime);
}

double jni_cpu_clock(void) {
  FILETIME created, exited, kernel, user;
  if (!GetThreadTimes(GetCurrentThread(), &created, &exited, &kernel, &user)) return 0;
  return seconds_of(kernel) + seconds_of(user);
}
