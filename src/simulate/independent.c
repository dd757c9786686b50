// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// independent.c - which joint variables are the unknowns of a run, for those who look at it.
#include "simulate/run.h"

int jn_run_nindependent(const jn_run *run) {
  return run->formulation->independent ? run->formulation->independent(run->formulation, -1, NULL, 0) : -1;
}

const char *jn_run_independent(const jn_run *run, int i, char *text, size_t size) {
  if (size > 0) text[0] = 0;
  if (size > 0 && run->formulation->independent) run->formulation->independent(run->formulation, i, text, size);
  return text;
}

int jn_run_ngroups(const jn_run *run) { return run->formulation->groups ? run->formulation->groups(run->formulation) : 0; }

void jn_run_tell_independent(const jn_run *run, jn_report *report) {
  if (run->formulation->independent && run->formulation->tell) run->formulation->tell(run->formulation, NULL, report);
}
