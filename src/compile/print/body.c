// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// body.c - see body.h.
#include "compile/print/body.h"

#include <string.h>

#include "compile/keep/parameter_kernel.h"
#include "compile/print/nested_expressions.h"
#include "compile/print/statement_lines.h"

typedef struct {
  const jni_body_style *style;
  const jni_graph *g;
  const jni_pieces *pieces;
  jni_source *text;
  const jni_printed_function *function;
  jni_lines *lines;                 // of the text
  const char *real;                 // type of a number: double, or a vector
  const char *constant, *variable;  // begins of lines: "const double ", "double "
  int piece;
  bool *named;            // of every node: its piece reads it
  int *name;              // of every node: the number in its name
  bool *inside;           // of every node: it stands in the expression that reads it (nested_expressions.h)
  int *places;            // room for those of a call
  int *result_of, *next;  // of every node: the first of the results it is, + 1; of every result: the next, + 1
  // The same of inputs of calls by their places in the graph, of nodes that the piece of the call computes; of every
  // input: its call.
  int *input_of, *next_input, *call_of;
} body;

// ---- operands -----------------------------------------------------------------------------------------------------

// A block of one piece that calls no other reads inputs where they are, and writes results where they are asked for.
static bool writes_places(const body *b) { return b->function->block && b->pieces->n == 1; }

static bool is_of_block(const body *b, jni_node node) {
  const jni_graph_node *it = &b->g->nodes[node];
  return it->operation == JNI_DO_result && jni_code_blocks_find(b->style->blocks, b->g->calls[it->a].kernel) >= 0;
}

static bool knows(const body *b) { return b->function->knows && b->style->known->n > 0; }

// Where a value stands in an array: x, w, what is known, or the results of a call.
typedef struct {
  char array;  // 'x', 'w', 'k', 'o'; 0: it does not
  int call, index;
} value_place;

// Are the results of a call kept from one step to the next?
static bool is_kept(const body *b, int call) { return knows(b) && b->style->known->at[call] >= 0; }

static value_place place_of_value(const body *b, jni_node node) {
  const jni_graph_node *it = &b->g->nodes[node];
  if (it->operation == JNI_DO_result && is_kept(b, it->a))
    return (value_place){'k', 0, jni_cached_call_results(b->style->known, b->g, it->a) + it->b};
  if (it->operation == JNI_DO_number) return (value_place){0, 0, 0};
  if (it->operation == JNI_DO_variable)
    return (value_place){it->a >= JNI_BLOCK_CONSTANT || writes_places(b) ? 0 : 'x', 0, it->a};
  if (is_of_block(b, node) || jni_piece_of(b->pieces, b->pieces->at[node]) != b->piece)
    return (value_place){'w', 0, b->pieces->slot[node]};
  return (value_place){it->operation == JNI_DO_result ? 'o' : 0, it->a, it->b};
}

static void print_array(const body *b, value_place it) {
  if (it.array == 'o') jni_source_add(b->text, "o%d", it.call);
  else jni_source_put(b->text, &it.array, 1);
}

static void print_expression(const body *b, jni_node node);

static bool is_operator(jni_operation operation) {
  return operation == JNI_DO_negate || operation == JNI_DO_add || operation == JNI_DO_subtract ||
         operation == JNI_DO_multiply || operation == JNI_DO_divide;
}

// Is it printed as a name and arguments?
static bool is_function(const body *b, jni_operation operation) {
  const char *text = jni_operations[operation].text;
  return b->style->lanes > 0 ? !is_operator(operation) : text[strlen(text) - 1] == ')';
}

// Where a value stands: beside a vector, whose operators take plain numbers, or between commas, where nothing binds.
typedef enum { OF_OPERATOR, OF_FUNCTION, ALONE } standing;

