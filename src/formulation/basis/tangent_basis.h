// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tangent_basis.h - bases of the tangent space, the variants of formulation `orthonormal`: one table of functions each,
// and shared helpers.
//
//   v = D(q) u + c(q, t)        G D = 0,  G c = nu        u = L v with L D = 1,  L c = 0        udot = L vdot + Ldot v
// A basis is defined by the constraints and by the supplement E, k vectors that complete the constraint gradients. E is
// constant during the motion, so that u is a smooth function of time. E, and u with it, is replaced when it has become
// much worse conditioned than a new choice.
#ifndef JNI_TANGENT_BASIS_H
#define JNI_TANGENT_BASIS_H

#include "formulation/basis/supplement.h"
#include "formulation/control/mass_metric.h"
#include "formulation/ode/ode_formulation.h"
#include "linalg/dense/dense.h"

// Supplement E of the constraint gradients: k unit vectors or k general vectors.
typedef struct {
  int *unit;        // k: index of each unit vector; NULL: general vectors
  double *columns;  // k x n: one vector per row; NULL: unit vectors
} jni_supplement;

typedef struct jni_orthonormal jni_orthonormal;

typedef struct {
  const char *name;
  bool units;    // E consists of unit vectors
  bool massive;  // orthonormal in the mass metric: speeds are velocities times the square root of a mass
  // Allocates o->own, the data of this kind of basis. Returns false if there is no memory.
  bool (*create)(jni_orthonormal *o);
  // Chooses a new supplement at work->q and stores it in *E; sets *conditioning as `form` computes it. Returns
  // JN_SINGULAR on failure.
  jn_status (*choose)(jni_orthonormal *o, jni_supplement *E, double *conditioning);
  // Computes D and related matrices at work->q for o->E, and o->conditioning, in octaves (log2): the product of the
  // squared sines between each vector of E and the span of the constraint gradients and the vectors before it. The
  // smallest sine alone would hide changes of the others if one of them is always small.
  jn_status (*form)(jni_orthonormal *o);
  const double *(*direction)(const jni_orthonormal *o, int j);  // returns column j of D, after `form`
  void (*velocity)(jni_orthonormal *o, const double *u, double *v);
  // Computes vdot (nv) and, if it is not NULL, lambda (nc). All stages of the work must be up to date. Returns
  // JN_SINGULAR on failure.
  jn_status (*acceleration)(jni_orthonormal *o, double *vdot, double *lambda);
  void (*along)(jni_orthonormal *o, const double *x, double *out);
  void (*speeds)(jni_orthonormal *o, const double *v, double *u);  // u = L v
  // Computes the rate of the tangent speeds, L vdot + Ldot v, while q moves with the velocity frame.motion.
  void (*speed_rate)(jni_orthonormal *o, const double *vdot, double *rate);
} jni_basis_kind;

struct jni_orthonormal {
  jni_explicit frame;
  const jni_basis_kind *kind;
  int n, m, k;              // speeds, active constraints, degrees of freedom
  int *rows;                // m: index of each active constraint
  jni_metric metric;        // M^-1 by blocks
  double *size;             // n: (M^-1)_ii
  double *mass_rate;        // Mdot by blocks if M varies; otherwise NULL
  jni_supplement E, trial;  // E in use; another choice, for comparison
  jni_greedy greedy;
  double *E_size;       // k: e_j' M^-1 e_j
  double conditioning;  // conditioning of the basis at the last `form`, octaves
  double *u;            // k: tangent speeds of the last evaluation
  double *allowed;      // n: absolute tolerances of v
  double *vector;       // n: workspace
  double *across;       // nc: workspace
  bool formed;          // the basis was computed for the members t and q
  double t, *q;         // time, s, and coordinates (nq) of the basis
  void *own;            // data of this kind of basis, from `create`
};

extern const jni_basis_kind jni_basis_mass, jni_basis_mass_tangent, jni_basis_mass_recursion, jni_basis_plain,
    jni_basis_lu, jni_basis_qr, jni_basis_svd;

// Returns the typical size of speed i: the typical length for translations, 1 for rotations. Bases without the mass
// metric use scaled speeds, so that metres and radians can be added.
double jni_basis_speed_size(const jni_orthonormal *o, int i);

// Returns vector j of E with all n elements. `out` (n) is workspace, used for unit vectors; the result is then `out`.
const double *jni_supplement_vector(const jni_orthonormal *o, const jni_supplement *E, int j, double *out);
// Returns the squared length e_j' M^-1 e_j of vector j of E in the mass metric.
double jni_supplement_size(const jni_orthonormal *o, const jni_supplement *E, int j);
// Computes o->mass_rate, the time derivative of M while q moves with frame.motion. jni_set_direction must have been
// called.
void jni_basis_mass_rate(jni_orthonormal *o);
// Factors [M G'; G 0], unless its factor is accurate enough for a basis. Sets *refine to the number of refinement steps
// that a solve with it needs, 0 or 1. Returns JN_SINGULAR if the matrix is singular.
jn_status jni_basis_factor(jni_orthonormal *o, int *refine);
// Chooses k unit vectors by the projective criterion, with T from the factor of [M G'; G 0], and writes their indices
// to `unit`; sets *conditioning as `form` computes it. Returns JN_SINGULAR on failure.
jn_status jni_basis_choose_units(jni_orthonormal *o, int *unit, double *conditioning);
// Writes the active rows of G, or of another matrix with values on the same pattern, to out as a dense m x n matrix.
// all: workspace, nc x n.
void jni_basis_rows(const jni_orthonormal *o, const double *values, double *all, double *out);

#endif
