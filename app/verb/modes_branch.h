// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// modes_branch.h - a sweep while it is made: lines from value to value (modes_branch.c), and what happens between two
// values (modes_event.c).
#ifndef APP_MODES_BRANCH_H
#define APP_MODES_BRANCH_H

#include "modes.h"

// One value: its point, and its modes for as long as neighbours are looked for.
typedef struct {
  double at;     // of the parameter
  bool between;  // it was not asked for
  app_point point;
  jn_modes *modes;
  int *lines;  // of each root
  int growing;
  double threshold;  // a root whose real part is above it grows
} app_value;

void value_free(app_value *value);  // not the point's numbers

typedef struct {
  jn_status (*solve)(void *context, app_value *value);  // at value->at
  void *context;
  app_sweep *sweep;
  jn_report *report;
  int spare;   // values between, for following, that may still be looked at
  int trials;  // values for finding changes and meetings that may
} app_follower;

// The first value: each root begins a line. The next one: lines go on from `left` to `right`; changes and meetings
// between them are found. Where `right` has roots at zero that its neighbours have not, its modes become those of a
// value just beside it.
jn_status branch_begin(app_follower *follower, app_value *first);
jn_status branch_go_on(app_follower *follower, const app_value *left, app_value *right);
// Numbers of branches and their labels, when all values are there.
jn_status branch_name(app_sweep *sweep, jn_report *report);

// ---- what both files need ----------------------------------------------------------------------------------------
jn_status branch_no_memory(jn_report *report);
// `array` is the address of a pointer.
bool branch_grow(void *array, int *capacity, int n, size_t size);
bool line_add(app_line *line, double value, double re, double im);
void root_at(const app_value *value, int root, double *re, double *im);
// A value between. JN_OK and no modes: the model cannot be made there, and nothing between will be looked at any more,
// which a warning tells.
jn_status branch_look(app_follower *follower, app_value *value);
// Changes and meetings between two values; to[r]: the root of `right` that root r of `left` has become, -1: none. All
// roots have their lines.
jn_status event_find(app_follower *follower, const app_value *left, const app_value *right, const int *to);

#endif
