// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// trial_print.c - a reproduction on the terminal: tables in columns, claims with their verdict and evidence.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "trial/trial.h"

enum { CELL_SIZE = 64, TEXT_WIDTH = 110, INDENT = 16, FIELDS = 2 * REPRO_COLUMNS + 2 };

// Shortens the exponent of a number: "7.376e-05" becomes "7.376e-5".
static void shorten_exponent(char *text) {
  char *e = strchr(text, 'e');
  if (!e) return;
  char *from = e + 1, *to = e + 1;
  if (*from == '-') to++;
  from++;
  while (*from == '0' && from[1]) from++;
  memmove(to, from, strlen(from) + 1);
}

void repro_format(double value, int digits, char *text, size_t size) {
  double magnitude = fabs(value);
  if (isnan(value)) snprintf(text, size, "-");
  else if (digits == 0) snprintf(text, size, "%.0f", value);
  else if (magnitude == 0) snprintf(text, size, "0");
  else if (magnitude < 1e-3 || magnitude >= 1e6) snprintf(text, size, "%.*e", digits - 1, value);
  else snprintf(text, size, "%#.*g", digits, value);
  shorten_exponent(text);
  size_t n = strlen(text);
  if (n > 0 && text[n - 1] == '.') text[n - 1] = 0;
}

void repro_format_difference(double off, char *text, size_t size) {
  if (isnan(off)) snprintf(text, size, "%s", "");
  else snprintf(text, size, off < 0.0995 ? "%.2g %%" : "%.0f %%", 100 * off);
  shorten_exponent(text);
}

// ---- tables ------------------------------------------------------------------------------------------------

// Fields of a line: label, then for each column the printed value (if the column has one) and ours, then the
// difference.
typedef struct {
  char text[FIELDS][CELL_SIZE];
  bool words[FIELDS];  // the field is a text, not a number
  int n;
} line_fields;

static char *next_field(line_fields *line) { return line->text[line->n++]; }

static bool has_pairs(const repro_table *table) {
  for (int i = 0; i < table->ncolumns; i++)
    if (table->columns[i].printed) return true;
  return false;
}

static void format_cell(const repro_cell *cell, int digits, char *text) {
  if (cell->text) snprintf(text, CELL_SIZE, "%s", cell->text);
  else repro_format(cell->ours, digits, text, CELL_SIZE);
}

static line_fields fields_of_row(const repro_table *table, const repro_row *row) {
  line_fields line = {.n = 0};
  snprintf(next_field(&line), CELL_SIZE, "%s", row->label ? row->label : "");
  for (int i = 0; i < table->ncolumns; i++) {
    const repro_column *column = &table->columns[i];
    if (column->printed) repro_format(row->cells[i].printed, column->digits, next_field(&line), CELL_SIZE);
    line.words[line.n] = row->cells[i].text != NULL;
    format_cell(&row->cells[i], column->digits, next_field(&line));
  }
  if (has_pairs(table)) repro_format_difference(repro_row_difference(table, row), next_field(&line), CELL_SIZE);
  return line;
}

// Makes the two lines of headings: names of the columns, and below them the sources of the values.
static void fields_of_head(const repro_table *table, line_fields *names, line_fields *sources) {
  names->n = sources->n = 0;
  bool pairs = has_pairs(table);
  snprintf(next_field(names), CELL_SIZE, "%s", pairs ? "" : table->row_title);
  snprintf(next_field(sources), CELL_SIZE, "%s", table->row_title);
  for (int i = 0; i < table->ncolumns; i++) {
    const repro_column *column = &table->columns[i];
    if (column->printed) {
      snprintf(next_field(names), CELL_SIZE, "%s", column->name);
      snprintf(next_field(sources), CELL_SIZE, "%s", column->printed);
    }
    snprintf(next_field(names), CELL_SIZE, "%s", column->printed ? "" : column->name);
    snprintf(next_field(sources), CELL_SIZE, "%s", pairs ? "ours" : "");
  }
  if (!pairs) return;
  next_field(names)[0] = 0;
  snprintf(next_field(sources), CELL_SIZE, "differs");
}

// Shape of a column: texts are aligned to the left, numbers to the right.
typedef struct {
  int width;
  bool right;
} column_shape;

static void widen(column_shape *shapes, const line_fields *line) {
  for (int i = 0; i < line->n; i++)
    if ((int)strlen(line->text[i]) > shapes[i].width) shapes[i].width = (int)strlen(line->text[i]);
}

