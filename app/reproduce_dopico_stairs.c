// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reproduce_dopico_stairs.c - numerical simulations II, road profile II: ramp and stairs, Figs 11 to 13, and the two
// stabilising strategies combined.
#include <math.h>
#include <stdio.h>

#include "reproduce_dopico.h"

static const double fine_step = 0.0005, first_stair = 4.04, second_stair = 4.31;  // s: when the front wheels get there

static const double steps[] = {0.0025, 0.005, 0.01, 0.02, 0.04};

enum { NSTEPS = sizeof steps / sizeof *steps, USUAL = 2, FIRST = METHOD_A, LAST = METHOD_AB };

typedef struct {
  dopico_ride rides[NMETHODS][NSTEPS];   // no step is halved
  dopico_ride helped[NMETHODS][NSTEPS];  // the same, or where that fails one whose steps may be halved
  double error[NMETHODS][NSTEPS];        // of the chassis' height in the latter, m; NaN: it does not end either
  dopico_ride reference;
} trials;

static bool ends(const dopico_ride *ride) { return ride->n > 0 && ride->summary.status == JN_OK; }

// As many runs are counted in any case.
static dopico_ride help(repro *r, int method, double step, const dopico_ride *ride) {
  if (!ends(ride)) return dopico_drive(r, STAIRS, method, step, 6);
  r->runs++;
  return *ride;
}

static void try_all(repro *r, trials *t) {
  t->reference = dopico_drive(r, STAIRS, METHOD_A, fine_step, 6);
  for (int m = FIRST; m <= LAST; m++)
    for (int i = 0; i < NSTEPS; i++) {
      t->rides[m][i] = dopico_drive(r, STAIRS, m, steps[i], 0);
      t->helped[m][i] = help(r, m, steps[i], &t->rides[m][i]);
      t->error[m][i] = ends(&t->helped[m][i]) ? dopico_ride_error(&t->helped[m][i], &t->reference) : NAN;
    }
}

static void add_table(repro *r, const trials *t) {
  static const repro_column columns[] = {{"2.5 ms", NULL, 2}, {"5 ms", NULL, 2},  {"10 ms", NULL, 2},
                                         {"20 ms", NULL, 2},  {"40 ms", NULL, 2}, {"iterations, 10 ms", NULL, 0}};
  repro_table *table =
      repro_add_table(r, "stairs", "Profile II, 8 s: largest error of the height of the chassis (m), by the step",
                      "formulation", columns, NSTEPS + 1);
  for (int m = FIRST; m <= LAST; m++) {
    int row = repro_add_row(r, table, dopico_names[m]);
    for (int i = 0; i < NSTEPS; i++)
      if (ends(&t->rides[m][i])) repro_set(table, row, i, t->error[m][i]);
      else repro_set_text(r, table, row, i, "fails at %.2f s; %.2g", t->rides[m][i].summary.time, t->error[m][i]);
    repro_set(table, row, NSTEPS, (double)t->rides[m][USUAL].summary.iterations);
  }
  repro_set_note(r, table,
                 "Against a run of A with 0.5 ms. The first step that does not converge ends a ride; the error behind "
                 "it is that of a ride in which such steps are halved.");
}

// ---- figures -----------------------------------------------------------------------------------------------------

static void add_road(repro *r) {
  enum { POINTS = 601 };
  repro_figure *figure = repro_add_figure(r, "figure-11", "Fig 11. Road profile II", "way (m)", "height (m)");
  double *x = repro_scratch(r, POINTS), *z = repro_scratch(r, POINTS);
  for (int i = 0; i < POINTS && x && z; i++) x[i] = 30.0 * i / (POINTS - 1), z[i] = dopico_road(STAIRS, false, x[i]);
  if (x && z) repro_add_curve(r, figure, "both sides", x, z, POINTS);
}

static const char *const height = "z of the chassis (m)", *const off_height = "z - z of the fine run (mm)";

static void add_differences(repro *r, const trials *t, repro_figure *figure, int method, const dopico_ride *ride) {
  const dopico_ride *fine = &t->reference;
  dopico_add_difference(r, figure, dopico_names[method], fine->time, ride->z, fine->z, ride->n < fine->n ? ride->n : fine->n);
}

