// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// graph.c - stores the nodes of a graph, each once.
#include "symbolic/graph.h"

#include <string.h>

enum { FIRST_CAPACITY = 64 };

// ---- hash tables --------------------------------------------------------------------------------------------------

static uint64_t hash_node(const jni_graph_node *node) {
  const int words[4] = {(int)node->operation, node->a, node->b, node->c};
  return jni_hash64(0, words, sizeof words);
}

static uint64_t hash_call(const jni_graph *g, const jni_graph_call *call) {
  uint64_t hash = jni_hash64((uint64_t)call->constant_at, call->kernel->name, strlen(call->kernel->name));
  return jni_hash64(hash, g->inputs + call->input_at, (size_t)call->kernel->ninputs * sizeof *g->inputs);
}

static uint64_t hash_block(const double *constants, int n) {
  return jni_hash64(0, constants, (size_t)n * sizeof *constants);
}

static uint64_t hash_entry(const jni_graph *g, const jni_graph_table *table, int i) {
  if (table == &g->call_table) return hash_call(g, &g->calls[i]);
  if (table == &g->block_table) return hash_block(g->constants + g->blocks[i].at, g->blocks[i].n);
  return hash_node(&g->nodes[i]);
}

// Doubles a hash table with n entries if one more would make it more than half full. Returns false if there is no
// memory.
static bool widen(jni_graph *g, jni_graph_table *table, int n) {
  if (2 * (n + 1) <= table->capacity) return true;
  int wider = table->capacity > 0 ? 2 * table->capacity : FIRST_CAPACITY;
  int *next = jni_ints(&g->pool, (size_t)wider);
  if (!next) return false;
  for (int i = 0; i < n; i++) {
    size_t at = (size_t)hash_entry(g, table, i) & (size_t)(wider - 1);
    while (next[at]) at = (at + 1) & (size_t)(wider - 1);
    next[at] = i + 1;
  }
  jni_drop(&g->pool, table->list);
  table->list = next;
  table->capacity = wider;
  return true;
}

// ---- nodes --------------------------------------------------------------------------------------------------------

static bool same(const jni_graph_node *x, const jni_graph_node *y) {
  return x->operation == y->operation && x->a == y->a && x->b == y->b && x->c == y->c;
}

jni_node jni_graph_add(jni_graph *g, jni_operation operation, int a, int b, int c) {
  jni_graph_node node = {operation, a, b, c};
  jni_graph_table *table = &g->node_table;
  if (!widen(g, table, g->nnodes)) return JNI_ZERO;
  size_t mask = (size_t)(table->capacity - 1), at = (size_t)hash_node(&node) & mask;
  for (; table->list[at]; at = (at + 1) & mask)
    if (same(&g->nodes[table->list[at] - 1], &node)) return table->list[at] - 1;
  if (!jni_pool_grow(&g->pool, &g->nodes, &g->capacity_nodes, g->nnodes + 1, sizeof *g->nodes) ||
      !jni_pool_grow(&g->pool, &g->marks, &g->capacity_marks, g->nnodes + 1, sizeof *g->marks))
    return JNI_ZERO;
  g->nodes[g->nnodes] = node;
  g->marks[g->nnodes] = g->mark;
  table->list[at] = ++g->nnodes;
  return g->nnodes - 1;
}

// Returns the node of a number; its operands a and b are the two words of the number's bits. Returns JNI_ZERO if there
// is no memory.
jni_node jni_number_unwatched(jni_graph *g, double value) {
  uint64_t bits = jnk_bits(value == 0 ? 0.0 : value);  // -0 and 0 are one node
  return jni_graph_add(g, JNI_DO_number, (int)(uint32_t)bits, (int)(uint32_t)(bits >> 32), 0);
}

jni_node jni_number(jni_graph *g, double value) {
  return g->watch ? g->watch->number(g->watch, g, value) : jni_number_unwatched(g, value);
}

bool jni_is_number(const jni_graph *g, jni_node node, double *value) {
  const jni_graph_node *it = &g->nodes[node];
  if (it->operation != JNI_DO_number) return false;
  if (value) *value = jnk_from_bits((uint64_t)(uint32_t)it->b << 32 | (uint32_t)it->a);
  return true;
}

jni_node jni_variable(jni_graph *g, int number) { return jni_graph_add(g, JNI_DO_variable, number, 0, 0); }

jni_node jni_result(jni_graph *g, int call, int which) { return jni_graph_add(g, JNI_DO_result, call, which, 0); }

// ---- calls --------------------------------------------------------------------------------------------------------

static bool same_block(const jni_graph *g, const jni_graph_block *block, const double *constants, int n) {
  return block->n == n && memcmp(g->constants + block->at, constants, (size_t)n * sizeof *constants) == 0;
}

