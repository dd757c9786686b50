// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// nested_expressions.h - which nodes have no line of their own in printed code: those that one line of their piece
// reads, once, stand in its expression as long as that fits on the line. Compilers see the same operations either way.
#ifndef JNI_NESTED_EXPRESSIONS_H
#define JNI_NESTED_EXPRESSIONS_H

#include "compile/print/code_pieces.h"

enum { JNI_NESTING_WIDTH = 92 };  // characters of an expression, about: of a line less "  const double n1234 = ;"

typedef struct {
  const jni_pieces *pieces;
  const int *result_of;  // of every node: not 0 where it is a result of the function
  bool lanes;            // functions have the names of lanes
  bool places;           // of a block: variables stand where a list says
} jni_nesting_def;
bool jni_nesting_find(const jni_nesting_def *def, bool *inside);  // inside: of every node. False: no memory

#endif
