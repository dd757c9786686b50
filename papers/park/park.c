// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// park.c - `jounce reproduce park`: the partial velocity matrix transformation, Tables 1 to 3.                [park]
//
// Proposed is `partial-velocity`, GCP is `partition`, CS is `baumgarte`. The paper's integrator has a variable step and
// counts about two evaluations per step, as an Adams method does; ours is `adams`. Table 3 states the tolerances,
// Tables 1 and 2 do not: 1e-3 is taken for both, as for Fig. 7. CPU time is that of stepping alone, median over
// repetitions in turn, without reactions.
#include "park/park.h"

#include <math.h>
#include <stdio.h>

const char *const park_method_names[NMETHODS] = {[PROPOSED] = "Proposed", [GCP] = "GCP", [CS] = "CS"};

static const char *const formulations[NMETHODS] = {
    [PROPOSED] = "partial-velocity", [GCP] = "partition", [CS] = "baumgarte"};

static const jn_setting case_1[] = {{"l0", "2"}, {"theta1", "1.074"}};

static const struct {
  const char *model;
  const jn_setting *settings;
  int nsettings;
} examples[NEXAMPLES] = {[PENDULUM] = {"park-double-pendulum", NULL, 0},
                         [CASE_I] = {"park-four-bar", case_1, 2},
                         [CASE_II] = {"park-four-bar", NULL, 0},
                         [SPATIAL] = {"park-spatial-four-bar", NULL, 0}};

jn_model *park_model(repro *r, int example) {
  return repro_model(r, examples[example].model, examples[example].settings, examples[example].nsettings);
}

jn_choices park_choices(repro *r, jn_model *model, int method, const park_tolerances *tolerances, double until) {
  jn_choices choices = repro_choices(r, model);
  const char *position = method == CS ? "none" : "newton", *velocity = method == CS ? "none" : "projection";
  repro_choose(choices.formulation, sizeof choices.formulation, formulations[method]);
  repro_choose(choices.integrator, sizeof choices.integrator, "adams");
  repro_choose(choices.position, sizeof choices.position, position);
  repro_choose(choices.velocity, sizeof choices.velocity, velocity);
  choices.step = 0;
  choices.tolerance = tolerances->integration;
  choices.tolerance_constraint = method == CS ? 0 : tolerances->position;
  choices.rate = tolerances->rate;
  choices.alpha = choices.beta = choices.eta = NAN;
  choices.until = until;
  choices.output_step = until / 500;
  choices.checkpoint_step = until;  // no checkpoint within the run, since a multistep method would restart at it
  return choices;
}

const char *park_tell_small(double value, double limit, char text[32]) {
  if (value < limit) snprintf(text, 32, "less than %.0e", limit);
  else snprintf(text, 32, "%.2g", value);
  return text;
}

// ---- values that the paper prints ------------------------------------------------------------------------------

enum { TABLE_1 = 0, TABLE_2 = 3, TABLE_3 = 5, NBLOCKS = PARK_NBLOCKS, REPETITIONS = 41 };

static const double usual_rate = 10;  // gain of CS, 1/s: alpha = beta = 10 in (6)

const park_block park_blocks[NBLOCKS] = {
    {"5 s", PENDULUM, 5, {1e-3, 1e-3, 10}, {1, 1.70, 1.10}, {96, 96, 140}, {0.052, 0.052, 0.035}},
    {"10 s", PENDULUM, 10, {1e-3, 1e-3, 10}, {1, 1.65, 1.65}, {151, 152, 283}, {0.066, 0.066, 0.035}},
    {"50 s", PENDULUM, 50, {1e-3, 1e-3, 10}, {1, 1.86, 2.17}, {625, 607, 1313}, {0.080, 0.082, 0.038}},
    {"case I", CASE_I, 10, {1e-3, 1e-3, 10}, {1, 1.60, 2.31}, {303, 295, 699}, {0.033, 0.034, 0.014}},
    {"case II", CASE_II, 10, {1e-3, 1e-3, 10}, {1, 1.60, 1.80}, {311, 311, 707}, {0.032, 0.032, 0.014}},
    {"1e-5, 1e-3", SPATIAL, 10, {1e-5, 1e-3, 10}, {1, 1.68, 3.59}, {210, 210, 662}, {NAN, NAN, NAN}},
    {"1e-3, 1e-3", SPATIAL, 10, {1e-3, 1e-3, 10}, {1, 1.58, 2.76}, {157, 157, 399}, {NAN, NAN, NAN}},
    {"1e-3, 1e-5", SPATIAL, 10, {1e-3, 1e-5, 10}, {1, 1.33, 1.80}, {154, 152, 399}, {NAN, NAN, NAN}},
};

