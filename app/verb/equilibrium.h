// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium.h - results of `jounce equilibrium`, for its text, JSON and report.
#ifndef APP_EQUILIBRIUM_H
#define APP_EQUILIBRIUM_H

#include "initial_state.h"

typedef struct {
  app_initial_state start;  // start.state: the equilibrium
  double *before;           // state after assembly
  double *lambda, *vdot;
  double time;  // time at which the forces are evaluated, s
  jn_work *work;
  jn_equilibrium found;
  const char *report;  // file that was written; NULL: none
} app_equilibrium;

// Sets `values` to the values of a signal at the equilibrium, or `before` at the assembled start. Returns their number;
// 0: there is no such signal, or it has more than `most` values. dimension may be NULL.
int equilibrium_values(const app_equilibrium *result, const char *name, bool before, double *values, int most,
                       jn_dimension *dimension);
// Sets *push to the generalised force of a driver, coupling or gear. Returns false for other joints.
bool equilibrium_push(const app_equilibrium *result, int joint, double *push);
// Returns the angle by which a body in space is rotated from the assembled start, rad; -1: it has no orientation.
double equilibrium_rotation(const app_equilibrium *result, int body);
void put_equilibrium(app_json *out, const app_equilibrium *result, const char *name);

#endif
