// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// plot_outputs.h - --plot of run and kinematics: columns over time, or over the output that --x names.
#ifndef APP_PLOT_OUTPUTS_H
#define APP_PLOT_OUTPUTS_H

#include "command.h"

// What --x names becomes a probe, so that it is a column of the table, and refused before anything is computed. Refuses
// --x without --plot.
jn_status plot_over_take(app_command *command);
// Draws the table's columns, without that of --x, into --plot; *n are drawn.
jn_status plot_over_write(app_command *command, const jn_table *table, int *columns, int *n);

#endif
