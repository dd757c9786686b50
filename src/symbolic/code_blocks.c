// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// code_blocks.c - see code_blocks.h.
#include "symbolic/code_blocks.h"

#include <string.h>

#include "symbolic/code_blocks_plan.h"

// Values that the instances of a block read, as columns with one element for each instance. Each value that the block
// reads is a column: of nodes if it is an input, of numbers if it is a constant.
typedef struct {
  int *inputs, ninputs;  // ninputs columns: nodes of the new graph
  double *numbers;       // nnumbers columns: constants
  int nnumbers;
} columns;

typedef struct {
  jni_code_blocks *blocks;
  const jni_graph *from;
  const jni_equal_regions *a;
  const jni_code_blocks_plan *plan;
  jni_node *now;   // of each item: its node in the new graph `g`
  jni_node *body;  // of each position of the block being written: its node in the graph `bodies`
  jni_node *list;  // workspace: inputs of a call
  columns columns;
  double *constants;  // workspace: constants of a call
} rewriting;

static jni_node leaf(const rewriting *w, jni_graph *g, jni_node node) {
  double value;
  if (jni_is_number(w->from, node, &value)) return jni_number(g, value);
  return jni_variable(g, w->from->nodes[node].a);
}

static jni_node now_of(rewriting *w, int operand) {
  return operand < 0 ? leaf(w, w->blocks->g, ~operand) : w->now[operand];
}

// ---- single items -------------------------------------------------------------------------------------------------

static void rewrite(rewriting *w, int item) {
  const jni_graph_node *it = &w->from->nodes[w->a->node[item]];
  const int *operand = w->a->operand + w->a->operand_at[item];
  int n = w->a->operand_at[item + 1] - w->a->operand_at[item];
  for (int i = 0; i < n; i++) w->list[i] = now_of(w, operand[i]);
  for (int i = n; i < 3; i++) w->list[i] = 0;
  if (it->operation != JNI_DO_result) {
    w->now[item] = jni_graph_add(w->blocks->g, it->operation, w->list[0], w->list[1], w->list[2]);
    return;
  }
  const jni_graph_call *call = &w->from->calls[it->a];
  const double *constants = w->from->constants + call->constant_at;
  w->now[item] =
      jni_result(w->blocks->g, jni_call(w->blocks->g, call->kernel, constants, call->nconstants, w->list), it->b);
}

// ---- blocks -------------------------------------------------------------------------------------------------------

static bool is_in_block(const rewriting *w, int operand, int block, int instance) {
  int position = operand >= 0 ? w->a->position[operand] : -1;
  return position >= 0 && w->plan->block[position] == block && w->a->instance[operand] == instance;
}

static int operand_of(const rewriting *w, int position, int instance, int k) {
  int item = jni_equal_regions_members(w->a, position)[instance];
  return w->a->operand[w->a->operand_at[item] + k];
}

// If operand k of a position is a number in all instances, writes these numbers to the column after the last one, sets
// *same to whether all are equal, and returns true; the caller adds the column (find_constant). Otherwise returns
// false.
static bool read_numbers(rewriting *w, int position, int k, int instances, bool *same) {
  columns *c = &w->columns;
  double *column = c->numbers + (size_t)c->nnumbers * (size_t)instances;
  *same = true;
  for (int i = 0; i < instances; i++) {
    int operand = operand_of(w, position, i, k);
    if (operand >= 0 || !jni_is_number(w->from, ~operand, &column[i])) return false;
    *same = *same && column[i] == column[0];
  }
  return true;
}

static int find_input(rewriting *w, int instances) {
  columns *c = &w->columns;
  size_t bytes = (size_t)instances * sizeof *c->inputs;
  const int *column = c->inputs + c->ninputs * instances;
  for (int i = 0; i < c->ninputs; i++)
    if (memcmp(c->inputs + i * instances, column, bytes) == 0) return i;
  return c->ninputs++;
}

static int find_constant(rewriting *w, int instances) {
  columns *c = &w->columns;
  size_t bytes = (size_t)instances * sizeof *c->numbers;
  const double *column = c->numbers + c->nnumbers * instances;
  for (int i = 0; i < c->nnumbers; i++)
    if (memcmp(c->numbers + i * instances, column, bytes) == 0) return i;
  return c->nnumbers++;
}

