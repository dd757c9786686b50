// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// force_law.c - see force_law.h.
#include "force/force_law.h"

#include <math.h>

#include "base/switch_side.h"
#include "kernel/law.h"

double jni_law_put(const jn_law *law, jni_constants *c) {
  const jnk_law plain = jni_law_plain(law);
  int place = c->n;
  if (!jni_law_given(law)) return 0;
  jni_constants_law(c, &plain);
  return place;
}

double jni_law_value(const jn_law *law, double x, double *slope) {
  const jnk_law plain = jni_law_plain(law);
  return jnk_law_value(&plain, x, slope);
}

double jni_law_integral(const jn_law *law, double x) {
  const jnk_law plain = jni_law_plain(law);
  return jnk_law_integral(&plain, x);
}

double jni_law_mean(const jn_law *law, double x0, double x1) {
  const jnk_law plain = jni_law_plain(law);
  return jnk_law_mean(&plain, x0, x1);
}

// ---- corners ---------------------------------------------------------------------------------------------

bool jni_law_switches(const jn_law *law) { return law->n > 0 ? law->n > 2 : law->nbreaks > 0; }

static int nbreaks(const jn_law *law) { return law->n > 0 ? law->n : law->nbreaks; }
static const double *breaks(const jn_law *law) { return law->n > 0 ? law->x : law->breaks; }

typedef struct {
  double value, slope, curvature;
} jet;

// Returns value, slope and curvature at x of the piece of a law that begins at break p, also beyond its ends. p = -1:
// the piece before the first break.
static jet piece_jet(const jn_law *law, int p, double x) {
  jet y = {0, 0, 0};
  if (law->n > 0) {
    jnk_piece piece = jnk_table_piece(law->x, law->y, law->n, law->smooth, p);
    return (jet){jnk_piece_value(&piece, x), jnk_piece_slope(&piece, x), 2 * piece.c + 6 * piece.e * (x - piece.x0)};
  }
  const double *c = law->polynomial + (size_t)(p + 1) * (size_t)law->ncoefficients;
  for (int i = law->ncoefficients - 1; i >= 0; i--) {
    y.curvature = y.curvature * x + 2 * y.slope;
    y.slope = y.slope * x + y.value;
    y.value = y.value * x + c[i];
  }
  return y;
}

static bool differ(double a, double b) { return !(fabs(a - b) <= 1e-9 * (fabs(a) + fabs(b))); }

// Returns whether break i is a corner. A jump of the curvature counts: it still costs methods of order 4 and 5
// accuracy.
static bool is_corner(const jn_law *law, int i) {
  double x = breaks(law)[i];
  jet before = piece_jet(law, i - 1, x), after = piece_jet(law, i, x);
  return differ(before.slope, after.slope) || differ(before.curvature, after.curvature) ||
         (law->n == 0 && differ(before.value, after.value));
}

// Returns the index of the last corner at or before break i. It identifies the cell (range between two corners) that
// contains the break; -1: the cell before the first corner.
static int cell_of(const jn_law *law, int i) {
  while (i >= 0 && !is_corner(law, i)) i--;
  return i;
}

// Returns the break at the upper end of a cell; nbreaks if it has none.
static int cell_end(const jn_law *law, int cell) {
  int i = cell + 1, n = nbreaks(law);
  while (i < n && !is_corner(law, i)) i++;
  return i;
}

// Returns the index of the cell of the law to which a side of its switch belongs, limited to -1 (before the first
// corner) to the last break.
static int held_cell(const jn_law *law, int side) {
  int cell = jni_cell_of_side(side), n = nbreaks(law);
  return cell < -1 ? -1 : cell < n ? cell : n - 1;
}

double jni_law_held(const jn_law *law, double x, int side, double *slope) {
  int cell = held_cell(law, side), end = cell_end(law, cell), p = jnk_table_find(breaks(law), nbreaks(law), x);
  jet y = piece_jet(law, p < cell ? cell : p < end ? p : end - 1, x);
  *slope = y.slope;
  return y.value;
}

double jni_law_within(const jn_law *law, double x, int held, int *side) {
  int here = cell_of(law, jnk_table_find(breaks(law), nbreaks(law), x)), cell = held != 0 ? held_cell(law, held) : here;
  int end = cell_end(law, cell);
  double lower = cell >= 0 ? breaks(law)[cell] : -HUGE_VAL, upper = end < nbreaks(law) ? breaks(law)[end] : HUGE_VAL;
  double e = fmin(x - lower, upper - x);
  *side = e == 0 || isnan(x) ? 0 : jni_side_of_cell(here);
  return e;
}
