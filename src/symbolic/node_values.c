// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// node_values.c - see node_values.h.
#include "symbolic/node_values.h"

#include <math.h>
#include <string.h>

jni_values *jni_values_new(const jni_graph *g, const double *variables, int nvariables) {
  jni_values *values = jni_object_new(g->pool.alloc, sizeof *values);
  if (!values) return NULL;
  values->g = g;
  values->variables = jni_doubles(&values->pool, (size_t)nvariables + 1);
  if (values->pool.failed) return jni_values_free(values);
  values->nvariables = nvariables;
  memcpy(values->variables, variables, (size_t)nvariables * sizeof *variables);
  return values;
}

void *jni_values_free(jni_values *values) { return jni_object_free(values); }

// Returns the value of one result of a call; NaN if there is no memory. Every result evaluates the call again, which is
// cheap at one point.
static double result_of(jni_values *values, const jni_graph_node *it) {
  const jni_graph_call *call = &values->g->calls[it->a];
  int n = call->kernel->ninputs, all = n + call->kernel->nresults;
  if (!jni_pool_grow(&values->pool, &values->scratch, &values->capacity_scratch, all, sizeof *values->scratch))
    return NAN;
  double *in = values->scratch, *out = in + n;
  for (int i = 0; i < n; i++) in[i] = values->value[values->g->inputs[call->input_at + i]];
  jni_kernel_calc(call->kernel, values->g->constants + call->constant_at, in, out);
  return out[it->b];
}

static double calc(jni_values *values, jni_node node) {
  const jni_graph_node *it = &values->g->nodes[node];
  int n = jni_operations[it->operation].operands;
  const double *value = values->value;
  double number;
  if (jni_is_number(values->g, node, &number)) return number;
  if (it->operation == JNI_DO_variable) return it->a < values->nvariables ? values->variables[it->a] : NAN;
  if (it->operation == JNI_DO_result) return result_of(values, it);
  return jni_operation_value(it->operation, value[it->a], n > 1 ? value[it->b] : 0, n > 2 ? value[it->c] : 0);
}

double jni_value_of(jni_values *values, jni_node node) {
  if (!jni_pool_grow(&values->pool, &values->value, &values->capacity, values->g->nnodes, sizeof *values->value))
    return NAN;
  for (; values->n <= node; values->n++) values->value[values->n] = calc(values, values->n);
  return values->value[node];
}
