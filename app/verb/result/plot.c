// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// plot.c - `jounce plot`: plots columns of results as SVG.
#include "plot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/text.h"

static jn_status no_memory(app_command *command) {
  return jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for the plot");
}

// ---- columns --------------------------------------------------------------------------------------------------

static void add_name(app_plot *plot, const char *name) {
  for (int i = 0; i < plot->nnames; i++)
    if (strcmp(plot->names[i], name) == 0) return;
  plot->names[plot->nnames++] = name;
}

static bool add_fitting(app_plot *plot, const char *word) {
  bool found = false;
  for (int k = 0; k < plot->n; k++)
    for (int i = 0; i < jn_table_ncolumns(plot->tables[k]); i++) {
      const char *name = jn_table_name(plot->tables[k], i);
      if (column_fits(word, name)) {
        add_name(plot, name);
        found = true;
      }
    }
  return found;
}

static const jn_table *const *tables_of(const app_plot *plot) { return (const jn_table *const *)plot->tables; }

static jn_status select_named(app_plot *plot) {
  const text_list *words = &plot->command->options.words;
  jn_status status = JN_OK;
  for (int w = plot->n; w < words->n; w++)
    if (!add_fitting(plot, words->items[w]))
      status = column_unknown(plot->command, plot->paths, tables_of(plot), plot->n, words->items[w]);
  return status;
}

// Returns whether the result is the table of a sweep.
static bool is_sweep(const app_plot *plot) { return plot->n == 1 && jn_table_nparameters(plot->tables[0]) > 0; }

// Selects columns if the command line names none: the first ones of the first result, without that of --x; of a sweep
// only the first.
static void select_all(app_plot *plot, const char *x) {
  const jn_table *table = plot->tables[0];
  if (is_sweep(plot)) {
    int first = jn_table_nparameters(table) + 1;
    if (first < jn_table_ncolumns(table)) add_name(plot, jn_table_name(table, first));
    return;
  }
  for (int i = 1; i < jn_table_ncolumns(table); i++) {
    if (x && strcmp(jn_table_name(table, i), x) == 0) continue;
    if (plot->nnames == MOST_CURVES) plot->cut = true;
    else add_name(plot, jn_table_name(table, i));
  }
}

static jn_status select_columns(app_plot *plot) {
  app_command *command = plot->command;
  const char *over = command->options.x;
  size_t all = 0;
  for (int k = 0; k < plot->n; k++) {
    all += (size_t)jn_table_ncolumns(plot->tables[k]);
    if (over && jn_table_find(plot->tables[k], over) < 0)
      return column_unknown(command, plot->paths + k, tables_of(plot) + k, 1, over);
  }
  plot->names = calloc(all, sizeof *plot->names);
  if (!plot->names) return no_memory(command);
  if (command->options.words.n > plot->n) return select_named(plot);
  select_all(plot, over);
  if (plot->nnames == 0) return usage_fault(command, "the result has no outputs to plot, only the time");
  return JN_OK;
}

// ---- drawing --------------------------------------------------------------------------------------------------

// Returns the SVG of the plot of a sweep; NULL without memory.
static char *make_sweep(const app_plot *plot, const jn_plot_options *how) {
  const jn_table *table = plot->tables[0];
  int columns[MOST_CURVES], n = 0;
  for (int i = 0; i < plot->nnames && n < MOST_CURVES; i++) columns[n++] = jn_table_find(table, plot->names[i]);
  return jn_plot_sweep(NULL, table, plot->command->options.x, columns, n, how);
}

static char *make_picture(const app_plot *plot) {
  const app_options *o = &plot->command->options;
  jn_plot_options how = jn_plot_options_default();
  jn_plot_result results[MOST_RESULTS];
  how.title = o->title;
  how.log_x = o->log_x;
  how.log_y = o->log_y;
  how.equal = o->equal;
  how.stretch = o->stretch;
  if (is_sweep(plot)) return make_sweep(plot, &how);
  for (int k = 0; k < plot->n; k++) results[k] = (jn_plot_result){plot->tables[k], plot->labels[k]};
  return jn_plot_results(NULL, results, plot->n, o->x, plot->names, plot->nnames, &how);
}