typedef struct {
  // ratio: CPU time / that of the proposed method
  double seconds[NMETHODS], ratio[NMETHODS], evaluations[NMETHODS], step[NMETHODS];
  repro_race gcp;
} measured;

// ---- measuring -------------------------------------------------------------------------------------------------

static measured measure(repro *r, const park_block *b) {
  measured m = {.gcp = {.result = REPRO_EVEN}};
  repro_timing items[NMETHODS];
  jn_model *model = park_model(r, b->example);
  char titles[NMETHODS][64];
  for (int i = 0; i < NMETHODS; i++) {
    m.seconds[i] = m.ratio[i] = m.evaluations[i] = m.step[i] = NAN;
    snprintf(titles[i], sizeof titles[i], "%s, %s", b->title, park_method_names[i]);
    items[i] = (repro_timing){
        .title = titles[i], .model = model, .choices = park_choices(r, model, i, &b->tolerances, b->until)};
  }
  if (model) repro_time(r, items, NMETHODS, REPETITIONS);
  if (repro_ok(r)) m.gcp = repro_compare(r, &items[PROPOSED], &items[GCP]);
  for (int i = 0; i < NMETHODS && repro_ok(r); i++) {
    m.seconds[i] = items[i].seconds;
    m.ratio[i] = i == PROPOSED ? 1 : repro_compare(r, &items[PROPOSED], &items[i]).ratio;
    m.evaluations[i] = (double)items[i].summary.evaluations;
    m.step[i] = items[i].reached / (double)items[i].summary.steps;
    if (!(items[i].reached >= b->until))
      repro_fail(r, items[i].summary.status, "the run '%s' failed: %s", titles[i], items[i].summary.why);
  }
  return m;
}

static void add_block(repro *r, repro_table *table, const park_block *b, const measured *m, bool with_steps) {
  for (int i = 0; i < NMETHODS; i++) {
    char label[64];
    snprintf(label, sizeof label, "%-10s  %s", b->title, park_method_names[i]);
    int row = repro_add_row(r, table, label);
    repro_set(table, row, 0, b->ratio[i]);
    repro_set(table, row, 1, m->ratio[i]);
    repro_set(table, row, 2, b->evaluations[i]);
    repro_set(table, row, 3, m->evaluations[i]);
    repro_set(table, row, 4, 1e6 * m->seconds[i] / m->evaluations[i]);
    if (!with_steps) continue;
    repro_set(table, row, 5, b->step[i]);
    repro_set(table, row, 6, m->step[i]);
  }
}

static void add_tables(repro *r, const measured *m) {
  static const repro_column columns[] = {{"CPU ratio, paper", NULL, 3},      {"CPU ratio, ours", NULL, 3},
                                         {"evaluations, paper", NULL, 0},    {"evaluations, ours", NULL, 0},
                                         {"us per evaluation", NULL, 3},     {"time / evaluations, paper (s)", NULL, 2},
                                         {"average step, ours (s)", NULL, 2}};
  static const struct {
    const char *id, *title, *row_title;
    int from, to;
  } tables[] = {
      {"table-1", "Table 1: double bar pendulum, by simulated time", "time, method", TABLE_1, TABLE_2},
      {"table-2", "Table 2: planar four-bar, 10 s", "case, method", TABLE_2, TABLE_3},
      {"table-3", "Table 3: spatial four-bar, 10 s, by eps_int, eps_pos", "tolerances, method", TABLE_3, NBLOCKS}};
  for (int k = 0; k < 3; k++) {
    bool steps = k < 2;
    repro_table *table = repro_add_table(r, tables[k].id, tables[k].title, tables[k].row_title, columns, steps ? 7 : 5);
    if (table) table->timed = true;
    for (int i = tables[k].from; i < tables[k].to; i++) add_block(r, table, &park_blocks[i], &m[i], steps);
    repro_set_note(r, table,
                   "CS with alpha = beta = %g in (6); the paper does not give its gains.%s CPU ratios "
                   "to the proposed method: medians of the ratios of turns, on this machine.",
                   usual_rate, steps ? " eps_int = eps_pos = 1e-3 (not given for this table)." : "");
  }
}

// ---- claims ----------------------------------------------------------------------------------------------------

