// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_graph.c - graphs of expressions: rules, sharing, rates, order and tape.
#include <math.h>
#include <string.h>

#include "check.h"
#include "memory.h"
#include "symbolic/node_order.h"
#include "symbolic/rewrite/rewrite.h"
#include "symbolic/tape.h"

enum { VARIABLES = 6 };

// ---- numbers that repeat ------------------------------------------------------------------------------------------

static uint64_t seed = 1;

static int draw(int n) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (int)((seed >> 33) % (uint64_t)n);
}

static double draw_number(void) { return 0.1 + 0.8 * draw(1000) / 1000; }

// ---- a kernel with two results ------------------------------------------------------------------------------------

static void product_and_sum(const double *constants, const double *in, double *out) {
  out[0] = constants[0] * in[0] * in[1];
  out[1] = in[0] + constants[1] * in[2];
}

static void product_and_sum_rate(const double *constants, const double *in, double *out) {
  out[0] = constants[0] * (in[3] * in[1] + in[0] * in[4]);
  out[1] = in[3] + constants[1] * in[5];
}

static const jni_kernel rate_kernel = {"product_and_sum_rate", 6, 2, product_and_sum_rate, NULL};
static const jni_kernel kernels[] = {{"product_and_sum", 3, 2, product_and_sum, &rate_kernel},
                                     {"product_and_sum_plain", 3, 2, product_and_sum, NULL}};
static const double kernel_constants[] = {0.3, 0.7};

// ---- values without a tape ----------------------------------------------------------------------------------------

static void value_all(const jni_graph *g, const double *x, double *value) {
  for (jni_node i = 0; i < g->nnodes; i++) {
    const jni_graph_node *it = &g->nodes[i];
    int n = jni_operations[it->operation].operands;
    if (jni_is_number(g, i, &value[i])) continue;
    if (it->operation == JNI_DO_variable) {
      value[i] = x[it->a];
    } else if (it->operation == JNI_DO_result) {
      const jni_graph_call *call = &g->calls[it->a];
      double in[6], out[2];
      for (int k = 0; k < call->kernel->ninputs; k++) in[k] = value[g->inputs[call->input_at + k]];
      call->kernel->calc(g->constants + call->constant_at, in, out);
      value[i] = out[it->b];
    } else {
      value[i] = jni_operation_value(it->operation, value[it->a], n > 1 ? value[it->b] : 0, n > 2 ? value[it->c] : 0);
    }
  }
}

// Operands stay where every function is smooth: between 0 and 1.
static jni_node squeezed(jni_graph *g, jni_node a) {
  jni_node half = jni_times(g, jni_apply(g, JNI_DO_sin, a, 0, 0), jni_number(g, 0.3));
  return jni_plus(g, half, jni_number(g, 0.5));
}

static jni_node random_node(jni_graph *g, const jni_node *have, int n) {
  jni_node a = squeezed(g, have[draw(n)]), b = squeezed(g, have[draw(n)]), c = have[draw(n)];
  int which = draw(JNI_OPERATIONS + 4);
  if (which >= JNI_OPERATIONS) {
    const jni_node in[] = {a, b, c};
    return jni_result(g, jni_call(g, &kernels[which % 2], kernel_constants, 2, in), which / 2 % 2);
  }
  jni_operation operation = (jni_operation)which;
  if (operation <= JNI_DO_result || operation >= JNI_DO_modulo) operation = JNI_DO_subtract;
  return jni_apply(g, operation, a, b, c);
}

static void random_graph(jni_graph *g, jni_node *have, int n) {
  for (int i = 0; i < VARIABLES; i++) have[i] = jni_variable(g, i);
  for (int i = VARIABLES; i < n; i++) have[i] = random_node(g, have, i);
}

// ---- tests --------------------------------------------------------------------------------------------------------

