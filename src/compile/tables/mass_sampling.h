// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mass_sampling.h - what makes tables of the mass matrix: within its two files, mass_tables.c and mass_tables_fit.c.
#ifndef JNI_MASS_SAMPLING_H
#define JNI_MASS_SAMPLING_H

#include "compile/tables/loop_closure.h"
#include "compile/tables/mass_tables.h"

typedef struct {
  jni_pool pool;
  const jni_equations *e;
  const jni_mass_def *def;
  jni_mass_tables *mass;
  jni_loop_closure *closer;
  jni_tape *tape;
  jni_tape *inertia;  // of each row inertia forces and weight at any speeds; NULL: without coefficients c_ij
  bool *wanted;       // npairs: those whose coefficients jni_mass_sample finds
  double *still;      // n: these forces at rest, then
  double *moving;     // n x n: with each speed alone,
  double *both;       // n: and with two of them
  int *q;             // n: coordinates of the independent speeds, -1: of a base
  double *size;       // nfunctions
  double *value;      // nfunctions: room
  double *at[8];      // nfunctions each: values at the subsets of a point
  bool *together;     // n x n
} jni_mass_sampler;

// Functions with the coordinates of `n` variables at these values, the others as at the nominal state; of the
// coefficients those of the wanted pairs. False: there is a hole.
bool jni_mass_sample(jni_mass_sampler *m, const int *variables, const double *y, int n, double *out);
// One of the ends of a range, or of two places within.
double jni_mass_range_end(const jni_mass_sampler *m, int variable, int end);
bool jni_mass_function_varies(const jni_mass_sampler *m, int f, double by);  // is that of weight?
// Variables of a table that are in a subset, as bits; how many these are.
int jni_mass_subset_variables(const jni_mass_table *t, int subset, int *out);

// ---- mass_tables_fit.c
// Functions that the parts of a table change enough stay in it. False: there is a hole.
bool jni_mass_select_functions(jni_mass_sampler *m, jni_mass_table *t);
bool jni_mass_fit_table(jni_mass_sampler *m, jni_mass_table *t);  // false: there is a hole, or no memory

#endif
