// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// initial_state.h - a model of the command line, brought to its assembled start: what `check` and `assemble` look at.
#ifndef APP_INITIAL_STATE_H
#define APP_INITIAL_STATE_H

#include "command.h"

typedef struct {
  jn_model *model;
  jn_choices choices;  // settled
  jn_system *system;   // NULL: the model was not good enough for equations
  double *state;       // after assembly; the best that was found when it failed
  bool unsettled;      // asked for: assembled only, whatever the file says about the start
  bool assembled;
  jn_equilibrium equilibrium;  // method NULL: the start is no equilibrium
  jn_assembly assembly;
} app_start;

// Goes as far as it can; faults are in the report. start_free is due in any case.
jn_status start_make(app_command *command, app_start *start);
jn_status start_find(app_command *command, app_start *start);  // with a model that is there already
void start_free(app_start *start);

#endif
