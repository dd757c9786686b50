// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// body_printer.h - state of the printer of one function (body.h), shared by its files.
#ifndef JNI_BODY_PRINTER_H
#define JNI_BODY_PRINTER_H

#include "compile/print/body.h"
#include "compile/print/statement_lines.h"

typedef struct {
  const jni_body_style *style;
  const jni_graph *g;
  const jni_pieces *pieces;
  jni_source *text;
  const jni_printed_function *function;
  jni_lines *lines;                 // lines of the text
  const char *real;                 // type of a number: double, or a vector
  const char *constant, *variable;  // beginnings of declarations: "const double ", "double "
  int piece;
  bool *named;            // of each node: an operation in its piece reads it
  int *name;              // of each node: number in its name
  bool *inside;           // of each node: printed inside the expression that reads it (nested_expressions.h)
  int *places;            // workspace for the places of a call
  int *result_of, *next;  // list of the results that a node is: first + 1 of each node, next + 1
  // The same for inputs of calls that are computed in the piece of the call; call of each input.
  int *input_of, *next_input, *call_of;
} jni_body;

// Element of an array that holds a value: variables x, slots w, cache k, or results o of a call.
typedef struct {
  char array;  // 'x', 'w', 'k', 'o'; 0: none
  int call, index;
} jni_value_place;

// Context of an operand: operand of an operator, which takes plain numbers beside vectors; argument; whole expression.
typedef enum { JNI_OF_OPERATOR, JNI_OF_FUNCTION, JNI_ALONE } jni_operand_context;

// ---- print_operands.c
// Returns true for a block of one piece without calls: it reads inputs and writes results through their places.
bool jni_body_writes_places(const jni_body *b);
bool jni_body_is_of_block(const jni_body *b, jni_node node);
bool jni_body_has_cache(const jni_body *b);
bool jni_body_is_cached(const jni_body *b, int call);  // returns true if results are cached from one step to the next
jni_value_place jni_body_place(const jni_body *b, jni_node node);
void jni_body_print_array(const jni_body *b, jni_value_place it);
void jni_body_print_expression(const jni_body *b, jni_node node);
void jni_body_print_value(const jni_body *b, jni_node node, jni_operand_context where);

// ---- print_calls.c
// Prints the call of a block with the places of its inputs and results. Unused results share one place.
void jni_body_print_block_call(const jni_body *b, int place);
void jni_body_print_call(const jni_body *b, int place);
// Returns true if the inputs of a call are adjacent in an array.
bool jni_body_inputs_are_adjacent(const jni_body *b, const jni_graph_call *call);
// Returns true if an input is computed in the piece of its call, and stored in the array of inputs at once.
bool jni_body_is_stored_directly(const jni_body *b, jni_node input, int piece);

// ---- body.c
jni_body jni_body_item(const jni_body *b);  // returns the printer writing to the next item of a line
void jni_body_print_results(const jni_body *b, jni_node node);

#endif
