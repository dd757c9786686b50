// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mass_tables.h - the mass matrix of the independent speeds as tables or constants, and the inertia terms that follow
// from it.                                                                          [petzold, constant mass matrix]
//
// In the axes of a free body (a base) the mass matrix depends only on coordinates y of the mechanism on it, M(y). By
// Lagrange's equations, for a base in its own axes with velocity V, angular velocity W and momenta P, L:
//   p = M u,   M udot = Q - Mdot u + (1/2 u' dM/dy_i u for y_i; P x W for V; P x V + L x W for W)
// These terms do no work for any M, and weight is M times the acceleration of free fall. The approximation of M
// therefore does not change the energy balance.
//
// A constant M is factored once. Of the terms with dM/dy only the gyroscopic moments of bodies that rotate without
// limits with a speed u_s remain, which do no work by themselves: of an element M_sk
//   - u_s M_sk' y' along u_k,   u_s u_k dM_sk/dy_i along y_i
// The momenta P, L are those of the variable M. Terms along u_s need a variable M_sk on the left side; without it they
// would accelerate the rotation without end.
//
// Alternatively (quadratic), the coefficients of (20) in the report are functions of their own, computed by the exact
// equations at unit speeds, and no derivative of M is used:
//   M udot = Q + sum over pairs i <= j of c_ij(y) u_i u_j
// They are tables if M is tabulated, and constants if M is constant. Their terms do no work only as far as M and c_ij
// are consistent.
//
// The speeds u of M include driven ones; their accelerations are moved to the right side.
//
// A function f(y) is divided into parts of one, two and three variables:
//   f = f_0 + sum of g_i(y_i) + sum of g_ij(y_i, y_j) + ...
// The parts of one kind are sums of few basis functions, which alone have a table. Parts of several variables are sums
// of products of the basis functions of single variables, where these are accurate enough (compile/fit/basis.h).
#ifndef JNI_MASS_TABLES_H
#define JNI_MASS_TABLES_H

#include "compile/equations.h"
#include "compile/fit/basis.h"
#include "compile/tables/coordinate_table.h"

typedef struct {
  int nvariables, variable[JNK_SPLINE_VARIABLES];  // indices of speeds of M
  unsigned parts;                                  // bit s: the table contains g of subset s of these
  int q[JNK_SPLINE_VARIABLES];                     // coordinates of these speeds
  int nfunctions, *functions;                      // functions of which the table has a part
  jni_basis basis;                                 // of these functions; the table contains its n functions only
  // Table of each single variable. Products of one function of each are available to the basis.
  int alone[JNK_SPLINE_VARIABLES];
  jni_fit_state state;
  jni_spline_table spline;
} jni_mass_table;

typedef struct {
  jni_coordinate_table_def table_def;  // tolerance relative to sqrt(M_ii M_jj)
  bool constant;                       // M is constant, except in the momenta of bodies that rotate without limits
  bool quadratic;                      // coefficients c_ij replace the momenta
} jni_mass_def;

// Functions: M_kl of the lower half, row by row; then n parts of weight that are no free fall of a base; then n
// coefficients c_ij of each pair of speeds.
typedef struct jni_mass_tables {
  jni_pool pool;
  int n, nfunctions;
  int *speed;        // n: independent and driven speeds
  double *constant;  // nfunctions: values at the nominal state, without rounding errors
  bool is_constant;  // M is constant
  bool quadratic;    // coefficients c_ij are used
  int npairs;
  int (*pairs)[2];  // npairs: i <= j with a nonzero coefficient
  bool *varies;     // nfunctions x n: the function depends on the variable
  bool *turning;    // n: unbounded angle; M is evaluated at its nominal value
  jni_mass_table *tables;
  int ntables;
  bool is_undefined;     // the loops cannot be closed everywhere in the ranges: no tables
  double turning_error;  // largest change of M by unbounded angles, relative to sqrt(M_ii M_jj)
} jni_mass_tables;

// Return the index of the first part of weight, of the first coefficient, and of element M_kl.
static inline int jni_mass_weights(const jni_mass_tables *mass) { return mass->n * (mass->n + 1) / 2; }
static inline int jni_mass_coefficients(const jni_mass_tables *mass) { return jni_mass_weights(mass) + mass->n; }
static inline int jni_mass_function(int k, int l) { return k >= l ? k * (k + 1) / 2 + l : l * (l + 1) / 2 + k; }

// Makes the tables. e: exact equations with a Newton step. Returns NULL without memory.
jni_mass_tables *jni_mass_new(const jni_equations *e, const jni_mass_def *def);
void *jni_mass_free(jni_mass_tables *mass);  // returns NULL

// ---- write_mass_tables.c
// Returns the acceleration of free fall along a speed of a base, in its own axes; zero for other speeds.
jni_node jni_base_fall(const jni_equations *e, int speed);
// M and Q of all speeds of tabulated masses. Some of these speeds are driven in the equations being written.
typedef struct jni_extended_mass {
  int n;
  const int *speed;  // n
  bool *driven;      // n: the speed is driven
  int *place;        // nindependent: index of each among the n
  jni_node *B;       // nv x n: all speeds per unit of each of the n
  jni_node *M, *Q;   // n x n, lower half; n
} jni_extended_mass;
typedef struct {
  const jni_equations *e;  // equations being written, with q and v
  const jni_mass_tables *mass;
  const jni_node *power;  // n: generalised forces without weight
  jni_node *M, *Q;        // n x n, lower half; n
} jni_write_mass_def;
void jni_write_mass(const jni_write_mass_def *def);

// ---- driven_coordinates.c
// Writes e->extended without M and Q, if the mass has driven speeds. Returns false without memory.
bool jni_write_extended(jni_equations *e, const jni_loop_factor_nodes *factor, const jni_mass_tables *mass);
// Writes M and Q of the independent speeds:   M udot = Q - M_s sdotdot, with the accelerations of drivers in e->w
void jni_reduce_mass(const jni_equations *e, jni_node *M, jni_node *Q);
// Writes the power of drivers after vdot: their generalised forces are M udot - Q.
jni_node jni_write_driver_power(const jni_equations *e);

#endif
