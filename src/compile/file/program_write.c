// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// program_write.c - see program_file.h.
#include "compile/file/graph_file.h"
#include "compile/file/program_file.h"
#include "compile/file/program_laws.h"
#include "compile/file/table_blocks.h"
#include "symbolic/node_order.h"

// ---- the graph ------------------------------------------------------------------------------------------------------

typedef struct {
  const jni_graph *g;
  jni_bytes_out *out;
  int *number;       // of each node: its number in the file + 1; 0: not written yet
  int *call_number;  // of each call: its number in the file + 1; 0: not written yet
  int nnodes, ncalls;
} writer;

// Returns the number + 1 of a call that is written already and has the same constants as call i, so that these are
// written once; 0: there is none.
static int same_block(const writer *w, int i) {
  const jni_graph_call *calls = w->g->calls;
  for (int k = 0; k < w->g->ncalls; k++)
    if (w->call_number[k] > 0 && calls[k].constant_at == calls[i].constant_at &&
        calls[k].nconstants == calls[i].nconstants)
      return w->call_number[k];
  return 0;
}

static void write_table(writer *w, int i, jni_block_sort sort) {
  const jni_graph_call *call = &w->g->calls[i];
  int same = same_block(w, i), n = same ? 0 : call->nconstants;
  jni_put_byte(w->out, JNI_FILE_TABLE);
  jni_put_int(w->out, same);
  jni_put_int(w->out, n);
  for (int k = 0; k < n; k++) jni_put_double(w->out, w->g->constants[call->constant_at + k]);
  jni_put_int(w->out, (int)sort);
}

static void write_law(writer *w, const jni_graph_call *call) {
  jni_put_byte(w->out, JNI_FILE_CALL);
  jni_put_text(w->out, call->kernel->name);
  jni_put_word(w->out, jni_laws_hash(w->g->constants + call->constant_at, call->nconstants));
  jni_put_int(w->out, call->kernel->ninputs);
  jni_put_int(w->out, call->kernel->nresults);
}

static void write_call(writer *w, int i) {
  const jni_graph_call *call = &w->g->calls[i];
  jni_block_sort sort;
  if (jni_block_sort_of(call->kernel, &sort)) write_table(w, i, sort);
  else write_law(w, call);
  for (int k = 0; k < call->kernel->ninputs; k++) jni_put_int(w->out, w->number[w->g->inputs[call->input_at + k]] - 1);
  w->call_number[i] = ++w->ncalls;
}

static void write_node(writer *w, jni_node i) {
  const jni_graph_node *node = &w->g->nodes[i];
  const int operands[3] = {node->a, node->b, node->c};
  double value;
  if (node->operation == JNI_DO_result && !w->call_number[node->a]) write_call(w, node->a);
  w->number[i] = ++w->nnodes;
  jni_put_byte(w->out, (int)node->operation);
  if (jni_is_number(w->g, i, &value)) {
    jni_put_double(w->out, value);
  } else if (node->operation == JNI_DO_variable) {
    jni_put_int(w->out, node->a);
  } else if (node->operation == JNI_DO_result) {
    jni_put_int(w->out, w->call_number[node->a] - 1);
    jni_put_int(w->out, node->b);
  } else {
    for (int k = 0; k < jni_operations[node->operation].operands; k++) jni_put_int(w->out, w->number[operands[k]] - 1);
  }
}

typedef struct {
  const jni_node *nodes;
  int n;
} result_list;

// Writes the nodes on which the results in the lists depend and that are not written yet, then the mark that ends a
// list of nodes. Returns false without memory.
static bool write_graph(writer *w, const result_list *lists, int nlists) {
  jni_pool scratch = {.alloc = w->out->alloc};
  int n = 0, most = 0;
  for (int k = 0; k < nlists; k++) most += lists[k].n;
  jni_node *all = jni_ints(&scratch, (size_t)most + 1);
  for (int k = 0; all && k < nlists; k++)
    for (int i = 0; i < lists[k].n; i++) all[n++] = lists[k].nodes[i];
  jni_order *order = all ? jni_order_new(w->g, all, n) : NULL;
  for (jni_node i = 0; order && i < w->g->nnodes; i++)
    if (order->uses[i] > 0 && !w->number[i]) write_node(w, i);
  jni_put_byte(w->out, JNI_FILE_END);
  bool good = order;
  jni_order_free(order);
  jni_pool_free(&scratch);
  return good;
}

static void write_results(const writer *w, const result_list *list) {
  jni_put_int(w->out, list->n);
  for (int i = 0; i < list->n; i++) jni_put_int(w->out, w->number[list->nodes[i]] - 1);
}

