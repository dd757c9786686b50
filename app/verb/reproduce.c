// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reproduce.c - `jounce reproduce`: computes tables, figures and claims of a paper, and prints our numbers beside the
// printed ones.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "common/progress.h"
#include "common/text.h"
#include "trial/trial.h"

enum { FOLDER_SIZE = 64 };

static const char *paper_name(int i) { return repro_papers[i] ? repro_papers[i]->name : NULL; }

static const repro_paper *find_paper(app_command *command) {
  const char *word = command->options.words.items[0];
  app_nearest nearest = {.word = word};
  char all[200] = "";
  for (int i = 0; repro_papers[i]; i++) {
    if (strcmp(repro_papers[i]->name, word) == 0) return repro_papers[i];
    nearest_offer(&nearest, repro_papers[i]->name);
    size_t used = strlen(all);
    snprintf(all + used, sizeof all - used, "%s%s", i ? ", " : "", repro_papers[i]->name);
  }
  if (nearest.best) usage_fault(command, "there is no paper '%s'; did you mean '%s'?", word, nearest.best);
  else usage_fault(command, "there is no paper '%s'; there are %s", word, all);
  return NULL;
}

static void draw_figure(repro *r, repro_figure *figure) {
  jn_curve *curves = calloc((size_t)figure->ncurves + 1, sizeof *curves);
  jn_plot_options how = jn_plot_options_default();
  how.title = figure->title;
  how.x_label = figure->x_label;
  how.y_label = figure->y_label;
  how.log_x = figure->log_x;
  how.log_y = figure->log_y;
  for (int i = 0; curves && i < figure->ncurves; i++) {
    const repro_curve *c = &figure->curves[i];
    curves[i] = (jn_curve){.label = c->label, .x = c->x, .y = c->y, .n = c->n};
  }
  if (curves) figure->svg = jn_plot_curves(NULL, curves, figure->ncurves, &how);
  free(curves);
  if (!figure->svg) repro_fail(r, JN_NO_MEMORY, "there is not enough memory for '%s'", figure->title);
}

static void print_json(app_command *command, const repro *r, const char *folder) {
  app_json out = {.out = stdout};
  answer_begin(command, &out, JN_OK);
  repro_put(r, folder, &out);
  answer_end(command, &out);
}

static jn_status reproduce(app_command *command, repro *r, const char *folder) {
  if (repro_check_folder(r, folder) != JN_OK) return r->status;
  r->paper->work(r);
  repro_hide(r);
  for (int i = 0; i < r->nfigures && repro_ok(r); i++)
    if (!r->figures[i]->svg) draw_figure(r, r->figures[i]);
  if (r->status == JN_INTERRUPTED)
    jn_report_warn(command->report, "", "interrupted after %d of %d runs; nothing was written", r->runs,
                   r->paper->runs);
  if (repro_ok(r)) repro_write_folder(r, folder);
  if (repro_ok(r) && command->options.json) print_json(command, r, folder);
  else if (repro_ok(r) && !command->options.quiet) repro_print(r, folder);
  return r->status;
}

static jn_status reproduce_work(app_command *command) {
  const repro_paper *paper = find_paper(command);
  if (!paper) return JN_BAD_ARGUMENT;
  char folder[FOLDER_SIZE];
  snprintf(folder, sizeof folder, "reproduce-%s", paper->name);
  progress_catch_signals();
  const app_options *o = &command->options;
  repro r = {.report = command->report, .paper = paper, .shows_progress = !o->quiet && !o->json, .verbose = o->verbose};
  if (take_count(command, "repeat", o->repeat, 1, 1000, &r.repeat) != JN_OK) return JN_BAD_ARGUMENT;
  jn_status status = reproduce(command, &r, o->output ? o->output : folder);
  repro_free(&r);
  return status;
}

static const char *const examples[] = {"jounce reproduce yoon", "jounce reproduce park -o park", NULL};

const app_verb verb_reproduce = {
    .name = "reproduce",
    .words = "PAPER",
    .needs = "a paper (yoon, park, blajer, dopico or petzold)",
    .help = "tables, figures and claims of a paper: our numbers and the printed ones",
    .details =
        "Runs the examples of a paper (yoon, park, blajer, dopico or petzold) and writes tables with the printed "
        "numbers and ours, figures as curves, and the claims of the paper. Each claim is judged 'held', 'did not "
        "hold', 'depends' or, for times within 7 %, 'level', with the numbers. The folder (reproduce-PAPER, unless -o "
        "names another) gets index.html, and an .svg and a .csv file per figure.",
    .examples = examples,
    .bit = FOR_REPRODUCE,
    .least = 1,
    .most = 1,
    .work = reproduce_work,
    .name_of = paper_name};
