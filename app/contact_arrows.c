// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// contact_arrows.c - see contact_arrows.h.
#include "contact_arrows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_POINTS = 400 };  // largest number of points of all contacts that have arrows
enum { NVALUES = 6 };        // signals of one point: force and position, 3 components each

// Writes the name of signal i of a point of a contact, points numbered from 1, into `name`. Returns false for a
// component that the model, in the plane, does not have.
static bool value_name(const jn_model *model, const char *contact, int point, int i, char *name, size_t size) {
  bool plane = jn_model_space(model) == JN_PLANE;
  if (plane && i % 3 == 2) return false;
  snprintf(name, size, "contact.%.200s.%d.%s.%c", contact, point, i < 3 ? "force" : "point", "xyz"[i % 3]);
  return true;
}

static int count_points(const jn_system *system, const double *state) {
  int n = 0;
  for (int c = 0; c < jn_model_ncontacts(jn_system_model(system)); c++)
    n += jn_contact_get(system, (jn_contact){c}, state).npoints;
  return n < MOST_POINTS ? n : MOST_POINTS;
}

// Appends the names of all signals of the first `most` points to `names`, contact by contact. Returns false if memory
// ran out.
static bool list_names(const jn_system *system, const double *state, int most, text_list *names) {
  const jn_model *model = jn_system_model(system);
  for (int c = 0, n = 0; c < jn_model_ncontacts(model); c++) {
    const jn_contact_info info = jn_contact_get(system, (jn_contact){c}, state);
    for (int k = 1; k <= info.npoints && n < most; k++, n++)
      for (int i = 0; i < NVALUES; i++) {
        char name[300];
        if (value_name(model, info.name, k, i, name, sizeof name) && !text_list_add(names, name, strlen(name)))
          return false;
      }
  }
  return true;
}

// Makes a run of the model with these outputs, at its start. Returns NULL if the run cannot start.
static jn_run *start_run(const jn_system *system, const text_list *names) {
  jn_run_options options = jn_run_options_default();
  options.probes = (const char *const *)names->items;
  options.nprobes = names->n;
  return jn_run_new(jn_system_model(system), &options, NULL);
}

// Returns the present value of an output of a run; NaN: there is no such output.
static double output_of(jn_run *run, const char *name) {
  for (int i = 0; i < jn_run_noutputs(run); i++)
    if (strcmp(jn_run_output_name(run, i), name) == 0) return jn_run_outputs(run)[i];
  return NAN;
}

int contact_arrows_start(const jn_system *system, const double *state, jn_arrow **list) {
  int n = count_points(system, state), narrows = 0, width = jn_model_space(jn_system_model(system)) == JN_PLANE ? 2 : 3;
  text_list names = {.n = 0};
  *list = NULL;
  if (n == 0) return 0;
  if (list_names(system, state, n, &names)) *list = calloc((size_t)n, sizeof **list);
  jn_run *run = *list ? start_run(system, &names) : NULL;
  for (; run && narrows < n; narrows++)
    for (int i = 0; i < width; i++) {
      (*list)[narrows].force[i] = output_of(run, names.items[2 * width * narrows + i]);
      (*list)[narrows].place[i] = output_of(run, names.items[2 * width * narrows + width + i]);
    }
  jn_run_free(run);
  text_list_free(&names);
  if (narrows > 0) return narrows;
  free(*list);
  *list = NULL;
  return 0;
}

bool contact_modes_start(const jn_system *system, const jn_contact_info *info, int *sticking, int *slipping) {
  text_list names = {.n = 0};
  bool listed = info->npoints <= MOST_POINTS;
  for (int k = 1; k <= info->npoints && listed; k++) {
    char name[300];
    snprintf(name, sizeof name, "contact.%.200s.%d.state", info->name, k);
    listed = text_list_add(&names, name, strlen(name));
  }
  jn_run *run = listed ? start_run(system, &names) : NULL;
  *sticking = *slipping = 0;
  for (int k = 0; run && k < names.n; k++) {
    double state = output_of(run, names.items[k]);
    *sticking += state == 1;
    *slipping += state == 2;
  }
  bool started = run != NULL;
  jn_run_free(run);
  text_list_free(&names);
  return started;
}

// Returns the value in a row of the column with this name; NaN: the table has no such column. single: the contact has
// one point, so that the name may lack the number of the point.
static double value_of(const jn_table *table, int row, const char *name, bool single) {
  int column = jn_table_find(table, name);
  if (column < 0 && single) {
    const char *number = strstr(name, ".1.");
    char shorter[300];
    if (number) snprintf(shorter, sizeof shorter, "%.*s%s", (int)(number - name), name, number + 2);
    column = number ? jn_table_find(table, shorter) : -1;
  }
  return column < 0 || row < 0 ? NAN : jn_table_column(table, column)[row];
}

int contact_arrows_row(const jn_system *system, const double *state, const jn_table *table, int row, jn_arrow **list) {
  const jn_model *model = jn_system_model(system);
  int n = count_points(system, state), narrows = 0;
  *list = n > 0 ? calloc((size_t)n, sizeof **list) : NULL;
  if (!*list) return 0;
  for (int c = 0, at = 0; c < jn_model_ncontacts(model); c++) {
    const jn_contact_info info = jn_contact_get(system, (jn_contact){c}, state);
    for (int k = 1; k <= info.npoints && at < n; k++, at++) {
      jn_arrow arrow = {.hit = false};
      char name[300];
      bool known = true;
      for (int i = 0; i < NVALUES; i++) {
        if (!value_name(model, info.name, k, i, name, sizeof name)) continue;
        double value = value_of(table, row, name, info.npoints == 1);
        known = known && isfinite(value);
        if (i < 3) arrow.force[i] = value;
        else arrow.place[i - 3] = value;
      }
      snprintf(name, sizeof name, "contact.%.200s.%d.impacts", info.name, k);
      arrow.hit = value_of(table, row, name, info.npoints == 1) > value_of(table, row - 1, name, info.npoints == 1);
      if (known) (*list)[narrows++] = arrow;
    }
  }
  return narrows;
}
