// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// program_write.c - see program_file.h.
#include "compile/file/graph_file.h"
#include "compile/file/program_file.h"
#include "symbolic/order.h"

// ---- the graph ------------------------------------------------------------------------------------------------------

typedef struct {
  const jni_graph *g;
  jni_bytes_out *out;
  int *number;       // of each node in the file, -1: it is not needed
  int *call_number;  // of each call + 1, 0: not written yet
  int nnodes, ncalls;
} writer;

static void write_call(writer *w, int i) {
  const jni_graph_call *call = &w->g->calls[i];
  jni_put_byte(w->out, JNI_FILE_CALL);
  jni_put_text(w->out, call->kernel->name);
  jni_put_int(w->out, call->kernel->ninputs), jni_put_int(w->out, call->kernel->nresults);
  for (int k = 0; k < call->kernel->ninputs; k++) jni_put_int(w->out, w->number[w->g->inputs[call->input_at + k]]);
  jni_put_int(w->out, call->nconstants);
  for (int k = 0; k < call->nconstants; k++) jni_put_double(w->out, w->g->constants[call->constant_at + k]);
  w->call_number[i] = ++w->ncalls;
}

static void write_node(writer *w, jni_node i) {
  const jni_graph_node *node = &w->g->nodes[i];
  const int operands[3] = {node->a, node->b, node->c};
  double value;
  if (node->operation == JNI_DO_result && !w->call_number[node->a]) write_call(w, node->a);
  w->number[i] = w->nnodes++;
  jni_put_byte(w->out, (int)node->operation);
  if (jni_is_number(w->g, i, &value)) jni_put_double(w->out, value);
  else if (node->operation == JNI_DO_variable) jni_put_int(w->out, node->a);
  else if (node->operation == JNI_DO_result)
    jni_put_int(w->out, w->call_number[node->a] - 1), jni_put_int(w->out, node->b);
  else
    for (int k = 0; k < jni_operations[node->operation].operands; k++) jni_put_int(w->out, w->number[operands[k]]);
}

static void write_results(const writer *w, const jni_node *nodes, int n) {
  jni_put_int(w->out, n);
  for (int i = 0; i < n; i++) jni_put_int(w->out, w->number[nodes[i]]);
}

// What the results need; zero and one are in every graph.
static void write_graph(writer *w, const int *uses) {
  for (jni_node i = 0; i < w->g->nnodes; i++)
    if (i == JNI_ZERO || i == JNI_ONE) w->number[i] = w->nnodes++;
    else if (uses[i] > 0) write_node(w, i);
  jni_put_byte(w->out, JNI_FILE_END);
}

// ---- the program ----------------------------------------------------------------------------------------------------

static void write_plan(const jni_program *p, jni_bytes_out *out) {
  const jni_program_sizes *n = &p->sizes;
  const int sizes[] = {n->nq, n->nv,           n->nz,     n->ns,    n->nu,    n->nm,
                       n->np, n->nindependent, p->newton, p->fused, p->nturns};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) jni_put_int(out, sizes[i]);
  for (int i = 0; i < p->nturns; i++) jni_put_int(out, p->turns[i].q_at), jni_put_int(out, p->turns[i].v_at);
  for (int i = 0; i < n->nindependent; i++) jni_put_int(out, p->independent[i]);
  for (int i = 0; i < jni_program_nvariables(n); i++) jni_put_double(out, p->nominal[i]);
  jni_put_double(out, p->least_pivot);
}

// Outputs of runs are the engine's own.
enum { LISTS = 2 };
typedef struct {
  const jni_node *nodes;
  int n;
} result_list;

static jni_node *all_results(jni_pool *room, const result_list *lists, int *n) {
  *n = 0;
  for (int k = 0; k < LISTS; k++) *n += lists[k].n;
  jni_node *all = jni_ints(room, (size_t)*n + 1), *next = all;
  for (int k = 0; all && k < LISTS; k++)
    for (int i = 0; i < lists[k].n; i++) *next++ = lists[k].nodes[i];
  return all;
}

void jni_program_write(const jni_program *p, jni_bytes_out *out) {
  const result_list lists[LISTS] = {{p->rates, jni_rates_at(&p->sizes).n}, {p->move, p->sizes.nq}};
  jni_pool room = {.alloc = out->alloc};
  int n;
  jni_node *results = all_results(&room, lists, &n);
  writer w = {.g = p->g,
              .out = out,
              .number = jni_ints(&room, (size_t)p->g->nnodes),
              .call_number = jni_ints(&room, (size_t)p->g->ncalls + 1)};
  jni_order *order = room.failed ? NULL : jni_order_new(p->g, results, n);
  if (order) {
    write_plan(p, out);
    write_graph(&w, order->uses);
    for (int k = 0; k < LISTS; k++) write_results(&w, lists[k].nodes, lists[k].n);
  }
  out->failed |= !order;
  jni_order_free(order);
  jni_pool_free(&room);
}