static void add_figure_12(repro *r, const trials *t) {
  repro_figure *figure = repro_add_figure(r, "figure-12", "Fig 12. Projections and trapezoidal rule vs. conserving, h = 0.01 s",
                                          "time (s)", height);
  for (int m = METHOD_A; m <= METHOD_B; m++)
    repro_add_curve(r, figure, dopico_names[m], t->rides[m][USUAL].time, t->rides[m][USUAL].z, t->rides[m][USUAL].n);
  figure = repro_add_figure(r, "figure-12-difference", "Fig 12, differences from a fine run", "time (s)", off_height);
  for (int m = METHOD_A; m <= METHOD_B; m++) add_differences(r, t, figure, m, &t->rides[m][USUAL]);
  repro_set_caption(r, figure, "The fine run is one of A with 0.5 ms.");
}

static void add_figure_13(repro *r, const trials *t) {
  static const double from = 5.9, to = 6.7;  // s
  repro_figure *figure = repro_add_figure(
      r, "figure-13", "Fig 13. Projections + trapezoidal rule vs. projections + conserving, h = 0.01 s", "time (s)", height);
  const dopico_ride *a = &t->helped[METHOD_A][USUAL], *ab = &t->helped[METHOD_AB][USUAL], *fine = &t->reference;
  dopico_add_part(r, figure, dopico_names[METHOD_A], a->time, a->z, a->n, from, to);
  dopico_add_part(r, figure, dopico_names[METHOD_AB], ab->time, ab->z, ab->n, from, to);
  dopico_add_part(r, figure, "fine", fine->time, fine->z, fine->n, from, to);
  repro_set_caption(r, figure, "The rear wheels leave the last stair, and the swing after it.");
  figure = repro_add_figure(r, "figure-13-difference", "Fig 13, differences from a fine run", "time (s)", off_height);
  add_differences(r, t, figure, METHOD_A, a);
  add_differences(r, t, figure, METHOD_AB, ab);
  repro_set_caption(r, figure, "B, in the differences of Fig 12, and A + B are within %.2g mm of each other.",
                    1e3 * dopico_ride_error(&t->helped[METHOD_B][USUAL], ab));
}

// ---- claims ------------------------------------------------------------------------------------------------------

static void claim_robust(repro *r, const trials *t) {
  double chassis = repro_largest(t->reference.az, t->reference.n) / 9.81,
         wheels = repro_largest(t->reference.wheel_az, t->reference.n) / 9.81;
  double peak = repro_larger(chassis, wheels);
  repro_add_claim(r, "violent", repro_if(peak > 2.5 && peak < 10),
                  "The motion is rather violent, with acceleration peaks of up to 5 g.",
                  "the largest vertical acceleration, of the chassis or a front wheel, lies between 2.5 and 10 g");
  repro_add_evidence(
      r, "chassis %.2g g, wheels %.2g g, in rows of 10 ms of a fine run; the dimensions of the stairs are ours",
      chassis, wheels);
  repro_add_claim(r, "a-solves-stairs", repro_if(ends(&t->rides[METHOD_A][USUAL])),
                  "A is capable of solving this violent manoeuvre (Fig. 12).", "8 s at 10 ms without a failed step");
  repro_add_evidence(r, "reached %.3g s", t->rides[METHOD_A][USUAL].summary.time);
  int fails = 0;
  for (int i = 0; i < NSTEPS; i++) fails += !ends(&t->rides[METHOD_B][i]);
  repro_add_claim(r, "b-fails-stairs", repro_share(fails, NSTEPS),
                  "B fails to solve the same manoeuvre with any time step (Fig. 12).",
                  "it fails with all of 2.5, 5, 10, 20 and 40 ms");
  repro_add_evidence(r, "it fails with %d of %d steps", fails, NSTEPS);
  for (int i = 0; i < NSTEPS; i++)
    if (!ends(&t->rides[METHOD_B][i]))
      repro_add_evidence(r, "%g ms: at %.3f s", 1e3 * steps[i], t->rides[METHOD_B][i].summary.time);
  const jn_summary *b = &t->rides[METHOD_B][USUAL].summary;
  repro_add_claim(
      r, "b-stops-first-stair", repro_if(b->status != JN_OK && b->time > first_stair - 0.05 && b->time < second_stair),
      "B cannot pass the first impact of the front wheels with the stairs: it gives a solution for the first 4 s only.",
      "at 10 ms it stops while the front wheels are on the first stair, between 4.04 and 4.31 s");
  repro_add_evidence(r, "it gets to %.3f s", b->time);
  repro_add_claim(r, "ab-solves-stairs", repro_share(ends(&t->rides[METHOD_AB][USUAL]) + !ends(&t->rides[METHOD_B][USUAL]), 2),
                  "With A + B it is possible to solve the motion that B cannot.",
                  "8 s at 10 ms without a failed step with A + B, and not with B; one of the two: depends");
  for (int i = USUAL; i < NSTEPS; i++)
    repro_add_evidence(r, "%g ms: A + B reaches %.3g s, B %.3g s", 1e3 * steps[i], t->rides[METHOD_AB][i].summary.time,
                       t->rides[METHOD_B][i].summary.time);
}