static jn_status draw(const app_plot *plot, const char *path) {
  char *svg = make_picture(plot);
  if (!svg) return no_memory(plot->command);
  jn_status status = JN_OK;
  if (strcmp(path, "-") == 0) fputs(svg, stdout);
  else status = jn_text_write(path, svg, plot->command->report);
  jn_text_free(NULL, svg);
  return status;
}

static const char *x_name(const app_plot *plot) {
  const char *over = plot->command->options.x;
  return over ? over : jn_table_name(plot->tables[0], 0);
}

static void print_done(const app_plot *plot, const char *path) {
  printf("Drew ");
  for (int i = 0; i < plot->nnames && i < MOST_CURVES; i++) printf("%s%s", i ? ", " : "", plot->names[i]);
  if (plot->nnames > MOST_CURVES) printf(" and %d more", plot->nnames - MOST_CURVES);
  if (plot->n > 1) printf(" of %d results", plot->n);
  if (is_sweep(plot) && !plot->command->options.x) printf(" of a sweep into %s.\n", path);
  else printf(" over %s into %s.\n", x_name(plot), path);
  for (int k = 0; k < plot->n && plot->n > 1; k++) printf("  %s: %s\n", plot->paths[k], plot->labels[k]);
  if (plot->cut)
    printf("These are the first %d of %d outputs; name others to see them, as in 'jounce plot RESULT NAME...'.\n",
           plot->nnames, jn_table_ncolumns(plot->tables[0]) - 1);
}

static void put_done(const app_plot *plot, const char *path) {
  app_json out = {.out = stdout};
  answer_begin(plot->command, &out, JN_OK);
  json_text(&out, "plot", path);
  json_text(&out, "x", x_name(plot));
  json_open(&out, "curves", '[');
  for (int i = 0; i < plot->nnames; i++) json_text(&out, NULL, plot->names[i]);
  json_close(&out, ']');
  json_open(&out, "results", '[');
  for (int k = 0; k < plot->n; k++) {
    json_open(&out, NULL, '{');
    json_text(&out, "file", plot->paths[k]);
    json_text(&out, "label", plot->labels[k]);
    json_close(&out, '}');
  }
  json_close(&out, ']');
  answer_end(plot->command, &out);
}

static jn_status plot_into(app_plot *plot, const char *path) {
  app_command *command = plot->command;
  jn_status status = select_columns(plot);
  if (status == JN_OK) status = plot_make_labels(plot);
  if (status == JN_OK) status = draw(plot, path);
  bool to_stdout = strcmp(path, "-") == 0;
  if (status == JN_OK && command->options.json) put_done(plot, path);
  else if (status == JN_OK && !command->options.quiet && !to_stdout) print_done(plot, path);
  free(plot->names);
  return status;
}

// ---- files ----------------------------------------------------------------------------------------------------

// Takes the results among the words, up to the first word that is not a results file: sets plot->n and plot->paths.
// Returns a fault if there is none or too many.
static jn_status count_results(app_plot *plot) {
  const text_list *words = &plot->command->options.words;
  while (plot->n < words->n && jn_result_is_file(words->items[plot->n])) {
    if (plot->n == MOST_RESULTS)
      return usage_fault(plot->command, "'jounce plot' draws at most %d results over each other", (int)MOST_RESULTS);
    plot->paths[plot->n] = words->items[plot->n];
    plot->n++;
  }
  if (plot->n > 0) return JN_OK;
  jn_file_format format = jn_file_format_of(words->items[0]);
  bool model = format == JN_FORMAT_MODEL || format == JN_FORMAT_COMPILED;
  return usage_fault(plot->command, "'jounce plot' needs a results file (.h5 or .csv), but got '%s'%s", words->items[0],
                     model ? ": run the model first, or plot its run at once, 'jounce run MODEL --plot FILE.svg'" : "");
}

