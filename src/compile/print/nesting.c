// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// nesting.c - see nesting.h.
#include "compile/print/nesting.h"

#include <math.h>
#include <string.h>

typedef struct {
  const jni_nesting_def *def;
  const jni_graph *g;
  int *reads;  // of every node: by lines
  bool *inside;
  int *width;       // of every node: characters of its expression
  int piece, room;  // of the line at hand: its piece, and what may still be added
} nesting;

// ---- widths -------------------------------------------------------------------------------------------------------

enum { NAME = 6, NUMBER = 20, SHORT_NUMBER = 4, PARENTHESES = 2 };

static int width_alone(const jni_graph *g, jni_node node) {
  double value;
  if (!jni_is_number(g, node, &value)) return NAME;
  return fabs(value) < 100 && 2 * value == floor(2 * value) ? SHORT_NUMBER : NUMBER;
}

static int width_of_pattern(const jni_graph_node *it) {
  return (int)strlen(jni_operations[it->operation].text) - jni_operations[it->operation].operands;
}

// ---- reads --------------------------------------------------------------------------------------------------------

static void count_read(void *context, jni_node operand) { ((nesting *)context)->reads[operand]++; }

// A call has one line, whatever results it has.
static bool has_line(const nesting *x, int place) {
  jni_node node = x->def->pieces->order->list[place];
  return x->g->nodes[node].operation != JNI_DO_result || x->def->pieces->at[node] == place;
}

static void count_reads(nesting *x) {
  for (int i = 0; i < x->def->pieces->order->n; i++)
    if (has_line(x, i)) jni_operands(x->g, x->def->pieces->order->list[i], count_read, x);
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

// What is made of constants of a block alone is a number beside vectors: it needs a name to become one.
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
  int more = x->width[operand] + PARENTHESES - width_alone(x->g, operand);
  if (!may_go_inside(x, operand) || more > x->room) return;
  x->inside[operand] = true, x->room -= more;
}

static void add_width(void *context, jni_node operand) {
  nesting *x = context;
  x->room -= width_alone(x->g, operand);
}

static void take_operands(nesting *x, jni_node node) {
  x->room = JNI_NESTING_WIDTH - width_of_pattern(&x->g->nodes[node]);
  jni_operands(x->g, node, add_width, x);
  jni_operands(x->g, node, take_inside, x);
  x->width[node] = JNI_NESTING_WIDTH - x->room;
}

bool jni_nesting_find(const jni_nesting_def *def, bool *inside) {
  const jni_pieces *p = def->pieces;
  jni_pool room = {.alloc = p->g->pool.alloc};
  size_t nodes = (size_t)p->g->nnodes + 1;
  nesting x = {def, p->g, jni_ints(&room, nodes), inside, jni_ints(&room, nodes), 0, 0};
  bool good = !room.failed;
  if (good) count_reads(&x);
  for (int i = 0; i < p->order->n && good; i++) {
    jni_node node = p->order->list[i];
    x.piece = jni_piece_of(p, p->at[node]);
    if (p->g->nodes[node].operation != JNI_DO_result) take_operands(&x, node);
  }
  jni_pool_free(&room);
  return good;
}
