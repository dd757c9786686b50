// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium.h - what `jounce equilibrium` has found, for its text and for its JSON.
#ifndef APP_EQUILIBRIUM_H
#define APP_EQUILIBRIUM_H

#include "initial_state.h"

typedef struct {
  app_initial_state start;  // start.state: at rest
  double *before;           // the assembled start
  double *lambda, *vdot;
  double time;  // s
  jn_work *work;
  jn_equilibrium found;
  const char *report;  // written, NULL: none
} app_rest;

// Values of a signal at rest, or at the start; how many there are, 0: none of that name, or more than `most`. dimension
// may be NULL.
int rest_values(const app_rest *rest, const char *name, bool before, double *values, int most, jn_dimension *dimension);
// What a driver, coupling or gear pushes with along its row; false: the joint is none.
bool rest_push(const app_rest *rest, int joint, double *push);
// By how much a body of a model in space is turned from the start, rad; -1: it has no orientation.
double rest_turn(const app_rest *rest, int body);
void put_rest(app_json *out, const app_rest *rest, const char *name);

#endif
