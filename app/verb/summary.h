// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// summary.h - the summary of a run, as text and as JSON.
#ifndef APP_SUMMARY_H
#define APP_SUMMARY_H

#include "command.h"

typedef struct {
  const char *model, *file;  // name of the model and of its file
  jn_run *run;
  jn_status status;                     // status of the run, which failures of plot and report do not change
  const char *results, *plot, *report;  // paths of files that were written; NULL: none
  int drawn, drawable;                  // number of outputs in the plot, and of all outputs that can be drawn
  int visible;                          // number of outputs that are printed, which excludes poses; 0: all
  jn_record *record;                    // record of the run, for JSON
} run_account;

// Prints by which methods the equations are solved, one line. title: label of the line.
void print_choices(const char *title, const jn_choices *choices);
// Prints the independent variables and the groups of loops of formulation `reduced`, nothing for others. all: long
// lists are printed completely.
void print_independent(jn_run *run, bool all);
void put_independent(app_json *out, jn_run *run);
void print_summary(const run_account *account, bool verbose);
void put_summary(app_json *out, const run_account *account);

#endif