static void print_line(const column_shape *shapes, const line_fields *line) {
  char text[FIELDS * (CELL_SIZE + 2) + 4];
  int used = snprintf(text, sizeof text, "  %-*s", shapes[0].width, line->text[0]);
  for (int i = 1; i < line->n; i++)
    used += snprintf(text + used, sizeof text - (size_t)used, shapes[i].right ? "  %*s" : "  %-*s", shapes[i].width,
                     line->text[i]);
  while (used > 0 && text[used - 1] == ' ') used--;
  printf("%.*s\n", used, text);
}

// Prints a text wrapped at TEXT_WIDTH. The first line begins after `used` columns, the others are indented.
static void print_wrapped(const char *text, int indent, int used) {
  while (*text) {
    size_t length = strcspn(text, " ");
    if (used > indent && used + 1 + (int)length > TEXT_WIDTH) {
      printf("\n%*s", indent, "");
      used = indent;
    } else if (used > indent) {
      putchar(' ');
      used++;
    }
    printf("%.*s", (int)length, text);
    used += (int)length;
    text += length;
    while (*text == ' ') text++;
  }
  putchar('\n');
}

static void print_table(const repro_table *table) {
  column_shape shapes[FIELDS] = {{0}};
  line_fields names, sources;
  fields_of_head(table, &names, &sources);
  widen(shapes, &names);
  widen(shapes, &sources);
  for (int i = 0; i < table->nrows; i++) {
    line_fields line = fields_of_row(table, &table->rows[i]);
    widen(shapes, &line);
    for (int k = 0; k < line.n; k++) shapes[k].right = shapes[k].right || !line.words[k];
  }
  printf("\n%s\n", table->title);
  print_line(shapes, &names);
  if (has_pairs(table)) print_line(shapes, &sources);
  for (int i = 0; i < table->nrows; i++) {
    line_fields line = fields_of_row(table, &table->rows[i]);
    print_line(shapes, &line);
  }
  if (has_pairs(table))
    puts("  differs: largest difference between our number and the printed one, relative to the printed one");
  if (table->note) {
    printf("  ");
    print_wrapped(table->note, 2, 2);
  }
}

// ---- claims ------------------------------------------------------------------------------------------------

static void print_claim(const repro_claim *claim) {
  printf("  %-*s", INDENT - 2, claim->verdict == REPRO_UNDECIDED ? "undecided" : repro_verdict_text(claim->verdict));
  print_wrapped(claim->sentence, INDENT, INDENT);
  if (claim->condition) {
    printf("%*s", INDENT, "");
    print_wrapped(claim->condition, INDENT, INDENT);
  }
  if (claim->evidence) {
    printf("%*s", INDENT, "");
    print_wrapped(claim->evidence, INDENT, INDENT);
  }
  for (int i = 0; i < claim->nvariations; i++) {
    const repro_variation *v = &claim->variations[i];
    int used = printf("%*svaried: ", INDENT, "");
    print_wrapped(v->evidence ? v->evidence : "", INDENT, used);
    printf("%*s  -> %s\n", INDENT, "", repro_verdict_text(v->verdict));
  }
}

static void print_claims(const repro *r, bool ours) {
  int n = 0;
  for (int i = 0; i < r->nclaims; i++) n += r->claims[i]->ours == ours;
  if (n == 0) return;
  char count[200];
  repro_count_verdicts(r, ours, count, sizeof count);
  printf("\n%s\n%s\n", ours ? "Claims of ours" : "Claims of the paper", count);
  for (int i = 0; i < r->nclaims; i++)
    if (r->claims[i]->ours == ours) print_claim(r->claims[i]);
}

void repro_print(const repro *r, const char *folder) {
  printf("%s\n", r->paper->title);
  if (r->paper->words) print_wrapped(r->paper->words, 0, 0);
  for (int i = 0; i < r->ntables; i++) print_table(r->tables[i]);
  print_claims(r, false);
  print_claims(r, true);
  if (r->nconclusion > 0) puts("\nConclusion");
  for (int i = 0; i < r->nconclusion; i++) {
    printf("  ");
    print_wrapped(r->conclusion[i].text, 2, 2);
  }
  printf("\n%d tables, %d figures and %d claims are in %s/index.html; curves are in its .csv files.\n", r->ntables,
         r->nfigures, r->nclaims, folder);
}
