// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// report_compare.c - writes the report of a comparison.
#include <math.h>
#include <stdio.h>

#include "reports.h"

typedef struct {
  app_command *command;
  const jn_comparison *comparison;
} order;

static void put_badges(app_json *out, const jn_comparison *c) {
  int failed = 0;
  for (int i = 0; i < c->n; i++) failed += c->combinations[i].line.word[0] != 0;
  report_open(out, "badges", "");
  report_badge(out, "good", "%d combination%s", c->n, c->n == 1 ? "" : "s");
  if (failed) report_badge(out, "bad", "%d of them failed", failed);
  if (c->n < c->planned) report_badge(out, "warn", "interrupted after %d of %d", c->n, c->planned);
  report_close(out);
}

static void put_reference(app_json *out, const jn_comparison *c) {
  report_open(out, "facts", "Reference");
  report_word(out, "reference", c->reference);
  report_fact(out, "difference to the next larger tolerance", c->reference_error, 2, "");
  report_fact(out, "outputs compared", c->noutputs, 0, "");
  report_fact(out, "times", c->ntimes, 0, "");
  report_fact(out, "up to", c->ntimes > 0 ? c->times[c->ntimes - 1] : NAN, 6, "s");
  report_close(out);
}

// ---- the chart ------------------------------------------------------------------------------------------------------

static void put_ladder(app_json *out, const char *key, const jn_combination *c, double (*value)(const jn_rung *)) {
  json_open(out, key, '[');
  for (int k = 0; k < c->nrungs; k++)
    if (c->rungs[k].status == JN_OK && isfinite(c->rungs[k].error)) json_number(out, NULL, value(&c->rungs[k]));
  json_close(out, ']');
}

static double rung_error(const jn_rung *rung) { return rung->error; }
static double rung_seconds(const jn_rung *rung) { return rung->cpu_seconds; }
static double rung_evaluations(const jn_rung *rung) { return (double)rung->evaluations; }

static void put_curve(app_json *out, const jn_combination *c) {
  json_open(out, NULL, '{');
  json_text(out, "name", c->label);
  json_flag(out, "own", c->own);
  json_open(out, "of", '[');
  json_text(out, NULL, c->choices.formulation);
  json_text(out, NULL, c->choices.integrator);
  json_text(out, NULL, c->choices.coordinates);
  json_close(out, ']');
  json_open(out, "x", '[');
  put_ladder(out, NULL, c, rung_seconds);
  put_ladder(out, NULL, c, rung_evaluations);
  json_close(out, ']');
  put_ladder(out, "y", c, rung_error);
  json_close(out, '}');
}

static void put_chart(app_json *out, const jn_comparison *c) {
  static const char *const groups[] = {"formulation", "integrator", "coordinates"};
  static const char *const axes[] = {"CPU time of stepping (s)", "evaluations of the equations of motion"};
  report_open(out, "chart", "Error over work");
  for (int i = 0; i < c->n; i++)
    if (c->combinations[i].best >= 0) put_curve(out, &c->combinations[i]);
  json_close(out, ']');
  json_open(out, "groups", '[');
  for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) json_text(out, NULL, groups[i]);
  json_close(out, ']');
  json_open(out, "x", '[');
  for (size_t i = 0; i < sizeof axes / sizeof *axes; i++) json_text(out, NULL, axes[i]);
  json_close(out, ']');
  json_text(out, "y", "error, relative to the size of the outputs");
  json_close(out, '}');
}

// ---- tables -------------------------------------------------------------------------------------------------------

enum { NHEADS = 10, NLINE = 8 };
static const report_head heads[NHEADS] = {
    {"combination", "", 0}, {"step", "s", 3},       {"tolerance", "", 3},           {"error", "", 2},
    {"CPU time", "s", 3},   {"evaluations", "", 0}, {"position violation", "m", 2}, {"energy error", "J", 2},
    {"best error", "", 2},  {"in", "s", 3}};

