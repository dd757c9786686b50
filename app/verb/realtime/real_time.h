// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// real_time.h - `jounce run --real-time`: its options, its lists of signals, what it says afterwards.
#ifndef APP_REAL_TIME_H
#define APP_REAL_TIME_H

#include "command.h"

// Options that belong to --real-time without it, and values that are none.
jn_status real_time_check(app_command *command);
// The options as the library wants them; NULL with faults in the report.
jn_realtime *real_time_new(app_command *command, const jn_model *model, const jn_run_options *how);
// --signals: the lists of inputs and outputs, for those who write clients; as text, or members of a JSON object.
void print_signals(const jn_realtime *paced);
void put_signals(app_json *out, const jn_realtime *paced);

// Nothing for a run that was not paced.
void print_pace(const jn_pace *pace);
void put_pace(app_json *out, const jn_pace *pace);

#endif