static jni_node read_operand(rewriting *w, int position, int k, int block, int instances) {
  jni_graph *bodies = w->blocks->bodies;
  int first = operand_of(w, position, 0, k);
  bool same;
  if (is_in_block(w, first, block, 0)) return w->body[w->a->position[first]];
  if (read_numbers(w, position, k, instances, &same))
    return same ? leaf(w, bodies, ~first) : jni_variable(bodies, JNI_BLOCK_CONSTANT + find_constant(w, instances));
  for (int i = 0; i < instances; i++)
    w->columns.inputs[w->columns.ninputs * instances + i] = now_of(w, operand_of(w, position, i, k));
  return jni_variable(bodies, find_input(w, instances));
}

static void write_body(rewriting *w, const jni_planned_block *block, int number, int instances) {
  for (int i = block->first; i < block->first + block->n; i++) {
    int position = w->plan->positions[i], item = jni_equal_regions_members(w->a, position)[0];
    int operand[3] = {0, 0, 0};
    for (int k = 0; k < w->a->operand_at[item + 1] - w->a->operand_at[item]; k++)
      operand[k] = read_operand(w, position, k, number, instances);
    jni_operation operation = w->from->nodes[w->a->node[item]].operation;
    w->body[position] = jni_graph_add(w->blocks->bodies, operation, operand[0], operand[1], operand[2]);
  }
}

// Returns true if the items of a position must be results of the block: in some instance the item is a result of a
// function or is read outside of the block. number: index of the block.
static bool is_output(const rewriting *w, int position, int number, int instances) {
  const jni_equal_regions *a = w->a;
  for (int i = 0; i < instances; i++) {
    int item = jni_equal_regions_members(a, position)[i];
    if (a->wanted[item]) return true;
    for (int k = a->reader_at[item]; k < a->reader_at[item + 1]; k++)
      if (!is_in_block(w, a->reader[k], number, i)) return true;
  }
  return false;
}

// Returns the block of the list with the results and the numbers of inputs and constants of `like`; if there is none,
// appends a copy of `like` with a new name and returns it. Returns NULL if there is no memory.
static jni_code_block *find_block(rewriting *w, const jni_code_block *like) {
  jni_code_blocks *b = w->blocks;
  size_t bytes = (size_t)like->kernel.nresults * sizeof *like->results;
  for (int i = 0; i < b->n; i++)
    if (b->list[i]->kernel.nresults == like->kernel.nresults && b->list[i]->kernel.ninputs == like->kernel.ninputs &&
        b->list[i]->nconstants == like->nconstants && memcmp(b->list[i]->results, like->results, bytes) == 0)
      return b->list[i];
  char name[32];
  size_t length = (size_t)jni_print(name, sizeof name, "block_%d", b->n);
  jni_code_block *made = jni_take(&b->pool, 1, sizeof *made);
  jni_node *results = jni_ints(&b->pool, (size_t)like->kernel.nresults);
  const char *kept = jni_pool_text(&b->pool, name, length);
  if (b->pool.failed || !jni_pool_grow(&b->pool, &b->list, &b->capacity, b->n + 1, sizeof *b->list)) return NULL;
  memcpy(results, like->results, bytes);
  *made = *like;
  made->kernel.name = kept;
  made->results = results;
  b->list[b->n++] = made;
  return made;
}

static void write_calls(rewriting *w, jni_code_block *block, const int *outputs, int instances) {
  const columns *c = &w->columns;
  jni_graph *g = w->blocks->g;
  for (int i = 0; i < instances; i++) {
    for (int k = 0; k < c->ninputs; k++) w->list[k] = c->inputs[k * instances + i];
    for (int k = 0; k < c->nnumbers; k++) w->constants[k] = c->numbers[k * instances + i];
    int call = jni_call(g, &block->kernel, w->constants, c->nnumbers, w->list);
    for (int k = 0; k < block->kernel.nresults; k++)
      w->now[jni_equal_regions_members(w->a, outputs[k])[i]] = jni_result(g, call, k);
  }
  block->ncalls += instances;
  w->blocks->ncalls += instances;
}

