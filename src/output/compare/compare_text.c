// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compare_text.c - writes a comparison of methods as a table for the terminal.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "output/compare/compare.h"

void jni_compare_seconds(double seconds, char *text, size_t size) {
  static const struct {
    double least, factor;
    const char *unit;
  } units[] = {{0.9995, 1, "s"}, {0.9995e-3, 1e3, "ms"}, {0, 1e6, "us"}};
  size_t i = 0;
  while (i < 2 && !(seconds >= units[i].least)) i++;
  char number[24];
  jni_print(number, sizeof number, "%.*g", 3, seconds * units[i].factor);
  if (isnan(seconds)) snprintf(text, size, "-");
  else snprintf(text, size, "%s %s", number, units[i].unit);
}

void jni_compare_accuracy(const jn_rung *rung, char *text, size_t size) {
  char number[48];
  if (rung->step > 0) jni_compare_seconds(rung->step, number, sizeof number);
  else jni_print(number, sizeof number, "%.*g", 3, rung->tolerance);
  snprintf(text, size, "%s %s", rung->step > 0 ? "h" : "tol", number);
}

// ---- cells ------------------------------------------------------------------------------------------------------

enum {
  NAME,
  INTEGRATOR,
  CONTROLS,
  ACCURACY,
  ERROR,
  TIME,
  EVALUATIONS,
  STEPS,
  VIOLATION,
  ENERGY,
  BEST,
  BEST_TIME,
  CELLS
};

// Columns that are omitted on a narrow terminal, beginning with the first of this list. Formulation, integrator, error
// and CPU time are always shown.
static const int droppable[] = {STEPS, EVALUATIONS, BEST_TIME, BEST, ENERGY, ACCURACY, VIOLATION, CONTROLS};

typedef struct {
  char text[CELLS][80];
} row;

typedef struct {
  const jn_comparison *comparison;
  bool *shown;  // of each combination: it is shown
  int nshown;
  bool dropped[CELLS];
  int widths[CELLS];
} table;

static const char *const heads[CELLS] = {"formulation", "integrator", "controls",  "accuracy", "error", "CPU time",
                                         "evaluations", "steps",      "violation", "energy",   "best",  "in"};

static void put_number(char *cell, size_t size, double value, int digits) {
  if (isnan(value)) snprintf(cell, size, "-");
  else jni_print(cell, size, "%.*g", digits, value);
}

static void put_count(char *cell, size_t size, long value, bool known) {
  if (known) snprintf(cell, size, "%ld", value);
  else snprintf(cell, size, "-");
}

// Returns the larger of the largest violations of length equations (m) and of angle equations (rad); in models with
// nonholonomic constraints those of velocities, m/s and rad/s.
static double violation(const jn_comparison *comparison, const jn_rung *rung) {
  if (comparison->nonholonomic) return fmax(rung->max_velocity_violation, rung->max_angle_velocity_violation);
  return fmax(rung->max_position_violation, rung->max_angle_violation);
}

static row make_head(const jn_comparison *comparison) {
  row r;
  memset(&r, 0, sizeof r);
  for (int k = 0; k < CELLS; k++) snprintf(r.text[k], sizeof r.text[k], "%s", heads[k]);
  if (comparison->nonholonomic) snprintf(r.text[VIOLATION], sizeof r.text[VIOLATION], "velocity violation");
  return r;
}

static row make_row(const jn_comparison *comparison, const jn_combination *c) {
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
  put_number(r.text[VIOLATION], SIZE, ended ? violation(comparison, line) : NAN, 2);
  put_number(r.text[ENERGY], SIZE, ended ? line->max_energy_error : NAN, 2);
  put_number(r.text[BEST], SIZE, c->best >= 0 ? c->rungs[c->best].error : NAN, 2);
  jni_compare_seconds(c->best >= 0 ? c->rungs[c->best].cpu_seconds : NAN, r.text[BEST_TIME], SIZE);
  return r;
}

// ---- the table --------------------------------------------------------------------------------------------------

static void widen(table *t, const row *r) {
  for (int k = 0; k < CELLS; k++)
    if ((int)strlen(r->text[k]) > t->widths[k]) t->widths[k] = (int)strlen(r->text[k]);
}

static int table_width(const table *t) {
  int width = 0;
  for (int k = 0; k < CELLS; k++) width += t->dropped[k] ? 0 : t->widths[k] + 2;
  return width;
}

static void measure(table *t, int width) {
  row head = make_head(t->comparison);
  widen(t, &head);
  for (int i = 0; i < t->comparison->n; i++) {
    row r = make_row(t->comparison, &t->comparison->combinations[i]);
    if (t->shown[i]) widen(t, &r);
  }
  for (size_t i = 0; width > 0 && table_width(t) > width && i < sizeof droppable / sizeof *droppable; i++)
    t->dropped[droppable[i]] = true;
}

