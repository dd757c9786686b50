// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// park_equations.c - the equations of the paper with dense matrices along the motions of its examples: cost of (15)
// against (21) and of (22) to (24), the term c of (19), redundant rows, misprints.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "park/park.h"
#include "park/park_dense.h"

enum { NSTATES = 21, TURNS = 15, PASSES = 20 };

static const char *const names[NEXAMPLES] = {
    [PENDULUM] = "4.1", [CASE_I] = "4.2 case I", [CASE_II] = "4.2 case II", [SPATIAL] = "4.3"};

static void raise(double *most, double value) { *most = repro_larger(*most, fabs(value)); }

static repro_motion *follow(repro *r, jn_model *model) {
  jn_choices choices = repro_choices(r, model);
  repro_choose(choices.integrator, sizeof choices.integrator, "dopri5");
  choices.step = 0;
  choices.tolerance = 1e-9;
  return repro_follow(r, "equations along the motion", model, &choices, NULL, 0);
}

// ---- cost -------------------------------------------------------------------------------------------------------

// States along a motion, and the equations whose CPU time is measured at them.
typedef struct {
  repro_motion *motion;
  double *states;  // NSTATES x nstate
  int nstate;
  park_partition partition;
  bool reduced;  // true: (21); false: (15)
} dense_work;

static double evaluate(repro *r, repro_timing *item) {
  const dense_work *w = item->what;
  double start = repro_cpu_seconds(), vdot[PARK_MOST], velocities[PARK_MOST];
  park_terms terms;
  bool ok = true;
  for (int pass = 0; pass < PASSES; pass++)
    for (int k = 0; k < NSTATES; k++) {
      ok &= park_look(w->motion->system, w->motion->work, w->states + (size_t)k * (size_t)w->nstate, &terms);
      ok &= park_analyse(&terms, &w->partition, velocities, NULL);
      ok &= w->reduced ? park_solve_reduced(&terms, &w->partition, vdot, NULL, NULL)
                       : park_solve_all(&terms, vdot, NULL, NULL);
    }
  if (!ok) repro_fail(r, JN_SINGULAR, "the dense equations are singular");
  return repro_cpu_seconds() - start;
}

typedef struct {
  int n, m;
  double analysis;               // operations of position and velocity analysis, which both forms need
  park_operations all, reduced;  // operations by (15) and by (21)
  double differ;                 // largest difference between the accelerations by (15), by (21) and by the engine
  double multipliers_differ;     // the same of the multipliers, N
  repro_race race;               // CPU time of (15) against (21)
  double seconds[2];             // CPU time of an evaluation by (21), by (15), s
} cost;

static cost measure_cost(repro *r, int example) {
  cost c = {0};
  jn_model *model = park_model(r, example);
  dense_work work[2] = {{.motion = follow(r, model)}};
  if (!work[0].motion) return c;
  work[0].nstate = jn_system_sizes(work[0].motion->system).nstate;
  work[0].states = repro_scratch(r, NSTATES * work[0].nstate);
  for (int k = 0; k < NSTATES && repro_ok(r); k++) {
    double *state = work[0].states + (size_t)k * (size_t)work[0].nstate;
    double by_all[PARK_MOST], by_reduced[PARK_MOST], engine[PARK_MOST], lambda[2][PARK_MOST], velocities[PARK_MOST];
    park_terms terms;
    repro_go(r, work[0].motion, 0.1 + 0.4 * k);
    memcpy(state, work[0].motion->state, (size_t)work[0].nstate * sizeof(double));
    bool ok = park_look(work[0].motion->system, work[0].motion->work, state, &terms);
    if (k == 0) work[0].partition = park_choose(&terms);
    ok = ok && park_analyse(&terms, &work[0].partition, velocities, &c.analysis) &&
         park_solve_all(&terms, by_all, lambda[0], &c.all) &&
         park_solve_reduced(&terms, &work[0].partition, by_reduced, lambda[1], &c.reduced) &&
         jn_solve_acceleration(work[0].motion->system, work[0].motion->work, state, engine, NULL) == JN_OK;
    if (!ok) repro_fail(r, JN_SINGULAR, "the dense equations of %s are singular", names[example]);
    c.n = terms.n;
    c.m = terms.m;
    for (int i = 0; i < c.n; i++) {
      raise(&c.differ, by_all[i] - engine[i]);
      raise(&c.differ, by_reduced[i] - engine[i]);
    }
    for (int i = 0; i < c.m; i++) raise(&c.multipliers_differ, lambda[0][i] - lambda[1][i]);
  }
  work[1] = work[0];
  work[0].reduced = true;
  repro_timing items[2] = {{.title = "dense (21)", .what = &work[0]}, {.title = "dense (15)", .what = &work[1]}};
  if (repro_ok(r)) repro_take_turns(r, items, 2, TURNS, evaluate);
  c.race = repro_compare(r, &items[0], &items[1]);
  for (int i = 0; i < 2; i++) c.seconds[i] = items[i].seconds / (PASSES * NSTATES);
  return c;
}