// Returns the index in g->constants of a block of n constants, which is added if it is new; 0 if n is 0, -1 if there is
// no memory.
static int place_block(jni_graph *g, const double *constants, int n) {
  jni_graph_table *table = &g->block_table;
  if (n == 0) return 0;
  if (!widen(g, table, g->nblocks)) return -1;
  size_t mask = (size_t)(table->capacity - 1), at = (size_t)hash_block(constants, n) & mask;
  for (; table->list[at]; at = (at + 1) & mask)
    if (same_block(g, &g->blocks[table->list[at] - 1], constants, n)) return g->blocks[table->list[at] - 1].at;
  if (!jni_pool_grow(&g->pool, &g->blocks, &g->capacity_blocks, g->nblocks + 1, sizeof *g->blocks) ||
      !jni_pool_grow(&g->pool, &g->constants, &g->capacity_constants, g->nconstants + n, sizeof *g->constants))
    return -1;
  memcpy(g->constants + g->nconstants, constants, (size_t)n * sizeof *constants);
  g->blocks[g->nblocks] = (jni_graph_block){g->nconstants, n};
  table->list[at] = ++g->nblocks;
  g->nconstants += n;
  return g->nconstants - n;
}

static bool same_call(const jni_graph *g, const jni_graph_call *x, const jni_graph_call *y) {
  size_t inputs = (size_t)x->kernel->ninputs * sizeof *g->inputs;
  return x->kernel == y->kernel && x->nconstants == y->nconstants && x->constant_at == y->constant_at &&
         memcmp(g->inputs + x->input_at, g->inputs + y->input_at, inputs) == 0;
}

static bool reserve_call(jni_graph *g, int ninputs) {
  return widen(g, &g->call_table, g->ncalls) &&
         jni_pool_grow(&g->pool, &g->calls, &g->capacity_calls, g->ncalls + 1, sizeof *g->calls) &&
         jni_pool_grow(&g->pool, &g->inputs, &g->capacity_inputs, g->ninputs + ninputs + 1, sizeof *g->inputs);
}

int jni_call_unwatched(jni_graph *g, const jni_kernel *kernel, const double *constants, int nconstants,
                       const jni_node *inputs) {
  jni_graph_call call = {kernel, g->ninputs, place_block(g, constants, nconstants), nconstants};
  if (call.constant_at < 0 || !reserve_call(g, kernel->ninputs)) return 0;
  memcpy(g->inputs + call.input_at, inputs, (size_t)kernel->ninputs * sizeof *inputs);
  jni_graph_table *table = &g->call_table;
  size_t mask = (size_t)(table->capacity - 1), at = (size_t)hash_call(g, &call) & mask;
  for (; table->list[at]; at = (at + 1) & mask)
    if (same_call(g, &g->calls[table->list[at] - 1], &call)) return table->list[at] - 1;
  g->calls[g->ncalls] = call;
  g->ninputs += kernel->ninputs;
  table->list[at] = ++g->ncalls;
  return g->ncalls - 1;
}

int jni_call(jni_graph *g, const jni_kernel *kernel, const double *constants, int nconstants, const jni_node *inputs) {
  if (g->watch) return g->watch->call(g->watch, g, kernel, constants, nconstants, inputs);
  return jni_call_unwatched(g, kernel, constants, nconstants, inputs);
}

const jni_kernel *jni_kernel_intern(jni_graph *g, const jni_kernel *like) {
  for (int i = 0; i < g->ncalls; i++) {
    const jni_kernel *met = g->calls[i].kernel;
    if (met->calc == like->calc && met->ninputs == like->ninputs && met->nresults == like->nresults) return met;
  }
  jni_kernel *kernel = jni_take(&g->pool, 1, sizeof *kernel);
  if (kernel) *kernel = *like;
  return kernel;
}

void jni_operands(const jni_graph *g, jni_node node, void (*visit)(void *context, jni_node operand), void *context) {
  const jni_graph_node *it = &g->nodes[node];
  if (it->operation == JNI_DO_result) {
    const jni_graph_call *call = &g->calls[it->a];
    for (int i = 0; i < call->kernel->ninputs; i++) visit(context, g->inputs[call->input_at + i]);
    return;
  }
  const int list[3] = {it->a, it->b, it->c};
  for (int i = 0; i < jni_operations[it->operation].operands; i++) visit(context, list[i]);
}

// ---- construction -------------------------------------------------------------------------------------------------

jni_graph *jni_graph_new(const jn_alloc *alloc) {
  jni_graph *g = jni_object_new(alloc, sizeof *g);
  if (!g) return NULL;
  jni_number(g, 0);
  jni_number(g, 1);
  return g->pool.failed ? jni_graph_free(g) : g;
}

jni_graph *jni_graph_copy(const jni_graph *g) {
  jni_graph *copy = jni_graph_new(g->pool.alloc);
  if (!copy) return NULL;
  copy->first_parameter = g->first_parameter;
  copy->nparameters = g->nparameters;
  copy->fused = g->fused;
  for (int i = 0; i < g->ncalls; i++) {
    const jni_graph_call *it = &g->calls[i];
    jni_call_unwatched(copy, it->kernel, g->constants + it->constant_at, it->nconstants, g->inputs + it->input_at);
  }
  for (int i = 0; i < g->nnodes; i++) {
    const jni_graph_node *it = &g->nodes[i];
    copy->mark = g->marks[i];
    jni_graph_add(copy, it->operation, it->a, it->b, it->c);
  }
  copy->mark = 0;
  JNI_ASSERT(copy->pool.failed || (copy->nnodes == g->nnodes && copy->ncalls == g->ncalls));
  return copy->pool.failed ? jni_graph_free(copy) : copy;
}

void *jni_graph_free(jni_graph *g) { return jni_object_free(g); }

bool jni_graph_failed(const jni_graph *g) { return g->pool.failed; }
