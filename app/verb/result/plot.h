// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// plot.h - parts of `jounce plot`: results, columns, labels of the legend.
#ifndef APP_PLOT_H
#define APP_PLOT_H

#include "result_columns.h"

enum { MOST_RESULTS = JN_MOST_RECORDS, LABEL_SIZE = 160 };

typedef struct {
  app_command *command;
  int n;  // number of results
  const char *paths[MOST_RESULTS];
  jn_table *tables[MOST_RESULTS];
  char labels[MOST_RESULTS][LABEL_SIZE];
  const char **names;  // names of the columns that are drawn
  int nnames;
  bool cut;  // not all columns are drawn, because there are too many
} app_plot;

// ---- plot_legend.c
// Sets the labels of the results in the legend: the differences between their runs, or else the names of their files.
// Returns JN_NO_MEMORY with a fault on failure.
jn_status plot_make_labels(app_plot *plot);

#endif
