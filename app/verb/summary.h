// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// summary.h - what is printed after a run, as text and as JSON.
#ifndef APP_SUMMARY_H
#define APP_SUMMARY_H

#include "command.h"

typedef struct {
  const char *model, *file;  // name of the model and of its file
  jn_run *run;
  jn_status status;                     // of the motion, without plot and report
  const char *results, *plot, *report;  // files written, NULL: none
  int drawn, drawable;                  // outputs in the plot, and all of them
  int visible;                          // outputs that are printed, without the poses; 0: all
  jn_record *record;                    // of what was run, for JSON
} run_account;

// Two lines: how the equations are (or will be) solved.
void print_choices(const char *title, const jn_choices *choices);
// The independent variables and the groups of loops of formulation 'reduced'; nothing for others. `all`: also where
// there are many.
void print_independent(jn_run *run, bool all);
void put_independent(app_json *out, jn_run *run);
void print_summary(const run_account *account, bool verbose);
void put_summary(app_json *out, const run_account *account);

#endif
