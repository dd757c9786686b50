// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// expression_switches.c - switches in expressions. Comparisons, min, max, sign, abs, step and ramp switch at the zero
// of a function; floor, ceil and mod at every whole number; tables at their knots. While a switch is held on a side the
// value continues smoothly beyond the switch, so that a step up to the switch is not affected by the other side.
// Conditions of if, and, or and not switch through the comparisons in them. == and != are no switches: they change for
// an instant only.
#include <math.h>

#include "base/switch_side.h"
#include "model/expression/expression_code.h"

static double argument(const double *x) { return x[0]; }
static double difference(const double *x) { return x[0] - x[1]; }
static double quotient(const double *x) { return x[0] / x[1]; }

static double if_positive(const double *x, int side) {
  (void)x;
  return side > 0;
}
static double if_negative(const double *x, int side) {
  (void)x;
  return side < 0;
}
static double lesser(const double *x, int side) { return x[side > 0]; }
static double greater(const double *x, int side) { return x[side < 0]; }
static double magnitude(const double *x, int side) { return side > 0 ? *x : -*x; }
static double sign(const double *x, int side) {
  (void)x;
  return side > 0 ? 1 : -1;
}
static double positive_part(const double *x, int side) { return side > 0 ? *x : 0; }
static double whole_below(const double *x, int side) {
  (void)x;
  return jni_cell_of_side(side);
}
static double whole_above(const double *x, int side) {
  (void)x;
  return jni_cell_of_side(side) + 1.0;
}
static double rest(const double *x, int side) { return x[0] - x[1] * jni_cell_of_side(side); }

static void lesser_slopes(const double *x, int side, double *slope) {
  (void)x;
  slope[side > 0] = 1;
}
static void greater_slopes(const double *x, int side, double *slope) {
  (void)x;
  slope[side < 0] = 1;
}
static void magnitude_slopes(const double *x, int side, double *slope) {
  (void)x;
  slope[0] = side > 0 ? 1 : -1;
}
static void positive_slopes(const double *x, int side, double *slope) {
  (void)x;
  slope[0] = side > 0;
}
static void rest_slopes(const double *x, int side, double *slope) {
  (void)x;
  slope[0] = 1;
  slope[1] = -jni_cell_of_side(side);
}

const jni_switch_rule jni_switch_rules[JNI_FUNCTION_COUNT] = {
    [JNI_FUNCTION_less] = {difference, if_negative, NULL, false},
    [JNI_FUNCTION_less_equal] = {difference, if_negative, NULL, false},
    [JNI_FUNCTION_greater] = {difference, if_positive, NULL, false},
    [JNI_FUNCTION_greater_equal] = {difference, if_positive, NULL, false},
    [JNI_FUNCTION_min] = {difference, lesser, lesser_slopes, false},
    [JNI_FUNCTION_max] = {difference, greater, greater_slopes, false},
    [JNI_FUNCTION_abs] = {argument, magnitude, magnitude_slopes, false},
    [JNI_FUNCTION_sign] = {argument, sign, NULL, false},
    [JNI_FUNCTION_step] = {argument, if_positive, NULL, false},
    [JNI_FUNCTION_ramp] = {argument, positive_part, positive_slopes, false},
    [JNI_FUNCTION_floor] = {argument, whole_below, NULL, true},
    [JNI_FUNCTION_ceil] = {argument, whole_above, NULL, true},
    [JNI_FUNCTION_mod] = {quotient, rest, rest_slopes, true},
};

int jni_expression_nswitches(const jni_expression *expression) {
  int n = 0;
  for (int i = 0; i < expression->nops; i++) n += jni_op_nswitches(&expression->ops[i]);
  return n;
}

static void take_signs(jni_forms *forms, const jni_op *op, double *arguments) {
  double signs[3];
  jni_forms_follow(forms, op, signs);
  for (int i = 0; i < 3; i++)
    if (!isnan(signs[i])) arguments[i] = signs[i];
}

// Returns the value of an operation with the arguments x. sides: sides on which the switches of this operation are
// held; NULL: none is held.
static double held_value(const jni_op *op, const double *x, const double *variables, const int *sides) {
  if (op->kind == JNI_OP_NUMBER) return op->number;
  if (op->kind == JNI_OP_VARIABLE) return variables[op->index];
  if (op->kind == JNI_OP_TABLE) return jni_table_value(op->table, x, sides);
  int side = sides && jni_switch_rules[op->index].function ? *sides : 0;
  return side != 0 ? jni_switch_rules[op->index].value(x, side) : jni_functions[op->index].value(x);
}

