// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// expression_breaks.c - finds the times at which an expression changes side, and the side it is on beside such a time.
//
// The code of the expression is evaluated on linear functions of time, forms a + b t, instead of numbers. At a probe
// time every piecewise function of such forms is on one side. Its result on this side is again a form, or not linear,
// and is valid up to the time at which its argument changes sign. That time is a break. Probing between all breaks
// found so far finds those that hide behind corners, such as t = 3 in min(ramp(t - 1), 2).
//
// At a break, and within a few roundings of it, the code evaluated on numbers may be on either side: t > 1 is false at
// t = 1, and 3 t < 1 is false at the number before 1/3. There the forms determine the side from the time of the break.
#include <math.h>

#include "model/expression/expression_code.h"

typedef jni_form form;
typedef jni_break_search search;

enum { MOST_ROUNDS = 16 };

static form form_constant(double a) { return (form){true, a, 0, -HUGE_VAL, HUGE_VAL}; }
static form form_nonlinear(void) { return (form){.is_linear = false, .first = -HUGE_VAL, .last = HUGE_VAL}; }

static void add_time(search *s, double t) {
  int i = s->n;
  while (i > 0 && s->times[i - 1] > t) i--;
  bool there = i > 0 && s->times[i - 1] == t;
  if (there || s->n == JNI_MOST_BREAKS) return;
  for (int j = s->n++; j > i; j--) s->times[j] = s->times[j - 1];
  s->times[i] = t;
}

// Returns the sum x + k y of two forms, valid at the times at which both are; form_nonlinear if x or y is not linear.
static form combine(form x, form y, double k) {
  if (!x.is_linear || !y.is_linear) return form_nonlinear();
  return (form){true, x.a + k * y.a, x.b + k * y.b, fmax(x.first, y.first), fmin(x.last, y.last)};
}

static form within(form x, form limits) {
  x.first = fmax(x.first, limits.first);
  x.last = fmin(x.last, limits.last);
  return x;
}

// Returns the sign, -1, 0 or 1, of a form a + b t at the probe time; at its zero, if b is not 0, the sign after it. If
// b is not 0, restricts the times at which *x is valid to those with this sign, and records the zero as a break if *x
// was valid there.
static int side(search *s, form *x) {
  double root = -x->a / x->b;
  if (x->b == 0 || !isfinite(root)) return (x->a > 0) - (x->a < 0);
  if (root >= x->first && root <= x->last) add_time(s, root);
  bool after = s->t >= root;
  if (after) x->first = fmax(x->first, root);
  else x->last = fmin(x->last, root);
  return after == (x->b > 0) ? 1 : -1;
}

// ---- rules: result of a function as a form, on the side of the probe --------------------------------

typedef form rule(search *s, const jni_function *f, const form *x);

static form rule_sum(search *s, const jni_function *f, const form *x) {
  (void)s;
  (void)f;
  return combine(x[0], x[1], 1);
}

static form rule_difference(search *s, const jni_function *f, const form *x) {
  (void)s;
  (void)f;
  return combine(x[0], x[1], -1);
}

static form rule_negation(search *s, const jni_function *f, const form *x) {
  (void)s;
  (void)f;
  return combine(form_constant(0), x[0], -1);
}

static form rule_product(search *s, const jni_function *f, const form *x) {
  (void)s;
  (void)f;
  if (!x[0].is_linear || !x[1].is_linear || (x[0].b != 0 && x[1].b != 0)) return form_nonlinear();
  form result = within(x[0], x[1]);
  result.a = x[0].a * x[1].a;
  result.b = x[0].a * x[1].b + x[0].b * x[1].a;
  return result;
}

static form rule_quotient(search *s, const jni_function *f, const form *x) {
  (void)s;
  (void)f;
  if (!x[0].is_linear || !x[1].is_linear || x[1].b != 0) return form_nonlinear();
  form result = within(x[0], x[1]);
  result.a = x[0].a / x[1].a;
  result.b = x[0].b / x[1].a;
  return result;
}

// Returns f(x) as a form a + b t, with b = 0, if all arguments are constant around the probe time; otherwise
// form_nonlinear. An argument may be constant on one side of a corner only; this restricts the times at which the
// result is valid.
static form rule_smooth(search *s, const jni_function *f, const form *x) {
  (void)s;
  double values[3];
  form result = form_constant(0);
  for (int i = 0; i < f->arguments; i++) {
    if (!x[i].is_linear || x[i].b != 0) return form_nonlinear();
    values[i] = x[i].a;
    result = within(result, x[i]);
  }
  result.a = f->value(values);
  return result;
}

