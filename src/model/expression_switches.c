// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// expression_switches.c - expressions that change their side: comparisons, min, max, sign, abs, step and ramp. Each has a function that changes
// sign there, and a value on either side that goes on smoothly beyond it: a step up to a switch must not see what comes after. The conditions of
// if, and, or and not are made of these. Equality holds for a moment only; floor, ceil and mod have no end of sides.
#include <math.h>

#include "model/expression_code.h"

typedef struct {
  bool binary;                                  // the function is a - b, else x
  double (*value)(const double *x, bool after);  // on the side where the function is positive, or negative
} switch_rule;

static double if_positive(const double *x, bool after) { return (void)x, after; }
static double if_negative(const double *x, bool after) { return (void)x, !after; }
static double lesser(const double *x, bool after) { return x[after]; }
static double greater(const double *x, bool after) { return x[!after]; }
static double magnitude(const double *x, bool after) { return after ? *x : -*x; }
static double sign(const double *x, bool after) { return (void)x, after ? 1 : -1; }
static double positive_part(const double *x, bool after) { return after ? *x : 0; }

static const switch_rule rules[JNI_FUNCTION_COUNT] = {
    [JNI_FUNCTION_less] = {true, if_negative},    [JNI_FUNCTION_less_equal] = {true, if_negative},
    [JNI_FUNCTION_greater] = {true, if_positive}, [JNI_FUNCTION_greater_equal] = {true, if_positive},
    [JNI_FUNCTION_min] = {true, lesser},          [JNI_FUNCTION_max] = {true, greater},
    [JNI_FUNCTION_abs] = {false, magnitude},      [JNI_FUNCTION_sign] = {false, sign},
    [JNI_FUNCTION_step] = {false, if_positive},   [JNI_FUNCTION_ramp] = {false, positive_part},
};

int jni_expression_nswitches(const jni_expression *expression) {
  int n = 0;
  for (int i = 0; i < expression->nops; i++) n += expression->ops[i].kind == JNI_OP_CALL && rules[expression->ops[i].index].value;
  return n;
}

double jni_expression_held(const jni_expression *expression, const double *variables, const int *sides) {
  double stack[JNI_EXPRESSION_STACK], *top = stack;
  for (int i = 0; i < expression->nops; i++) {
    const jni_op *op = &expression->ops[i];
    if (op->kind != JNI_OP_CALL) {
      *top++ = op->kind == JNI_OP_NUMBER ? op->number : variables[op->index];
      continue;
    }
    top -= jni_functions[op->index].arguments;
    int side = rules[op->index].value ? *sides++ : 0;
    *top = side != 0 ? rules[op->index].value(top, side > 0) : jni_functions[op->index].value(top);
    top++;
  }
  return stack[0];
}

// ---- where ----------------------------------------------------------------------------------------------

typedef struct {
  double value;
  int first;  // switch of the part of the code that made the value
} entry;

// Switches of the branch that is not taken do not matter.
static void mask(const entry *x, int n, double *e) {
  int from = x[0].value != 0 ? x[2].first : x[1].first, to = x[0].value != 0 ? n : x[2].first;
  for (int i = from; i < to; i++) e[i] = NAN;
}

void jni_expression_switches(const jni_expression *expression, const double *variables, const int *sides, double *e) {
  entry stack[JNI_EXPRESSION_STACK], *top = stack;
  int n = 0;
  for (int i = 0; i < expression->nops; i++) {
    const jni_op *op = &expression->ops[i];
    int arguments = op->kind == JNI_OP_CALL ? jni_functions[op->index].arguments : 0, first = n;
    double x[3], value = op->kind == JNI_OP_NUMBER ? op->number : 0;
    top -= arguments;
    for (int k = 0; k < arguments; k++) x[k] = top[k].value;
    if (arguments > 0) first = top->first, value = jni_functions[op->index].value(x);
    else if (op->kind == JNI_OP_VARIABLE) value = variables[op->index];
    if (op->kind == JNI_OP_CALL && op->index == JNI_FUNCTION_if) mask(top, n, e);
    if (op->kind == JNI_OP_CALL && rules[op->index].value) {
      if (sides && sides[n] != 0) value = rules[op->index].value(x, sides[n] > 0);
      e[n++] = rules[op->index].binary ? x[0] - x[1] : x[0];
    }
    *top++ = (entry){value, first};
  }
}
