// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// expression_calc.c - values of all functions of expressions, and their jets (value and two time derivatives) by the
// chain rule
//
//   w = f(x, y):   w'  = fx x' + fy y'
//                  w'' = fxx x'^2 + 2 fxy x' y' + fyy y'^2 + fx x'' + fy y''
//
// At a corner (abs, min, step, ...) the derivatives are those of the side that the value enters as time increases.
#include <math.h>

#include "kernel/elementary.h"
#include "model/expression/expression_code.h"

// ---- chain rules ------------------------------------------------------------------------------

// Returns f x, and 0 if x is 0: an infinite slope (sqrt at 0) has no effect on an argument that does not change.
static double times(double f, double x) { return x == 0 ? 0 : f * x; }

static jni_jet constant(double v) { return (jni_jet){v, 0, 0}; }
static jni_jet scaled(jni_jet a, double k) { return (jni_jet){k * a.v, k * a.d, k * a.dd}; }

static jni_jet chain(jni_jet x, double f, double fx, double fxx) {
  return (jni_jet){f, times(fx, x.d), times(fxx, x.d * x.d) + times(fx, x.dd)};
}

typedef struct {
  double f, x, y, xx, xy, yy;
} partials;

static jni_jet chain2(jni_jet x, jni_jet y, partials p) {
  double first = times(p.x, x.d) + times(p.y, y.d);
  double second = times(p.xx, x.d * x.d) + 2 * times(p.xy, x.d * y.d) + times(p.yy, y.d * y.d);
  return (jni_jet){p.f, first, second + times(p.x, x.dd) + times(p.y, y.dd)};
}

// ---- arithmetic -------------------------------------------------------------------------------

static double value_add(const double *a) { return a[0] + a[1]; }
static double value_subtract(const double *a) { return a[0] - a[1]; }
static double value_multiply(const double *a) { return a[0] * a[1]; }
static double value_divide(const double *a) { return a[0] / a[1]; }
static double value_negate(const double *a) { return -a[0]; }
static double value_power(const double *a) { return jnk_pow(a[0], a[1]); }

static jni_jet jet_add(const jni_jet *a) { return (jni_jet){a[0].v + a[1].v, a[0].d + a[1].d, a[0].dd + a[1].dd}; }
static jni_jet jet_subtract(const jni_jet *a) { return (jni_jet){a[0].v - a[1].v, a[0].d - a[1].d, a[0].dd - a[1].dd}; }
static jni_jet jet_negate(const jni_jet *a) { return scaled(a[0], -1); }

static jni_jet jet_multiply(const jni_jet *a) {
  jni_jet x = a[0], y = a[1];
  return (jni_jet){x.v * y.v, x.d * y.v + x.v * y.d, x.dd * y.v + 2 * x.d * y.d + x.v * y.dd};
}

// Returns the jet of w = x / y, where x = a[0] and y = a[1]; w' and w'' follow from differentiating x = w y twice.
static jni_jet jet_divide(const jni_jet *a) {
  jni_jet x = a[0], y = a[1], w = {.v = x.v / y.v};
  w.d = (x.d - w.v * y.d) / y.v;
  w.dd = (x.dd - 2 * w.d * y.d - w.v * y.dd) / y.v;
  return w;
}

static jni_jet jet_power(const jni_jet *a) {
  double x = a[0].v, y = a[1].v, w = jnk_pow(x, y), log_x = jnk_log(x);
  partials p = {.f = w, .x = times(jnk_pow(x, y - 1), y), .xx = times(jnk_pow(x, y - 2), y * (y - 1))};
  p.y = times(log_x, w);
  p.yy = times(log_x * log_x, w);
  p.xy = jnk_pow(x, y - 1) * (1 + y * log_x);
  return chain2(a[0], a[1], p);
}

// ---- comparisons and logic: piecewise constant --------------------------------------------------