// Returns f(x) as a form a + b t, with b = 0, for a function that depends only on the signs of its arguments, such as
// sign or step. The zeros of the arguments become breaks.
static form rule_sides(search *s, const jni_function *f, const form *x) {
  form sides[2];
  for (int i = 0; i < f->arguments; i++) {
    sides[i] = x[i];
    if (!x[i].is_linear) continue;
    sides[i].a = side(s, &sides[i]);
    sides[i].b = 0;
  }
  return rule_smooth(s, f, sides);
}

static form rule_comparison(search *s, const jni_function *f, const form *x) {
  form pair[2] = {combine(x[0], x[1], -1), form_constant(0)};
  return rule_sides(s, f, pair);
}

static form rule_magnitude(search *s, const jni_function *f, const form *x) {
  (void)f;
  form inner = *x;
  if (!x->is_linear) return form_nonlinear();
  return side(s, &inner) < 0 ? combine(form_constant(0), inner, -1) : inner;
}

static form rule_positive_part(search *s, const jni_function *f, const form *x) {
  (void)f;
  form inner = *x;
  if (!x->is_linear) return form_nonlinear();
  return side(s, &inner) < 0 ? within(form_constant(0), inner) : inner;
}

static form extreme(search *s, const form *x, int which) {
  form difference = combine(x[0], x[1], -1);
  if (!difference.is_linear) return form_nonlinear();
  int sign = side(s, &difference);
  return within(sign == which ? x[0] : x[1], difference);
}

static form rule_least(search *s, const jni_function *f, const form *x) {
  (void)f;
  return extreme(s, x, -1);
}

static form rule_greatest(search *s, const jni_function *f, const form *x) {
  (void)f;
  return extreme(s, x, 1);
}

// Returns smooth(x) as a form a + b t: the constant 0 for x <= 0 and 1 for x >= 1; form_nonlinear in between, and if x
// is not linear. The times at which x is 0 and 1 become breaks.
static form rule_transition(search *s, const jni_function *f, const form *x) {
  (void)f;
  if (!x->is_linear) return form_nonlinear();
  form from_start = *x, from_end = combine(*x, form_constant(1), -1);
  int start = side(s, &from_start), end = side(s, &from_end);
  if (start < 0) return within(form_constant(0), from_start);
  return end > 0 ? within(form_constant(1), from_end) : form_nonlinear();
}

static form rule_choice(search *s, const jni_function *f, const form *x) {
  (void)f;
  form condition = *x;
  if (!x->is_linear) return form_nonlinear();
  int sign = side(s, &condition);
  return within(sign != 0 ? x[1] : x[2], condition);
}

static rule *const rules[JNI_FUNCTION_COUNT] = {
#define JNI_X(id, text, arguments, how) rule_##how,
    JNI_FUNCTION_LIST(JNI_X)
#undef JNI_X
};

// ---- tables -------------------------------------------------------------------------------------------

// Returns the index of the piece of a table that contains argument x at the probe time. Restricts the times at which *x
// is valid to those in this piece, and records its ends as breaks.
static int piece_of(search *s, const jnk_lookup *table, int argument, form *x) {
  int n = table->n[argument], piece = jnk_lookup_find(table, argument, x->a + x->b * s->t);
  if (n < 2) return piece;
  for (int k = piece < 0 ? 0 : piece; k < n && k <= piece + 1; k++) {
    form from_knot = combine(*x, form_constant(table->x[argument][k]), -1);
    side(s, &from_knot);
    *x = within(*x, from_knot);
  }
  return piece;
}

