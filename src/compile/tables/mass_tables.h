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
  int nvariables, variable[JNK_SPLINE_VARIABLES];  // number of variables; index of each among the speeds of M
  // bit s: the table contains the part g of subset s of the variables
  unsigned parts;
  int q[JNK_SPLINE_VARIABLES];  // coordinates of the variables
  int nfunctions, *functions;   // functions of which the table has a part
  // sums of basis functions that the functions are; only the n basis functions have a table
  jni_basis basis;
  // Index of the table of each variable alone. Products of one function of each of these tables are available to the
  // basis.
  int alone[JNK_SPLINE_VARIABLES];
  jni_fit_state state;
  jni_spline_table spline;
} jni_mass_table;

typedef struct {
  jni_coordinate_table_def table_def;  // ranges of the coordinates; its tolerance is relative to sqrt(M_ii M_jj)
  // true: M is constant except in the momenta of bodies that rotate without limits
  bool constant;
  bool quadratic;  // coefficients c_ij are used instead of momenta
} jni_mass_def;

// Functions, in this order: M_kl of the lower half, row by row; the n parts of weight that are not free fall of a base;
// n coefficients c_ij of each pair of speeds.
typedef struct jni_mass_tables {
  jni_pool pool;
  int n, nfunctions;
  int *speed;        // n: speeds of the system to which the rows of M belong, independent and driven ones
  double *constant;  // nfunctions: values at the nominal state; elements that are rounding errors are zero
  bool is_constant;  // M is constant
  bool quadratic;    // coefficients c_ij are used
  int npairs;
  int (*pairs)[2];  // npairs: pairs i <= j with a coefficient that is not zero
  bool *varies;     // nfunctions x n: the function changes with the variable
  bool *turning;    // n: the speed is that of an unbounded angle; M is evaluated at the angle's nominal value
  jni_mass_table *tables;
  int ntables;
  bool is_undefined;     // true: the loops cannot be closed everywhere in the ranges, so there are no tables
  double turning_error;  // largest change of M with unbounded angles, relative to sqrt(M_ii M_jj)
} jni_mass_tables;

// These return the index, in the list of functions, of the first part of weight, of the first coefficient c_ij, and of
// element M_kl.
static inline int jni_mass_weights(const jni_mass_tables *mass) { return mass->n * (mass->n + 1) / 2; }
static inline int jni_mass_coefficients(const jni_mass_tables *mass) { return jni_mass_weights(mass) + mass->n; }
static inline int jni_mass_function(int k, int l) { return k >= l ? k * (k + 1) / 2 + l : l * (l + 1) / 2 + k; }

// Makes the tables. e: equations that make one Newton step (newton = 1), with the loop tables that the program uses,
// but no others. If the loops cannot be closed in the ranges, sets is_undefined. Returns NULL without memory.
jni_mass_tables *jni_mass_new(const jni_equations *e, const jni_mass_def *def);
void *jni_mass_free(jni_mass_tables *mass);  // returns NULL

// ---- write_mass_tables.c
// Returns the node of the acceleration of free fall along a translational speed of a base, in the base's own axes; zero
// for other speeds.
jni_node jni_base_fall(const jni_equations *e, int speed);
// Mass matrix M and right side Q of all n speeds of the tables; in the equations that are written, some of these speeds
// are driven.
typedef struct jni_extended_mass {
  int n;
  const int *speed;  // n: index of each in the system
  bool *driven;      // n: the speed is driven
  int *place;        // nindependent: index of each independent speed among the n
  jni_node *B;       // nv x n: all speeds of the system for unit speed of each of the n
  jni_node *M, *Q;   // n x n, lower half: M; n: Q
} jni_extended_mass;
typedef struct {
  const jni_equations *e;  // equations being written, with q and v
  const jni_mass_tables *mass;
  const jni_node *power;  // n: generalised forces, without weight and inertia forces
  jni_node *M, *Q;        // n x n, lower half: M; n: Q
} jni_write_mass_def;
void jni_write_mass(const jni_write_mass_def *def);

// ---- driven_coordinates.c
// Makes e->extended, except for M and Q, if the mass matrix contains driven speeds; otherwise does nothing. Returns
// false without memory.
bool jni_write_extended(jni_equations *e, const jni_loop_factor_nodes *factor, const jni_mass_tables *mass);
// Writes M and Q of the independent speeds from those of all speeds in e->extended: M udot = Q - M_s sddot, s the
// driven speeds, whose accelerations are in e->w.
void jni_reduce_mass(const jni_equations *e, jni_node *M, jni_node *Q);
// Returns the node of the power of all drivers, W, from their generalised forces M udot - Q. To be called after vdot is
// written.
jni_node jni_write_driver_power(const jni_equations *e);

#endif
