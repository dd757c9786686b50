// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reference_table.h - reads the tables of tests/reference: comment lines, a line of names that begins with time, rows
// of numbers.
#ifndef JOUNCE_REFERENCE_TABLE_H
#define JOUNCE_REFERENCE_TABLE_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

#define REFERENCE JOUNCE_SOURCE_DIR "/tests/reference/"

enum { MOST_COLUMNS = 12, MOST_ROWS = 20 };

typedef struct {
  char text[1024];  // memory of the names
  const char *names[MOST_COLUMNS];
  int ncolumns, nrows;  // without time
  double time[MOST_ROWS], value[MOST_ROWS][MOST_COLUMNS];
} table;

static inline void read_names(table *t, const char *line) {
  snprintf(t->text, sizeof t->text, "%s", line);
  for (char *word = strtok(t->text, " \n"); word && t->ncolumns < MOST_COLUMNS; word = strtok(NULL, " \n"))
    if (strcmp(word, "time") != 0) t->names[t->ncolumns++] = word;
}

static inline void read_row(table *t, char *line) {
  char *end = line;
  t->time[t->nrows] = strtod(line, &end);
  for (int i = 0; i < t->ncolumns; i++) t->value[t->nrows][i] = strtod(end, &end);
  t->nrows++;
}

static inline bool read_table(const char *name, table *t) {
  char path[512], line[1024];
  snprintf(path, sizeof path, REFERENCE "%s.txt", name);
  *t = (table){0};
  FILE *file = fopen(path, "r");
  while (file && fgets(line, sizeof line, file) && t->nrows < MOST_ROWS) {
    if (line[0] == '#') continue;
    if (t->ncolumns == 0) read_names(t, line);
    else read_row(t, line);
  }
  if (file) fclose(file);
  CHECK(t->nrows > 0);
  return t->nrows > 0;
}

#endif
