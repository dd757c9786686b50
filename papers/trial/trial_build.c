// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// trial_build.c - adds tables, figures and claims to a reproduction, and frees them.
//
// The first lack of memory is recorded in the reproduction; what could not be added is missing, and the command fails.
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trial/trial.h"

struct repro_kept {
  void *thing;
  void *(*drop)(void *);
};

bool repro_ok(const repro *r) { return r->status == JN_OK; }

void repro_fail(repro *r, jn_status status, const char *format, ...) {
  if (!repro_ok(r)) return;
  char what[sizeof((jn_error){0}.what)];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(what, sizeof what, format, arguments);
  va_end(arguments);
  r->status = jn_report_fault(r->report, status, "", "%s", what);
}

static void *or_fail(repro *r, void *block) {
  if (!block) repro_fail(r, JN_NO_MEMORY, "there is not enough memory for the reproduction of '%s'", r->paper->name);
  return block;
}

static void *drop_block(void *block) {
  free(block);
  return NULL;
}

static void *kept(repro *r, void *block) { return repro_keep(r, block, drop_block); }

static char *copied(repro *r, const char *text) { return kept(r, strdup(text)); }

static char *formatted(repro *r, const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, again);
  va_end(again);
  char *text = kept(r, length < 0 ? NULL : malloc((size_t)length + 1));
  if (text) vsnprintf(text, (size_t)length + 1, format, arguments);
  return text;
}

// Removes the zero that pads exponents, everywhere in a text: "1.139e-05" becomes "1.139e-5".
static void shorten_exponents(char *text) {
  for (char *e = strchr(text, 'e'); e; e = strchr(e + 1, 'e')) {
    bool number = e > text && e[-1] >= '0' && e[-1] <= '9' && (e[1] == '-' || e[1] == '+') && e[2] == '0' && e[3] != 0;
    if (number) memmove(e + 1 + (e[1] == '-'), e + 3, strlen(e + 3) + 1);
  }
}

// Appends an item of `size` zero bytes to a list of n items. Returns it; NULL: no memory.
static void *append(repro *r, void *list, int n, size_t size) {
  char *items = or_fail(r, realloc(*(void **)list, (size_t)(n + 1) * size));
  if (!items) return NULL;
  memcpy(list, &items, sizeof items);
  return memset(items + (size_t)n * size, 0, size);
}

// Appends a new block of `size` zero bytes to a list of pointers, so that earlier blocks keep their addresses. Returns
// it; NULL: no memory.
static void *append_block(repro *r, void *list, int *n, size_t size) {
  void **slot = append(r, list, *n, sizeof *slot);
  if (!slot) return NULL;
  *slot = kept(r, calloc(1, size));
  if (*slot) (*n)++;
  return *slot;
}

// ---- tables ------------------------------------------------------------------------------------------------

repro_table *repro_add_table(repro *r, const char *id, const char *title, const char *row_title,
                             const repro_column *columns, int n) {
  repro_table *table = append_block(r, &r->tables, &r->ntables, sizeof *table);
  if (!table) return NULL;
  table->id = copied(r, id);
  table->title = copied(r, title);
  table->row_title = copied(r, row_title);
  table->ncolumns = n < REPRO_COLUMNS ? n : REPRO_COLUMNS;
  memcpy(table->columns, columns, (size_t)table->ncolumns * sizeof *columns);
  return table;
}

int repro_add_row(repro *r, repro_table *table, const char *label) {
  repro_row *row = table ? append(r, &table->rows, table->nrows, sizeof *row) : NULL;
  if (!row) return -1;
  row->label = copied(r, label);
  for (int i = 0; i < REPRO_COLUMNS; i++) row->cells[i].printed = row->cells[i].ours = NAN;
  return table->nrows++;
}

static repro_cell *cell_of(repro_table *table, int row, int column) {
  bool there = table && row >= 0 && row < table->nrows && column >= 0 && column < table->ncolumns;
  return there ? &table->rows[row].cells[column] : NULL;
}

void repro_set_pair(repro_table *table, int row, int column, double printed, double ours) {
  repro_cell *cell = cell_of(table, row, column);
  if (!cell) return;
  cell->printed = printed;
  cell->ours = ours;
}

void repro_set(repro_table *table, int row, int column, double ours) { repro_set_pair(table, row, column, NAN, ours); }

