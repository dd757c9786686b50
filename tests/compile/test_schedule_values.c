// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_schedule_values.c - the order of printed code: complete, operands first, calls whole, and few values that wait.
#include "check.h"
#include "compile/print/schedule_values.h"

enum { TERMS = 40, MOST = 4000 };

static void two(const double *constants, const double *in, double *out) {
  out[0] = constants[0] * in[0];
  out[1] = in[0] + in[1];
}

static const jni_kernel kernel = {"two", 2, 2, two, NULL};
static const double factor[1] = {0.5};

static uint64_t seed = 7;

static int draw(int n) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (int)((seed >> 33) % (uint64_t)n);
}

// ---- what an order is like ----------------------------------------------------------------------------------------

typedef struct {
  const jni_graph *g;
  int place, late;
  int at[MOST], last[MOST];  // of every node: its place, and the last that reads it
} watching;

static void watch(void *context, jni_node operand) {
  watching *w = context;
  jni_operation operation = w->g->nodes[operand].operation;
  if (operation == JNI_DO_number || operation == JNI_DO_variable) return;
  w->late += !(w->at[operand] >= 0 && w->at[operand] < w->place);
  if (w->place > w->last[operand]) w->last[operand] = w->place;
}

static void follow(watching *w, const jni_order *order) {
  for (int i = 0; i < w->g->nnodes; i++) w->at[i] = w->last[i] = -1;
  for (w->place = 0; w->place < order->n; w->place++) {
    jni_node node = order->list[w->place];
    CHECK(w->at[node] < 0);
    jni_operands(w->g, node, watch, w);
    w->at[node] = w->place;
  }
}

static int most_waiting(const watching *w, const jni_order *order) {
  int most = 0;
  for (int i = 0; i < order->n; i++) {
    int now = 0;
    for (int k = 0; k <= i; k++) now += w->last[order->list[k]] > i;
    if (now > most) most = now;
  }
  return most;
}

// Places between the first and the last result of a call, beyond those that its results take.
static int gaps(const watching *w, const jni_order *order) {
  int n = 0;
  for (int i = 1; i < order->n; i++) {
    const jni_graph_node *it = &w->g->nodes[order->list[i]], *before = &w->g->nodes[order->list[i - 1]];
    if (it->operation != JNI_DO_result) continue;
    for (int k = 0; k < i; k++) {
      const jni_graph_node *other = &w->g->nodes[order->list[k]];
      n += other->operation == JNI_DO_result && other->a == it->a &&
           (before->operation != JNI_DO_result || before->a != it->a);
    }
  }
  return n;
}

static watching watched;

// ---- tests --------------------------------------------------------------------------------------------------------

// Two sums over the same products: the second one grows with the first.
static void test_sums(void) {
  jni_graph *g = jni_graph_new(NULL);
  jni_node sum[2] = {JNI_ZERO, JNI_ZERO};
  for (int i = 0; i < TERMS; i++) {
    jni_node a = jni_variable(g, 2 * i), b = jni_variable(g, 2 * i + 1);
    jni_node term = jni_apply(g, JNI_DO_exp, jni_times(g, a, b), 0, 0);
    sum[0] = jni_plus(g, sum[0], term);
    sum[1] = jni_plus(g, sum[1], jni_times(g, term, a));
  }
  jni_order *order = jni_order_new(g, sum, 2);
  watched.g = g;
  watched.late = 0;
  follow(&watched, order);
  int before = most_waiting(&watched, order), n = order->n;
  CHECK(jni_schedule_values(g, order) && order->n == n);
  follow(&watched, order);
  CHECK(watched.late == 0);
  CHECK(before >= TERMS);
  CHECK(most_waiting(&watched, order) < 6);
  jni_order_free(order);
  jni_graph_free(g);
}

static jni_node grow(jni_graph *g, const jni_node *there, int n) {
  jni_node a = there[draw(n)], b = there[draw(n)];
  if (draw(6) > 0) return jni_apply(g, draw(2) ? JNI_DO_multiply : JNI_DO_add, a, b, 0);
  int call = jni_call(g, &kernel, factor, 1, (const jni_node[]){a, b});
  return jni_plus(g, jni_result(g, call, 0), jni_times(g, b, jni_result(g, call, 1)));
}

static void test_any(void) {
  for (int k = 0; k < 200; k++) {
    jni_graph *g = jni_graph_new(NULL);
    jni_node node[120];
    for (int i = 0; i < 6; i++) node[i] = jni_variable(g, i);
    for (int i = 6; i < 120; i++) node[i] = grow(g, node, i);
    jni_order *order = jni_order_new(g, node + 110, 10);
    int n = order->n;
    CHECK(g->nnodes < MOST && jni_schedule_values(g, order) && order->n == n);
    watched.g = g;
    watched.late = 0;
    follow(&watched, order);
    CHECK(watched.late == 0 && gaps(&watched, order) == 0);
    jni_order_free(order);
    jni_graph_free(g);
  }
}

int main(void) {
  test_sums();
  test_any();
  return check_report();
}
