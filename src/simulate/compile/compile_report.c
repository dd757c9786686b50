// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile_report.c - how large a program is, counted on its graph.
#include "model/model.h"
#include "simulate/compile/compile.h"
#include "symbolic/order.h"

static void count_node(const jni_graph *g, jni_node node, bool *called, jn_compile_report *r) {
  const jni_graph_node *it = &g->nodes[node];
  if (it->operation == JNI_DO_result) {
    r->calls += !called[it->a];
    r->instructions += !called[it->a];
    called[it->a] = true;
    return;
  }
  r->operations++, r->instructions++;
  switch (jni_operations[it->operation].effort) {
    case JNI_DO_LEAF: break;
    case JNI_DO_CHEAP:
    case JNI_DO_SUM: r->sums++; break;
    case JNI_DO_PRODUCT: r->products++; break;
    case JNI_DO_SLOW: r->slow++; break;
    case JNI_DO_FUSED: r->fused_products++; break;
    case JNI_DO_FUNCTION: r->functions++; break;
  }
}

static bool count_rates(const jni_program *p, jn_compile_report *r) {
  jni_pool room = {.alloc = p->pool.alloc};
  int n = jni_rates_at(&p->sizes).n;
  bool *called = jni_flags(&room, (size_t)p->g->ncalls + 1);
  jni_order *order = called ? jni_order_new(p->g, p->rates, n) : NULL;
  jni_tape *tape = order ? jni_tape_new(p->g, jni_program_nvariables(&p->sizes), p->rates, n) : NULL;
  for (int i = 0; order && i < order->n; i++) count_node(p->g, order->list[i], called, r);
  if (tape) r->live = tape->live;
  bool good = tape != NULL;
  jni_tape_free(tape), jni_order_free(order);
  jni_pool_free(&room);
  return good;
}

bool jni_compile_count(jn_compiled *c) {
  const jni_program *p = c->program;
  const jni_program_sizes *n = &p->sizes;
  jn_compile_report *r = &c->report;
  r->coordinates = n->nq, r->speeds = n->nv, r->states = n->nz, r->discrete = n->ns, r->inputs = n->nu;
  r->least_pivot = p->least_pivot, r->newton = p->newton, r->fused = p->fused;
  r->hash = jni_code_hash(c->model);
  r->step = c->choices.step, r->integrator = c->choices.integrator;
  r->at_ends = p->nends;
  return count_rates(p, r);
}
