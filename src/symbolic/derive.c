// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// derive.c - writes rates of nodes from those of the variables, in one forward pass.
#include "symbolic/graph.h"

// Central differences, for kernels without rates, evaluate the kernel with its inputs moved along their rates by this
// time to either side.
static const double half_width = 1e-6;

typedef struct {
  jni_graph *g;
  const jni_node *rate;  // rate of each node before this one
  jni_node node;
  int a, b, c;          // its operands
  jni_node da, db, dc;  // their rates
} rule;

static jni_node square(jni_graph *g, jni_node a) { return jni_times(g, a, a); }

static jni_node of_quotient(const rule *r) {
  jni_graph *g = r->g;
  return jni_over(g, jni_minus(g, r->da, jni_times(g, r->node, r->db)), r->b);
}

static jni_node of_angle(const rule *r) {  // atan2(a, b)
  jni_graph *g = r->g;
  jni_node top = jni_minus(g, jni_times(g, r->b, r->da), jni_times(g, r->a, r->db));
  return jni_over(g, top, jni_plus(g, square(g, r->a), square(g, r->b)));
}

// Returns the node of the rate of a^b. The logarithm of a, which is NaN for negative a, is only used if the exponent
// varies.
static jni_node of_power(const rule *r) {
  jni_graph *g = r->g;
  jni_node less = jni_apply(g, JNI_DO_power, r->a, jni_minus(g, r->b, JNI_ONE), 0);
  jni_node base = jni_times(g, jni_times(g, r->b, less), r->da);
  if (r->db == JNI_ZERO) return base;
  return jni_plus(g, base, jni_times(g, jni_times(g, r->node, jni_apply(g, JNI_DO_log, r->a, 0, 0)), r->db));
}

static jni_node of_modulo(const rule *r) {
  jni_graph *g = r->g;
  return jni_minus(g, r->da, jni_times(g, jni_over(g, jni_minus(g, r->a, r->node), r->b), r->db));
}

// Returns the node of the derivative of a function of one operand with respect to that operand.
static jni_node slope(const rule *r, jni_operation operation) {
  jni_graph *g = r->g;
  jni_node less = jni_minus(g, JNI_ONE, square(g, r->a)), more = jni_plus(g, JNI_ONE, square(g, r->a));
  switch (operation) {
    case JNI_DO_sqrt: return jni_over(g, jni_number_unwatched(g, 0.5), r->node);
    case JNI_DO_abs:
      return jni_select(g, jni_apply(g, JNI_DO_less, r->a, JNI_ZERO, 0), jni_number_unwatched(g, -1), JNI_ONE);
    case JNI_DO_sin: return jni_apply(g, JNI_DO_cos, r->a, 0, 0);
    case JNI_DO_cos: return jni_opposite(g, jni_apply(g, JNI_DO_sin, r->a, 0, 0));
    case JNI_DO_tan: return jni_plus(g, JNI_ONE, square(g, r->node));
    case JNI_DO_asin: return jni_over(g, JNI_ONE, jni_apply(g, JNI_DO_sqrt, less, 0, 0));
    case JNI_DO_acos: return jni_over(g, jni_number_unwatched(g, -1), jni_apply(g, JNI_DO_sqrt, less, 0, 0));
    case JNI_DO_atan: return jni_over(g, JNI_ONE, more);
    case JNI_DO_sinh: return jni_apply(g, JNI_DO_cosh, r->a, 0, 0);
    case JNI_DO_cosh: return jni_apply(g, JNI_DO_sinh, r->a, 0, 0);
    case JNI_DO_tanh: return jni_minus(g, JNI_ONE, square(g, r->node));
    case JNI_DO_exp: return r->node;
    case JNI_DO_log: return jni_over(g, JNI_ONE, r->a);
    default: return JNI_ZERO;  // floor and ceil have the derivative zero
  }
}

static jni_node of_operation(const rule *r, jni_operation operation) {
  jni_graph *g = r->g;
  jni_node product = jni_plus(g, jni_times(g, r->da, r->b), jni_times(g, r->a, r->db));
  switch (operation) {
    case JNI_DO_negate: return jni_opposite(g, r->da);
    case JNI_DO_add: return jni_plus(g, r->da, r->db);
    case JNI_DO_subtract: return jni_minus(g, r->da, r->db);
    case JNI_DO_multiply: return product;
    case JNI_DO_divide: return of_quotient(r);
    case JNI_DO_fma: return jni_plus(g, product, r->dc);
    case JNI_DO_fms: return jni_minus(g, product, r->dc);
    case JNI_DO_fnma: return jni_minus(g, r->dc, product);
    case JNI_DO_fnms: return jni_opposite(g, jni_plus(g, product, r->dc));
    case JNI_DO_select: return jni_select(g, r->a, r->db, r->dc);
    case JNI_DO_less:
    case JNI_DO_less_equal:
    case JNI_DO_equal: return JNI_ZERO;
    case JNI_DO_atan2: return of_angle(r);
    case JNI_DO_power: return of_power(r);
    case JNI_DO_modulo:
    case JNI_DO_remainder: return of_modulo(r);
    default: return jni_times(g, slope(r, operation), r->da);
  }
}

// ---- calls --------------------------------------------------------------------------------------------------------

