// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// body.c - prints statements and functions; see body.h.
#include "compile/print/body.h"

#include "compile/print/body_printer.h"
#include "compile/print/nested_expressions.h"

// ---- statements

jni_body jni_body_item(const jni_body *b) {
  jni_body item = *b;
  item.text = b->lines->item;
  return item;
}

void jni_body_print_results(const jni_body *b, jni_node node) {
  int first = jni_body_writes_places(b) ? b->function->ninputs : 0;
  for (int i = b->result_of[node]; i > 0; i = b->next[i - 1])
    jni_source_add(b->text, first > 0 || jni_body_writes_places(b) ? "f[at[%d]] = " : "r[%d] = ", first + i - 1);
}

// Prints all assignments of the value of a node: "w[1] = r[2] = ".
static void print_stores(const jni_body *b, jni_node node) {
  if (b->pieces->slot[node] >= 0) jni_source_add(b->text, "w[%d] = ", b->pieces->slot[node]);
  for (int i = b->input_of[node]; i > 0; i = b->next_input[i - 1]) {
    int call = b->call_of[i - 1];
    jni_source_add(b->text, "i%d[%d] = ", call, i - 1 - b->g->calls[call].input_at);
  }
  jni_body_print_results(b, node);
}

static void print_later_stores(const jni_body *b, jni_node node) {
  bool there = b->g->nodes[node].operation == JNI_DO_result;
  bool waited_for = !there && (b->pieces->slot[node] >= 0 || b->input_of[node] > 0);
  if (!waited_for && b->result_of[node] == 0) return;
  const jni_body item = jni_body_item(b);
  if (there) jni_body_print_results(&item, node);
  else print_stores(&item, node);
  jni_body_print_value(&item, node, JNI_ALONE);
  jni_lines_add(b->lines, "");
}

static void print_turn(const jni_body *b, jni_node node) {
  jni_node other = b->pieces->order->partner[node];
  bool sine = b->g->nodes[node].operation == JNI_DO_sin;
  int own = b->name[node], its = b->name[other];
  jni_lines_close(b->lines);
  jni_source_add(b->text, "  %s n%d, n%d;\n  %s_sincos(", b->real, own, its, b->style->lanes > 0 ? "jnl" : "jnk");
  jni_body_print_value(b, b->g->nodes[node].a, JNI_ALONE);
  jni_source_add(b->text, ", &n%d, &n%d);\n", sine ? own : its, sine ? its : own);
}

static void print_line(const jni_body *b, jni_node node) {
  const jni_body item = jni_body_item(b);
  if (b->inside[node]) return;
  if (b->named[node]) jni_source_add(item.text, "n%d = ", b->name[node]);
  print_stores(&item, node);
  jni_body_print_expression(&item, node);
  jni_lines_add(b->lines, b->named[node] ? b->constant : "");
}

static void print_node(const jni_body *b, int place) {
  jni_node node = b->pieces->order->list[place];
  bool first = b->pieces->at[node] == place;
  if (b->g->nodes[node].operation == JNI_DO_result) {
    bool block = jni_body_is_of_block(b, node);
    if (first && block) jni_body_print_block_call(b, place);
    if (first && !block) jni_body_print_call(b, place);
    if (!block) print_later_stores(b, node);
  } else if (b->pieces->order->partner[node] >= 0) {
    if (first) print_turn(b, node);
    print_later_stores(b, node);
  } else {
    print_line(b, node);
  }
}

// Returns the index of the call whose first result is at position `place` of the order of nodes; -1 if no call begins
// there, or if the call is one of a block.
static int call_at(const jni_body *b, int place) {
  jni_node node = b->pieces->order->list[place];
  bool first = b->g->nodes[node].operation == JNI_DO_result && b->pieces->at[node] == place;
  return first && !jni_body_is_of_block(b, node) ? b->g->nodes[node].a : -1;
}

static void print_nodes(const jni_body *b, int from, int end) {
  for (int i = from; i < end; i++) {
    int call = call_at(b, i);
    if (call < 0 || jni_body_inputs_are_adjacent(b, &b->g->calls[call]) || b->g->calls[call].kernel->ninputs == 0)
      continue;
    jni_source_add(b->lines->item, "i%d[%d]", call, b->g->calls[call].kernel->ninputs);
    jni_lines_add(b->lines, b->variable);
  }
  for (int i = from; i < end; i++) print_node(b, i);
  jni_lines_close(b->lines);
}

