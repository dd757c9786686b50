// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// blajer_figure_1.c - Figs 1 and 3 of Blajer's paper: the orthonormalisation of two vectors, drawn for the moving
// pendulum at its start in the plane of sqrt(J) x3 and sqrt(m) x2, where the mass metric measures lengths and angles as
// the eye does; and the pendulum itself.
#include <math.h>

#include "blajer/blajer.h"

enum { POINTS = 181 };

static const double rho = 0.5;

// Draws a contravariant vector w with components x2 and x3 from the pendulum's position, scaled so that the mass metric
// is Euclidean.
static void add_arrow(repro *r, repro_figure *figure, const char *label, const double *at, double m, double J,
                      const double *w) {
  const double x[] = {at[0], at[0] + sqrt(J) * w[2]}, y[] = {at[1], at[1] + sqrt(m) * w[1]};
  repro_add_curve(r, figure, label, x, y, 2);
}

void blajer_figures(repro *r) {
  static const int chosen[] = {0, 2};  // unit vectors for E, (6.3)
  double *x = repro_scratch(r, POINTS), *y = repro_scratch(r, POINTS);
  jn_model *model = repro_model(r, "blajer-pendulum", NULL, 0);
  jn_choices choices = blajer_choices(r, model, "orthonormal", "mass", "newton");
  repro_motion *motion = blajer_follow(r, "Fig. 1", model, &choices, NULL, 0);
  blajer_space s;
  blajer_basis b;
  if (!motion) return;
  blajer_look(motion, &s);
  blajer_orthonormalize(&s, chosen, BLAJER_CORRECTED, &b);
  const double *q = jn_state_q(motion->system, motion->state);
  double m = s.M.at[1][1], J = s.M.at[2][2], at[] = {sqrt(J) * q[2], sqrt(m) * q[1]}, c[3], e[3], v[3];
  blajer_apply(&s, &s.Mi, s.c.at[0], c, NULL);
  for (int i = 0; i < 3; i++) {
    e[i] = s.Mi.at[i][2];
    v[i] = b.r.at[2][2] * b.w.at[2][i];
  }
  repro_figure *figure = repro_add_figure(r, "figure-1", "Fig. 1: orthonormalisation in the metric of the masses",
                                          "sqrt(J) x3 (sqrt(kg) m)", "sqrt(m) x2 (sqrt(kg) m)");
  for (int i = 0; i < POINTS; i++) {
    x[i] = at[0] - 2.4 + 4.8 * i / (POINTS - 1);
    y[i] = sqrt(m) * rho * sin(x[i] / sqrt(J));
  }
  repro_add_curve(r, figure, "constraint f = 0", x, y, POINTS);
  for (int i = 0; i < POINTS; i++) {
    double angle = 8 * atan(1) * i / (POINTS - 1);
    x[i] = at[0] + cos(angle);
    y[i] = at[1] + sin(angle);
  }
  repro_add_curve(r, figure, "length 1", x, y, POINTS);
  add_arrow(r, figure, "c", at, m, J, c);
  add_arrow(r, figure, "e", at, m, J, e);
  add_arrow(r, figure, "v = e - (w1, e) w1", at, m, J, v);
  add_arrow(r, figure, "w1 = c/|c|", at, m, J, b.w.at[0]);
  add_arrow(r, figure, "w3 = v/|v|", at, m, J, b.w.at[2]);
  repro_set_caption(
      r, figure,
      "The moving pendulum of section 6 at its start, without x1. The constraint vector c is normal to f = 0; "
      "the unit vector e of x3 supplements it. Gram-Schmidt takes the part along c out of e, and both get "
      "the length 1: w1 spans the constrained direction, w3 the tangent to f = 0, along which the pendulum "
      "can move.");
  repro_add_picture(r, "figure-3", "Fig. 3: moving physical pendulum", motion->system, motion->state);
}
