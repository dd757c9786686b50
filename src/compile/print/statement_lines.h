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
  jni_source *item;  // written next, without an end
  const char *kind;  // what the open line begins with; NULL: none is open
  int column;
} jni_lines;

// The item goes to the open line, if that is of this kind and has room, or to a new one. kind: "" or "const double ".
void jni_lines_add(jni_lines *lines, const char *kind);
void jni_lines_close(jni_lines *lines);  // before anything else is written to the text

#endif
