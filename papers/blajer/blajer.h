// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// blajer.h - what the files of Blajer's paper share: its orthonormalisation written out densely, and a motion
// to look along.
//
// The recursion here is the app's own, of the paper's formulas as they stand there, corrected or as printed. It is what
// the engine's basis is compared with, and what shows by how much a misprint is off. Vectors are rows: w.at[i] is the
// paper's w_i, and c.at[i] a constraint vector.
#ifndef PAPERS_BLAJER_H
#define PAPERS_BLAJER_H

#include "trial/trial.h"

enum { BLAJER_MOST = 40 };  // largest number of speeds of a model or a made-up space

typedef struct {
  double at[BLAJER_MOST][BLAJER_MOST];
} blajer_matrix;

typedef enum { BLAJER_FULL, BLAJER_DIAGONAL, BLAJER_IDENTITY } blajer_shape;

// The paper's symbols at one state, by the engine's terms: C = G', h = f of the engine; lambda has the opposite sign.
typedef struct {
  int n, m, k;         // speeds, constraints, freedoms
  blajer_shape shape;  // of Mi: how many products it takes to apply it
  bool constant;       // Mdot = 0
  double t;
  double v[BLAJER_MOST], h[BLAJER_MOST], f[BLAJER_MOST];  // f: the rows of (2.4)
  blajer_matrix M, Mdot, Mi, Midot;
  blajer_matrix c, cdot;  // m vectors, covariant
} blajer_space;

// The engine's basis of the tangent space: k vectors of n contravariant components.
typedef struct {
  int n, k;
  double u[BLAJER_MOST];  // tangent speeds
  blajer_matrix w;
} blajer_tangent;

// All of W = [Wc Wd], contravariant and covariant.
typedef struct {
  blajer_matrix w, wdot, ws, wsdot;
  blajer_matrix r;  // p_i = sum over j <= i of r_ij w_j*
  double least;     // smallest |v_i|^2 / |p_i|^2 of the vectors of E: how far from singular
  long products;    // multiplications and divisions
} blajer_basis;

// Corrected; or with a misprint of (3.2), of (3.5); or corrected, with one removal a vector, as printed; or without
// the rates (3.5).
typedef enum {
  BLAJER_CORRECTED = 0,
  BLAJER_PRINTED_32 = 1,
  BLAJER_PRINTED_35 = 2,
  BLAJER_PRINTED_ONCE = 4,
  BLAJER_NO_RATES = 8
} blajer_reading;

// ---- blajer_basis.c
void blajer_invert(blajer_space *space);  // Mi, Midot, shape and constant, from M and Mdot
// The same space with the identity for Mi: Gram-Schmidt without the metric.
blajer_space blajer_without_metric(const blajer_space *space);
// The recursion (3.2), (3.5) on P = [C E], E the unit vectors `chosen`.
void blajer_orthonormalize(const blajer_space *space, const int *chosen, blajer_reading reading, blajer_basis *basis);
// The same with one removal a vector: E any k vectors that stay, or unit vectors whose zeros are made use of.
void blajer_orthonormalize_dense(const blajer_space *space, const blajer_matrix *e, blajer_basis *basis);
void blajer_orthonormalize_sparse(const blajer_space *space, const int *chosen, blajer_reading reading,
                                  blajer_basis *basis);
// The projective criterion (5.5): sin^2 of the angle between every unit vector and the constraints.
void blajer_sines(const blajer_space *space, double *sine2);
void blajer_choose_once(const blajer_space *space, int *chosen);    // the k largest at one stroke, as in the paper
void blajer_choose_greedy(const blajer_space *space, int *chosen);  // each taken out of the projector before the next
// The metric of a basis: B M B', k x k.
void blajer_metric(const blajer_space *space, int k, const blajer_matrix *b, blajer_matrix *out);
double blajer_from_identity(int k, const blajer_matrix *a);  // largest |a - I|
double blajer_dot(int n, const double *a, const double *b);
void blajer_times(int n, const blajer_matrix *a, const double *x, double *out);
// Applies M (or Mi, Midot: a matrix of the same shape) and counts products.
void blajer_apply(const blajer_space *space, const blajer_matrix *a, const double *x, double *out, long *products);
// -Mi C (C' Mi C)^-1 f of (4.5a), f = space->f; products may be NULL.
void blajer_correction(const blajer_space *space, double *dx, long *products);
// C' Mi C, m x m, and Mi C, m vectors; products may be NULL.
void blajer_constraint_metric(const blajer_space *space, blajer_matrix *Mc, blajer_matrix *MiC, long *products);
// Solves A x = b, A symmetric and definite (destroyed), x in b; false: not definite. products may be NULL.
bool blajer_solve_definite(int n, blajer_matrix *A, double *b, long *products);
// Calls visit for every choice of k of n places, in order.
void blajer_each_choice(int n, int k, void (*visit)(const int *chosen, void *self), void *self);

// ---- blajer_decompose.c: rivals of section 1
// Calculates D with C' D = 0 and ap with C' ap = gamma by a decomposition of C and adds the products. False: the
// constraints are dependent.
typedef bool blajer_decomposition(const blajer_space *space, const double *gamma, blajer_matrix *d, double *ap,
                                  long *products);
blajer_decomposition blajer_by_lu, blajer_by_householder, blajer_by_svd, blajer_by_zero_eigenvalues;
// Eigenvalues (ascending) and eigenvectors (rows of q) of a symmetric matrix (destroyed); false: no convergence.
bool blajer_eigen(int n, blajer_matrix *a, double *values, blajer_matrix *q, long *products);

// ---- blajer_space.c
// Made-up spaces: constraints, forces and consistent velocities at random, M diagonal and constant or full and varying.
blajer_space blajer_random_space(int n, int m, blajer_shape shape);

// ---- blajer_motion.c: a run in the paper's symbols
// repro_follow, for models that have room in a blajer_space
repro_motion *blajer_follow(repro *r, const char *title, const jn_model *model, const jn_choices *choices,
                            const char *const *probes, int nprobes);
void blajer_look(repro_motion *motion, blajer_space *space);  // at motion->state
bool blajer_look_tangent(repro *r, repro_motion *motion,
                         blajer_tangent *tangent);  // the engine's own basis, at the run's state
jn_choices blajer_choices(repro *r, jn_model *model, const char *formulation, const char *variant,
                          const char *position);

// M = diag(mass), f = (x1 - x2, x3 - x4, x4 - x5): the rule of section 5 makes [C E] singular for equal masses.
blajer_space blajer_counterexample(const double *mass);

// ---- the parts of the paper
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
