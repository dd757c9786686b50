// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// vehicle_run.h - what the parts of vehicle_bench share: a run by one method, from a start that is found once.
#ifndef JOUNCE_VEHICLE_RUN_H
#define JOUNCE_VEHICLE_RUN_H

#include <jounce/jounce.h>

typedef struct {
  const char *formulation, *variant, *coordinates, *integrator;
} vehicle_method;

void vehicle_say(const jn_report *report);  // to stderr
// step 0: the integrator chooses; tolerance 0: the model's. NULL: it was said why.
jn_run *vehicle_run_new(jn_model *model, const vehicle_method *m, double step, double tolerance, jn_report *report);
int vehicle_find_output(const jn_run *run, const char *name);  // 0: there is none
double *vehicle_copy_state(jn_run *run);                       // the caller frees it; NULL: no memory

// From `start` through nsteps points that are `step` apart; the values of outputs first .. first + n - 1 at each go to
// `values` unless it is NULL. Returns CPU seconds, NaN: it failed, and it was said why.
double vehicle_go(jn_run *run, const double *start, int nsteps, double step, int first, int n, double *values);

// ---- vehicle_driving.c
// One evaluation of the whole HMMWV and of the M2, driving. False: something failed.
bool vehicle_driving(int repeats);

#endif
