// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// plot_outputs.c - see plot_outputs.h.
#include "plot_outputs.h"

#include <string.h>

#include "common/text.h"

jn_status plot_outputs_check(app_command *command) {
  app_options *o = &command->options;
  if (!o->x) return JN_OK;
  if (!o->plot) return usage_fault(command, "--x is the horizontal axis of a plot: give --plot FILE.svg, too");
  if (strcmp(o->x, "time") == 0 || text_list_add(&o->probes, o->x, strlen(o->x))) return JN_OK;
  return jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for the outputs");
}

jn_status plot_outputs_write(app_command *command, const jn_table *table, int *columns, int *n) {
  const app_options *o = &command->options;
  int x = o->x ? jn_table_find(table, o->x) : 0;
  if (x < 0) return usage_fault(command, "--x takes one column, but '%s' has several components", o->x);
  int kept = 0;
  for (int i = 0; i < *n; i++)
    if (columns[i] != x) columns[kept++] = columns[i];
  *n = kept;
  if (*n == 0) return usage_fault(command, "--plot has nothing to plot: there are no outputs; add some with --probe");
  jn_plot_options how = jn_plot_options_default();
  how.title = jn_table_title(table);
  char *svg = jn_plot_table(NULL, table, x, columns, *n, &how);
  if (!svg) return jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for the plot");
  jn_status status = jn_text_write(o->plot, svg, command->report);
  jn_text_free(NULL, svg);
  return status;
}