static void claim_evaluations(repro *r, const measured *m) {
  int same = 0;
  double worst = 0;
  for (int i = 0; i < NBLOCKS; i++) {
    double off = fabs(m[i].evaluations[GCP] / m[i].evaluations[PROPOSED] - 1);
    same += off <= 0.04;
    worst = repro_larger(worst, off);
  }
  repro_add_claim(r, "same-evaluations", repro_share(REPRO_ALWAYS, same, NBLOCKS),
                  "GCP and the proposed method need the same number of evaluations (Tables 1 to 3).",
                  "within 4 % of each other in each of the 8 comparisons, as in the paper");
  repro_quote(r, "Table 1, 5 s: CPU time ratio, evaluations, step", "Proposed 1.00 96 0.052 GCP 1.70 96 0.052");
  repro_add_evidence(r, "largest difference %.2g %%", 100 * worst);
}

static void claim_fastest(repro *r, const measured *m) {
  repro_tally tally = {0};
  double low = HUGE_VAL, high = 0, noise = 0;
  for (int i = 0; i < NBLOCKS; i++) {
    repro_count(&tally, m[i].gcp.result);
    low = repro_smaller(low, m[i].gcp.ratio);
    high = repro_larger(high, m[i].gcp.ratio);
    noise = repro_larger(noise, m[i].gcp.noise);
  }
  repro_claim *claim =
      repro_add_claim(r, "faster-than-gcp", repro_judge(REPRO_ALWAYS, &tally),
                      "Solving n equations instead of n + m makes the proposed method faster than GCP (Tables 1 to 3).",
                      "its CPU time is below that of GCP by more than the margin in each of the 8 comparisons");
  if (claim) claim->timed = true;
  repro_quote(r, "section 4.1",
              "The significant reduction of simulation time results from the smaller matrix sizes (in the EOM) of the "
              "proposed method.");
  repro_add_evidence(r,
                     "GCP takes %.2f to %.2f times the CPU time of the proposed method (paper 1.33 to 1.86); the "
                     "uncertainty of the ratios is below %.1f %%",
                     low, high, 100 * noise);
  repro_set_condition(r, "on the size of the mechanism and on the factorisation");
  repro_add_evidence(r, "faster in %d, level in %d, slower in %d of %d", tally.faster, tally.even, tally.slower,
                     NBLOCKS);
}

// Compares two ratios of CPU times: they differ if they do so by more than the margin and by twice the uncertainty.
static repro_outcome compare_ratios(repro_race a, repro_race b) {
  return repro_outcome_of(a.ratio / b.ratio, a.noise + b.noise, repro_margin);
}

static void claim_tolerances(repro *r, const measured *m) {
  double tight_int = m[TABLE_3].gcp.ratio, both = m[TABLE_3 + 1].gcp.ratio, tight_pos = m[TABLE_3 + 2].gcp.ratio;
  repro_tally tally = {0};
  repro_count(&tally, compare_ratios(m[TABLE_3 + 1].gcp, m[TABLE_3 + 2].gcp));
  repro_count(&tally, compare_ratios(m[TABLE_3].gcp, m[TABLE_3 + 1].gcp));
  repro_claim *claim =
      repro_add_claim(r, "advantage-by-tolerance", repro_judge(REPRO_ALWAYS, &tally),
                      "The advantage over GCP shrinks with a tighter position tolerance and grows with a tighter "
                      "integration tolerance (Table 3).",
                      "GCP/proposed CPU time is smaller at (1e-3, 1e-5), and larger at (1e-5, 1e-3), than at (1e-3, "
                      "1e-3), each by more than the margin and twice its uncertainty");
  if (claim) claim->timed = true;
  repro_quote(
      r, "section 4.3, Table 3",
      "Since the proposed method performs the same position analysis as the GCP method, the advantage of the "
      "proposed method over the GCP method relatively decreases as the position error tolerance decreases. On the "
      "other hand, when the integration error tolerance decreases, the relative advantage of the proposed method "
      "increases.");
  repro_add_evidence(r, "(1e-5, 1e-3): %.2f; (1e-3, 1e-3): %.2f; (1e-3, 1e-5): %.2f (paper 1.68, 1.58, 1.33)",
                     tight_int, both, tight_pos);
}

// ---- the paper ---------------------------------------------------------------------------------------------------

