// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reproduce_dopico_bumps.c - numerical simulations II, road profile I: Tables 1 and 2, Figs 8 to 10.
#include <math.h>
#include <stdio.h>

#include "reproduce_dopico.h"

static const double usual_step = 0.01, fine_step = 0.001;

enum { FIRST = METHOD_A, LAST = METHOD_AB };

// ---- figures -----------------------------------------------------------------------------------------------------

static void add_road(repro *r) {
  enum { POINTS = 401 };
  repro_figure *figure = repro_add_figure(r, "figure-8", "Fig 8. Road profile I", "way (m)", "height (m)");
  double *x = repro_scratch(r, POINTS), *z = repro_scratch(r, POINTS);
  for (int side = 0; side < 2 && x && z; side++) {
    for (int i = 0; i < POINTS; i++) x[i] = 25.0 * i / (POINTS - 1), z[i] = dopico_road(BUMPS, side == 1, x[i]);
    repro_add_curve(r, figure, side ? "left wheels" : "right wheels", x, z, POINTS);
  }
}

static int rows_of_both(const dopico_ride *a, const dopico_ride *b) { return a->n < b->n ? a->n : b->n; }

static void add_chassis(repro *r, const dopico_ride *rides, const dopico_ride *fine) {
  repro_figure *figure =
      repro_add_figure(r, "figure-9", "Fig 9. Profile I: formulation A vs. formulation B, z of the chassis, h = 0.01 s",
                       "time (s)", "z (m)");
  for (int m = METHOD_A; m <= METHOD_B; m++)
    repro_add_curve(r, figure, dopico_names[m], rides[m].time, rides[m].z, rides[m].n);
  figure = repro_add_figure(r, "figure-9-difference", "Fig 9, differences from a fine run", "time (s)", "z - z of the fine run (mm)");
  for (int m = METHOD_A; m <= METHOD_B; m++)
    dopico_add_difference(r, figure, dopico_names[m], fine->time, rides[m].z, fine->z, rows_of_both(&rides[m], fine));
  repro_set_caption(r, figure, "The fine run is one of A + B with 1 ms.");
}

static void add_wheels(repro *r, const dopico_ride *rides, const dopico_ride *fine) {
  repro_figure *figure =
      repro_add_figure(r, "figure-10", "Fig 10. Profile I: formulation A vs. formulation B, front wheels, h = 0.01 s",
                       "time (s)", "z (m)");
  for (int m = METHOD_A; m <= METHOD_B; m++) {
    char label[32];
    snprintf(label, sizeof label, "%s right", dopico_names[m]);
    repro_add_curve(r, figure, label, rides[m].time, rides[m].right, rides[m].n);
    snprintf(label, sizeof label, "%s left", dopico_names[m]);
    repro_add_curve(r, figure, label, rides[m].time, rides[m].left, rides[m].n);
  }
  figure = repro_add_figure(r, "figure-10-difference", "Fig 10, differences from a fine run, right front wheel", "time (s)",
                            "z - z of the fine run (mm)");
  for (int m = METHOD_A; m <= METHOD_B; m++)
    dopico_add_difference(r, figure, dopico_names[m], fine->time, rides[m].right, fine->right, rows_of_both(&rides[m], fine));
}

// ---- tables ------------------------------------------------------------------------------------------------------

typedef struct {
  double step, seconds, error;
  long iterations;
} cost;

static const double printed_iterations[NMETHODS] = {NAN, 1039, 1485, NAN},
                    printed_seconds[NMETHODS] = {NAN, 2.35, 4.40, NAN}, printed_step[NMETHODS] = {NAN, 60, 10, NAN};

static void measure_costs(repro *r, const double *steps, const dopico_ride *reference, cost *costs) {
  double seconds[NMETHODS];
  long iterations[NMETHODS];
  dopico_time_rides(r, BUMPS, steps, seconds, iterations);
  for (int m = FIRST; m <= LAST; m++) {
    costs[m] = (cost){.step = steps[m], .seconds = seconds[m], .iterations = iterations[m], .error = NAN};
    if (!(steps[m] > 0)) continue;
    dopico_ride ride = dopico_drive(r, BUMPS, m, steps[m], 0);
    costs[m].error = dopico_ride_error(&ride, reference);
  }
}