static void rewrite_block(rewriting *w, int number) {
  const jni_planned_block *planned = &w->plan->blocks[number];
  int instances = w->a->regions[planned->region].instances;
  jni_pool scratch = {.alloc = w->blocks->pool.alloc};
  size_t many = 3 * (size_t)planned->n + 1;
  w->columns =
      (columns){jni_ints(&scratch, many * (size_t)instances), 0, jni_doubles(&scratch, many * (size_t)instances), 0};
  w->list = jni_ints(&scratch, many);
  w->constants = jni_doubles(&scratch, many);
  int *outputs = jni_ints(&scratch, many);
  jni_code_block like = {.results = jni_ints(&scratch, many)};
  if (scratch.failed) w->blocks->pool.failed = true;
  if (!scratch.failed) write_body(w, planned, number, instances);
  for (int i = planned->first; i < planned->first + planned->n && !scratch.failed; i++) {
    int position = w->plan->positions[i];
    if (!is_output(w, position, number, instances)) continue;
    like.results[like.kernel.nresults] = w->body[position];
    outputs[like.kernel.nresults++] = position;
  }
  like.kernel.ninputs = w->columns.ninputs;
  like.nconstants = w->columns.nnumbers;
  jni_code_block *block = scratch.failed ? NULL : find_block(w, &like);
  if (block) write_calls(w, block, outputs, instances);
  jni_pool_free(&scratch);
}

// ---- functions ----------------------------------------------------------------------------------------------------

static int most_inputs(const jni_graph *g) {
  int most = 3;
  for (int i = 0; i < g->ncalls; i++)
    if (g->calls[i].kernel->ninputs > most) most = g->calls[i].kernel->ninputs;
  return most;
}

static void rewrite_all(rewriting *w, const jni_graph_function *functions, int n) {
  jni_pool scratch = {.alloc = w->blocks->pool.alloc};
  int *item = jni_ints(&scratch, (size_t)w->from->nnodes + 1);
  jni_node *list = jni_ints(&scratch, (size_t)most_inputs(w->from));
  w->now = jni_ints(&scratch, (size_t)w->a->n + 1);
  w->body = jni_ints(&scratch, (size_t)w->a->npositions + 1);
  w->blocks->pool.failed |= scratch.failed;
  for (int i = 0; i < w->plan->nsteps && !w->blocks->pool.failed; i++) {
    int step = w->plan->steps[i];
    w->list = list;
    if (step < 0) rewrite_block(w, ~step);
    else rewrite(w, step);
  }
  for (int f = 0, at = 0; f < n && !w->blocks->pool.failed; f++) {
    for (int i = 0; i < w->from->nnodes; i++) item[i] = -1;
    for (; at < w->a->n && w->a->function[at] == f; at++) item[w->a->node[at]] = at;
    w->blocks->results[f] = jni_ints(&w->blocks->pool, (size_t)functions[f].n + 1);
    for (int i = 0; w->blocks->results[f] && i < functions[f].n; i++) {
      jni_node node = functions[f].results[i];
      w->blocks->results[f][i] = now_of(w, item[node] >= 0 ? item[node] : ~node);
    }
  }
  jni_pool_free(&scratch);
}

jni_code_blocks *jni_code_blocks_new(const jni_graph *g, const jni_graph_function *functions, int n) {
  jni_code_blocks *b = jni_object_new(g->pool.alloc, sizeof *b);
  if (!b) return NULL;
  jni_equal_regions *a = jni_equal_regions_new(g, functions, n);
  jni_code_blocks_plan *plan = a ? jni_code_blocks_plan_new(a) : NULL;
  b->g = jni_keep(&b->pool, jni_graph_new(g->pool.alloc), jni_object_free);
  b->bodies = jni_keep(&b->pool, jni_graph_new(g->pool.alloc), jni_object_free);
  b->results = jni_take(&b->pool, (size_t)n + 1, sizeof *b->results);
  rewriting w = {.blocks = b, .from = g, .a = a, .plan = plan};
  if (!plan) b->pool.failed = true;
  if (!b->pool.failed) rewrite_all(&w, functions, n);
  bool good = !b->pool.failed && !jni_graph_failed(b->g) && !jni_graph_failed(b->bodies);
  jni_code_blocks_plan_free(plan);
  jni_equal_regions_free(a);
  return good ? b : jni_code_blocks_free(b);
}

void *jni_code_blocks_free(jni_code_blocks *blocks) { return jni_object_free(blocks); }

int jni_code_blocks_find(const jni_code_blocks *blocks, const jni_kernel *kernel) {
  for (int i = 0; blocks && i < blocks->n; i++)
    if (&blocks->list[i]->kernel == kernel) return i;
  return -1;
}
