// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// blajer_nonholonomic.c - nonholonomic constraints, to which the formulation extends by Blajer's section 2: Chaplygin's
// sleigh against its closed form, and a rolling disc (whose speeds are quasi-velocities) against the multipliers.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "blajer/blajer.h"

enum { SAMPLES = 31 };

typedef struct {
  double identity, complement, velocity;  // |Wd' M Wd - I|, |C' Wd|, |C' v|
  double acceleration;  // difference of vdot by the recursion and (4.4) from that by multipliers, relative
} measures;

static void raise(double *most, double value) { *most = repro_larger(*most, fabs(value)); }

// Returns the relative difference of vdot = Wd Wd' (h - M Wd_dot u) + Wd_dot u by the recursion from the exact one.
static double acceleration_off(const blajer_space *s, const double *exact) {
  blajer_basis b;
  int chosen[BLAJER_MOST];
  double drift[BLAJER_MOST] = {0}, rest[BLAJER_MOST], vdot[BLAJER_MOST], off = 0, scale = 0;
  blajer_choose_greedy(s, chosen);
  blajer_orthonormalize(s, chosen, BLAJER_CORRECTED, &b);
  for (int j = s->m; j < s->n; j++) {
    double u = blajer_dot(s->n, b.ws.at[j], s->v);
    for (int i = 0; i < s->n; i++) drift[i] += u * b.wdot.at[j][i];
  }
  blajer_times(s->n, &s->M, drift, rest);
  for (int i = 0; i < s->n; i++) rest[i] = s->h[i] - rest[i];
  memcpy(vdot, drift, sizeof vdot);
  for (int j = s->m; j < s->n; j++) {
    double udot = blajer_dot(s->n, b.w.at[j], rest);
    for (int i = 0; i < s->n; i++) vdot[i] += udot * b.w.at[j][i];
  }
  for (int i = 0; i < s->n; i++) {
    raise(&off, vdot[i] - exact[i]);
    raise(&scale, exact[i]);
  }
  return off / (scale > 1e-3 ? scale : 1e-3);
}

static void measure(repro_motion *motion, const blajer_tangent *tangent, measures *most) {
  blajer_space s;
  blajer_matrix metric;
  double vdot[BLAJER_MOST], lambda[BLAJER_MOST];
  if (jn_solve_acceleration(motion->system, motion->work, motion->state, vdot, lambda) != JN_OK) vdot[0] = NAN;
  blajer_look(motion, &s);
  blajer_metric(&s, s.k, &tangent->w, &metric);
  raise(&most->identity, blajer_from_identity(s.k, &metric));
  for (int i = 0; i < s.m; i++) {
    raise(&most->velocity, blajer_dot(s.n, s.c.at[i], s.v));
    for (int j = 0; j < s.k; j++) raise(&most->complement, blajer_dot(s.n, s.c.at[i], tangent->w.at[j]));
  }
  raise(&most->acceleration, acceleration_off(&s, vdot));
}

static jn_choices choices_of(repro *r, jn_model *model, const char *formulation) {
  jn_choices choices = blajer_choices(r, model, formulation, "auto", "auto");
  repro_choose(choices.integrator, sizeof choices.integrator, "rk4");
  repro_choose(choices.coordinates, sizeof choices.coordinates, "cartesian");
  choices.step = 5e-4;
  return choices;
}

static void follow(repro *r, const char *name, measures *most) {
  jn_model *model = repro_model(r, name, NULL, 0);
  jn_choices choices = choices_of(r, model, "orthonormal");
  repro_motion *motion = blajer_follow(r, name, model, &choices, NULL, 0);
  for (int i = 0; repro_ok(r) && i < SAMPLES; i++) {
    blajer_tangent tangent;
    repro_go(r, motion, choices.until * i / (SAMPLES - 1));
    if (repro_ok(r) && blajer_look_tangent(r, motion, &tangent)) measure(motion, &tangent, most);
  }
}

// Returns the largest |w - W sech(k (t - t0))| of the sleigh, rad/s; the constants are those of its model file.
static double sleigh_off(repro *r) {
  const double m = 2, J = 0.1, a = 0.2, v0 = -1, w0 = 1, about = J + m * a * a;
  double V = sqrt((m * v0 * v0 + about * w0 * w0) / m), W = V * sqrt(m / about), k = m * a * V / about;
  double t0 = -atanh(v0 / V) / k, off = 0;
  jn_model *model = repro_model(r, "chaplygin-sleigh", NULL, 0);
  jn_choices choices = choices_of(r, model, "orthonormal");
  repro_rows *rows = repro_run(r, "sleigh", model, &choices, NULL, 0, REPRO_MUST_RUN);
  const double *w = repro_values(r, rows, "sleigh.rate");
  for (int i = 0; w && i < rows->n; i++) raise(&off, w[i] - W / cosh(k * (rows->time[i] - t0)));
  return w ? off : (double)NAN;
}

