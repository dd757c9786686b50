// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// expression_table.c - calls of tables in expressions: values, jets and slopes. The knots along each argument are
// switches: while a cell between two knots is held, its polynomial continues beyond them (base/switch_side.h).
#include <math.h>

#include "base/switch_side.h"
#include "model/expression/expression_code.h"

// Returns whether a table has corners at its first and last knot: it has if it is smooth, where a cubic piece meets the
// linear extrapolation, or if it is constant outside. Otherwise the first and last piece continue linearly.
static bool ends_in_corners(const jnk_lookup *table) { return table->smooth || table->hold; }

static bool has_corners(const jnk_lookup *table, int argument) {
  int n = table->n[argument];
  return n > 2 || (n == 2 && ends_in_corners(table));
}

static int within(const jnk_lookup *table, int argument, int piece) {
  int n = table->n[argument], first = ends_in_corners(table) ? -1 : 0, last = ends_in_corners(table) ? n - 1 : n - 2;
  return piece < first ? first : piece > last ? last : piece;
}

int jni_table_nswitches(const jnk_lookup *table) { return has_corners(table, 0) + has_corners(table, 1); }
int jni_table_arguments(const jnk_lookup *table) { return table->n[1] > 1 ? 2 : 1; }

// Sets piece[i] to the piece of the table that is used for argument i: the piece on which its switch is held, otherwise
// the one that contains at[i].
static void find_pieces(const jnk_lookup *table, const double at[2], const int *sides, int piece[2]) {
  for (int i = 0; i < 2; i++) {
    int held = sides && has_corners(table, i) ? *sides++ : 0;
    piece[i] = held != 0 ? within(table, i, jni_cell_of_side(held)) : jnk_lookup_find(table, i, at[i]);
  }
}

jnk_lookup_jet jni_table_calc(const jnk_lookup *table, const double *x, const int *sides) {
  double at[2] = {x[0], table->n[1] > 1 ? x[1] : 0};
  int piece[2];
  find_pieces(table, at, sides, piece);
  return jnk_lookup_piece(table, piece, at);
}

double jni_table_value(const jnk_lookup *table, const double *x, const int *sides) {
  return jni_table_calc(table, x, sides).f;
}

void jni_table_slopes(const jnk_lookup *table, const double *x, const int *sides, double *slope) {
  jnk_lookup_jet jet = jni_table_calc(table, x, sides);
  slope[0] = jet.x;
  slope[1] = jet.y;
}

// Returns the piece of the table that contains argument x; if x is at a knot the piece that x enters as time increases.
static int piece_ahead(const jnk_lookup *table, int argument, jni_jet x) {
  int piece = jnk_lookup_find(table, argument, x.v);
  bool back = x.d < 0 || (x.d == 0 && x.dd < 0);
  bool at_knot = table->n[argument] > 1 && piece >= 0 && x.v == table->x[argument][piece];
  return at_knot && back ? piece - 1 : piece;
}

// Returns f x, and 0 if x is 0, also if f is infinite.
static double times(double f, double x) { return x == 0 ? 0 : f * x; }

jni_jet jni_table_jet(const jnk_lookup *table, const jni_jet *a) {
  const jni_jet x = a[0], y = table->n[1] > 1 ? a[1] : (jni_jet){0, 0, 0};
  const int piece[2] = {piece_ahead(table, 0, x), piece_ahead(table, 1, y)};
  const double at[2] = {x.v, y.v};
  jnk_lookup_jet f = jnk_lookup_piece(table, piece, at);
  double second = times(f.xx, x.d * x.d) + 2 * times(f.xy, x.d * y.d) + times(f.yy, y.d * y.d);
  return (jni_jet){f.f, times(f.x, x.d) + times(f.y, y.d), second + times(f.x, x.dd) + times(f.y, y.dd)};
}

void jni_table_calc_switches(const jnk_lookup *table, const double *x, const int *sides, double *e, int *now) {
  for (int i = 0; i < 2; i++) {
    if (!has_corners(table, i)) continue;
    int here = within(table, i, jnk_lookup_find(table, i, x[i])), held = sides ? *sides++ : 0;
    int cell = held != 0 ? within(table, i, jni_cell_of_side(held)) : here, n = table->n[i];
    bool open_below = cell < (ends_in_corners(table) ? 0 : 1),
         open_above = cell >= (ends_in_corners(table) ? n - 1 : n - 2);
    double lower = open_below ? -HUGE_VAL : table->x[i][cell], upper = open_above ? HUGE_VAL : table->x[i][cell + 1];
    *e = fmin(x[i] - lower, upper - x[i]);
    *now++ = *e == 0 || isnan(x[i]) ? 0 : jni_side_of_cell(here);
    if (isnan(x[i])) *e = NAN;
    e++;
  }
}
