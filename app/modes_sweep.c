// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// modes_sweep.c - eigenvalues over a parameter: the model is read anew for each value, and changes of stability are found by bisection.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "modes.h"

enum { BISECTIONS = 30 };

// ---- NAME=FROM:TO:COUNT ------------------------------------------------------------------------------------------------

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
  const char *equals = strchr(text, '='), *first = equals ? strchr(equals, ':') : NULL, *second = first ? strchr(first + 1, ':') : NULL;
  double count = 0;
  char unit[48], none[48];
  bool good = second && equals > text && (size_t)(equals - text) < sizeof sweep->name &&
              read_number(equals + 1, (size_t)(first - equals - 1), &sweep->from, sweep->unit) &&
              read_number(first + 1, (size_t)(second - first - 1), &sweep->to, unit) && read_number(second + 1, strlen(second + 1), &count, none);
  if (!good) return usage_fault(command, "--sweep is NAME=FROM:TO:COUNT, as speed=0:10:101, but got '%.100s'", text);
  if (sweep->unit[0] && unit[0] && strcmp(sweep->unit, unit) != 0)
    return usage_fault(command, "--sweep goes from %s to %s: these are different things", sweep->unit, unit);
  if (!sweep->unit[0]) memcpy(sweep->unit, unit, sizeof unit);
  if (!(count >= 2 && count <= MOST_POINTS && count == floor(count)))
    return usage_fault(command, "--sweep takes 2 to %d values, but got '%.60s'", (int)MOST_POINTS, second + 1);
  if (!(sweep->from < sweep->to)) return usage_fault(command, "--sweep goes from a smaller to a larger value, but got '%.60s'", equals + 1);
  memcpy(sweep->name, text, (size_t)(equals - text));
  sweep->count = (int)count;
  return JN_OK;
}

// ---- how far it is --------------------------------------------------------------------------------------------------------

typedef struct {
  app_progress bar;
  const app_sweep *sweep;
  double start;     // of the clock
  double value;     // looked at now
  int done;         // values; all of them: changes are looked for
} sweep_progress;

static double clock_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// False when a signal has come; of the runs to a state too.
static bool show_sweep(void *self, const jn_progress *now) {
  sweep_progress *p = self;
  char text[240];
  (void)now;
  if (p->done < p->sweep->count) snprintf(text, sizeof text, "%d of %d values, %.100s = %.6g", p->done, p->sweep->count, p->sweep->name, p->value);
  else snprintf(text, sizeof text, "looking for changes near %.100s = %.6g", p->sweep->name, p->value);
  return progress_line(&p->bar, clock_seconds() - p->start, text);
}

// ---- one value -----------------------------------------------------------------------------------------------------------

static void list_free(text_list *list) {
  for (int i = 0; i < list->n; i++) free(list->items[i]);
  free(list->items);
  *list = (text_list){.items = NULL};
}

// The settings of the command line, and the parameter's; reading takes them apart, so that each value needs its own.
static bool make_settings(const text_list *given, const char *name, double value, text_list *list) {
  char text[200];
  *list = (text_list){.items = NULL};
  bool ok = true;
  for (int i = 0; ok && i < given->n; i++) ok = text_list_add(list, given->items[i], strlen(given->items[i]));
  snprintf(text, sizeof text, "%s=%.17g", name, value);
  return ok && text_list_add(list, text, strlen(text));
}

static jn_status keep_point(app_command *command, const app_modes *found, app_point *point) {
  const jn_modes *modes = found->modes;
  int n = jn_modes_count(modes);
  point->re = calloc((size_t)(2 * n + 1), sizeof *point->re);
  if (!point->re) return jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for the sweep");
  point->im = point->re + n;
  point->n = n;
  point->growing = modes_growing(found);
  point->zeros = jn_modes_zero(modes);
  for (int i = 0; i < n; i++) point->re[i] = jn_modes_get(modes, i).re, point->im[i] = jn_modes_get(modes, i).im;
  return JN_OK;
}

static jn_status solve_point(app_command *command, const app_modes_at *at, const text_list *given, app_sweep *sweep, app_point *point) {
  text_list settings;
  app_modes found = {.linear = NULL};
  jn_status status = JN_NO_MEMORY;
  sweep_progress *progress = at->progress_context;
  progress->value = point->value;
  if (!show_sweep(progress, NULL)) return JN_INTERRUPTED;
  bool made = make_settings(given, sweep->name, point->value, &settings);
  command->options.settings = settings;
  if (made) status = modes_make(command, at, &found);
  if (status == JN_OK) status = keep_point(command, &found, point);
  if (status == JN_OK) snprintf(sweep->title, sizeof sweep->title, "%s", shown_name(command, found.start.model));
  modes_free(&found);
  list_free(&command->options.settings);
  if (status != JN_OK && status != JN_INTERRUPTED && made) jn_report_fault(command->report, status, "", "the sweep ends at %s = %.6g", sweep->name, point->value);
  return status;
}

// ---- where it changes --------------------------------------------------------------------------------------------------------