static bool is_left(int cell) { return cell <= ACCURACY; }

static void put_row(jni_text *out, const table *t, const char *lead, const row *r) {
  jni_text_put(out, lead);
  for (int i = 0; i < CELLS; i++) {
    if (t->dropped[i]) continue;
    jni_text_printf(out, is_left(i) ? "%s%-*s" : "%s%*s", i ? "  " : "", t->widths[i], r->text[i]);
  }
  while (out->n > 0 && out->data[out->n - 1] == ' ') out->data[--out->n] = 0;
  jni_text_put(out, "\n");
}

static void put_dropped(jni_text *out, const table *t) {
  int n = 0;
  for (int k = 0; k < CELLS; k++)
    if (t->dropped[k])
      jni_text_printf(out, "%s%s",
                      n++ ? ", " : "  columns omitted at this width: ", k == BEST_TIME ? "time of the best" : heads[k]);
  if (n > 0) jni_text_put(out, "\n");
}

static void put_rows(jni_text *out, const table *t) {
  const jn_comparison *c = t->comparison;
  row head = make_head(c);
  put_row(out, t, "  ", &head);
  for (int i = 0; i < c->n; i++) {
    row r = make_row(c, &c->combinations[i]);
    if (t->shown[i]) put_row(out, t, c->combinations[i].own ? "* " : "  ", &r);
  }
  if (t->nshown < c->n) jni_text_printf(out, "  %d more; -v shows all\n", c->n - t->nshown);
  put_dropped(out, t);
}

// ---- lines above and below the table ----------------------------------------------------------------------------

static void put_head(jni_text *out, const jn_comparison *c) {
  char number[48];
  if (c->n == c->planned) jni_text_printf(out, "%d combination%s", c->n, c->n == 1 ? "" : "s");
  else jni_text_printf(out, "interrupted after %d of %d combination%s", c->n, c->planned, c->planned == 1 ? "" : "s");
  if (c->reference[0]) jni_text_printf(out, "; reference: %.255s", c->reference);
  jni_print(number, sizeof number, "%.*g", 2, c->reference_error);
  if (!isnan(c->reference_error)) jni_text_printf(out, ", accurate to %s", number);
  jni_text_put(out, "\nerrors of ");
  for (int i = 0; i < c->noutputs && i < 6; i++) jni_text_printf(out, "%s%.90s", i ? ", " : "", c->outputs[i]);
  if (c->noutputs > 6) jni_text_printf(out, " and %d more", c->noutputs - 6);
  jni_text_printf(out, " at %d time%s", c->ntimes, c->ntimes == 1 ? "" : "s");
  double last = c->ntimes > 0 ? c->times[c->ntimes - 1] : 0;
  if (!(last >= c->until * (1 - 1e-9))) jni_text_printf(out, " up to %.6g s of %.6g s", last, c->until);
  jni_text_put(out, ", relative to their size\n\n");
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
    jni_print(limit, sizeof limit, "%.*g", 1, errors[i]);
    jni_text_printf(out, "%s  shortest time for an error below %s: %s, %s, %s\n", i ? "" : "\n", limit, seconds,
                    best->label, accuracy);
  }
}

enum { MAX_REASONS = 3 };  // largest number of failures that are explained without -v

static void put_failures(jni_text *out, const jn_comparison *c, bool verbose) {
  int failed = 0, nwritten = 0;
  for (int i = 0; i < c->n; i++) failed += c->combinations[i].line.word[0] != 0;
  if (!verbose && failed > MAX_REASONS) {
    jni_text_printf(out, "\n  %d of them failed; -v shows why\n", failed);
    return;
  }
  for (int i = 0; i < c->n; i++) {
    const jn_combination *one = &c->combinations[i];
    if (one->line.word[0])
      jni_text_printf(out, "%s  %s: %s: %s\n", nwritten++ ? "" : "\n", one->label, one->line.word, one->line.why);
  }
}

char *jn_compare_table(const jn_alloc *alloc, const jn_comparison *c, bool verbose, int width) {
  JNI_ASSERT(c);
  jni_text out = jni_text_new(alloc);
  table t = {.comparison = c, .shown = jni_alloc0(alloc, (size_t)c->n + 1, sizeof *t.shown)};
  if (!t.shown) return NULL;
  t.nshown = jni_compare_select(c, true, t.shown);
  for (int i = 0; verbose && i < c->n; i++) t.shown[i] = true;
  if (verbose) t.nshown = c->n;
  measure(&t, width);
  put_head(&out, c);
  if (c->n > 0) put_rows(&out, &t);
  put_fastest(&out, c);
  put_failures(&out, c, verbose);
  jni_free(alloc, t.shown);
  return jni_text_take(&out);
}