static void test_rules(void) {
  jni_graph *g = jni_graph_new(NULL);
  jni_node x = jni_variable(g, 0), y = jni_variable(g, 1), two = jni_number(g, 2);
  CHECK(jni_plus(g, x, JNI_ZERO) == x && jni_times(g, x, JNI_ONE) == x && jni_times(g, x, JNI_ZERO) == JNI_ZERO);
  CHECK(jni_plus(g, x, y) == jni_plus(g, y, x) && jni_times(g, x, y) == jni_times(g, y, x));
  CHECK(jni_minus(g, x, x) == JNI_ZERO && jni_over(g, x, x) == JNI_ONE);
  CHECK(jni_opposite(g, jni_opposite(g, x)) == x);
  CHECK(jni_plus(g, x, jni_opposite(g, y)) == jni_minus(g, x, y));
  CHECK(jni_opposite(g, jni_minus(g, x, y)) == jni_minus(g, y, x));
  CHECK(jni_times(g, jni_opposite(g, x), jni_opposite(g, y)) == jni_times(g, x, y));
  CHECK(jni_times(g, two, jni_times(g, jni_number(g, 0.5), x)) == x);
  CHECK(jni_over(g, x, two) == jni_times(g, x, jni_number(g, 0.5)));
  CHECK(jni_apply(g, JNI_DO_cos, jni_opposite(g, x), 0, 0) == jni_apply(g, JNI_DO_cos, x, 0, 0));
  CHECK(jni_apply(g, JNI_DO_power, x, two, 0) == jni_times(g, x, x));
  CHECK(jni_select(g, JNI_ONE, x, y) == x && jni_select(g, x, y, y) == y);
  CHECK(jni_apply(g, JNI_DO_sin, two, 0, 0) == jni_number(g, jnk_sin(2)));
  CHECK(jni_number(g, -0.0) == JNI_ZERO);
  const jni_node in[] = {x, y, two};
  CHECK(jni_call(g, kernels, kernel_constants, 2, in) == jni_call(g, kernels, kernel_constants, 2, in));
  CHECK(jni_call(g, kernels, kernel_constants, 2, in) != jni_call(g, kernels, kernel_constants, 1, in));
  // equal blocks of constants are one, also those taken from the graph while it grows
  int n = g->nconstants, first = jni_call(g, kernels, kernel_constants, 2, in);
  for (int i = 0; i < 1000; i++) {
    const jni_node other[3] = {jni_variable(g, i), x, y};
    int call = jni_call(g, kernels + i % 2, g->constants + g->calls[first].constant_at, 2, other);
    CHECK(g->calls[call].constant_at == g->calls[first].constant_at);
  }
  CHECK(g->nconstants == n);
  jni_graph_free(g);
}

// The same value by every rule and by none; every operation of the list.
static void test_folding(void) {
  jni_graph *g = jni_graph_new(NULL);
  for (int i = JNI_DO_result + 1; i < JNI_OPERATIONS; i++) {
    double a = draw_number(), b = draw_number(), c = draw_number(), value;
    jni_node node = jni_apply(g, (jni_operation)i, jni_number(g, a), jni_number(g, b), jni_number(g, c));
    CHECK(jni_is_number(g, node, &value) && value == jni_operation_value((jni_operation)i, a, b, c));
  }
  jni_graph_free(g);
}

enum { NODES = 400 };

static void check_tape(const jni_graph *g, const jni_node *have, const double *value, const double *x) {
  jni_tape *tape = jni_tape_new(g, VARIABLES, have, NODES);
  double out[NODES];
  int wrong = 0;
  for (int again = 0; again < 2; again++) jni_tape_run(tape, x, out);
  for (int i = 0; i < NODES; i++) wrong += memcmp(&out[i], &value[have[i]], sizeof *out) != 0;
  CHECK(wrong == 0);
  jni_tape_free(tape);
  tape = jni_tape_new(g, VARIABLES, have + NODES - 3, 3);
  jni_tape_run(tape, x, out);
  CHECK(memcmp(&out[2], &value[have[NODES - 1]], sizeof *out) == 0 && tape->live < tape->n);
  jni_tape_free(tape);
}

// Rates by the program against differences along a direction.
static void check_rates(jni_graph *g, const jni_node *have, const double *x) {
  jni_node rates[VARIABLES], out[NODES];
  double along[VARIABLES], moved[2][VARIABLES], h = 1e-6;
  for (int i = 0; i < VARIABLES; i++) {
    along[i] = draw_number() - 0.5;
    rates[i] = jni_number(g, along[i]);
    for (int s = 0; s < 2; s++) moved[s][i] = x[i] + (s ? h : -h) * along[i];
  }
  jni_derive(g, rates, VARIABLES, have, NODES, out);
  double *value = calloc((size_t)g->nnodes, 3 * sizeof *value), *before = value + g->nnodes,
         *after = before + g->nnodes;
  value_all(g, x, value);
  value_all(g, moved[0], before);
  value_all(g, moved[1], after);
  double worst = 0;
  for (int i = 0; i < NODES; i++) {
    double difference = (after[have[i]] - before[have[i]]) / (2 * h), error = fabs(difference - value[out[i]]);
    if (fabs(difference) > 1e3) continue;  // a comparison in between has changed its side
    worst = fmax(worst, error / (1 + fabs(difference)));
  }
  CHECK_NEAR(worst, 0, 1e-6);
  free(value);
}

