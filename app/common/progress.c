// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// progress.c - see progress.h.
#include "common/progress.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>

#include "common/system.h"

enum { BAR_WIDTH = 20, LINE_SIZE = 160 };

static const double first_after = 0.3, redraw_every = 0.1;  // time before the bar appears, and between two drawings, s

enum { MOST_GUARDED = 8, GUARDED_PATH = 512 };

// A signal handler may change only variables of this type. The first nguarded elements of guarded[] are the paths that
// a second signal removes: files, then their folder.
static volatile sig_atomic_t interrupted, nguarded;
static char guarded[MOST_GUARDED + 1][GUARDED_PATH];

// Sets `interrupted` and returns true at the first signal. At a second one removes the guarded files and their folder
// and returns false, so that the signal ends the program. Async-signal-safe.
static bool note_signal(void) {
  if (!interrupted) {
    interrupted = 1;
    return true;
  }
  for (int i = 0; i < nguarded; i++) system_remove(guarded[i]);
  if (nguarded > 0) system_remove_folder(guarded[nguarded - 1]);
  return false;
}

bool progress_interrupted(void) { return interrupted; }

void progress_guard_folder(const char *folder, const char *const *files, int nfiles) {
  nguarded = 0;
  if (!folder || nfiles > MOST_GUARDED) return;
  for (int i = 0; i < nfiles; i++) snprintf(guarded[i], GUARDED_PATH, "%s/%s", folder, files[i]);
  snprintf(guarded[nfiles], GUARDED_PATH, "%s", folder);
  nguarded = nfiles + 1;
}

void progress_catch_signals(void) { system_catch_signals(note_signal); }

app_progress progress_begin(bool wanted) { return (app_progress){.visible = wanted && system_draws_progress()}; }

double progress_clock(void) { return system_clock(); }

static void format_left(double seconds, char *text, size_t size) {
  if (!(seconds < 360000)) snprintf(text, size, "a long time left");
  else if (seconds >= 3600) snprintf(text, size, "%d:%02d h left", (int)seconds / 3600, (int)seconds / 60 % 60);
  else if (seconds >= 60) snprintf(text, size, "%d:%02d min left", (int)seconds / 60, (int)seconds % 60);
  else snprintf(text, size, "%.0f s left", seconds);
}

static int terminal_width(void) {
  int width = system_terminal_width(stderr);
  return width > 0 ? width : 80;
}

static void draw(app_progress *progress, const jn_progress *now) {
  double share = (now->time - progress->start) / (now->until - progress->start);
  if (!(share >= 0)) share = 0;
  if (share > 1) share = 1;
  int filled = (int)(share * BAR_WIDTH);
  char bar[BAR_WIDTH + 1], left[40], line[LINE_SIZE];
  for (int i = 0; i < BAR_WIDTH; i++) bar[i] = i < filled ? '#' : '.';
  bar[BAR_WIDTH] = 0;
  format_left(share > 0 ? now->wall_seconds * (1 - share) / share : HUGE_VAL, left, sizeof left);
  snprintf(line, sizeof line, "[%s] %3d %%  %.4g of %g s  %.3g x real time  %s", bar, (int)(share * 100), now->time,
           now->until, (now->time - progress->start) / now->wall_seconds, left);
  fprintf(stderr, "\r%.*s\033[K", terminal_width() - 1, line);
  fflush(stderr);
  progress->drawn = true;
  progress->last_drawn = now->wall_seconds;
}

bool progress_show(void *self, const jn_progress *now) {
  app_progress *progress = self;
  if (interrupted) return false;
  double due = progress->drawn ? progress->last_drawn + redraw_every : first_after;
  if (progress->visible && now->wall_seconds >= due) draw(progress, now);
  return true;
}

bool progress_line(app_progress *progress, double wall_seconds, const char *text) {
  if (interrupted) return false;
  double due = progress->drawn ? progress->last_drawn + redraw_every : first_after;
  if (!progress->visible || wall_seconds < due) return true;
  fprintf(stderr, "\r%.*s\033[K", terminal_width() - 1, text);
  fflush(stderr);
  progress->drawn = true;
  progress->last_drawn = wall_seconds;
  return true;
}

void progress_erase(app_progress *progress) {
  if (!progress->drawn) return;
  fputs("\r\033[K", stderr);
  fflush(stderr);
  progress->drawn = false;
}
