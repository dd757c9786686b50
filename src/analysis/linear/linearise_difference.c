// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// linearise_difference.c - derivatives by central differences, extrapolated to a step of zero.
//
//   D(h) = (F(h) - F(-h)) / 2h = F' + c2 h^2 + c4 h^4 + ...,     D_kj = D_k,j-1 + (D_k,j-1 - D_k-1,j-1) / (4^j - 1),
//       h_k = h / 2^k
// Each entry takes the value of the table that agrees best with its neighbours, and the difference as its error
// [Ridders 1982]. Large steps are accurate for smooth functions; small steps are needed for others.
#include <float.h>
#include <math.h>
#include <string.h>

#include "analysis/linear/linearise.h"
#include "system/system.h"

enum { LEVELS = 20, LEAST_LEVELS = 4 };
// Error, relative to the largest entry of the column, below which no smaller steps are tried.
static const double ENOUGH = 2e-14;
// The first step of the table divided by SMALL is the step that confirms the result; divided by SMALLER it is the first
// step of the second table, used for entries that are not confirmed.
static const double SMALL = 4096, SMALLER = 64;
static const double CONFIRMED = 1e-5;  // largest difference of a confirmed entry, relative to the largest of the column
// Relative error below which an error that grows with smaller steps is due to rounding, so that the entry is final.
static const double CONVERGED = 1e-7;

typedef struct {
  double *plus, *minus;  // n: F(h) and F(-h)
  double *row, *before;  // LEVELS x n: D_k and D_k-1
  double *other;         // 2 x n: derivatives and errors by small steps
  bool *done, *doubted;  // n: entries that are final; entries that a small step does not confirm
  int n;
} table;

static bool make_table(const jni_linear_equations *flow, jni_pool *scratch, table *t) {
  size_t n = (size_t)jni_flow_size(flow);
  *t = (table){.n = (int)n};
  t->plus = jni_doubles(scratch, n);
  t->minus = jni_doubles(scratch, n);
  t->row = jni_doubles(scratch, LEVELS * n);
  t->before = jni_doubles(scratch, LEVELS * n);
  t->other = jni_doubles(scratch, 2 * n);
  t->done = jni_flags(scratch, n);
  t->doubted = jni_flags(scratch, n);
  return !scratch->failed;
}

// Returns the error that the rounding of F causes in the difference quotient of entry i with step h.
static double rounding_of(const table *t, size_t i, double h) {
  return DBL_EPSILON * fmax(fabs(t->plus[i]), fabs(t->minus[i])) / h;
}

// Computes row k of the extrapolation table for all entries, from t->plus and t->minus (results at +h and -h), and
// stores an entry in `derivative` and its error in `error` if the error is smaller than before. The error is at least
// that of rounding, because closer agreement is chance. Marks entries whose error is rounding as final.
static void extrapolate(table *t, int k, double h, double *derivative, double *error) {
  size_t n = (size_t)t->n;
  double *kept = t->row, factor = 4;
  t->row = t->before;
  t->before = kept;
  for (size_t i = 0; i < n; i++) t->row[i] = (t->plus[i] - t->minus[i]) / (2 * h);
  if (k == 0) memcpy(derivative, t->row, n * sizeof *derivative);
  for (int j = 1; j <= k; j++) {
    for (size_t i = 0; i < n; i++) {
      double *own = t->row + (size_t)j * n + i, left = own[-(ptrdiff_t)n], above = t->before[(size_t)(j - 1) * n + i];
      *own = left + (left - above) / (factor - 1);
      double off = fmax(fmax(fabs(*own - left), fabs(*own - above)), rounding_of(t, i, h));
      if (off < error[i] && !t->done[i]) {
        error[i] = off;
        derivative[i] = *own;
      }
    }
    factor *= 4;
  }
  for (size_t i = 0; i < n; i++) t->done[i] |= error[i] <= rounding_of(t, i, h);
}

// Returns the largest of the nx rates in a column x, each over its typical size, which does not depend on units.
static double largest(const jni_linear_equations *flow, const double *x) {
  double most = 0;
  for (int i = 0; i < flow->nx; i++) most = fmax(most, fabs(x[i]) / jni_flow_typical_rate(flow, i));
  return most;
}

