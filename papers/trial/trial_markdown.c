// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// trial_markdown.c - conclusion, claims and tables of a reproduction as Markdown. papers/check.sh --write inserts this
// text into the page of the paper, so that every number there comes from a run.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/text_stream.h"
#include "trial/trial.h"

enum { WIDTH = 120, CELL_SIZE = 64 };

// Writes a text wrapped at WIDTH; `first` begins the first line and `next` every other.
static void put_wrapped(FILE *out, const char *first, const char *next, const char *text) {
  size_t used = strlen(first);
  bool begins = true;
  fputs(first, out);
  while (*text) {
    size_t length = strcspn(text, " "), width = length;
    for (size_t i = 0; i < length; i++) width += strchr("|<*", text[i]) != NULL;
    if (!begins && used + 1 + width > WIDTH) {
      fprintf(out, "\n%s", next);
      used = strlen(next);
    } else if (!begins) {
      fputc(' ', out);
      used++;
    }
    begins = false;
    for (size_t i = 0; i < length; i++) {
      if (strchr("|<*", text[i])) fputc('\\', out);
      fputc(text[i], out);
    }
    used += width;
    text += length;
    while (*text == ' ') text++;
  }
  fputc('\n', out);
}

static void put_claim(FILE *out, const repro_claim *claim) {
  fprintf(out, "### `%s`: %s", claim->id, repro_verdict_text(claim->verdict));
  fprintf(out, "%s%s\n\n", claim->condition ? " " : "", claim->condition ? claim->condition : "");
  put_wrapped(out, "", "", claim->sentence);
  if (claim->quote) {
    size_t size = strlen(claim->quote) + strlen(claim->place) + 8;
    char *text = malloc(size);
    if (text) {
      snprintf(text, size, "\"%s\" (%s)", claim->quote, claim->place);
      fputc('\n', out);
      put_wrapped(out, "> ", "> ", text);
    }
    free(text);
  }
  fputc('\n', out);
  put_wrapped(out, "- Criterion: ", "  ", claim->criterion);
  if (claim->evidence) put_wrapped(out, claim->timed ? "- Found (by the clock): " : "- Found: ", "  ", claim->evidence);
  for (int i = 0; i < claim->nvariations; i++) {
    char first[64];
    snprintf(first, sizeof first, "- Varied (%s): ", repro_verdict_text(claim->variations[i].verdict));
    put_wrapped(out, first, "  ", claim->variations[i].evidence ? claim->variations[i].evidence : "");
  }
  fputc('\n', out);
}

static void put_claims(FILE *out, const repro *r, const char *heading, bool ours) {
  char count[200];
  int n = 0;
  for (int i = 0; i < r->nclaims; i++) n += r->claims[i]->ours == ours;
  if (n == 0) return;
  repro_count_verdicts(r, ours, count, sizeof count);
  fprintf(out, "## %s\n\n%s\n\n", heading, count);
  for (int i = 0; i < r->nclaims; i++)
    if (r->claims[i]->ours == ours) put_claim(out, r->claims[i]);
}

static void put_cell(FILE *out, const char *text) {
  fputs(" ", out);
  for (; *text; text++) {
    if (*text == '|') fputc('\\', out);
    fputc(*text, out);
  }
  fputs(" |", out);
}

static void put_table(FILE *out, const repro_table *table) {
  char text[CELL_SIZE];
  int fields = 1;
  fprintf(out, "### `%s`: %s%s\n\n|", table->id, table->title, table->timed ? " (by the clock)" : "");
  put_cell(out, table->row_title);
  for (int i = 0; i < table->ncolumns; i++) {
    const repro_column *column = &table->columns[i];
    char name[2 * CELL_SIZE];
    if (column->printed) {
      snprintf(name, sizeof name, "%s, %s", column->name, column->printed);
      put_cell(out, name);
    }
    snprintf(name, sizeof name, column->printed ? "%s, ours" : "%s", column->name);
    put_cell(out, name);
    fields += column->printed ? 2 : 1;
  }
  fputs("\n|", out);
  for (int i = 0; i < fields; i++) fputs("---|", out);
  fputc('\n', out);
  for (int k = 0; k < table->nrows; k++) {
    const repro_row *row = &table->rows[k];
    fputc('|', out);
    put_cell(out, row->label ? row->label : "");
    for (int i = 0; i < table->ncolumns; i++) {
      const repro_column *column = &table->columns[i];
      if (column->printed) {
        repro_format(row->cells[i].printed, column->digits, text, sizeof text);
        put_cell(out, text);
      }
      repro_format(row->cells[i].ours, column->digits, text, sizeof text);
      put_cell(out, row->cells[i].text ? row->cells[i].text : text);
    }
    fputc('\n', out);
  }
  fputc('\n', out);
  if (!table->note) return;
  put_wrapped(out, "", "", table->note);
  fputc('\n', out);
}

// Writes the count of the verdicts and the sentences of the conclusion as one paragraph.
static void put_conclusion(FILE *out, const repro *r) {
  char count[200];
  text_stream stream;
  FILE *all = text_stream_begin(&stream);
  if (!all) return;
  repro_count_verdicts(r, false, count, sizeof count);
  fputs(count, all);
  for (int i = 0; i < r->nconclusion; i++) fprintf(all, " %s", r->conclusion[i].text);
  text_stream_end(&stream);
  if (stream.text) put_wrapped(out, "", "", stream.text);
  free(stream.text);
}

char *repro_markdown(const repro *r) {
  text_stream stream;
  FILE *out = text_stream_begin(&stream);
  if (!out) return NULL;
  fputs("## Conclusion\n\n", out);
  put_conclusion(out, r);
  fputc('\n', out);
  put_claims(out, r, "Claims of the paper", false);
  put_claims(out, r, "Claims of ours", true);
  if (r->ntables > 0) fputs("## Tables\n\n", out);
  for (int i = 0; i < r->ntables; i++) put_table(out, r->tables[i]);
  text_stream_end(&stream);
  return stream.text;
}