void repro_set_text(repro *r, repro_table *table, int row, int column, const char *format, ...) {
  repro_cell *cell = cell_of(table, row, column);
  if (!cell) return;
  va_list arguments;
  va_start(arguments, format);
  cell->text = formatted(r, format, arguments);
  va_end(arguments);
}

void repro_set_note(repro *r, repro_table *table, const char *format, ...) {
  if (!table) return;
  va_list arguments;
  va_start(arguments, format);
  table->note = formatted(r, format, arguments);
  va_end(arguments);
}

double repro_difference(const repro_cell *cell) {
  double off = fabs(cell->ours - cell->printed);
  return cell->printed == 0 ? off : off / fabs(cell->printed);
}

double repro_row_difference(const repro_table *table, const repro_row *row) {
  double worst = NAN;
  for (int i = 0; i < table->ncolumns; i++) {
    double off = table->columns[i].printed ? repro_difference(&row->cells[i]) : NAN;
    if (!isnan(off) && !(off <= worst)) worst = off;
  }
  return worst;
}

// ---- figures -----------------------------------------------------------------------------------------------

repro_figure *repro_add_figure(repro *r, const char *id, const char *title, const char *x_label, const char *y_label) {
  repro_figure *figure = append_block(r, &r->figures, &r->nfigures, sizeof *figure);
  if (!figure) return NULL;
  figure->id = copied(r, id);
  figure->title = copied(r, title);
  figure->x_label = copied(r, x_label);
  figure->y_label = copied(r, y_label);
  return figure;
}

static double *copied_numbers(repro *r, const double *from, int n, double factor) {
  double *to = kept(r, malloc((size_t)(n > 0 ? n : 1) * sizeof *to));
  for (int i = 0; to && i < n; i++) to[i] = factor * from[i];
  return to;
}

void repro_add_scaled_curve(repro *r, repro_figure *figure, const char *label, const double *x, const double *y, int n,
                            double factor) {
  if (!figure || !x || !y) return;
  repro_curve *curve = append(r, &figure->curves, figure->ncurves, sizeof *curve);
  if (!curve) return;
  figure->ncurves++;
  curve->label = copied(r, label);
  curve->x = copied_numbers(r, x, n, 1);
  curve->y = copied_numbers(r, y, n, factor);
  curve->n = curve->x && curve->y ? n : 0;
}

void repro_add_curve(repro *r, repro_figure *figure, const char *label, const double *x, const double *y, int n) {
  repro_add_scaled_curve(r, figure, label, x, y, n, 1);
}

repro_figure *repro_add_picture(repro *r, const char *id, const char *title, const jn_system *system,
                                const double *state) {
  jn_picture *picture = repro_ok(r) ? jn_picture_new(NULL, system, state) : NULL;
  jn_picture_options options = jn_picture_options_default();
  options.title = title;
  options.labels = false;
  char *svg = picture ? jn_picture_svg(picture, &options) : NULL;
  jn_picture_free(picture);
  repro_figure *figure = or_fail(r, svg) ? repro_add_figure(r, id, title, "", "") : NULL;
  if (figure) figure->svg = svg;
  else jn_text_free(NULL, svg);
  return figure;
}

void repro_set_caption(repro *r, repro_figure *figure, const char *format, ...) {
  if (!figure) return;
  va_list arguments;
  va_start(arguments, format);
  figure->note = formatted(r, format, arguments);
  va_end(arguments);
}

// ---- claims ------------------------------------------------------------------------------------------------

const char *repro_verdict_text(repro_verdict verdict) {
  static const char *const texts[] = {[REPRO_HELD] = "held",
                                      [REPRO_DID_NOT_HOLD] = "did not hold",
                                      [REPRO_DEPENDS] = "depends",
                                      [REPRO_LEVEL] = "level",
                                      [REPRO_UNDECIDED] = "cannot be decided here"};
  return texts[verdict];
}

repro_verdict repro_if(bool held) { return held ? REPRO_HELD : REPRO_DID_NOT_HOLD; }

static bool is_fulfilled(repro_quantifier quantifier, int cases, int of) {
  switch (quantifier) {
    case REPRO_CAN: return cases > 0;
    case REPRO_USUALLY: return 2 * cases > of;
    default: return cases == of && of > 0;
  }
}