static void print_inside(const body *b, jni_node node, standing where) {
  jni_operation operation = b->g->nodes[node].operation;
  bool bound = where == OF_OPERATOR && !is_function(b, operation);
  jni_source_add(b->text, "%s", bound ? "(" : "");
  print_expression(b, node);
  jni_source_add(b->text, "%s", bound ? ")" : "");
}

static void print_value(const body *b, jni_node node, standing where) {
  const jni_graph_node *it = &b->g->nodes[node];
  value_place place = place_of_value(b, node);
  bool spread = where == ALONE && b->style->lanes > 0;
  double value;
  if (b->inside[node]) {
    print_inside(b, node, where);
  } else if (place.array) {
    print_array(b, place);
    jni_source_add(b->text, "[%d]", place.index);
  } else if (jni_is_number(b->g, node, &value)) {
    jni_source_add(b->text, "%s", spread ? "jnl_of(" : "");
    jni_source_number(b->text, value);
    jni_source_add(b->text, "%s", spread ? ")" : "");
  } else if (it->operation == JNI_DO_variable && it->a >= JNI_BLOCK_CONSTANT) {
    jni_source_add(b->text, spread ? "jnl_of(c[%d])" : "c[%d]", it->a - JNI_BLOCK_CONSTANT);
  } else if (it->operation == JNI_DO_variable && writes_places(b)) {
    jni_source_add(b->text, b->pieces->order->uses[node] > 1 ? "x%d" : "f[at[%d]]", it->a);
  } else {
    jni_source_add(b->text, "n%d", b->name[node]);
  }
}

// The expression of the list with a, b and c replaced.
static void print_pattern(const body *b, const char *pattern, const int operand[3]) {
  for (const char *p = pattern; *p; p++) {
    char before = p > pattern ? p[-1] : ' ';
    bool word = strchr("_.0123456789abcdefghijklmnopqrstuvwxyz", before) ||
                (p[1] && strchr("_0123456789abcdefghijklmnopqrstuvwxyz", p[1]));
    bool argument = before != '-' && (p[1] == ',' || p[1] == ')');
    if (*p >= 'a' && *p <= 'c' && !word) print_value(b, operand[*p - 'a'], argument ? OF_FUNCTION : OF_OPERATOR);
    else if (*p == '*') jni_source_put(b->text, "* ", 2);
    else jni_source_put(b->text, p, 1);
  }
}

static void print_expression(const body *b, jni_node node) {
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
    print_value(b, operand[i], ALONE);
  }
  jni_source_add(b->text, ")");
}

// ---- lines --------------------------------------------------------------------------------------------------------

// The same, writing the next item of a line.
static body item_of(const body *b) {
  body item = *b;
  item.text = b->lines->item;
  return item;
}

static void print_results(const body *b, jni_node node) {
  int first = writes_places(b) ? b->function->ninputs : 0;
  for (int i = b->result_of[node]; i > 0; i = b->next[i - 1])
    jni_source_add(b->text, first > 0 || writes_places(b) ? "f[at[%d]] = " : "r[%d] = ", first + i - 1);
}

// Where others wait for it: "w[1] = r[2] = " before its value.
static void print_stores(const body *b, jni_node node) {
  if (b->pieces->slot[node] >= 0) jni_source_add(b->text, "w[%d] = ", b->pieces->slot[node]);
  for (int i = b->input_of[node]; i > 0; i = b->next_input[i - 1]) {
    int call = b->call_of[i - 1];
    jni_source_add(b->text, "i%d[%d] = ", call, i - 1 - b->g->calls[call].input_at);
  }
  print_results(b, node);
}

static void print_later_stores(const body *b, jni_node node) {
  bool there = b->g->nodes[node].operation == JNI_DO_result;
  bool waited_for = !there && (b->pieces->slot[node] >= 0 || b->input_of[node] > 0);
  if (!waited_for && b->result_of[node] == 0) return;
  const body item = item_of(b);
  if (there) print_results(&item, node);
  else print_stores(&item, node);
  print_value(&item, node, ALONE);
  jni_lines_add(b->lines, "");
}

