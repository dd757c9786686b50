// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// body.c - see body.h.
#include "compile/print/body.h"

#include <string.h>

#include "compile/keep/varied.h"

typedef struct {
  const jni_body_style *style;
  const jni_graph *g;
  const jni_pieces *pieces;
  jni_source *text;
  const char *name, *real;
  int piece;
  int *result_of, *next;  // of every node: the first of the results it is, + 1; of every result: the next, + 1
} body;

// ---- operands -----------------------------------------------------------------------------------------------------

// alone: not beside a vector, whose operators take plain numbers
static void print_value(const body *b, jni_node node, bool alone) {
  double value;
  if (jni_is_number(b->g, node, &value)) {
    bool spread = alone && b->style->lanes > 0;
    jni_source_add(b->text, "%s", spread ? "jnl_of(" : "");
    jni_source_number(b->text, value);
    jni_source_add(b->text, "%s", spread ? ")" : "");
  } else if (b->g->nodes[node].operation == JNI_DO_variable) {
    jni_source_add(b->text, "x[%d]", b->g->nodes[node].a);
  } else if (jni_piece_of(b->pieces, b->pieces->at[node]) != b->piece) {
    jni_source_add(b->text, "w[%d]", b->pieces->slot[node]);
  } else {
    jni_source_add(b->text, "n%d", node);
  }
}

// The expression of the list with a, b and c replaced.
static void print_pattern(const body *b, const char *pattern, const int operand[3]) {
  for (const char *p = pattern; *p; p++) {
    bool word = (p > pattern && strchr("_.0123456789abcdefghijklmnopqrstuvwxyz", p[-1])) ||
                (p[1] && strchr("_0123456789abcdefghijklmnopqrstuvwxyz", p[1]));
    if (*p >= 'a' && *p <= 'c' && !word) print_value(b, operand[*p - 'a'], false);
    else jni_source_put(b->text, p, 1);
  }
}

static bool is_operator(jni_operation operation) {
  return operation == JNI_DO_negate || operation == JNI_DO_add || operation == JNI_DO_subtract ||
         operation == JNI_DO_multiply || operation == JNI_DO_divide;
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
    print_value(b, operand[i], true);
  }
  jni_source_add(b->text, ")");
}

// ---- lines --------------------------------------------------------------------------------------------------------

// Where others wait for it.
static void print_stores(const body *b, jni_node node) {
  if (b->pieces->slot[node] >= 0) jni_source_add(b->text, "  w[%d] = n%d;\n", b->pieces->slot[node], node);
  for (int i = b->result_of[node]; i > 0; i = b->next[i - 1]) jni_source_add(b->text, "  r[%d] = n%d;\n", i - 1, node);
}

// A kernel that lanes do not have is called for one after the other (print.c).
static void print_function(const body *b, const char *kernel) {
  if (b->style->lanes == 0) jni_source_add(b->text, "%s(", kernel);
  else if (jni_kernels_on_lanes(b->style->kernels, kernel)) jni_source_add(b->text, "jnl_%s(", kernel + 4);
  else jni_source_add(b->text, "%s_lanes_%s(", b->style->prefix, kernel);
}

static void print_call(const body *b, int place) {
  int number = b->g->nodes[b->pieces->order->list[place]].a;
  const jni_graph_call *call = &b->g->calls[number];
  jni_source_add(b->text, "  %s o%d[%d];\n", b->real, number, call->kernel->nresults);
  jni_source_add(b->text, "  const %s i%d[%d] = {", b->real, number, call->kernel->ninputs);
  for (int i = 0; i < call->kernel->ninputs; i++) {
    jni_source_add(b->text, "%s", i > 0 ? ", " : "");
    print_value(b, b->g->inputs[call->input_at + i], true);
  }
  jni_source_add(b->text, "};\n  ");
  print_function(b, call->kernel->name);
  if (call->nconstants == 0) jni_source_add(b->text, "NULL");
  else jni_source_add(b->text, "%s_constants + %d", b->style->prefix, b->style->constant[call->constant_at] - 1);
  jni_source_add(b->text, ", i%d, o%d);\n", number, number);
}

static void print_result(const body *b, jni_node node) {
  const jni_graph_node *it = &b->g->nodes[node];
  jni_source_add(b->text, "  const %s n%d = o%d[%d];\n", b->real, node, it->a, it->b);
}