static void add_table_1(repro *r, const cost *costs) {
  static const repro_column columns[] = {
      {"iterations", "paper", 0}, {"CPU time (s)", "paper", 3}, {"error of z (m)", NULL, 2}};
  repro_table *table = repro_add_table(r, "table-1", "Table 1: profile I, 5 s, h = 10 ms", "formulation", columns, 3);
  for (int m = FIRST; m <= LAST; m++) {
    int row = repro_add_row(r, table, dopico_names[m]);
    repro_set_pair(table, row, 0, printed_iterations[m], (double)costs[m].iterations);
    repro_set_pair(table, row, 1, printed_seconds[m], costs[m].seconds);
    repro_set(table, row, 2, costs[m].error);
  }
  repro_set_note(r, table,
                 "CPU time of stepping alone, median of 5 in turn, on this machine. The error is the largest one of "
                 "the height of the chassis against a run of A + B "
                 "with 1 ms.");
}

static void add_table_2(repro *r, const cost *costs) {
  static const repro_column columns[] = {{"largest step (ms)", "paper", 3},
                                         {"iterations", NULL, 0},
                                         {"CPU time (s)", NULL, 3},
                                         {"error of z (m)", NULL, 2}};
  repro_table *table =
      repro_add_table(r, "table-2", "Table 2: profile I, 5 s, the largest step", "formulation", columns, 4);
  for (int m = FIRST; m <= LAST; m++) {
    int row = repro_add_row(r, table, dopico_names[m]);
    repro_set_pair(table, row, 0, printed_step[m], 1e3 * costs[m].step);
    repro_set(table, row, 1, (double)costs[m].iterations);
    repro_set(table, row, 2, costs[m].seconds);
    repro_set(table, row, 3, costs[m].error);
  }
  repro_set_note(r, table,
                 "The largest step, on a ladder of 2.5 ms up to 200 ms, up to which no step of the ride fails; none is "
                 "halved. The steps printed stand in the text of "
                 "the paper; its table itself is lost.");
}

static void add_tolerances(repro *r) {
  static const repro_column columns[] = {{"1e-4", NULL, 0}, {"1e-6", NULL, 0}, {"1e-8", NULL, 0}, {"1e-10", NULL, 0}};
  static const double tolerances[] = {1e-4, 1e-6, 1e-8, 1e-10};
  repro_table *table = repro_add_table(
      r, "tolerances", "Iterations on profile I, 5 s, h = 10 ms, by the tolerance of Newton's increments",
      "formulation", columns, 4);
  for (int m = METHOD_A; m <= METHOD_B; m++) {
    int row = repro_add_row(r, table, dopico_names[m]);
    for (int i = 0; i < 4; i++) repro_set(table, row, i, (double)dopico_count_iterations(r, m, tolerances[i]));
  }
  repro_set_note(r, table,
                 "The paper has 1039 (A) and 1485 (B) and does not give its tolerance. Relative to the size of the "
                 "bodies; everywhere else it is 1e-10.");
}

// ---- claims ------------------------------------------------------------------------------------------------------

static double range_of(const double *y, int n) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (int i = 0; i < n; i++) low = fmin(low, y[i]), high = fmax(high, y[i]);
  return high - low;
}

static void claim_same(repro *r, const dopico_ride *rides) {
  const dopico_ride *a = &rides[METHOD_A], *b = &rides[METHOD_B];
  int n = rows_of_both(a, b);
  double z = repro_furthest(a->z, b->z, n) / range_of(a->z, n);
  double wheels = repro_larger(repro_furthest(a->right, b->right, n) / range_of(a->right, n),
                               repro_furthest(a->left, b->left, n) / range_of(a->left, n));
  repro_add_claim(r, "response-same", repro_if(a->n == b->n && z < 0.02 && wheels < 0.02),
                  "The response is practically the same for A and B (Figs 9, 10).",
                  "heights of the chassis and of the front wheels within 2 % of their range of each other, at 10 ms");
  repro_add_evidence(r, "chassis %.2g %%, wheels %.2g %% of the range", 100 * z, 100 * wheels);
}

// A crest: a row higher than those before and after it, and by a tenth of the range above the lowest.
static bool is_crest(const dopico_ride *ride, int k, double floor) {
  return ride->z[k] > ride->z[k - 1] && ride->z[k] >= ride->z[k + 1] && ride->z[k] > floor;
}

static double top(const double *z, int k) {  // of the parabola through three rows
  double slope = (z[k + 1] - z[k - 1]) / 2, bend = z[k + 1] - 2 * z[k] + z[k - 1];
  return bend < 0 ? z[k] - slope * slope / (2 * bend) : z[k];
}

