// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// blajer_cost.c - the engine's bases in runs: CPU time per evaluation and error at equal step, and the cost of the PI
// scheme (4.6a) beside the correction (4.5a). blajer_rivals.c compares the ways to a basis themselves.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "blajer/blajer.h"

typedef struct {
  const char *title, *model, *output;
  double reference;  // angle at 10 s that errors are measured against, rad; from the model file
} problem;

static const problem problems[] = {{"pendulum", "blajer-pendulum", "x3", -3.4383263261335356},
                                   {"planar four-bar", "park-four-bar", "theta1", 0.5108202930704997},
                                   {"spatial four-bar", "park-spatial-four-bar", "theta1", 1.4091259618021326}};

typedef struct {
  const char *label, *formulation, *variant;
} way;

enum {
  RECURSION,
  FACTOR,
  TANGENT,
  PLAIN,
  LU,
  QR,
  SVD,
  MULTIPLIERS,
  NWAYS,
  NPROBLEMS = sizeof problems / sizeof *problems,
  REPETITIONS = 21
};

static const way ways[NWAYS] = {
    [RECURSION] = {"Gram-Schmidt with the metric, (3.2), (3.5)", "orthonormal", "mass-recursion"},
    [FACTOR] = {"the same basis by [M G'; G 0]", "orthonormal", "mass"},
    [TANGENT] = {"the same, with Wd* for E", "orthonormal", "mass-tangent"},
    [PLAIN] = {"Gram-Schmidt without the metric", "orthonormal", "plain"},
    [LU] = {"LU (coordinate partitioning)", "orthonormal", "lu"},
    [QR] = {"QR", "orthonormal", "qr"},
    [SVD] = {"SVD", "orthonormal", "svd"},
    [MULTIPLIERS] = {"multipliers, no basis", "multipliers", "auto"},
};

typedef struct {
  double micros[NPROBLEMS], error[NPROBLEMS];
  repro_race beside_factor[NPROBLEMS];  // per problem: CPU time of this basis over that of the basis from the factor
} costs;

static const double step = 5e-3, timed_until = 2;

static double error_of(repro *r, const problem *what, const jn_model *model, const jn_choices *choices,
                       const char *title) {
  repro_rows *rows = repro_run(r, title, model, choices, NULL, 0, REPRO_MUST_RUN);
  const double *values = repro_values(r, rows, what->output);
  return values ? fabs(values[rows->n - 1] - what->reference) : (double)NAN;
}

static void measure(repro *r, int problem_at, costs *all) {
  const problem *what = &problems[problem_at];
  repro_timing items[NWAYS];
  jn_model *model = repro_model(r, what->model, NULL, 0);
  for (int i = 0; i < NWAYS; i++) {
    jn_choices choices = blajer_choices(r, model, ways[i].formulation, ways[i].variant, "newton");
    choices.step = step;
    all[i].error[problem_at] = error_of(r, what, model, &choices, ways[i].label);
    choices.until = timed_until;
    items[i] = (repro_timing){.title = ways[i].label, .model = model, .choices = choices};
  }
  if (!repro_ok(r)) return;
  repro_time(r, items, NWAYS, REPETITIONS);
  for (int i = 0; i < NWAYS; i++) {
    all[i].micros[problem_at] = 1e6 * items[i].seconds / (double)items[i].summary.evaluations;
    all[i].beside_factor[problem_at] = repro_compare(r, &items[FACTOR], &items[i]);
  }
}

static void add_table(repro *r, const costs *all) {
  static const repro_column columns[] = {
      {"pendulum (us)", NULL, 3}, {"planar four-bar (us)", NULL, 3}, {"spatial four-bar (us)", NULL, 3}};
  repro_table *table =
      repro_add_table(r, "cost", "CPU time per evaluation in runs of the engine", "basis", columns, NPROBLEMS);
  if (table) table->timed = true;
  for (int i = 0; i < NWAYS; i++) {
    int row = repro_add_row(r, table, ways[i].label);
    for (int p = 0; table && p < NPROBLEMS; p++) repro_set(table, row, p, all[i].micros[p]);
  }
  repro_set_note(
      r, table,
      "rk4, h = 5 ms, (4.5a). Moving pendulum (3 speeds, 2 freedoms), Park's planar four-bar (9, 1) and spatial "
      "four-bar (18, 1). Median of at least %d turns of %g s, all ways taking turns in one run; times depend on the "
      "machine. LU, QR and SVD decompose when the basis is chosen and keep it; table `products` has them made "
      "anew.",
      REPETITIONS, timed_until);
}