static double value_less(const double *a) { return a[0] < a[1]; }
static double value_less_equal(const double *a) { return a[0] <= a[1]; }
static double value_greater(const double *a) { return a[0] > a[1]; }
static double value_greater_equal(const double *a) { return a[0] >= a[1]; }
static double value_equal(const double *a) { return a[0] == a[1]; }
static double value_not_equal(const double *a) { return a[0] != a[1]; }
static double value_and(const double *a) { return a[0] != 0 && a[1] != 0; }
static double value_or(const double *a) { return a[0] != 0 || a[1] != 0; }
static double value_not(const double *a) { return a[0] == 0; }
static double value_sign(const double *a) { return a[0] > 0 ? 1 : a[0] < 0 ? -1 : a[0]; }
static double value_step(const double *a) { return a[0] < 0 ? 0 : a[0] >= 0 ? 1 : a[0]; }
static double value_floor(const double *a) { return floor(a[0]); }
static double value_ceil(const double *a) { return ceil(a[0]); }

static jni_jet jet_less(const jni_jet *a) { return constant(a[0].v < a[1].v); }
static jni_jet jet_less_equal(const jni_jet *a) { return constant(a[0].v <= a[1].v); }
static jni_jet jet_greater(const jni_jet *a) { return constant(a[0].v > a[1].v); }
static jni_jet jet_greater_equal(const jni_jet *a) { return constant(a[0].v >= a[1].v); }
static jni_jet jet_equal(const jni_jet *a) { return constant(a[0].v == a[1].v); }
static jni_jet jet_not_equal(const jni_jet *a) { return constant(a[0].v != a[1].v); }
static jni_jet jet_and(const jni_jet *a) { return constant(a[0].v != 0 && a[1].v != 0); }
static jni_jet jet_or(const jni_jet *a) { return constant(a[0].v != 0 || a[1].v != 0); }
static jni_jet jet_not(const jni_jet *a) { return constant(a[0].v == 0); }
static jni_jet jet_sign(const jni_jet *a) { return constant(value_sign(&a[0].v)); }
static jni_jet jet_step(const jni_jet *a) { return constant(value_step(&a[0].v)); }
static jni_jet jet_floor(const jni_jet *a) { return constant(floor(a[0].v)); }
static jni_jet jet_ceil(const jni_jet *a) { return constant(ceil(a[0].v)); }

// ---- smooth functions ---------------------------------------------------------------------------

static double value_sin(const double *a) { return jnk_sin(a[0]); }
static double value_cos(const double *a) { return jnk_cos(a[0]); }
static double value_tan(const double *a) { return jnk_tan(a[0]); }
static double value_asin(const double *a) { return jnk_asin(a[0]); }
static double value_acos(const double *a) { return jnk_acos(a[0]); }
static double value_atan(const double *a) { return jnk_atan(a[0]); }
static double value_atan2(const double *a) { return jnk_atan2(a[0], a[1]); }
static double value_sinh(const double *a) { return jnk_sinh(a[0]); }
static double value_cosh(const double *a) { return jnk_cosh(a[0]); }
static double value_tanh(const double *a) { return jnk_tanh(a[0]); }
static double value_exp(const double *a) { return jnk_exp(a[0]); }
static double value_log(const double *a) { return jnk_log(a[0]); }
static double value_sqrt(const double *a) { return sqrt(a[0]); }

static jni_jet jet_sin(const jni_jet *a) {
  double s, c;
  jnk_sincos(a->v, &s, &c);
  return chain(*a, s, c, -s);
}

static jni_jet jet_cos(const jni_jet *a) {
  double s, c;
  jnk_sincos(a->v, &s, &c);
  return chain(*a, c, -s, -c);
}

static jni_jet jet_tan(const jni_jet *a) {
  double t = jnk_tan(a->v), f1 = 1 + t * t;
  return chain(*a, t, f1, 2 * t * f1);
}