static bool both_end(const trials *t, int i) { return ends(&t->rides[METHOD_A][i]) && ends(&t->rides[METHOD_AB][i]); }

static void claim_precise(repro *r, const trials *t) {
  int better = 0, of = 0;
  for (int i = 0; i < NSTEPS; i++)
    if (both_end(t, i))
      of++, better += t->error[METHOD_AB][i] < t->error[METHOD_A][i];
  repro_add_claim(
      r, "ab-more-precise", repro_share(better, of > 0 ? of : 1),
      "A + B is more precise than A at the same time step (Fig. 13).",
      "its error of the chassis' height is the smaller one at each step with which both get to the end");
  for (int i = 0; i < NSTEPS; i++)
    if (both_end(t, i))
      repro_add_evidence(r, "%g ms: %.2g against %.2g mm", 1e3 * steps[i], 1e3 * t->error[METHOD_AB][i],
                         1e3 * t->error[METHOD_A][i]);
  if (of == 0) repro_add_evidence(r, "there is no step with which both end");
}

// How much later than the reference a ride is: the shift of time that brings the heights after the stairs together
// best.
static double delay(const dopico_ride *ride, const dopico_ride *reference, double from) {
  double along = 0, square = 0;
  for (int k = 1; k + 1 < ride->n && k + 1 < reference->n; k++) {
    if (ride->time[k] < from) continue;
    double slope = (reference->z[k + 1] - reference->z[k - 1]) / (reference->time[k + 1] - reference->time[k - 1]);
    along -= slope * (ride->z[k] - reference->z[k]);
    square += slope * slope;
  }
  return square > 0 ? along / square : NAN;
}

static void claim_period(repro *r, const trials *t) {
  double late[NMETHODS][NSTEPS], lag[NSTEPS];
  int longer = 0, grows = 0;
  for (int i = 0; i < NSTEPS; i++) {
    for (int m = FIRST; m <= LAST; m++)
      late[m][i] = ends(&t->helped[m][i]) ? delay(&t->helped[m][i], &t->reference, first_stair) : NAN;
    lag[i] = late[METHOD_A][i] - late[METHOD_AB][i];
    longer += lag[i] > 0;
    grows += i > 0 && lag[i] > lag[i - 1];
  }
  repro_add_claim(r, "period-vehicle", repro_share(longer, NSTEPS),
                  "The trapezoidal rule prolongs the period of the solution in comparison with the conserving "
                  "formulation (Fig. 13).",
                  "from the stairs on A lags behind A + B (the shift in time that fits best, against a fine run) at "
                  "each of 2.5, 5, 10, 20 and 40 ms, where need be with steps that are halved");
  for (int i = 0; i < NSTEPS; i++)
    repro_add_evidence(r, "%g ms: A late by %.2g ms, A + B by %.2g ms", 1e3 * steps[i], 1e3 * late[METHOD_A][i],
                       1e3 * late[METHOD_AB][i]);
  repro_add_claim(r, "period-by-step", repro_share(grows, NSTEPS - 1),
                  "This effect is even more apparent with bigger time steps.",
                  "that lag grows from each of these steps to the next");
  repro_add_evidence(r, "it grows %d times of %d", grows, NSTEPS - 1);
}

void dopico_profile_2(repro *r) {
  trials t;
  try_all(r, &t);
  if (!repro_ok(r)) return;
  add_table(r, &t);
  add_road(r);
  add_figure_12(r, &t);
  add_figure_13(r, &t);
  claim_robust(r, &t);
  claim_precise(r, &t);
  claim_period(r, &t);
}
