// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// json_get.c - for the shell tests: reads one JSON document from standard input, strictly, and prints the value at a
// path. Exit code 1: it is no JSON; 2: there is nothing at that path.
#include "json_read.h"

#include <stdlib.h>

enum { MOST = 1 << 22 };

int main(int argc, char **argv) {
  char *text = calloc(1, MOST + 1);
  if (!text) return 1;
  text[fread(text, 1, MOST, stdin)] = 0;
  const char *found;
  int length;
  bool good = json_read(text, argc > 1 ? argv[1] : NULL, &found, &length);
  int code = !good ? 1 : argc > 1 && !found ? 2 : 0;
  if (code == 0 && found) printf("%.*s\n", length, found);
  free(text);
  return code;
}
