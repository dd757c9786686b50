// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// dopico_stairs.c - numerical simulations II, road profile II: ramp and stairs, Figs 11 to 13, and the two
// stabilising strategies combined.
#include <math.h>
#include <stdio.h>

#include "dopico/dopico.h"

static const double fine_step = 0.001, fine_error = 2e-4;     // s; m: by which it differs from one of 0.25 ms
static const double first_stair = 3.99, second_stair = 4.31;  // s: when the front wheels get there

static const double steps[] = {0.0025, 0.005, 0.01, 0.02, 0.04};

enum { NSTEPS = sizeof steps / sizeof *steps, USUAL = 2, FIRST = METHOD_A, LAST = METHOD_AB };

typedef struct {
  dopico_ride rides[NMETHODS][NSTEPS];         // increments mixed, no step is halved
  dopico_ride helped[NMETHODS][NSTEPS];        // the same, or where that fails one whose steps may be halved
  double error[NMETHODS][NSTEPS];              // of the chassis' height in the latter, m; NaN: it does not end either
  double reached[NMETHODS][NNEWTONS][NSTEPS];  // s, no step halved
  double low[NMETHODS][NNEWTONS];              // the same at 10 ms on stairs of 0.1 m
  dopico_ride reference;
  double chassis, wheels;  // the largest accelerations of the reference, m/s^2
} trials;

static bool ends(const trials *t, int method, int newton, int step) {
  return t->reached[method][newton][step] >= dopico_ride_ends[STAIRS];
}

static double usual_reach(const trials *t, bool low, int method, int newton) {
  return low ? t->low[method][newton] : t->reached[method][newton][USUAL];
}

// As many runs are counted in any case.
static dopico_ride help(repro *r, dopico_trip trip, const dopico_ride *ride) {
  trip.halvings = 6;
  if (ride->n == 0 || ride->summary.status != JN_OK) return dopico_drive(r, &trip);
  r->runs++;
  return *ride;
}

static void try_step(repro *r, trials *t, int method, int i) {
  dopico_trip trip = {.road = STAIRS, .method = method, .step = steps[i]};
  dopico_ride *ride = &t->rides[method][i], *helped = &t->helped[method][i];
  *ride = dopico_drive(r, &trip);
  *helped = help(r, trip, ride);
  bool whole = helped->n > 0 && helped->summary.status == JN_OK;
  t->error[method][i] = whole ? dopico_ride_error(helped, &t->reference) : NAN;
  t->reached[method][MIXED][i] = ride->n > 0 ? ride->summary.time : NAN;
  trip.newton = UNMIXED;
  t->reached[method][UNMIXED][i] = dopico_reach(r, &trip);
}

static void try_all(repro *r, trials *t) {
  enum { EVERY = 10 };
  dopico_trip fine = {.road = STAIRS, .method = METHOD_A, .step = fine_step, .halvings = 6, .rows = 0.01 / EVERY};
  dopico_ride whole = dopico_drive(r, &fine);
  t->chassis = repro_largest(whole.az, whole.n), t->wheels = repro_largest(whole.wheel_az, whole.n);
  t->reference = dopico_thin(r, &whole, EVERY);
  for (int m = FIRST; m <= LAST; m++) {
    for (int i = 0; i < NSTEPS; i++) try_step(r, t, m, i);
    for (int way = 0; way < NNEWTONS; way++)
      t->low[m][way] =
          dopico_reach(r, &(dopico_trip){.road = LOW_STAIRS, .method = m, .newton = way, .step = steps[USUAL]});
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
      if (ends(t, m, MIXED, i)) repro_set(table, row, i, t->error[m][i]);
      else repro_set_text(r, table, row, i, "fails at %.2f s; %.2g", t->reached[m][MIXED][i], t->error[m][i]);
    repro_set(table, row, NSTEPS, (double)t->rides[m][USUAL].summary.iterations);
  }
  repro_set_note(r, table,
                 "Against a run of A with 1 ms. The first step that does not converge ends a ride; the error behind "
                 "it is that of a ride in which such steps are halved.");
}

static void add_reached(repro *r, const trials *t) {
  static const repro_column columns[] = {{"2.5 ms", NULL, 3}, {"5 ms", NULL, 3},  {"10 ms", NULL, 3},
                                         {"20 ms", NULL, 3},  {"40 ms", NULL, 3}, {"10 ms, stairs of 0.1 m", NULL, 3}};
  repro_table *table = repro_add_table(
      r, "stairs-newton", "Profile II: the time reached (s) of 8 s, by the step and the way of Newton's method",
      "formulation, increments", columns, NSTEPS + 1);
  for (int m = FIRST; m <= LAST; m++)
    for (int way = 0; way < NNEWTONS; way++) {
      char label[32];
      snprintf(label, sizeof label, "%s, %s", dopico_names[m], dopico_newtons[way]);
      int row = repro_add_row(r, table, label);
      for (int i = 0; i < NSTEPS; i++) repro_set(table, row, i, t->reached[m][way][i]);
      repro_set(table, row, NSTEPS, t->low[m][way]);
    }
  repro_set_note(r, table,
                 "Mixed: increments that shrink slowly are mixed, as is usual here. Plain: variant plain-newton. No "
                 "step is halved.");
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
  dopico_add_difference(r, figure, dopico_names[method], fine->time, ride->z, fine->z,
                        ride->n < fine->n ? ride->n : fine->n);
}

