// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// dopico_beta.c - equation (10) with constraints that are not quadratic: where between q_n and q_{n+1} the gradient of
// a row is taken.
//
// A bead of 1 kg on the wire z = x^4, by (6) to (9) written out: phi = z - x^4, and with (10)
//   4 (x_n + beta d)^3 d = x_{n+1}^4 - x_n^4,     d = x_{n+1} - x_n.
// A quadratic row has beta = 1/2 in every step, so the pendulum cannot show what (10) is for. Two arms that a gear
// connects are the same by the engine: in natural coordinates an angle is not quadratic.
#include <math.h>
#include <stdio.h>

#include "dopico/dopico.h"

enum { STEPS = 800, MOST_ITERATIONS = 100 };

static const double gravity = 9.81, length = 0.025, penalty = 1e7;  // m/s^2, s, N/m

// ---- the bead ----------------------------------------------------------------------------------------------------

typedef enum { BY_10, MIDDLE, END } beta_choice;

typedef struct {
  double q[2], v[2], lambda;
} bead;

typedef struct {
  bool whole;                // all steps have converged
  double error;              // largest error of the energy, J
  double phi;                // largest |phi|, m
  double smallest, largest;  // range of beta
} bead_run;

static double wire(const double *q) { return q[1] - pow(q[0], 4); }

static double slope(double x) { return -4 * pow(x, 3); }

// Solves (10) for beta in [0, 1] by bisection. A solution exists, because grad phi . (q1 - q0) decreases with beta and
// phi1 - phi0 lies between its end values.
static double solve_beta(const double *from, const double *to) {
  double d = to[0] - from[0], change = pow(from[0], 4) - pow(to[0], 4), low = 0, high = 1;
  for (int i = 0; i < 60; i++) {
    double beta = (low + high) / 2;
    if (slope(from[0] + beta * d) * d > change) low = beta;
    else high = beta;
  }
  return (low + high) / 2;
}

// Takes one step of (6) to (9), with the multiplier updated by (alpha/2) phi. Returns false if it has not converged.
static bool advance(beta_choice choice, bead *b, double *beta) {
  double h = length, k = h * h / 4, to[2], lambda = b->lambda, before = wire(b->q);
  for (int i = 0; i < 2; i++) to[i] = b->q[i] + h * b->v[i];
  for (int count = 0; count < MOST_ITERATIONS; count++) {
    *beta = choice == BY_10 ? solve_beta(b->q, to) : choice == MIDDLE ? 0.5 : 1;
    double g[2] = {slope(b->q[0] + *beta * (to[0] - b->q[0])), 1}, end[2] = {slope(to[0]), 1}, W[4], x[2];
    double push = lambda + penalty * (before + wire(to)) / 2;
    for (int i = 0; i < 2; i++) {
      double force = i == 1 ? -gravity : 0;
      x[i] = -(to[i] - b->q[i] - h * b->v[i] + 2 * k * (g[i] * push - force));
      for (int j = 0; j < 2; j++) W[2 * i + j] = (i == j) + k * penalty * g[i] * end[j];
    }
    if (!repro_solve(2, 2, W, x)) return false;
    for (int i = 0; i < 2; i++) to[i] += x[i];
    lambda += penalty / 2 * wire(to);
    if (!(hypot(x[0], x[1]) < 1e-15)) continue;
    for (int i = 0; i < 2; i++) {
      b->v[i] = 2 / h * (to[i] - b->q[i]) - b->v[i];
      b->q[i] = to[i];
    }
    b->lambda = lambda;
    return true;
  }
  return false;
}

static double energy(const bead *b) { return (b->v[0] * b->v[0] + b->v[1] * b->v[1]) / 2 + gravity * b->q[1]; }

static bead_run slide(beta_choice choice) {
  bead b = {.q = {1, 1}};
  bead_run run = {.whole = true, .smallest = 1};
  b.lambda = -gravity / (1 + 16);  // at rest: the wire carries the component of the weight perpendicular to it
  double start = energy(&b);
  for (int i = 0; i < STEPS && run.whole; i++) {
    double beta = NAN;
    run.whole = advance(choice, &b, &beta);
    run.error = repro_larger(run.error, fabs(energy(&b) - start));
    run.phi = repro_larger(run.phi, fabs(wire(b.q)));
    run.smallest = fmin(run.smallest, beta);
    run.largest = fmax(run.largest, beta);
  }
  return run;
}

