// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// summary.h - the summary of a run, as text and as JSON.
#ifndef APP_SUMMARY_H
#define APP_SUMMARY_H

#include "command.h"

typedef struct {
  const char *model, *file;  // name of the model and of its file
  jn_run *run;
  jn_status status;                     // status of the run; failures of plot and report do not change it
  const char *results, *plot, *report;  // files that were written; NULL: none
  int drawn, drawable;                  // number of outputs in the plot, and number of all outputs
  int visible;                          // number of outputs that are printed, without poses; 0: all
  jn_record *record;                    // record of the run, for JSON
} run_account;

// Prints how the equations are solved. title: label of the first line.
void print_choices(const char *title, const jn_choices *choices);
// Prints the independent variables and the groups of loops of formulation `reduced`, nothing for others. all: long
// lists, too.
void print_independent(jn_run *run, bool all);
void put_independent(app_json *out, jn_run *run);
void print_summary(const run_account *account, bool verbose);
void put_summary(app_json *out, const run_account *account);

#endif