// Prints the assignments "r[i] = ..." for those of the n results that are numbers or variables of the program: no piece
// computes these.
static void print_leaves(const jni_body *b, const jni_node *results, int n) {
  const jni_body item = jni_body_item(b);
  for (int i = 0; i < n; i++) {
    if (b->pieces->at[results[i]] >= 0) continue;
    jni_source_add(item.text, "r[%d] = ", i);
    jni_body_print_value(&item, results[i], JNI_ALONE);
    jni_lines_add(b->lines, "");
  }
  jni_lines_close(b->lines);
}

// ---- functions ----------------------------------------------------------------------------------------------------

static void print_piece(jni_body *b, int piece) {
  const jni_pieces *p = b->pieces;
  b->piece = piece;
  const char *constants = b->function->block ? "const double *c, " : "";
  jni_source_add(b->text, "JNK_RARE void %s_%s_%d(%sconst %s *x, %s *w, %s *r", b->style->prefix, b->function->name,
                 piece, constants, b->real, b->real, b->real);
  if (jni_body_has_cache(b)) jni_source_add(b->text, ", %s *k", b->real);
  jni_source_add(b->text, ") {\n  %s%s(void)x, (void)w, (void)r;\n", b->function->block ? "(void)c, " : "",
                 jni_body_has_cache(b) ? "(void)k, " : "");
  print_nodes(b, p->first[piece], p->first[piece + 1]);
  jni_source_add(b->text, "}\n\n");
}

static void print_pieces(const jni_body *b) {
  const jni_printed_function *f = b->function;

  // Prints the code that copies to w what blocks read: first the variables, then numbers.
  const jni_pieces *p = b->pieces;
  const jni_body item = jni_body_item(b);
  if (p->ncopied > 0) jni_source_add(b->text, "  for (int i = 0; i < %d; i++) w[i] = x[i];\n", p->ncopied);
  for (int i = 0; i < b->g->nnodes; i++) {
    if (p->at[i] >= 0 || p->slot[i] < 0) continue;
    jni_source_add(item.text, "w[%d] = ", p->slot[i]);
    jni_body_print_value(&item, i, JNI_ALONE);
    jni_lines_add(b->lines, "");
  }
  jni_lines_close(b->lines);

  for (int i = 0; i < b->pieces->n; i++)
    jni_source_add(b->text, "  %s_%s_%d(%sx, w, r%s);\n", b->style->prefix, f->name, i, f->block ? "c, " : "",
                   jni_body_has_cache(b) ? ", k" : "");
}

static void print_context(const jni_body *b) {
  const char *zero = b->style->lanes > 0 ? "jnl_of(0.0)" : "0.0";
  int n = b->style->cached->n;
  if (!jni_body_has_cache(b)) {
    jni_source_add(b->text, "  (void)context;\n");
    return;
  }
  jni_source_add(b->text, "  %s own[%d], *k = context ? (%s *)context : own;\n", b->real, n, b->real);
  jni_source_add(b->text, "  for (int i = 0; i < %d && !context; i++) own[i] = %s;\n", n, zero);
}

static void print_function(jni_body *b) {
  const jni_printed_function *f = b->function;
  for (int i = 0; i < b->pieces->n; i++) print_piece(b, i);
  jni_source_add(b->text, "static void %s_%s(void *context, const %s *x, %s *r) {\n  %s w[%d];\n", b->style->prefix,
                 f->name, b->real, b->real, b->real, b->pieces->nslots > 0 ? b->pieces->nslots : 1);
  print_context(b);
  print_pieces(b);
  print_leaves(b, f->nodes, f->n);
  jni_source_add(b->text, "}\n\n");
}

static void print_small_block(jni_body *b) {
  jni_source_add(b->text, "JNK_RARE void %s_%s(const double *c, const int *at, %s *f) {\n  (void)c;\n",
                 b->style->prefix, b->function->name, b->real);

  // Prints declarations "xN" of those inputs of the block that are read more than once.
  for (int i = 0; i < b->g->nnodes; i++) {
    const jni_graph_node *it = &b->g->nodes[i];
    if (it->operation != JNI_DO_variable || it->a >= JNI_BLOCK_CONSTANT || b->pieces->order->uses[i] < 2) continue;
    jni_source_add(b->lines->item, "x%d = f[at[%d]]", it->a, it->a);
    jni_lines_add(b->lines, b->constant);
  }

  print_nodes(b, 0, b->pieces->order->n);
  jni_source_add(b->text, "}\n\n");
}