static double total(const cost *c, const park_operations *o) { return c->analysis + o->basis + o->accelerations; }

static void add_cost_tables(repro *r, const cost *c) {
  static const repro_column counts[] = {{"n", NULL, 0},
                                        {"m", NULL, 0},
                                        {"analysis, both", NULL, 0},
                                        {"GCP (15)", NULL, 0},
                                        {"B, B'M", NULL, 0},
                                        {"proposed (21)", NULL, 0},
                                        {"all, GCP / proposed", NULL, 3},
                                        {"(22) to (24)", NULL, 0}};
  static const repro_column times[] = {{"proposed (us)", NULL, 3}, {"GCP (us)", NULL, 3}, {"GCP / proposed", NULL, 3}};
  repro_table *operations =
      repro_add_table(r, "dense", "Multiplications of an evaluation with dense matrices, as the paper's programs had",
                      "example", counts, 8);
  repro_table *seconds =
      repro_add_table(r, "dense-times", "CPU time of an evaluation with dense matrices", "example", times, 3);
  if (seconds) seconds->timed = true;
  double differ = 0;
  for (int i = 0; i < NEXAMPLES; i++) {
    int row = repro_add_row(r, operations, names[i]);
    repro_add_row(r, seconds, names[i]);
    repro_set(operations, row, 0, c[i].n);
    repro_set(operations, row, 1, c[i].m);
    repro_set(operations, row, 2, c[i].analysis);
    repro_set(operations, row, 3, c[i].all.accelerations);
    repro_set(operations, row, 4, c[i].reduced.basis);
    repro_set(operations, row, 5, c[i].reduced.accelerations);
    repro_set(operations, row, 6, total(&c[i], &c[i].all) / total(&c[i], &c[i].reduced));
    repro_set(operations, row, 7, c[i].reduced.multipliers);
    for (int k = 0; k < 2; k++) repro_set(seconds, row, k, 1e6 * c[i].seconds[k]);
    repro_set(seconds, row, 2, c[i].race.ratio);
    raise(&differ, c[i].differ);
  }
  char text[32];
  repro_set_note(r, operations,
                 "Analysis: one iteration of (12) and (14), with two factorisations of the dependent block. Divisions "
                 "are counted as multiplications. Accelerations by both forms differ from the engine's by %s.",
                 park_tell_small(differ, 1e-10, text));
  repro_set_note(r, seconds,
                 "With forming of mass matrix, Jacobian and forces by the engine. Medians of at least %d turns.",
                 TURNS);
}

