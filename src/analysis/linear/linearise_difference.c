// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// linearise_difference.c - derivatives by central differences, extrapolated to a step of zero.
//
//   D(h) = (F(h) - F(-h)) / 2h = F' + c2 h^2 + c4 h^4 + ...,     D_kj = D_k,j-1 + (D_k,j-1 - D_k-1,j-1) / (4^j - 1),
//       h_k = h / 2^k
// Each entry keeps the value whose neighbours in the table agree best, and their difference as its error [Ridders
// 1982]. Large steps make it exact where everything is smooth, small ones are there for what is not.
#include <float.h>
#include <math.h>
#include <string.h>

#include "analysis/linear/linearise.h"
#include "system/system.h"

enum { LEVELS = 20, LEAST_LEVELS = 4 };
// error of an entry, of the largest of its column, at which no smaller step is needed
static const double ENOUGH = 2e-14;
static const double SMALL = 4096, SMALLER = 64;  // steps that confirm, and where those begin that are taken instead
static const double CONFIRMED = 1e-5;            // of the largest of a column
// likewise, from which on an error that grows again is rounding: the entry stays as it is
static const double SETTLED = 1e-7;

typedef struct {
  double *plus, *minus;  // F at both sides
  double *row, *before;  // LEVELS x n: D_k and D_k-1
  double *other;         // 2 x n: derivatives and errors by small steps
  bool *done, *doubted;  // n: entries that smaller steps would only spoil; that they do not confirm
  int n;
} table;

static bool make_table(const jni_linear_equations *flow, jni_pool *room, table *t) {
  size_t n = (size_t)jni_flow_size(flow);
  *t = (table){.n = (int)n};
  t->plus = jni_doubles(room, n), t->minus = jni_doubles(room, n);
  t->row = jni_doubles(room, LEVELS * n), t->before = jni_doubles(room, LEVELS * n);
  t->other = jni_doubles(room, 2 * n);
  t->done = jni_flags(room, n), t->doubted = jni_flags(room, n);
  return !room->failed;
}

// Returns the error that the rounding of F alone makes in a difference over 2 h.
static double rounding_of(const table *t, size_t i, double h) {
  return DBL_EPSILON * fmax(fabs(t->plus[i]), fabs(t->minus[i])) / h;
}

// Fills D_k and keeps the better value of each entry. Differences that agree better than rounding allows agree by
// chance, so rounding is the least error. Smaller steps make it larger: an entry that has reached it is done.
static void extrapolate(table *t, int k, double h, double *derivative, double *error) {
  size_t n = (size_t)t->n;
  double *kept = t->row, factor = 4;
  t->row = t->before, t->before = kept;
  for (size_t i = 0; i < n; i++) t->row[i] = (t->plus[i] - t->minus[i]) / (2 * h);
  if (k == 0) memcpy(derivative, t->row, n * sizeof *derivative);
  for (int j = 1; j <= k; j++, factor *= 4)
    for (size_t i = 0; i < n; i++) {
      double *own = t->row + (size_t)j * n + i, left = own[-(ptrdiff_t)n], above = t->before[(size_t)(j - 1) * n + i];
      *own = left + (left - above) / (factor - 1);
      double off = fmax(fmax(fabs(*own - left), fabs(*own - above)), rounding_of(t, i, h));
      if (off < error[i] && !t->done[i]) error[i] = off, derivative[i] = *own;
    }
  for (size_t i = 0; i < n; i++) t->done[i] |= error[i] <= rounding_of(t, i, h);
}

// The largest entry of a column of rates over their typical sizes, so that it does not depend on units.
static double largest(const jni_linear_equations *flow, const double *x) {
  double most = 0;
  for (int i = 0; i < flow->nx; i++) most = fmax(most, fabs(x[i]) / jni_flow_typical_rate(flow, i));
  return most;
}

// The typical size of what column entry i is about; outputs and speeds of the bodies count by themselves.
static double size_of(const jni_linear_equations *flow, size_t i) {
  return i < (size_t)flow->nx ? jni_flow_typical_rate(flow, (int)i) : 0;
}

// The last of row k and of the row before drift apart again.
static void settle(const jni_linear_equations *flow, table *t, int k, const double *derivative, const double *error) {
  size_t n = (size_t)t->n;
  double most = largest(flow, derivative);
  for (size_t i = 0; k > 1 && i < n; i++)
    if (error[i] <= SETTLED * fmax(most * size_of(flow, i), fabs(derivative[i])))
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

static bool run_levels(jni_linear_equations *flow, int direction, double h, table *t, double *derivative,
                       double *error) {
  int done = 0;
  memset(t->done, 0, (size_t)t->n * sizeof *t->done);
  for (int i = 0; i < t->n; i++) error[i] = HUGE_VAL;
  for (int k = 0; k < LEVELS; k++, h /= 2) {
    bool closed = evaluate(flow, direction, h, t);
    if (!closed && (flow->status != JN_NO_CONVERGENCE || done > 0)) return false;
    if (!closed) continue;  // too far for the joints
    extrapolate(t, done, h, derivative, error);
    settle(flow, t, done++, derivative, error);
    if (done >= LEAST_LEVELS && (is_enough(flow, derivative, error) || all_done(flow, t))) break;
  }
  return done >= LEAST_LEVELS;
}

// Large steps may agree with each other where the law is another one beyond some distance. Entries that a small step
// does not confirm are taken from small steps alone.
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
    if (t->doubted[i]) derivative[i] = other[i], error[i] = off[i];
  return true;
}

bool jni_difference(jni_linear_equations *flow, int direction, double *derivative, double *error) {
  table t;
  double h = jni_flow_first_step(flow, direction);
  jni_pool room = {.alloc = flow->system->alloc};
  bool made = make_table(flow, &room, &t), done = made && run_levels(flow, direction, h, &t, derivative, error) &&
                                                  confirm(flow, direction, h, &t, derivative, error);
  if (!made) flow->status = JN_NO_MEMORY;
  jni_pool_free(&room);
  return done;
}
