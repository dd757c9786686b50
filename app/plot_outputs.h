// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// plot_outputs.h - the options --plot and --x of run, kinematics and inverse: a plot of outputs over time or over
// another output.
#ifndef APP_PLOT_OUTPUTS_H
#define APP_PLOT_OUTPUTS_H

#include "command.h"

// Adds the output of --x, unless it is time, to the probes, so that it is a column of the table. Refuses --x without
// --plot.
jn_status plot_outputs_check(app_command *command);
// Writes the plot of --plot with *n columns of the table. Removes the column of --x from `columns` and *n. Returns a
// fault if the table has no such column, or if no column is left.
jn_status plot_outputs_write(app_command *command, const jn_table *table, int *columns, int *n);

#endif
