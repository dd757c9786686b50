// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// bench.c - the clock, timed calls, names of rows, and JSON.
#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static double clock_seconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double bench_cpu_seconds(void) { return clock_seconds(CLOCK_PROCESS_CPUTIME_ID); }
double bench_wall_seconds(void) { return clock_seconds(CLOCK_MONOTONIC); }

static double time_bundle(void (*call)(void *self), void *self, long calls) {
  const double before = bench_cpu_seconds();
  for (long i = 0; i < calls; i++) call(self);
  return bench_cpu_seconds() - before;
}

double bench_time_calls(void (*call)(void *self), void *self, double at_least, int repeats) {
  long calls = 1;
  double seconds = time_bundle(call, self, calls);  // warms up
  while (seconds < at_least && calls < 1L << 30) {
    calls *= 2;
    seconds = time_bundle(call, self, calls);
  }
  double best = seconds;
  for (int i = 1; i < repeats; i++) best = fmin(best, time_bundle(call, self, calls));
  return best / (double)calls;
}

bool bench_is_wanted(const bench_options *o, const char *engine) {
  return !o->engine || strcmp(o->engine, engine) == 0;
}

const char *bench_row_name(const bench_row *row, char *text, int size) {
  if (row->coordinates) snprintf(text, (size_t)size, "%s %s, %s", row->engine, row->coordinates, row->formulation);
  else snprintf(text, (size_t)size, "%s", row->engine);
  return text;
}

void bench_json_number(const char *name, double value, const char *end) {
  if (isfinite(value)) printf("\"%s\": %.6g%s", name, value, end);
  else printf("\"%s\": null%s", name, end);
}

void bench_json_text(const char *name, const char *text, const char *end) {
  printf("\"%s\": \"", name);
  for (; *text; text++)
    if (*text == '"' || *text == '\\') printf("\\%c", *text);
    else putchar((unsigned char)*text < 32 ? ' ' : *text);
  printf("\"%s", end);
}
