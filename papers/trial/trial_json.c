// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// trial_json.c - a reproduction as one JSON object; the points of the curves lie in the .csv files it names.
#include <math.h>
#include <stdio.h>

#include "trial/trial.h"

static void put_cell(app_json *out, const repro_column *column, const repro_cell *cell) {
  json_open(out, NULL, '{');
  json_text(out, "column", column->name);
  if (cell->text) json_text(out, "ours", cell->text);
  else json_number(out, "ours", cell->ours);
  if (column->printed) {
    json_number(out, "printed", cell->printed);
    json_number(out, "difference", repro_difference(cell));
  }
  json_close(out, '}');
}

static void put_row(app_json *out, const repro_table *table, const repro_row *row) {
  json_open(out, NULL, '{');
  json_text(out, "row", row->label);
  json_open(out, "cells", '[');
  for (int i = 0; i < table->ncolumns; i++) put_cell(out, &table->columns[i], &row->cells[i]);
  json_close(out, ']');
  json_close(out, '}');
}

static void put_table(app_json *out, const repro_table *table) {
  json_open(out, NULL, '{');
  json_text(out, "id", table->id);
  json_text(out, "title", table->title);
  if (table->note) json_text(out, "note", table->note);
  json_open(out, "rows", '[');
  for (int i = 0; i < table->nrows; i++) put_row(out, table, &table->rows[i]);
  json_close(out, ']');
  json_close(out, '}');
}

static void put_file(app_json *out, const char *key, const char *folder, const char *id, const char *ending) {
  char path[1200];
  snprintf(path, sizeof path, "%s/%s%s", folder, id, ending);
  json_text(out, key, path);
}

static void put_curve(app_json *out, const repro_curve *curve) {
  json_open(out, NULL, '{');
  json_text(out, "label", curve->label);
  json_integer(out, "points", curve->n);
  json_number(out, "largest", repro_largest(curve->y, curve->n));
  json_close(out, '}');
}

static void put_figure(app_json *out, const repro_figure *figure, const char *folder) {
  json_open(out, NULL, '{');
  json_text(out, "id", figure->id);
  json_text(out, "title", figure->title);
  if (figure->note) json_text(out, "note", figure->note);
  put_file(out, "plot", folder, figure->id, ".svg");
  if (figure->ncurves > 0) put_file(out, "data", folder, figure->id, ".csv");
  json_open(out, "curves", '[');
  for (int i = 0; i < figure->ncurves; i++) put_curve(out, &figure->curves[i]);
  json_close(out, ']');
  json_close(out, '}');
}

static void put_claim(app_json *out, const repro_claim *claim) {
  json_open(out, NULL, '{');
  json_text(out, "id", claim->id);
  json_text(out, "claim", claim->sentence);
  json_text(out, "verdict", repro_verdict_text(claim->verdict));
  if (claim->condition) json_text(out, "depends", claim->condition);
  if (claim->quote) {
    json_text(out, "quote", claim->quote);
    json_text(out, "place", claim->place);
  }
  json_text(out, "criterion", claim->criterion);
  json_text(out, "evidence", claim->evidence);
  json_open(out, "variations", '[');
  for (int i = 0; i < claim->nvariations; i++) {
    json_open(out, NULL, '{');
    json_text(out, "of", claim->variations[i].what);
    json_text(out, "verdict", repro_verdict_text(claim->variations[i].verdict));
    json_text(out, "evidence", claim->variations[i].evidence);
    json_close(out, '}');
  }
  json_close(out, ']');
  json_flag(out, "timed", claim->timed);
  json_flag(out, "said_in_paper", !claim->ours);
  json_close(out, '}');
}

static void put_sentence(app_json *out, const repro_sentence *sentence) {
  json_open(out, NULL, '{');
  json_text(out, "sentence", sentence->text);
  json_flag(out, "holds", sentence->holds);
  json_flag(out, "timed", sentence->timed);
  json_open(out, "rests_on", '[');
  for (const repro_basis *b = sentence->basis; b->claim; b++) {
    json_open(out, NULL, '{');
    json_text(out, "id", b->claim);
    json_text(out, "verdict", repro_verdict_text(b->verdict));
    json_close(out, '}');
  }
  json_close(out, ']');
  json_close(out, '}');
}

void repro_put(const repro *r, const char *folder, app_json *out) {
  json_text(out, "paper", r->paper->name);
  json_text(out, "title", r->paper->title);
  put_file(out, "page", folder, "index", ".html");
  if (r->paper->drawing) put_file(out, "drawing", folder, r->paper->drawing, ".svg");
  json_integer(out, "runs", r->runs);
  json_integer(out, "planned", r->paper->runs);
  json_open(out, "tables", '[');
  for (int i = 0; i < r->ntables; i++) put_table(out, r->tables[i]);
  json_close(out, ']');
  json_open(out, "figures", '[');
  for (int i = 0; i < r->nfigures; i++) put_figure(out, r->figures[i], folder);
  json_close(out, ']');
  json_open(out, "claims", '[');
  for (int i = 0; i < r->nclaims; i++) put_claim(out, r->claims[i]);
  json_close(out, ']');
  json_open(out, "conclusion", '[');
  for (int i = 0; i < r->nconclusion; i++) put_sentence(out, &r->conclusion[i]);
  json_close(out, ']');
}
