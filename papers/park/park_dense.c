// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// park_dense.c - the paper's equations with dense matrices; see park_dense.h.
#include "park/park_dense.h"

#include <math.h>
#include <string.h>

// ---- terms ------------------------------------------------------------------------------------------------------

static void spread(int rows, int columns, const double *from, double to[PARK_MOST][PARK_MOST]) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) to[i][j] = from[i * columns + j];
}

bool park_look(const jn_system *system, jn_work *work, const double *state, park_terms *terms) {
  jn_sizes sizes = jn_system_sizes(system);
  // jn_state_* return pointers into a state that is not const; it is not changed here
  double *own = (double *)state, dense[PARK_MOST * PARK_MOST];
  if (sizes.nv > PARK_MOST || sizes.nc > PARK_MOST) return false;
  terms->n = sizes.nv;
  terms->m = sizes.nc;
  memcpy(terms->v, jn_state_v(system, own), (size_t)sizes.nv * sizeof(double));
  jn_calc_position(system, work, state[0], jn_state_q(system, own), jn_state_z(system, own), jn_state_s(system, own));
  jn_calc_velocity(system, work, terms->v);
  jn_calc_force(system, work, jn_state_z(system, own));
  jn_get_M(system, work, dense);
  spread(terms->n, terms->n, dense, terms->M);
  jn_get_G(system, work, dense);
  spread(terms->m, terms->n, dense, terms->G);
  jn_get_f(system, work, terms->Q);
  jn_get_gamma(system, work, terms->gamma);
  jn_get_nu(system, work, terms->nu);
  return true;
}

// ---- the partition ----------------------------------------------------------------------------------------------

static void swap(int *a, int *b) {
  int kept = *a;
  *a = *b;
  *b = kept;
}

park_partition park_choose(const park_terms *terms) {
  static const double negligible = 1e-9;  // smaller pivots are zero, relative to the largest entry
  park_partition p = {.rank = 0};
  double A[PARK_MOST][PARK_MOST], largest = 0;
  memcpy(A, terms->G, sizeof A);
  for (int i = 0; i < terms->m; i++) p.rows[i] = i;
  for (int j = 0; j < terms->n; j++) p.columns[j] = j;
  for (int k = 0; k < terms->m && k < terms->n; k++) {
    int row = k, column = k;
    double best = 0;
    for (int i = k; i < terms->m; i++)
      for (int j = k; j < terms->n; j++) {
        double size = fabs(A[p.rows[i]][p.columns[j]]);
        if (!(size > best)) continue;
        best = size;
        row = i;
        column = j;
      }
    if (k == 0) largest = best;
    if (!(best > negligible * largest)) break;
    swap(&p.rows[k], &p.rows[row]);
    swap(&p.columns[k], &p.columns[column]);
    for (int i = k + 1; i < terms->m; i++) {
      double factor = A[p.rows[i]][p.columns[k]] / A[p.rows[k]][p.columns[k]];
      for (int j = k; j < terms->n; j++) A[p.rows[i]][p.columns[j]] -= factor * A[p.rows[k]][p.columns[j]];
    }
    p.rank++;
  }
  return p;
}

void park_reduce(park_terms *terms, const park_partition *partition) {
  park_terms all = *terms;
  terms->m = partition->rank;
  for (int i = 0; i < terms->m; i++) {
    memcpy(terms->G[i], all.G[partition->rows[i]], sizeof terms->G[i]);
    terms->gamma[i] = all.gamma[partition->rows[i]];
    terms->nu[i] = all.nu[partition->rows[i]];
  }
}

// ---- dense factors ----------------------------------------------------------------------------------------------

typedef struct {
  int n;
  double A[PARK_MOST_ALL][PARK_MOST_ALL];  // the matrix; after `factor` its LU factors
  int pivots[PARK_MOST_ALL];
} dense_lu;

// Factors lu->A with row pivoting. Returns false if it is singular.
static bool factor(dense_lu *lu, double *operations) {
  for (int k = 0; k < lu->n; k++) {
    int best = k;
    for (int i = k + 1; i < lu->n; i++)
      if (fabs(lu->A[i][k]) > fabs(lu->A[best][k])) best = i;
    lu->pivots[k] = best;
    if (!(fabs(lu->A[best][k]) > 0)) return false;
    for (int j = 0; j < lu->n && best != k; j++) {
      double kept = lu->A[k][j];
      lu->A[k][j] = lu->A[best][j];
      lu->A[best][j] = kept;
    }
    for (int i = k + 1; i < lu->n; i++) {
      double part = lu->A[i][k] /= lu->A[k][k];
      for (int j = k + 1; j < lu->n; j++) lu->A[i][j] -= part * lu->A[k][j];
    }
    *operations += (lu->n - k - 1) * (lu->n - k);
  }
  return true;
}

static void solve(const dense_lu *lu, double *x, double *operations) {
  for (int k = 0; k < lu->n; k++) {
    double kept = x[k];
    x[k] = x[lu->pivots[k]];
    x[lu->pivots[k]] = kept;
  }
  for (int i = 1; i < lu->n; i++)
    for (int j = 0; j < i; j++) x[i] -= lu->A[i][j] * x[j];
  for (int i = lu->n - 1; i >= 0; i--) {
    for (int j = i + 1; j < lu->n; j++) x[i] -= lu->A[i][j] * x[j];
    x[i] /= lu->A[i][i];
  }
  *operations += lu->n * lu->n;
}

