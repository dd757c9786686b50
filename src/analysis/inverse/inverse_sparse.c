// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// inverse_sparse.c - inverse dynamics by a sparse LU, where the answer is unique.
//
// As many actuators as freedoms:  [B' -C'] [tau; lambda] = need, nv equations; in joint coordinates those of a tree,
// each actuator on a coordinate of its own, are nv equations with one unknown each. Surplus actuators, of which the
// least forces (tau' tau) are wanted:
//   [1  B  0 ] [tau    ]   [0   ]
//   [B' 0  C'] [y      ] = [need]
//   [0  C  0 ] [-lambda]   [0   ]
// which is regular where the rows C are independent and the actuators push along all freedoms.
#include <math.h>
#include <string.h>

#include "analysis/inverse/inverse_inside.h"
#include "linalg/dense/dense.h"
#include "system/system.h"

static const double REGULAR = 1e-9;  // smallest pivot over the largest; below it the ranks are determined densely

static int unknowns(const jn_inverse *inv) {
  int nv = inv->system->sizes.nv, all = inv->npassive + inv->n;
  return all == nv ? nv : nv + all;
}

// ---- pattern -------------------------------------------------------------------------------------------------------

// Writes the row and the column of each nonzero element of the matrix to `row` and `column`, and returns the number of
// elements. An entry of inv->rows gives one element if the matrix has as many actuators as freedoms (square in tau and
// lambda); otherwise two, and the n diagonal elements of tau follow.
static int fill_places(const jn_inverse *inv, int *row, int *column) {
  int nv = inv->system->sizes.nv, m = inv->npassive, k = 0;
  bool square = m + inv->n == nv;
  for (int i = 0; i < m + inv->n; i++) {
    int own = i < m ? (square ? inv->n + i : inv->n + nv + i) : i - m;
    for (int e = inv->rows.at[i]; e < inv->rows.at[i + 1]; e++) {
      int speed = square ? inv->rows.column[e] : inv->n + inv->rows.column[e];
      row[k] = speed;
      column[k++] = own;
      if (!square) {
        row[k] = own;
        column[k++] = speed;
      }
    }
  }
  for (int i = 0; !square && i < inv->n; i++) {
    row[k] = column[k] = i;
    k++;
  }
  return k;
}

static void fill_values(jn_inverse *inv) {
  double *value = jni_lu_values(inv->lu);
  int m = inv->npassive;
  bool square = m + inv->n == inv->system->sizes.nv;
  for (int i = 0; i < m + inv->n; i++)
    for (int e = inv->rows.at[i]; e < inv->rows.at[i + 1]; e++) {
      double x = square && i < m ? -inv->rows.value[e] : inv->rows.value[e];
      *value++ = x;
      if (!square) *value++ = x;
    }
  for (int i = 0; !square && i < inv->n; i++) *value++ = 1;
}

// Sets the sizes of rows and columns by which the LU factor scales the matrix: equations of speeds by the typical sizes
// of the speeds, multipliers by the weights of their rows.
static void measure(jn_inverse *inv) {
  const jn_system *system = inv->system;
  double *rows = jni_lu_row_sizes(inv->lu), *columns = jni_lu_column_sizes(inv->lu);
  for (int j = 0; j < system->sizes.nv; j++) rows[j] = 1 / system->v_size[j];
  for (int i = 0; i < inv->npassive; i++) columns[inv->n + i] = system->row_weight[inv->passive[i]];
}

static void make(jn_inverse *inv) {
  int nv = inv->system->sizes.nv, all = inv->npassive + inv->n;
  inv->regular_made = true;
  if (nv < inv->regular_from || all < nv || nv == 0) return;
  size_t places = 2 * (size_t)inv->rows.at[all] + (size_t)inv->n;
  int *row = jni_ints(&inv->pool, 2 * places + 1), n = row ? fill_places(inv, row, row + places) : 0;
  inv->unknowns = jni_doubles(&inv->pool, (size_t)unknowns(inv) + 1);
  if (!inv->pool.failed)
    inv->lu = jni_keep(&inv->pool, jni_lu_new(inv->pool.alloc, unknowns(inv), n, row, row + places), jni_object_free);
  if (inv->lu && all == nv) measure(inv);
  jni_drop(&inv->pool, row);
}

// ---- solving -------------------------------------------------------------------------------------------------------

static void take(const jn_inverse *inv, double *tau, double *lambda) {
  int nv = inv->system->sizes.nv, m = inv->npassive;
  bool square = m + inv->n == nv;
  memcpy(tau, inv->unknowns, (size_t)inv->n * sizeof *tau);
  if (!lambda) return;
  memset(lambda, 0, (size_t)inv->system->sizes.nc * sizeof *lambda);
  for (int i = 0; i < m; i++)
    lambda[inv->passive[i]] = square ? inv->unknowns[inv->n + i] : -inv->unknowns[inv->n + nv + i];
  jni_inverse_drivers(inv, tau, lambda);
}

bool jni_inverse_solve_sparse(jn_inverse *inv, double *tau, double *lambda, jn_inverse_result *result) {
  int nv = inv->system->sizes.nv, n = unknowns(inv);
  if (!inv->regular_made) make(inv);
  if (!inv->lu || !jni_all_finite(inv->need, nv)) return false;
  fill_values(inv);
  if (!jni_lu_factor(inv->lu) || !(jni_lu_pivot(inv->lu) > REGULAR)) return false;
  memset(inv->unknowns, 0, (size_t)n * sizeof *inv->unknowns);
  memcpy(inv->unknowns + (n == nv ? 0 : inv->n), inv->need, (size_t)nv * sizeof *inv->need);
  jni_lu_solve(inv->lu, inv->unknowns);
  if (!jni_all_finite(inv->unknowns, n)) return false;
  take(inv, tau, lambda);
  int freedoms = nv - inv->npassive;
  *result = (jn_inverse_result){
      .freedoms = freedoms, .rank = freedoms, .surplus = inv->n - freedoms, .load = jni_dense_largest(inv->size, nv)};
  return true;
}
