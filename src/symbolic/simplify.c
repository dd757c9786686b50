// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// simplify.c - adds operations to a graph in simplified form: numbers folded, signs moved outwards, zeros and ones
// eliminated.
#include "symbolic/graph.h"

static bool is(const jni_graph *g, jni_node node, jni_operation operation) {
  return g->nodes[node].operation == operation;
}

static bool negative(const jni_graph *g, jni_node node) { return is(g, node, JNI_DO_negate); }

static jni_node inner(const jni_graph *g, jni_node node) { return g->nodes[node].a; }

static jni_node ordered(jni_graph *g, jni_operation operation, jni_node a, jni_node b) {
  return a <= b ? jni_graph_add(g, operation, a, b, 0) : jni_graph_add(g, operation, b, a, 0);
}

jni_node jni_opposite(jni_graph *g, jni_node a) {
  double x;
  if (jni_is_number(g, a, &x)) return jni_number_unwatched(g, -x);
  if (negative(g, a)) return inner(g, a);
  if (is(g, a, JNI_DO_subtract)) return jni_graph_add(g, JNI_DO_subtract, g->nodes[a].b, g->nodes[a].a, 0);
  return jni_graph_add(g, JNI_DO_negate, a, 0, 0);
}

jni_node jni_plus(jni_graph *g, jni_node a, jni_node b) {
  double x, y;
  if (jni_is_number(g, a, &x) && jni_is_number(g, b, &y)) return jni_number_unwatched(g, x + y);
  if (a == JNI_ZERO) return b;
  if (b == JNI_ZERO) return a;
  if (negative(g, a) && negative(g, b)) return jni_opposite(g, jni_plus(g, inner(g, a), inner(g, b)));
  if (negative(g, b)) return jni_minus(g, a, inner(g, b));
  if (negative(g, a)) return jni_minus(g, b, inner(g, a));
  return ordered(g, JNI_DO_add, a, b);
}

jni_node jni_minus(jni_graph *g, jni_node a, jni_node b) {
  double x, y;
  if (jni_is_number(g, a, &x) && jni_is_number(g, b, &y)) return jni_number_unwatched(g, x - y);
  if (a == b) return JNI_ZERO;
  if (b == JNI_ZERO) return a;
  if (a == JNI_ZERO) return jni_opposite(g, b);
  if (negative(g, b)) return jni_plus(g, a, inner(g, b));
  if (negative(g, a)) return jni_opposite(g, jni_plus(g, inner(g, a), b));
  return jni_graph_add(g, JNI_DO_subtract, a, b, 0);
}

// Returns the node of x times a. If a is itself the product of a number and a node, the two numbers are multiplied,
// unless the graph is exact.
static jni_node scaled(jni_graph *g, double x, jni_node a) {
  double y;
  if (x == 0) return JNI_ZERO;
  if (x == 1) return a;
  if (x == -1) return jni_opposite(g, a);
  if (negative(g, a)) return scaled(g, -x, inner(g, a));
  if (g->exact) return ordered(g, JNI_DO_multiply, jni_number_unwatched(g, x), a);
  if (is(g, a, JNI_DO_multiply) && jni_is_number(g, g->nodes[a].a, &y)) return scaled(g, x * y, g->nodes[a].b);
  if (is(g, a, JNI_DO_multiply) && jni_is_number(g, g->nodes[a].b, &y)) return scaled(g, x * y, g->nodes[a].a);
  return ordered(g, JNI_DO_multiply, jni_number_unwatched(g, x), a);
}

jni_node jni_times(jni_graph *g, jni_node a, jni_node b) {
  double x, y;
  bool first = jni_is_number(g, a, &x), second = jni_is_number(g, b, &y);
  if (first && second) return jni_number_unwatched(g, x * y);
  if (first) return scaled(g, x, b);
  if (second) return scaled(g, y, a);
  if (negative(g, a) && negative(g, b)) return jni_times(g, inner(g, a), inner(g, b));
  if (negative(g, a)) return jni_opposite(g, jni_times(g, inner(g, a), b));
  if (negative(g, b)) return jni_opposite(g, jni_times(g, a, inner(g, b)));
  return ordered(g, JNI_DO_multiply, a, b);
}

jni_node jni_over(jni_graph *g, jni_node a, jni_node b) {
  double x, y;
  bool first = jni_is_number(g, a, &x), second = jni_is_number(g, b, &y);
  if (first && second) return jni_number_unwatched(g, x / y);
  if (first && x == 0) return JNI_ZERO;
  if (second && y != 0 && !g->exact) return scaled(g, 1 / y, a);
  if (a == b) return JNI_ONE;
  if (negative(g, a)) return jni_opposite(g, jni_over(g, inner(g, a), b));
  if (negative(g, b)) return jni_opposite(g, jni_over(g, a, inner(g, b)));
  return jni_graph_add(g, JNI_DO_divide, a, b, 0);
}

jni_node jni_select(jni_graph *g, jni_node condition, jni_node yes, jni_node no) {
  double x;
  if (jni_is_number(g, condition, &x)) return x != 0 ? yes : no;
  if (yes == no) return yes;
  return jni_graph_add(g, JNI_DO_select, condition, yes, no);
}

// Returns the node of a function of one operand. A minus sign of the operand is moved outside of an odd function and
// dropped by an even one, so that symmetric halves of a mechanism share them.
static jni_node of_one(jni_graph *g, jni_operation operation, jni_node a) {
  bool odd = operation == JNI_DO_sin || operation == JNI_DO_tan || operation == JNI_DO_asin ||
             operation == JNI_DO_atan || operation == JNI_DO_sinh || operation == JNI_DO_tanh;
  bool even = operation == JNI_DO_cos || operation == JNI_DO_cosh || operation == JNI_DO_abs;
  if (odd && negative(g, a)) return jni_opposite(g, jni_graph_add(g, operation, inner(g, a), 0, 0));
  if (even && negative(g, a)) return jni_graph_add(g, operation, inner(g, a), 0, 0);
  return jni_graph_add(g, operation, a, 0, 0);
}

static jni_node power(jni_graph *g, jni_node a, jni_node b) {
  double y;
  if (!jni_is_number(g, b, &y)) return jni_graph_add(g, JNI_DO_power, a, b, 0);
  if (y == 0) return JNI_ONE;
  if (y == 1) return a;
  if (y == 2 && !g->exact) return jni_times(g, a, a);
  return jni_graph_add(g, JNI_DO_power, a, b, 0);
}

jni_node jni_apply(jni_graph *g, jni_operation operation, jni_node a, jni_node b, jni_node c) {
  int n = jni_operations[operation].operands;
  double x = 0, y = 0, z = 0;
  bool known = jni_is_number(g, a, &x) && (n < 2 || jni_is_number(g, b, &y)) && (n < 3 || jni_is_number(g, c, &z));
  if (known) return jni_number_unwatched(g, jni_operation_value(operation, x, y, z));
  switch (operation) {
    case JNI_DO_negate: return jni_opposite(g, a);
    case JNI_DO_add: return jni_plus(g, a, b);
    case JNI_DO_subtract: return jni_minus(g, a, b);
    case JNI_DO_multiply: return jni_times(g, a, b);
    case JNI_DO_divide: return jni_over(g, a, b);
    case JNI_DO_select: return jni_select(g, a, b, c);
    case JNI_DO_power: return power(g, a, b);
    default: break;
  }
  return n == 1 ? of_one(g, operation, a) : jni_graph_add(g, operation, a, b, n > 2 ? c : 0);
}
