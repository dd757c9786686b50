// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// inverse_inside.h - data of inverse dynamics at one state, shared by its two solution methods.
//
//   Bt tau - C' lambda = need = M vdot - f,    C: equations of the passive joints, B: one row per actuator
// inverse_sparse.c solves by a sparse LU if the rows of C are independent and the actuators act on all degrees of
// freedom. Otherwise inverse_dense.c determines ranks and what is missing; its memory is allocated when first needed.
// With closed points of rigid contacts the forces W' F are added to Bt tau, and the dense solution is used
// (inverse_contact.c).
#ifndef JNI_INVERSE_INSIDE_H
#define JNI_INVERSE_INSIDE_H

#include "analysis/inverse/inverse.h"
#include "formulation/control/contact_layer.h"
#include "linalg/lu/lu.h"
#include "system/reaction.h"

// name, count, meaning
#define JNI_INVERSE_FIELDS(X)                                                                 \
  X(double, f, nv, "forces without those of the actuators")                                   \
  X(double, f1, nv, "the same with an input at one, then its change; at two: f2")             \
  X(double, f2, nv, "")                                                                       \
  X(double, need, nv, "M vdot - f")                                                           \
  X(double, size, nv, "|M vdot| + |f|")                                                       \
  X(double, row, nv, "scratch")                                                               \
  X(double, body, nbody, "scratch")                                                           \
  X(double, inertia, nbody, "scratch")                                                        \
  X(double, zeros, nbody, "scratch that is zero between uses")                                \
  X(double, applied, nbody, "forces of the actuators on the bodies")                          \
  X(double, pushed, ncoordinates, "forces of the actuators along joint coordinates")          \
  X(double, replaced, nforces, "values of force elements that are actuators, NaN: of others") \
  X(double, limit_tau, n, "sums of jni_inverse_limit")                                        \
  X(double, limit_lambda, nc, "")                                                             \
  X(int, passive, nc, "equations that do not belong to drivers")

#define JNI_INVERSE_DENSE_FIELDS(X)                                       \
  X(double, G, nc *nv, "all rows")                                        \
  X(double, C, nc *nv, "passive rows, then R")                            \
  X(double, Q, nv *nv, "vectors one after the other")                     \
  X(double, B, all *nv, "a row per actuator, then those of the contacts") \
  X(double, A, nv *all, "Z' B")                                           \
  X(double, forces, all, "of the actuators, then of the contacts")        \
  X(double, U, big *big, "singular vectors")                              \
  X(double, V, big *big, "")                                              \
  X(double, sigma, big, "singular values")                                \
  X(double, r, nv, "Z' need, then its residual")                          \
  X(double, left, nv, "C' lambda, or an unbalanced direction")            \
  X(double, x, big, "scratch")                                            \
  X(double, scratch, nscratch, "of LAPACK")                               \
  X(int, pivot, nc, "")                                                   \
  X(int, lu_pivot, nv, "of jni_inverse_sign")

// A closed point of a rigid contact. Its unknown forces are the normal force and, where it sticks, friction along the
// tangents.
typedef struct {
  int point, first;  // index of the point; index of its first unknown among those of the contacts
  jni_contact_mode mode;
  double direction[3];  // direction of slip, ground axes; zero: it sticks, or has no friction
  double normal;        // N
  double friction[3];   // on the second body, ground axes, N
  double closing;       // speed at which the shapes approach, m/s; 0: within the accuracy
  double depth;         // by how much the prescribed motion moves the shapes into each other, m; 0: within the accuracy
} jni_inverse_closed;

struct jn_inverse {
  jni_pool pool;
  const jn_system *system;
  jn_work *work;
  jni_actuator *actuators;
  int n, npassive, rank;
  jni_sparse_rows rows;  // rows C of the passive joints, then rows B of the actuators

  // Contacts (inverse_contact.c).
  double accuracy;             // accuracy of the prescribed motion
  int tangents, most_closed;   // tangential rows of a point, 0 without friction; largest number of closed points
  double *s;                   // ns: discrete states with the modes of the closed points
  jni_inverse_closed *closed;  // np: the closed points
  int nclosed, nrows_contact;  // number of closed points; number of unknown forces at these points
  double (*mean)[4];           // np: normal force and friction of jni_inverse_limit

