// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// expression_code.h - a parsed expression: postfix code over one table of functions, which includes the operators.
//
// expression.c writes the code. expression_calc.c evaluates it for values and jets, expression_gradient.c for
// gradients. expression_breaks.c finds the times at which it changes side. A new function needs a line here, a value
// and a jet in expression_calc.c and its nodes in expression_graph.c; a function with corners also needs a rule in
// expression_switches.c.
#ifndef JNI_EXPRESSION_CODE_H
#define JNI_EXPRESSION_CODE_H

#include "model/expression/expression.h"
#include "model/expression/expression_table.h"

// Table of the functions, including operators: identifier, text in expressions, number of arguments, and the rule in
// expression_breaks.c that evaluates it on forms.
#define JNI_FUNCTION_LIST(X)            \
  X(add, "+", 2, sum)                   \
  X(subtract, "-", 2, difference)       \
  X(multiply, "*", 2, product)          \
  X(divide, "/", 2, quotient)           \
  X(negate, "-", 1, negation)           \
  X(power, "^", 2, smooth)              \
  X(less, "<", 2, comparison)           \
  X(less_equal, "<=", 2, comparison)    \
  X(greater, ">", 2, comparison)        \
  X(greater_equal, ">=", 2, comparison) \
  X(equal, "==", 2, comparison)         \
  X(not_equal, "!=", 2, comparison)     \
  X(and, "and", 2, sides)               \
  X(or, "or", 2, sides)                 \
  X(not, "not", 1, sides)               \
  X(sin, "sin", 1, smooth)              \
  X(cos, "cos", 1, smooth)              \
  X(tan, "tan", 1, smooth)              \
  X(asin, "asin", 1, smooth)            \
  X(acos, "acos", 1, smooth)            \
  X(atan, "atan", 1, smooth)            \
  X(atan2, "atan2", 2, smooth)          \
  X(sinh, "sinh", 1, smooth)            \
  X(cosh, "cosh", 1, smooth)            \
  X(tanh, "tanh", 1, smooth)            \
  X(exp, "exp", 1, smooth)              \
  X(log, "log", 1, smooth)              \
  X(sqrt, "sqrt", 1, smooth)            \
  X(abs, "abs", 1, magnitude)           \
  X(sign, "sign", 1, sides)             \
  X(min, "min", 2, least)               \
  X(max, "max", 2, greatest)            \
  X(floor, "floor", 1, smooth)          \
  X(ceil, "ceil", 1, smooth)            \
  X(mod, "mod", 2, smooth)              \
  X(step, "step", 1, sides)             \
  X(ramp, "ramp", 1, positive_part)     \
  X(smooth, "smooth", 1, transition)    \
  X(if, "if", 3, choice)

typedef enum {
#define JNI_X(id, text, arguments, rule) JNI_FUNCTION_##id,
  JNI_FUNCTION_LIST(JNI_X)
#undef JNI_X
      JNI_FUNCTION_COUNT
} jni_function_id;

typedef struct {
  const char *text;
  int arguments;
  double (*value)(const double *a);
  jni_jet (*jet)(const jni_jet *a);
} jni_function;

extern const jni_function jni_functions[JNI_FUNCTION_COUNT];

// Describes where a function with corners or jumps switches and how it continues (expression_switches.c). For the
// numbers of sides see base/switch_side.h.
typedef struct {
  double (*function)(const double *x);         // switches at its zero; NULL: there is no switch
  double (*value)(const double *x, int side);  // returns the value, continued smoothly from the side `side`
  void (*slopes)(const double *x, int side, double *slope);  // partial derivatives on that side; NULL: all are zero
  bool cells;  // switches at all whole numbers of `function`, not only at 0
} jni_switch_rule;

extern const jni_switch_rule jni_switch_rules[JNI_FUNCTION_COUNT];

typedef enum { JNI_OP_NUMBER, JNI_OP_VARIABLE, JNI_OP_CALL, JNI_OP_TABLE } jni_op_kind;

typedef struct {
  jni_op_kind kind;
  int index;  // index of the variable or function; number of arguments of a table
  union {
    double number;
    const jnk_lookup *table;
  };
} jni_op;

static inline int jni_op_arguments(const jni_op *op) {
  return op->kind == JNI_OP_CALL ? jni_functions[op->index].arguments : op->kind == JNI_OP_TABLE ? op->index : 0;
}

// Returns the value of a table at the arguments x (expression_table.c). sides: the sides on which the table's switches
// are held, 0: the actual side; NULL: none is held.
double jni_table_value(const jnk_lookup *table, const double *x, const int *sides);
// Returns value, first and second time derivative of a table from those of its arguments x.
jni_jet jni_table_jet(const jnk_lookup *table, const jni_jet *x);
// Writes to slope[0] and slope[1] the derivatives of a table with respect to its arguments, at the arguments x; the
// second has no meaning if there is one argument. sides: as above.
void jni_table_slopes(const jnk_lookup *table, const double *x, const int *sides, double *slope);
int jni_table_arguments(const jnk_lookup *table);

static inline int jni_op_nswitches(const jni_op *op) {
  if (op->kind == JNI_OP_TABLE) return jni_table_nswitches(op->table);
  return op->kind == JNI_OP_CALL && jni_switch_rules[op->index].function;
}

enum {
  JNI_EXPRESSION_LENGTH = 65536,  // largest number of characters
  JNI_EXPRESSION_DEPTH = 200,     // largest nesting depth of parentheses, calls, signs and powers
  JNI_EXPRESSION_STACK = 256,     // largest number of pending values; size of the evaluation stack
};

struct jni_expression {
  jni_pool pool;
  jni_op *ops;
  int nops, capacity;
};

typedef struct {
  bool is_linear;      // false: not a linear function of time; the other members have no meaning
  double a, b;         // a + b t
  double first, last;  // range of t in which the form is valid
} jni_form;

enum { JNI_MOST_BREAKS = 128 };

typedef struct {
  double t;  // probe time
  double times[JNI_MOST_BREAKS];
  int n;  // number of times, which are ascending and distinct
} jni_break_search;

// State while the code of an expression is evaluated on linear functions of time, a + b t ("forms"), one operation at a
// time, in parallel to its evaluation on numbers.
typedef struct {
  jni_break_search search;
  int time;  // index of the variable that is time
  jni_form stack[JNI_EXPRESSION_STACK], *top;
} jni_forms;

void jni_forms_begin(jni_forms *forms, int time, double t);
// Evaluates one operation on forms. If only the sign of argument i matters (of and, or, not, sign, step, the condition
// of `if`), and the argument is a linear function that varies with time, sets signs[i] to the number that must replace
// it in the evaluation on numbers: the sign of the form, at its zero the sign after it. For a comparison whose
// difference of arguments is such a function, signs[0] is the sign of the difference and signs[1] is 0. All other
// signs[i] are NaN: the argument is not replaced.
void jni_forms_follow(jni_forms *forms, const jni_op *op, double signs[3]);

#endif
