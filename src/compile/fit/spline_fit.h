// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// spline_fit.h - functions of few variables as tables of B-splines (kernel/spline.h): through their values at equal
// distances, and with as many points as the error that is asked for needs.
#ifndef JNI_SPLINE_FIT_H
#define JNI_SPLINE_FIT_H

#include "kernel/spline_weights.h"
#include "symbolic/graph.h"

typedef struct {
  int nvariables, order, nfunctions;
  double from[JNK_SPLINE_VARIABLES], to[JNK_SPLINE_VARIABLES];
  int cells[JNK_SPLINE_VARIABLES];
  bool periodic[JNK_SPLINE_VARIABLES];  // f(to) = f(from), and so on without end
} jni_spline_grid;

// Points along a variable: one more than cells, but where it is periodic. At least order - 1 cells.
int jni_fit_points(const jni_spline_grid *fit, int variable);
double jni_fit_point(const jni_spline_grid *fit, int variable, int i);
size_t jni_fit_size(const jni_spline_grid *fit);  // numbers of a block
// A block through the values at all points: samples[i][j][k][function]. NULL: no memory. Order 6 has the fifth
// derivative, order 4 the third, continuous at the knots next to the ends.
double *jni_fit_block(jni_pool *pool, const jni_spline_grid *fit, const double *samples);
// round_coefficients.c: coefficients become decimals, each far nearer than the error that its function is to have.
void jni_fit_round(const jni_spline_grid *fit, const double *within, double *block);
double jni_decimal(double x, double within);  // one that is so near
double jni_nearby_decimal(double x);          // one of few decimals that x has missed by rounding alone, or x
double jni_decimal_unit(double within);       // of the last decimal then, at most

// What a graph calls with such a block. Files carry the blocks of these calls; other laws are the model's.
// Values of all functions and their derivatives, the same with products and sums in one operation, or their second
// derivatives; see kernel/spline.h.
typedef struct {
  jni_kernel values, fused, seconds;
} jni_spline_kernels;
jni_spline_kernels jni_spline_kernels_of(int nvariables, int nfunctions);
bool jni_is_spline(const jni_kernel *kernel);             // one of these
bool jni_spline_is_sound(const double *block, size_t n);  // can a kernel read it?

// A table that has the values of another one, as of the other side of a vehicle: f_i(x) = sign_i g_function_i(turn x).
typedef struct {
  const double *block;
  int size, nfunctions;  // numbers of the block; functions of it
  const jni_spline_kernels *kernels;
  double turn[JNK_SPLINE_VARIABLES];  // 1 or -1
  const int *function;
  const double *sign;  // 1 or -1
} jni_mirror;

// A table as it is called; it may be a part of one that others share.
typedef struct {
  jni_spline_grid fit;       // of all functions of the block
  const double *block;       // NULL: there is no table
  const double *whole;       // before coefficients became decimals; merged tables have none
  const double *error;       // of its own functions; NULL: not known
  const double *within;      // of all functions of the block: errors asked for
  int first;                 // of its own functions
  const jni_mirror *mirror;  // whose values it takes instead of its own; NULL: none
  const jni_spline_kernels *kernels;
} jni_spline_table;

// The functions at x, which is asked for once; false: they have no value there, and there is no table.
typedef bool (*jni_fit_function)(void *context, const double *x, double *values);

typedef struct {
  const double *within;  // nfunctions: errors asked for
  int most;              // coefficients of a function
} jni_fit_target;

typedef enum {
  JNI_FIT_GOOD,
  JNI_FIT_COARSE,     // the table has its most coefficients, and errors beyond those asked for
  JNI_FIT_UNDEFINED,  // a function has no value at x
} jni_fit_state;

typedef struct {
  jni_fit_state state;
  double *block;                   // NULL: no memory, or a hole
  double *whole;                   // the same before coefficients became decimals
  double *error;                   // nfunctions: the largest at points between those of the table
  const double *within;            // nfunctions: those asked for
  double x[JNK_SPLINE_VARIABLES];  // where the largest of them is, or the hole
} jni_fit_result;

const jni_spline_kernels *jni_spline_kernels_new(jni_pool *pool, int nvariables, int nfunctions);  // NULL: no memory

// ---- merge_tables.c: tables over the same variables become one, where one call gives all of them. Their cells are
// those of the finest, which have the functions of the others as they were. Large tables that others mirror stay among
// themselves, so that the merged ones mirror each other, too.
typedef struct {
  const int *q;  // coordinates that are its variables
  int nfunctions;
  jni_spline_table *table;
} jni_merge_part;
bool jni_merge_tables(jni_pool *pool, const jni_merge_part *parts, int n);  // false: no memory
// ---- mirror_tables.c: tables that have the same values but for the order and signs of variables and functions share
// one.
bool jni_mirror_tables(jni_pool *pool, const jni_merge_part *parts, int n);    // false: no memory
bool jni_mirrors(const jni_spline_table *one, const jni_spline_table *other);  // are these such?

// ---- spline_refine.c
// Doubles the cells along one variable after the other, beginning with those of `fit`, which has the last ones then;
// where the error is met, those that are not needed are taken back.
jni_fit_result jni_fit_refine(jni_pool *pool, jni_spline_grid *fit, jni_fit_function function, void *context,
                              const jni_fit_target *aim);

jni_spline_table jni_spline_table_of(jni_pool *pool, const jni_spline_grid *fit, const jni_fit_result *result);

#endif
