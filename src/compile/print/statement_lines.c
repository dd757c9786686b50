// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// statement_lines.c - see statement_lines.h.
#include "compile/print/statement_lines.h"

#include <string.h>

void jni_lines_add(jni_lines *lines, const char *kind) {
  jni_source *item = lines->item;
  bool fits = lines->column + item->length + 3 <= JNI_LINES_WIDTH, same = lines->kind && !strcmp(lines->kind, kind);
  if (same && fits) {
    jni_source_put(lines->text, ", ", 2);
    lines->column += 2;
  } else if (same && *kind) {
    jni_source_add(lines->text, ",\n    ");
    lines->column = 4;
  } else {
    jni_lines_close(lines);
    jni_source_add(lines->text, "  %s", kind);
    lines->kind = kind;
    lines->column = 2 + (int)strlen(kind);
  }
  if (item->length > 0) jni_source_put(lines->text, item->text, (size_t)item->length);
  if (item->pool.failed) lines->text->pool.failed = true;
  lines->column += item->length;
  item->length = 0;
}

void jni_lines_close(jni_lines *lines) {
  if (lines->kind) jni_source_put(lines->text, ";\n", 2);
  lines->kind = NULL;
  lines->column = 0;
}
