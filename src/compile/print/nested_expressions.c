// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// nested_expressions.c - see nested_expressions.h.
#include "compile/print/nested_expressions.h"

#include <string.h>

#include "compile/print/c_source.h"

typedef struct {
  const jni_nesting_def *def;
  const jni_graph *g;
  int *reads;  // of each node: number of printed lines that read it
  bool *inside;
  int *width;  // of each node: number of characters of its expression
  // of the line that is being composed: its piece; number of characters that may still be added
  int piece, characters_left;
  jni_source *number_text;
} nesting;

// ---- widths -------------------------------------------------------------------------------------------------------

// characters of (), x, "w[123] = ", "jnl_of()", "f[at[]]"
enum { BRACKETS = 2, LETTER = 1, STORE = 9, SPREAD = 8, PLACE = 7 };

static int digits_of(int n) { return n < 10 ? 1 : 1 + digits_of(n / 10); }

static int width_of_number(const nesting *x, double value) {
  x->number_text->length = 0;
  jni_source_number(x->number_text, value);
  return x->number_text->length + (x->def->lanes ? SPREAD : 0);
}

// Returns the number of characters of a node that is not nested: of its name, or of the number if it is one.
static int width_alone(const nesting *x, jni_node node) {
  const jni_graph_node *it = &x->g->nodes[node];
  const jni_pieces *p = x->def->pieces;
  double value;
  if (jni_is_number(x->g, node, &value)) return width_of_number(x, value);
  if (it->operation == JNI_DO_variable) return (x->def->places ? PLACE : LETTER + BRACKETS) + digits_of(it->a);
  int waiting = LETTER + BRACKETS + digits_of(p->slot[node]);
  if (jni_piece_of(p, p->at[node]) != x->piece) return waiting;
  if (it->operation != JNI_DO_result) return LETTER + digits_of(p->at[node]);
  int own = LETTER + BRACKETS + digits_of(it->a) + digits_of(it->b);
  return own > waiting ? own : waiting;  // results of blocks are always in slots
}

static int width_of_pattern(const nesting *x, const jni_graph_node *it) {
  const jni_operation_info *info = &jni_operations[it->operation];
  int spaces = strchr(info->text, '*') ? 1 : 0;  // two operators with spaces, of which the text contains one
  return (int)strlen(info->text) + spaces - info->operands + (x->def->lanes ? (int)strlen("jnl_") : 0);
}

// Returns the number of characters of the expression of a node inside another one, with parentheses unless it is a call
// of a function.
static int width_inside(const nesting *x, jni_node node) {
  const char *text = jni_operations[x->g->nodes[node].operation].text;
  return x->width[node] + (text[strlen(text) - 1] == ')' ? 0 : BRACKETS);
}

// ---- reads --------------------------------------------------------------------------------------------------------

static void count_read(void *context, jni_node operand) { ((nesting *)context)->reads[operand]++; }

// Returns true if the node at position `place` of the order has a printed line of its own: operations and the first
// result of a call. Later results of a call have none.
static bool has_line(const nesting *x, int place) {
  jni_node node = x->def->pieces->order->list[place];
  return x->g->nodes[node].operation != JNI_DO_result || x->def->pieces->at[node] == place;
}

// ---- lines --------------------------------------------------------------------------------------------------------

typedef struct {
  const jni_graph *g;
  bool varies;
} variation;

static void look_at_operand(void *context, jni_node operand) {
  variation *it = context;
  const jni_graph_node *node = &it->g->nodes[operand];
  bool constant = node->operation == JNI_DO_variable && node->a >= JNI_BLOCK_CONSTANT;
  if (!constant && !jni_is_number(it->g, operand, NULL)) it->varies = true;
}

// Returns false if the expression of a node contains only constants and numbers. In a block such an expression is a
// plain number where others are vectors, and it must get a name to become a vector.
static bool varies(const jni_graph *g, jni_node node) {
  variation it = {g, false};
  jni_operands(g, node, look_at_operand, &it);
  return it.varies;
}

static bool may_go_inside(const nesting *x, jni_node node) {
  const jni_pieces *p = x->def->pieces;
  return p->at[node] >= 0 && x->reads[node] == 1 && p->slot[node] < 0 && x->def->result_of[node] == 0 &&
         x->g->nodes[node].operation != JNI_DO_result && p->order->partner[node] < 0 &&
         jni_piece_of(p, p->at[node]) == x->piece && varies(x->g, node);
}

static void take_inside(void *context, jni_node operand) {
  nesting *x = context;
  if (!may_go_inside(x, operand)) return;
  int more = width_inside(x, operand) - width_alone(x, operand);
  if (more > x->characters_left) return;
  x->inside[operand] = true;
  x->characters_left -= more;
}

static void add_width(void *context, jni_node operand) {
  nesting *x = context;
  x->characters_left -= width_alone(x, operand);
}

static void take_operands(nesting *x, jni_node node) {
  int stores = (x->def->pieces->slot[node] >= 0) + (x->def->result_of[node] != 0);
  int most = JNI_NESTING_WIDTH - stores * (STORE + (x->def->places ? PLACE - LETTER - BRACKETS : 0));
  x->characters_left = most - width_of_pattern(x, &x->g->nodes[node]);
  jni_operands(x->g, node, add_width, x);
  jni_operands(x->g, node, take_inside, x);
  x->width[node] = most - x->characters_left;
}

bool jni_nesting_find(const jni_nesting_def *def, bool *inside) {
  const jni_pieces *p = def->pieces;
  jni_pool scratch = {.alloc = p->g->pool.alloc};
  size_t nodes = (size_t)p->g->nnodes + 1;
  nesting x = {def, p->g, jni_ints(&scratch, nodes),    inside, jni_ints(&scratch, nodes),
               0,   0,    jni_source_new(scratch.alloc)};
  bool good = !scratch.failed && x.number_text;
  for (int i = 0; good && i < p->order->n; i++)
    if (has_line(&x, i)) jni_operands(p->g, p->order->list[i], count_read, &x);
  for (int i = 0; i < p->order->n && good; i++) {
    jni_node node = p->order->list[i];
    x.piece = jni_piece_of(p, p->at[node]);
    if (p->g->nodes[node].operation != JNI_DO_result) take_operands(&x, node);
  }
  good = good && !x.number_text->pool.failed;
  jni_source_free(x.number_text);
  jni_pool_free(&scratch);
  return good;
}
