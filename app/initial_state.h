// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// initial_state.h - the model of the command line with its equations and its assembled start.
#ifndef APP_INITIAL_STATE_H
#define APP_INITIAL_STATE_H

#include "command.h"

typedef struct {
  jn_model *model;
  jn_choices choices;  // `auto` is resolved
  jn_system *system;   // NULL: the model has no valid equations, or an earlier step failed
  double *state;       // state at the start, after assembly; if assembly failed, its best approximation
  bool assemble_only;  // input: `start: equilibrium` of the file is ignored
  bool assembled;
  jn_equilibrium equilibrium;  // method NULL: the start is no equilibrium
  jn_assembly assembly;
} app_initial_state;

// Reads the model of the command line and calculates its start. Sets as many members of *start as it can, also on
// failure, with faults in the report; the caller must call initial_state_free in any case.
jn_status initial_state_load(app_command *command, app_initial_state *start);
// Calculates the start of start->model, which the caller has set, as above.
jn_status initial_state_calc(app_command *command, app_initial_state *start);
void initial_state_free(app_initial_state *start);

#endif
