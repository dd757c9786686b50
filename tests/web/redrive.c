// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// redrive.c - repeats a drive of the page (web/drive/loop.js) by the engine natively: `redrive FILE.jnc STEPS BLOCKS`,
// with the changes of inputs on standard input, "BLOCK INPUT BITS" each, the bits of a number in hexadecimal. Prints
// the summary.
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine_internal.h"

static bool put_file(je_engine *e, const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) return false;
  fseek(file, 0, SEEK_END);
  size_t size = (size_t)ftell(file);
  rewind(file);
  char *bytes = malloc(size + 1);
  bool good = bytes && fread(bytes, 1, size, file) == size && je_put(e, "model.jnc", bytes, size);
  free(bytes);
  return fclose(file) == 0 && good;
}

static bool start_again(je_engine *e) {
  size_t size = (size_t)je_state_size(e) * sizeof(double);
  double *start = malloc(size);
  if (start) memcpy(start, je_state(e), size);
  bool good = start && je_restart(e, start);
  free(start);
  return good;
}

typedef struct {
  long block;
  int input;
  uint64_t bits;
} change;

static bool next_change(change *c) { return scanf("%ld %d %" SCNx64, &c->block, &c->input, &c->bits) == 3; }

int main(int argc, char **argv) {
  je_engine *e = argc == 4 ? je_new() : NULL;
  if (!e || !put_file(e, argv[1]) || !je_read(e, "model.jnc", "") || !je_start(e, true) || !start_again(e)) return 1;
  double origin = je_time(e), step = jn_run_summary(jn_session_run(e->session))->choices.step;
  long steps = atol(argv[2]), blocks = atol(argv[3]);
  change c;
  bool more = next_change(&c), good = true;
  for (long k = 0; good && k < blocks; k++) {
    for (; more && c.block <= k; more = next_change(&c)) {
      double value;
      memcpy(&value, &c.bits, sizeof value);
      je_hold(e, c.input, value);
    }
    good = je_step(e, origin + (double)(k + 1) * (double)steps * step);
  }
  puts(je_summary(e));
  je_free(e);
  return good ? 0 : 1;
}
