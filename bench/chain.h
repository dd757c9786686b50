// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// chain.h - forward dynamics of a chain of N links without loops: CPU time of one call, from positions and speeds to
// accelerations.
//
// Links of 1 m and 1 kg along their x axis, hinged end to end; in the plane all about z, in space about z and y in
// turn. Link i has its hinge i; angles, speeds and accelerations are those of the hinges. All engines evaluate the same
// state, which is far from straight. Error: the largest moment that the accelerations leave unbalanced in a hinge, over
// the largest of a chain held still; by Newton and Euler, link after link, in extended precision.
#ifndef JOUNCE_BENCH_CHAIN_H
#define JOUNCE_BENCH_CHAIN_H

#include "bench.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  int N;
  bool spatial;
  double at_least;  // CPU seconds of a bundle of calls
  int repeats;      // bundles
} chain_problem;

typedef struct {
  bool ok;
  char why[256], settings[160];
  double seconds;  // of a call
  double all;      // the engine's usual call, where it has more than what is needed; 0: none
  double error;
} chain_result;

// qdd: N accelerations of the hinges.
typedef void chain_engine(const bench_row *row, const chain_problem *problem, chain_result *result, double *qdd);

chain_engine chain_jounce;
chain_engine chain_mujoco;   // where BENCH_HAVE_MUJOCO is defined
chain_engine chain_simbody;  // where BENCH_HAVE_SIMBODY is defined

// The state: hinge i = 0 .. N - 1.
double chain_angle(int i);
double chain_rate(int i);
// Axis of hinge i in the axes of both links: 2 (z) or 1 (y).
int chain_axis(bool spatial, int i);
// Acceleration of gravity along x, y, z.
void chain_gravity(bool spatial, double g[3]);

// The table; false: Jounce failed.
bool chain_table(const bench_options *options);

#ifdef __cplusplus
}
#endif
#endif
