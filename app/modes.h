// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// modes.h - what `jounce modes` has found, for its text, its JSON and its pictures.
#ifndef APP_MODES_H
#define APP_MODES_H

#include "progress.h"
#include "start.h"

enum { MOST_POINTS = 2000 };  // of a sweep

// Where the equations are linearised, from --at.
typedef enum { AT_START, AT_EQUILIBRIUM, AT_TIME } app_where;

typedef struct {
  app_where where;
  double time;              // of AT_TIME, s
  const char *coordinates;  // as typed, "cartesian" when not
  bool (*progress)(void *context, const jn_progress *now);  // of the run to AT_TIME
  void *progress_context;
} app_modes_at;

typedef struct {
  app_start start;
  double time;              // reached, s
  jn_linear *linear;
  jn_modes *modes;
} app_modes;

// Goes as far as it can; modes_free is due in any case.
jn_status modes_make(app_command *command, const app_modes_at *at, app_modes *found);
void modes_free(app_modes *found);
// How many eigenvalues grow, pairs twice; what the error of A may make of the fastest does not count.
int modes_growing(const app_modes *found);

// ---- over a parameter ------------------------------------------------------------------------------------
typedef struct {
  double value;             // of the parameter
  int growing, zeros;
  double *re, *im;          // n; pairs by the upper one
  int n;
} app_point;

typedef struct {
  char name[128];           // of the parameter
  char title[128];          // of the model
  char unit[48];            // of the parameter, "": none was typed
  double from, to;
  int count;
  app_point *points;        // count
  double *changes;          // values at which the number of growing eigenvalues changes
  int *growing;             // nchanges: how many there are beyond
  int nchanges;
} app_sweep;

jn_status sweep_parse(app_command *command, const char *text, app_sweep *sweep);
// JN_INTERRUPTED: `count` is what was reached.
jn_status sweep_run(app_command *command, const app_modes_at *at, app_sweep *sweep);
void sweep_free(app_sweep *sweep);
void sweep_print(const app_sweep *sweep);

void put_modes(app_json *out, const app_modes *found, const app_modes_at *at, const char *name);
void put_sweep(app_json *out, const app_sweep *sweep, const char *name);

// ---- pictures: eigenvalues in the complex plane, of one state or of a sweep, and over the parameter of a sweep -------------
jn_status plot_modes(app_command *command, const jn_modes *modes, const char *title, const char *path);
jn_status plot_sweep(app_command *command, const app_sweep *sweep, const char *title, const char *path);
jn_status plot_locus(app_command *command, const app_sweep *sweep, const char *title, const char *path);

#endif