static void add_figure_12(repro *r, const trials *t) {
  repro_figure *figure = repro_add_figure(
      r, "figure-12", "Fig 12. Projections and trapezoidal rule vs. conserving, h = 0.01 s", "time (s)", height);
  for (int m = METHOD_A; m <= METHOD_B; m++)
    repro_add_curve(r, figure, dopico_names[m], t->rides[m][USUAL].time, t->rides[m][USUAL].z, t->rides[m][USUAL].n);
  figure = repro_add_figure(r, "figure-12-difference", "Fig 12, differences from a fine run", "time (s)", off_height);
  for (int m = METHOD_A; m <= METHOD_B; m++) add_differences(r, t, figure, m, &t->rides[m][USUAL]);
  repro_set_caption(r, figure, "The fine run is one of A with 1 ms.");
}

static void add_figure_13(repro *r, const trials *t) {
  static const double from = 5.9, to = 6.7;  // s
  repro_figure *figure = repro_add_figure(
      r, "figure-13", "Fig 13. Projections + trapezoidal rule vs. projections + conserving, h = 0.01 s", "time (s)",
      height);
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

static void claim_violent(repro *r, const trials *t) {
  double chassis = t->chassis / 9.81;
  repro_add_claim(
      r, "violent", repro_if(chassis >= 4 && chassis <= 6),
      "The motion is rather violent, with acceleration peaks of up to 5 g.",
      "the largest vertical acceleration of the chassis in the fine run, every 1 ms, is 5 g within a fifth");
  repro_add_evidence(r, "chassis %.2g g, wheels %.2g g; the stairs are ours, and their height is chosen for it",
                     chassis, t->wheels / 9.81);
}

// At 10 ms, on both stairs with both ways of Newton's method.
typedef struct {
  int solves, stops, helps;  // A ends; B stops at the first stair; A + B ends, B does not
} robustness;

static robustness count_robust(const trials *t) {
  robustness n = {0};
  for (int low = 0; low < 2; low++)
    for (int way = 0; way < NNEWTONS; way++) {
      double a = usual_reach(t, low, METHOD_A, way), b = usual_reach(t, low, METHOD_B, way),
             ab = usual_reach(t, low, METHOD_AB, way);
      double end = dopico_ride_ends[STAIRS];
      n.solves += a >= end, n.stops += b > first_stair && b < second_stair, n.helps += (ab >= end) + !(b >= end);
    }
  return n;
}

static void add_reach_evidence(repro *r, const trials *t, int method) {
  for (int low = 0; low < 2; low++)
    repro_add_evidence(r, "%s, stairs of %s m: mixed to %.3g s, plain to %.3g s", dopico_names[method],
                       low ? "0.1" : "0.15", usual_reach(t, low, method, MIXED), usual_reach(t, low, method, UNMIXED));
}

static void claim_any_step(repro *r, const trials *t) {
  int fails = 0;
  for (int way = 0; way < NNEWTONS; way++)
    for (int i = 0; i < NSTEPS; i++) fails += !ends(t, METHOD_B, way, i);
  repro_add_claim(r, "b-fails-stairs", repro_share(REPRO_ALWAYS, fails, NNEWTONS * NSTEPS),
                  "B fails to solve the same manoeuvre with any time step (Fig. 12).",
                  "it fails with all of 2.5, 5, 10, 20 and 40 ms, with both ways of Newton's method: 10 comparisons");
  repro_set_condition(r, "on the step and on the way of Newton's method");
  for (int i = 0; i < NSTEPS; i++)
    repro_add_evidence(r, "%g ms: mixed to %.3g s, plain to %.3g s", 1e3 * steps[i], t->reached[METHOD_B][MIXED][i],
                       t->reached[METHOD_B][UNMIXED][i]);
}

static void claim_robust(repro *r, const trials *t) {
  static const char *const on_newton = "on the stairs and on the way of Newton's method";
  robustness n = count_robust(t);
  repro_add_claim(r, "a-solves-stairs", repro_share(REPRO_ALWAYS, n.solves, 4),
                  "A is capable of solving this violent manoeuvre (Fig. 12).",
                  "8 s at 10 ms without a failed step, on stairs of 0.15 m and of 0.1 m, with both ways of Newton's "
                  "method: 4 comparisons");
  repro_set_condition(r, on_newton);
  add_reach_evidence(r, t, METHOD_A);
  claim_any_step(r, t);
  repro_add_claim(
      r, "b-stops-first-stair", repro_share(REPRO_ALWAYS, n.stops, 4),
      "B cannot pass the first impact of the front wheels with the stairs: it gives a solution for the first 4 s only.",
      "at 10 ms it stops while the front wheels are on the first stair, between 3.99 and 4.31 s, on stairs of 0.15 m "
      "and of 0.1 m, with both ways of Newton's method: 4 comparisons");
  repro_set_condition(r, on_newton);
  add_reach_evidence(r, t, METHOD_B);
  repro_add_claim(r, "ab-solves-stairs", repro_share(REPRO_ALWAYS, n.helps, 8),
                  "With A + B it is possible to solve the motion that B cannot.",
                  "8 s at 10 ms without a failed step with A + B, and not with B, on stairs of 0.15 m and of 0.1 m, "
                  "with both ways of Newton's method: 8 comparisons");
  repro_set_condition(r, "on the way of Newton's method, and then for B as well");
  add_reach_evidence(r, t, METHOD_AB);
  add_reach_evidence(r, t, METHOD_B);
}

static bool both_end(const trials *t, int i) { return ends(t, METHOD_A, MIXED, i) && ends(t, METHOD_AB, MIXED, i); }

// Smaller by a tenth and by what the fine run is off by, larger by as much, or level.
static repro_outcome compare_errors(double mine, double other) {
  if (mine < 0.9 * other && mine < other - fine_error) return REPRO_FASTER;
  return other < 0.9 * mine && other < mine - fine_error ? REPRO_SLOWER : REPRO_EVEN;
}

static void claim_precise(repro *r, const trials *t) {
  repro_tally tally = {0};
  for (int i = 0; i < NSTEPS; i++)
    if (both_end(t, i)) repro_count(&tally, compare_errors(t->error[METHOD_AB][i], t->error[METHOD_A][i]));
  repro_add_claim(
      r, "ab-more-precise", repro_judge(REPRO_ALWAYS, &tally),
      "A + B is more precise than A at the same time step (Fig. 13).",
      "its error of the chassis' height is smaller by a tenth and by 0.2 mm, what the fine run itself is off by, "
      "or more, at each step with which both get to the end; within that: level");
  repro_set_condition(r, "on the step");
  for (int i = 0; i < NSTEPS; i++)
    if (both_end(t, i))
      repro_add_evidence(r, "%g ms: %.2g against %.2g mm", 1e3 * steps[i], 1e3 * t->error[METHOD_AB][i],
                         1e3 * t->error[METHOD_A][i]);
  repro_add_evidence(r, "smaller %d times, level %d, larger %d", tally.faster, tally.even, tally.slower);
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
  const double margin = 1e-3;
  double late[NMETHODS][NSTEPS], lag[NSTEPS];
  int grows = 0, of = 0;
  for (int i = 0; i < NSTEPS; i++) {
    for (int m = FIRST; m <= LAST; m++)
      late[m][i] = t->error[m][i] >= 0 ? delay(&t->helped[m][i], &t->reference, first_stair) : NAN;
    lag[i] = late[METHOD_A][i] - late[METHOD_AB][i];
    if (i == 0 || !both_end(t, i - 1) || !both_end(t, i)) continue;
    of++, grows += lag[i] >= lag[i - 1] + margin;
  }
  repro_add_claim(r, "period-vehicle", fabs(lag[USUAL]) < margin ? REPRO_LEVEL : repro_if(lag[USUAL] >= margin),
                  "The trapezoidal rule prolongs the period of the solution in comparison with the conserving "
                  "formulation (Fig. 13).",
                  "at 10 ms, from the stairs on, A lags behind A + B by 1 ms or more (the shift in time that fits "
                  "best, against a fine run); within 1 ms: level");
  for (int i = 0; i < NSTEPS; i++)
    repro_add_evidence(r, "%g ms: A late by %.2g ms, A + B by %.2g ms", 1e3 * steps[i], 1e3 * late[METHOD_A][i],
                       1e3 * late[METHOD_AB][i]);
  repro_add_claim(r, "period-by-step", repro_share(REPRO_ALWAYS, grows, of),
                  "This effect is even more apparent with bigger time steps.",
                  "that lag grows by 1 ms or more from each of 2.5, 5, 10, 20 and 40 ms to the next, "
                  "as far as both get to the end without a halved step");
  repro_set_condition(r, "on the step");
  repro_add_evidence(r, "it grows %d times of %d", grows, of);
  for (int i = 0; i < NSTEPS; i++)
    if (both_end(t, i)) repro_add_evidence(r, "%g ms: %.2g ms", 1e3 * steps[i], 1e3 * lag[i]);
}

void dopico_profile_2(repro *r) {
  trials t;
  try_all(r, &t);
  if (!repro_ok(r)) return;
  add_table(r, &t);
  add_reached(r, &t);
  add_road(r);
  add_figure_12(r, &t);
  add_figure_13(r, &t);
  claim_violent(r, &t);
  claim_robust(r, &t);
  claim_precise(r, &t);
  claim_period(r, &t);
}