static jn_status bisect(app_command *command, const app_modes_at *at, const text_list *given, app_sweep *sweep, int i, double *value) {
  double low = sweep->points[i].value, high = sweep->points[i + 1].value;
  for (int k = 0; k < BISECTIONS && high - low > 1e-9 * fmax(fabs(low), fabs(high)); k++) {
    app_point middle = {.value = low + (high - low) / 2};
    jn_status status = solve_point(command, at, given, sweep, &middle);
    free(middle.re);
    if (status != JN_OK) return status;
    if (middle.growing == sweep->points[i].growing) low = middle.value;
    else high = middle.value;
  }
  *value = low + (high - low) / 2;
  return JN_OK;
}

static jn_status find_changes(app_command *command, const app_modes_at *at, const text_list *given, app_sweep *sweep) {
  jn_status status = JN_OK;
  sweep->changes = calloc((size_t)sweep->count, sizeof *sweep->changes);
  sweep->growing = calloc((size_t)sweep->count, sizeof *sweep->growing);
  if (!sweep->changes || !sweep->growing) return jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for the sweep");
  for (int i = 0; status == JN_OK && i + 1 < sweep->count; i++) {
    if (sweep->points[i].growing == sweep->points[i + 1].growing) continue;
    status = bisect(command, at, given, sweep, i, &sweep->changes[sweep->nchanges]);
    if (status == JN_OK) sweep->growing[sweep->nchanges++] = sweep->points[i + 1].growing;
  }
  return status;
}

static jn_status solve_points(app_command *command, const app_modes_at *at, const text_list *given, app_sweep *sweep, int *done) {
  jn_status status = JN_OK;
  sweep->points = calloc((size_t)sweep->count, sizeof *sweep->points);
  if (!sweep->points) return jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for the sweep");
  for (int i = 0; i < sweep->count; i++) {
    app_point *point = &sweep->points[i];
    point->value = i + 1 == sweep->count ? sweep->to : sweep->from + (sweep->to - sweep->from) * i / (sweep->count - 1);
    status = solve_point(command, at, given, sweep, point);
    if (status != JN_OK) return status;
    ++*done;
  }
  return JN_OK;
}

jn_status sweep_run(app_command *command, const app_modes_at *where, app_sweep *sweep) {
  text_list given = command->options.settings;
  sweep_progress progress = {.bar = progress_begin(!command->options.quiet), .sweep = sweep, .start = clock_seconds()};
  app_modes_at at = *where;
  at.progress = show_sweep, at.progress_context = &progress;
  command->options.settings = (text_list){.items = NULL};
  jn_status status = solve_points(command, &at, &given, sweep, &progress.done);
  if (status == JN_OK) status = find_changes(command, &at, &given, sweep);
  progress_erase(&progress.bar);
  command->options.settings = given;
  if (status == JN_INTERRUPTED && progress.done < sweep->count)
    jn_report_warn(command->report, "", "interrupted: the sweep ends after %d of %d values", progress.done, sweep->count);
  else if (status == JN_INTERRUPTED)
    jn_report_warn(command->report, "", "interrupted: changes beyond %s = %.6g were not looked for", sweep->name, progress.value);
  if (status == JN_INTERRUPTED) sweep->count = progress.done;
  return status;
}

void sweep_free(app_sweep *sweep) {
  for (int i = 0; sweep->points && i < sweep->count; i++) free(sweep->points[i].re);
  free(sweep->points);
  free(sweep->changes);
  free(sweep->growing);
}

// ---- text ------------------------------------------------------------------------------------------------------------------------

static void print_point(const app_point *point, int width) {
  printf("  %*.6g %8d ", width, point->value, point->growing);
  for (int i = 0; i < point->n; i++) {
    double size = hypot(point->re[i], point->im[i]), re = fabs(point->re[i]) <= 1e-11 * size ? 0 : point->re[i];
    if (point->im[i] > 0) printf("  %.5g +- %.5gi", re, point->im[i]);
    else printf("  %.5g", re);
  }
  putchar('\n');
}

void sweep_print(const app_sweep *sweep) {
  int length = (int)strlen(sweep->name), width = length > 12 ? length : 12;
  printf("  %*s %8s   %s\n", width, sweep->name, "growing", "eigenvalues that are not zero, 1/s");
  if (sweep->unit[0]) printf("  %*s\n", width, sweep->unit);
  for (int i = 0; i < sweep->count; i++) print_point(&sweep->points[i], width);
  const char *space = sweep->unit[0] ? " " : "";
  if (sweep->nchanges > 0) putchar('\n');
  for (int i = 0; i < sweep->nchanges; i++) {
    int n = sweep->growing[i];
    if (n == 0) printf("stable beyond %s = %.9g%s%s\n", sweep->name, sweep->changes[i], space, sweep->unit);
    else printf("beyond %s = %.9g%s%s %d eigenvalue%s\n", sweep->name, sweep->changes[i], space, sweep->unit, n, n == 1 ? " grows" : "s grow");
  }
}