static void claim_cost(repro *r, const cost *c) {
  int fewer = 0, cheap = 0;
  double low = HUGE_VAL, high = 0, dearest = 0, differ = 0, slow = HUGE_VAL, fast = 0;
  for (int i = 0; i < NEXAMPLES; i++) {
    double ratio = total(&c[i], &c[i].all) / total(&c[i], &c[i].reduced);
    double share = c[i].reduced.multipliers / total(&c[i], &c[i].reduced);
    fewer += ratio > 1 + repro_margin;
    cheap += share < 0.2;
    low = repro_smaller(low, ratio);
    high = repro_larger(high, ratio);
    dearest = repro_larger(dearest, share);
    raise(&differ, c[i].multipliers_differ);
    slow = repro_smaller(slow, c[i].race.ratio);
    fast = repro_larger(fast, c[i].race.ratio);
  }
  repro_add_claim(
      r, "faster-than-gcp-dense", repro_share(REPRO_ALWAYS, fewer, NEXAMPLES),
      "With dense matrices, n equations instead of n + m make an evaluation of the proposed method cheaper "
      "than one of GCP.",
      "GCP takes more multiplications by more than 7 %, position and velocity analysis included, in each of "
      "the 4 examples");
  repro_quote(
      r, "section 3",
      "That is, only n equations instead of n + m equations (see Eq. (10) and Eq. (15)), are to be solved in this "
      "method. And consequently, compared with the two previous methods, better computational efficiency results "
      "from this.");
  repro_add_evidence(r,
                     "in %d of %d examples; GCP takes %.2f to %.2f times the multiplications (CPU time in the paper: "
                     "1.33 to 1.86)",
                     fewer, NEXAMPLES, low, high);
  repro_add_claim(
      r, "multipliers-cheap", repro_share(REPRO_ALWAYS, cheap, NEXAMPLES),
      "The multipliers follow cheaply from (22) to (24), since the dependent block is factored already.",
      "(22) to (24) take less than a fifth of the multiplications of an evaluation without them, in each of the "
      "4 examples, and give the multipliers of (15) to 1e-6 N");
  repro_quote(
      r, "section 3 and section 5",
      "Since LU decomposition for Phi_qd is previously performed in the velocity analysis, it is not necessary to "
      "repeat the decomposition to obtain the Lagrange multipliers. [...] Even if the Lagrange multipliers "
      "(representing reaction forces and torques at the joints) are not appeared in the EOM, they can be "
      "efficiently obtained by this method.");
  char text[32];
  repro_add_evidence(r, "in %d of %d; at most %.1f %% of an evaluation; multipliers differ by %s N", cheap, NEXAMPLES,
                     100 * dearest, park_tell_small(differ, 1e-10, text));
}

// ---- (19): a constraint that depends on time --------------------------------------------------------------------

// Returns theta2'' of park-driven.yaml, rad/s^2.
static double driven_acceleration(double t, double theta2) {
  double theta1 = 0.524 + 0.3 * sin(2 * t), rate = 0.6 * cos(2 * t), acceleration = -1.2 * sin(2 * t);
  double ax = 2 * (-sin(theta1) * acceleration - cos(theta1) * rate * rate);
  double ay = 2 * (cos(theta1) * acceleration - sin(theta1) * rate * rate);
  return (2 * (7 * cos(theta2) - 8 * sin(theta2)) - 7 * (ay * cos(theta2) - ax * sin(theta2))) / 27;
}

