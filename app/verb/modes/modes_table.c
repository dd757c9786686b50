// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// modes_table.c - prints a sweep as text and writes it as a table in a CSV file.
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "modes.h"

// Returns the index of the next eigenvalue of a point, after index `after`, that belongs to a branch; -1: there is
// none.
static int next_of(const jn_locus_point *point, int branch, int after) {
  for (int i = after + 1; i < point->n; i++)
    if (point->branch[i] == branch) return i;
  return -1;
}

static void print_point(const jn_locus_point *point, int nbranches, int width) {
  printf("  %*.6g %8d ", width, point->value, point->growing);
  for (int branch = 1; branch <= nbranches; branch++)
    for (int i = next_of(point, branch, -1); i >= 0; i = next_of(point, branch, i)) {
      double size = hypot(point->re[i], point->im[i]), re = modes_clean(point->re[i], size);
      printf("  %d: ", branch);
      if (point->im[i] > 0) printf("%.5g +- %.5gi", re, point->im[i]);
      else printf("%.5g", re);
    }
  putchar('\n');
}

static void print_change(const app_sweep *sweep, const jn_locus_change *change) {
  const char *space = sweep->unit[0] ? " " : "";
  int n = change->growing;
  if (n == 0) printf("stable beyond %s = %.9g%s%s", sweep->name, change->value, space, sweep->unit);
  else
    printf("beyond %s = %.9g%s%s %d eigenvalue%s", sweep->name, change->value, space, sweep->unit, n,
           n == 1 ? " grows" : "s grow");
  printf(": branch %d", change->branch);
  if (change->im > 0) printf(", %.5g rad/s", change->im);
  putchar('\n');
}

static void print_meeting(const app_sweep *sweep, const jn_locus_meeting *meeting) {
  printf("branch %d %s at %s = %.6g%s%s, %.5g 1/s\n", meeting->branch,
         meeting->pair ? "becomes a pair" : "splits into two real ones", sweep->name, meeting->value,
         sweep->unit[0] ? " " : "", sweep->unit, meeting->re);
}

void sweep_print(const app_sweep *sweep) {
  const jn_locus *locus = sweep->locus;
  int length = (int)strlen(sweep->name), width = length > 12 ? length : 12;
  printf("  %*s %8s   %s\n", width, sweep->name, "growing", "nonzero eigenvalues by branch, 1/s");
  if (sweep->unit[0]) printf("  %*s\n", width, sweep->unit);
  for (int i = 0; i < locus->npoints; i++) print_point(&locus->points[i], locus->nbranches, width);
  if (locus->nbranches > 0) putchar('\n');
  for (int k = 0; k < locus->nbranches; k++) printf("branch %d: %s\n", k + 1, locus->labels[k]);
  if (locus->nmeetings > 0) putchar('\n');
  for (int i = 0; i < locus->nmeetings; i++) print_meeting(sweep, &locus->meetings[i]);
  if (locus->nchanges > 0) putchar('\n');
  for (int i = 0; i < locus->nchanges; i++) print_change(sweep, &locus->changes[i]);
}

// ---- CSV ------------------------------------------------------------------------------------------------------------

typedef struct {
  char *text;
  size_t n, capacity;
  bool failed;
} buffer;

static void put(buffer *b, const char *format, ...) {
  char line[1000];
  va_list list;
  va_start(list, format);
  int length = vsnprintf(line, sizeof line, format, list);
  va_end(list);
  size_t size = length < 0 ? 0 : (size_t)length < sizeof line ? (size_t)length : sizeof line - 1;
  if (b->n + size + 1 > b->capacity) {
    size_t wanted = 2 * (b->n + size + 1);
    char *larger = realloc(b->text, wanted);
    if (!larger) b->failed = true;
    else {
      b->text = larger;
      b->capacity = wanted;
    }
  }
  if (b->failed) return;
  memcpy(b->text + b->n, line, size + 1);
  b->n += size;
}

static void put_row(buffer *b, const jn_locus *locus, const jn_locus_point *point, int i) {
  double re = point->re[i], im = point->im[i], size = hypot(re, im);
  int branch = point->branch[i];
  put(b, "%.17g,%d,%.17g,%.17g,%.17g,%.17g,\"%s\"\n", point->value, branch, re, im, im / (2 * 3.14159265358979323846),
      -re / size, locus->labels[branch - 1]);
}

jn_status sweep_write(app_command *command, const app_sweep *sweep, const char *path) {
  const jn_locus *locus = sweep->locus;
  buffer b = {.text = NULL};
  put(&b, "%s%s%s%s,branch,real (1/s),imaginary (rad/s),frequency (Hz),damping ratio,dominant coordinates\n",
      sweep->name, sweep->unit[0] ? " (" : "", sweep->unit, sweep->unit[0] ? ")" : "");
  for (const jn_locus_point *point = locus->points; point < locus->points + locus->npoints; point++)
    for (int branch = 1; branch <= locus->nbranches; branch++)
      for (int k = next_of(point, branch, -1); k >= 0; k = next_of(point, branch, k)) put_row(&b, locus, point, k);
  jn_status status =
      b.failed ? jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for the table")
               : jn_text_write(path, b.text, command->report);
  free(b.text);
  return status;
}