repro_verdict repro_share(repro_quantifier quantifier, int held, int of) {
  if (is_fulfilled(quantifier, held, of)) return REPRO_HELD;
  return held == 0 ? REPRO_DID_NOT_HOLD : REPRO_DEPENDS;
}

repro_verdict repro_judge(repro_quantifier quantifier, const repro_tally *tally) {
  int of = tally->faster + tally->even + tally->slower;
  if (is_fulfilled(quantifier, tally->faster, of)) return REPRO_HELD;
  if (of > 0 && tally->even == of) return REPRO_LEVEL;
  bool refuted = quantifier == REPRO_CAN || is_fulfilled(quantifier, tally->slower, of);
  return refuted ? REPRO_DID_NOT_HOLD : REPRO_DEPENDS;
}

repro_claim *repro_add_claim(repro *r, const char *id, repro_verdict verdict, const char *sentence,
                             const char *criterion) {
  repro_claim *claim = append_block(r, &r->claims, &r->nclaims, sizeof *claim);
  if (!claim) return NULL;
  claim->id = copied(r, id);
  claim->verdict = verdict;
  claim->sentence = copied(r, sentence);
  claim->criterion = copied(r, criterion);
  return claim;
}

void repro_add_evidence(repro *r, const char *format, ...) {
  if (r->nclaims == 0) return;
  repro_claim *claim = r->claims[r->nclaims - 1];
  va_list arguments;
  va_start(arguments, format);
  char *more = formatted(r, format, arguments), *old = claim->evidence;
  va_end(arguments);
  if (more) shorten_exponents(more);
  if (!more || !old) {
    if (more) claim->evidence = more;
    return;
  }
  size_t size = strlen(old) + strlen(more) + 3;
  char *both = kept(r, malloc(size));
  if (!both) return;
  snprintf(both, size, "%s; %s", old, more);
  claim->evidence = both;
}

static repro_claim *last_claim(repro *r) { return r->nclaims > 0 ? r->claims[r->nclaims - 1] : NULL; }

void repro_quote(repro *r, const char *place, const char *quote) {
  repro_claim *claim = last_claim(r);
  if (!claim) return;
  claim->place = copied(r, place);
  claim->quote = copied(r, quote);
}

void repro_set_condition(repro *r, const char *condition) {
  repro_claim *claim = last_claim(r);
  if (!claim || claim->verdict != REPRO_DEPENDS) return;
  claim->condition = copied(r, condition);
}

static char *joined(repro *r, const char *a, const char *between, const char *b) {
  size_t size = strlen(a) + strlen(between) + strlen(b) + 1;
  char *text = kept(r, malloc(size));
  if (text) snprintf(text, size, "%s%s%s", a, between, b);
  return text;
}

void repro_vary(repro *r, const char *what, repro_verdict verdict, const char *format, ...) {
  repro_claim *claim = last_claim(r);
  repro_variation *variation = claim ? append(r, &claim->variations, claim->nvariations, sizeof *variation) : NULL;
  if (!variation) return;
  claim->nvariations++;
  va_list arguments;
  va_start(arguments, format);
  variation->evidence = formatted(r, format, arguments);
  va_end(arguments);
  if (variation->evidence) shorten_exponents(variation->evidence);
  variation->what = copied(r, what);
  variation->verdict = verdict;
  if (verdict != REPRO_HELD) return;
  bool turned = claim->verdict == REPRO_DEPENDS && claim->condition && claim->turned;
  if (claim->verdict == REPRO_DID_NOT_HOLD) {
    claim->verdict = REPRO_DEPENDS;
    claim->turned = true;
    claim->condition = joined(r, "on ", what, "");
  } else if (turned && !strstr(claim->condition, what)) {
    claim->condition = joined(r, claim->condition, ", on ", what);
  }
}

