// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// initial_state.c - see initial_state.h.
#include "initial_state.h"

#include <stdio.h>
#include <stdlib.h>

jn_status initial_state_load(app_command *command, app_initial_state *start) {
  start->model = load_model(command);
  return start->model ? initial_state_calc(command, start) : worst_fault(command, JN_BAD_MODEL, "reading the model");
}

jn_status initial_state_calc(app_command *command, app_initial_state *start) {
  load_choices(command, start->model, &start->choices);
  jn_status status = resolve_choices(command, start->model, &start->choices);
  if (status != JN_OK) return checked_status(command, status, "the choice of methods");
  // kinematics and inverse use cartesian coordinates, which do not support the armature of joints
  bool motion = command->verb->bit & (FOR_KINEMATICS | FOR_INVERSE);
  if (motion && jn_model_has_armature(start->model))
    snprintf(start->choices.coordinates, sizeof start->choices.coordinates, "joint");

  start->system = jn_system_new(start->model, start->choices.coordinates, command->report);
  if (!start->system) return worst_fault(command, JN_BAD_MODEL, "making the equations");
  start->state = calloc((size_t)jn_system_sizes(start->system).nstate, sizeof *start->state);
  if (!start->state)
    return jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for the state");

  if (start->assemble_only) snprintf(start->choices.start, sizeof start->choices.start, "assembly");
  status =
      jn_start(start->system, &start->choices, start->state, &start->assembly, &start->equilibrium, command->report);
  start->assembled = status == JN_OK;
  return checked_status(command, status, "the start");
}

void initial_state_free(app_initial_state *start) {
  free(start->state);
  jn_system_free(start->system);
  jn_model_free(start->model);
}