// Counts the bases without the metric whose error is more than twice that of the orthonormal basis.
static int outdone(const costs *all, int problem_at) {
  int n = 0;
  for (int i = PLAIN; i <= SVD; i++) n += all[i].error[problem_at] > 2 * all[FACTOR].error[problem_at];
  return n;
}

static void judge(repro *r, const costs *all) {
  repro_tally tally = {0};
  for (int p = 1; p < NPROBLEMS; p++) repro_count(&tally, all[RECURSION].beside_factor[p].result);
  repro_claim *claim = repro_add_claim(
      r, "efficient-factor", repro_judge(REPRO_ALWAYS, &tally),
      "For mechanisms of several bodies the same basis is cheaper when it is made from the factor of "
      "[M G'; G 0] instead of by the recursion.",
      "variant 'mass' takes less CPU time per evaluation than variant 'mass-recursion', by more than 7 % "
      "and twice the uncertainty, on both four-bars");
  if (claim) {
    claim->timed = true;
    claim->ours = true;
  }
  repro_set_condition(r, "on the mechanism");
  repro_add_evidence(r, "times of the others over its own, on the pendulum, the planar and the spatial four-bar");
  for (int i = 0; i <= SVD; i++)
    if (i != FACTOR && i != TANGENT)
      repro_add_evidence(r, "%s %.2f, %.2f, %.2f", ways[i].label, all[i].beside_factor[0].ratio,
                         all[i].beside_factor[1].ratio, all[i].beside_factor[2].ratio);
}

// Adds the table of errors, which do not depend on the clock.
static void add_errors(repro *r, const costs *all) {
  static const repro_column columns[] = {
      {"pendulum", NULL, 2}, {"planar four-bar", NULL, 2}, {"spatial four-bar", NULL, 2}};
  repro_table *table =
      repro_add_table(r, "errors", "Error at 10 s in rad: rk4, h = 5 ms, (4.5a)", "basis", columns, NPROBLEMS);
  for (int i = 0; i < NWAYS; i++) {
    int row = repro_add_row(r, table, ways[i].label);
    for (int p = 0; table && p < NPROBLEMS; p++) repro_set(table, row, p, all[i].error[p]);
  }
}

static void judge_errors(repro *r, const costs *all) {
  double most = 0;
  for (int i = 0; i < NWAYS; i++)
    for (int p = 0; p < NPROBLEMS; p++) most = repro_larger(most, all[i].error[p]);
  repro_claim *claim = repro_add_claim(r, "all-bases-agree", repro_if(most < 1e-5), "All bases give the same motion.",
                                       "errors at 10 s below 1e-5 rad, all bases, all models, h = 5 ms");
  if (claim) claim->ours = true;
  repro_add_evidence(r, "the largest error is %.1e rad", most);
  add_errors(r, all);
  const int rivals = SVD - PLAIN + 1;
  int pendulum = outdone(all, 0), planar = outdone(all, 1), spatial = outdone(all, 2);
  claim =
      repro_add_claim(r, "smaller-error", repro_share(REPRO_ALWAYS, pendulum + planar + spatial, 3 * rivals),
                      "At equal step the orthonormal basis leaves a smaller error than the bases without the metric.",
                      "errors of all rivals more than twice as large, on all three models");
  if (claim) claim->ours = true;
  repro_set_condition(r, "on the mechanism");
  repro_add_evidence(r,
                     "so for %d of %d rivals on the pendulum, %d on the planar and %d on the spatial four-bar, which a "
                     "damper has brought to rest",
                     pendulum, rivals, planar, spatial);
}

// ---- PI beside (4.5a) ---------------------------------------------------------------------------------------------

enum { NPOSITIONS = 3, PI_STAGES = 4 };

static const double occasional = 10;  // number of steps between two corrections

// Products per step of rk4 with a control of the constraints.
typedef struct {
  double pi, pi_written, correction;
} control_products;

static control_products count_controls(repro *r, const problem *what) {
  control_products out = {NAN, NAN, NAN};
  jn_model *model = repro_model(r, what->model, NULL, 0);
  jn_choices choices = blajer_choices(r, model, "orthonormal", "mass", "newton");
  repro_motion *motion = blajer_follow(r, what->title, model, &choices, NULL, 0);
  blajer_space s;
  double dx[BLAJER_MOST];
  long products = 0;
  if (!motion) return out;
  blajer_look(motion, &s);
  blajer_correction(&s, dx, &products);
  out.correction = (double)products;
  out.pi_written = PI_STAGES * (out.correction + 2 * s.m);
  out.pi = PI_STAGES * (2 * s.m + s.m * (s.m + 1) / 2.0 + s.n * s.m);
  return out;
}