static void print_turn(const body *b, jni_node node) {
  jni_node other = b->pieces->order->partner[node];
  bool sine = b->g->nodes[node].operation == JNI_DO_sin;
  jni_source_add(b->text, "  %s n%d, n%d;\n  %s_sincos(", b->real, node, other, b->style->lanes > 0 ? "jnl" : "jnk");
  print_value(b, b->g->nodes[node].a, true);
  jni_source_add(b->text, ", &n%d, &n%d);\n", sine ? node : other, sine ? other : node);
}

static void print_node(const body *b, int place) {
  jni_node node = b->pieces->order->list[place];
  bool first = b->pieces->at[node] == place;
  if (b->g->nodes[node].operation == JNI_DO_result) {
    if (first) print_call(b, place);
    print_result(b, node);
  } else if (b->pieces->order->partner[node] >= 0) {
    if (first) print_turn(b, node);
  } else {
    jni_source_add(b->text, "  const %s n%d = ", b->real, node);
    print_expression(b, node);
    jni_source_add(b->text, ";\n");
  }
  print_stores(b, node);
}

// Results that are numbers or variables as they are.
static void print_leaves(const body *b, const jni_node *results, int n) {
  for (int i = 0; i < n; i++) {
    if (b->pieces->at[results[i]] >= 0) continue;
    jni_source_add(b->text, "  r[%d] = ", i);
    print_value(b, results[i], true);
    jni_source_add(b->text, ";\n");
  }
}

// ---- functions ----------------------------------------------------------------------------------------------------

static void print_piece(body *b, int piece) {
  const jni_pieces *p = b->pieces;
  b->piece = piece;
  jni_source_add(b->text, "JNK_RARE void %s_%s_%d(const %s *x, %s *w, %s *r) {\n  (void)x, (void)w, (void)r;\n",
                 b->style->prefix, b->name, piece, b->real, b->real, b->real);
  for (int i = p->first[piece]; i < p->first[piece + 1]; i++) print_node(b, i);
  jni_source_add(b->text, "}\n\n");
}

static void print_whole(body *b, const jni_node *results, int n) {
  for (int i = 0; i < b->pieces->n; i++) print_piece(b, i);
  jni_source_add(b->text, "static void %s_%s(void *context, const %s *x, %s *r) {\n  %s w[%d];\n  (void)context;\n",
                 b->style->prefix, b->name, b->real, b->real, b->real, b->pieces->nslots > 0 ? b->pieces->nslots : 1);
  for (int i = 0; i < b->pieces->n; i++)
    jni_source_add(b->text, "  %s_%s_%d(x, w, r);\n", b->style->prefix, b->name, i);
  print_leaves(b, results, n);
  jni_source_add(b->text, "}\n\n");
}

void jni_body_print(const jni_body_style *style, const char *name, const jni_pieces *pieces, const jni_node *results,
                    int n, jni_source *text) {
  jni_pool room = {.alloc = text->pool.alloc};
  body b = {style, style->g, pieces, text, name, style->lanes > 0 ? "jnl_real" : "double", 0, NULL, NULL};
  b.result_of = jni_ints(&room, (size_t)style->g->nnodes), b.next = jni_ints(&room, (size_t)n + 1);
  if (room.failed) text->pool.failed = true;
  for (int i = n - 1; i >= 0 && !room.failed; i--) b.next[i] = b.result_of[results[i]], b.result_of[results[i]] = i + 1;
  if (!room.failed) print_whole(&b, results, n);
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
static bool need_kernel(const jni_kernel *kernel, int lanes, jni_kernels *kernels, const char **missing) {
  const jni_varied *varied = jni_varied_of(kernel);
  *missing = varied ? varied->inner->name : kernel->name;
  return (!varied && lanes > 0 && jni_kernels_need_lanes(kernels, *missing)) || jni_kernels_need(kernels, *missing);
}

bool jni_body_kernels(const jni_graph *g, const jni_pieces *pieces, int lanes, jni_kernels *kernels,
                      const char **missing) {
  bool met[JNI_OPERATIONS] = {false};
  for (int i = 0; i < pieces->order->n; i++) {
    const jni_graph_node *it = &g->nodes[pieces->order->list[i]];
    *missing = jni_operations[it->operation].name;
    bool known = it->operation == JNI_DO_result
                     ? need_kernel(g->calls[it->a].kernel, lanes, kernels, missing)
                     : met[it->operation] || need_elementary(&jni_operations[it->operation], kernels);
    met[it->operation] = true;
    if (!known) return false;
  }
  return true;
}
