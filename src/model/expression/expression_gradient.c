// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// expression_gradient.c - gradients of expressions by forward differentiation. Every value on the evaluation stack
// carries its partial derivatives with respect to some variables at a time, and a call combines those of its arguments:
//
//   w = f(x, y):   w' = fx x' + fy y'
//
// fx and fy come from the jet of the function, or from its switch rule if it has one. A product with a zero is zero: an
// infinite slope (sqrt at 0) has no effect on an argument that does not vary.
#include <math.h>
#include <string.h>

#include "base/switch_side.h"
#include "model/expression/expression_code.h"

enum { AT_ONCE = 8 };  // number of variables differentiated in one pass

typedef struct {
  double value, slope[AT_ONCE];
} sloped;

typedef struct {
  const jni_expression *expression;
  const double *variables;
  const int *sides;
  int time;        // index of time if the expression is evaluated beside a break (expression_breaks.c); -1: it is not
  int first, end;  // variables first .. end - 1 are differentiated
} sweep;

static double product(double a, double b) { return a == 0 || b == 0 ? 0 : a * b; }

static void own_slopes(const jni_function *function, const double *x, double *slope) {
  for (int k = 0; k < function->arguments; k++) {
    jni_jet jets[3];
    for (int i = 0; i < function->arguments; i++) jets[i] = (jni_jet){x[i], i == k, 0};
    slope[k] = function->jet(jets).d;
  }
}

// Returns the side on which the function of a switch actually is for the arguments x; the upper side if it is zero.
static int side_now(const jni_switch_rule *rule, const double *x) {
  double at = rule->function(x);
  return rule->cells ? jni_side_of_cell(floor(at)) : at < 0 ? -1 : 1;
}

static void slopes_of(int function, const double *x, int held, double *slope) {
  const jni_switch_rule *rule = &jni_switch_rules[function];
  int side = !rule->function ? 0 : held != 0 ? held : side_now(rule, x);
  memset(slope, 0, 3 * sizeof *slope);
  if (!rule->function || (rule->slopes && side == 0)) own_slopes(&jni_functions[function], x, slope);
  else if (rule->slopes) rule->slopes(x, side, slope);
}

static bool varies(const sloped *a, int arguments) {
  for (int i = 0; i < arguments; i++)
    for (int k = 0; k < AT_ONCE; k++)
      if (a[i].slope[k] != 0) return true;
  return false;
}

static double value_of(const jni_op *op, const double *x, const int *sides) {
  if (op->kind == JNI_OP_TABLE) return jni_table_value(op->table, x, sides);
  int held = sides && jni_switch_rules[op->index].function ? *sides : 0;
  return held != 0 ? jni_switch_rules[op->index].value(x, held) : jni_functions[op->index].value(x);
}

// Computes value and slopes of an operation with the arguments a[0], a[1], ... and stores the result in a[0]. sides:
// sides on which the switches of this operation are held; NULL: none is held.
static void call(const jni_op *op, const int *sides, sloped *a) {
  int arguments = jni_op_arguments(op);
  double x[3] = {0}, slope[3] = {0};
  sloped out = {0};
  for (int i = 0; i < arguments; i++) x[i] = a[i].value;
  out.value = value_of(op, x, sides);
  if (varies(a, arguments)) {
    if (op->kind == JNI_OP_TABLE) jni_table_slopes(op->table, x, sides, slope);
    else slopes_of(op->index, x, sides && jni_switch_rules[op->index].function ? *sides : 0, slope);
    for (int i = 0; i < arguments; i++)
      for (int k = 0; k < AT_ONCE; k++) out.slope[k] += product(slope[i], a[i].slope[k]);
  }
  *a = out;
}

static void take_signs(jni_forms *forms, const jni_op *op, sloped *arguments) {
  double signs[3];
  jni_forms_follow(forms, op, signs);
  for (int i = 0; i < 3; i++)
    if (!isnan(signs[i])) arguments[i] = (sloped){.value = signs[i]};
}

static sloped leaf(const sweep *s, const jni_op *op) {
  sloped out = {.value = op->kind == JNI_OP_NUMBER ? op->number : s->variables[op->index]};
  if (op->kind == JNI_OP_VARIABLE && op->index >= s->first && op->index < s->end) out.slope[op->index - s->first] = 1;
  return out;
}

static sloped run(const sweep *s) {
  sloped stack[JNI_EXPRESSION_STACK], *top = stack;
  const int *sides = s->sides;
  jni_forms forms;
  if (s->time >= 0) jni_forms_begin(&forms, s->time, s->variables[s->time]);
  for (int i = 0; i < s->expression->nops; i++) {
    const jni_op *op = &s->expression->ops[i];
    bool calls = op->kind == JNI_OP_CALL || op->kind == JNI_OP_TABLE;
    top -= jni_op_arguments(op);
    if (s->time >= 0) take_signs(&forms, op, top);
    if (calls) call(op, sides, top);
    else *top = leaf(s, op);
    if (sides) sides += jni_op_nswitches(op);
    top++;
  }
  return stack[0];
}

double jni_expression_gradient(const jni_expression *expression, const double *variables, const int *sides, int time,
                               int n, double *gradient) {
  sweep s = {expression, variables, sides, time, 0, 0};
  sloped out;
  do {
    s.end = s.first + AT_ONCE < n ? s.first + AT_ONCE : n;
    out = run(&s);
    for (int i = s.first; i < s.end; i++) gradient[i] = out.slope[i - s.first];
    s.first = s.end;
  } while (s.first < n);
  return out.value;
}
