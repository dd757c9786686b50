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

// Returns the index of the variable with this name; -1 if the name is unknown. In that case it may write a sentence to
// `what`, such as a suggestion.
typedef int (*jni_resolve)(void *context, const char *name, char *what, size_t size);

// Functions that give the names in an expression their meaning, except names of functions and constants.
typedef struct {
  jni_resolve variable;
  // If a name stands for another expression, with at most one variable, returns that expression and sets *variable to
  // the index of its variable. Returns NULL if the name is a variable. The pointer to this function is NULL if all
  // names are variables.
  const jni_expression *(*part)(void *context, const char *name, int *variable);
  // `table` returns the table with this name, which can be called like a function; NULL: there is none. `table_name`
  // returns the name of table i, for suggestions; NULL past the last. Both pointers are NULL if there are no tables.
  const jnk_lookup *(*table)(void *context, const char *name);
  const char *(*table_name)(const void *context, int i);
  void *context;
  // True: calls with constant arguments are kept in the code instead of being replaced by their results, because such a
  // constant may represent a formula of a kept parameter (symbolic/trace.h).
  bool unfolded;
} jni_vocabulary;

// Parses a text and returns the expression, to be freed with jni_expression_free. On an error returns NULL with a
// sentence in `what` and the index of the faulty character in *at. Nesting and length of the text are limited. words:
// the names that the text may use.
jni_expression *jni_expression_in(const jn_alloc *alloc, const char *text, const jni_vocabulary *words, char *what,
                                  size_t size, int *at);
bool jni_expression_is_function(const char *name);  // sin, min, ...
// Parses a text as jni_expression_in does; names are variables, which `resolve` finds, and there are no tables.
jni_expression *jni_expression_new(const jn_alloc *alloc, const char *text, jni_resolve resolve, void *context,
                                   char *what, size_t size, int *at);
void *jni_expression_free(jni_expression *expression);
bool jni_expression_is_constant(const char *name);  // pi, e
double jni_expression_value(const jni_expression *expression, const double *variables);
jni_jet jni_expression_jet(const jni_expression *expression, const jni_jet *variables);
// Finds the times at which a comparison, and, or, not, step, ramp, abs, sign, min, max, smooth (at both ends), the
// condition of `if` or a table (at its knots) in the expression changes its side, if its arguments are piecewise linear
// functions of variable number t and of no other variable. Writes the first `most` of these times, in ascending order,
// to `times`. Returns the number of times found, at most JNI_MOST_BREAKS, which may be larger than `most`.
int jni_expression_breaks(const jni_expression *expression, int t, double *times, int most);
// Returns the value of an expression at or within a few roundings of one of its breaks; time: index of the variable
// that is time. Functions of time alone, such as comparisons, sign and step, are evaluated on the side of the present
// time, without rounding error; at the break itself the later side. sides: as for jni_expression_held.
double jni_expression_beside(const jni_expression *expression, const double *variables, const int *sides, int time);
// Returns the jet of an expression at or beside a break, as jni_expression_beside.
jni_jet jni_expression_jet_beside(const jni_expression *expression, const jni_jet *variables, int time);
// Returns the value of the expression and computes its gradient with respect to the first n variables. sides: as for
// jni_expression_held. time: index of the variable that is time if it is near a break, as for jni_expression_beside;
// otherwise -1. At a corner the gradient is that of the held side, without one that of the upper side. The branch of
// `if` that is not taken does not contribute, even if it is not finite.
double jni_expression_gradient(const jni_expression *expression, const double *variables, const int *sides, int time,
                               int n, double *gradient);
// Returns the number of switches in an expression: one for each comparison < <= > >=, sign, abs, min, max, step, ramp,
// floor, ceil and mod, and for each argument of a table that has corners.
int jni_expression_nswitches(const jni_expression *expression);
int jni_expression_size(const jni_expression *expression);  // returns how many numbers, names and operations it has
// Returns the value with each switch held on the side in `sides` (base/switch_side.h; 0: on its actual side). sides
// NULL: no switch is held.
double jni_expression_held(const jni_expression *expression, const double *variables, const int *sides);
// Computes, for each switch, its distance e from the point where it switches and its actual side `now`: e is the value
// of the function at whose zero it switches, with its sign. For a switch with cells, such as floor or a table, e is the
// distance to the nearer end of the cell held by `sides`, negative outside, or of the actual cell if none is held. In
// the branch of `if` that is not taken e is NaN and `now` is 0. Returns the set of variables that the value depends on,
// bit i for variable i < 64, without those of branches that are not taken.
uint64_t jni_expression_switches(const jni_expression *expression, const double *variables, const int *sides, double *e,
                                 int *now);
// Returns the name of a function in the expression that has infinitely many switches (floor, ceil or mod); NULL: there
// is none.
const char *jni_expression_jumping(const jni_expression *expression);

#endif
