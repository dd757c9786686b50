// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// petzold_ladder_judge.c - judges the statements of the report on precomputed vehicles by the ladder.
#include <math.h>

#include "petzold/petzold_ladder.h"

static const char *const course_names[PETZOLD_COURSES] = {
    [PETZOLD_LANE_CHANGE] = "lane change", [PETZOLD_BUMPS] = "bumps", [PETZOLD_M2] = "M2"};

static repro_claim *timed(repro_claim *claim) {
  if (claim) claim->timed = true;
  return claim;
}

static const char *measured(const petzold_ladder *l) {
  return l->has_c ? "printed C" : "the engine, without a compiler";
}

static double micros(const petzold_ladder *l, int rung) {
  return l->has_c ? l->steps[rung].c_micros : l->steps[rung].cost.engine_micros;
}

// Returns the operations of an evaluation of rung `over` divided by those of `rung`, without the operations inside laws
// and tables.
static double operations(const petzold_ladder *l, int rung, int over) {
  return (double)l->steps[over].cost.report.operations / l->steps[rung].cost.report.operations;
}

static double operations_m2(const petzold_ladder *l, int rung, int over) {
  return (double)l->steps[over].m2.report.operations / l->steps[rung].m2.report.operations;
}

// ---- times ---------------------------------------------------------------------------------------------------------

static void judge_overhead(repro *r, const petzold_ladder *l) {
  const int last = PETZOLD_RUNG_LAST;
  double exact = micros(l, 0) / micros(l, last);
  int orders = exact >= 100;
  for (int f = 0; f < PETZOLD_FORMS; f++) orders += l->general_micros[f] / micros(l, last) >= 100;
  timed(repro_add_claim(r, "overhead", repro_share(REPRO_USUALLY, orders, PETZOLD_FORMS + 1),
                        "Techniques that exploit the features of vehicles reduce the computational overhead against "
                        "general methods, often by orders of magnitude.",
                        "a step with all of them takes a hundredth or less of the time of most of four others: by "
                        "(1), by (2) and by (3) in the engine, and by the exact equations as straight-line code"));
  repro_quote(r, "section 1, last paragraph",
              "With better understanding of these features, a number of novel ad hoc techniques can be used to reduce "
              "computational overhead, often by orders of magnitude.");
  repro_set_condition(r, "on what it is compared with");
  repro_add_evidence(r, "%.0f times as fast as (1), %.0f as (2), %.0f as (3), %.1f as the exact code (%s)",
                     l->general_micros[PETZOLD_NEE] / micros(l, last), l->general_micros[PETZOLD_LE] / micros(l, last),
                     l->general_micros[PETZOLD_KE] / micros(l, last), exact, measured(l));
  repro_vary(r, "what it is compared with", repro_if(l->general_micros[PETZOLD_NEE] / micros(l, last) >= 100),
             "(1) alone: %.0f times as fast", l->general_micros[PETZOLD_NEE] / micros(l, last));
}

static void judge_tables(repro *r, const petzold_ladder *l) {
  const petzold_cost *exact = &l->steps[PETZOLD_RUNG_EXACT].cost, *tables = &l->steps[PETZOLD_RUNG_TABLES].cost;
  repro_add_claim(r, "tables-avoid-newton", repro_share(REPRO_ALWAYS, tables->given_rows, tables->loop_rows),
                  "Dependent variables approximated by B-splines avoid the use of (11) during run time.",
                  "with tables of the loops no equation of a loop of the HMMWV is left to be solved in a step");
  repro_quote(r, "section 3, after (11)",
              "These quantities are precomputed in a preprocessor at discrete intervals of q and approximated by "
              "B-splines. This process avoids the use of (11) during run time.");
  repro_set_condition(r, "on the loop: one that goes with an angle that turns without end has no table");
  repro_add_evidence(r, "tables and sums take the place of %d of %d equations; %d operations are left of %d",
                     tables->given_rows, tables->loop_rows, tables->report.operations, exact->report.operations);
  int fewer = 0, courses = 0;
  for (int i = 0; i < PETZOLD_COURSES; i++) {
    if (!petzold_has_course(PETZOLD_RUNG_TABLES, i)) continue;
    courses++;
    fewer += l->steps[PETZOLD_RUNG_TABLES].operations[i] < l->steps[PETZOLD_RUNG_EXACT].operations[i];
  }
  repro_claim *claim =
      repro_add_claim(r, "tables-operations", repro_share(REPRO_ALWAYS, fewer, courses),
                      "Tables of the loops alone leave fewer operations than the exact equations.",
                      "fewer operations in one evaluation of the HMMWV, in the lane change and over the bumps");
  if (claim) claim->ours = true;
  repro_add_evidence(r, "%d instead of %d in the lane change, %d instead of %d over the bumps",
                     l->steps[PETZOLD_RUNG_TABLES].operations[PETZOLD_LANE_CHANGE],
                     l->steps[PETZOLD_RUNG_EXACT].operations[PETZOLD_LANE_CHANGE],
                     l->steps[PETZOLD_RUNG_TABLES].operations[PETZOLD_BUMPS],
                     l->steps[PETZOLD_RUNG_EXACT].operations[PETZOLD_BUMPS]);
  repro_add_evidence(r,
                     "these are not counted among them: %d calls of laws and tables instead of %d; times are in the "
                     "table `ladder`",
                     tables->report.calls, exact->report.calls);
}

