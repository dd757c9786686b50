// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// statement_lines.h - joins short statements of printed code: "const double a = 1, b = 2;", "r[0] = a, r[1] = b;".
// Declarations continue on the next line without repeating the type.
#ifndef JNI_STATEMENT_LINES_H
#define JNI_STATEMENT_LINES_H

#include "compile/print/c_source.h"

enum { JNI_LINES_WIDTH = 116 };  // columns

typedef struct {
  jni_source *text;
  jni_source *item;  // text of the next item, without comma or semicolon
  const char *kind;  // first words of the line being filled; NULL: no line is begun
  int column;
} jni_lines;

// Appends the text in `item` to the present line, or to a new one if the present line begins otherwise than with `kind`
// ("" or "const double ") or is too full. Empties `item`.
void jni_lines_add(jni_lines *lines, const char *kind);
void jni_lines_close(jni_lines *lines);  // ends the line; to be called before other text is written

#endif
