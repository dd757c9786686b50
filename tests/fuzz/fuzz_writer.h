// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fuzz_writer.h - a model text that is written from bytes.
#ifndef JNI_FUZZ_WRITER_H
#define JNI_FUZZ_WRITER_H

#include <stdarg.h>
#include <stdbool.h>

#include "fuzz.h"
#include "jounce/base.h"

enum { MOST_BODIES = 4, MOST_JOINTS = 6, ROOM = 16384 };

typedef struct {
  char text[ROOM];
  int n;
  fuzz_bytes bytes;
  bool plane;
  int nbodies, njoints;
  double size;              // m
  bool turns[MOST_JOINTS];  // has the coordinate `angle`
} writer;

static void JN_PRINTF(2, 3) put(writer *w, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  w->n += vsnprintf(w->text + w->n, (size_t)(ROOM - w->n), format, arguments);
  va_end(arguments);
  FUZZ_CHECK(w->n < ROOM);
}

static unsigned pick(writer *w, unsigned n) { return fuzz_pick(&w->bytes, n); }

static double place(writer *w) { return w->size * 0.125 * ((int)pick(w, 17) - 8); }

#endif
