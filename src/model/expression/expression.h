// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// expression.h - formulas over named variables: parsed once, evaluated without allocation, differentiated exactly
// (twice with respect to time, once with respect to all variables), with the times of their corners.
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

// Returns the index of a variable; -1 if the name is unknown, possibly with a sentence in `what`, such as a suggestion.
typedef int (*jni_resolve)(void *context, const char *name, char *what, size_t size);

// The meaning of names other than functions and constants.
typedef struct {
  jni_resolve variable;
  // Returns the expression of at most one variable that replaces a name, and the index of that variable; NULL: the name
  // is a variable. The function is NULL: all names are variables.
  const jni_expression *(*part)(void *context, const char *name, int *variable);
  // Return the table of a name, which is called like a function, NULL: none; and name i of all tables, NULL past the
  // last. The functions are NULL: there are no tables.
  const jnk_lookup *(*table)(void *context, const char *name);
  const char *(*table_name)(const void *context, int i);
  void *context;
  // Calls with constant arguments are not folded: a constant may be the formula of a kept parameter (symbolic/trace.h).
  bool unfolded;
} jni_vocabulary;

// Parses an expression. Returns NULL on an error, with a sentence in `what` and the index of the faulty character in
// *at. Depth and length are limited.
jni_expression *jni_expression_in(const jn_alloc *alloc, const char *text, const jni_vocabulary *words, char *what,
                                  size_t size, int *at);
bool jni_expression_is_function(const char *name);  // sin, min, ...
// Parses an expression in which all names are variables.
jni_expression *jni_expression_new(const jn_alloc *alloc, const char *text, jni_resolve resolve, void *context,
                                   char *what, size_t size, int *at);
void *jni_expression_free(jni_expression *expression);
bool jni_expression_is_constant(const char *name);  // pi, e
double jni_expression_value(const jni_expression *expression, const double *variables);
jni_jet jni_expression_jet(const jni_expression *expression, const jni_jet *variables);
// Finds the times at which a comparison, step, ramp, abs, sign, min or max changes side whose arguments are linear in
// variable `t` and otherwise constant. Writes at most `most` times; returns how many there are.
int jni_expression_breaks(const jni_expression *expression, int t, double *times, int most);
// Return value and jet of an expression whose variable `time` is at a break or within a few roundings of it.
// Comparisons, sign, step and conditions that depend on time alone take the correct side of the break; at the break
// itself the side after it. sides: as in jni_expression_held.
double jni_expression_beside(const jni_expression *expression, const double *variables, const int *sides, int time);
jni_jet jni_expression_jet_beside(const jni_expression *expression, const jni_jet *variables, int time);
// Returns the value and computes its gradient with respect to the first n variables. sides: as in jni_expression_held;
// time: as in jni_expression_beside, -1: none. At a corner the gradient is that of the held side, or else of the upper
// side. Branches that are not taken do not contribute, even if they are not finite.
double jni_expression_gradient(const jni_expression *expression, const double *variables, const int *sides, int time,
                               int n, double *gradient);
// Switches of an expression are comparisons, sign, abs, min, max, step, ramp, floor, ceil and mod. nswitches returns
// their number. held returns the value with each switch on a given side (base/switch_side.h; 0: its actual side).
// switches computes the distance e of each switch from its corner and its actual side `now`; e is NaN in a branch of
// `if` that is not taken, and for a cell the distance to the nearer end of the held cell, negative outside. It returns
// the variables that the value depends on, bit i for variable i < 64, without those of branches that are not taken.
// sides may be NULL.
int jni_expression_nswitches(const jni_expression *expression);
int jni_expression_size(const jni_expression *expression);  // numbers, names and operations in it
double jni_expression_held(const jni_expression *expression, const double *variables, const int *sides);
uint64_t jni_expression_switches(const jni_expression *expression, const double *variables, const int *sides, double *e,
                                 int *now);
// Returns the name of a function in the expression with infinitely many switches (floor, ceil, mod); NULL: none.
const char *jni_expression_jumping(const jni_expression *expression);

#endif