// Returns the largest difference of the disc's centre between 'orthonormal' and 'multipliers', m.
static double disc_off(repro *r, double step) {
  static const char *const names[] = {"disc.x", "disc.y", "disc.z"};
  jn_model *model = repro_model(r, "rolling-disc", NULL, 0);
  jn_choices ours = choices_of(r, model, "orthonormal"), theirs = choices_of(r, model, "multipliers");
  ours.step = theirs.step = step;
  repro_rows *a = repro_run(r, "disc", model, &ours, NULL, 0, REPRO_MUST_RUN);
  repro_rows *b = repro_run(r, "disc, multipliers", model, &theirs, NULL, 0, REPRO_MUST_RUN);
  double off = 0;
  for (int i = 0; repro_ok(r) && i < 3; i++) {
    const double *x = repro_values(r, a, names[i]), *y = repro_values(r, b, names[i]);
    if (x && y) raise(&off, repro_furthest(x, y, a->n));
  }
  return off;
}

void blajer_nonholonomic_claim(repro *r) {
  static const repro_column columns[] = {{"|Wd'M Wd - I|", NULL, 2},
                                         {"|C'Wd|", NULL, 2},
                                         {"|C'v|", NULL, 2},
                                         {"vdot off", NULL, 2},
                                         {"motion off", NULL, 2}};
  static const char *const titles[] = {"Chaplygin's sleigh", "rolling disc"}, *const models[] = {"chaplygin-sleigh",
                                                                                                 "rolling-disc"};
  measures all[2];
  memset(all, 0, sizeof all);
  for (int i = 0; i < 2; i++) follow(r, models[i], &all[i]);
  const double motion[] = {sleigh_off(r), disc_off(r, 5e-4)}, coarse = disc_off(r, 1e-3);
  if (!repro_ok(r)) return;
  repro_table *table =
      repro_add_table(r, "nonholonomic", "Nonholonomic constraints: rk4, h = 0.5 ms", "model", columns, 5);
  int held = 0;
  for (int i = 0; i < 2; i++) {
    const double values[] = {all[i].identity, all[i].complement, all[i].velocity, all[i].acceleration, motion[i]};
    int row = repro_add_row(r, table, titles[i]);
    for (int c = 0; table && c < 5; c++) repro_set(table, row, c, values[c]);
    held += all[i].identity < 1e-13 && all[i].complement < 1e-12 && all[i].velocity < 1e-12 &&
            all[i].acceleration < 1e-10 && motion[i] < 1e-8;
  }
  repro_set_note(
      r, table,
      "Largest of %d instants. vdot: recursion (3.2), (3.5) and (4.4) against the multipliers, relative. Motion: "
      "rate of the sleigh against W sech(k (t - t0)) over 6 s, in rad/s; centre of the disc against formulation "
      "'multipliers' over 5 s, in m.",
      SAMPLES);
  repro_add_claim(
      r, "nonholonomic", repro_share(REPRO_ALWAYS, held, 2),
      "The formulation can be extended to nonholonomic constraints and to quasi-velocities.",
      "|Wd' M Wd - I| < 1e-13, |C' Wd| and |C' v| < 1e-12, accelerations within 1e-10 and motions within 1e-8 "
      "of the closed form (sleigh) and of the multipliers (disc)");
  repro_quote(r, "section 2",
              "Nevertheless, the following formulation can easily be modified so as to model and analyse the "
              "aforementioned more general cases of mechanics.");
  for (int i = 0; i < 2; i++)
    repro_add_evidence(r, "%s: |C' v| %.1e, accelerations off by %.1e, motion by %.1e", titles[i], all[i].velocity,
                       all[i].acceleration, motion[i]);
  repro_vary(
      r, "the step", repro_share(REPRO_ALWAYS, 1 + (coarse < 1e-8), 2),
      "1 ms instead of 0.5 ms: the disc is off by %.1e, %.1f times as much; both runs have errors of fourth order",
      coarse, coarse / motion[1]);
}
