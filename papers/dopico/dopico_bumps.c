// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// dopico_bumps.c - numerical simulations II, road profile I: Tables 1 and 2, Figs 8 to 10.
#include <math.h>
#include <stdio.h>

#include "dopico/dopico.h"

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
  figure = repro_add_figure(r, "figure-9-difference", "Fig 9, differences from a fine run", "time (s)",
                            "z - z of the fine run (mm)");
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
  figure = repro_add_figure(r, "figure-10-difference", "Fig 10, differences from a fine run, right front wheel",
                            "time (s)", "z - z of the fine run (mm)");
  for (int m = METHOD_A; m <= METHOD_B; m++)
    dopico_add_difference(r, figure, dopico_names[m], fine->time, rides[m].right, fine->right,
                          rows_of_both(&rides[m], fine));
}

// ---- tables ------------------------------------------------------------------------------------------------------

// The largest steps: over bumps of 4 m and of 2 m, with both ways of Newton's method.
typedef struct {
  double at[2][NMETHODS][NNEWTONS];  // s
} ladders;

static const int lengths[2] = {BUMPS, SHORT_BUMPS};

static int better(const ladders *all, int length, int method) {
  return all->at[length][method][UNMIXED] > all->at[length][method][MIXED] ? UNMIXED : MIXED;
}

static double best(const ladders *all, int length, int method) {
  return all->at[length][method][better(all, length, method)];
}

static ladders climb(repro *r) {
  ladders all = {0};
  for (int i = 0; i < 2; i++)
    for (int m = FIRST; m <= (i == 0 ? LAST : METHOD_B); m++)
      for (int way = 0; way < NNEWTONS; way++) all.at[i][m][way] = dopico_largest_step(r, lengths[i], m, way);
  return all;
}

typedef struct {
  double step, seconds, error;
  long iterations;
} cost;

static const double printed_iterations[NMETHODS] = {NAN, 1039, 1485, NAN},
                    printed_seconds[NMETHODS] = {NAN, 2.35, 4.40, NAN}, printed_step[NMETHODS] = {NAN, 60, 10, NAN};

// Of all methods, each at its trip; a step of 0: there is none.
static void measure_costs(repro *r, const dopico_trip *trips, int turns, repro_timing *timings, cost *costs) {
  dopico_time_rides(r, trips + FIRST, LAST - FIRST + 1, turns, timings + FIRST);
  for (int m = FIRST; m <= LAST && repro_ok(r); m++) {
    bool whole = timings[m].reached >= dopico_ride_ends[BUMPS];
    costs[m] = (cost){.step = trips[m].step, .seconds = whole ? timings[m].seconds : NAN, .error = NAN};
    costs[m].iterations = whole ? timings[m].summary.iterations : 0;
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
                 "CPU time of stepping alone, median of turns, on this machine. The error is the largest one of the "
                 "height of the chassis against a run of A + B with 1 ms.");
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
                 "The largest step of a ladder (10, 15, 20, 25, 30, 40 and so on to 100 ms) up to which no step of the "
                 "ride fails; none is halved. With the better of the two ways of Newton's method, see the next table. "
                 "The steps printed stand in the text of the paper; its table itself is lost.");
}