// Returns theta2 at 10 s by RK-4 on the equation of one angle, rad.
static double driven_angle(void) {
  const double h = 1e-3;
  double theta = 0.785, rate = 0;
  for (int k = 0; k < 10000; k++) {
    double t = k * h, a1 = driven_acceleration(t, theta), v2 = rate + h / 2 * a1;
    double a2 = driven_acceleration(t + h / 2, theta + h / 2 * rate), v3 = rate + h / 2 * a2;
    double a3 = driven_acceleration(t + h / 2, theta + h / 2 * v2), v4 = rate + h * a3;
    double a4 = driven_acceleration(t + h, theta + h * v3);
    theta += h / 6 * (rate + 2 * v2 + 2 * v3 + v4);
    rate += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  return theta;
}

typedef struct {
  double with_c, without_c;  // largest |v - B u - c| and |v - B u|
  double accelerations;      // largest difference of the accelerations by (21) from the engine's
} driven_check;

static driven_check check_driven(repro *r, jn_model *model) {
  driven_check d = {0};
  repro_motion *motion = follow(r, model);
  for (int k = 1; k <= 50 && repro_ok(r); k++) {
    double B[PARK_MOST][PARK_MOST], c[PARK_MOST], vdot[PARK_MOST], engine[PARK_MOST];
    park_terms terms;
    repro_go(r, motion, 0.2 * k);
    if (!repro_ok(r)) return d;
    bool ok = park_look(motion->system, motion->work, motion->state, &terms);
    park_partition partition = park_choose(&terms);
    ok = ok && park_basis(&terms, &partition, B, c) && park_solve_reduced(&terms, &partition, vdot, NULL, NULL) &&
         jn_solve_acceleration(motion->system, motion->work, motion->state, engine, NULL) == JN_OK;
    if (!ok) repro_fail(r, JN_SINGULAR, "the driven pendulum is singular");
    for (int i = 0; i < terms.n; i++) {
      double along = 0;
      for (int j = 0; j < terms.n - terms.m; j++) along += B[i][j] * terms.v[partition.columns[terms.m + j]];
      raise(&d.with_c, terms.v[i] - along - c[i]);
      raise(&d.without_c, terms.v[i] - along);
      raise(&d.accelerations, vdot[i] - engine[i]);
    }
  }
  return d;
}

static void add_driven(repro *r) {
  static const repro_column columns[] = {{"theta2 at 10 s (rad)", NULL, 8}, {"evaluations", NULL, 0}};
  jn_model *model = repro_model(r, "park-driven", NULL, 0);
  driven_check d = check_driven(r, model);
  double exact = driven_angle(), worst = 0;
  repro_table *table = repro_add_table(
      r, "driven", "Double pendulum with a driven first bar, for (19): adams, eps_int = 1e-9", "method", columns, 2);
  int row = repro_add_row(r, table, "equation of theta2 alone");
  repro_set(table, row, 0, exact);
  for (int method = PROPOSED; method < NMETHODS && repro_ok(r); method++) {
    park_tolerances how = {1e-9, 1e-11, 10};
    jn_choices choices = park_choices(r, model, method, &how, 10);
    repro_rows *rows = repro_run(r, "driven pendulum", model, &choices, NULL, 0, REPRO_MUST_RUN);
    const double *theta = repro_values(r, rows, "theta2");
    if (!theta) return;
    double off = theta[rows->n - 1] - exact;
    row = repro_add_row(r, table, park_method_names[method]);
    repro_set(table, row, 0, theta[rows->n - 1]);
    repro_set(table, row, 1, (double)rows->summary.evaluations);
    if (method != CS) raise(&worst, off);
  }
  repro_set_note(r, table, "theta1 = 0.524 + 0.3 sin(2 t) is prescribed: n = 6, m = 5. CS with alpha = beta = 10.");
  repro_add_claim(
      r, "driven", repro_if(d.with_c < 1e-12 && d.accelerations < 1e-9 && worst < 1e-6),
      "With B and c of (18) and (19) the velocities are B u + c, also where constraints depend on time.",
      "driven pendulum, 50 instants: |v - B u - c| below 1e-12, accelerations of (21) are the engine's to 1e-9, "
      "and theta2 at 10 s by GCP and the proposed method is that of the equation of one angle to 1e-6 rad");
  repro_quote(
      r, "section 3, (17) to (19)",
      "Now, using Eq. (16) along with the velocity constraint equation, q' can be expressed as a function of u as "
      "follows: (Park et al., 1997) q' = Bu + c");
  char texts[3][32];
  repro_add_evidence(r, "|v - B u - c| %s, without c %.2g; accelerations differ by %s; theta2 is off by %s rad",
                     park_tell_small(d.with_c, 1e-12, texts[0]), d.without_c,
                     park_tell_small(d.accelerations, 1e-10, texts[1]), park_tell_small(worst, 1e-8, texts[2]));
}

// ---- redundant rows ---------------------------------------------------------------------------------------------

static const struct {
  const char *label, *model, *output;
  double until;  // end time, s
} redundant[] = {{"parallelogram with five bars", "parallelogram-five-bars", "crank1.angle", 0.4},
                 {"door on three hinges", "door-three-hinges", "joint.low.angle", 2}};

enum { NREDUNDANT = sizeof redundant / sizeof *redundant };

static void add_redundant(repro *r) {
  static const repro_column columns[] = {{"constraints", NULL, 0},     {"rank by full pivoting", NULL, 0},
                                         {"redundant", NULL, 0},       {"by the engine", NULL, 0},
                                         {"GCP, difference", NULL, 2}, {"proposed, difference", NULL, 2}};
  repro_table *table = repro_add_table(
      r, "redundant", "Redundant constraints, removed by full pivoting of the Jacobian", "mechanism", columns, 6);
  int same = 0, moved = 0;
  for (int i = 0; i < NREDUNDANT && repro_ok(r); i++) {
    jn_model *model = repro_model(r, redundant[i].model, NULL, 0);
    jn_choices file = repro_choices(r, model);
    repro_choose(file.formulation, sizeof file.formulation, "multipliers");
    repro_choose(file.coordinates, sizeof file.coordinates, "joint");
    repro_choose(file.integrator, sizeof file.integrator, "dopri5");
    file.step = 0;
    file.tolerance = 1e-10;
    file.until = redundant[i].until;
    file.output_step = redundant[i].until / 100;
    const repro_rows *reference =
        repro_run(r, "joint coordinates", model, &file, &redundant[i].output, 1, REPRO_MUST_RUN);
    repro_choose(file.coordinates, sizeof file.coordinates, "cartesian");
    repro_motion *motion = repro_follow(r, "redundant rows", model, &file, NULL, 0);
    const double *exact = repro_values(r, reference, redundant[i].output);
    park_terms terms = {0};
    if (!exact || !motion) return;
    if (!park_look(motion->system, motion->work, motion->state, &terms))
      repro_fail(r, JN_REFUSED, "too many constraints");
    park_partition partition = park_choose(&terms);
    jn_mobility *mobility = jn_mobility_new(motion->system, motion->state, NULL);
    int theirs = mobility ? jn_mobility_redundant(mobility) : -1, ours = terms.m - partition.rank;
    jn_mobility_free(mobility);
    int row = repro_add_row(r, table, redundant[i].label);
    repro_set(table, row, 0, terms.m);
    repro_set(table, row, 1, partition.rank);
    repro_set(table, row, 2, ours);
    repro_set(table, row, 3, theirs);
    same += ours > 0 && ours == theirs;
    for (int method = PROPOSED; method <= GCP; method++) {
      park_tolerances how = {1e-9, 1e-11, 0};
      jn_choices choices = park_choices(r, model, method, &how, redundant[i].until);
      choices.output_step = file.output_step;
      repro_rows *rows = repro_run(r, "redundant rows", model, &choices, &redundant[i].output, 1, REPRO_MUST_RUN);
      const double *y = repro_values(r, rows, redundant[i].output);
      double off = y ? repro_furthest(y, exact, rows->n) : NAN;
      char text[32];
      repro_set_text(r, table, row, method == GCP ? 4 : 5, "%s", park_tell_small(off, 1e-6, text));
      moved += off < 1e-6;
    }
  }
  repro_set_note(r, table,
                 "Difference of the angle from a run in joint coordinates (rad), adams, eps_int = 1e-9. The "
                 "parallelogram runs up to 0.4 s, before its change point.");
  repro_add_claim(
      r, "redundant-removed", repro_if(same == NREDUNDANT && moved == 2 * NREDUNDANT),
      "Full pivoting finds redundant constraints, and GCP and the proposed method run without them.",
      "two mechanisms: as many redundant rows as the engine's rank analysis finds, and the motion of a run in "
      "joint coordinates to 1e-6 rad by both methods");
  repro_quote(
      r, "section 2.2",
      "Incidentally, redundant constraints can be automatically eliminated at this stage by checking the rank of "
      "the Jacobian matrix.");
  repro_add_evidence(r, "%d of %d ranks agree, %d of %d motions", same, NREDUNDANT, moved, 2 * NREDUNDANT);
}

// ---- misprints --------------------------------------------------------------------------------------------------

// Returns the largest |phi| of CS over 10 s of case II, with gamma (printed) or gamma-bar (corrected) on the right side
// of (10), m; NaN after a failure.
static double leaves_10(repro *r, bool printed) {
  park_tolerances how = {1e-4, 0, 10};
  jn_model *model = park_model(r, CASE_II);
  jn_choices choices = park_choices(r, model, CS, &how, 10);
  if (printed) repro_choose(choices.formulation, sizeof choices.formulation, "multipliers");
  repro_rows *rows = repro_run(r, "(10) as printed", model, &choices, NULL, 0, REPRO_MUST_RUN);
  return rows ? rows->summary.max_position_violation : NAN;
}

static void add_misprints(repro *r) {
  static const repro_column columns[] = {{"printed", NULL, 3},
                                         {"right", NULL, 3},
                                         {"checked by", NULL, 3},
                                         {"printed leaves", NULL, 2},
                                         {"right leaves", NULL, 2}};
  static const struct {
    const char *equation, *printed, *right, *check;
  } rows[] = {
      {"(10)", "{Q; gamma}", "{Q; gamma-bar} of (9)", "max |phi| of CS over 10 s, case II (m)"},
      {"(18), (19), (23)", "Phi_qa, b_a", "Phi_qd, b_d", "n and m: Phi_qd is square"},
      {"section 4.3", "integration tolerance eps_int and position tolerance eps_int", "... eps_pos", "Table 3"},
      {"Table 3", "1.0e^-5", "1e-5", "e^-5 would be 0.0067"},
  };
  repro_table *table = repro_add_table(r, "misprints", "Misprints", "place", columns, 5);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    int row = repro_add_row(r, table, rows[i].equation);
    repro_set_text(r, table, row, 0, "%s", rows[i].printed);
    repro_set_text(r, table, row, 1, "%s", rows[i].right);
    repro_set_text(r, table, row, 2, "%s", rows[i].check);
  }
  double printed = leaves_10(r, true), right = leaves_10(r, false);
  repro_set(table, 0, 3, printed);
  repro_set(table, 0, 4, right);
  repro_claim *claim = repro_add_claim(r, "misprint-10", repro_if(printed > 10 * right),
                                       "(10) needs gamma-bar of (9); with gamma, as printed, nothing is stabilised.",
                                       "max |phi| over 10 s of case II is more than 10 times larger with gamma");
  if (claim) claim->ours = true;
  repro_add_evidence(r, "max |phi| %.2g m with gamma, %.2g m with gamma-bar", printed, right);
}

