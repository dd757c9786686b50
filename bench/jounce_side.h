// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// jounce_side.h - what the parts of the bench that run Jounce share, and what is measured of Jounce alone.
#ifndef JOUNCE_BENCH_SIDE_H
#define JOUNCE_BENCH_SIDE_H

#include <jounce/jounce.h>
#include <stdbool.h>
#include <stddef.h>

#include "bench.h"

typedef struct {
  jn_report *report;
  jn_model *model;
  jn_run *run;
  double *start;  // state at the start
} session;

void session_close(session *s);
// Reads a model with its settings; false: `why` says it, and all is closed.
bool session_read(session *s, const char *model, const jn_setting *settings, int nsettings, char *why, size_t size);
// Starts a run with these choices and probes.
bool session_start(session *s, const jn_choices *choices, const char *const *probes, int nprobes, char *why,
                   size_t size);
void session_fault(const session *s, char *why, size_t size);  // the first of the report
int session_find_output(const session *s, const char *name);   // -1: none
// Fixed steps from the start to `until`; how many were taken, or -1 when one failed. The state is not looked at in
// between.
long session_step_all(session *s, double until, double budget);

// Whether the library has such coordinates, and such a formulation in them; if not, `why` says it.
bool jounce_has(const bench_row *row, char *why, size_t size);
void jounce_choose(const bench_row *row, jn_choices *choices);

// ---- of Jounce alone -----------------------------------------------------------------------------------
typedef struct {
  bool ok;
  char why[256];
  double evaluation;  // CPU seconds for one evaluation of accelerations and multipliers, best of the repeats
  double step;        // CPU seconds for one RK-4 step, projected at every stage and step
  double error;       // largest |theta1 - reference| or |y2 - reference| at 10 s
} bench_spatial;

void bench_jounce_spatial(int repeats, bench_spatial *result);

// Wall seconds of `jounce run` on a small model as a process of its own, start-up included; best of the repeats, < 0:
// failed.
double bench_jounce_startup(int repeats);

#endif