// Returns the typical size of entry i of a column if it is a rate of x; 0 for outputs and speeds of bodies.
static double size_of(const jni_linear_equations *flow, size_t i) {
  return i < (size_t)flow->nx ? jni_flow_typical_rate(flow, (int)i) : 0;
}

// Marks an accurate entry as final if row k of the table differs from row k - 1 by at least twice its error: rounding
// dominates from there on.
static void mark_converged(const jni_linear_equations *flow, table *t, int k, const double *derivative,
                           const double *error) {
  size_t n = (size_t)t->n;
  double most = largest(flow, derivative);
  for (size_t i = 0; k > 1 && i < n; i++)
    if (error[i] <= CONVERGED * fmax(most * size_of(flow, i), fabs(derivative[i])))
      t->done[i] |= fabs(t->row[(size_t)k * n + i] - t->before[(size_t)(k - 1) * n + i]) >= 2 * error[i];
}

static bool is_enough(const jni_linear_equations *flow, const double *derivative, const double *error) {
  return largest(flow, error) <= ENOUGH * largest(flow, derivative);
}

static bool all_done(const jni_linear_equations *flow, const table *t) {
  for (int i = 0; i < flow->nx; i++)
    if (!t->done[i]) return false;
  return true;
}

static bool evaluate(jni_linear_equations *flow, int direction, double h, table *t) {
  return jni_flow_calc(flow, direction, h, t->plus) && jni_flow_calc(flow, direction, -h, t->minus);
}

static bool run_levels(jni_linear_equations *flow, int direction, double longest, table *t, double *derivative,
                       double *error) {
  int done = 0;
  memset(t->done, 0, (size_t)t->n * sizeof *t->done);
  for (int i = 0; i < t->n; i++) error[i] = HUGE_VAL;
  for (int k = 0; k < LEVELS; k++) {
    double h = longest / (1 << k);
    bool closed = evaluate(flow, direction, h, t);
    if (!closed && (flow->status != JN_NO_CONVERGENCE || done > 0)) return false;
    if (!closed) continue;  // the step is too large: the constraints cannot be satisfied
    extrapolate(t, done, h, derivative, error);
    mark_converged(flow, t, done++, derivative, error);
    if (done >= LEAST_LEVELS && (is_enough(flow, derivative, error) || all_done(flow, t))) break;
  }
  return done >= LEAST_LEVELS;
}

// Checks the derivatives by one small step, since several large steps can agree with each other where a force law
// changes beyond some distance. Computes entries that differ again, from small steps only. Returns false if an
// evaluation fails.
static bool confirm(jni_linear_equations *flow, int direction, double h, table *t, double *derivative, double *error) {
  size_t n = (size_t)t->n;
  double *other = t->other, *off = t->other + n;
  if (!evaluate(flow, direction, h / SMALL, t)) return false;
  double most = largest(flow, derivative);
  bool all = true;
  for (size_t i = 0; i < n; i++) {
    double small = (t->plus[i] - t->minus[i]) / (2 * h / SMALL);
    t->doubted[i] = fabs(small - derivative[i]) > CONFIRMED * fmax(most * size_of(flow, i), fabs(small));
    all = all && !t->doubted[i];
  }
  if (all) return true;
  if (!run_levels(flow, direction, h / SMALLER, t, other, off)) return false;
  for (size_t i = 0; i < n; i++)
    if (t->doubted[i]) {
      derivative[i] = other[i];
      error[i] = off[i];
    }
  return true;
}

bool jni_difference(jni_linear_equations *flow, int direction, double *derivative, double *error) {
  table t;
  double h = jni_flow_first_step(flow, direction);
  jni_pool scratch = {.alloc = flow->system->alloc};
  bool made = make_table(flow, &scratch, &t), done = made && run_levels(flow, direction, h, &t, derivative, error) &&
                                                     confirm(flow, direction, h, &t, derivative, error);
  if (!made) flow->status = JN_NO_MEMORY;
  jni_pool_free(&scratch);
  return done;
}
