// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mass_sampling.h - samples the functions of the mass matrix; shared by mass_tables.c and mass_tables_fit.c.
#ifndef JNI_MASS_SAMPLING_H
#define JNI_MASS_SAMPLING_H

#include "compile/tables/loop_closure.h"
#include "compile/tables/mass_tables.h"

// Point at which functions are sampled: a subset of the table's variables has the values y; the others are at the
// nominal state.
typedef struct {
  bool used;
  int subset;  // bit i: variable i of the table is in the subset
  double y[JNK_SPLINE_VARIABLES];
} jni_mass_point;

typedef struct {
  jni_pool pool;
  const jni_equations *e;
  const jni_mass_def *def;
  jni_mass_tables *mass;
  jni_loop_closure *closure;
  jni_tape *tape;
  // evaluates the n generalised inertia forces, with weight, at any speeds; NULL: coefficients c_ij are not used
  jni_tape *inertia;
  bool *wanted;    // npairs: whether jni_mass_sample computes the coefficients of the pair
  double *still;   // n: inertia forces at zero speeds
  double *moving;  // n x n: inertia forces at each unit speed
  double *both;    // n: inertia forces while two speeds are 1
  int *q;          // n: coordinate of each speed; -1: speed of a base
  double *size;    // nfunctions: size of each function, to which its error is relative
  double *value;   // nfunctions: workspace
  double *at[4];   // nfunctions each: workspace
  double *ends;  // n x 2 x nfunctions: values of all functions with one variable at the lower or upper end of its range
  bool *together;  // n x n: some function depends on both variables in a way that is not a sum of functions of each
  // nslots: hash table of the points whose samples are stored, for the table that is being fitted; NULL: samples are
  // not stored
  jni_mass_point *points;
  double *samples;  // nslots x nfunctions of the table: functions at these points
  int nslots;       // number of slots, a power of 2
} jni_mass_sampler;

// Evaluates all functions into out[], with n of the variables at the values y and the others at the nominal state; of
// the coefficients c_ij only those of wanted pairs. Returns false if the loops cannot be closed there.
bool jni_mass_sample(jni_mass_sampler *m, const int *variables, const double *y, int n, double *out);
// Returns a test value of a variable: the lower (0) or upper (1) end of its range, or one of two points inside (2, 3).
double jni_mass_range_end(const jni_mass_sampler *m, int variable, int end);
bool jni_mass_function_varies(const jni_mass_sampler *m, int f,
                              double by);  // returns true if this change of function f is significant
// Fills out[] with the variables of a table whose bits are set in `subset`, as indices among the speeds of M. Returns
// their number.
int jni_mass_subset_variables(const jni_mass_table *t, int subset, int *out);

// ---- mass_tables_fit.c
// Removes from the list of the table's functions those that its parts do not change significantly. Returns false if a
// function is undefined somewhere.
bool jni_mass_select_functions(jni_mass_sampler *m, jni_mass_table *t);
// Finds a small basis for the functions of the table and fits splines to the basis functions: fills t->basis and
// t->spline. Returns false if a function is undefined somewhere or memory is short.
bool jni_mass_fit_table(jni_mass_sampler *m, jni_mass_table *t);

#endif
