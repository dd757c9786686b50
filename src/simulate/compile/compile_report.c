// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile_report.c - counts operations and sizes of a program on its graph.
#include <string.h>

#include "compile/code_stage.h"
#include "compile/step_method.h"
#include "model/hash.h"
#include "model/model.h"
#include "simulate/compile/compile.h"
#include "symbolic/node_order.h"

static void count_node(const jni_graph *g, jni_node node, bool *called, jn_compile_report *r) {
  const jni_graph_node *it = &g->nodes[node];
  if (it->operation == JNI_DO_result) {
    r->calls += !called[it->a];
    r->instructions += !called[it->a];
    called[it->a] = true;
    return;
  }
  r->operations++;
  r->instructions++;
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

// ---- stages ---------------------------------------------------------------------------------------------------------

static const jn_compile_stage stages[JNI_CODE_STAGES] = {
#define JNI_X(name, help) {#name, help, 0},
    JNI_CODE_STAGE_LIST(JNI_X)
#undef JNI_X
};

static jn_compile_stage *list_stages(jn_compiled *c) {
  jn_compile_stage *list = jni_take(&c->pool, JNI_CODE_STAGES, sizeof *list);
  if (list) memcpy(list, stages, sizeof stages);
  c->report.stages = list;
  c->report.nstages = list ? JNI_CODE_STAGES : 0;
  return list;
}

static bool count_rates(jn_compiled *c) {
  const jni_program *p = c->program;
  jn_compile_report *r = &c->report;
  jni_pool scratch = {.alloc = p->pool.alloc};
  int n = jni_rates_at(&p->sizes).n;
  jn_compile_stage *by_stage = list_stages(c);
  bool *called = jni_flags(&scratch, (size_t)p->g->ncalls + 1);
  jni_order *order = called && by_stage ? jni_order_new(p->g, p->rates, n) : NULL;
  jni_tape *tape = order ? jni_tape_new(p->g, jni_program_nvariables(&p->sizes), p->rates, n) : NULL;
  for (int i = 0; order && i < order->n; i++) {
    int before = r->operations;
    count_node(p->g, order->list[i], called, r);
    by_stage[p->g->marks[order->list[i]]].operations += r->operations - before;
  }
  if (tape) r->live = tape->live;
  bool good = tape != NULL;
  jni_tape_free(tape);
  jni_order_free(order);
  jni_pool_free(&scratch);
  return good;
}

// ---- beside the rates -----------------------------------------------------------------------------------------------

// Returns the number of operations that computing these n results alone takes. Sets *good to false if memory is short.
static int count_alone(const jni_graph *g, const jni_node *results, int n, bool *good) {
  jni_order *order = jni_order_new(g, results, n);
  int count = 0;
  for (int i = 0; order && i < order->n; i++) count += g->nodes[order->list[i]].operation != JNI_DO_result;
  *good = *good && order;
  jni_order_free(order);
  return count;
}

static bool count_beside(jn_compiled *c) {
  const jni_program *p = c->program;
  const jni_program_sizes *n = &p->sizes;
  const struct {
    const char *name, *help;
    const jni_node *nodes;
    int n;
  } functions[] = {
      {"jacobian", "matrix of the implicit equations and its factors", p->implicit.jacobian, p->implicit.nkept},
      {"solve", "solution of the implicit equations", p->implicit.solve, n->nv + n->nz},
      {"ends", "events, jumps and samples at the ends of steps", p->finish, jni_finish_at(n->nz, n->ns, n->nm).n},
      {"outputs", "when they are asked for", p->noutputs > 0 ? p->outputs : NULL, p->noutputs}};
  int many = (int)(sizeof functions / sizeof *functions);
  jn_compile_stage *list = jni_take(&c->pool, (size_t)many, sizeof *list);
  bool good = list;
  for (int i = 0; i < many && good; i++) {
    if (!functions[i].nodes) continue;
    int count = count_alone(p->g, functions[i].nodes, functions[i].n, &good);
    list[c->report.nbeside++] = (jn_compile_stage){functions[i].name, functions[i].help, count};
  }
  c->report.beside = list;
  return good;
}

bool jni_compile_fill_report(jn_compiled *c) {
  const jni_program *p = c->program;
  const jni_program_sizes *n = &p->sizes;
  jn_compile_report *r = &c->report;
  const jni_step_method *method = jni_step_method_find(c->choices.integrator);
  r->coordinates = n->nq;
  r->speeds = n->nv;
  r->states = n->nz;
  r->discrete = n->ns;
  r->inputs = n->nu;
  r->left_out = n->all_z - n->nz;
  r->least_pivot = p->least_pivot;
  r->newton = p->newton;
  r->fused = p->fused;
  r->kept = c->kept;
  r->nkept = c->nkept;
  r->mass_elements = p->mass_elements;
  r->mass_factors = p->mass_factors;
  r->hash = jni_code_hash(c->model);
  r->step = c->choices.step;
  r->integrator = c->choices.integrator;
  r->evaluations = method ? method->evaluations : 0;
  r->at_ends = p->nends;
  r->broken_drivers = p->nbroken;
  return count_rates(c) && count_beside(c);
}
