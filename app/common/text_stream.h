// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// text_stream.h - a text in memory that is written through a FILE (text_stream_posix.c, text_stream_windows.c).
#ifndef APP_TEXT_STREAM_H
#define APP_TEXT_STREAM_H

#include <stdbool.h>
#include <stdio.h>

typedef struct {
  FILE *out;
  char *text;   // set by text_stream_end; the caller frees it
  size_t size;  // without the zero at the end
} text_stream;

// Returns the FILE to which the text is written; NULL on failure.
FILE *text_stream_begin(text_stream *stream);
// Closes the file and sets text and size. Returns false with text NULL on failure.
bool text_stream_end(text_stream *stream);

#endif
