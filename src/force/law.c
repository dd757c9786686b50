// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// law.c - a law of a definition, evaluated by the kernels.
#include "force/law.h"

#include <math.h>

#include "base/side.h"
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

static int nplaces(const jn_law *law) { return law->n > 0 ? law->n : law->nbreaks; }
static const double *places(const jn_law *law) { return law->n > 0 ? law->x : law->breaks; }

typedef struct {
  double value, slope, bend;
} jet;

// By the piece behind place p, -1: the one before all.
static jet piece_jet(const jn_law *law, int p, double x) {
  jet y = {0, 0, 0};
  if (law->n > 0) {
    jnk_piece piece = jnk_table_piece(law->x, law->y, law->n, law->smooth, p);
    return (jet){jnk_piece_value(&piece, x), jnk_piece_slope(&piece, x), 2 * piece.c + 6 * piece.e * (x - piece.x0)};
  }
  const double *c = law->polynomial + (size_t)(p + 1) * (size_t)law->ncoefficients;
  for (int i = law->ncoefficients - 1; i >= 0; i--)
    y.bend = y.bend * x + 2 * y.slope, y.slope = y.slope * x + y.value, y.value = y.value * x + c[i];
  return y;
}

static bool differ(double a, double b) { return !(fabs(a - b) <= 1e-9 * (fabs(a) + fabs(b))); }

// Where only the curvature jumps, a method of fourth or fifth order still loses some of it.
static bool is_corner(const jn_law *law, int i) {
  double x = places(law)[i];
  jet before = piece_jet(law, i - 1, x), after = piece_jet(law, i, x);
  return differ(before.slope, after.slope) || differ(before.bend, after.bend) ||
         (law->n == 0 && differ(before.value, after.value));
}

// A cell goes from one corner to the next and has the number of the first, -1: none before it.
static int corner_from(const jn_law *law, int i) {
  while (i >= 0 && !is_corner(law, i)) i--;
  return i;
}

static int corner_behind(const jn_law *law, int cell) {
  int i = cell + 1, n = nplaces(law);
  while (i < n && !is_corner(law, i)) i++;
  return i;
}

static int held_cell(const jn_law *law, int side) {
  int cell = jni_cell_of_side(side), n = nplaces(law);
  return cell < -1 ? -1 : cell < n ? cell : n - 1;
}

double jni_law_held(const jn_law *law, double x, int side, double *slope) {
  int cell = held_cell(law, side), behind = corner_behind(law, cell), p = jnk_table_find(places(law), nplaces(law), x);
  jet y = piece_jet(law, p < cell ? cell : p < behind ? p : behind - 1, x);
  *slope = y.slope;
  return y.value;
}

double jni_law_within(const jn_law *law, double x, int held, int *side) {
  int here = corner_from(law, jnk_table_find(places(law), nplaces(law), x)),
      cell = held != 0 ? held_cell(law, held) : here;
  int behind = corner_behind(law, cell);
  double lower = cell >= 0 ? places(law)[cell] : -HUGE_VAL,
         upper = behind < nplaces(law) ? places(law)[behind] : HUGE_VAL;
  double e = fmin(x - lower, upper - x);
  *side = e == 0 || isnan(x) ? 0 : jni_side_of_cell(here);
  return e;
}
