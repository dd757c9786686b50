// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// modes_sweep.c - calculates eigenvalues over a parameter. The model is read again for each value.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "merged_messages.h"
#include "modes.h"

// ---- NAME=FROM:TO:COUNT ---------------------------------------------------------------------------------------------

static bool read_number(const char *text, size_t length, double *value, char unit[48]) {
  char number[64], what[200];
  jn_dimension dimension;
  bool has_unit;
  unit[0] = 0;
  if (length == 0 || length >= sizeof number) return false;
  memcpy(number, text, length);
  number[length] = 0;
  if (!jn_unit_parse(number, value, &dimension, &has_unit, what, sizeof what)) return false;
  if (has_unit) jn_unit_format(dimension, unit, 48);
  return true;
}

jn_status sweep_parse(app_command *command, const char *text, app_sweep *sweep) {
  const char *equals = strchr(text, '='), *first = equals ? strchr(equals, ':') : NULL,
             *second = first ? strchr(first + 1, ':') : NULL;
  double count = 0;
  char unit[48], none[48];
  bool good = second && equals > text && (size_t)(equals - text) < sizeof sweep->name &&
              read_number(equals + 1, (size_t)(first - equals - 1), &sweep->from, sweep->unit) &&
              read_number(first + 1, (size_t)(second - first - 1), &sweep->to, unit) &&
              read_number(second + 1, strlen(second + 1), &count, none);
  if (!good) return usage_fault(command, "--sweep is NAME=FROM:TO:COUNT, as speed=0:10:101, but got '%.100s'", text);
  if (sweep->unit[0] && unit[0] && strcmp(sweep->unit, unit) != 0)
    return usage_fault(command, "--sweep goes from %s to %s: these units do not match", sweep->unit, unit);
  if (!sweep->unit[0]) memcpy(sweep->unit, unit, sizeof unit);
  if (!(count >= 2 && count <= MOST_POINTS && count == floor(count)))
    return usage_fault(command,
                       "--sweep NAME=FROM:TO:COUNT takes a whole number from 2 to %d as COUNT, but got '%.60s'",
                       (int)MOST_POINTS, second + 1);
  if (!(sweep->from < sweep->to))
    return usage_fault(command, "--sweep goes from a smaller to a larger value, but got '%.60s'", equals + 1);
  memcpy(sweep->name, text, (size_t)(equals - text));
  sweep->count = (int)count;
  return JN_OK;
}

// ---- progress -------------------------------------------------------------------------------------------------------

typedef struct {
  app_progress bar;
  const app_sweep *sweep;
  double start;  // wall time at the start by progress_clock, s
  double value;  // current value of the parameter
  int done;      // number of values that are done
} sweep_progress;

// Draws the progress. Returns false after a signal.
static bool show_sweep(void *self, const jn_progress *now) {
  sweep_progress *p = self;
  char text[240];
  (void)now;
  snprintf(text, sizeof text, "%d of %d values, %.100s = %.6g", p->done, p->sweep->count, p->sweep->name, p->value);
  return progress_line(&p->bar, progress_clock() - p->start, text);
}

// ---- one value ------------------------------------------------------------------------------------------------------

// Sets `list` to copies of the settings of the command line and one of the parameter's value. Each value needs a list
// of its own, because reading the model splits the texts. Returns false without memory.
static bool make_settings(const text_list *typed, const char *name, double value, text_list *list) {
  char text[sizeof((app_sweep *)0)->name + 40];
  *list = (text_list){.items = NULL};
  bool ok = true;
  for (int i = 0; ok && i < typed->n; i++) ok = text_list_add(list, typed->items[i], strlen(typed->items[i]));
  double back = 0;
  char unit[48];
  snprintf(text, sizeof text, "%s=%.15g", name, value);
  const char *number = text + strlen(name) + 1;
  if (!read_number(number, strlen(number), &back, unit) || back != value)
    snprintf(text, sizeof text, "%s=%.17g", name, value);
  return ok && text_list_add(list, text, strlen(text));
}

typedef struct {
  app_command *command;
  const app_modes_at *at;
  const text_list *typed;
  app_sweep *sweep;
  merged_messages merged;  // messages for all values of the parameter
} sweep_solver;

// Calculates the modes for one value of the parameter into *modes; NULL on failure. Returns the status of the
// calculation, JN_INTERRUPTED after a signal. between: the value refines a branch between two values of the sweep, so
// that its messages are dropped.
static jn_status solve_value(void *context, double value, bool between, jn_modes **modes) {
  sweep_solver *s = context;
  app_command *command = s->command;
  jn_report *report = command->report, *aside = jn_report_new(NULL);
  app_modes found = {.linear = NULL};
  sweep_progress *progress = s->at->progress_context;
  progress->value = value;
  progress->done += !between;
  bool go_on = show_sweep(progress, NULL),
       made = make_settings(s->typed, s->sweep->name, value, &command->options.settings);
  if (aside) command->report = aside;
  jn_status status = !go_on ? JN_INTERRUPTED : made ? modes_calc(command, s->at, &found) : JN_NO_MEMORY;
  if (status == JN_OK) snprintf(s->sweep->title, sizeof s->sweep->title, "%s", shown_name(command, found.start.model));
  *modes = found.modes;
  found.modes = NULL;
  modes_free(&found);
  text_list_free(&command->options.settings);
  command->report = report;
  if (!between) merged_messages_collect(&s->merged, aside, value, report);
  jn_report_free(aside);
  return status;
}

// ---- all values -----------------------------------------------------------------------------------------------------

jn_status sweep_run(app_command *command, const app_modes_at *where, app_sweep *sweep) {
  text_list typed = command->options.settings;
  sweep_progress progress = {
      .bar = progress_begin(!command->options.quiet), .sweep = sweep, .start = progress_clock(), .done = -1};
  app_modes_at at = *where;
  at.progress = show_sweep;
  at.progress_context = &progress;
  command->options.settings = (text_list){.items = NULL};
  sweep_solver solver = {.command = command, .at = &at, .typed = &typed, .sweep = sweep};
  jn_locus_def def = jn_locus_def_default();
  def.parameter = sweep->name;
  def.from = sweep->from;
  def.to = sweep->to;
  def.count = sweep->count;
  def.solve = solve_value;
  def.context = &solver;
  sweep->locus = jn_locus_new(NULL, &def, command->report);
  progress_erase(&progress.bar);
  command->options.settings = typed;
  merged_messages_report(&solver.merged, sweep->name, sweep->count, command->report);
  jn_status status = sweep->locus ? sweep->locus->status : JN_NO_MEMORY;
  if (status == JN_INTERRUPTED)
    jn_report_warn(command->report, "", "interrupted: the sweep ends after %d of %d values", sweep->locus->npoints,
                   sweep->count);
  return status;
}
