// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mass_sampling.h - samples the functions of the mass matrix; shared by mass_tables.c and mass_tables_fit.c.
#ifndef JNI_MASS_SAMPLING_H
#define JNI_MASS_SAMPLING_H

#include "compile/tables/loop_closure.h"
#include "compile/tables/mass_tables.h"

// A point of some of the variables of a table.
typedef struct {
  bool used;
  int subset;  // bits of the variables
  double y[JNK_SPLINE_VARIABLES];
} jni_mass_point;

typedef struct {
  jni_pool pool;
  const jni_equations *e;
  const jni_mass_def *def;
  jni_mass_tables *mass;
  jni_loop_closure *closure;
  jni_tape *tape;
  jni_tape *inertia;       // n: inertia forces and weight at any speeds; NULL: without coefficients c_ij
  bool *wanted;            // npairs: pairs whose coefficients jni_mass_sample computes
  double *still;           // n: inertia forces at zero speeds
  double *moving;          // n x n: inertia forces at each unit speed
  double *both;            // n: inertia forces at two unit speeds
  int *q;                  // n: coordinate of each speed; -1: speed of a base
  double *size;            // nfunctions
  double *value;           // nfunctions: workspace
  double *at[4];           // nfunctions each: workspace
  double *ends;            // n x 2 x nfunctions: values at both ends of the range of each variable alone
  bool *together;          // n x n
  jni_mass_point *points;  // nslots: points of the table that is fitted; NULL: samples are not kept
  double *samples;         // nslots x nfunctions of the table: its functions there
  int nslots;              // a power of 2
} jni_mass_sampler;

// Evaluates the functions with n variables at these values and the others at the nominal state; only the coefficients
// of wanted pairs. Returns false if the loops cannot be closed.
bool jni_mass_sample(jni_mass_sampler *m, const int *variables, const double *y, int n, double *out);
// Returns an end of the range of a variable, or one of two points inside.
double jni_mass_range_end(const jni_mass_sampler *m, int variable, int end);
bool jni_mass_function_varies(const jni_mass_sampler *m, int f,
                              double by);  // returns true if the change is significant
// Lists the variables of a table that are in a subset (bits) and returns their number.
int jni_mass_subset_variables(const jni_mass_table *t, int subset, int *out);

// ---- mass_tables_fit.c
// Selects the functions that the parts of a table change significantly. Returns false if they are undefined somewhere.
bool jni_mass_select_functions(jni_mass_sampler *m, jni_mass_table *t);
// Finds a small basis for the functions of the table and fits splines to the basis functions. Returns false if a
// function is undefined somewhere or memory is short.
bool jni_mass_fit_table(jni_mass_sampler *m, jni_mass_table *t);

#endif
