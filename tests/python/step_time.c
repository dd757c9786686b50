// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step_time.c - what `step_to` of Python costs in C: step_time MODEL STEP N prints the least time of one call, in
// nanoseconds, over several rounds of N calls.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "jounce/simulate.h"

enum { ROUNDS = 15 };

static double thread_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static bool step_to(jn_run *run, double t) {
  while (jn_run_state(run)[0] < t)
    if (jn_run_step(run, t) != JN_OK) return false;
  return true;
}

static double round_time(jn_run *run, double step, int n) {
  double from = jn_run_state(run)[0], begin = thread_time();
  for (int i = 1; i <= n; i++)
    if (!step_to(run, from + i * step)) return HUGE_VAL;
  return (thread_time() - begin) / n;
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  jn_model *model = jn_model_read(NULL, argv[1], NULL, 0, NULL);
  jn_run *run = model ? jn_run_new(model, NULL, NULL) : NULL;
  double least = HUGE_VAL, step = atof(argv[2]);
  for (int i = 0; run && i < ROUNDS; i++) least = fmin(least, round_time(run, step, atoi(argv[3])));
  printf("%.1f\n", least * 1e9);
  jn_run_free(run);
  jn_model_free(model);
  return least < HUGE_VAL ? 0 : 1;
}
