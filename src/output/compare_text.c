// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compare_text.c - a comparison as a table for the terminal.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "output/compare.h"

void jni_compare_controls(const jn_choices *c, char *text, size_t size) {
  bool energy = strcmp(c->energy, "none") != 0, none = strcmp(c->position, "none") == 0 && strcmp(c->velocity, "none") == 0;
  if (none) snprintf(text, size, "%s", energy ? c->energy : "none");
  else snprintf(text, size, "%s+%s%s%s", c->position, c->velocity, energy ? "+" : "", energy ? c->energy : "");
}

void jni_compare_name(const jn_choices *c, char *text, size_t size) {
  bool varied = c->variant[0] && strcmp(c->variant, "none") != 0 && strcmp(c->variant, "auto") != 0;
  snprintf(text, size, "%s%s%s", c->formulation, varied ? "/" : "", varied ? c->variant : "");
}

void jni_compare_seconds(double seconds, char *text, size_t size) {
  static const struct {
    double least, factor;
    const char *unit;
  } units[] = {{0.9995, 1, "s"}, {0.9995e-3, 1e3, "ms"}, {0, 1e6, "us"}};
  size_t i = 0;
  while (i < 2 && !(seconds >= units[i].least)) i++;
  char number[24];
  jni_number_format(number, sizeof number, "%.*g", 3, seconds * units[i].factor);
  if (isnan(seconds)) snprintf(text, size, "-");
  else snprintf(text, size, "%s %s", number, units[i].unit);
}

void jni_compare_accuracy(const jn_rung *rung, char *text, size_t size) {
  char number[48];
  if (rung->step > 0) jni_compare_seconds(rung->step, number, sizeof number);
  else jni_number_format(number, sizeof number, "%.*g", 3, rung->tolerance);
  snprintf(text, size, "%s %s", rung->step > 0 ? "h" : "tol", number);
}

// ---- cells ------------------------------------------------------------------------------------------------------

enum { NAME, INTEGRATOR, CONTROLS, ACCURACY, ERROR, TIME, EVALUATIONS, STEPS, VIOLATION, ENERGY, BEST, BEST_TIME, CELLS };

typedef struct {
  char text[CELLS][80];
} row;

static const char *const heads[CELLS] = {"formulation", "integrator", "controls",    "accuracy", "error", "CPU time",
                                         "evaluations", "steps",      "violation", "energy",   "best",  "in"};

static void put_number(char *cell, size_t size, double value, int digits) {
  if (isnan(value)) snprintf(cell, size, "-");
  else jni_number_format(cell, size, "%.*g", digits, value);
}

static void put_count(char *cell, size_t size, long value, bool known) {
  if (known) snprintf(cell, size, "%ld", value);
  else snprintf(cell, size, "-");
}

// The worst of lengths and angles.
static double violation(const jn_rung *rung) { return fmax(rung->max_position_violation, rung->max_angle_violation); }

static row make_row(const jn_combination *c) {
  row r;
  memset(&r, 0, sizeof r);
  const jn_rung *line = &c->line;
  bool ended = c->nrungs > 0 && line->status == JN_OK;
  enum { SIZE = sizeof r.text[0] };
  jni_compare_name(&c->choices, r.text[NAME], SIZE);
  snprintf(r.text[INTEGRATOR], SIZE, "%s", c->choices.integrator);
  jni_compare_controls(&c->choices, r.text[CONTROLS], SIZE);
  if (c->nrungs > 0) jni_compare_accuracy(line, r.text[ACCURACY], SIZE);
  else snprintf(r.text[ACCURACY], SIZE, "-");
  if (line->word[0]) snprintf(r.text[ERROR], SIZE, "%s", line->word);
  else put_number(r.text[ERROR], SIZE, line->error, 2);
  jni_compare_seconds(ended ? line->cpu_seconds : NAN, r.text[TIME], SIZE);
  put_count(r.text[EVALUATIONS], SIZE, line->evaluations, ended);
  put_count(r.text[STEPS], SIZE, line->steps, ended);
  put_number(r.text[VIOLATION], SIZE, ended ? violation(line) : NAN, 2);
  put_number(r.text[ENERGY], SIZE, ended ? line->max_energy_error : NAN, 2);
  put_number(r.text[BEST], SIZE, c->best >= 0 ? c->rungs[c->best].error : NAN, 2);
  jni_compare_seconds(c->best >= 0 ? c->rungs[c->best].cpu_seconds : NAN, r.text[BEST_TIME], SIZE);
  return r;
}

