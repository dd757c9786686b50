// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// print_operands.c - prints values and expressions; see body_printer.h.
#include <string.h>

#include "compile/print/body_printer.h"

bool jni_body_writes_places(const jni_body *b) { return b->function->block && b->pieces->n == 1; }

bool jni_body_is_of_block(const jni_body *b, jni_node node) {
  const jni_graph_node *it = &b->g->nodes[node];
  return it->operation == JNI_DO_result && jni_code_blocks_find(b->style->blocks, b->g->calls[it->a].kernel) >= 0;
}

bool jni_body_has_cache(const jni_body *b) { return b->function->cached && b->style->cached->n > 0; }

bool jni_body_is_cached(const jni_body *b, int call) {
  return jni_body_has_cache(b) && b->style->cached->at[call] >= 0;
}

jni_value_place jni_body_place(const jni_body *b, jni_node node) {
  const jni_graph_node *it = &b->g->nodes[node];
  if (it->operation == JNI_DO_result && jni_body_is_cached(b, it->a))
    return (jni_value_place){'k', 0, jni_cached_call_results(b->style->cached, b->g, it->a) + it->b};
  if (it->operation == JNI_DO_number) return (jni_value_place){0, 0, 0};
  if (it->operation == JNI_DO_variable)
    return (jni_value_place){it->a >= JNI_BLOCK_CONSTANT || jni_body_writes_places(b) ? 0 : 'x', 0, it->a};
  if (jni_body_is_of_block(b, node) || jni_piece_of(b->pieces, b->pieces->at[node]) != b->piece)
    return (jni_value_place){'w', 0, b->pieces->slot[node]};
  return (jni_value_place){it->operation == JNI_DO_result ? 'o' : 0, it->a, it->b};
}

void jni_body_print_array(const jni_body *b, jni_value_place it) {
  if (it.array == 'o') jni_source_add(b->text, "o%d", it.call);
  else jni_source_put(b->text, &it.array, 1);
}

static bool is_operator(jni_operation operation) {
  return operation == JNI_DO_negate || operation == JNI_DO_add || operation == JNI_DO_subtract ||
         operation == JNI_DO_multiply || operation == JNI_DO_divide;
}

// Returns true if an operation is printed as a call of a function, not as an operator.
static bool is_function(const jni_body *b, jni_operation operation) {
  const char *text = jni_operations[operation].text;
  return b->style->lanes > 0 ? !is_operator(operation) : text[strlen(text) - 1] == ')';
}

static void print_inside(const jni_body *b, jni_node node, jni_operand_context where) {
  jni_operation operation = b->g->nodes[node].operation;
  bool bound = where == JNI_OF_OPERATOR && !is_function(b, operation);
  jni_source_add(b->text, "%s", bound ? "(" : "");
  jni_body_print_expression(b, node);
  jni_source_add(b->text, "%s", bound ? ")" : "");
}

void jni_body_print_value(const jni_body *b, jni_node node, jni_operand_context where) {
  const jni_graph_node *it = &b->g->nodes[node];
  jni_value_place place = jni_body_place(b, node);
  bool spread = where == JNI_ALONE && b->style->lanes > 0;
  double value;
  if (b->inside[node]) {
    print_inside(b, node, where);
  } else if (place.array) {
    jni_body_print_array(b, place);
    jni_source_add(b->text, "[%d]", place.index);
  } else if (jni_is_number(b->g, node, &value)) {
    jni_source_add(b->text, "%s", spread ? "jnl_of(" : "");
    jni_source_number(b->text, value);
    jni_source_add(b->text, "%s", spread ? ")" : "");
  } else if (it->operation == JNI_DO_variable && it->a >= JNI_BLOCK_CONSTANT) {
    jni_source_add(b->text, spread ? "jnl_of(c[%d])" : "c[%d]", it->a - JNI_BLOCK_CONSTANT);
  } else if (it->operation == JNI_DO_variable && jni_body_writes_places(b)) {
    jni_source_add(b->text, b->pieces->order->uses[node] > 1 ? "x%d" : "f[at[%d]]", it->a);
  } else {
    jni_source_add(b->text, "n%d", b->name[node]);
  }
}

// Prints an operation by its pattern, such as "a + b", with the operands in place of a, b and c.
static void print_pattern(const jni_body *b, const char *pattern, const int operand[3]) {
  for (const char *p = pattern; *p; p++) {
    char before = p > pattern ? p[-1] : ' ';
    bool word = strchr("_.0123456789abcdefghijklmnopqrstuvwxyz", before) ||
                (p[1] && strchr("_0123456789abcdefghijklmnopqrstuvwxyz", p[1]));
    bool argument = before != '-' && (p[1] == ',' || p[1] == ')');
    if (*p >= 'a' && *p <= 'c' && !word)
      jni_body_print_value(b, operand[*p - 'a'], argument ? JNI_OF_FUNCTION : JNI_OF_OPERATOR);
    else if (*p == '*') jni_source_put(b->text, "* ", 2);
    else jni_source_put(b->text, p, 1);
  }
}

void jni_body_print_expression(const jni_body *b, jni_node node) {
  const jni_graph_node *it = &b->g->nodes[node];
  const jni_operation_info *info = &jni_operations[it->operation];
  const int operand[3] = {it->a, it->b, it->c};
  if (b->style->lanes == 0 || is_operator(it->operation)) {
    print_pattern(b, info->text, operand);
    return;
  }
  jni_source_add(b->text, "jnl_%s(", info->name);
  for (int i = 0; i < info->operands; i++) {
    if (i > 0) jni_source_add(b->text, ", ");
    jni_body_print_value(b, operand[i], JNI_ALONE);
  }
  jni_source_add(b->text, ")");
}