static void print_large_block(jni_body *b) {
  const jni_printed_function *f = b->function;
  for (int i = 0; i < b->pieces->n; i++) print_piece(b, i);
  jni_source_add(b->text, "JNK_RARE void %s_%s(const double *c, const int *at, %s *f) {\n  %s x[%d], w[%d], r[%d];\n",
                 b->style->prefix, f->name, b->real, b->real, f->ninputs + 1, b->pieces->nslots + 1, f->n);
  jni_source_add(b->text, "  for (int i = 0; i < %d; i++) x[i] = f[at[i]];\n", f->ninputs);
  print_pieces(b);
  jni_source_add(b->text, "  for (int i = 0; i < %d; i++) f[at[%d + i]] = r[i];\n}\n\n", f->n, f->ninputs);
}

typedef struct {
  const jni_body *b;
  int piece;
} naming;

static void name_operand(void *context, jni_node operand) {
  const naming *it = context;
  int at = it->b->pieces->at[operand];
  if (at >= 0 && jni_piece_of(it->b->pieces, at) == it->piece) it->b->named[operand] = true;
}

// Decides which nodes get a name in the printed code, those that another operation of their piece reads (b->named), and
// numbers the names in the order of the code (b->name).
static void find_names(const jni_body *b) {
  for (int i = 0; i < b->pieces->order->n; i++) {
    jni_node node = b->pieces->order->list[i];
    naming it = {b, jni_piece_of(b->pieces, b->pieces->at[node])};
    if (b->g->nodes[node].operation != JNI_DO_result) jni_operands(b->g, node, name_operand, &it);
    b->name[node] = i;
  }
}

static void find_inputs(const jni_body *b) {
  for (int i = b->pieces->order->n - 1; i >= 0; i--) {
    int number = call_at(b, i), piece = jni_piece_of(b->pieces, i);
    const jni_graph_call *call = number < 0 ? NULL : &b->g->calls[number];
    for (int k = call ? call->kernel->ninputs - 1 : -1; k >= 0; k--) {
      int at = call->input_at + k;
      jni_node input = b->g->inputs[at];
      b->call_of[at] = number;
      if (jni_body_is_stored_directly(b, input, piece)) {
        b->next_input[at] = b->input_of[input];
        b->input_of[input] = at + 1;
      }
    }
  }
}

static int most_places(const jni_graph *g) {
  int most = 0;
  for (int i = 0; i < g->ncalls; i++) {
    int n = g->calls[i].kernel->ninputs + g->calls[i].kernel->nresults;
    if (n > most) most = n;
  }
  return most;
}

void jni_body_print(const jni_body_style *style, const jni_printed_function *f, jni_source *text) {
  jni_pool scratch = {.alloc = text->pool.alloc};
  const jni_graph *g = f->pieces->g;
  size_t nodes = (size_t)g->nnodes;
  jni_body b = {
      .style = style,
      .g = g,
      .pieces = f->pieces,
      .text = text,
      .function = f,
      .lines = &(jni_lines){text, jni_keep(&scratch, jni_source_new(scratch.alloc), jni_object_free), NULL, 0},
      .real = style->lanes > 0 ? "jnl_real" : "double",
      .constant = style->lanes > 0 ? "const jnl_real " : "const double ",
      .variable = style->lanes > 0 ? "jnl_real " : "double "};
  b.result_of = jni_ints(&scratch, nodes);
  b.next = jni_ints(&scratch, (size_t)f->n + 1);
  b.places = jni_ints(&scratch, (size_t)most_places(g) + 1);
  b.named = jni_flags(&scratch, nodes);
  b.inside = jni_flags(&scratch, nodes);
  b.name = jni_ints(&scratch, nodes);
  b.input_of = jni_ints(&scratch, nodes);
  b.next_input = jni_ints(&scratch, (size_t)g->ninputs + 1);
  b.call_of = jni_ints(&scratch, (size_t)g->ninputs + 1);
  for (int i = f->n - 1; i >= 0 && !scratch.failed; i--) {
    b.next[i] = b.result_of[f->nodes[i]];
    b.result_of[f->nodes[i]] = i + 1;
  }
  const jni_nesting_def nesting = {f->pieces, b.result_of, style->lanes > 0, jni_body_writes_places(&b)};
  if (!scratch.failed && !jni_nesting_find(&nesting, b.inside)) scratch.failed = true;
  if (scratch.failed) {
    text->pool.failed = true;
  } else {
    find_names(&b);
    find_inputs(&b);
  }
  if (!scratch.failed && jni_body_writes_places(&b)) print_small_block(&b);
  else if (!scratch.failed && f->block) print_large_block(&b);
  else if (!scratch.failed) print_function(&b);
  jni_pool_free(&scratch);
}