static bool is_left(int cell) { return cell <= ACCURACY; }

static void put_row(jni_text *out, const char *lead, const row *r, const int *widths) {
  jni_text_put(out, lead);
  for (int i = 0; i < CELLS; i++) {
    const char *text = r->text[i];
    jni_text_printf(out, is_left(i) ? "%s%-*s" : "%s%*s", i ? "  " : "", widths[i], text);
  }
  while (out->n > 0 && out->data[out->n - 1] == ' ') out->data[--out->n] = 0;
  jni_text_put(out, "\n");
}

// ---- around the table -------------------------------------------------------------------------------------------

static void put_head(jni_text *out, const jn_comparison *c) {
  char number[48];
  jni_text_printf(out, "%d combination%s", c->n, c->n == 1 ? "" : "s");
  if (c->n < c->planned) jni_text_printf(out, " of %d", c->planned);
  jni_text_printf(out, "; reference: %.255s", c->reference);
  jni_number_format(number, sizeof number, "%.*g", 2, c->reference_error);
  if (!isnan(c->reference_error)) jni_text_printf(out, ", known to %s", number);
  jni_text_put(out, "\nerrors of ");
  for (int i = 0; i < c->noutputs && i < 6; i++) jni_text_printf(out, "%s%.90s", i ? ", " : "", c->outputs[i]);
  if (c->noutputs > 6) jni_text_printf(out, " and %d more", c->noutputs - 6);
  jni_text_printf(out, " at %d time%s, relative to their size\n\n", c->ntimes, c->ntimes == 1 ? "" : "s");
}

static void put_fastest(jni_text *out, const jn_comparison *c) {
  static const double errors[] = {1e-3, 1e-6, 1e-9};
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
    int rung = 0, fastest = jn_compare_fastest(c, errors[i], &rung);
    if (fastest < 0) continue;
    const jn_combination *best = &c->combinations[fastest];
    char accuracy[64], seconds[64], limit[48];
    jni_compare_accuracy(&best->rungs[rung], accuracy, sizeof accuracy);
    jni_compare_seconds(best->rungs[rung].cpu_seconds, seconds, sizeof seconds);
    jni_number_format(limit, sizeof limit, "%.*g", 1, errors[i]);
    jni_text_printf(out, "%s  least time for an error below %s: %s, %s, %s\n", i ? "" : "\n", limit, seconds, best->label, accuracy);
  }
}

static void put_sentences(jni_text *out, const jn_comparison *c) {
  bool any = false;
  for (int i = 0; i < c->n; i++) {
    const jn_combination *one = &c->combinations[i];
    if (!one->line.word[0]) continue;
    jni_text_put(out, any ? "" : "\n");
    jni_text_printf(out, "  %s: %s: %.255s\n", one->label, one->line.word, one->line.why);
    any = true;
  }
}

char *jn_compare_table(const jn_alloc *alloc, const jn_comparison *c, bool sentences) {
  jni_text out = jni_text_new(alloc);
  int widths[CELLS];
  row head;
  memset(&head, 0, sizeof head);
  for (int k = 0; k < CELLS; k++) {
    snprintf(head.text[k], sizeof head.text[k], "%s", heads[k]);
    widths[k] = (int)strlen(heads[k]);
  }
  for (int i = 0; i < c->n; i++) {
    row r = make_row(&c->combinations[i]);
    for (int k = 0; k < CELLS; k++)
      if ((int)strlen(r.text[k]) > widths[k]) widths[k] = (int)strlen(r.text[k]);
  }
  put_head(&out, c);
  put_row(&out, "  ", &head, widths);
  for (int i = 0; i < c->n; i++) {
    row r = make_row(&c->combinations[i]);
    put_row(&out, c->combinations[i].own ? "* " : "  ", &r, widths);
  }
  put_fastest(&out, c);
  if (sentences) put_sentences(&out, c);
  return jni_text_take(&out);
}