// Writes the numbers of one run into a row; a keyword stands in place of the error of a run that failed. ran: the
// combination was run at all.
static void put_rung(app_json *out, const jn_combination *c, const jn_rung *rung, bool ran) {
  bool ended = ran && rung->status == JN_OK;
  json_text(out, NULL, c->label);
  json_number(out, NULL, ran && rung->step > 0 ? rung->step : NAN);
  json_number(out, NULL, ran && !(rung->step > 0) ? rung->tolerance : NAN);
  if (rung->word[0]) json_text(out, NULL, rung->word);
  else json_number(out, NULL, rung->error);
  json_number(out, NULL, ended ? rung->cpu_seconds : NAN);
  json_number(out, NULL, ended ? (double)rung->evaluations : NAN);
  json_number(out, NULL, ended ? rung->max_position_violation : NAN);
  json_number(out, NULL, ended ? rung->max_energy_error : NAN);
}

static void put_lines(app_json *out, const jn_comparison *c) {
  report_open_table(
      out,
      &(report_table){
          .title = "At the model's own accuracy", .note = "A click on a heading sorts.", .heads = heads, .n = NHEADS});
  for (int i = 0; i < c->n; i++) {
    const jn_combination *one = &c->combinations[i];
    const jn_rung *best = one->best >= 0 ? &one->rungs[one->best] : NULL;
    json_open(out, NULL, '[');
    put_rung(out, one, &one->line, one->nrungs > 0);
    json_number(out, NULL, best ? best->error : NAN);
    json_number(out, NULL, best ? best->cpu_seconds : NAN);
    json_close(out, ']');
  }
  report_close(out);
}

static void put_ladders(app_json *out, const jn_comparison *c) {
  report_open_table(out, &(report_table){.title = "All runs of the ladders", .heads = heads, .n = NLINE});
  for (int i = 0; i < c->n; i++)
    for (int k = 0; k < c->combinations[i].nrungs; k++) {
      json_open(out, NULL, '[');
      put_rung(out, &c->combinations[i], &c->combinations[i].rungs[k], true);
      json_close(out, ']');
    }
  report_close(out);
}

// Writes a table of the failed combinations, keyword and reason, and a section with the meaning of all keywords;
// nothing if none failed.
static void put_reasons(app_json *out, const jn_comparison *c) {
  static const report_head columns[] = {{"combination", "", 0}, {"keyword", "", 0}, {"why", "", 0}};
  int failed = 0;
  for (int i = 0; i < c->n; i++) failed += c->combinations[i].line.word[0] != 0;
  if (failed == 0) return;
  report_open_table(out, &(report_table){.title = "What failed", .heads = columns, .n = 3});
  for (int i = 0; i < c->n; i++) {
    const jn_combination *one = &c->combinations[i];
    if (!one->line.word[0]) continue;
    json_open(out, NULL, '[');
    json_text(out, NULL, one->label);
    json_text(out, NULL, one->line.word);
    json_text(out, NULL, one->line.why);
    json_close(out, ']');
  }
  report_close(out);
  report_open(out, "facts", "What the keywords mean");
  for (int i = 0; jn_compare_word(i); i++) report_word(out, jn_compare_word(i), jn_compare_word_help(i));
  report_close(out);
}

static void put_sections(const void *user, app_json *out) {
  const order *o = user;
  const jn_comparison *c = o->comparison;
  put_badges(out, c);
  report_messages(out, o->command->report);
  put_chart(out, c);
  put_lines(out, c);
  put_reference(out, c);
  put_reasons(out, c);
  put_ladders(out, c);
}

static char *make_plain(const void *user) {
  const order *o = user;
  return jn_compare_page(NULL, o->comparison, o->command->report);
}

jn_status report_comparison(app_command *command, const jn_model *model, const jn_comparison *comparison,
                            const char **written) {
  order o = {command, comparison};
  report_content content = {
      .model = model, .user = &o, .sections = put_sections, .simulates = true, .plain = make_plain};
  return report_write(command, &content, written);
}
