// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// plot.c - `jounce plot`: columns of a result as an SVG picture.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "common/text.h"

typedef struct {
  int *items;
  int n;
  bool cut;  // there are more columns than are drawn
} column_list;

static void add_column(column_list *list, int column) {
  for (int i = 0; i < list->n; i++)
    if (list->items[i] == column) return;
  list->items[list->n++] = column;
}

// A name is a column, a pattern with * or ?, or the beginning of names up to a dot ("joint.O.force").
static bool name_fits(const char *name, const char *column) {
  size_t length = strlen(name);
  return text_matches(name, column) || (strncmp(name, column, length) == 0 && column[length] == '.');
}

static jn_status unknown_column(app_command *command, const jn_table *table, const char *name) {
  app_nearest near = {.word = name};
  for (int i = 0; i < jn_table_ncolumns(table); i++) nearest_offer(&near, jn_table_name(table, i));
  if (near.best) return usage_fault(command, "the result has no column '%s'; did you mean '%s'?", name, near.best);
  char some[300] = "";
  size_t used = 0;
  for (int i = 0; i < jn_table_ncolumns(table) && used + 60 < sizeof some; i++)
    used += (size_t)snprintf(some + used, sizeof some - used, "%s%.50s", i ? ", " : "", jn_table_name(table, i));
  return usage_fault(command, "the result has no column '%s'; it has %s%s", name, some,
                     used + 60 < sizeof some ? "" : ", ...");
}

static jn_status select_named(app_command *command, const jn_table *table, column_list *list) {
  const text_list *words = &command->options.words;
  jn_status status = JN_OK;
  for (int w = 1; w < words->n; w++) {
    bool found = false;
    for (int i = 0; i < jn_table_ncolumns(table); i++)
      if (name_fits(words->items[w], jn_table_name(table, i))) add_column(list, i), found = true;
    if (!found) status = unknown_column(command, table, words->items[w]);
  }
  return status;
}

static void select_all(const jn_table *table, int x, column_list *list) {
  for (int i = 1; i < jn_table_ncolumns(table); i++) {
    if (i == x) continue;
    if (list->n == MOST_CURVES) list->cut = true;
    else add_column(list, i);
  }
}

static jn_status select_columns(app_command *command, const jn_table *table, int *x, column_list *list) {
  const char *over = command->options.x;
  *x = over ? jn_table_find(table, over) : 0;
  if (*x < 0) return unknown_column(command, table, over);
  list->items = calloc((size_t)jn_table_ncolumns(table), sizeof *list->items);
  if (!list->items)
    return jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for the plot");
  if (command->options.words.n > 1) return select_named(command, table, list);
  select_all(table, *x, list);
  if (list->n == 0) return usage_fault(command, "the result has no outputs to plot, only the time");
  return JN_OK;
}

static jn_status draw(app_command *command, const jn_table *table, int x, const column_list *list, const char *path) {
  jn_plot_options how = jn_plot_options_default();
  how.title = command->options.title ? command->options.title : jn_table_title(table);
  how.log_x = command->options.log_x;
  how.log_y = command->options.log_y;
  char *svg = jn_plot_table(NULL, table, x, list->items, list->n, &how);
  if (!svg) return jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for the plot");
  jn_status status = JN_OK;
  if (strcmp(path, "-") == 0) fputs(svg, stdout);
  else status = jn_text_write(path, svg, command->report);
  jn_text_free(NULL, svg);
  return status;
}

static void print_done(const jn_table *table, int x, const column_list *list, const char *path) {
  printf("Drew ");
  for (int i = 0; i < list->n && i < MOST_CURVES; i++)
    printf("%s%s", i ? ", " : "", jn_table_name(table, list->items[i]));
  if (list->n > MOST_CURVES) printf(" and %d more", list->n - MOST_CURVES);
  printf(" over %s into %s.\n", jn_table_name(table, x), path);
  if (list->cut)
    printf("These are the first %d of %d outputs; name others to see them, as in 'jounce plot RESULT NAME...'.\n",
           list->n, jn_table_ncolumns(table) - 1);
}

static void put_done(app_command *command, const jn_table *table, int x, const column_list *list, const char *path) {
  app_json out = {.out = stdout};
  answer_begin(command, &out, JN_OK);
  json_text(&out, "plot", path);
  json_text(&out, "x", jn_table_name(table, x));
  json_open(&out, "curves", '[');
  for (int i = 0; i < list->n; i++) json_text(&out, NULL, jn_table_name(table, list->items[i]));
  json_close(&out, ']');
  answer_end(command, &out);
}

static jn_status plot_table(app_command *command, const jn_table *table, const char *path) {
  column_list list = {.items = NULL};
  int x = 0;
  jn_status status = select_columns(command, table, &x, &list);
  if (status == JN_OK) status = draw(command, table, x, &list, path);
  bool to_stdout = strcmp(path, "-") == 0;
  if (status == JN_OK && command->options.json) put_done(command, table, x, &list, path);
  else if (status == JN_OK && !command->options.quiet && !to_stdout) print_done(table, x, &list, path);
  free(list.items);
  return status;
}

static jn_status check_paths(app_command *command) {
  const char *path = command->options.output, *result = command->options.words.items[0];
  if (!path_is_result(result))
    return usage_fault(command, "'jounce plot' needs a results file (.h5 or .csv), but got '%s'", result);
  if (path && path_same(path, result))
    return usage_fault(command, "the plot would overwrite the result: '%s' is the same file", path);
  if (!path || text_ends_with(path, ".svg")) return JN_OK;
  if (strcmp(path, "-") != 0) return usage_fault(command, "a plot is an .svg file, but --output is '%s'", path);
  if (command->options.json) return usage_fault(command, "--output - and --json both write to standard output");
  return JN_OK;
}

static jn_status plot_work(app_command *command) {
  jn_status status = check_paths(command);
  if (status != JN_OK) return status;
  const char *result = command->options.words.items[0];
  jn_table *table = jn_table_read(NULL, result, command->report);
  if (!table) return worst_fault(command, JN_IO, "reading the result");
  char *beside = path_with_ending(result, ".svg");
  const char *path = command->options.output ? command->options.output : beside;
  status = path ? plot_table(command, table, path) : JN_NO_MEMORY;
  free(beside);
  jn_table_free(table);
  return status;
}

static const char *const examples[] = {
    "jounce run models/examples/four-bar.yaml -o four-bar.h5",
    "jounce plot four-bar.h5",
    "jounce plot four-bar.h5 'link*.angle' --title 'crank and rocker' -o angles.svg",
    "jounce plot four-bar.h5 link2.P.y --x link2.P.x -o path.svg",
    NULL,
};

const app_verb verb_plot = {
    .name = "plot",
    .words = "RESULT [NAME...]",
    .needs = "a result file",
    .help = "plot columns of a results file as SVG",
    .details =
        "RESULT is an .h5 or .csv file written by 'jounce run'. A NAME is a column, a pattern "
        "('link*.angle') or the first\n"
        "part of column names ('joint.A.force'); without names the first sixteen columns are plotted. Each "
        "unit has its own\n"
        "panel. The plot is written next to the results file, unless -o names another.",
    .examples = examples,
    .bit = FOR_PLOT,
    .least = 1,
    .most = -1,
    .work = plot_work};
