// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// search_line.c - minimises over one parameter: the best point of a coarse grid, then Brent's method between its
// neighbours: parabolas through the three best points, else golden section.                     [Brent 1973, ch. 5]
#include <math.h>

#include "study/find.h"

enum { GRID = 9 };
static const double golden = 0.3819660112501051518;  // (3 - sqrt 5)/2

// State of Brent's method. The minimum is in [a, b]; x is the point with the smallest value so far, w the second
// smallest, v the previous w; fx, fw, fv are their values.
typedef struct {
  double a, b, x, w, v, fx, fw, fv;
  double d, e;  // last step and the step before it
} bracket;

// Computes in *step the step from x to the minimum of the parabola through x, w and v; if it leads close to an end of
// the interval, a step of `tolerance` towards the middle. Returns false if the parabola is not usable: its step is not
// shorter than half the step before the last, or leads out of the interval.
static bool parabola(const bracket *k, double tolerance, double *step) {
  double r = (k->x - k->w) * (k->fx - k->fv), q = (k->x - k->v) * (k->fx - k->fw);
  double p = (k->x - k->v) * q - (k->x - k->w) * r, s = 2 * (q - r);
  if (s > 0) p = -p;
  s = fabs(s);
  if (!isfinite(p) || !(fabs(p) < fabs(0.5 * s * k->e)) || p <= s * (k->a - k->x) || p >= s * (k->b - k->x))
    return false;
  *step = p / s;
  double u = k->x + *step;
  if (u - k->a < 2 * tolerance || k->b - u < 2 * tolerance) *step = k->x < (k->a + k->b) / 2 ? tolerance : -tolerance;
  return true;
}

static double next_point(bracket *k, double tolerance) {
  double middle = (k->a + k->b) / 2, step = 0;
  bool is_parabola = fabs(k->e) > tolerance && parabola(k, tolerance, &step);
  if (is_parabola) {
    k->e = k->d;
  } else {
    k->e = (k->x < middle ? k->b : k->a) - k->x;
    step = golden * k->e;
  }
  k->d = step;
  return k->x + (fabs(step) >= tolerance ? step : step > 0 ? tolerance : -tolerance);
}

// Takes the point u with the value fu into the bracket, which narrows the interval.
static void add_point(bracket *k, double u, double fu) {
  if (fu <= k->fx) {
    *(u < k->x ? &k->b : &k->a) = k->x;
    k->v = k->w;
    k->fv = k->fw;
    k->w = k->x;
    k->fw = k->fx;
    k->x = u;
    k->fx = fu;
    return;
  }
  *(u < k->x ? &k->a : &k->b) = u;
  if (fu <= k->fw || k->w == k->x) {
    k->v = k->w;
    k->fv = k->fw;
    k->w = u;
    k->fw = fu;
  } else if (fu <= k->fv || k->v == k->x || k->v == k->w) {
    k->v = u;
    k->fv = fu;
  }
}

bool jni_search_line(jni_search *search) {
  double x[GRID], f[GRID], tolerance = jni_search_tolerance(search) / 2;
  int best = 0;
  for (int i = 0; i < GRID; i++) x[i] = (double)i / (GRID - 1);
  if (!jni_search_at(search, x, GRID, f)) return false;
  for (int i = 1; i < GRID; i++)
    if (f[i] < f[best]) best = i;
  bracket k = {.a = x[best > 0 ? best - 1 : 0], .b = x[best < GRID - 1 ? best + 1 : best]};
  k.x = k.w = k.v = x[best];
  k.fx = k.fw = k.fv = f[best];
  while (fabs(k.x - (k.a + k.b) / 2) > 2 * tolerance - (k.b - k.a) / 2) {
    double u = next_point(&k, tolerance), fu;
    if (!jni_search_at(search, &u, 1, &fu)) return false;
    add_point(&k, u, fu);
  }
  return true;
}
