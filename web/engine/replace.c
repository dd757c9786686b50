// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// replace.c - methods that need SUNDIALS are not in the page; others take their place, and the messages say so.
#include <stdio.h>
#include <string.h>

#include "inside.h"

bool je_lacks(const char *method) {
#ifdef __wasm__
  static const char *const absent[] = {"adams", "bdf", "ida", "ggl", "index1"};
  for (size_t i = 0; i < sizeof absent / sizeof *absent; i++)
    if (strcmp(method, absent[i]) == 0) return true;
#endif
  (void)method;
  return false;
}

static void replace(char *method, size_t size, const char *what, const char *by, const char *said, jn_report *report) {
  if (!je_lacks(method)) return;
  jn_report_warn(report, "", "%s '%s' is not in the page: %s takes its place", what, method, said);
  snprintf(method, size, "%s", by);
}

void je_replace(jn_choices *choices, jn_report *report) {
  replace(choices->formulation, sizeof choices->formulation, "formulation", "auto", "the default", report);
  replace(choices->integrator, sizeof choices->integrator, "integrator", "dopri5", "'dopri5'", report);
}