  // Sparse solution.
  int regular_from;  // number of speeds from which on it is used
  bool regular_made;
  jni_lu *lu;  // NULL: too few speeds or actuators for it, the pattern is structurally singular, or no memory
  double *unknowns;
  bool regular;  // the last result is from the sparse solution
  bool dense_made;
  jni_share *share;  // load sharing of redundant passive rows; NULL: not made yet, or no passive row is redundant
  int shared_rank;   // rank of the passive equations for which it was made
#define X(type, name, count, meaning) type *name;
  JNI_INVERSE_FIELDS(X)
  JNI_INVERSE_DENSE_FIELDS(X)
#undef X
};

// Solves by a sparse LU for tau, lambda (NULL: not needed) and *result; needs rows, need and size. Returns false if
// there are too few speeds or actuators for that, the matrix is singular, or `need` or the result is not finite.
bool jni_inverse_solve_sparse(jn_inverse *inverse, double *tau, double *lambda, jn_inverse_result *result);
// Solves by dense decompositions for tau, lambda (NULL: not needed) and *result, for any ranks. tolerance: smallest
// pivot of independent passive equations, relative to the largest. Stores the forces of contacts at the closed points
// and subtracts them from `need`. Returns JN_REFUSED, with result->stuck and the nearest forces, if the actuators
// cannot produce the motion; JN_NOT_FINITE or JN_NO_MEMORY, without forces.
jn_status jni_inverse_solve_dense(jn_inverse *inverse, double tolerance, double *tau, double *lambda,
                                  jn_inverse_result *result);

// ---- inverse_contact.c
// Allocates the data of contacts. Returns false if memory is short.
bool jni_inverse_allocate_contacts(jn_inverse *inverse);
// Copies the discrete states of `state` to inverse->s, opens all points there and empties the list of closed ones.
void jni_inverse_open_contacts(jn_inverse *inverse, const double *state);
// Finds the points that the motion keeps closed, with the accelerations vdot at `state`, and sets inverse->closed and
// their modes in inverse->s. Returns false if more than inverse->most_closed are closed. Evaluates position and
// velocity stage, with all points open; does nothing if the system has no contact points.
bool jni_inverse_close_contacts(jn_inverse *inverse, const double *state, const double *vdot);
// Writes the rows of the closed points to inverse->B, after those of the actuators, scaled as these. Needs the velocity
// stage with inverse->s.
void jni_inverse_contact_rows(jn_inverse *inverse);
// Returns whether forces x of actuators and contacts have a contact that pulls or, where it sticks, rubs more than its
// friction allows.
bool jni_inverse_leaves_cones(const jn_inverse *inverse, const double *x);
// Writes to x the forces of actuators and contacts of least norm, those of contacts inside their cones, with A x = b, A
// of m rows. Returns false, with x unchanged, if none are found or memory is short.
bool jni_inverse_share_cones(jn_inverse *inverse, int m, const double *A, const double *b, double *x);
// Stores the forces of the contacts in x (after those of the actuators) at the closed points.
void jni_inverse_store_forces(jn_inverse *inverse, const double *x);
// Adds the forces of the closed points to those of the bodies (nbody_v).
void jni_inverse_apply_contacts(jn_inverse *inverse, double *body);
// Stores the forces of the closed points in the work, for signals, and zero forces for all other points.
void jni_inverse_show_contacts(jn_inverse *inverse);
// Begins a mean of the forces of contacts at several states: sets the sum to zero.
void jni_inverse_mean_begin(jn_inverse *inverse);
// Adds the forces of the closed points times `part` to the sum.
void jni_inverse_mean_add(jn_inverse *inverse, double part);
// Replaces the forces of the closed points by the sum.
void jni_inverse_mean_store(jn_inverse *inverse);
// Returns the power of friction at the closed points, W.
double jni_inverse_rubbing(const jn_inverse *inverse);

// Adds to lambda the multipliers of drivers that belong to the forces tau of their actuators.
void jni_inverse_drivers(const jn_inverse *inverse, const double *tau, double *lambda);

#endif
