// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// park_dense.h - the paper's equations with dense matrices, as its authors solved them, and counts of multiplications.
// The terms come from the engine; everything else is computed here.
#ifndef APP_REPRODUCE_PARK_DENSE_H
#define APP_REPRODUCE_PARK_DENSE_H

#include "trial/trial.h"

// largest number of coordinates or constraints, and of both together
enum { PARK_MOST = 20, PARK_MOST_ALL = 2 * PARK_MOST };

// Terms of the equations at a state; rows are dense with PARK_MOST columns.
typedef struct {
  int n, m;  // number of coordinates and of constraints
  double M[PARK_MOST][PARK_MOST], G[PARK_MOST][PARK_MOST];
  double Q[PARK_MOST], gamma[PARK_MOST], nu[PARK_MOST], v[PARK_MOST];  // nu = -Phi_t
} park_terms;

// Dependent and independent coordinates by full pivoting, (11), and the constraints that are not redundant.
typedef struct {
  int rank;
  int columns[PARK_MOST];  // coordinates: `rank` dependent ones, then the independent ones
  int rows[PARK_MOST];     // constraints: `rank` that are kept, then the redundant ones
} park_partition;

// Multiplications and divisions of one evaluation, by part.
typedef struct {
  double basis;          // B and B'M, (18)
  double accelerations;  // the equations of (15) or (21)
  double multipliers;    // (22) to (24)
} park_operations;

bool park_look(const jn_system *system, jn_work *work, const double *state, park_terms *terms);
park_partition park_choose(const park_terms *terms);
// Removes the redundant constraints; the others are stored in the order of partition->rows.
void park_reduce(park_terms *terms, const park_partition *partition);

// Does one iteration of the position analysis (12) and the velocity analysis (14), and counts operations (may be NULL).
// Both factor G_d; (18) and (24) use the second factor. Returns false if G_d is singular.
bool park_analyse(const park_terms *terms, const park_partition *partition, double *velocities, double *operations);
// Computes B (18) and c (19) of v = B u + c; B has n rows. Returns false if G_d is singular.
bool park_basis(const park_terms *terms, const park_partition *partition, double B[PARK_MOST][PARK_MOST], double *c);
// Compute accelerations and multipliers: by (15), or by (21) and (24). `operations` and `lambda` may be NULL. Return
// false if the equations are singular.
bool park_solve_all(const park_terms *terms, double *vdot, double *lambda, park_operations *operations);
bool park_solve_reduced(const park_terms *terms, const park_partition *partition, double *vdot, double *lambda,
                        park_operations *operations);

#endif
