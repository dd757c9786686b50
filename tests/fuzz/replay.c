// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// replay.c - a fuzz target without libFuzzer, the same inputs every time:
//
//   fuzz_NAME [--runs N] [--seed S] PATH...
//
// Every file, and every file of the folders, is given to the target once, in the order of their names; then N inputs
// that are made from them, each by its own number S, S + 1, ... The input at hand stands in fuzz_NAME.find in the
// current folder: a run that dies leaves it there.
#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);
#pragma weak LLVMFuzzerInitialize  // not every target has one

enum { MOST_BYTES = 4096, MOST_EDITS = 4 };  // of an input that is made

typedef struct {
  uint8_t *bytes;
  size_t size;
} input;

typedef struct {
  input *inputs;
  size_t n, capacity;
  char find[256];
} corpus;

// ---- the corpus -----------------------------------------------------------------------------------

static void *must(void *memory) {
  if (memory) return memory;
  fputs("out of memory\n", stderr);
  exit(2);
}

static void fail(const char *path) {
  fprintf(stderr, "cannot read %s: %s\n", path, strerror(errno));
  exit(2);
}

static void add_file(corpus *c, const char *path, size_t size) {
  if (c->n == c->capacity)
    c->inputs = must(realloc(c->inputs, (c->capacity = 2 * c->capacity + 64) * sizeof *c->inputs));
  input *in = &c->inputs[c->n++];
  FILE *file = fopen(path, "rb");
  *in = (input){must(malloc(size + 1)), size};
  if (!file || fread(in->bytes, 1, size, file) != size) fail(path);
  fclose(file);
}

static void add_path(corpus *c, const char *path) {
  struct stat status;
  struct dirent **names;
  if (stat(path, &status) != 0) fail(path);
  if (!S_ISDIR(status.st_mode)) {
    add_file(c, path, (size_t)status.st_size);
    return;
  }
  int n = scandir(path, &names, NULL, alphasort);
  if (n < 0) fail(path);
  for (int i = 0; i < n; i++) {
    char inside[4096];
    snprintf(inside, sizeof inside, "%s/%s", path, names[i]->d_name);
    if (names[i]->d_name[0] != '.') add_path(c, inside);
    free(names[i]);
  }
  free(names);
}

// ---- inputs made from it ----------------------------------------------------------------------------

// splitmix64
static uint64_t next(uint64_t *state) {
  uint64_t z = (*state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static size_t below(uint64_t *state, size_t n) { return n > 0 ? (size_t)(next(state) % n) : 0; }

// Room for `length` bytes at `at`; fewer when the input is full.
static size_t open_gap(input *in, size_t at, size_t length) {
  if (length > MOST_BYTES - in->size) length = MOST_BYTES - in->size;
  memmove(in->bytes + at + length, in->bytes + at, in->size - at);
  in->size += length;
  return length;
}

static void close_gap(input *in, size_t at, size_t length) {
  if (length > in->size - at) length = in->size - at;
  memmove(in->bytes + at, in->bytes + at + length, in->size - at - length);
  in->size -= length;
}

// A piece of another input (or of the same) is put in.
static void insert_piece(input *in, const corpus *c, uint64_t *state) {
  const input *from = &c->inputs[below(state, c->n)];
  size_t start = below(state, from->size), length = below(state, 64), at = below(state, in->size + 1);
  if (length > from->size - start) length = from->size - start;
  length = open_gap(in, at, length);
  memcpy(in->bytes + at, from->bytes + start, length);
}

static void edit(input *in, const corpus *c, uint64_t *state) {
  static const char *const words[] = {"0", "-1", "1e308", "1e-308", ".nan", "[", "]",    "{",
                                      "}", ":",  ", ",    "\n",     "\"",   "=", "null", "\xff"};
  size_t at = below(state, in->size), word = below(state, sizeof words / sizeof *words);
  switch (next(state) % 6) {
    case 0:
      if (in->size > 0) in->bytes[at] ^= (uint8_t)(1u << below(state, 8));
      break;
    case 1:
      if (in->size > 0) in->bytes[at] = (uint8_t)next(state);
      break;
    case 2: close_gap(in, at, 1 + below(state, 16)); break;
    case 3: memcpy(in->bytes + at, words[word], open_gap(in, at, strlen(words[word]))); break;
    default: insert_piece(in, c, state);
  }
}

static void make(input *in, const corpus *c, uint64_t seed) {
  uint64_t state = seed;
  const input *from = &c->inputs[below(&state, c->n)];
  in->size = from->size < MOST_BYTES ? from->size : MOST_BYTES;
  memcpy(in->bytes, from->bytes, in->size);
  for (size_t i = 0, n = 1 + below(&state, MOST_EDITS); i < n; i++) edit(in, c, &state);
}

// ---- running ----------------------------------------------------------------------------------------

// The bytes are given in memory of their own size, so that reading past them is seen.
static void give(const corpus *c, const input *in) {
  uint8_t *bytes = must(malloc(in->size + (in->size == 0)));
  if (in->size > 0) memcpy(bytes, in->bytes, in->size);
  FILE *file = fopen(c->find, "wb");
  if (!file || fwrite(bytes, 1, in->size, file) != in->size || fclose(file) != 0) fail(c->find);
  LLVMFuzzerTestOneInput(bytes, in->size);
  free(bytes);
}

static unsigned long number(const char *text) {
  char *end;
  unsigned long value = strtoul(text, &end, 10);
  if (*text && !*end) return value;
  fprintf(stderr, "'%s' is no whole number\n", text);
  exit(2);
}

int main(int argc, char **argv) {
  unsigned long runs = 0, seed = 1;
  corpus c = {0};
  const char *slash = strrchr(argv[0], '/');
  snprintf(c.find, sizeof c.find, "%s.find", slash ? slash + 1 : argv[0]);
  if (LLVMFuzzerInitialize) LLVMFuzzerInitialize(&argc, &argv);
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--runs") == 0 && i + 1 < argc) runs = number(argv[++i]);
    else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc) seed = number(argv[++i]);
    else add_path(&c, argv[i]);
  }
  for (size_t i = 0; i < c.n; i++) give(&c, &c.inputs[i]);
  input made = {must(malloc(MOST_BYTES)), 0};
  for (unsigned long i = 0; i < runs && c.n > 0; i++) {
    make(&made, &c, seed + i);
    give(&c, &made);
  }
  printf("%zu files, %lu inputs made from them\n", c.n, runs);
  for (size_t i = 0; i < c.n; i++) free(c.inputs[i].bytes);
  free(c.inputs);
  free(made.bytes);
  unlink(c.find);
  return 0;
}
