// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// progress.h - progress bar on terminals, and interruption by signals.
#ifndef APP_PROGRESS_H
#define APP_PROGRESS_H

#include <jounce/jounce.h>

typedef struct {
  bool visible;       // a bar is wanted, and standard error is a terminal on which it can be drawn
  bool drawn;         // a bar is on the screen
  double start;       // simulated time at which the run begins, s; above 0 in continued runs
  double last_drawn;  // wall time of the run at the last drawing, s
} app_progress;

// Installs signal handlers: the first SIGINT, SIGTERM or SIGHUP makes the run end and write its results; a second one
// ends the program at once.
void progress_catch_signals(void);
// Returns whether SIGINT, SIGTERM or SIGHUP has arrived.
bool progress_interrupted(void);
// Registers a temporary folder and nfiles files in it, which a second signal removes before it ends the program. folder
// NULL or more than eight files: none are registered any more.
void progress_guard_folder(const char *folder, const char *const *files, int nfiles);
app_progress progress_begin(bool wanted);
double progress_clock(void);  // wall time from an arbitrary origin, s
// Draws the bar, from 0.3 s on, at most ten times a second. A function for jn_run_options.progress; self: the
// app_progress. Returns false after a signal, which ends the run.
bool progress_show(void *self, const jn_progress *now);
// Draws a line of text in place of the bar, at most ten times a second. Returns false after a signal.
bool progress_line(app_progress *progress, double wall_seconds, const char *text);
void progress_erase(app_progress *progress);  // removes the bar from the screen

#endif