// ---- the gear ----------------------------------------------------------------------------------------------------

static double turn_gear(repro *r, const char *variant, double *phi) {
  jn_model *model = repro_model(r, "dopico-gear", NULL, 0);
  if (!model) return NAN;
  jn_choices choices = dopico_choices(r, model, METHOD_B, 0.01);
  repro_choose(choices.variant, sizeof choices.variant, variant);
  repro_rows *rows = repro_run(r, variant, model, &choices, NULL, 0, REPRO_MUST_RUN);
  if (!rows) return NAN;
  *phi = repro_larger(rows->summary.max_position_violation, rows->summary.max_angle_violation);
  return rows->summary.max_energy_error;
}

// ---- table and claims ----------------------------------------------------------------------------------------------

static void judge(repro *r, const bead_run *runs, double gear) {
  bool exact = runs[BY_10].whole && runs[BY_10].error < 1e-9 && gear < 1e-9;
  bool within = runs[BY_10].smallest >= 0 && runs[BY_10].largest <= 1;
  bool needed = !runs[MIDDLE].whole || runs[MIDDLE].error > 1e3 * runs[BY_10].error;
  repro_add_claim(
      r, "beta-needed", repro_share(REPRO_ALWAYS, exact + within + needed, 3),
      "For constraints that are not quadratic beta, between 0 and 1, has to be computed by (10).",
      "with beta by (10) bead and gear conserve the energy to 1e-9 J; beta of the bead is in [0, 1] in every "
      "step; with beta = 1/2 the energy error of the bead is more than 1000 times as large");
  repro_set_condition(r, "on the constraint");
  repro_quote(r, "Formulation B",
              "To guarantee the conservative behavior of the constraint forces, the parameter beta_i in [0, 1] has to "
              "be computed for each constraint and at each time-step, by imposing the following equality");
  repro_add_evidence(r,
                     "bead: energy error %.1g J with beta by (10), %.2g J with 1/2, of %.3g J; beta from %.3g to %.3g",
                     runs[BY_10].error, runs[MIDDLE].error, gravity, runs[BY_10].smallest, runs[BY_10].largest);
  repro_add_evidence(r, "gear: %.1g J", gear);
}

void dopico_beta(repro *r) {
  static const repro_column columns[] = {
      {"energy error (J)", NULL, 2}, {"largest |phi|", NULL, 2}, {"smallest beta", NULL, 3}, {"largest beta", NULL, 3}};
  static const struct {
    const char *label;
    beta_choice choice;
  } choices[] = {{"bead, beta by (10)", BY_10}, {"bead, beta = 1/2", MIDDLE}, {"bead, beta = 1", END}};
  static const struct {
    const char *label, *variant;
  } gears[] = {{"gear, beta by (10)", "beta"}, {"gear, discrete gradient of Gonzalez", "gonzalez"}};
  repro_table *table = repro_add_table(r, "beta", "Equation (10): constraints that are not quadratic, by B",
                                       "constraint, beta", columns, 4);
  bead_run runs[3];
  double gear[2] = {NAN, NAN};
  for (int i = 0; i < 3; i++) {
    runs[i] = slide(choices[i].choice);
    int row = repro_add_row(r, table, choices[i].label);
    repro_set(table, row, 0, runs[i].error);
    repro_set(table, row, 1, runs[i].phi);
    repro_set(table, row, 2, runs[i].smallest);
    repro_set(table, row, 3, runs[i].largest);
    if (!runs[i].whole) repro_set_text(r, table, row, 0, "a step does not converge");
  }
  for (int i = 0; i < 2; i++) {
    double phi = NAN;
    gear[i] = turn_gear(r, gears[i].variant, &phi);
    int row = repro_add_row(r, table, gears[i].label);
    repro_set(table, row, 0, gear[i]);
    repro_set(table, row, 1, phi);
  }
  repro_set_note(
      r, table,
      "Bead: 1 kg on the wire z = x^4, released at x = 1 m, 800 steps of 25 ms, by the command's own "
      "integration. Gear: two arms whose angles a gear connects, natural coordinates, 20 s with 10 ms; where "
      "(10) has two roots in a step, the engine takes the discrete gradient of Gonzalez.");
  if (repro_ok(r)) judge(r, runs, gear[0]);
}
