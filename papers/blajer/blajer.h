// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// blajer.h - shared by the files of Blajer's paper: a dense implementation of its orthonormalisation, and runs whose
// equations are read in its symbols.
//
// The recursion here does not use the engine: it follows the paper's formulas, corrected or as printed. The engine's
// basis is compared with it, and it shows the size of each misprint. Vectors are rows: w.at[i] is the paper's w_i, and
// c.at[i] a constraint vector.
#ifndef PAPERS_BLAJER_H
#define PAPERS_BLAJER_H

#include "trial/trial.h"

enum { BLAJER_MOST = 40 };  // largest number of speeds of a model or of a random space

typedef struct {
  double at[BLAJER_MOST][BLAJER_MOST];
} blajer_matrix;

typedef enum { BLAJER_FULL, BLAJER_DIAGONAL, BLAJER_IDENTITY } blajer_shape;

// The paper's symbols at one state, from the engine's terms: C = G', h = f of the engine; the paper's lambda has the
// opposite sign of the engine's.
typedef struct {
  int n, m, k;         // speeds, constraints, freedoms
  blajer_shape shape;  // structure of Mi: determines the number of products to apply it
  bool constant;       // Mdot = 0
  double t;
  double v[BLAJER_MOST], h[BLAJER_MOST], f[BLAJER_MOST];  // f: left sides of the constraint equations (2.4)
  blajer_matrix M, Mdot, Mi, Midot;
  blajer_matrix c, cdot;  // m vectors, covariant
} blajer_space;

// The engine's basis of the tangent space: k vectors of n contravariant components.
typedef struct {
  int n, k;
  double u[BLAJER_MOST];  // tangent speeds
  blajer_matrix w;
} blajer_tangent;

// The complete basis W = [Wc Wd] in contravariant (w) and covariant (ws) components.
typedef struct {
  blajer_matrix w, wdot, ws, wsdot;
  blajer_matrix r;  // p_i = sum over j <= i of r_ij w_j*
  double least;     // smallest |v_i|^2 / |p_i|^2 of the vectors of E; 0: [C E] is singular
  long products;    // multiplications and divisions
} blajer_basis;

// How the formulas are evaluated, combined by |: corrected; with the misprint of (3.2); with the misprint of (3.5);
// with one orthogonalisation per vector, as printed, instead of two; without the rates (3.5).
typedef enum {
  BLAJER_CORRECTED = 0,
  BLAJER_PRINTED_32 = 1,
  BLAJER_PRINTED_35 = 2,
  BLAJER_PRINTED_ONCE = 4,
  BLAJER_NO_RATES = 8
} blajer_reading;

// ---- blajer_basis.c
void blajer_invert(blajer_space *space);  // computes Mi, Midot, shape and constant from M and Mdot
// Returns the same space with the identity for Mi, which makes the recursion Gram-Schmidt without the metric.
blajer_space blajer_without_metric(const blajer_space *space);
// Computes the basis by the recursion (3.2), (3.5) on P = [C E]; the columns of E are the unit vectors `chosen`.
void blajer_orthonormalize(const blajer_space *space, const int *chosen, blajer_reading reading, blajer_basis *basis);
// Compute the basis with one orthogonalisation per vector: for any k constant vectors E, or for unit vectors, whose
// zeros save products.
void blajer_orthonormalize_dense(const blajer_space *space, const blajer_matrix *e, blajer_basis *basis);
void blajer_orthonormalize_sparse(const blajer_space *space, const int *chosen, blajer_reading reading,
                                  blajer_basis *basis);