// Returns a table's value as a form a + b t of time, for arguments x that are forms. It is form_nonlinear if an
// argument is not linear, if both depend on time, or if one does and the table is smooth. The times at which an
// argument reaches an end of its piece become breaks.
static form call_table(search *s, const jnk_lookup *table, const form *x) {
  form at[2] = {x[0], table->n[1] > 1 ? x[1] : form_constant(0)};
  int piece[2] = {0, 0};
  for (int i = 0; i < 2; i++)
    if (at[i].is_linear) piece[i] = piece_of(s, table, i, &at[i]);
  if (!at[0].is_linear || !at[1].is_linear) return form_nonlinear();
  int vary = (at[0].b != 0) + (at[1].b != 0);
  if (vary > 1 || (vary > 0 && table->smooth)) return form_nonlinear();
  double from[2];  // knots at which the linear piece begins, so that the form is independent of the probe time
  for (int i = 0; i < 2; i++) from[i] = at[i].b == 0 ? at[i].a : table->x[i][piece[i] < 0 ? 0 : piece[i]];
  jnk_lookup_jet f = jnk_lookup_piece(table, piece, from);
  form result = within(at[0], at[1]);
  result.a = f.f + f.x * (at[0].a - from[0]) + f.y * (at[1].a - from[1]);
  result.b = f.x * at[0].b + f.y * at[1].b;
  return result;
}

// ---- the search -------------------------------------------------------------------------------------

static form *follow(search *s, const jni_op *op, int time, form *top) {
  if (op->kind == JNI_OP_CALL) {
    const jni_function *f = &jni_functions[op->index];
    top -= f->arguments;
    *top = rules[op->index](s, f, top);
  } else if (op->kind == JNI_OP_TABLE) {
    top -= op->index;
    *top = call_table(s, op->table, top);
  } else if (op->kind == JNI_OP_NUMBER) {
    *top = form_constant(op->number);
  } else {
    *top = op->index == time ? (form){true, 0, 1, -HUGE_VAL, HUGE_VAL} : form_nonlinear();
  }
  return top + 1;
}

// Returns the time of probe i, 0 <= i <= n, for n ascending break times: before the first, between two neighbours, or
// after the last.
static double probe_time(const double *times, int n, int i) {
  if (n == 0) return 0;
  if (i == 0) return times[0] - 1 - fabs(times[0]);
  if (i == n) return times[n - 1] + 1 + fabs(times[n - 1]);
  return times[i - 1] + (times[i] - times[i - 1]) / 2;
}

int jni_expression_breaks(const jni_expression *expression, int t, double *times, int most) {
  search s = {.n = 0};
  for (int round = 0, before = -1; round < MOST_ROUNDS && before != s.n; round++) {
    double found[JNI_MOST_BREAKS];
    before = s.n;
    for (int i = 0; i < s.n; i++) found[i] = s.times[i];
    for (int i = 0; i <= before; i++) {
      s.t = probe_time(found, before, i);
      form stack[JNI_EXPRESSION_STACK], *top = stack;
      for (int k = 0; k < expression->nops; k++) top = follow(&s, &expression->ops[k], t, top);
    }
  }
  for (int i = 0; i < s.n && i < most; i++) times[i] = s.times[i];
  return s.n;
}

// ---- sides beside a break ---------------------------------------------------------------------------

void jni_forms_begin(jni_forms *forms, int time, double t) {
  forms->search.t = t;
  forms->search.n = 0;
  forms->time = time;
  forms->top = forms->stack;
}

static double sign_of(search *s, form x) { return x.is_linear && x.b != 0 ? (double)side(s, &x) : (double)NAN; }

void jni_forms_follow(jni_forms *forms, const jni_op *op, double signs[3]) {
  search *s = &forms->search;
  signs[0] = signs[1] = signs[2] = NAN;
  if (op->kind == JNI_OP_CALL) {
    const jni_function *f = &jni_functions[op->index];
    const form *x = forms->top - f->arguments;
    rule *how = rules[op->index];
    if (how == rule_comparison) {
      signs[0] = sign_of(s, combine(x[0], x[1], -1));
      signs[1] = isnan(signs[0]) ? NAN : 0;
    } else if (how == rule_choice) {
      signs[0] = sign_of(s, x[0]);
    }
    for (int i = 0; how == rule_sides && i < f->arguments; i++) signs[i] = sign_of(s, x[i]);
  }
  forms->top = follow(s, op, forms->time, forms->top);
}

const char *jni_expression_jumping(const jni_expression *expression) {
  for (int i = 0; i < expression->nops; i++) {
    const jni_op *op = &expression->ops[i];
    bool jumps = op->index == JNI_FUNCTION_floor || op->index == JNI_FUNCTION_ceil || op->index == JNI_FUNCTION_mod;
    if (op->kind == JNI_OP_CALL && jumps) return jni_functions[op->index].text;
  }
  return NULL;
}