static void conclude(repro *r) {
  static const repro_basis same[] = {
      {"same-evaluations", REPRO_HELD}, {"same-results", REPRO_HELD}, {"reactions-agree", REPRO_HELD}, {0}};
  static const repro_basis dense[] = {{"faster-than-gcp-dense", REPRO_HELD}, {0}};
  static const repro_basis sparse[] = {{"faster-than-gcp", REPRO_DEPENDS}, {0}};
  static const repro_basis gains[] = {{"cs-more-evaluations", REPRO_DEPENDS}, {"cs-leaves-branch", REPRO_DEPENDS}, {0}};
  static const repro_basis times[] = {{"fastest-of-three", REPRO_DEPENDS}, {"cs-deteriorates", REPRO_DEPENDS}, {0}};
  const int all = 6;  // column of table `dense`
  double least = HUGE_VAL, most = 0;
  for (int i = 0; i < NEXAMPLES; i++) {
    least = repro_smaller(least, repro_value(r, "dense", i, all));
    most = repro_larger(most, repro_value(r, "dense", i, all));
  }
  repro_conclude(r, same, "The proposed method gives the motion and the reactions of GCP with as many evaluations.");
  repro_conclude(r, dense,
                 "With dense matrices, as in the paper, GCP takes %.2f to %.2f times the multiplications of an "
                 "evaluation.",
                 least, most);
  repro_conclude(r, sparse,
                 "With the sparse factorisation used here the proposed method is faster by more than the margin in "
                 "some comparisons only.");
  repro_conclude(r, gains,
                 "How many evaluations CS takes and whether it passes the singular position depends on its gains, "
                 "which the paper does not state.");
  repro_conclude(r, times, "So does its CPU time.");
}

static void park_work(repro *r) {
  measured m[NBLOCKS];
  for (int i = 0; i < NBLOCKS; i++) m[i] = measure(r, &park_blocks[i]);
  if (!repro_ok(r)) return;
  add_tables(r, m);
  claim_evaluations(r, m);
  claim_fastest(r, m);
  claim_tolerances(r, m);
  park_add_orders(r);
  park_add_equations(r);
  park_add_gains(r);
  park_add_lengths(r);
  park_add_figures(r);
  park_add_branch(r);
  park_add_disturbance(r);
  park_add_first_variant(r);
  conclude(r);
}

static const char *const method[] = {
    "A mechanism has n coordinates q and m constraints Phi(q, t) = 0. Its equations of motion have m multipliers:",
    "  M q'' + Phi_q' lambda = Q,   Phi_q q'' = gamma                        (1), (4)",
    "Constraint stabilisation (CS, Baumgarte's method) integrates all of q and feeds violations back, with two gains:",
    "  Phi_q q'' = gamma - 2 alpha Phi' - beta^2 Phi                         (9)",
    "Coordinate partitioning (GCP) splits q into m dependent and n - m independent coordinates. At every evaluation it "
    "solves Phi = 0 for the dependent coordinates and Phi_q q' = -Phi_t for their rates, then n + m equations for q'' "
    "and "
    "lambda. The proposed method takes from this analysis the partial velocity matrix B, the null space of Phi_q, and "
    "the "
    "rates c that moving constraints require:",
    "  q' = B u + c,   B = [-Phi_qd^-1 Phi_qi; I],   c = [-Phi_qd^-1 Phi_t; 0]   (17) to (19)",
    "Multiplying the equations of motion by B' removes the multipliers. With the constraints, n equations remain:",
    "  [B'M; Phi_q] q'' = [B'Q; gamma]                                       (21)",
    "The multipliers, where they are wanted, follow from the factorisation that the velocity analysis has made:",
    "  Phi_qd' lambda = (Q - M q'')_d                                        (24)",
    NULL};

const repro_paper paper_park = {
    .name = "park",
    .title =
        "J. H. Park, H. H. Yoo, Y. Hwang: Computational Method for Dynamic Analysis of Constrained Mechanical Systems "
        "Using Partial Velocity Matrix Transformation",
    .about =
        "A double pendulum, a planar and a spatial four-bar by constraint stabilisation (CS), coordinate partitioning "
        "(GCP) and the proposed partial velocities: evaluations, CPU time, operations, and the change point of a "
        "rhombus.",
    .words =
        "eps_int is the tolerance of the integrator, eps_pos that of the position analysis. alpha = beta are the gains "
        "of "
        "CS in (6), Phi'' + 2 alpha Phi' + beta^2 Phi = 0; gamma-bar is the right side of (9). Numbers in brackets are "
        "equations of the paper.",
    .method = method,
    .drawing = "figure-3",
    .runs = 595,
    .work = park_work};
