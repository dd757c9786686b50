// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// loop_plan.c - see loop_plan.h.
#include "compile/loop_plan.h"
#include "system/system.h"

#include <math.h>

// Working data of an elimination with complete pivoting on the values that G has at the nominal state.
typedef struct {
  int nc, m;           // rows: constraint equations; columns: dependent speeds
  double *A;           // nc x m
  bool *used, *done;   // nc, m: rows and columns that have a pivot
  int *rows, *column;  // row and column of each of the n pivots found so far
  int n;
} choice;

// Chooses pivots in the rows before `end`, the largest remaining element first, and eliminates their columns, until no
// element is above 1e-9 or all columns have a pivot. Appends rows and columns of the pivots to c.
static void choose_rows(choice *c, int end) {
  const double least = 1e-9;
  int m = c->m;
  for (; c->n < m; c->n++) {
    int row = -1, column = -1;
    double most = least;
    for (int r = 0; r < end; r++)
      for (int k = 0; k < m && !c->used[r]; k++)
        if (!c->done[k] && fabs(c->A[r * m + k]) > most) {
          most = fabs(c->A[r * m + k]);
          row = r;
          column = k;
        }
    if (row < 0) return;
    c->used[row] = c->done[column] = true;
    c->rows[c->n] = row;
    c->column[c->n] = column;
    for (int r = 0; r < c->nc; r++) {
      double factor = c->used[r] ? 0 : c->A[r * m + column] / c->A[row * m + column];
      for (int k = 0; k < m && factor != 0; k++) c->A[r * m + k] -= factor * c->A[row * m + k];
    }
  }
}

// Chooses an equation for each dependent speed (columns) by complete pivoting, equations of positions first: fills
// rows[] and place_columns[], the equation and the speed of each pivot. Returns the number of pivots in equations of
// positions, whose coordinates are dependent; -1 if there are too few independent equations or memory is short.
static int choose(jni_equations *e, const int *columns, int *rows, int *place_columns) {
  int nc = e->plan.nc, nv = e->plan.nv, m = e->plan.m, nplace = -1;
  jni_pool scratch = {.alloc = e->pool.alloc};
  choice c = {.nc = nc, .m = m, .rows = rows, .column = place_columns};
  c.A = jni_doubles(&scratch, (size_t)(nc * m) + 1);
  c.used = jni_flags(&scratch, (size_t)nc + 1);
  c.done = jni_flags(&scratch, (size_t)m + 1);
  for (int r = 0; r < nc && c.A; r++)
    for (int k = 0; k < m; k++) c.A[r * m + k] = jni_value_of(e->values, e->writer->G[r * nv + columns[k]]);
  if (!scratch.failed) {
    choose_rows(&c, e->system->sizes.nh);
    nplace = c.n;
    choose_rows(&c, nc);
    for (int i = 0; i < c.n; i++) place_columns[i] = columns[place_columns[i]];
  }
  e->pool.failed |= scratch.failed;
  jni_pool_free(&scratch);
  return c.n == m ? nplace : -1;
}

// Fills *incidence: for each constraint equation the speeds whose element of G is not JNI_ZERO.
static void list_incidence(jni_equations *e, jni_incidence *incidence) {
  int nc = e->plan.nc, nv = e->plan.nv, n = 0;
  int *at = jni_ints(&e->pool, (size_t)nc + 1), *list = jni_ints(&e->pool, (size_t)(nc * nv) + 1);
  for (int r = 0; r < nc && !e->pool.failed; r++) {
    at[r] = n;
    for (int c = 0; c < nv; c++)
      if (e->writer->G[r * nv + c] != JNI_ZERO) list[n++] = c;
  }
  if (!e->pool.failed) at[nc] = n;
  *incidence = (jni_incidence){nc, nv, at, list};
}

static bool find_groups(jni_equations *e, jni_loop_plan *plan, const int *rows, const int *columns) {
  jni_incidence *incidence = jni_take(&e->pool, 1, sizeof *incidence);
  if (incidence) list_incidence(e, incidence);
  jni_loops *loops = e->pool.failed ? NULL : jni_loops_new(&e->pool, incidence);
  if (!loops || !jni_loops_find(loops, rows, columns, plan->m)) return false;
  plan->groups = jni_loops_get(loops);
  return true;
}

bool jni_plan_loops(jni_equations *e, const jni_equations_def *def) {
  int nv = e->plan.nv, m = e->plan.m = nv - def->nindependent, n = 0;
  int *columns = jni_ints(&e->pool, (size_t)m + 1), *rows = jni_ints(&e->pool, (size_t)m + 1),
      *place_columns = jni_ints(&e->pool, (size_t)m + 1);
  bool *free = jni_flags(&e->pool, (size_t)nv + 1);
  e->plan.independent = jni_ints(&e->pool, (size_t)def->nindependent + 1);
  if (e->pool.failed) return false;
  for (int i = 0; i < def->nindependent; i++) free[def->independent[i]] = true;
  for (int c = 0, k = 0; c < nv; c++) {
    if (free[c]) e->plan.independent[k++] = c;
    else columns[n++] = c;
  }
  e->place = e->plan;
  if (m == 0) return true;
  e->place.m = choose(e, columns, rows, place_columns);
  if (e->place.m < 0 || !find_groups(e, &e->plan, rows, columns)) return false;
  if (e->place.m == m) e->place = e->plan;
  return e->place.m == m || e->place.m == 0 || find_groups(e, &e->place, rows, place_columns);
}
