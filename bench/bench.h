// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// bench.h - what the parts of jounce_bench share: the problem, what a measurement holds, the clock and the reference.
//
// The problem is A02 of the IFToMM library, N four-bars side by side (N = 1 is the planar four-bar: 9 coordinates, 8 rows).
// Every engine is asked for the same: make the model, then
//   time:   `repeats` runs of the same steps from the same start, nothing but stepping between the two looks at the clock
//   error:  one more run, in which B0 is compared with the reference at a hundred times
// An engine that would need more than `budget` CPU seconds for one run is stopped at the time it has reached then.
#ifndef JOUNCE_BENCH_H
#define JOUNCE_BENCH_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  int N;           // loops
  double step;     // s
  double until;    // s
  int repeats;
  double budget;   // CPU seconds for one run
} bench_problem;

typedef struct {
  const char *engine, *version, *settings;
  bool ok;
  char why[256];          // when not ok
  int coordinates, rows;
  double reached;         // s, less than `until` when the budget ran out
  long steps;             // in one run
  double cpu_per_step;    // s, best of the repeats
  double error_max;       // m, largest distance of B0 from the reference
  double error_end;       // m, at `reached`
  double violation;       // m, largest row of the position constraints
} bench_result;

typedef void bench_engine(const bench_problem *problem, bench_result *result);

bench_engine bench_jounce;
bench_engine bench_mujoco;   // where BENCH_HAVE_MUJOCO is defined
bench_engine bench_simbody;  // where BENCH_HAVE_SIMBODY is defined

double bench_cpu_seconds(void);   // of this process
double bench_wall_seconds(void);

// Angle of the cranks from +x: theta'' = -g ((N + 1)/2 + N) / ((N + 1)/3 + N) cos(theta), theta(0) = pi/2, theta'(0) = -1.
// Integrated by its Taylor series in extended precision; times must not go back between calls on one reference.
typedef struct {
  int N;
  double t;
  long double theta, rate;
} bench_reference;

bench_reference bench_reference_start(int N);
void bench_reference_at(bench_reference *reference, double t, double B0[2]);

// Compares B0 at time t and keeps the largest and the last distance.
void bench_compare(bench_reference *reference, double t, const double B0[2], bench_result *result);
// Keeps the time of one run when it is the best so far.
void bench_keep_time(bench_result *result, int repeat, double cpu_seconds, long steps);

#ifdef __cplusplus
}
#endif
#endif