static jni_jet jet_asin(const jni_jet *a) {
  double x = a->v, f1 = 1 / sqrt((1 - x) * (1 + x));
  return chain(*a, jnk_asin(x), f1, x * f1 * f1 * f1);
}

static jni_jet jet_acos(const jni_jet *a) {
  double x = a->v, f1 = -1 / sqrt((1 - x) * (1 + x));
  return chain(*a, jnk_acos(x), f1, x * f1 * f1 * f1);
}

static jni_jet jet_atan(const jni_jet *a) {
  double x = a->v, f1 = 1 / (1 + x * x);
  return chain(*a, jnk_atan(x), f1, -2 * x * f1 * f1);
}

static jni_jet jet_atan2(const jni_jet *a) {
  double y = a[0].v, x = a[1].v, r2 = x * x + y * y, s = y / r2, c = x / r2;
  return chain2(a[0], a[1], (partials){jnk_atan2(y, x), c, -s, -2 * s * c, s * s - c * c, 2 * s * c});
}

static jni_jet jet_sinh(const jni_jet *a) { return chain(*a, jnk_sinh(a->v), jnk_cosh(a->v), jnk_sinh(a->v)); }
static jni_jet jet_cosh(const jni_jet *a) { return chain(*a, jnk_cosh(a->v), jnk_sinh(a->v), jnk_cosh(a->v)); }

static jni_jet jet_tanh(const jni_jet *a) {
  double t = jnk_tanh(a->v), f1 = 1 - t * t;
  return chain(*a, t, f1, -2 * t * f1);
}

static jni_jet jet_exp(const jni_jet *a) {
  double f = jnk_exp(a->v);
  return chain(*a, f, f, f);
}

static jni_jet jet_log(const jni_jet *a) { return chain(*a, jnk_log(a->v), 1 / a->v, -1 / (a->v * a->v)); }

static jni_jet jet_sqrt(const jni_jet *a) {
  double f = sqrt(a->v);
  return chain(*a, f, 0.5 / f, -0.25 / (f * a->v));
}

// ---- functions with corners ---------------------------------------------------------------------

static double value_abs(const double *a) { return fabs(a[0]); }
// Returns whether x is below y immediately after the present time: compares the values; if they are equal the first
// derivatives; if these are equal too the second.
static bool goes_below(jni_jet x, jni_jet y) {
  if (x.v != y.v) return x.v < y.v;
  return x.d != y.d ? x.d < y.d : x.dd < y.dd;
}
static jni_jet jet_abs(const jni_jet *a) {
  jni_jet w = scaled(*a, goes_below(*a, constant(0)) ? -1 : 1);
  w.v = fabs(a->v);  // also turns -0 into 0
  return w;
}

// Returns whether min(x, y) is x. It is so if x is NaN, so that the result is NaN if either argument is NaN.
static bool takes_first_of_min(double x, double y) { return x <= y || isnan(x); }
// Returns whether max(x, y) is x; also if x is NaN.
static bool takes_first_of_max(double x, double y) { return x >= y || isnan(x); }
static double value_min(const double *a) { return a[!takes_first_of_min(a[0], a[1])]; }
static double value_max(const double *a) { return a[!takes_first_of_max(a[0], a[1])]; }
static jni_jet jet_min(const jni_jet *a) {
  return a[0].v == a[1].v ? a[goes_below(a[1], a[0])] : a[!takes_first_of_min(a[0].v, a[1].v)];
}
static jni_jet jet_max(const jni_jet *a) {
  return a[0].v == a[1].v ? a[goes_below(a[0], a[1])] : a[!takes_first_of_max(a[0].v, a[1].v)];
}

static double value_ramp(const double *a) { return a[0] < 0 ? 0 : a[0]; }
static jni_jet jet_ramp(const jni_jet *a) { return goes_below(*a, constant(0)) ? constant(0) : *a; }

