// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// live_choices.c - see live_choices.h.
#include "common/live_choices.h"

#include <stdio.h>
#include <string.h>

void live_choose(jn_choices *choices, jn_report *report) {
  bool open = strcmp(choices->integrator, "auto") == 0;
  if (!open && !jn_integrator_is_fixed(choices->integrator)) {
    jn_report_warn(report, "",
                   "integrator '%s' has variable steps; runs that keep pace with the clock use fixed steps instead",
                   choices->integrator);
    snprintf(choices->integrator, sizeof choices->integrator, "auto");
    choices->step = 0;
  }
  if (!(choices->step > 0)) choices->step = 1e-3;
  choices->tolerance = jn_choices_default().tolerance;  // fixed steps have no tolerance
}
