// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// nested_expressions.h - finds nodes without a line of their own in printed code: a node that one line of its piece
// reads once is printed inside that expression, if the line is not too long. Compilers see the same operations either
// way.
#ifndef JNI_NESTED_EXPRESSIONS_H
#define JNI_NESTED_EXPRESSIONS_H

#include "compile/print/code_pieces.h"

enum { JNI_NESTING_WIDTH = 92 };  // characters of an expression: a line of 116 without "  const double n1234 = ;"

typedef struct {
  const jni_pieces *pieces;
  const int *result_of;  // of each node: not 0 if it is a result of the function
  bool lanes;            // functions have the names of lanes, which are longer
  bool places;           // the function is of a block: it reads variables through a list of places
} jni_nesting_def;
// Sets inside[], false on entry, of the nodes that are printed inside another expression to true. Returns false without
// memory.
bool jni_nesting_find(const jni_nesting_def *def, bool *inside);

#endif