static int place_of(const body *b, jni_node node) {
  const jni_graph_node *it = &b->g->nodes[node];
  bool copied = it->operation == JNI_DO_variable && it->a < JNI_BLOCK_CONSTANT;
  return copied ? it->a : b->pieces->slot[node];
}

static void print_constants(const body *b, const jni_graph_call *call) {
  if (call->nconstants == 0) jni_source_add(b->text, "NULL");
  else jni_source_add(b->text, "%s_constants + %d", b->style->prefix, b->style->constant[call->constant_at] - 1);
}

// Those that are results of the function.
static void print_block_results(const body *b, int place, int call) {
  const body item = item_of(b);
  for (int i = place; i < b->pieces->order->n; i++) {
    jni_node node = b->pieces->order->list[i];
    if (b->g->nodes[node].operation != JNI_DO_result || b->g->nodes[node].a != call) break;
    if (b->result_of[node] == 0) continue;
    print_results(&item, node);
    print_value(&item, node, ALONE);
    jni_lines_add(b->lines, "");
  }
}

// Places of inputs and results; of results that nothing reads, one for all.
static void print_block_call(const body *b, int place) {
  int number = b->g->nodes[b->pieces->order->list[place]].a, n = 0;
  const jni_graph_call *call = &b->g->calls[number];
  int many = call->kernel->ninputs + call->kernel->nresults, *places = b->places;
  for (int i = 0; i < call->kernel->ninputs; i++) places[n++] = place_of(b, b->g->inputs[call->input_at + i]);
  for (; n < many; n++) places[n] = b->pieces->unused;
  for (int i = place; i < b->pieces->order->n; i++) {
    const jni_graph_node *it = &b->g->nodes[b->pieces->order->list[i]];
    if (it->operation != JNI_DO_result || it->a != number) break;
    places[call->kernel->ninputs + it->b] = b->pieces->slot[b->pieces->order->list[i]];
  }
  jni_lines_close(b->lines);
  jni_source_add(b->text, "  static const int at%d[%d] = {", number, many);
  for (int i = 0; i < many; i++)
    jni_source_add(b->text, "%s%d", i == 0 ? "" : i % 24 == 0 ? ",\n      " : ", ", places[i]);
  jni_source_add(b->text, "};\n  %s_%s(", b->style->prefix, call->kernel->name);
  print_constants(b, call);
  jni_source_add(b->text, ", at%d, w);\n", number);
  print_block_results(b, place, number);
}

// A kernel that lanes do not have is called for one after the other, and calls abreast by lanes (print.c).
static void print_kernel(const body *b, const jni_kernel *kernel) {
  const jni_kernel *inner = jni_vectorised_inner(b->style->abreast, kernel);
  if (inner) jni_lane_call_name(b->text, b->style->prefix, inner);
  else if (b->style->lanes == 0) jni_source_add(b->text, "%s", kernel->name);
  else if (jni_kernels_on_lanes(b->style->kernels, kernel->name)) jni_source_add(b->text, "jnl_%s", kernel->name + 4);
  else jni_lane_call_name(b->text, b->style->prefix, kernel);
  jni_source_add(b->text, "(");
}

void jni_lane_call_name(jni_source *text, const char *prefix, const jni_kernel *kernel) {
  jni_source_add(text, "%s_lanes_%s_%d_%d", prefix, kernel->name, kernel->ninputs, kernel->nresults);
}

// Results that others wait for stand in their array from the start.
static void print_result_array(const body *b, jni_node node) {
  int number = b->g->nodes[node].a, slot = b->pieces->slot[node];
  if (slot >= 0) jni_source_add(b->text, "  %s *const o%d = w + %d;\n", b->real, number, slot - b->g->nodes[node].b);
  else jni_source_add(b->text, "  %s o%d[%d];\n", b->real, number, b->g->calls[number].kernel->nresults);
}

