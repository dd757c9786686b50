// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// spline_fit.h - tables of B-splines (kernel/spline.h) of functions of few variables: interpolation on a uniform grid,
// and refinement of the grid until a tolerance is met.
#ifndef JNI_SPLINE_FIT_H
#define JNI_SPLINE_FIT_H

#include "kernel/spline_weights.h"
#include "symbolic/graph.h"

// Uniform grid of a table.
typedef struct {
  int nvariables, order, nfunctions;
  double from[JNK_SPLINE_VARIABLES], to[JNK_SPLINE_VARIABLES];
  int cells[JNK_SPLINE_VARIABLES];      // of each variable: at least order - 1
  bool periodic[JNK_SPLINE_VARIABLES];  // f(to) = f(from), for any number of periods
} jni_spline_grid;

// Returns the number of grid points along a variable: cells + 1, or cells if periodic.
int jni_fit_points(const jni_spline_grid *fit, int variable);
double jni_fit_point(const jni_spline_grid *fit, int variable, int i);
size_t jni_fit_size(const jni_spline_grid *fit);  // returns how many numbers a block of this grid has
// Returns a block, the coefficients of the spline that interpolates samples[i][j][k][function] at all grid points; NULL
// without memory. At the knots next to the ends the fifth derivative (order 6) or the third (order 4) is continuous.
double *jni_fit_block(jni_pool *pool, const jni_spline_grid *fit, const double *samples);

// ---- round_coefficients.c
// Rounds the coefficients of a block in place to decimals with few digits. The changes are far below the tolerance of
// each function.
void jni_fit_round(const jni_spline_grid *fit, const double *tolerance, double *block);
// returns a decimal with few digits that differs from x by less than the tolerance; x if that takes too many digits
double jni_decimal(double x, double tolerance);
// returns the decimal with few digits from which x differs by rounding only; x if there is none
double jni_nearby_decimal(double x);
// returns the largest value that a unit of the last decimal may have for a tolerance: a tenth of it
double jni_decimal_unit(double tolerance);

// Kernels by which a graph evaluates a block. Files contain the blocks with these calls; the constants of other kernels
// come from the model.
typedef struct {
  jni_kernel values;   // values and first derivatives of all functions
  jni_kernel fused;    // the same with fused multiply-add
  jni_kernel seconds;  // second derivatives
} jni_spline_kernels;
jni_spline_kernels jni_spline_kernels_of(int nvariables, int nfunctions);
const jni_spline_kernels *jni_spline_kernels_new(jni_pool *pool, int nvariables, int nfunctions);  // NULL: no memory
bool jni_is_spline(const jni_kernel *kernel);  // returns true for one of these kernels
// returns true if n numbers from a file are a valid block: the kernels then read no number outside of it
bool jni_spline_is_sound(const double *block, size_t n);

// Mirror image of another table, as on the other side of a vehicle: f_i(x) = sign_i g_function_i(y), y_k = turn_k x_k,
// with g the functions of the other table.
typedef struct {
  const double *block;   // of the other table
  int size, nfunctions;  // numbers and functions of that block
  const jni_spline_kernels *kernels;
  double turn[JNK_SPLINE_VARIABLES];  // 1 or -1
  const int *function;
  const double *sign;  // 1 or -1
} jni_mirror;

// Table as code calls it: its functions are some of those of a block, which several tables may share.
typedef struct {
  jni_spline_grid fit;       // grid of the block
  const double *block;       // NULL: no table
  const double *unrounded;   // the block before its coefficients were rounded; NULL for merged tables
  const double *error;       // largest error of each function of the table; NULL: unknown
  const double *tolerance;   // of all functions of the block
  int first;                 // first function of the table in the block
  const jni_mirror *mirror;  // the other table, whose values are used; NULL: the table's own block is used
  const jni_spline_kernels *kernels;
} jni_spline_table;

// Evaluates the functions at x into values. Returns false if they are undefined there; the table is then not made.
typedef bool (*jni_fit_function)(void *context, const double *x, double *values);

typedef struct {
  const double *tolerance;  // nfunctions: largest admissible error of each function
  int max_coefficients;     // largest number of coefficients of one function
} jni_fit_target;

typedef enum {
  JNI_FIT_GOOD,
  JNI_FIT_COARSE,     // errors are above the tolerance, and the limit of coefficients or cells is reached
  JNI_FIT_UNDEFINED,  // a function is undefined at x
} jni_fit_state;

typedef struct {
  jni_fit_state state;
  double *block;            // coefficients; NULL: no memory, or a function is undefined
  double *unrounded;        // the block before coefficients were rounded
  double *error;            // nfunctions: largest errors at points between grid points
  const double *tolerance;  // nfunctions: largest admissible error of each function
  // point of the largest error relative to its tolerance, or where a function is undefined
  double x[JNK_SPLINE_VARIABLES];
} jni_fit_result;

// ---- merge_tables.c
typedef struct {
  const int *q;  // coordinates that are the variables of the table
  int nfunctions;
  jni_spline_table *table;
} jni_merge_part;
// Merges tables over the same variables into one block, so that one call evaluates them, and changes the tables in
// `parts` to parts of it. The grid is the finest of them; the functions of coarser tables stay equal. Large tables with
// a mirror image are merged only with each other, so that the merged ones are mirror images, too. Returns false without
// memory.
bool jni_merge_tables(jni_pool *pool, const jni_merge_part *parts, int n);
// ---- mirror_tables.c
// Finds tables with equal values up to order and sign of variables and functions, and makes all but one of them mirrors
// of that one (jni_mirror). Returns false without memory.
bool jni_mirror_tables(jni_pool *pool, const jni_merge_part *parts, int n);
// returns true if one of the two tables is a mirror image of the other
bool jni_mirrors(const jni_spline_table *one, const jni_spline_table *other);

// ---- spline_refine.c
// Makes a table of a function and returns it with its errors. Doubles the cells of one variable after the other,
// beginning with the cells of `fit`, until the tolerance is met or a limit is reached, then, with several variables,
// halves the cells of those that do not need them. Stores the final cells in `fit`.
jni_fit_result jni_fit_refine(jni_pool *pool, jni_spline_grid *fit, jni_fit_function function, void *context,
                              const jni_fit_target *target);

jni_spline_table jni_spline_table_of(jni_pool *pool, const jni_spline_grid *fit, const jni_fit_result *result);

#endif
