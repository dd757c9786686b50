// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// loops.h - A02 of the IFToMM library, N four-bars side by side (N = 1 is the planar four-bar), in RK-4 steps of 1 ms.
//
// Every engine is asked for the same: make the model, then
//   time:   `repeats` runs of the same steps from the same start, nothing but stepping between the two looks at the
//           clock
//   error:  one more run, in which B0 is compared with the reference at a hundred times
// An engine that would need more than `budget` CPU seconds for one run is stopped at the time it has reached then.
#ifndef JOUNCE_BENCH_LOOPS_H
#define JOUNCE_BENCH_LOOPS_H

#include "bench.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  int N;         // loops
  double step;   // s
  double until;  // s
  int repeats;
  double budget;  // CPU seconds for one run
} loops_problem;

typedef struct {
  char version[32], settings[160];
  bool ok;
  char why[256];  // when not ok
  int coordinates, rows;
  double reached;       // s, less than `until` when the budget ran out
  long steps;           // in one run
  double cpu_per_step;  // s, best of the repeats
  double error_max;     // m, largest distance of B0 from the reference
  double error_end;     // m, at `reached`
  double violation;     // m, largest row of the position constraints
} loops_result;

typedef void loops_engine(const bench_row *row, const loops_problem *problem, loops_result *result);

loops_engine loops_jounce;
loops_engine loops_mujoco;   // where BENCH_HAVE_MUJOCO is defined
loops_engine loops_simbody;  // where BENCH_HAVE_SIMBODY is defined

// Angle of the cranks from +x: theta'' = -g ((N + 1)/2 + N) / ((N + 1)/3 + N) cos(theta), theta(0) = pi/2,
// theta'(0) = -1.
// Integrated by its Taylor series in extended precision; times must not go back between calls on one reference.
typedef struct {
  int N;
  double t;
  long double theta, rate;
} loops_reference;

loops_reference loops_reference_start(int N);
void loops_reference_at(loops_reference *reference, double t, double B0[2]);

// Compares B0 at time t and keeps the largest and the last distance.
void loops_compare(loops_reference *reference, double t, const double B0[2], loops_result *result);
// Keeps the time of one run when it is the best so far.
void loops_keep_time(loops_result *result, int repeat, double cpu_seconds, long steps);

// The table; false: Jounce failed.
bool loops_table(const bench_options *options);

#ifdef __cplusplus
}
#endif
#endif