static int call_at_time(jni_graph *g, int call, const jni_node *rate, double time, jni_node *inputs) {
  const jni_kernel *kernel = g->calls[call].kernel;
  for (int i = 0; i < kernel->ninputs; i++) {
    jni_node input = g->inputs[g->calls[call].input_at + i];
    inputs[i] = jni_plus(g, input, jni_times(g, jni_number_unwatched(g, time), rate[input]));
  }
  const jni_graph_call *it = &g->calls[call];
  return jni_call_unwatched(g, kernel, g->constants + it->constant_at, it->nconstants, inputs);
}

static jni_node of_difference(rule *r, jni_node *inputs) {
  jni_graph *g = r->g;
  int after = call_at_time(g, r->a, r->rate, half_width, inputs),
      before = call_at_time(g, r->a, r->rate, -half_width, inputs);
  jni_node change = jni_minus(g, jni_result(g, after, r->b), jni_result(g, before, r->b));
  return jni_times(g, change, jni_number_unwatched(g, 0.5 / half_width));
}

static jni_node of_rate(rule *r, jni_node *inputs) {
  jni_graph *g = r->g;
  const jni_graph_call *call = &g->calls[r->a];
  int n = call->kernel->ninputs;
  for (int i = 0; i < n; i++) {
    inputs[i] = g->inputs[call->input_at + i];
    inputs[n + i] = r->rate[inputs[i]];
  }
  return jni_result(
      g, jni_call_unwatched(g, call->kernel->rate, g->constants + call->constant_at, call->nconstants, inputs), r->b);
}

static jni_node of_result(rule *r) {
  const jni_graph_call *call = &r->g->calls[r->a];
  jni_pool scratch = {.alloc = r->g->pool.alloc};
  int n = call->kernel->ninputs;
  jni_node *inputs = jni_ints(&scratch, 2 * (size_t)n);
  bool moves = false;
  for (int i = 0; i < n; i++) moves |= r->rate[r->g->inputs[call->input_at + i]] != JNI_ZERO;
  if (!inputs) r->g->pool.failed = true;
  jni_node out = !moves || !inputs ? JNI_ZERO : call->kernel->rate ? of_rate(r, inputs) : of_difference(r, inputs);
  jni_pool_free(&scratch);
  return out;
}

// ---- forward pass -------------------------------------------------------------------------------------------------

static jni_node rate_of(jni_graph *g, jni_node node, const jni_node *rate) {
  jni_graph_node it = g->nodes[node];
  if (it.operation == JNI_DO_number || it.operation == JNI_DO_variable) return JNI_ZERO;
  int n = jni_operations[it.operation].operands;
  rule r = {.g = g, .rate = rate, .node = node, .a = it.a, .b = n > 1 ? it.b : JNI_ZERO, .c = n > 2 ? it.c : JNI_ZERO};
  if (it.operation == JNI_DO_result) return of_result(&r);
  r.da = rate[r.a];
  r.db = rate[r.b];
  r.dc = rate[r.c];
  if (r.da == JNI_ZERO && r.db == JNI_ZERO && r.dc == JNI_ZERO) return JNI_ZERO;
  return of_operation(&r, it.operation);
}

typedef struct {
  bool *wanted;
} wish;

static void want(void *context, jni_node operand) { ((wish *)context)->wanted[operand] = true; }

void jni_derive_from(jni_graph *g, const jni_changes *changes, const jni_node *nodes, int n, jni_node *out) {
  int many = g->nnodes;
  jni_pool scratch = {.alloc = g->pool.alloc};
  jni_node *rate = jni_ints(&scratch, (size_t)many);
  bool *given = jni_flags(&scratch, (size_t)many);
  wish needed = {jni_flags(&scratch, (size_t)many)};
  if (scratch.failed) g->pool.failed = true;
  for (int i = 0; i < changes->n && !scratch.failed; i++)
    if (!jni_is_number(g, changes->nodes[i], NULL)) {
      given[changes->nodes[i]] = true;
      rate[changes->nodes[i]] = changes->rates[i];
    }
  for (int i = 0; i < n && !scratch.failed; i++) needed.wanted[nodes[i]] = true;
  for (jni_node i = many - 1; i >= 0 && !scratch.failed; i--)
    if (needed.wanted[i] && !given[i]) jni_operands(g, i, want, &needed);
  for (jni_node i = 0; i < many && !scratch.failed; i++)
    if (needed.wanted[i] && !given[i]) rate[i] = rate_of(g, i, rate);
  for (int i = 0; i < n; i++) out[i] = scratch.failed ? JNI_ZERO : rate[nodes[i]];
  jni_pool_free(&scratch);
}

void jni_derive(jni_graph *g, const jni_node *rates, int nvariables, const jni_node *nodes, int n, jni_node *out) {
  jni_pool scratch = {.alloc = g->pool.alloc};
  jni_node *variables = jni_ints(&scratch, (size_t)nvariables + 1);
  if (!variables) g->pool.failed = true;
  for (int i = 0; i < nvariables && variables; i++) variables[i] = jni_variable(g, i);
  jni_changes changes = {variables ? nvariables : 0, variables, rates};
  jni_derive_from(g, &changes, nodes, n, out);
  jni_pool_free(&scratch);
}
