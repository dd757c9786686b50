// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mass_tables.h - the mass matrix of the independent speeds as tables of few variables each, or as constants, and the
// inertia terms that follow from it.                                                         [petzold, constant mass
// matrix]
//
// Seen from a free body (a base), the mass matrix depends on coordinates within the mechanism alone, M(y). Momenta and
// their rates are then those of Lagrange, for a base in its own axes with velocity V, turning W and momenta P, L:
//   p = M u,   M udot = Q - Mdot u + (1/2 u' dM/dy_i u for y_i; P x W for V; P x V + L x W for W)
// Whatever M is, these terms do no work, and weight is M times the acceleration of free fall. What M there is, and how
// it is made of tables, so changes no energy balance.
//
// Where M is held, it is numbers on the left, factored once. Left of its changes by y are the gyroscopic moments of
// what turns without end with the speed u_s, which do no work by themselves: of an element M_sk
//   - u_s M_sk' y' along u_k,   u_s u_k dM_sk/dy_i along y_i
// and momenta P, L are those of the M that varies. Terms along u_s would have to go with an M_sk on the left that
// varies: without it they drive what turns on and on.
//
// Instead, the coefficients of (20) in the report can be functions of their own, found by the exact equations at unit
// speeds, and no slope of M is used:
//   M udot = Q + sum over pairs i <= j of c_ij(y) u_i u_j
// They are tables beside a tabulated M, and constants beside an M that is held. Their terms do no work only as far as
// M and c_ij fit each other.
//
// Speeds that drivers prescribe are among the u of M; their accelerations stand on the right, what drivers do is left.
//
// A function f(y) is split into parts of one, two and three variables, as far as variables act on it together:
//   f = f_0 + sum of g_i(y_i) + sum of g_ij(y_i, y_j) + ...
// The parts of one kind are sums of few of them, which alone stand in a table, and those of several variables are sums
// of products of what these do alone, as far as that is near enough (compile/fit/basis.h).
#ifndef JNI_MASS_TABLES_H
#define JNI_MASS_TABLES_H

#include "compile/equations.h"
#include "compile/fit/basis.h"
#include "compile/tables/coordinate_table.h"

typedef struct {
  int nvariables, variable[JNK_SPLINE_VARIABLES];  // independent speeds by number
  unsigned parts;                                  // subsets of these whose g are in it, as bits of bits
  int q[JNK_SPLINE_VARIABLES];                     // their coordinates
  int nfunctions, *functions;
  jni_basis basis;  // of these; the table has them alone, if there are any
  // Given to it are the products of what its variables do each alone: of each variable one function of its own table.
  int alone[JNK_SPLINE_VARIABLES];
  jni_fit_state state;
  jni_spline_table spline;
} jni_mass_table;

typedef struct {
  jni_coordinate_table_def few;  // errors relative to sqrt(M_ii M_jj)
  bool constant;                 // but for what turns without end: its momenta change with the direction of its axis
  bool quadratic;  // coefficients c_ij, by tables or constant as M is; nothing is left of the momenta then
} jni_mass_def;

// Functions: M_kl of the lower half, row by row, then of each row what of weight is no free fall of a base, then of
// each pair of speeds the coefficient c_ij of every row.
typedef struct jni_mass_tables {
  jni_pool pool;
  int n, nfunctions;
  int *speed;        // n: the independent ones, and those that drivers prescribe
  double *constant;  // nfunctions: at the nominal state; zero where rounding alone has made them
  bool held;         // M stays so
  bool quadratic;    // there are coefficients c_ij
  int npairs;
  int (*pairs)[2];  // numbers i <= j of the speeds whose product has a coefficient that is not zero
  bool *varies;     // nfunctions x n
  bool *turning;    // n: an angle without end; it is held at its nominal value
  jni_mass_table *tables;
  int ntables;
  bool hole;      // the loops cannot be closed everywhere in the ranges: there is no M
  double turned;  // of sqrt(M_ii M_jj): the largest change by angles without end
} jni_mass_tables;

// First function that is a part of weight; n functions later those of the pairs begin.
static inline int jni_mass_weights(const jni_mass_tables *mass) { return mass->n * (mass->n + 1) / 2; }
static inline int jni_mass_coefficients(const jni_mass_tables *mass) { return jni_mass_weights(mass) + mass->n; }
static inline int jni_mass_function(int k, int l) { return k >= l ? k * (k + 1) / 2 + l : l * (l + 1) / 2 + k; }

// e: exact equations with a step of Newton. NULL: no memory.
jni_mass_tables *jni_mass_new(const jni_equations *e, const jni_mass_def *def);
void *jni_mass_free(jni_mass_tables *mass);  // returns NULL

// ---- write_mass_tables.c
// The acceleration of free fall along a speed of a base, in its own axes; of other speeds zero.
jni_node jni_base_fall(const jni_equations *e, int speed);
// Of all speeds of a given M; those of the graph that is written are some of them.
typedef struct jni_extended_mass {
  int n;
  const int *speed;  // n
  bool *driven;      // n: not independent
  int *place;        // of the independent ones: where they are
  jni_node *B;       // nv x n: all speeds by these
  jni_node *M, *Q;   // n x n, the lower half; n
} jni_extended_mass;
typedef struct {
  const jni_equations *e;  // of the graph that is written; q and v are there
  const jni_mass_tables *mass;
  const jni_node *power;  // n: forces but weight, along the speeds
  jni_node *M, *Q;        // n x n, the lower half; n
} jni_write_mass_def;
void jni_write_mass(const jni_write_mass_def *def);

// ---- driven_coordinates.c
// e->extended but for M and Q, where the mass has more speeds than those that are independent in e. False: no memory.
bool jni_write_extended(jni_equations *e, const jni_loop_factor_nodes *factor, const jni_mass_tables *mass);
// M and Q of the independent speeds:   M udot = Q - M_s sdotdot, with the accelerations of drivers in e->w
void jni_reduce_mass(const jni_equations *e, jni_node *M, jni_node *Q);
// The power of drivers, where vdot is known: along their coordinates they do M udot - Q.
jni_node jni_write_driver_power(const jni_equations *e);

#endif
