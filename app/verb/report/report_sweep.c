// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// report_sweep.c - writes the report of eigenvalues over a parameter.
#include <stdio.h>

#include "reports.h"

typedef struct {
  app_command *command;
  const app_sweep *sweep;
} order;

static void put_status(app_json *out, const app_sweep *sweep) {
  const jn_locus *locus = sweep->locus;
  int stable = 0;
  for (int i = 0; i < locus->npoints; i++) stable += locus->points[i].growing == 0;
  report_open(out, "badges", "");
  report_badge(out, stable == locus->npoints ? "good" : "warn", "no eigenvalue grows at %d of %d values of %s", stable,
               locus->npoints, sweep->name);
  if (locus->npoints < sweep->count)
    report_badge(out, "warn", "interrupted after %d of %d values", locus->npoints, sweep->count);
  report_close(out);
}

static void put_changes(app_json *out, const app_sweep *sweep) {
  const report_head heads[] = {
      {sweep->name, sweep->unit, 7}, {"growing beyond it", "", 0}, {"branch", "", 0}, {"imaginary part", "rad/s", 6}};
  const jn_locus *locus = sweep->locus;
  if (locus->nchanges == 0) return;
  report_open_table(out, &(report_table){.title = "Where stability changes", .heads = heads, .n = 4});
  for (int i = 0; i < locus->nchanges; i++) {
    const jn_locus_change *change = &locus->changes[i];
    json_open(out, NULL, '[');
    json_number(out, NULL, change->value);
    json_integer(out, NULL, change->growing);
    json_integer(out, NULL, change->branch);
    json_number(out, NULL, change->im);
    json_close(out, ']');
  }
  report_close(out);
}

static void put_meetings(app_json *out, const app_sweep *sweep) {
  const report_head heads[] = {
      {sweep->name, sweep->unit, 7}, {"branch", "", 0}, {"real part", "1/s", 6}, {"beyond it", "", 0}};
  const jn_locus *locus = sweep->locus;
  if (locus->nmeetings == 0) return;
  report_open_table(out, &(report_table){.title = "Where eigenvalues meet on the real axis", .heads = heads, .n = 4});
  for (int i = 0; i < locus->nmeetings; i++) {
    const jn_locus_meeting *meeting = &locus->meetings[i];
    json_open(out, NULL, '[');
    json_number(out, NULL, meeting->value);
    json_integer(out, NULL, meeting->branch);
    json_number(out, NULL, meeting->re);
    json_text(out, NULL, meeting->pair ? "a pair, which oscillates" : "two real ones");
    json_close(out, ']');
  }
  report_close(out);
}

static void put_branches(app_json *out, const jn_locus *locus) {
  if (locus->nbranches == 0) return;
  report_open(out, "facts", "Branches, by their dominant coordinates");
  for (int k = 0; k < locus->nbranches; k++) {
    char name[32];
    snprintf(name, sizeof name, "branch %d", k + 1);
    report_word(out, name, locus->labels[k]);
  }
  report_close(out);
}

static void put_sections(const void *user, app_json *out) {
  const order *o = user;
  put_status(out, o->sweep);
  report_messages(out, o->command->report);
  report_picture(out, "Eigenvalues over the parameter", plot_sweep_text(o->sweep, ""));
  put_changes(out, o->sweep);
  put_meetings(out, o->sweep);
  report_picture(out, "Root locus", plot_locus_text(o->sweep, ""));
  put_branches(out, o->sweep->locus);
}

// Reads the model again, for the page, with the value that the file, or a setting, gives the parameter of the sweep.
// Discards the messages, which have been reported before. Returns NULL on failure.
static jn_model *read_again(app_command *command) {
  jn_report *outer = command->report, *discarded = jn_report_new(NULL);
  if (discarded) command->report = discarded;
  jn_model *model = load_model(command);
  command->report = outer;
  jn_report_free(discarded);
  return model;
}

jn_status report_sweep(app_command *command, const app_sweep *sweep, const char **written) {
  if (!command->options.report) return JN_OK;
  jn_model *model = read_again(command);
  if (!model) return worst_fault(command, JN_BAD_MODEL, "reading the model");
  order o = {command, sweep};
  report_content content = {.model = model, .user = &o, .sections = put_sections};
  jn_status status = report_write(command, &content, written);
  jn_model_free(model);
  return status;
}