static bool write_code(const jni_program *p, jni_bytes_out *out) {
  const jni_implicit_part *implicit = &p->implicit;
  int nsolve = implicit->extent == JNI_IMPLICIT_NONE ? 0 : p->sizes.nv + p->sizes.nz;
  int nfinish = p->finish ? jni_finish_at(p->sizes.nz, p->sizes.ns, p->sizes.nm).n : 0;
  // Outputs are not written: a run computes them by the system.
  enum { WHOLE = 2, MOVING = 5, ALL = 7 };
  const result_list lists[ALL] = {{p->rates, jni_rates_at(&p->sizes).n},
                                  {p->move, p->sizes.nq},
                                  {p->whole, p->whole ? jni_whole_at(&p->sizes).n : 0},
                                  {p->calc_stops, JNK_STOP_NCORRECTIONS * p->sizes.nstops},
                                  {p->finish, nfinish},
                                  {implicit->jacobian, implicit->nkept},
                                  {implicit->solve, nsolve}};
  jni_pool scratch = {.alloc = out->alloc};
  writer w = {.g = p->g,
              .out = out,
              .number = jni_ints(&scratch, (size_t)p->g->nnodes),
              .call_number = jni_ints(&scratch, (size_t)p->g->ncalls + 1)};
  bool good = !scratch.failed && write_graph(&w, lists, MOVING) && write_graph(&w, lists + MOVING, ALL - MOVING);
  for (int k = 0; good && k < ALL; k++)
    if (k != WHOLE || p->whole) write_results(&w, &lists[k]);
  jni_pool_free(&scratch);
  return good;
}

// ---- plan and names -------------------------------------------------------------------------------------------------

static void write_ints(jni_bytes_out *out, const int *list, int n) {
  jni_put_int(out, n);
  for (int i = 0; i < n; i++) jni_put_int(out, list[i]);
}

static void write_plan(const jni_program *p, jni_bytes_out *out) {
  const jni_program_sizes *n = &p->sizes;
  const jni_implicit_part *implicit = &p->implicit;
  const int sizes[] = {n->nq,    n->nv,    n->nz,    n->ns,     n->nset,         n->nu,    n->nm,     n->np,
                       n->all_q, n->all_v, n->all_z, n->nstops, n->nindependent, n->nsets, p->newton, p->fused};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) jni_put_int(out, sizes[i]);
  for (int i = 0; i < n->nq; i++) jni_put_int(out, p->coordinates[i]);
  for (int i = 0; i < n->nv; i++) jni_put_int(out, p->speeds[i]);
  for (int i = 0; i < n->nz; i++) jni_put_int(out, p->states[i]);
  jni_put_int(out, (int)implicit->extent);
  jni_put_int(out, implicit->nkept);
  write_ints(out, implicit->speeds, implicit->nspeeds);
  write_ints(out, implicit->states, implicit->nstates);
  jni_put_int(out, p->nturns);
  for (int i = 0; i < p->nturns; i++) {
    jni_put_int(out, p->turns[i].q_at);
    jni_put_int(out, p->turns[i].v_at);
  }
  for (int i = 0; i < n->nindependent; i++) jni_put_int(out, p->independent[i]);
  for (int i = 0; i < jni_program_nvariables(n); i++) jni_put_double(out, p->nominal[i]);
  jni_put_double(out, p->least_pivot);
  jni_put_double(out, p->stop_step);
  jni_put_double(out, p->stop_part);
  jni_put_int(out, p->work + 1);
  jni_put_int(out, p->nranges);
  for (int i = 0; i < p->nranges; i++) {
    jni_put_int(out, p->ranges[i].at);
    jni_put_double(out, p->ranges[i].low);
    jni_put_double(out, p->ranges[i].high);
  }
}

static void write_names(const jni_program *p, jni_bytes_out *out) {
  for (int i = 0; i < jni_program_nvariables(&p->sizes); i++) {
    jni_put_text(out, p->names[i]);
    jni_put_text(out, p->units[i]);
  }
  jni_put_int(out, p->noutputs);
  for (int i = 0; i < p->noutputs; i++) {
    jni_put_text(out, p->output_names[i]);
    jni_put_text(out, p->output_units[i]);
  }
  jni_put_int(out, p->nends);
  for (int i = 0; i < p->nends; i++) jni_put_text(out, p->ends[i]);
}

void jni_program_write(const jni_program *p, jni_bytes_out *out) {
  write_plan(p, out);
  write_names(p, out);
  if (!write_code(p, out)) out->failed = true;
}
