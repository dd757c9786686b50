// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// modes_sweep.c - eigenvalues over a parameter: the model is read anew for each value, and changes of stability are found by bisection.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "modes.h"

enum { BISECTIONS = 30 };

// ---- NAME=FROM:TO:COUNT ------------------------------------------------------------------------------------------------

static bool read_number(const char *text, size_t length, double *value) {
  char number[64], what[200];
  jn_dimension dimension;
  bool has_unit;
  if (length == 0 || length >= sizeof number) return false;
  memcpy(number, text, length);
  number[length] = 0;
  return jn_unit_parse(number, value, &dimension, &has_unit, what, sizeof what);
}

jn_status sweep_parse(app_command *command, const char *text, app_sweep *sweep) {
  const char *equals = strchr(text, '='), *first = equals ? strchr(equals, ':') : NULL, *second = first ? strchr(first + 1, ':') : NULL;
  double count = 0;
  bool good = second && equals > text && (size_t)(equals - text) < sizeof sweep->name &&
              read_number(equals + 1, (size_t)(first - equals - 1), &sweep->from) &&
              read_number(first + 1, (size_t)(second - first - 1), &sweep->to) && read_number(second + 1, strlen(second + 1), &count);
  if (!good) return usage_fault(command, "--sweep is NAME=FROM:TO:COUNT, as speed=0:10:101, but got '%.100s'", text);
  if (!(count >= 2 && count <= MOST_POINTS && count == floor(count)))
    return usage_fault(command, "--sweep takes 2 to %d values, but got '%.60s'", (int)MOST_POINTS, second + 1);
  if (!(sweep->from < sweep->to)) return usage_fault(command, "--sweep goes from a smaller to a larger value, but got '%.60s'", equals + 1);
  memcpy(sweep->name, text, (size_t)(equals - text));
  sweep->count = (int)count;
  return JN_OK;
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
  bool made = make_settings(given, sweep->name, point->value, &settings);
  command->options.settings = settings;
  if (made) status = modes_make(command, at, &found);
  if (status == JN_OK) status = keep_point(command, &found, point);
  if (status == JN_OK) snprintf(sweep->title, sizeof sweep->title, "%s", shown_name(command, found.start.model));
  modes_free(&found);
  list_free(&command->options.settings);
  if (status != JN_OK && made) jn_report_fault(command->report, status, "", "the sweep ends at %s = %.6g", sweep->name, point->value);
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

jn_status sweep_run(app_command *command, const app_modes_at *at, app_sweep *sweep) {
  text_list given = command->options.settings;
  jn_status status = JN_OK;
  command->options.settings = (text_list){.items = NULL};
  sweep->points = calloc((size_t)sweep->count, sizeof *sweep->points);
  if (!sweep->points) status = jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for the sweep");
  for (int i = 0; status == JN_OK && i < sweep->count; i++) {
    app_point *point = &sweep->points[i];
    point->value = i + 1 == sweep->count ? sweep->to : sweep->from + (sweep->to - sweep->from) * i / (sweep->count - 1);
    status = solve_point(command, at, &given, sweep, point);
  }
  if (status == JN_OK) status = find_changes(command, at, &given, sweep);
  command->options.settings = given;
  return status;
}

void sweep_free(app_sweep *sweep) {
  for (int i = 0; sweep->points && i < sweep->count; i++) free(sweep->points[i].re);
  free(sweep->points);
  free(sweep->changes);
  free(sweep->growing);
}

// ---- text ------------------------------------------------------------------------------------------------------------------------

static void print_point(const app_point *point) {
  printf("  %12.6g %8d ", point->value, point->growing);
  for (int i = 0; i < point->n; i++) {
    double size = hypot(point->re[i], point->im[i]), re = fabs(point->re[i]) <= 1e-11 * size ? 0 : point->re[i];
    if (point->im[i] > 0) printf("  %.5g +- %.5gi", re, point->im[i]);
    else printf("  %.5g", re);
  }
  putchar('\n');
}

void sweep_print(const app_sweep *sweep) {
  printf("  %12.12s %8s   %s\n", sweep->name, "growing", "eigenvalues that are not zero, 1/s");
  for (int i = 0; i < sweep->count; i++) print_point(&sweep->points[i]);
  if (sweep->nchanges > 0) putchar('\n');
  for (int i = 0; i < sweep->nchanges; i++) {
    int n = sweep->growing[i];
    if (n == 0) printf("stable beyond %s = %.9g\n", sweep->name, sweep->changes[i]);
    else printf("beyond %s = %.9g %d eigenvalue%s\n", sweep->name, sweep->changes[i], n, n == 1 ? " grows" : "s grow");
  }
}
