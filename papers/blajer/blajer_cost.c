// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// blajer_cost.c - the conclusion of Blajer's paper that "the present method seems to be computationally
// efficient" beside the other bases of its section 1: CPU time per evaluation in one run, with the error beside it.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "blajer/blajer.h"

typedef struct {
  const char *title, *model, *output;
  double reference;  // at 10 s, from the model file
} problem;

static const problem problems[] = {{"pendulum", "blajer-pendulum", "x3", -3.4383263261335356},
                                   {"planar", "park-four-bar", "theta1", 0.5108202930704997},
                                   {"spatial", "park-spatial-four-bar", "theta1", 1.4091259618021326}};

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
  REPETITIONS = 31
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
  repro_outcome beside_recursion[NPROBLEMS], beside_factor[NPROBLEMS];  // of those two against this way
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
    all[i].beside_recursion[problem_at] = repro_compare(r, &items[RECURSION], &items[i]).result;
    all[i].beside_factor[problem_at] = repro_compare(r, &items[FACTOR], &items[i]).result;
  }
}

static void add_table(repro *r, const costs *all) {
  static const repro_column columns[] = {{"pendulum (us)", NULL, 3}, {"error (rad)", NULL, 2},
                                         {"planar (us)", NULL, 3},   {"error (rad)", NULL, 2},
                                         {"spatial (us)", NULL, 3},  {"error (rad)", NULL, 2}};
  repro_table *table =
      repro_add_table(r, "cost", "CPU time per evaluation: rk4, h = 5 ms, (4.5a)", "basis", columns, 6);
  for (int i = 0; i < NWAYS; i++) {
    int row = repro_add_row(r, table, ways[i].label);
    for (int p = 0; p < NPROBLEMS; p++) {
      repro_set(table, row, 2 * p, all[i].micros[p]);
      repro_set(table, row, 2 * p + 1, all[i].error[p]);
    }
  }
  repro_set_note(r, table,
                 "Moving pendulum (3 speeds, 2 freedoms), Park's planar four-bar (9, 1) and spatial four-bar (18, 1). "
                 "Median of %d turns of 2 s, all ways taking turns in one run; times depend on the machine. Errors at "
                 "10 s against the reference values of the model files.",
                 REPETITIONS);
}

// How many errors of the rivals are at least twice those of the orthonormal basis?
static int outdone(const costs *all, int problem_at) {
  int n = 0;
  for (int i = PLAIN; i <= SVD; i++) n += all[i].error[problem_at] > 2 * all[FACTOR].error[problem_at];
  return n;
}

static void tell_ratios(repro *r, const costs *all, int mine) {
  repro_add_evidence(r, "times of the others over its own, on the pendulum, the planar and the spatial four-bar");
  for (int i = PLAIN; i <= SVD; i++)
    repro_add_evidence(r, "%s %.2f, %.2f, %.2f", ways[i].label, all[i].micros[0] / all[mine].micros[0],
                       all[i].micros[1] / all[mine].micros[1], all[i].micros[2] / all[mine].micros[2]);
}

static void mark(repro_claim *claim, bool ours) {
  if (claim) claim->timed = true, claim->ours = ours;
}

static void judge(repro *r, const costs *all) {
  repro_tally recursion = {0}, factor = {0};
  for (int p = 0; p < NPROBLEMS; p++) {
    repro_outcome of_factor = REPRO_FASTER;
    for (int i = PLAIN; i <= SVD; i++) of_factor = repro_worse(of_factor, all[i].beside_factor[p]);
    repro_count(&recursion, all[PLAIN].beside_recursion[p]);
    repro_count(&factor, of_factor);
  }
  mark(repro_add_claim(r, "efficient", repro_judge(REPRO_ALWAYS, &recursion),
                       "Compared with the other methods of constructing tangent bases the orthonormalisation seems to "
                       "be computationally efficient.",
                       "the recursion (3.2), (3.5) takes less CPU time than Gram-Schmidt without the metric, by more "
                       "than the margin, on all three models; LU, QR and SVD are no rivals here: they decompose once, "
                       "when the basis is chosen, and not at every evaluation"),
       false);
  tell_ratios(r, all, RECURSION);
  mark(repro_add_claim(
           r, "efficient-factor", repro_judge(REPRO_ALWAYS, &factor),
           "The same basis is cheap when it is made from the factor of [M G'; G 0] instead of by the recursion.",
           "variant 'mass' takes less CPU time than Gram-Schmidt without the metric, LU, QR and SVD, by more than the "
           "margin, on all three models"),
       true);
  tell_ratios(r, all, FACTOR);
}

static void judge_errors(repro *r, const costs *all) {
  double most = 0;
  for (int i = 0; i < NWAYS; i++)
    for (int p = 0; p < NPROBLEMS; p++) most = repro_larger(most, all[i].error[p]);
  repro_claim *claim = repro_add_claim(r, "all-bases-agree", repro_if(most < 1e-5), "All bases give the same motion.",
                                       "errors at 10 s below 1e-5 rad, all bases, all models, h = 5 ms");
  if (claim) claim->ours = true;
  repro_add_evidence(r, "the largest error is %.1e rad", most);
  const int rivals = SVD - PLAIN + 1;
  int pendulum = outdone(all, 0), planar = outdone(all, 1), spatial = outdone(all, 2);
  claim =
      repro_add_claim(r, "smaller-error", repro_share(REPRO_ALWAYS, pendulum + planar + spatial, 3 * rivals),
                      "At equal step the orthonormal basis leaves a smaller error than the bases without the metric.",
                      "errors of all rivals more than twice as large, on all three models");
  if (claim) claim->ours = true;
  repro_add_evidence(r,
                     "so for %d of %d rivals on the pendulum, %d on the planar and %d on the spatial four-bar, which a "
                     "damper has brought to rest",
                     pendulum, rivals, planar, spatial);
}

void blajer_cost_claims(repro *r) {
  costs all[NWAYS];
  for (int p = 0; p < NPROBLEMS; p++) measure(r, p, all);
  if (!repro_ok(r)) return;
  add_table(r, all);
  judge(r, all);
  judge_errors(r, all);
}