// Returns x - y floor(x / y), which has the sign of the divisor y.
static double value_mod(const double *a) {
  double r = jnk_fmod(a[0], a[1]);
  return r != 0 && (r < 0) != (a[1] < 0) ? r + a[1] : r;
}

static jni_jet jet_mod(const jni_jet *a) {
  double r = value_mod((double[]){a[0].v, a[1].v}), quotient = round((a[0].v - r) / a[1].v);
  return (jni_jet){r, a[0].d - times(quotient, a[1].d), a[0].dd - times(quotient, a[1].dd)};
}

// Returns smooth(x): 0 for x <= 0, 1 for x >= 1, and 10 x^3 - 15 x^4 + 6 x^5 in between, so that value, slope and
// curvature are continuous.
static double value_smooth(const double *a) {
  double x = a[0];
  return x <= 0 ? 0 : x >= 1 ? 1 : x * x * x * (10 + x * (6 * x - 15));
}

static jni_jet jet_smooth(const jni_jet *a) {
  double x = a->v, f = value_smooth(&x), y = 1 - x;
  return x <= 0 || x >= 1 ? constant(f) : chain(*a, f, 30 * x * x * y * y, 60 * x * y * (y - x));
}

static double value_if(const double *a) { return isnan(a[0]) ? a[0] : a[0] != 0 ? a[1] : a[2]; }
static jni_jet jet_if(const jni_jet *a) { return isnan(a[0].v) ? constant(a[0].v) : a[0].v != 0 ? a[1] : a[2]; }

const jni_function jni_functions[JNI_FUNCTION_COUNT] = {
#define JNI_X(id, text, arguments, rule) {text, arguments, value_##id, jet_##id},
    JNI_FUNCTION_LIST(JNI_X)
#undef JNI_X
};

static double value_of_table(const jnk_lookup *table, const double *x) { return jni_table_value(table, x, NULL); }
static jni_jet jet_of_table(const jnk_lookup *table, const jni_jet *x) { return jni_table_jet(table, x); }

// ---- evaluation of the code -----------------------------------------------------------------------

// Body of a function that evaluates the code of an expression with elements of `type`, numbers or jets, on a stack, and
// returns the result. The parser has checked that the stack is large enough. first: a statement executed before each
// operation; the arguments of the operation begin at `top`.
#define RUN(type, member, number_of, first)                                               \
  type stack[JNI_EXPRESSION_STACK], *top = stack;                                         \
  for (int i = 0; i < expression->nops; i++) {                                            \
    const jni_op *op = &expression->ops[i];                                               \
    if (op->kind == JNI_OP_CALL) top -= jni_functions[op->index].arguments;               \
    else if (op->kind == JNI_OP_TABLE) top -= op->index;                                  \
    first;                                                                                \
    if (op->kind == JNI_OP_CALL) *top = jni_functions[op->index].member(top);             \
    else if (op->kind == JNI_OP_TABLE) *top = member##_of_table(op->table, top);          \
    else *top = op->kind == JNI_OP_NUMBER ? number_of(op->number) : variables[op->index]; \
    top++;                                                                                \
  }                                                                                       \
  return stack[0]

double jni_expression_value(const jni_expression *expression, const double *variables) {
  RUN(double, value, , (void)0);
}

jni_jet jni_expression_jet(const jni_expression *expression, const jni_jet *variables) {
  RUN(jni_jet, jet, constant, (void)0);
}

static void take_signs(jni_forms *forms, const jni_op *op, jni_jet *arguments) {
  double signs[3];
  jni_forms_follow(forms, op, signs);
  for (int i = 0; i < 3; i++)
    if (!isnan(signs[i])) arguments[i] = constant(signs[i]);
}

jni_jet jni_expression_jet_beside(const jni_expression *expression, const jni_jet *variables, int time) {
  jni_forms forms;
  jni_forms_begin(&forms, time, variables[time].v);
  RUN(jni_jet, jet, constant, take_signs(&forms, op, top));
}