// Do the inputs stand behind each other in an array?
static bool are_there(const body *b, const jni_graph_call *call) {
  const jni_node *inputs = b->g->inputs + call->input_at;
  for (int i = 0; i < call->kernel->ninputs; i++) {
    value_place it = place_of_value(b, inputs[i]), first = place_of_value(b, inputs[0]);
    if (!it.array || it.array != first.array || it.call != first.call || it.index != first.index + i) return false;
  }
  return call->kernel->ninputs > 0;
}

// A value that the piece of its call computes goes to the array of inputs at once.
static bool goes_there(const body *b, jni_node input, int piece) {
  jni_operation operation = b->g->nodes[input].operation;
  return b->pieces->at[input] >= 0 && operation != JNI_DO_result &&
         jni_piece_of(b->pieces, b->pieces->at[input]) == piece;
}

// The others are copied.
static void print_other_inputs(const body *b, int number, const jni_graph_call *call) {
  const body item = item_of(b);
  for (int i = 0; i < call->kernel->ninputs; i++) {
    jni_node input = b->g->inputs[call->input_at + i];
    if (goes_there(b, input, b->piece)) continue;
    jni_source_add(item.text, "i%d[%d] = ", number, i);
    print_value(&item, input, ALONE);
    jni_lines_add(b->lines, "");
  }
}

static void print_input_array(const body *b, int number, const jni_graph_call *call) {
  if (!are_there(b, call)) {
    if (call->kernel->ninputs > 0) jni_source_add(b->text, "i%d", number);
    else jni_source_add(b->text, "NULL");
    return;
  }
  value_place first = place_of_value(b, b->g->inputs[call->input_at]);
  print_array(b, first);
  jni_source_add(b->text, " + %d", first.index);
}

static void print_unless_known(const body *b, int number, const jni_graph_call *call) {
  jni_source_add(b->text, "  if (!%s(", b->style->lanes > 0 ? "jnl_knows" : "jnk_knows");
  print_input_array(b, number, call);
  jni_source_add(b->text, ", %d, k + %d))\n  ", call->kernel->ninputs, b->style->known->at[number]);
}

static void print_call(const body *b, int place) {
  jni_node node = b->pieces->order->list[place];
  int number = b->g->nodes[node].a;
  const jni_graph_call *call = &b->g->calls[number];
  if (!are_there(b, call)) print_other_inputs(b, number, call);
  jni_lines_close(b->lines);
  if (is_kept(b, number)) print_unless_known(b, number, call);
  else print_result_array(b, node);
  jni_source_add(b->text, "  ");
  print_kernel(b, call->kernel);
  print_constants(b, call);
  jni_source_add(b->text, ", ");
  print_input_array(b, number, call);
  if (is_kept(b, number))
    jni_source_add(b->text, ", k + %d);\n", jni_cached_call_results(b->style->known, b->g, number));
  else jni_source_add(b->text, ", o%d);\n", number);
}

static void print_turn(const body *b, jni_node node) {
  jni_node other = b->pieces->order->partner[node];
  bool sine = b->g->nodes[node].operation == JNI_DO_sin;
  int own = b->name[node], its = b->name[other];
  jni_lines_close(b->lines);
  jni_source_add(b->text, "  %s n%d, n%d;\n  %s_sincos(", b->real, own, its, b->style->lanes > 0 ? "jnl" : "jnk");
  print_value(b, b->g->nodes[node].a, ALONE);
  jni_source_add(b->text, ", &n%d, &n%d);\n", sine ? own : its, sine ? its : own);
}

static void print_line(const body *b, jni_node node) {
  const body item = item_of(b);
  if (b->inside[node]) return;
  if (b->named[node]) jni_source_add(item.text, "n%d = ", b->name[node]);
  print_stores(&item, node);
  print_expression(&item, node);
  jni_lines_add(b->lines, b->named[node] ? b->constant : "");
}

