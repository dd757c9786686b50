// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium.h - results of `jounce equilibrium`, for its text, JSON and report.
#ifndef APP_EQUILIBRIUM_H
#define APP_EQUILIBRIUM_H

#include "initial_state.h"

typedef struct {
  app_initial_state start;  // start.state is the equilibrium
  double *before;           // state after assembly, from which the equilibrium was searched
  double *lambda, *vdot;
  double time;  // time at which the forces are evaluated, s
  jn_work *work;
  jn_equilibrium found;
  const char *report;  // path of the report that was written; NULL: none
} app_equilibrium;

// Evaluates a signal at the equilibrium, or if `before` at the assembled start, into values[]. Returns how many values
// it has; 0: there is no such signal, or it has more than `most` values. Sets *dimension unless NULL.
int equilibrium_values(const app_equilibrium *result, const char *name, bool before, double *values, int most,
                       jn_dimension *dimension);
// Sets *push to the generalised force, N or N m, of joint `joint`, a driver, coupling or gear. Returns false for other
// joints.
bool equilibrium_push(const app_equilibrium *result, int joint, double *push);
// Returns the angle between the orientations of a body in space at the equilibrium and at the assembled start, rad; -1:
// the body has no orientation.
double equilibrium_rotation(const app_equilibrium *result, int body);
void put_equilibrium(app_json *out, const app_equilibrium *result, const char *name);

#endif
