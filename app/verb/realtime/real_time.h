// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// real_time.h - `jounce run --real-time`: options, signals of packets, pace.
#ifndef APP_REAL_TIME_H
#define APP_REAL_TIME_H

#include "command.h"

// Refuses options of --real-time without it, and wrong values.
jn_status real_time_check(app_command *command);
// Makes the paced run of a model as the options of --real-time demand. Returns NULL with faults in the report.
jn_realtime *real_time_new(app_command *command, const jn_model *model, const jn_run_options *how);
// Print the inputs and outputs of packets for --signals, for authors of clients.
void print_signals(const jn_realtime *paced);
void put_signals(app_json *out, const jn_realtime *paced);

// Print how a paced run kept up with the clock; nothing for a run without --real-time.
void print_pace(const jn_pace *pace);
void put_pace(app_json *out, const jn_pace *pace);

#endif