static void print_node(const body *b, int place) {
  jni_node node = b->pieces->order->list[place];
  bool first = b->pieces->at[node] == place;
  if (b->g->nodes[node].operation == JNI_DO_result) {
    bool block = is_of_block(b, node);
    if (first && block) print_block_call(b, place);
    if (first && !block) print_call(b, place);
    if (!block) print_later_stores(b, node);
  } else if (b->pieces->order->partner[node] >= 0) {
    if (first) print_turn(b, node);
    print_later_stores(b, node);
  } else {
    print_line(b, node);
  }
}

// The call that a node is the first result of; -1: none, or one of a block.
static int call_at(const body *b, int place) {
  jni_node node = b->pieces->order->list[place];
  bool first = b->g->nodes[node].operation == JNI_DO_result && b->pieces->at[node] == place;
  return first && !is_of_block(b, node) ? b->g->nodes[node].a : -1;
}

static void print_nodes(const body *b, int from, int end) {
  for (int i = from; i < end; i++) {
    int call = call_at(b, i);
    if (call < 0 || are_there(b, &b->g->calls[call]) || b->g->calls[call].kernel->ninputs == 0) continue;
    jni_source_add(b->lines->item, "i%d[%d]", call, b->g->calls[call].kernel->ninputs);
    jni_lines_add(b->lines, b->variable);
  }
  for (int i = from; i < end; i++) print_node(b, i);
  jni_lines_close(b->lines);
}

// Results that are numbers or variables as they are.
static void print_leaves(const body *b, const jni_node *results, int n) {
  const body item = item_of(b);
  for (int i = 0; i < n; i++) {
    if (b->pieces->at[results[i]] >= 0) continue;
    jni_source_add(item.text, "r[%d] = ", i);
    print_value(&item, results[i], ALONE);
    jni_lines_add(b->lines, "");
  }
  jni_lines_close(b->lines);
}

// ---- functions ----------------------------------------------------------------------------------------------------

static void print_piece(body *b, int piece) {
  const jni_pieces *p = b->pieces;
  b->piece = piece;
  const char *constants = b->function->block ? "const double *c, " : "";
  jni_source_add(b->text, "JNK_RARE void %s_%s_%d(%sconst %s *x, %s *w, %s *r", b->style->prefix, b->function->name,
                 piece, constants, b->real, b->real, b->real);
  if (knows(b)) jni_source_add(b->text, ", %s *k", b->real);
  jni_source_add(b->text, ") {\n  %s%s(void)x, (void)w, (void)r;\n", b->function->block ? "(void)c, " : "",
                 knows(b) ? "(void)k, " : "");
  print_nodes(b, p->first[piece], p->first[piece + 1]);
  jni_source_add(b->text, "}\n\n");
}

// Inputs of blocks that are variables or numbers.
static void print_copies(const body *b) {
  const jni_pieces *p = b->pieces;
  const body item = item_of(b);
  if (p->ncopied > 0) jni_source_add(b->text, "  for (int i = 0; i < %d; i++) w[i] = x[i];\n", p->ncopied);
  for (int i = 0; i < b->g->nnodes; i++) {
    if (p->at[i] >= 0 || p->slot[i] < 0) continue;
    jni_source_add(item.text, "w[%d] = ", p->slot[i]);
    print_value(&item, i, ALONE);
    jni_lines_add(b->lines, "");
  }
  jni_lines_close(b->lines);
}

static void print_pieces(const body *b) {
  const jni_printed_function *f = b->function;
  print_copies(b);
  for (int i = 0; i < b->pieces->n; i++)
    jni_source_add(b->text, "  %s_%s_%d(%sx, w, r%s);\n", b->style->prefix, f->name, i, f->block ? "c, " : "",
                   knows(b) ? ", k" : "");
}

