// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// expression.h - formulas over named variables: parsed once, evaluated without allocation, differentiated by the
// program (twice along time, once over all variables), with the times where they break.
//
// Grammar: numbers, names (letters, digits, _ and dots: `crank.angle`, `joint.O.rate`), + - * / ^, unary -,
// parentheses, comparisons < <= > >= == != (1 or 0), and, or, not, functions sin cos tan asin acos atan atan2 sinh cosh
// tanh exp log sqrt abs sign min max floor ceil mod step(x) (0 for x < 0, else 1) ramp(x) (max(x, 0)) smooth(x) (C2
// step from 0 at x = 0 to 1 at x = 1) if(condition, then, else); constants pi, e.
#ifndef JNI_EXPRESSION_H
#define JNI_EXPRESSION_H

#include "base/pool.h"
#include "kernel/lookup.h"

typedef struct jni_expression jni_expression;

typedef struct {
  double v, d, dd;  // value, first and second derivative along time
} jni_jet;

// The index of a variable, or -1 when the name is not known (then `what` may hold a sentence, e.g. a suggestion).
typedef int (*jni_resolve)(void *context, const char *name, char *what, size_t size);

// What names stand for, besides functions and constants.
typedef struct {
  jni_resolve variable;
  // The expression, of one variable at most, that takes the place of a name, and the number of its variable here; NULL:
  // the name is a variable. NULL itself: all are.
  const jni_expression *(*part)(void *context, const char *name, int *variable);
  // The table of that name, which is called like a function; NULL: none. The i-th name of all, NULL past the last. NULL
  // itself: there are no tables.
  const jnk_lookup *(*table)(void *context, const char *name);
  const char *(*table_name)(const void *context, int i);
  void *context;
  bool unfolded;  // calls of numbers stay calls: a number may be the formula of a kept parameter (symbolic/trace.h)
} jni_vocabulary;

// NULL on a mistake: `what` says it in a sentence, *at is the 0-based character. Depth and length are bounded.
jni_expression *jni_expression_in(const jn_alloc *alloc, const char *text, const jni_vocabulary *words, char *what,
                                  size_t size, int *at);
// The same where names are variables alone.
bool jni_expression_is_function(const char *name);  // sin, min, ...
jni_expression *jni_expression_new(const jn_alloc *alloc, const char *text, jni_resolve resolve, void *context,
                                   char *what, size_t size, int *at);
void *jni_expression_free(jni_expression *expression);
bool jni_expression_is_constant(const char *name);  // pi, e
double jni_expression_value(const jni_expression *expression, const double *variables);
jni_jet jni_expression_jet(const jni_expression *expression, const jni_jet *variables);
// Times at which a comparison, step, ramp, abs, sign, min or max of something affine in variable `t` (others constant)
// changes side: returns how many there are, writes at most `most`.
int jni_expression_breaks(const jni_expression *expression, int t, double *times, int most);
// Value and jet with time, the variable of that number, at a break or a few roundings beside it: comparisons, sign,
// step, conditions of known functions of time are on the side that the break tells, at the break itself on the one that
// follows. sides as below.
double jni_expression_beside(const jni_expression *expression, const double *variables, const int *sides, int time);
jni_jet jni_expression_jet_beside(const jni_expression *expression, const jni_jet *variables, int time);
// Value, and its gradient over the first n variables. Held sides and time (-1: none) as above and below. At a corner
// the gradient is that of one side, the one held, else the upper one; what is not taken has no part in it, even where
// it is not finite.
double jni_expression_gradient(const jni_expression *expression, const double *variables, const int *sides, int time,
                               int n, double *gradient);
// Where the expression changes its side (comparisons, sign, abs, min, max, step, ramp; floor, ceil, mod): how many such
// switches it has; its value with each held on a side (base/switch_side.h; 0: where it is); and how far each is from its
// switch in `e`, with the side it is on in `now`. e is NaN in a branch of `if` that is not taken; of a cell it is the
// way to the end of the one it is held in, negative outside. sides may be NULL. Returns the variables that the value
// rests on, bit i for variable i < 64: those of branches that are not taken are none of them.
int jni_expression_nswitches(const jni_expression *expression);
int jni_expression_size(const jni_expression *expression);  // numbers, names and operations in it
double jni_expression_held(const jni_expression *expression, const double *variables, const int *sides);
uint64_t jni_expression_switches(const jni_expression *expression, const double *variables, const int *sides, double *e,
                                 int *now);
// The name of a function in it that jumps again and again (floor, ceil, mod), NULL: none.
const char *jni_expression_jumping(const jni_expression *expression);

#endif
