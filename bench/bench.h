// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// bench.h - what the parts of jounce_bench share: choices, clock, how calls are timed, how results are printed.
//
// Three problems, one header each: loops.h (N four-bars, time of a step), chain.h (chain of N links, time of forward
// dynamics), crank.h (spatial slider-crank, time to an error). main.c has the list of engines; each problem has one
// file for the table (loops.c, chain.c, crank.c) and one for each engine (jounce_chain.c, mujoco_chain.c,
// simbody_chain.cpp, ...).
#ifndef JOUNCE_BENCH_H
#define JOUNCE_BENCH_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// How much is measured. Tiny: a second or two in all, to see that everything works; its times mean nothing.
typedef enum { BENCH_TINY, BENCH_QUICK, BENCH_FULL } bench_effort;

typedef struct {
  bench_effort effort;
  bool json;
  const char *engine;   // only this one, NULL: all
  const char *problem;  // likewise
} bench_options;

// A row of a table: an engine, of Jounce by one of its choices (NULL for the others).
typedef struct {
  const char *engine, *coordinates, *formulation;
} bench_row;

double bench_cpu_seconds(void);  // of this process
double bench_wall_seconds(void);

// CPU seconds of one call: as many calls as fill `at_least` seconds, the best of `repeats` such bundles.
double bench_time_calls(void (*call)(void *self), void *self, double at_least, int repeats);

bool bench_is_wanted(const bench_options *options, const char *engine);
// "Jounce joint, reduced", "MuJoCo".
const char *bench_row_name(const bench_row *row, char *text, int size);

// ---- JSON ---------------------------------------------------------------------------------------------
void bench_json_number(const char *name, double value, const char *end);  // null where not finite
void bench_json_text(const char *name, const char *text, const char *end);

#ifdef __cplusplus
}
#endif
#endif