// ---- Figs 1, 3 and 6 --------------------------------------------------------------------------------------------

static void draw_mechanisms(repro *r) {
  static const struct {
    const char *id, *title, *caption;
    int example;
  } pictures[] = {{"figure-1", "Fig. 1: a planar double pendulum",
                   "A moment of 10 N m turns the first bar, a force of (8, 7) N acts at the free end.", PENDULUM},
                  {"figure-3", "Fig. 3: a planar four bar mechanism",
                   "Crank, coupler and rocker of 2 m. A torsion spring acts on the crank, a force of (80, 70) N at the "
                   "middle of the coupler. Here n = 9 and m = 8: one coordinate is independent.",
                   CASE_II},
                  {"figure-6", "Fig. 6: spatial four bar mechanism",
                   "Crank, coupler of 12 m and rocker, joined by a universal and a spherical joint.", SPATIAL}};
  for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++) {
    jn_model *model = park_model(r, pictures[i].example);
    jn_choices choices = repro_choices(r, model);
    repro_motion *motion = repro_follow(r, pictures[i].title, model, &choices, NULL, 0);
    if (!motion) return;
    repro_figure *figure = repro_add_picture(r, pictures[i].id, pictures[i].title, motion->system, motion->state);
    repro_set_caption(r, figure, "Drawn from the model file at the start. %s", pictures[i].caption);
  }
}

void park_add_equations(repro *r) {
  cost c[NEXAMPLES];
  for (int i = 0; i < NEXAMPLES; i++) c[i] = measure_cost(r, i);
  draw_mechanisms(r);
  if (!repro_ok(r)) return;
  add_cost_tables(r, c);
  claim_cost(r, c);
  add_driven(r);
  add_redundant(r);
  if (repro_ok(r)) add_misprints(r);
}