static void claim_crests(repro *r, const dopico_ride *rides, const dopico_ride *reference) {
  int crests = 0, lower = 0;
  double most = 0, low = HUGE_VAL;
  for (int k = 0; k < reference->n; k++) low = fmin(low, reference->z[k]);
  double floor = low + 0.1 * range_of(reference->z, reference->n);
  int n = rows_of_both(&rides[METHOD_A], &rides[METHOD_B]);
  for (int k = 3; k + 3 < n && k + 3 < reference->n; k++) {
    if (!is_crest(reference, k, floor)) continue;
    double tops[2] = {-HUGE_VAL, -HUGE_VAL};
    for (int i = k - 2; i <= k + 2; i++) {
      tops[0] = repro_larger(tops[0], top(rides[METHOD_A].z, i));
      tops[1] = repro_larger(tops[1], top(rides[METHOD_B].z, i));
    }
    crests++, lower += tops[0] < tops[1];
    most = repro_larger(most, tops[1] - tops[0]);
  }
  repro_add_claim(
      r, "crests-damped", repro_share(lower, crests),
      "A damps out part of the response: its crests are not so pronounced as those of B, barely perceptibly (Fig. 9).",
      "every crest of the chassis' height is lower with A than with B, at 10 ms");
  repro_add_evidence(r, "%d of %d crests, by up to %.2g mm", lower, crests, 1e3 * most);
}

static void claim_costs(repro *r, const cost *equal, const cost *largest) {
  const cost *a = &equal[METHOD_A], *b = &equal[METHOD_B];
  repro_add_claim(r, "more-iterations", repro_if(b->iterations > a->iterations),
                  "B needs more iterations than A at the same step (Table 1).", "more iterations over 5 s at 10 ms");
  repro_add_evidence(r, "%ld against %ld (paper 1485 and 1039)", b->iterations, a->iterations);
  repro_claim *claim = repro_add_claim(r, "faster-equal-step", repro_if(a->seconds < b->seconds),
                                       "A is faster than B, even when the same step is chosen (Table 1).",
                                       "less CPU time over 5 s at 10 ms");
  if (claim) claim->timed = true;
  repro_add_evidence(r, "B takes %.2f times as long (paper 1.87), per iteration %.2f times (paper 1.31)",
                     b->seconds / a->seconds, b->seconds / a->seconds * (double)a->iterations / (double)b->iterations);
  repro_add_claim(r, "a-60-ms", repro_if(largest[METHOD_A].step >= 0.06),
                  "A can achieve time steps up to 60 ms on profile I (Table 2).", "its largest step is 60 ms or more");
  repro_add_evidence(r, "%.4g ms, with an error of %.2g m in the height of the chassis", 1e3 * largest[METHOD_A].step,
                     largest[METHOD_A].error);
  repro_add_claim(r, "b-10-ms", repro_if(largest[METHOD_B].step <= 0.0125 && largest[METHOD_B].step >= 0.0075),
                  "B fails to converge for time steps bigger than 10 ms (Table 2).",
                  "its largest step is 10 ms, to one step of the ladder");
  repro_add_evidence(r, "%.4g ms; A + B %.4g ms", 1e3 * largest[METHOD_B].step, 1e3 * largest[METHOD_AB].step);
  repro_add_claim(r, "hard-conditions", repro_if(largest[METHOD_A].step > largest[METHOD_B].step),
                  "B has more problems than A when the integration conditions become hard.",
                  "A's largest step on profile I is larger than B's");
  repro_add_evidence(r, "%.4g ms against %.4g ms", 1e3 * largest[METHOD_A].step, 1e3 * largest[METHOD_B].step);
}

void dopico_profile_1(repro *r) {
  dopico_ride rides[NMETHODS], reference = dopico_drive(r, BUMPS, METHOD_AB, fine_step, 0);
  cost equal[NMETHODS], largest[NMETHODS];
  double usual[NMETHODS] = {0}, most[NMETHODS] = {0};
  for (int m = FIRST; m <= LAST; m++) {
    rides[m] = dopico_drive(r, BUMPS, m, usual_step, 0);
    usual[m] = usual_step;
    most[m] = dopico_largest_step(r, BUMPS, m);
  }
  if (!repro_ok(r)) return;
  measure_costs(r, usual, &reference, equal);
  measure_costs(r, most, &reference, largest);
  if (!repro_ok(r)) return;
  add_table_1(r, equal);
  add_table_2(r, largest);
  add_tolerances(r);
  add_road(r);
  add_chassis(r, rides, &reference);
  add_wheels(r, rides, &reference);
  claim_same(r, rides);
  claim_crests(r, rides, &reference);
  claim_costs(r, equal, largest);
}
