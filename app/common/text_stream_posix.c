// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// text_stream_posix.c - text streams on POSIX systems: a memory stream of the C library.
#include "common/text_stream.h"

#include <stdlib.h>

FILE *text_stream_begin(text_stream *stream) {
  stream->text = NULL;
  stream->size = 0;
  stream->out = open_memstream(&stream->text, &stream->size);
  return stream->out;
}

bool text_stream_end(text_stream *stream) {
  if (fclose(stream->out) == 0) return true;
  free(stream->text);
  stream->text = NULL;
  return false;
}
