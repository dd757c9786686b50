// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// jounce_side.h - what is measured of Jounce beside the problem that all engines share.
#ifndef JOUNCE_BENCH_SIDE_H
#define JOUNCE_BENCH_SIDE_H

#include <stdbool.h>

typedef struct {
  bool ok;
  char why[256];
  double evaluation;  // CPU seconds for one evaluation of accelerations and multipliers, best of the repeats
  double step;        // CPU seconds for one RK-4 step, projected at every stage and step
  double error;       // largest |theta1 - reference| or |y2 - reference| at 10 s
} bench_spatial;

void bench_jounce_spatial(int repeats, bench_spatial *result);

// Wall seconds of `jounce run` on a small model as a process of its own, start-up included; best of the repeats, < 0: failed.
double bench_jounce_startup(int repeats);

#endif