static void judge_constant(repro *r, const petzold_ladder *l) {
  const double several = 3;
  const int at = PETZOLD_RUNG_NOMINAL, before = PETZOLD_RUNG_QUADRATIC, slopes = PETZOLD_RUNG_MASS;
  double hmmwv = operations(l, at, before), m2 = operations_m2(l, at, before);
  repro_add_claim(r, "constant-mass", repro_share(REPRO_CAN, (hmmwv >= several) + (m2 >= several), 2),
                  "Holding M_q and Q_ij constant, instead of evaluating and factoring them at run time, could further "
                  "increase execution efficiency by several hundred percent.",
                  "on the HMMWV or the M2, a third or less of the operations of an evaluation with M_q and Q_ij by "
                  "tables");
  repro_quote(
      r, "section 4, second paragraph",
      "Evaluating and factoring these terms during run time, even when interpolating functions are used, "
      "represents a substantial percentage of the computational overhead. Depending on model complexity, holding "
      "these quantities constant could further increase execution efficiency by several hundred percent.");
  repro_add_evidence(r, "%.2f times fewer on the HMMWV, %.2f on the M2; times are in the table `ladder`", hmmwv, m2);
  hmmwv = operations(l, at, slopes);
  m2 = operations_m2(l, at, slopes);
  repro_vary(r, "what it is compared with", repro_share(REPRO_CAN, (hmmwv >= several) + (m2 >= several), 2),
             "M_q by tables with Q_ij from its slopes: %.2f times on the HMMWV, %.2f on the M2", hmmwv, m2);
  hmmwv = operations(l, at, 0);
  m2 = operations_m2(l, at, 0);
  repro_vary(r, "what it is compared with", repro_share(REPRO_CAN, (hmmwv >= several) + (m2 >= several), 2),
             "the exact code: %.2f times on the HMMWV, %.2f on the M2", hmmwv, m2);
}

static void judge_differentials(repro *r, const petzold_ladder *l) {
  const int at = PETZOLD_RUNG_DIFFERENTIALS, before = PETZOLD_RUNG_TABLES, slopes = PETZOLD_RUNG_MASS;
  const double twice = 2;
  repro_add_claim(r, "differentials", repro_if(operations(l, at, before) >= twice),
                  "Kinematic differentials that eliminate all bodies but the chassis and four wheels tremendously "
                  "reduce computational overhead.",
                  "half or less of the operations of an evaluation in which all bodies move");
  repro_quote(r, "section 5",
              "Kinematic differentials are used to eliminate all bodies but the chassis and four wheels from the "
              "dynamic model. This process tremendously reduces computational overhead because only the chassis and "
              "wheel displacements and velocities must be evaluated.");
  repro_add_evidence(
      r,
      "%.2f times fewer than with tables of the loops, where all 46 bodies move: %d instead of %d; times "
      "are in the table `ladder`",
      operations(l, at, before), l->steps[at].cost.report.operations, l->steps[before].cost.report.operations);
  repro_vary(r, "the baseline", repro_if(operations(l, at, slopes) >= twice),
             "M_q by tables, whose code leaves out already what nothing reads: %.2f times fewer, %d instead of %d",
             operations(l, at, slopes), l->steps[at].cost.report.operations, l->steps[slopes].cost.report.operations);
}

// ---- errors --------------------------------------------------------------------------------------------------------

