// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// petzold_ladder_judge.c - what the report says of precomputed vehicles, judged by the ladder.
#include <math.h>

#include "petzold/petzold_ladder.h"

static repro_claim *timed(repro_claim *claim) {
  if (claim) claim->timed = true;
  return claim;
}

static const char *measured(const petzold_ladder *l) {
  return l->has_c ? "printed C" : "the engine, without a compiler";
}

static double micros(const petzold_ladder *l, int rung) {
  return l->has_c ? l->steps[rung].c_micros : l->steps[rung].engine_micros;
}

// At least so many times as fast. Between that and the noise of the ratio nothing is said.
static repro_verdict at_least(repro_race race, double times) {
  double noise = 3 * race.noise;
  if (race.ratio * (1 - noise) >= times) return REPRO_HELD;
  return race.ratio * (1 + noise) < times ? REPRO_DID_NOT_HOLD : REPRO_DEPENDS;
}

// ---- times ---------------------------------------------------------------------------------------------------------

static void judge_overhead(repro *r, const petzold_ladder *l) {
  const int last = PETZOLD_RUNG_LAST;
  double general = l->general_micros[PETZOLD_NEE] / micros(l, last), exact = micros(l, 0) / micros(l, last);
  timed(repro_add_claim(r, "overhead", repro_share(REPRO_ALWAYS, (general >= 100) + (exact >= 100), 2),
                        "Techniques that exploit the features of vehicles reduce the computational overhead against "
                        "general methods, often by orders of magnitude.",
                        "a step with all of them takes a hundredth or less of one by (1) in the engine, and of one by "
                        "the exact equations as straight-line code"));
  repro_set_condition(r, "on what it is compared with");
  repro_add_evidence(r, "%.0f times as fast as (1), %.1f times as the exact code: %.1f, %.2f and %.2f us (%s)", general,
                     exact, l->general_micros[PETZOLD_NEE], micros(l, 0), micros(l, last), measured(l));
}

static void judge_tables(repro *r, const petzold_ladder *l) {
  repro_race race = petzold_gain(r, l, PETZOLD_RUNG_TABLES, 0);
  repro_tally tally = {0};
  repro_count(&tally, race.result);
  timed(repro_add_claim(r, "tables-faster", repro_judge(REPRO_ALWAYS, &tally),
                        "Dependent variables approximated by B-splines avoid the use of (11) during run time.",
                        "tables alone take less time a step than the exact code, by more than the margin"));
  repro_add_evidence(r, "%.2f times as fast (%s)", race.ratio, measured(l));
}

static void judge_constant(repro *r, const petzold_ladder *l) {
  int at = PETZOLD_RUNG_CONSTANT, before = PETZOLD_RUNG_MASS;
  repro_race race = petzold_gain(r, l, at, before);
  timed(repro_add_claim(r, "constant-mass", at_least(race, 3),
                        "Holding M_q and the coefficients of (20) constant, instead of evaluating and factoring them "
                        "during run time, could further increase execution efficiency by several hundred percent.",
                        "three times as fast or more as with M_q and Q_ij by tables, beyond three times the noise"));
  repro_add_evidence(r, "%.2f times as fast as by tables, %.2f times as the exact code (%s)", race.ratio,
                     petzold_gain(r, l, at, 0).ratio, measured(l));
}

static void judge_differentials(repro *r, const petzold_ladder *l) {
  int at = PETZOLD_RUNG_DIFFERENTIALS, before = petzold_rungs[at].over;
  repro_race race = petzold_gain(r, l, at, before);
  timed(
      repro_add_claim(r, "differentials", at_least(race, 2),
                      "Kinematic differentials that eliminate all bodies but the chassis and four wheels tremendously "
                      "reduce computational overhead.",
                      "twice as fast or more as with all bodies, beyond three times the noise"));
  repro_add_evidence(r, "%.2f times as fast; %d operations instead of %d (%s)", race.ratio,
                     l->steps[at].report.operations, l->steps[before].report.operations, measured(l));
}

// ---- errors --------------------------------------------------------------------------------------------------------

static void tell_errors(repro *r, const petzold_ladder *l, int rung) {
  static const double degree = 57.29577951308232;
  const petzold_errors *lane = &l->steps[rung].errors[PETZOLD_LANE_CHANGE];
  const petzold_errors *bumps = &l->steps[rung].errors[PETZOLD_BUMPS];
  repro_add_evidence(r,
                     "%s: %.2g mm, %.2g %% of the excursion, %.2g deg and %.2g %% of loads in the lane change; %.2g mm "
                     "and %.2g %% over the bumps",
                     petzold_rungs[rung].name, 1e3 * lane->place, 100 * lane->path, degree * lane->yaw,
                     100 * lane->loads, 1e3 * bumps->place, 100 * bumps->loads);
}

static bool is_exact(const petzold_errors *e) { return e->place <= 1e-4 && e->loads <= 1e-3; }

// Straight over the bumps there is no excursion.
static bool is_near(const petzold_errors *e, bool steered) {
  const double half_degree = 0.00872664625997;
  return e->yaw <= half_degree && e->loads <= 0.02 && (!steered || e->path <= 0.01);
}

// What a rung adds to the errors of the one before it.
static bool adds_little(const petzold_ladder *l, int rung) {
  for (int i = 0; i < PETZOLD_COURSES; i++) {
    const petzold_errors *now = &l->steps[rung].errors[i], *before = &l->steps[petzold_rungs[rung].over].errors[i];
    if (!(now->place <= 1.1 * before->place + 1e-4) || !(now->loads <= 1.1 * before->loads + 1e-3)) return false;
  }
  return true;
}

static void judge_errors(repro *r, const petzold_ladder *l) {
  int tables = PETZOLD_RUNG_TABLES, constant = PETZOLD_RUNG_CONSTANT, differentials = PETZOLD_RUNG_DIFFERENTIALS;
  const petzold_errors *e = l->steps[tables].errors, *c = l->steps[constant].errors;
  repro_add_claim(r, "tables-accuracy", repro_if(is_exact(&e[0]) && is_exact(&e[1])),
                  "Precomputed coefficients in B-splines do not degrade model integrity.",
                  "tables alone within 0.1 mm and 0.1 % of the wheel loads (rms), through the lane change and over the "
                  "bumps");
  tell_errors(r, l, tables);
  int near = is_near(&c[PETZOLD_LANE_CHANGE], true) + is_near(&c[PETZOLD_BUMPS], false);
  repro_add_claim(r, "mass-accuracy", repro_share(REPRO_ALWAYS, near, PETZOLD_COURSES),
                  "Holding M_q constant at a nominal value meets the accuracy requirements of most mobility, stability "
                  "and quality assessment applications.",
                  "within 1 % of the path's excursion to the side, 0.5 deg of yaw and 2 % of the wheel loads (rms), "
                  "through the lane change and over the bumps");
  repro_set_condition(r, "on the road");
  tell_errors(r, l, constant);
  repro_add_claim(
      r, "differentials-accuracy", repro_if(adds_little(l, differentials)),
      "Kinematic differentials reduce run-time overhead without degrading model accuracy.",
      "errors grow by no more than a tenth, and 0.1 mm and 0.1 % of the wheel loads, over those with all bodies");
  tell_errors(r, l, differentials);
}

void petzold_judge_ladder(repro *r, const petzold_ladder *ladder) {
  judge_overhead(r, ladder);
  judge_tables(r, ladder);
  judge_constant(r, ladder);
  judge_differentials(r, ladder);
  judge_errors(r, ladder);
}
