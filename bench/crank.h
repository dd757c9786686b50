// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// crank.h - spatial slider-crank over 5 s: for each engine the fastest setting whose crank angle is off by at most 1e-5
// rad.
//
// The angle is compared at 1, 2, 3, 4 and 5 s and the largest difference counts, so that a lucky hit at the end does
// not. Every engine has some ladders of settings (an integrator with ever smaller steps or tolerances); each is climbed
// until the error is reached, and the fastest of the rungs found is timed again.
#ifndef JOUNCE_BENCH_CRANK_H
#define JOUNCE_BENCH_CRANK_H

#include "bench.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { CRANK_LOOKS = 5, CRANK_UNTIL = 5 };

typedef struct {
  double wanted;  // rad
  double budget;  // CPU seconds of a run, after which a ladder ends
  int repeats;
} crank_problem;

typedef struct {
  bool ok;             // reached
  char why[256];       // if not
  char settings[160];  // of the fastest
  double seconds;      // CPU seconds of the 5 s
  double error;        // rad
} crank_result;

typedef struct {
  const char *name;
  double coarse, fine, factor;  // of the step or the tolerance; factor < 1
} crank_ladder;

// One run with a rung of a ladder: CPU seconds and the largest error. False: it failed.
typedef bool crank_run(void *self, int ladder, double value, double *seconds, double *error);

typedef void crank_engine(const bench_row *row, const crank_problem *problem, crank_result *result);

crank_engine crank_jounce;
crank_engine crank_mujoco;   // where BENCH_HAVE_MUJOCO is defined
crank_engine crank_simbody;  // where BENCH_HAVE_SIMBODY is defined

void crank_search(const crank_problem *problem, const crank_ladder *ladders, int nladders, crank_run *run, void *self,
                  crank_result *result);

// The exact angle after k + 1 seconds, k = 0 .. CRANK_LOOKS - 1.
double crank_angle(int k);
// Where the mechanism starts: slider, heading and elevation of the rod, R = Rz(heading) Ry(elevation); and speeds of
// crank, slider, heading and elevation.
typedef struct {
  double x, heading, elevation, speeds[4];
} crank_start;
crank_start crank_at_start(void);

// The table; false: Jounce failed.
bool crank_table(const bench_options *options);

#ifdef __cplusplus
}
#endif
#endif