// Solves A' x = b with the factors of A; x replaces b.
static void solve_transposed(const dense_lu *lu, double *x, double *operations) {
  for (int i = 0; i < lu->n; i++) {
    for (int j = 0; j < i; j++) x[i] -= lu->A[j][i] * x[j];
    x[i] /= lu->A[i][i];
  }
  for (int i = lu->n - 2; i >= 0; i--)
    for (int j = i + 1; j < lu->n; j++) x[i] -= lu->A[j][i] * x[j];
  for (int k = lu->n - 1; k >= 0; k--) {
    double kept = x[k];
    x[k] = x[lu->pivots[k]];
    x[lu->pivots[k]] = kept;
  }
  *operations += lu->n * lu->n;
}

// Factors the columns of G that belong to the dependent coordinates, G_d. Returns false if they are singular.
static bool factor_dependent(const park_terms *terms, const park_partition *partition, dense_lu *lu,
                             double *operations) {
  lu->n = terms->m;
  for (int i = 0; i < terms->m; i++)
    for (int j = 0; j < terms->m; j++) lu->A[i][j] = terms->G[i][partition->columns[j]];
  return factor(lu, operations);
}

static void form_basis(const park_terms *terms, const park_partition *partition, const dense_lu *lu,
                       double B[PARK_MOST][PARK_MOST], double *c, double *operations) {
  int free = terms->n - terms->m;
  double x[PARK_MOST];
  for (int k = 0; k < free; k++) {
    int column = partition->columns[terms->m + k];
    for (int i = 0; i < terms->m; i++) x[i] = -terms->G[i][column];
    solve(lu, x, operations);
    for (int i = 0; i < terms->m; i++) B[partition->columns[i]][k] = x[i];
    for (int j = 0; j < free; j++) B[partition->columns[terms->m + j]][k] = j == k;
  }
  memcpy(x, terms->nu, sizeof x);
  solve(lu, x, operations);
  for (int i = 0; i < terms->n; i++) c[partition->columns[i]] = i < terms->m ? x[i] : 0;
}

bool park_basis(const park_terms *terms, const park_partition *partition, double B[PARK_MOST][PARK_MOST], double *c) {
  dense_lu lu;
  double ignored = 0;
  if (!factor_dependent(terms, partition, &lu, &ignored)) return false;
  form_basis(terms, partition, &lu, B, c, &ignored);
  return true;
}

// ---- evaluations ------------------------------------------------------------------------------------------------

bool park_analyse(const park_terms *terms, const park_partition *partition, double *velocities, double *operations) {
  int n = terms->n, m = terms->m;
  dense_lu lu;
  double x[PARK_MOST] = {0}, counted = 0;
  if (!factor_dependent(terms, partition, &lu, &counted)) return false;
  solve(&lu, x, &counted);  // (12) with Phi = 0: the state satisfies the constraints
  if (!factor_dependent(terms, partition, &lu, &counted)) return false;
  for (int i = 0; i < m; i++) {
    x[i] = terms->nu[i];
    for (int k = m; k < n; k++) x[i] -= terms->G[i][partition->columns[k]] * terms->v[partition->columns[k]];
  }
  solve(&lu, x, &counted);
  counted += (double)m * (n - m);
  for (int i = 0; i < n; i++) velocities[partition->columns[i]] = i < m ? x[i] : terms->v[partition->columns[i]];
  if (operations) *operations = counted;
  return true;
}

bool park_solve_all(const park_terms *terms, double *vdot, double *lambda, park_operations *operations) {
  int n = terms->n, m = terms->m;
  dense_lu lu = {.n = n + m};
  double x[PARK_MOST_ALL], solved = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) lu.A[i][j] = terms->M[i][j];
    for (int k = 0; k < m; k++) lu.A[i][n + k] = lu.A[n + k][i] = terms->G[k][i];
    x[i] = terms->Q[i];
  }
  for (int k = 0; k < m; k++) x[n + k] = terms->gamma[k];
  if (!factor(&lu, &solved)) return false;
  solve(&lu, x, &solved);
  memcpy(vdot, x, (size_t)n * sizeof *vdot);
  if (lambda) memcpy(lambda, x + n, (size_t)m * sizeof *lambda);
  if (operations) *operations = (park_operations){.accelerations = solved};
  return true;
}

bool park_solve_reduced(const park_terms *terms, const park_partition *partition, double *vdot, double *lambda,
                        park_operations *operations) {
  int n = terms->n, m = terms->m;
  double B[PARK_MOST][PARK_MOST], c[PARK_MOST], ignored = 0;
  park_operations counted = {0};
  dense_lu dependent, lu = {.n = n};
  // not counted: the factors are known from the position analysis
  if (!factor_dependent(terms, partition, &dependent, &ignored)) return false;
  form_basis(terms, partition, &dependent, B, c, &counted.basis);
  for (int k = 0; k < n - m; k++) {
    vdot[k] = 0;
    for (int j = 0; j < n; j++) {
      lu.A[k][j] = 0;
      for (int i = 0; i < n; i++) lu.A[k][j] += B[i][k] * terms->M[i][j];
      vdot[k] += B[j][k] * terms->Q[j];
    }
  }
  counted.basis += (double)(n - m) * n * (n + 1);
  for (int i = 0; i < m; i++) {
    memcpy(lu.A[n - m + i], terms->G[i], (size_t)n * sizeof(double));
    vdot[n - m + i] = terms->gamma[i];
  }
  if (!factor(&lu, &counted.accelerations)) return false;
  solve(&lu, vdot, &counted.accelerations);
  if (lambda) {
    double b[PARK_MOST];
    for (int i = 0; i < n; i++) {
      b[i] = terms->Q[i];
      for (int j = 0; j < n; j++) b[i] -= terms->M[i][j] * vdot[j];
    }
    for (int i = 0; i < m; i++) lambda[i] = b[partition->columns[i]];
    counted.multipliers = (double)n * n;
    solve_transposed(&dependent, lambda, &counted.multipliers);
  }
  if (operations) *operations = counted;
  return true;
}
