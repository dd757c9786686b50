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
  jni_lines *lines;                 // lines that are written to the text
  const char *real;                 // type of a number in C: double, or a vector of lanes
  const char *constant, *variable;  // words that begin declarations: "const double ", "double "
  int piece;
  bool *named;   // of each node: it has a name, because an operation in its piece reads it
  int *name;     // of each node with a name: the number in this name, as in "n12"
  bool *inside;  // of each node: it is printed inside the expression that reads it (nested_expressions.h)
  int *places;   // workspace for the list of places of a call
  // Results of the function that equal a node, as linked lists of indices + 1, 0 for the end: result_of has the first
  // one of each node, next the next one of each result.
  int *result_of, *next;
  // The same lists for inputs of calls that are assigned to the input array where they are computed, in the piece of
  // their call: input_of, next_input. call_of: index of the call of each input.
  int *input_of, *next_input, *call_of;
} jni_body;

// The printed code holds a value in element `index` of an array: 'x' contains the variables, 'w' the slots, 'k' the
// cache, 'o' the results of call `call`.
typedef struct {
  char array;  // name of the array; 0: the value is in none
  int call, index;
} jni_value_place;

// The printed form of an operand depends on its position: beside an operator it gets parentheses, unless it is a call;
// alone, as the whole expression, a plain number is made a vector if the code has lanes; as an argument of a function
// it needs neither.
typedef enum { JNI_OF_OPERATOR, JNI_OF_FUNCTION, JNI_ALONE } jni_operand_context;

// ---- print_operands.c
// Returns true if the printed function is a block of one piece without calls: it then reads its inputs and writes its
// results directly in the array of its caller, through the list `at` of indices.
bool jni_body_writes_places(const jni_body *b);
bool jni_body_is_of_block(const jni_body *b, jni_node node);
bool jni_body_has_cache(const jni_body *b);
// returns true if the results of the call are cached for the next step
bool jni_body_is_cached(const jni_body *b, int call);
jni_value_place jni_body_place(const jni_body *b, jni_node node);
void jni_body_print_array(const jni_body *b, jni_value_place it);
void jni_body_print_expression(const jni_body *b, jni_node node);
void jni_body_print_value(const jni_body *b, jni_node node, jni_operand_context where);

// ---- print_calls.c
// Prints the call of a block whose first result is at position `place` of the order, with the list of indices of its
// inputs and results. All unused results share one index.
void jni_body_print_block_call(const jni_body *b, int place);
void jni_body_print_call(const jni_body *b, int place);
// Returns true if the inputs of a call are adjacent elements of one array, so that they need not be copied; false for a
// call without inputs.
bool jni_body_inputs_are_adjacent(const jni_body *b, const jni_graph_call *call);
// Returns true if an input of a call is computed by an operation in `piece`, which also contains the call: its value
// can then be assigned to the array of inputs where it is computed. Returns false for numbers, variables and results of
// calls.
bool jni_body_is_stored_directly(const jni_body *b, jni_node input, int piece);

// ---- body.c
jni_body jni_body_item(const jni_body *b);  // returns a printer that writes to the next item of a line
void jni_body_print_results(const jni_body *b, jni_node node);

#endif