static void check_contracted(jni_graph *g, jni_node *have, const double *x) {
  jni_node now[NODES];
  memcpy(now, have, sizeof now);
  jni_contract(g, now, NODES);
  double *value = calloc((size_t)g->nnodes, sizeof *value), worst = 0;
  value_all(g, x, value);
  int fused = 0;
  for (int i = 0; i < NODES; i++)
    worst = fmax(worst, fabs(value[now[i]] - value[have[i]]) / (1 + fabs(value[have[i]])));
  for (jni_node i = 0; i < g->nnodes; i++) fused += jni_operations[g->nodes[i].operation].effort == JNI_DO_FUSED;
  CHECK_NEAR(worst, 0, 1e-13);
  CHECK(fused > 20);
  free(value);
}

static void test_random(void) {
  for (int trial = 0; trial < 20; trial++) {
    jni_graph *g = jni_graph_new(NULL);
    jni_node have[NODES];
    double x[VARIABLES];
    for (int i = 0; i < VARIABLES; i++) x[i] = draw_number();
    random_graph(g, have, NODES);
    double *value = calloc((size_t)g->nnodes, sizeof *value);
    value_all(g, x, value);
    check_tape(g, have, value, x);
    free(value);
    check_rates(g, have, x);
    check_contracted(g, have, x);
    CHECK(!jni_graph_failed(g));
    jni_graph_free(g);
  }
}

// a b + c d, where a and c are of an operation, a variable, or a result of a call; `turned`: the second product is
// written first.
static double fused_sum(bool turned, const jni_operation *kinds, const double *x) {
  jni_graph *g = jni_graph_new(NULL);
  jni_node product[2], sum;
  for (int i = 0; i < 2; i++) {
    int k = turned ? 1 - i : i;
    jni_node a = jni_variable(g, 2 * k), b = jni_variable(g, 2 * k + 1);
    const jni_node in[] = {a, b, b};
    if (kinds[k] == JNI_DO_result) a = jni_result(g, jni_call(g, kernels, kernel_constants, 2, in), k);
    else if (kinds[k] != JNI_DO_variable) a = jni_apply(g, kinds[k], a, b, 0);
    product[k] = jni_times(g, a, b);
  }
  sum = jni_plus(g, product[0], product[1]);
  jni_contract(g, &sum, 1);
  CHECK(jni_operations[g->nodes[sum].operation].effort == JNI_DO_FUSED);
  double *value = calloc((size_t)g->nnodes, sizeof *value);
  value_all(g, x, value);
  double result = value[sum];
  free(value);
  jni_graph_free(g);
  return result;
}

// Which of two products is fused does not depend on which was written first.
static void test_contracted_order(void) {
  static const jni_operation kinds[] = {JNI_DO_variable, JNI_DO_sin, JNI_DO_add, JNI_DO_subtract, JNI_DO_result};
  enum { KINDS = sizeof kinds / sizeof *kinds };
  int wrong = 0, matters = 0;
  for (int i = 0; i < 400; i++) {
    double x[4];
    for (int k = 0; k < 4; k++) x[k] = draw_number() / 3;
    const jni_operation both[2] = {kinds[i % KINDS], kinds[i / KINDS % KINDS]};
    wrong += fused_sum(false, both, x) != fused_sum(true, both, x);
    matters += fma(x[0], x[1], x[2] * x[3]) != fma(x[2], x[3], x[0] * x[1]);
  }
  CHECK(wrong == 0);
  CHECK(matters > 50);
}

static double turn_argument(int i) {
  static const double rare[] = {0, -0.0, 0x1p-41, 1e-300, 0x1.921fb54442d18p0, 0x1.921fb54442d18p1, 2e6, -1e22};
  const int nrare = (int)(sizeof rare / sizeof *rare);
  return i < nrare ? rare[i] : ldexp(draw_number() - 0.5, draw(30) - 6);
}

// Sine and cosine of one angle are one instruction with the bits of both, also after uses of either; of a sine alone it
// stays one.
static void test_turns(void) {
  jni_graph *g = jni_graph_new(NULL);
  jni_node x = jni_variable(g, 0), y = jni_variable(g, 1), node[4];
  node[0] = jni_apply(g, JNI_DO_cos, x, 0, 0);
  node[1] = jni_times(g, node[0], y);
  node[2] = jni_apply(g, JNI_DO_sin, x, 0, 0);
  node[3] = jni_apply(g, JNI_DO_sin, node[1], 0, 0);
  jni_tape *tape = jni_tape_new(g, 2, node, 4);
  CHECK(tape->n == 3);
  int wrong = 0;
  for (int i = 0; i < 4000; i++) {
    const double in[] = {turn_argument(i), draw_number()};
    double out[4], cosine = jnk_cos(in[0]), sine = jnk_sin(in[0]), product = cosine * in[1];
    const double want[] = {cosine, product, sine, jnk_sin(product)};
    jni_tape_run(tape, in, out);
    wrong += memcmp(out, want, sizeof out) != 0;
  }
  CHECK(wrong == 0);
  jni_tape_free(tape);
  jni_graph_free(g);
}

