// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// expression_graph.c - writes expressions into a graph, and traces the formulas of their values.
#include "model/expression/expression_graph.h"

#include "model/expression/expression_code.h"
#include "model/expression/expression_trace.h"
#include "symbolic/graph_laws.h"
#include "symbolic/trace_graph.h"

// ---- functions ----------------------------------------------------------------------------------------------------

static jni_node less(jni_graph *g, jni_node a, jni_node b) { return jni_apply(g, JNI_DO_less, a, b, 0); }
static jni_node not_less(jni_graph *g, jni_node a, jni_node b) { return jni_apply(g, JNI_DO_less_equal, b, a, 0); }
static jni_node is_true(jni_graph *g, jni_node a) { return jni_select(g, a, JNI_ONE, JNI_ZERO); }
static jni_node is_false(jni_graph *g, jni_node a) { return jni_select(g, a, JNI_ZERO, JNI_ONE); }

static jni_node sign_of(jni_graph *g, jni_node a) {
  return jni_select(g, less(g, JNI_ZERO, a), JNI_ONE, jni_select(g, less(g, a, JNI_ZERO), jni_number(g, -1), JNI_ZERO));
}

// Writes nodes for the remainder of a / b that has the sign of b, and returns the last one.
static jni_node modulo(jni_graph *g, jni_node a, jni_node b) {
  jni_node r = jni_apply(g, JNI_DO_modulo, a, b, 0), other = less(g, jni_times(g, r, b), JNI_ZERO);
  return jni_select(g, other, jni_plus(g, r, b), r);
}

static jni_node smooth(jni_graph *g, jni_node x) {
  jni_node inner = jni_plus(g, jni_times(g, jni_number(g, 6), x), jni_number(g, -15));
  jni_node cube = jni_times(g, x, jni_times(g, x, x));
  jni_node between = jni_times(g, cube, jni_plus(g, jni_number(g, 10), jni_times(g, x, inner)));
  return jni_select(g, less(g, JNI_ZERO, x), jni_select(g, less(g, x, JNI_ONE), between, JNI_ONE), JNI_ZERO);
}

static const jni_operation plain[JNI_FUNCTION_COUNT] = {
    [JNI_FUNCTION_add] = JNI_DO_add,           [JNI_FUNCTION_subtract] = JNI_DO_subtract,
    [JNI_FUNCTION_multiply] = JNI_DO_multiply, [JNI_FUNCTION_divide] = JNI_DO_divide,
    [JNI_FUNCTION_negate] = JNI_DO_negate,     [JNI_FUNCTION_power] = JNI_DO_power,
    [JNI_FUNCTION_less] = JNI_DO_less,         [JNI_FUNCTION_less_equal] = JNI_DO_less_equal,
    [JNI_FUNCTION_equal] = JNI_DO_equal,       [JNI_FUNCTION_sin] = JNI_DO_sin,
    [JNI_FUNCTION_cos] = JNI_DO_cos,           [JNI_FUNCTION_tan] = JNI_DO_tan,
    [JNI_FUNCTION_asin] = JNI_DO_asin,         [JNI_FUNCTION_acos] = JNI_DO_acos,
    [JNI_FUNCTION_atan] = JNI_DO_atan,         [JNI_FUNCTION_atan2] = JNI_DO_atan2,
    [JNI_FUNCTION_sinh] = JNI_DO_sinh,         [JNI_FUNCTION_cosh] = JNI_DO_cosh,
    [JNI_FUNCTION_tanh] = JNI_DO_tanh,         [JNI_FUNCTION_exp] = JNI_DO_exp,
    [JNI_FUNCTION_log] = JNI_DO_log,           [JNI_FUNCTION_sqrt] = JNI_DO_sqrt,
    [JNI_FUNCTION_abs] = JNI_DO_abs,           [JNI_FUNCTION_floor] = JNI_DO_floor,
    [JNI_FUNCTION_ceil] = JNI_DO_ceil,
};

// Writes a function that graphs do not have as an operation by several operations, and returns the node of the result.
// a: nodes of the arguments.
static jni_node made(jni_graph *g, jni_function_id function, const jni_node *a) {
  switch (function) {
    case JNI_FUNCTION_greater: return less(g, a[1], a[0]);
    case JNI_FUNCTION_greater_equal: return not_less(g, a[0], a[1]);
    case JNI_FUNCTION_not_equal: return is_false(g, jni_apply(g, JNI_DO_equal, a[0], a[1], 0));
    case JNI_FUNCTION_and: return jni_select(g, a[0], is_true(g, a[1]), JNI_ZERO);
    case JNI_FUNCTION_or: return jni_select(g, a[0], JNI_ONE, is_true(g, a[1]));
    case JNI_FUNCTION_not: return is_false(g, a[0]);
    case JNI_FUNCTION_sign: return sign_of(g, a[0]);
    case JNI_FUNCTION_min: return jni_select(g, less(g, a[1], a[0]), a[1], a[0]);
    case JNI_FUNCTION_max: return jni_select(g, less(g, a[0], a[1]), a[1], a[0]);
    case JNI_FUNCTION_mod: return modulo(g, a[0], a[1]);
    case JNI_FUNCTION_step: return jni_select(g, less(g, a[0], JNI_ZERO), JNI_ZERO, JNI_ONE);
    case JNI_FUNCTION_ramp: return jni_select(g, less(g, a[0], JNI_ZERO), JNI_ZERO, a[0]);
    case JNI_FUNCTION_smooth: return smooth(g, a[0]);
    default: return jni_select(g, a[0], a[1], a[2]);
  }
}

static jni_node called(jni_graph *g, const jni_op *op, const jni_node *a) {
  int n = jni_functions[op->index].arguments;
  jni_operation operation = plain[op->index];
  if (operation == JNI_DO_number) return made(g, (jni_function_id)op->index, a);
  return jni_apply(g, operation, a[0], n > 1 ? a[1] : JNI_ZERO, JNI_ZERO);
}

// ---- expressions --------------------------------------------------------------------------------------------------

jni_node jni_write_expression(jni_graph *g, const jni_expression *expression, const jni_node *variables) {
  jni_node stack[JNI_EXPRESSION_STACK], *top = stack;
  for (int i = 0; i < expression->nops; i++) {
    const jni_op *op = &expression->ops[i];
    top -= jni_op_arguments(op);
    if (op->kind == JNI_OP_CALL) *top = called(g, op, top);
    else if (op->kind == JNI_OP_TABLE) *top = jni_write_lookup(g, op->table, top[0], op->index > 1 ? top[1] : JNI_ZERO);
    else *top = op->kind == JNI_OP_NUMBER ? jni_number(g, op->number) : variables[op->index];
    top++;
  }
  return stack[0];
}

double jni_expression_trace(jni_trace *trace, const jni_expression *expression, const double *variables, int n,
                            const char *where) {
  double value = jni_expression_value(expression, variables);
  if (!trace || !jni_trace_has_any(trace, variables, n)) return value;
  jni_pool scratch = {.alloc = expression->pool.alloc};
  jni_node *nodes = jni_ints(&scratch, (size_t)n + 1);
  for (int i = 0; nodes && i < n; i++) nodes[i] = jni_trace_node(trace, variables[i]);
  if (nodes)
    value = jni_trace_read(trace, value, jni_write_expression(jni_trace_graph(trace), expression, nodes), where);
  jni_pool_free(&scratch);
  return value;
}