// Computes the projective criterion (5.5): sine2[i] is sin^2 of the angle between unit vector i and the constraint
// vectors.
void blajer_sines(const blajer_space *space, double *sine2);
// Choose k unit vectors for E by the largest sines: all at once, as in the paper, or one by one, each after the
// projector has been reduced by the previous ones.
void blajer_choose_once(const blajer_space *space, int *chosen);
void blajer_choose_greedy(const blajer_space *space, int *chosen);
// Computes the metric of a basis, B M B', k x k.
void blajer_metric(const blajer_space *space, int k, const blajer_matrix *b, blajer_matrix *out);
double blajer_from_identity(int k, const blajer_matrix *a);  // returns the largest |a - I|
double blajer_dot(int n, const double *a, const double *b);
void blajer_times(int n, const blajer_matrix *a, const double *x, double *out);
// Applies a matrix of the shape of Mi (M, Mi or Midot) and counts products; products may be NULL.
void blajer_apply(const blajer_space *space, const blajer_matrix *a, const double *x, double *out, long *products);
// Computes the correction dx = -Mi C (C' Mi C)^-1 f of (4.5a), f = space->f; products may be NULL.
void blajer_correction(const blajer_space *space, double *dx, long *products);
// Computes C' Mi C, m x m, and Mi C as m vectors; products may be NULL.
void blajer_constraint_metric(const blajer_space *space, blajer_matrix *Mc, blajer_matrix *MiC, long *products);
// Solves A x = b with a symmetric positive definite A, which is destroyed; x replaces b. Returns false if A is not
// definite. products may be NULL.
bool blajer_solve_definite(int n, blajer_matrix *A, double *b, long *products);
// Calls `visit` for every combination of k of n indices, in lexicographic order.
void blajer_each_choice(int n, int k, void (*visit)(const int *chosen, void *self), void *self);

// ---- blajer_decompose.c: bases of other methods (section 1)
// Computes D with C' D = 0 and ap with C' ap = gamma by a decomposition of C, and adds the products. Returns false if
// the constraints are dependent.
typedef bool blajer_decomposition(const blajer_space *space, const double *gamma, blajer_matrix *d, double *ap,
                                  long *products);
blajer_decomposition blajer_by_lu, blajer_by_householder, blajer_by_svd, blajer_by_zero_eigenvalues;
// Computes eigenvalues (ascending) and eigenvectors (rows of q) of a symmetric matrix, which is destroyed. Returns
// false without convergence.
bool blajer_eigen(int n, blajer_matrix *a, double *values, blajer_matrix *q, long *products);

// ---- blajer_space.c
// Returns a random space: random constraints, forces and consistent velocities; M diagonal and constant, or full and
// varying.
blajer_space blajer_random_space(int n, int m, blajer_shape shape);

// ---- blajer_motion.c: a run in the paper's symbols
// Starts a run like repro_follow; fails for models larger than a blajer_space.
repro_motion *blajer_follow(repro *r, const char *title, const jn_model *model, const jn_choices *choices,
                            const char *const *probes, int nprobes);
void blajer_look(repro_motion *motion, blajer_space *space);  // reads the terms at motion->state
// Reads the engine's own basis at the state of the run. Returns false after a failure.
bool blajer_look_tangent(repro *r, repro_motion *motion, blajer_tangent *tangent);
jn_choices blajer_choices(repro *r, jn_model *model, const char *formulation, const char *variant,
                          const char *position);

// Returns a space with M = diag(mass), f = (x1 - x2, x3 - x4, x4 - x5): for equal masses the rule of section 5 makes [C
// E] singular.
blajer_space blajer_counterexample(const double *mass);

// ---- parts of the reproduction
void blajer_figures(repro *r);             // blajer_figure_1.c
void blajer_section_6(repro *r);           // blajer_pendulum.c
void blajer_basis_claims(repro *r);        // blajer_along.c
void blajer_drift_claims(repro *r);        // blajer_drift.c
void blajer_choice_claims(repro *r);       // blajer_choice.c
void blajer_unit_claims(repro *r);         // blajer_units.c
void blajer_misprints(repro *r);           // blajer_misprints.c
void blajer_cost_claims(repro *r);         // blajer_cost.c
void blajer_rival_claims(repro *r);        // blajer_rivals.c
void blajer_sparse_claim(repro *r);        // blajer_sparse.c
void blajer_reaction_claims(repro *r);     // blajer_reactions.c
void blajer_nonholonomic_claim(repro *r);  // blajer_nonholonomic.c

#endif
