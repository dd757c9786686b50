// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_vectorise_calls.c - calls of one kernel as one: which go together, and that all values stay.
#include "check.h"
#include "memory.h"
#include "symbolic/vectorise_calls.h"

enum { CALLS = 7, VARIABLES = CALLS + 1, RESULTS = 2 * CALLS + 2, NODES = 200 };

static void law(const double *constants, const double *in, double *out) {
  out[0] = constants[0] * in[0] + in[1];
  out[1] = in[0] * in[1];
}

static const jni_kernel kernel = {"law", 2, 2, law, NULL}, other = {"other", 2, 2, law, NULL};
static const double constants[] = {0.3, 0.7};

static bool is_law(void *context, const jni_kernel *asked) {
  (void)context;
  return asked == &kernel;
}
static const jni_vectorise_choice choice = {is_law, NULL};

// ---- values -------------------------------------------------------------------------------------------------------

static double calc_result(const jni_vectorised *a, const jni_graph *g, const jni_graph_node *it, const double *value) {
  const jni_graph_call *call = &g->calls[it->a];
  const jni_kernel *inner = jni_vectorised_inner(a, call->kernel);
  int many = inner ? JNI_VECTOR_CALLS : 1, which = it->b % many;
  double in[2], out[2];
  for (int k = 0; k < 2; k++) in[k] = value[g->inputs[call->input_at + many * k + which]];
  law(g->constants + call->constant_at, in, out);
  return out[it->b / many];
}

static void calc(const jni_vectorised *a, const jni_graph *g, const jni_node *results, double *out) {
  double value[NODES];
  CHECK(g->nnodes <= NODES);
  for (jni_node i = 0; i < g->nnodes; i++) {
    const jni_graph_node *it = &g->nodes[i];
    if (jni_is_number(g, i, &value[i])) continue;
    if (it->operation == JNI_DO_variable) value[i] = 0.1 + 0.37 * it->a;
    else if (it->operation == JNI_DO_result) value[i] = calc_result(a, g, it, value);
    else value[i] = jni_operation_value(it->operation, value[it->a], value[it->b], 0);
  }
  for (int i = 0; i < RESULTS; i++) out[i] = value[results[i]];
}

// ---- a graph ------------------------------------------------------------------------------------------------------

// Five calls of variables, one that reads two of them, and one with constants of its own; at the end another kernel.
static jni_graph *write_graph(const jn_alloc *alloc, jni_node *results) {
  jni_graph *g = jni_graph_new(alloc);
  if (!g) return NULL;
  for (int i = 0; i < CALLS; i++) {
    const bool reads = i == 5;
    const jni_node in[2] = {reads ? results[1] : jni_variable(g, i), reads ? results[4] : jni_variable(g, i + 1)};
    int call = jni_call(g, &kernel, constants + (i == 6 ? 1 : 0), 1, in);
    for (int k = 0; k < 2; k++) results[2 * i + k] = jni_plus(g, jni_result(g, call, k), jni_number(g, i));
  }
  const jni_node in[2] = {results[0], results[11]};
  int last = jni_call(g, &other, constants, 1, in);
  for (int k = 0; k < 2; k++) results[2 * CALLS + k] = jni_result(g, last, k);
  return g;
}

static int count_calls(const jni_vectorised *a, bool joined) {
  int n = 0;
  for (int i = 0; i < a->g->ncalls; i++)
    if ((jni_vectorised_inner(a, a->g->calls[i].kernel) != NULL) == joined) n++;
  return n;
}

static void test_calls(void) {
  jni_node results[RESULTS];
  double before[RESULTS], after[RESULTS];
  jni_graph *g = write_graph(NULL, results);
  const jni_graph_function function = {results, RESULTS};
  jni_vectorised *a = jni_vectorise_calls(g, &function, 1, &choice);
  CHECK(a);
  if (!a) return;
  CHECK(a->n == 1 && jni_vectorised_inner(a, &a->list[0]->loaded.kernel) == &kernel &&
        !jni_vectorised_inner(a, &kernel));
  CHECK(count_calls(a, true) == 2);   // five: two and three
  CHECK(count_calls(a, false) == 3);  // what waits for them, other constants, the other kernel
  calc(NULL, g, results, before);
  calc(a, a->g, a->results[0], after);
  for (int i = 0; i < RESULTS; i++) CHECK(before[i] == after[i]);
  jni_vectorised_free(a);
  jni_graph_free(g);
}

// Of a function that needs only some of the calls, only these go together.
static void test_part(void) {
  jni_node results[RESULTS];
  jni_graph *g = write_graph(NULL, results);
  const jni_graph_function functions[2] = {{results, 6}, {results, 4}};
  jni_vectorised *a = jni_vectorise_calls(g, functions, 2, &choice);
  CHECK(a && count_calls(a, true) == 1);   // three
  CHECK(a && count_calls(a, false) == 2);  // two are too few
  jni_vectorised_free(a);
  jni_graph_free(g);
}

// Every allocation fails in its turn; nothing is lost.
static void test_memory(void) {
  bool whole = false;
  for (long at = 1; at < 500 && !whole; at++) {
    memory_count count = {.fail_at = at};
    const jn_alloc alloc = {counted_resize, &count};
    jni_node results[RESULTS];
    jni_graph *g = write_graph(&alloc, results);
    const jni_graph_function function = {results, RESULTS};
    jni_vectorised *a = g && !jni_graph_failed(g) ? jni_vectorise_calls(g, &function, 1, &choice) : NULL;
    whole = a != NULL;
    CHECK(whole == (count.calls < at));
    jni_vectorised_free(a);
    jni_graph_free(g);
    CHECK(count.live == 0);
  }
  CHECK(whole);
}

int main(void) {
  test_calls();
  test_part();
  test_memory();
  return check_report();
}