static void print_context(const body *b) {
  const char *zero = b->style->lanes > 0 ? "jnl_of(0.0)" : "0.0";
  int n = b->style->known->n;
  if (!knows(b)) {
    jni_source_add(b->text, "  (void)context;\n");
    return;
  }
  jni_source_add(b->text, "  %s own[%d], *k = context ? (%s *)context : own;\n", b->real, n, b->real);
  jni_source_add(b->text, "  for (int i = 0; i < %d && !context; i++) own[i] = %s;\n", n, zero);
}

static void print_function(body *b) {
  const jni_printed_function *f = b->function;
  for (int i = 0; i < b->pieces->n; i++) print_piece(b, i);
  jni_source_add(b->text, "static void %s_%s(void *context, const %s *x, %s *r) {\n  %s w[%d];\n", b->style->prefix,
                 f->name, b->real, b->real, b->real, b->pieces->nslots > 0 ? b->pieces->nslots : 1);
  print_context(b);
  print_pieces(b);
  print_leaves(b, f->nodes, f->n);
  jni_source_add(b->text, "}\n\n");
}

// Inputs that are read more than once have names.
static void print_inputs(const body *b) {
  for (int i = 0; i < b->g->nnodes; i++) {
    const jni_graph_node *it = &b->g->nodes[i];
    if (it->operation != JNI_DO_variable || it->a >= JNI_BLOCK_CONSTANT || b->pieces->order->uses[i] < 2) continue;
    jni_source_add(b->lines->item, "x%d = f[at[%d]]", it->a, it->a);
    jni_lines_add(b->lines, b->constant);
  }
}

static void print_small_block(body *b) {
  jni_source_add(b->text, "JNK_RARE void %s_%s(const double *c, const int *at, %s *f) {\n  (void)c;\n",
                 b->style->prefix, b->function->name, b->real);
  print_inputs(b);
  print_nodes(b, 0, b->pieces->order->n);
  jni_source_add(b->text, "}\n\n");
}

static void print_large_block(body *b) {
  const jni_printed_function *f = b->function;
  for (int i = 0; i < b->pieces->n; i++) print_piece(b, i);
  jni_source_add(b->text, "JNK_RARE void %s_%s(const double *c, const int *at, %s *f) {\n  %s x[%d], w[%d], r[%d];\n",
                 b->style->prefix, f->name, b->real, b->real, f->ninputs + 1, b->pieces->nslots + 1, f->n);
  jni_source_add(b->text, "  for (int i = 0; i < %d; i++) x[i] = f[at[i]];\n", f->ninputs);
  print_pieces(b);
  jni_source_add(b->text, "  for (int i = 0; i < %d; i++) f[at[%d + i]] = r[i];\n}\n\n", f->n, f->ninputs);
}

typedef struct {
  const body *b;
  int piece;
} naming;

static void name_operand(void *context, jni_node operand) {
  const naming *it = context;
  int at = it->b->pieces->at[operand];
  if (at >= 0 && jni_piece_of(it->b->pieces, at) == it->piece) it->b->named[operand] = true;
}

// What no operation in its piece reads goes into arrays and results alone.
static void find_names(const body *b) {
  for (int i = 0; i < b->pieces->order->n; i++) {
    jni_node node = b->pieces->order->list[i];
    naming it = {b, jni_piece_of(b->pieces, b->pieces->at[node])};
    if (b->g->nodes[node].operation != JNI_DO_result) jni_operands(b->g, node, name_operand, &it);
    b->name[node] = i;
  }
}

