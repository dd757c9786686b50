// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// progress.h - progress bar on terminals, and interruption by signals.
#ifndef APP_PROGRESS_H
#define APP_PROGRESS_H

#include <jounce/jounce.h>

typedef struct {
  bool visible;       // standard error is a terminal
  bool drawn;         // a bar is on the screen
  double start;       // simulated time at the start, s; above 0 in continued runs
  double last_drawn;  // wall clock of the run at the last drawing, s
} app_progress;

// Makes SIGINT, SIGTERM and SIGHUP end the run with its results; a second signal ends the program at once.
void progress_catch_signals(void);
// Returns whether SIGINT, SIGTERM or SIGHUP has arrived.
bool progress_interrupted(void);
// Registers a temporary folder and its files, which a second signal removes before it ends the program. The names must
// stay valid until the call with folder NULL.
void progress_guard_folder(const char *folder, const char *const *files, int nfiles);
app_progress progress_begin(bool wanted);
double progress_clock(void);  // wall time from an arbitrary origin, s
// Draws the bar, at most ten times a second; for jn_run_options. self: an app_progress. Returns false after a signal.
bool progress_show(void *self, const jn_progress *now);
// Draws a line of text instead of the bar, as often as the bar. Returns false after a signal.
bool progress_line(app_progress *progress, double wall_seconds, const char *text);
void progress_erase(app_progress *progress);  // clears the line of the bar

#endif
