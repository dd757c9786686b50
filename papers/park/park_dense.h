// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// park_dense.h - the paper's equations with dense matrices, as its authors had them, and counts of their
// multiplications. Terms come from the engine, everything after them is written out here.
#ifndef APP_REPRODUCE_PARK_DENSE_H
#define APP_REPRODUCE_PARK_DENSE_H

#include "trial/trial.h"

enum { PARK_MOST = 20, PARK_MOST_ALL = 2 * PARK_MOST };  // coordinates or constraints, and both together, at most

// Terms of the equations at a state; rows are dense with PARK_MOST columns.
typedef struct {
  int n, m;  // coordinates, constraints
  double M[PARK_MOST][PARK_MOST], G[PARK_MOST][PARK_MOST];
  double Q[PARK_MOST], gamma[PARK_MOST], nu[PARK_MOST], v[PARK_MOST];  // nu = -Phi_t
} park_terms;

// Dependent and independent coordinates by full pivoting, (11), and the rows that remain.
typedef struct {
  int rank;
  int columns[PARK_MOST];  // coordinates: `rank` dependent ones, then the independent ones
  int rows[PARK_MOST];     // constraints: `rank` that remain, then the redundant ones
} park_partition;

// Multiplications and divisions of one evaluation, by part.
typedef struct {
  double basis;          // B and B'M, (18)
  double accelerations;  // the equations of (15) or (21)
  double multipliers;    // (22) to (24)
} park_operations;

bool park_look(const jn_system *system, jn_work *work, const double *state, park_terms *terms);
park_partition park_choose(const park_terms *terms);
void park_reduce(park_terms *terms, const park_partition *partition);  // removes redundant rows; partition->rows counts

// One iteration of the position analysis, (12), and the velocity analysis, (14); both factor G_d, and the second factor
// is the one that (18) and (24) use. `operations` may be NULL. False: singular.
bool park_analyse(const park_terms *terms, const park_partition *partition, double *velocities, double *operations);
// B (18) and c (19): v = B u + c. B has n rows; false: singular.
bool park_basis(const park_terms *terms, const park_partition *partition, double B[PARK_MOST][PARK_MOST], double *c);
// Accelerations by (15), with multipliers, and by (21), multipliers by (24); `operations` may be NULL.
bool park_solve_all(const park_terms *terms, double *vdot, double *lambda, park_operations *operations);
bool park_solve_reduced(const park_terms *terms, const park_partition *partition, double *vdot, double *lambda,
                        park_operations *operations);

#endif