static void find_inputs(const body *b) {
  for (int i = b->pieces->order->n - 1; i >= 0; i--) {
    int number = call_at(b, i), piece = jni_piece_of(b->pieces, i);
    const jni_graph_call *call = number < 0 ? NULL : &b->g->calls[number];
    for (int k = call ? call->kernel->ninputs - 1 : -1; k >= 0; k--) {
      int at = call->input_at + k;
      jni_node input = b->g->inputs[at];
      b->call_of[at] = number;
      if (goes_there(b, input, piece)) b->next_input[at] = b->input_of[input], b->input_of[input] = at + 1;
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
  jni_pool room = {.alloc = text->pool.alloc};
  const jni_graph *g = f->pieces->g;
  size_t nodes = (size_t)g->nnodes;
  body b = {.style = style,
            .g = g,
            .pieces = f->pieces,
            .text = text,
            .function = f,
            .lines = &(jni_lines){text, jni_keep(&room, jni_source_new(room.alloc), jni_object_free), NULL, 0},
            .real = style->lanes > 0 ? "jnl_real" : "double",
            .constant = style->lanes > 0 ? "const jnl_real " : "const double ",
            .variable = style->lanes > 0 ? "jnl_real " : "double "};
  b.result_of = jni_ints(&room, nodes), b.next = jni_ints(&room, (size_t)f->n + 1);
  b.places = jni_ints(&room, (size_t)most_places(g) + 1);
  b.named = jni_flags(&room, nodes), b.inside = jni_flags(&room, nodes);
  b.name = jni_ints(&room, nodes), b.input_of = jni_ints(&room, nodes);
  b.next_input = jni_ints(&room, (size_t)g->ninputs + 1), b.call_of = jni_ints(&room, (size_t)g->ninputs + 1);
  for (int i = f->n - 1; i >= 0 && !room.failed; i--)
    b.next[i] = b.result_of[f->nodes[i]], b.result_of[f->nodes[i]] = i + 1;
  const jni_nesting_def nesting = {f->pieces, b.result_of, style->lanes > 0, writes_places(&b)};
  if (!room.failed && !jni_nesting_find(&nesting, b.inside)) room.failed = true;
  if (room.failed) text->pool.failed = true;
  else find_names(&b), find_inputs(&b);
  if (!room.failed && writes_places(&b)) print_small_block(&b);
  else if (!room.failed && f->block) print_large_block(&b);
  else if (!room.failed) print_function(&b);
  jni_pool_free(&room);
}

// ---- what is called -----------------------------------------------------------------------------------------------

// "jnk_sin" of "jnk_sin(a)"; NULL: it is no function of a kernel
static bool need_elementary(const jni_operation_info *info, jni_kernels *kernels) {
  char function[64];
  size_t length = strcspn(info->text, "(");
  if (info->effort != JNI_DO_FUNCTION || length >= sizeof function) return true;
  memcpy(function, info->text, length), function[length] = 0;
  return jni_kernels_need(kernels, function);
}

// A kernel with inputs in the place of constants is printed with the code, and calls for one what it stands around.
static bool need_kernel(const jni_body_style *style, const jni_kernel *kernel, jni_kernels *kernels,
                        const char **missing) {
  const jni_parameter_kernel *varied = jni_parameter_kernel_of(kernel);
  const jni_kernel *inner = jni_vectorised_inner(style->abreast, kernel);
  *missing = varied ? varied->inner->name : kernel->name;
  if (inner) return jni_kernels_need_lanes(kernels, *missing);
  return (!varied && style->lanes > 0 && jni_kernels_need_lanes(kernels, *missing)) ||
         jni_kernels_need(kernels, *missing);
}

bool jni_body_kernels(const jni_body_style *style, const jni_pieces *pieces, jni_kernels *kernels,
                      const char **missing) {
  const jni_graph *g = pieces->g;
  bool met[JNI_OPERATIONS] = {false};
  for (int i = 0; i < pieces->order->n; i++) {
    const jni_graph_node *it = &g->nodes[pieces->order->list[i]];
    *missing = jni_operations[it->operation].name;
    bool known = it->operation == JNI_DO_result
                     ? jni_code_blocks_find(style->blocks, g->calls[it->a].kernel) >= 0 ||
                           need_kernel(style, g->calls[it->a].kernel, kernels, missing)
                     : met[it->operation] || need_elementary(&jni_operations[it->operation], kernels);
    met[it->operation] = true;
    if (!known) return false;
  }
  return true;
}
