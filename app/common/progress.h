// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// progress.h - the progress bar of a run (terminals only) and its interruption by a signal.
#ifndef APP_PROGRESS_H
#define APP_PROGRESS_H

#include <jounce/jounce.h>

typedef struct {
  bool visible;       // standard error is a terminal
  bool drawn;         // a bar stands there now
  double start;       // simulated time at the start: a continued run does not begin at 0
  double last_drawn;  // wall clock of the run, s
} app_progress;

// From here on SIGINT, SIGTERM and SIGHUP end the run in good order; a second one ends the program at once.
void progress_catch_signals(void);
// True after such a signal.
bool progress_interrupted(void);
// Names a temporary folder and the files that may be in it: a second signal removes them before it ends the program.
// They have to stay until the folder is named no longer (folder NULL).
void progress_guard_folder(const char *folder, const char *const *files, int nfiles);
app_progress progress_begin(bool wanted);
double progress_clock(void);                             // s of wall time, from any start
bool progress_show(void *self, const jn_progress *now);  // for jn_run_options
// A line of text in the place of the bar, not drawn more often than the bar; false when a signal has come.
bool progress_line(app_progress *progress, double wall_seconds, const char *text);
void progress_erase(app_progress *progress);

#endif