void repro_count_verdicts(const repro *r, bool ours, char *text, size_t size) {
  static const char *const singular[REPRO_VERDICTS] = {"held", "did not hold", "depends", "is level",
                                                       "cannot be decided here"};
  static const char *const plural[REPRO_VERDICTS] = {"held", "did not hold", "depend", "are level",
                                                     "cannot be decided here"};
  static const repro_verdict order[REPRO_VERDICTS] = {REPRO_HELD, REPRO_DEPENDS, REPRO_LEVEL, REPRO_DID_NOT_HOLD,
                                                      REPRO_UNDECIDED};
  int counts[REPRO_VERDICTS] = {0}, n = 0;
  for (int i = 0; i < r->nclaims; i++) {
    if (r->claims[i]->ours != ours) continue;
    counts[r->claims[i]->verdict]++;
    n++;
  }
  int used = snprintf(text, size, "Of %d claims of %s", n, ours ? "ours" : "the paper");
  for (int i = 0; i < REPRO_VERDICTS; i++) {
    int count = counts[order[i]];
    if (count > 0 && used >= 0 && (size_t)used < size)
      used += snprintf(text + used, size - (size_t)used, ", %d %s", count,
                       count == 1 ? singular[order[i]] : plural[order[i]]);
  }
  if (used >= 0 && (size_t)used < size) snprintf(text + used, size - (size_t)used, ".");
}

// ---- the conclusion ------------------------------------------------------------------------------------------------

static const repro_claim *find_claim(const repro *r, const char *id) {
  for (int i = 0; i < r->nclaims; i++)
    if (strcmp(r->claims[i]->id, id) == 0) return r->claims[i];
  return NULL;
}

void repro_conclude(repro *r, const repro_basis *basis, const char *format, ...) {
  if (!repro_ok(r)) return;
  repro_sentence sentence = {.basis = basis, .holds = true};
  char differs[160] = "";
  if (!basis->claim) repro_fail(r, JN_BAD_ARGUMENT, "a sentence of the conclusion rests on no claim");
  for (; basis->claim; basis++) {
    const repro_claim *claim = find_claim(r, basis->claim);
    if (!claim) {
      repro_fail(r, JN_BAD_ARGUMENT, "the conclusion rests on the claim '%s', which does not exist", basis->claim);
      return;
    }
    sentence.timed = sentence.timed || claim->timed;
    if (claim->verdict == basis->verdict || !sentence.holds) continue;
    sentence.holds = false;
    snprintf(differs, sizeof differs,
             "(A sentence is left out here: `%s` is '%s' in this run, and the sentence rests on '%s'.)", claim->id,
             repro_verdict_text(claim->verdict), repro_verdict_text(basis->verdict));
  }
  va_list arguments;
  va_start(arguments, format);
  sentence.text = sentence.holds ? formatted(r, format, arguments) : copied(r, differs);
  va_end(arguments);
  repro_sentence *slot = repro_ok(r) ? append(r, &r->conclusion, r->nconclusion, sizeof *slot) : NULL;
  if (!slot) return;
  *slot = sentence;
  r->nconclusion++;
}

double repro_value(const repro *r, const char *table, int row, int column) {
  for (int i = 0; i < r->ntables; i++) {
    if (strcmp(r->tables[i]->id, table) != 0) continue;
    const repro_cell *cell = cell_of(r->tables[i], row, column);
    return cell ? cell->ours : (double)NAN;
  }
  return NAN;
}

// ---- memory --------------------------------------------------------------------------------------------------

void *repro_keep(repro *r, void *thing, void *(*drop)(void *)) {
  if (!or_fail(r, thing)) return NULL;
  struct repro_kept *slot = append(r, &r->kept, r->nkept, sizeof *slot);
  if (!slot) return drop(thing);
  *slot = (struct repro_kept){thing, drop};
  r->nkept++;
  return thing;
}

double *repro_scratch(repro *r, int n) {
  double *values = kept(r, malloc((size_t)(n > 0 ? n : 1) * sizeof *values));
  for (int i = 0; values && i < n; i++) values[i] = NAN;
  return repro_ok(r) ? values : NULL;
}

void repro_free(repro *r) {
  for (int i = 0; i < r->ntables; i++) free(r->tables[i]->rows);
  for (int i = 0; i < r->nclaims; i++) free(r->claims[i]->variations);
  for (int i = 0; i < r->nfigures; i++) {
    free(r->figures[i]->curves);
    jn_text_free(NULL, r->figures[i]->svg);
  }
  for (int i = r->nkept - 1; i >= 0; i--) r->kept[i].drop(r->kept[i].thing);
  repro_free_starts(r);  // after the runs, which use the systems of the starts
  free(r->kept);
  free(r->tables);
  free(r->figures);
  free(r->claims);
  free(r->conclusion);
}