static void add_ladders(repro *r, const ladders *all) {
  static const repro_column columns[] = {
      {"A, mixed (ms)", NULL, 3}, {"A, plain (ms)", NULL, 3}, {"B, mixed (ms)", NULL, 3}, {"B, plain (ms)", NULL, 3}};
  repro_table *table =
      repro_add_table(r, "largest-steps", "The largest step by the length of the bumps and the way of Newton's method",
                      "bumps", columns, 4);
  for (int i = 0; i < 2; i++) {
    int row = repro_add_row(r, table, i ? "2 m" : "4 m");
    for (int k = 0; k < 4; k++) repro_set(table, row, k, 1e3 * all->at[i][k < 2 ? METHOD_A : METHOD_B][k % 2]);
  }
  repro_set_note(
      r, table,
      "Mixed: increments that shrink slowly are mixed, as is usual here. Plain: variant plain-newton. 100 ms is the "
      "end of the ladder. The length of the bumps is not known; over 2 m the wheels meet their stops.");
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

typedef struct {
  int crests, below_b, below_fine;
  double most_b, most_fine;  // by which A's are lower, m
} crest_count;

static double highest(const double *z, int k) {  // of the rows around a crest
  double most = -HUGE_VAL;
  for (int i = k - 2; i <= k + 2; i++) most = repro_larger(most, top(z, i));
  return most;
}

static crest_count count_crests(const dopico_ride *a, const dopico_ride *b, const dopico_ride *fine) {
  const double margin = 1e-6;
  crest_count c = {0};
  double low = HUGE_VAL;
  for (int k = 0; k < fine->n; k++) low = fmin(low, fine->z[k]);
  double floor = low + 0.1 * range_of(fine->z, fine->n);
  int n = rows_of_both(a, b);
  for (int k = 3; k + 3 < n && k + 3 < fine->n; k++) {
    if (!is_crest(fine, k, floor)) continue;
    double own = highest(a->z, k), other = highest(b->z, k) - own, exact = highest(fine->z, k) - own;
    c.crests++, c.below_b += other > margin, c.below_fine += exact > margin;
    c.most_b = repro_larger(c.most_b, other), c.most_fine = repro_larger(c.most_fine, exact);
  }
  return c;
}

static void claim_crests(repro *r, const dopico_ride *rides, const dopico_ride *reference) {
  crest_count c = count_crests(&rides[METHOD_A], &rides[METHOD_B], reference);
  repro_add_claim(
      r, "crests-damped", repro_share(REPRO_ALWAYS, c.below_b + c.below_fine, 2 * c.crests),
      "A damps out part of the response: its crests are not so pronounced as those of B, barely perceptibly (Fig. 9).",
      "at 10 ms every crest of the chassis' height is lower with A than with B, and than in the fine run, by more than "
      "1e-6 m: two comparisons a crest");
  repro_set_condition(r, "on what A's crests are compared with");
  repro_add_evidence(r,
                     "lower than with B: %d of %d crests, by up to %.2g mm; than in the fine run: %d, by up to %.2g mm",
                     c.below_b, c.crests, 1e3 * c.most_b, c.below_fine, 1e3 * c.most_fine);
}

static void claim_costs(repro *r, const cost *equal, const repro_timing *timings) {
  const cost *a = &equal[METHOD_A], *b = &equal[METHOD_B];
  repro_add_claim(r, "more-iterations",
                  repro_if(a->iterations > 0 && (double)b->iterations >= 1.05 * (double)a->iterations),
                  "B needs more iterations than A at the same step (Table 1).",
                  "more iterations over 5 s at 10 ms, by 5 % or more");
  repro_add_evidence(r, "%ld against %ld (paper 1485 and 1039)", b->iterations, a->iterations);
  repro_race race = repro_compare(r, &timings[METHOD_A], &timings[METHOD_B]);
  repro_tally tally = {0};
  repro_count(&tally, race.result);
  repro_claim *claim = repro_add_claim(r, "faster-equal-step", repro_judge(REPRO_ALWAYS, &tally),
                                       "A is faster than B, even when the same step is chosen (Table 1).",
                                       "less CPU time over 5 s at 10 ms, beyond the margin");
  if (claim) claim->timed = true;
  repro_add_evidence(r, "B takes %.2f times as long (paper 1.87), per iteration %.2f times (paper 1.31)", race.ratio,
                     race.ratio * (double)a->iterations / (double)b->iterations);
}

static void claim_steps(repro *r, const ladders *all, const cost *largest) {
  repro_add_claim(r, "a-60-ms", repro_if(best(all, 0, METHOD_A) >= 0.06),
                  "A can achieve time steps up to 60 ms on profile I (Table 2).",
                  "its largest step is 60 ms or more, with the better of the two ways of Newton's method");
  repro_add_evidence(r, "%.4g ms (mixed %.4g, plain %.4g), with an error of %.2g m in the height of the chassis",
                     1e3 * best(all, 0, METHOD_A), 1e3 * all->at[0][METHOD_A][MIXED],
                     1e3 * all->at[0][METHOD_A][UNMIXED], largest[METHOD_A].error);
  int ten = 0, larger = 0;
  for (int i = 0; i < 2; i++) {
    for (int way = 0; way < NNEWTONS; way++) ten += fabs(all->at[i][METHOD_B][way] - 0.01) < 1e-6;
    larger += best(all, i, METHOD_A) > best(all, i, METHOD_B);
  }
  repro_add_claim(r, "b-10-ms", repro_share(REPRO_ALWAYS, ten, 4),
                  "B fails to converge for time steps bigger than 10 ms (Table 2).",
                  "its largest step is 10 ms and the next one of the ladder, 15 ms, fails: over bumps of 4 m and of 2 "
                  "m, with both ways of Newton's method: 4 comparisons");
  repro_set_condition(r, "on the bumps and on the way of Newton's method");
  for (int i = 0; i < 2; i++)
    repro_add_evidence(r, "bumps of %d m: mixed %.4g, plain %.4g ms", i ? 2 : 4, 1e3 * all->at[i][METHOD_B][MIXED],
                       1e3 * all->at[i][METHOD_B][UNMIXED]);
  repro_add_claim(r, "hard-conditions", repro_share(REPRO_ALWAYS, larger, 2),
                  "B has more problems than A when the integration conditions become hard.",
                  "A's largest step is larger than B's, each with the better of the two ways of Newton's method, "
                  "over bumps of 4 m and of 2 m: 2 comparisons");
  repro_set_condition(r, "on the bumps");
  for (int i = 0; i < 2; i++)
    repro_add_evidence(r, "bumps of %d m: %.4g against %.4g ms", i ? 2 : 4, 1e3 * best(all, i, METHOD_A),
                       1e3 * best(all, i, METHOD_B));
}

void dopico_profile_1(repro *r) {
  enum { TURNS = 7, FEW_TURNS = 3 };
  dopico_trip fine = {.road = BUMPS, .method = METHOD_AB, .step = fine_step}, usual[NMETHODS], most[NMETHODS];
  dopico_ride rides[NMETHODS], reference = dopico_drive(r, &fine);
  repro_timing timings[NMETHODS], late[NMETHODS];
  cost equal[NMETHODS], largest[NMETHODS];
  ladders all = climb(r);
  for (int m = FIRST; m <= LAST; m++) {
    usual[m] = (dopico_trip){.road = BUMPS, .method = m, .step = usual_step};
    most[m] = (dopico_trip){.road = BUMPS, .method = m, .newton = better(&all, 0, m), .step = best(&all, 0, m)};
    if (!(most[m].step > 0)) most[m].step = usual_step;
    rides[m] = dopico_drive(r, &usual[m]);
  }
  measure_costs(r, usual, TURNS, timings, equal);
  measure_costs(r, most, FEW_TURNS, late, largest);
  if (!repro_ok(r)) return;
  for (int m = FIRST; m <= LAST; m++) {
    dopico_ride ride = dopico_drive(r, &most[m]);
    equal[m].error = dopico_ride_error(&rides[m], &reference);
    largest[m].error = dopico_ride_error(&ride, &reference);
  }
  if (!repro_ok(r)) return;
  add_table_1(r, equal);
  add_table_2(r, largest);
  add_ladders(r, &all);
  add_tolerances(r);
  add_road(r);
  add_chassis(r, rides, &reference);
  add_wheels(r, rides, &reference);
  claim_same(r, rides);
  claim_crests(r, rides, &reference);
  claim_costs(r, equal, timings);
  claim_steps(r, &all, largest);
}
