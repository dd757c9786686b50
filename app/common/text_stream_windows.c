// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// text_stream_windows.c - text streams on Windows: a temporary file, which the system keeps in memory if it can and
// removes when it is closed.
#include "common/text_stream.h"

#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <windows.h>

FILE *text_stream_begin(text_stream *stream) {
  wchar_t folder[MAX_PATH + 1], path[MAX_PATH + 1];
  *stream = (text_stream){.out = NULL};
  if (GetTempPathW(MAX_PATH + 1, folder) == 0 || GetTempFileNameW(folder, L"jnc", 0, path) == 0) return NULL;
  HANDLE handle = CreateFileW(path, GENERIC_READ | GENERIC_WRITE, 0, NULL, CREATE_ALWAYS,
                              FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, NULL);
  int file = handle != INVALID_HANDLE_VALUE ? _open_osfhandle((intptr_t)handle, _O_RDWR | _O_BINARY) : -1;
  if (file < 0 && handle != INVALID_HANDLE_VALUE) CloseHandle(handle);
  stream->out = file >= 0 ? _fdopen(file, "w+b") : NULL;
  if (!stream->out && file >= 0) _close(file);
  return stream->out;
}

bool text_stream_end(text_stream *stream) {
  bool written = !ferror(stream->out) && fflush(stream->out) == 0;
  long n = written ? ftell(stream->out) : -1;
  rewind(stream->out);
  char *text = n >= 0 ? malloc((size_t)n + 1) : NULL;
  bool whole = text && fread(text, 1, (size_t)n, stream->out) == (size_t)n;
  fclose(stream->out);
  if (!whole) {
    free(text);
    return false;
  }
  text[n] = 0;
  stream->text = text;
  stream->size = (size_t)n;
  return true;
}