static jn_status check_paths(const app_plot *plot) {
  app_command *command = plot->command;
  const char *path = command->options.output;
  if (command->options.equal && command->options.stretch)
    return usage_fault(command, "--equal and --stretch exclude each other");
  for (int k = 0; path && k < plot->n; k++)
    if (path_same(path, plot->paths[k]))
      return usage_fault(command, "the plot would overwrite the result: '%s' is the same file", path);
  if (!path || jn_file_format_of(path) == JN_FORMAT_SVG) return JN_OK;
  if (strcmp(path, "-") != 0) return usage_fault(command, "a plot is an .svg file, but --output is '%s'", path);
  if (command->options.json) return usage_fault(command, "--output - and --json both write to standard output");
  return JN_OK;
}

// Returns the default path of the plot in the folder of the first result: "a.svg" for one result, "a-b.svg" for two,
// "a-b-more.svg" for more. The caller frees it.
static char *default_path(const app_plot *plot) {
  char *first = path_with_ending(plot->paths[0], plot->n > 1 ? "-" : ".svg");
  char *second = plot->n > 1 ? path_stem_with(plot->paths[1], plot->n > 2 ? "-more.svg" : ".svg") : NULL;
  if (plot->n == 1) return first;
  size_t size = first && second ? strlen(first) + strlen(second) + 1 : 0;
  char *path = size > 0 ? malloc(size) : NULL;
  if (path) snprintf(path, size, "%s%s", first, second);
  free(first);
  free(second);
  return path;
}

static jn_status read_results(app_plot *plot) {
  for (int k = 0; k < plot->n; k++) {
    plot->tables[k] = jn_table_read(NULL, plot->paths[k], plot->command->report);
    if (!plot->tables[k]) return worst_fault(plot->command, JN_IO, "reading the result");
  }
  return JN_OK;
}

static jn_status plot_work(app_command *command) {
  app_plot *plot = calloc(1, sizeof *plot);
  if (!plot) return no_memory(command);
  plot->command = command;
  jn_status status = count_results(plot);
  if (status == JN_OK) status = check_paths(plot);
  if (status == JN_OK) status = read_results(plot);
  if (status == JN_OK) {
    char *beside = default_path(plot);
    const char *path = command->options.output ? command->options.output : beside;
    status = path ? plot_into(plot, path) : no_memory(command);
    free(beside);
  }
  for (int k = 0; k < plot->n; k++) jn_table_free(plot->tables[k]);
  free(plot);
  return status;
}

static const char *const examples[] = {
    "jounce run models/examples/four-bar.yaml -o four-bar.h5",
    "jounce plot four-bar.h5",
    "jounce plot four-bar.h5 'link*.angle' --title 'crank and rocker' -o angles.svg",
    "jounce plot four-bar.h5 link2.P.y --x link2.P.x -o path.svg",
    "jounce run models/examples/four-bar.yaml --set crank=0.08 -o short.h5 --quiet",
    "jounce plot four-bar.h5 short.h5 link3.angle -o both.svg",
    NULL,
};

const app_verb verb_plot = {
    .name = "plot",
    .words = "RESULT... [NAME...]",
    .needs = "a result file",
    .help = "plot columns of one or several results as SVG",
    .details =
        "RESULT is an .h5 or .csv file written by 'jounce run'. A NAME is a column, a pattern ('link*.angle') or the "
        "first part of column names ('joint.A.force'); without names the first sixteen columns are plotted. Each unit "
        "has its own panel, and lengths over lengths have one scale. Several results are drawn over each other; the "
        "legend shows the differences between their runs. The table of a sweep is drawn as curves, a map or a "
        "histogram. The plot is written next to the first result, unless -o names another file.",
    .examples = examples,
    .bit = FOR_PLOT,
    .least = 1,
    .most = -1,
    .work = plot_work};