static double calc_held(const jni_expression *expression, const double *variables, const int *sides, jni_forms *forms) {
  double stack[JNI_EXPRESSION_STACK], *top = stack;
  for (int i = 0; i < expression->nops; i++) {
    const jni_op *op = &expression->ops[i];
    top -= jni_op_arguments(op);
    if (forms) take_signs(forms, op, top);
    *top = held_value(op, top, variables, sides);
    if (sides) sides += jni_op_nswitches(op);
    top++;
  }
  return stack[0];
}

double jni_expression_held(const jni_expression *expression, const double *variables, const int *sides) {
  return calc_held(expression, variables, sides, NULL);
}

double jni_expression_beside(const jni_expression *expression, const double *variables, const int *sides, int time) {
  jni_forms forms;
  jni_forms_begin(&forms, time, variables[time]);
  return calc_held(expression, variables, sides, &forms);
}

// ---- distances to the switches --------------------------------------------------------------------------

typedef struct {
  double value;
  int first;         // first switch of the part of the code that computed the value
  uint64_t depends;  // variables that the value depends on, bit i for variable i < 64
} entry;

// Sets the distance to NaN and the side to 0 for the switches in the branch of an `if` that is not taken. x: the three
// arguments of `if`; n: number of switches up to its end.
static void mask(const entry *x, int n, double *e, int *now) {
  int from = x[0].value != 0 ? x[2].first : x[1].first, to = x[0].value != 0 ? n : x[2].first;
  for (int i = from; i < to; i++) {
    e[i] = NAN;
    now[i] = 0;
  }
}

// Returns the actual side of a switch for the arguments x; 0 exactly at the point where it switches. Sets *e to the
// value of its function; for a switch with cells to the distance to the nearer end of the cell `held` (of the actual
// cell if held is 0), negative outside of it.
static int switch_side(const jni_switch_rule *rule, const double *x, int held, double *e) {
  double at = rule->function(x), below = floor(at), cell = held != 0 ? jni_cell_of_side(held) : below;
  int side = rule->cells ? jni_side_of_cell(below) : jni_side_of(at);
  *e = !rule->cells ? at : side != 0 ? fmin(at - cell, cell + 1 - at) : NAN;
  return *e == 0 ? 0 : side;
}

// Returns the set of variables that the result of an operation depends on, bit i for variable i < 64. For `if` these
// are the variables of the condition and of the branch taken.
static uint64_t dependencies_of(const jni_op *op, const entry *x, int arguments) {
  uint64_t all = 0;
  if (op->kind == JNI_OP_VARIABLE) return op->index < 64 ? (uint64_t)1 << op->index : 0;
  if (op->kind == JNI_OP_CALL && op->index == JNI_FUNCTION_if) return x[0].depends | x[x[0].value != 0 ? 1 : 2].depends;
  for (int k = 0; k < arguments; k++) all |= x[k].depends;
  return all;
}

uint64_t jni_expression_switches(const jni_expression *expression, const double *variables, const int *sides, double *e,
                                 int *now) {
  entry stack[JNI_EXPRESSION_STACK], *top = stack;
  int n = 0;
  for (int i = 0; i < expression->nops; i++) {
    const jni_op *op = &expression->ops[i];
    const int *held = sides ? sides + n : NULL;
    int arguments = jni_op_arguments(op), first = n;
    double x[3];
    top -= arguments;
    for (int k = 0; k < arguments; k++) x[k] = top[k].value;
    if (arguments > 0) first = top->first;
    if (op->kind == JNI_OP_CALL && op->index == JNI_FUNCTION_if) mask(top, n, e, now);
    if (jni_op_nswitches(op) > 0 && op->kind == JNI_OP_TABLE)
      jni_table_calc_switches(op->table, x, held, e + n, now + n);
    else if (jni_op_nswitches(op) > 0) now[n] = switch_side(&jni_switch_rules[op->index], x, held ? *held : 0, e + n);
    n += jni_op_nswitches(op);
    *top = (entry){held_value(op, x, variables, held), first, dependencies_of(op, top, arguments)};
    top++;
  }
  return stack[0].depends;
}