static void tell_errors(repro *r, const petzold_ladder *l, int rung) {
  static const double degree = 57.29577951308232;
  const petzold_errors *lane = &l->steps[rung].errors[PETZOLD_LANE_CHANGE];
  const petzold_errors *bumps = &l->steps[rung].errors[PETZOLD_BUMPS], *m2 = &l->steps[rung].errors[PETZOLD_M2];
  repro_add_evidence(r,
                     "%s: %.2g mm, %.2g %% of the excursion, %.2g deg and %.2g %% of loads in the lane change; %.2g mm "
                     "and %.2g %% over the bumps",
                     petzold_rungs[rung].name, 1e3 * lane->place, 100 * lane->path, degree * lane->yaw,
                     100 * lane->loads, 1e3 * bumps->place, 100 * bumps->loads);
  if (petzold_has_course(rung, PETZOLD_M2))
    repro_add_evidence(r, "M2 %.2g mm, %.2g %% of the excursion and %.2g deg", 1e3 * m2->place, 100 * m2->path,
                       degree * m2->yaw);
}

static bool is_exact(const petzold_errors *e) { return e->place <= 1e-4 && e->loads <= 1e-3; }

// Returns whether the errors are small: 0.5 deg of yaw, 2 % of the loads and, if the vehicle is steered, 1 % of the
// lateral excursion, which is zero straight over the bumps.
static bool is_near(const petzold_errors *e, bool steered) {
  const double half_degree = 0.00872664625997;
  return e->yaw <= half_degree && !(e->loads > 0.02) && (!steered || e->path <= 0.01);
}

// Counts the courses on which a rung errs at most as much as another, with a margin of a tenth plus 1 mm (place) or 0.1
// % (loads). *of: number of courses that both have.
static int count_alike(const petzold_ladder *l, int rung, int other, int *of) {
  int alike = 0;
  *of = 0;
  for (int i = 0; i < PETZOLD_COURSES; i++) {
    const petzold_errors *now = &l->steps[rung].errors[i], *before = &l->steps[other].errors[i];
    if (!petzold_has_course(rung, i) || !petzold_has_course(other, i)) continue;
    bool loads = now->loads != now->loads || now->loads <= 1.1 * before->loads + 1e-3;
    alike += loads && now->place <= 1.1 * before->place + 1e-3;
    ++*of;
  }
  return alike;
}

static repro_verdict judge_alike(const petzold_ladder *l, int rung, int other) {
  int of, alike = count_alike(l, rung, other, &of);
  return repro_share(REPRO_ALWAYS, alike, of);
}

static int count_near(const petzold_ladder *l, int rung) {
  const petzold_errors *e = l->steps[rung].errors;
  return is_near(&e[PETZOLD_LANE_CHANGE], true) + is_near(&e[PETZOLD_BUMPS], false) + is_near(&e[PETZOLD_M2], true);
}

// Adds the claims that compare the tables of Q_ij, equation (20), with Q_ij from the slopes of M_q.
static void judge_quadratic(repro *r, const petzold_ladder *l) {
  const int tables = PETZOLD_RUNG_QUADRATIC, slopes = PETZOLD_RUNG_MASS, nominal = PETZOLD_RUNG_NOMINAL,
            constant = PETZOLD_RUNG_CONSTANT;
  repro_add_claim(
      r, "quadratic-tables", repro_share(REPRO_ALWAYS, count_near(l, tables), PETZOLD_COURSES),
      "The coefficients Q_ij of (20) can be precomputed and approximated by B-splines.",
      "with M_q and Q_ij by tables within 1 % of the path's excursion to the side, 0.5 deg of yaw and 2 % of "
      "the wheel loads (rms): HMMWV in the lane change and over the bumps, M2 in its turn");
  repro_quote(r, "section 3, after (20)",
              "where Q_qij^g(q) are precomputed and approximated by B-splines for direct evaluation during run time.");
  tell_errors(r, l, tables);
  repro_claim *claim = repro_add_claim(
      r, "quadratic-accuracy", judge_alike(l, tables, slopes),
      "Q_ij by tables of their own are as accurate as Q_ij from slopes of the tables of M_q.",
      "chassis and loads further off by no more than a tenth, 1 mm and 0.1 % of the loads, on all three courses");
  if (claim) claim->ours = true;
  repro_set_condition(r, "on the road");
  tell_errors(r, l, tables);
  tell_errors(r, l, slopes);
  int fewer = 0;
  for (int i = 0; i < PETZOLD_COURSES; i++) fewer += l->steps[tables].operations[i] < l->steps[slopes].operations[i];
  claim =
      repro_add_claim(r, "quadratic-operations", repro_share(REPRO_ALWAYS, fewer, PETZOLD_COURSES),
                      "Q_ij by tables of their own need fewer operations than Q_ij from slopes of the tables of M_q.",
                      "fewer operations in one evaluation: HMMWV in the lane change and over the bumps, M2");
  if (claim) claim->ours = true;
  repro_set_condition(r, "on the road");
  for (int i = 0; i < PETZOLD_COURSES; i++)
    repro_add_evidence(r, "%s %d instead of %d", course_names[i], l->steps[tables].operations[i],
                       l->steps[slopes].operations[i]);
  int nominal_fewer = 0;
  for (int i = 0; i < PETZOLD_COURSES; i++)
    nominal_fewer += l->steps[nominal].operations[i] < l->steps[constant].operations[i];
  repro_vary(r, "M_q", repro_share(REPRO_ALWAYS, nominal_fewer, PETZOLD_COURSES),
             "constant M_q and Q_ij beside constant M_q and gyroscopic terms: fewer operations on %d of %d",
             nominal_fewer, (int)PETZOLD_COURSES);
  claim = repro_add_claim(r, "nominal-terms", judge_alike(l, nominal, constant),
                          "Beside a constant M_q, nominal Q_ij are as accurate as gyroscopic terms by tables.",
                          "chassis and loads further off by no more than a tenth, 1 mm and 0.1 % of the loads, on all "
                          "three courses");
  if (claim) claim->ours = true;
  repro_set_condition(r, "on the road");
  tell_errors(r, l, nominal);
  tell_errors(r, l, constant);
  const petzold_errors *bumps = &l->steps[nominal].errors[PETZOLD_BUMPS];
  repro_add_evidence(r, "with nominal Q_ij %.0f mm of these %.0f mm are along the road: the HMMWV is %s",
                     1e3 * fabs(bumps->along), 1e3 * bumps->place, bumps->along > 0 ? "ahead" : "late");
}

