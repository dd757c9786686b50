// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// flatten.c - writes flat documents for the tests of the page: reads paths, one per line, and writes for each the
// number of bytes (four, lowest first) and the bytes.
#include <jounce/document.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END) != 0) return NULL;
  *size = (size_t)ftell(file);
  rewind(file);
  char *text = malloc(*size + 1);
  bool good = text && fread(text, 1, *size, file) == *size;
  fclose(file);
  return good ? text : NULL;
}

int main(void) {
  char path[4096];
  while (fgets(path, sizeof path, stdin)) {
    path[strcspn(path, "\n")] = '\0';
    size_t size = 0, nbytes = 0;
    char *text = read_file(path, &size);
    unsigned char *flat = text ? jn_document_flatten(NULL, text, size, &nbytes) : NULL;
    if (!flat) return 1;
    for (int i = 0; i < 4; i++) putchar((int)(nbytes >> 8 * i & 0xff));
    fwrite(flat, 1, nbytes, stdout);
    jn_document_free(NULL, flat);
    free(text);
  }
  return 0;
}
