// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tangent_basis.h - bases of the tangent space, the variants of formulation `orthonormal`: each a table of functions,
// and what they share.
//
//   v = D(q) u + c(q, t)        G D = 0,  G c = nu        u = L v with L D = 1,  L c = 0        udot = L vdot + Ldot v
// A basis follows from the constraints and from E, k vectors that supplement them. E stays while the motion goes on, so
// that u is a smooth function of time; it is chosen anew, and u with it, when it has become much poorer than a fresh
// choice would be.
#ifndef JNI_TANGENT_BASIS_H
#define JNI_TANGENT_BASIS_H

#include "formulation/basis/supplement.h"
#include "formulation/control/mass_metric.h"
#include "formulation/ode/ode_formulation.h"
#include "linalg/dense/dense.h"

// E: unit vectors, or any vectors.
typedef struct {
  int *unit;        // k, or NULL
  double *columns;  // k x n, one vector a row, or NULL
} jni_supplement;

typedef struct jni_orthonormal jni_orthonormal;

typedef struct {
  const char *name;
  bool units;    // E consists of unit vectors
  bool massive;  // orthonormal in the mass metric: speeds are velocities times the square root of a mass
  // The basis's own parts; false: no memory.
  bool (*create)(jni_orthonormal *o);
  // A fresh E at work->q; *conditioning as `form` would find it.
  jn_status (*choose)(jni_orthonormal *o, jni_supplement *E, double *conditioning);
  // D and what goes with it at work->q; sets conditioning: the product of the squared sines between the vectors of E
  // and the constraints with those before, in octaves. The smallest one alone would hide what becomes of the others
  // where one is always small.
  jn_status (*form)(jni_orthonormal *o);
  const double *(*direction)(const jni_orthonormal *o, int j);  // column j of D, after `form`
  void (*velocity)(jni_orthonormal *o, const double *u, double *v);
  // After all stages; lambda may be NULL.
  jn_status (*acceleration)(jni_orthonormal *o, double *vdot, double *lambda);
  void (*along)(jni_orthonormal *o, const double *x, double *out);
  void (*speeds)(jni_orthonormal *o, const double *v, double *u);  // L v
  // L vdot + Ldot v, where q moves with frame.motion.
  void (*speed_rate)(jni_orthonormal *o, const double *vdot, double *rate);
} jni_basis_kind;

struct jni_orthonormal {
  jni_explicit frame;
  const jni_basis_kind *kind;
  int n, m, k;              // speeds, rows in force, freedoms
  int *rows;                // m: which
  jni_metric metric;        // M^-1 by blocks
  double *size;             // n: (M^-1)_ii
  double *mass_rate;        // of the blocks of M, where it varies; else NULL
  jni_supplement E, trial;  // in force, and to compare with
  jni_greedy greedy;
  double *E_size;       // k: e_j' M^-1 e_j
  double conditioning;  // of the basis at the last `form`
  double *u;            // k: speeds of the last evaluation
  double *allowed;      // n: absolute tolerances of v
  double *vector;       // n: scratch
  double *across;       // nc: scratch
  bool formed;          // the basis belongs to (t, q)
  double t, *q;
  void *own;  // parts of the kind
};

extern const jni_basis_kind jni_basis_mass, jni_basis_mass_tangent, jni_basis_mass_recursion, jni_basis_plain,
    jni_basis_lu, jni_basis_qr, jni_basis_svd;

// Bases without the mass metric are made for speeds over their typical sizes, so that metres and radians can be added.
double jni_basis_speed_size(const jni_orthonormal *o, int i);

// Vector j of E, dense; the scratch `out` (n) is used for unit vectors.
const double *jni_supplement_vector(const jni_orthonormal *o, const jni_supplement *E, int j, double *out);
// e_j' M^-1 e_j
double jni_supplement_size(const jni_orthonormal *o, const jni_supplement *E, int j);
// o->mass_rate along frame.motion, whose direction has been set.
void jni_basis_mass_rate(jni_orthonormal *o);
// Factor of [M G'; G 0] good enough for a basis; *refine: steps of refinement that it takes.
jn_status jni_basis_factor(jni_orthonormal *o, int *refine);
// E by the projective criterion with T from that factor. The choice and the smallest squared sine.
jn_status jni_basis_choose_units(jni_orthonormal *o, int *unit, double *conditioning);
// Rows in force of a matrix by the pattern, dense: m x n. all: nc x n scratch.
void jni_basis_rows(const jni_orthonormal *o, const double *values, double *all, double *out);

#endif