static void test_reach(void) {
  jni_graph *g = jni_graph_new(NULL);
  jni_node x = jni_variable(g, 0), y = jni_variable(g, 1), z = jni_variable(g, 2);
  jni_node a = jni_plus(g, x, y), b = jni_times(g, a, z);
  const jni_node in[] = {x, x, z};
  jni_node c = jni_result(g, jni_call(g, kernels, kernel_constants, 2, in), 0);
  uint64_t masks[] = {1, 2, 4}, reach[32];
  jni_graph_dependencies(g, masks, reach);
  CHECK(reach[a] == 3 && reach[b] == 7 && reach[c] == 5 && reach[JNI_ONE] == 0);
  jni_graph_free(g);
}

// ---- long sums ------------------------------------------------------------------------------------------------------

// Additions one behind the other.
static int depth_of(const jni_graph *g, jni_node node) {
  const jni_graph_node *it = &g->nodes[node];
  if (it->operation != JNI_DO_add && it->operation != JNI_DO_subtract) return 0;
  int a = depth_of(g, it->a), b = depth_of(g, it->b);
  return 1 + (a > b ? a : b);
}

static double value_of(jni_graph *g, jni_node node, const double *x) {
  double value = NAN;
  jni_tape *tape = jni_tape_new(g, VARIABLES, &node, 1);
  if (tape) jni_tape_run(tape, x, &value);
  jni_tape_free(tape);
  return value;
}

// n terms that grow, with signs: all added, all subtracted, or by chance. turned: each sum is the second operand.
static jni_node long_sum(jni_graph *g, int n, int signs, bool turned) {
  jni_node sum = JNI_ZERO;
  for (int i = 0; i < n; i++) {
    jni_node term = jni_apply(g, JNI_DO_sin, jni_times(g, jni_number(g, i + 1), jni_variable(g, i % VARIABLES)), 0, 0);
    bool minus = signs == 1 || (signs == 2 && i * 7 % 3 == 1);
    if (minus) sum = jni_minus(g, sum, term);
    else sum = turned ? jni_plus(g, term, sum) : jni_plus(g, sum, term);
  }
  return sum;
}

static void test_balance(void) {
  double x[VARIABLES];
  for (int i = 0; i < VARIABLES; i++) x[i] = 0.3 + 0.1 * i;
  for (int n = 2; n <= 100; n += 7)
    for (int signs = 0; signs < 3; signs++) {
      jni_graph *g = jni_graph_new(NULL);
      jni_node sum = long_sum(g, n, signs, false), other = long_sum(g, n, signs, true), now = sum;
      double before = value_of(g, sum, x);
      CHECK(sum == other);
      jni_balance(g, &now, 1);
      CHECK_NEAR(value_of(g, now, x), before, 1e-14 * n);
      if (n < 12) CHECK(now == sum);
      else CHECK(depth_of(g, now) <= 8 + (n + 7) / 8);
      // a part that something else reads stays whole
      jni_node both[2] = {jni_plus(g, sum, jni_variable(g, 0)), sum};
      jni_balance(g, both, 2);
      CHECK(both[1] == now);
      jni_graph_free(g);
    }
}

// Every allocation fails in its turn; nothing is lost, and the graph says so.
static void test_memory(void) {
  bool whole = false;
  for (long at = 1; at < 500 && !whole; at++) {
    memory_count count = {.fail_at = at};
    const jn_alloc alloc = {counted_resize, &count};
    jni_graph *g = jni_graph_new(&alloc);
    jni_node have[60], out[60];
    if (g) random_graph(g, have, 60);
    if (g) jni_derive(g, have, VARIABLES, have, 60, out);
    if (g) {
      jni_balance(g, have, 60);
      jni_contract(g, have, 60);
    }
    jni_tape *tape = g && !jni_graph_failed(g) ? jni_tape_new(g, VARIABLES, have, 60) : NULL;
    whole = tape != NULL;
    CHECK(whole == (count.calls < at));
    jni_tape_free(tape);
    jni_graph_free(g);
    CHECK(count.live == 0);
  }
  CHECK(whole);
}

int main(void) {
  test_rules();
  test_folding();
  test_random();
  test_contracted_order();
  test_balance();
  test_turns();
  test_reach();
  test_memory();
  return check_report();
}