static void time_controls(repro *r) {
  static const char *const positions[NPOSITIONS] = {"none", "pi", "newton"};
  static const repro_column columns[] = {
      {"nothing done", NULL, 3}, {"PI (4.6a)", NULL, 3}, {"(4.5a) after each step", NULL, 3}};
  repro_table *table = repro_add_table(r, "control-times", "CPU time of a step in microseconds: rk4, h = 5 ms", "model",
                                       columns, NPOSITIONS);
  for (int p = 0; p < NPROBLEMS; p++) {
    repro_timing items[NPOSITIONS];
    jn_model *model = repro_model(r, problems[p].model, NULL, 0);
    for (int i = 0; i < NPOSITIONS; i++) {
      jn_choices choices = blajer_choices(r, model, "orthonormal", "mass", positions[i]);
      choices.step = step;
      choices.until = timed_until;
      items[i] = (repro_timing){.title = columns[i].name, .model = model, .choices = choices};
    }
    if (!repro_ok(r)) return;
    repro_time(r, items, NPOSITIONS, REPETITIONS);
    int row = repro_add_row(r, table, problems[p].title);
    for (int i = 0; repro_ok(r) && i < NPOSITIONS; i++)
      repro_set(table, row, i, 1e6 * items[i].seconds / (double)items[i].summary.steps);
  }
  if (table) table->timed = true;
  repro_set_note(
      r, table,
      "Variant 'mass'. The factor of [M G'; G 0] serves the accelerations and the PI terms alike, so that PI "
      "costs little here; (4.5a) needs a factor of its own at the corrected position.");
}

static void judge_controls(repro *r, const control_products *all) {
  static const repro_column columns[] = {{"PI, Wc and Rcc at hand", NULL, 0},
                                         {"PI as written", NULL, 0},
                                         {"(4.5a) after each step", NULL, 0},
                                         {"(4.5a) every 10th step", NULL, 3}};
  repro_table *table =
      repro_add_table(r, "control-products", "Products of the corrections per step of rk4", "model", columns, 4);
  int dearer = 0, written = 0, each = 0;
  for (int p = 0; p < NPROBLEMS; p++) {
    const double values[] = {all[p].pi, all[p].pi_written, all[p].correction, all[p].correction / occasional};
    int row = repro_add_row(r, table, problems[p].title);
    for (int c = 0; table && c < 4; c++) repro_set(table, row, c, values[c]);
    dearer += all[p].pi > values[3];
    written += all[p].pi_written > all[p].correction;
    each += all[p].pi > all[p].correction;
  }
  repro_set_note(r, table,
                 "PI acts at the %d stages of a step; Mi C Mc^-1 g = Wc Rcc^-T g takes its factors from the "
                 "orthonormalisation. (4.5a) is counted with one iteration, without the terms of the model.",
                 PI_STAGES);
  repro_add_claim(r, "pi-cost", repro_share(REPRO_CAN, dearer, NPROBLEMS),
                  "The PI terms may cost more than occasional corrections by (4.5a).",
                  "per step of rk4 the PI terms take more products than (4.5a) every 10th step, on one model at least");
  repro_quote(r, "section 4, after (4.6a)",
              "Since involvement of the stabilizing terms into the integration process may be computationally "
              "expensive, analysts will probably prefer to check acceptability of the current constraint violation and "
              "correct occasionally the system position according to the scheme of Eq (4.5a).");
  repro_add_evidence(r, "so on %d of %d models", dearer, NPROBLEMS);
  for (int p = 0; p < NPROBLEMS; p++)
    repro_add_evidence(r, "%s: PI %.0f, (4.5a) %.1f products per step", problems[p].title, all[p].pi,
                       all[p].correction / occasional);
  repro_vary(
      r, "how often (4.5a) acts", repro_share(REPRO_CAN, each, NPROBLEMS),
      "(4.5a) after each step instead of every 10th: PI takes more products on %d of %d models, and on %d with Mc "
      "formed and factored as (4.6a) is written",
      each, NPROBLEMS, written);
}

void blajer_cost_claims(repro *r) {
  costs all[NWAYS];
  for (int p = 0; p < NPROBLEMS; p++) measure(r, p, all);
  if (!repro_ok(r)) return;
  add_table(r, all);
  judge(r, all);
  judge_errors(r, all);
  control_products controls[NPROBLEMS];
  for (int p = 0; p < NPROBLEMS; p++) controls[p] = count_controls(r, &problems[p]);
  time_controls(r);
  if (repro_ok(r)) judge_controls(r, controls);
}