static void judge_errors(repro *r, const petzold_ladder *l) {
  int tables = PETZOLD_RUNG_TABLES, nominal = PETZOLD_RUNG_NOMINAL, differentials = PETZOLD_RUNG_DIFFERENTIALS;
  const petzold_errors *e = l->steps[tables].errors;
  repro_add_claim(r, "tables-accuracy", repro_if(is_exact(&e[PETZOLD_LANE_CHANGE]) && is_exact(&e[PETZOLD_BUMPS])),
                  "Precomputed coefficients in B-splines do not degrade model integrity.",
                  "tables alone within 0.1 mm and 0.1 % of the wheel loads (rms), through the lane change and over the "
                  "bumps");
  repro_quote(r, "section 4, first paragraph",
              "Highly specialized and ad hoc techniques must be employed to obtain real-time vehicle simulations on "
              "moderately-sized computers without degrading model integrity. The method of precomputing coefficients "
              "and approximating by B-splines was already discussed.");
  tell_errors(r, l, tables);
  int near = count_near(l, nominal);
  repro_add_claim(r, "mass-accuracy", repro_share(REPRO_USUALLY, near, PETZOLD_COURSES),
                  "Holding M_q constant at a nominal value meets the accuracy requirements of most mobility, stability "
                  "and quality assessment applications.",
                  "within 1 % of the path's excursion to the side, 0.5 deg of yaw and 2 % of the wheel loads (rms), on "
                  "most of three: the lane change, the bumps, the turn of the M2 (which has no wheel loads here)");
  repro_quote(r, "section 4, second paragraph",
              "Holding M_q constant at a nominal value meets the accuracy requirements of most mobility, stability and "
              "quality assessment applications.");
  repro_set_condition(r, "on the road");
  repro_add_evidence(r, "so on %d of %d", near, (int)PETZOLD_COURSES);
  tell_errors(r, l, nominal);
  repro_vary(r, "the coefficients", repro_share(REPRO_USUALLY, count_near(l, PETZOLD_RUNG_CONSTANT), PETZOLD_COURSES),
             "gyroscopic terms by tables instead of nominal Q_ij: so on %d of %d", count_near(l, PETZOLD_RUNG_CONSTANT),
             (int)PETZOLD_COURSES);
  repro_add_claim(
      r, "differentials-accuracy", judge_alike(l, differentials, PETZOLD_RUNG_MASS),
      "Kinematic differentials reduce run-time overhead without degrading model accuracy.",
      "errors grow by no more than a tenth, and 1 mm and 0.1 % of the wheel loads, over those of M_q by tables with "
      "all bodies");
  repro_quote(r, "section 4, third paragraph",
              "The incorporation of kinematic differentials into the vehicle kinematics equations is another procedure "
              "that substantially reduces run-time computational overhead without degrading model accuracy.");
  tell_errors(r, l, differentials);
  tell_errors(r, l, PETZOLD_RUNG_MASS);
}

void petzold_judge_ladder(repro *r, const petzold_ladder *ladder) {
  judge_overhead(r, ladder);
  judge_tables(r, ladder);
  judge_quadratic(r, ladder);
  judge_constant(r, ladder);
  judge_differentials(r, ladder);
  judge_errors(r, ladder);
}
