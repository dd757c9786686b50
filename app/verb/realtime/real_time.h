// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// real_time.h - `jounce run --real-time`: options, signals of packets, pace.
#ifndef APP_REAL_TIME_H
#define APP_REAL_TIME_H

#include "command.h"

// Refuses, without --real-time, options that need it, --silence without --udp-in, and wrong values of these options.
jn_status real_time_check(app_command *command);
// Makes a run that keeps pace with the clock, as the options of --real-time ask. Returns NULL with faults in the
// report.
jn_realtime *real_time_new(app_command *command, const jn_model *model, const jn_run_options *how);
// These print, as text and as JSON, the inputs and outputs in packets (--signals), for authors of programs that
// exchange packets with the run.
void print_signals(const jn_realtime *paced);
void put_signals(app_json *out, const jn_realtime *paced);

// These print, as text and as JSON, how a run kept pace with the clock; nothing for a run without --real-time.
void print_pace(const jn_pace *pace);
void put_pace(app_json *out, const jn_pace *pace);

#endif
