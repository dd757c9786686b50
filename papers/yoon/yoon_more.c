// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// yoon_more.c - energy control in cases for which the paper has formulas but no example: work of actuators and dampers,
// and a nonholonomic constraint (8).
#include <math.h>
#include <stdio.h>

#include "yoon/yoon.h"

typedef struct {
  const char *label;
  double beta;  // Baumgarte; 0: none
  const char *energy;
  double rate, rho;
} control;

static jn_choices choices_with(repro *r, jn_model *model, const control *c) {
  jn_choices choices = repro_choices(r, model);
  repro_choose(choices.integrator, sizeof choices.integrator, "ab3");
  repro_choose(choices.formulation, sizeof choices.formulation, "multipliers");
  repro_choose(choices.position, sizeof choices.position, "none");
  repro_choose(choices.velocity, sizeof choices.velocity, "none");
  if (c->beta > 0) yoon_set_baumgarte(&choices, c->beta);
  yoon_set_energy(&choices, c->energy, c->rate, c->rho, 0);
  return choices;
}

// ---- coupling of the constraints ---------------------------------------------------------------------------------

enum { COUPLING_PHI, COUPLING_RATE, NCOUPLINGS };

static const char *const coupling_probes[NCOUPLINGS] = {"joint.circle.coupling.1", "joint.circle.rate_coupling.1"};

static repro_rows *run_coupling(repro *r, const char *gravity) {
  jn_setting setting = {"g", gravity};
  jn_model *model = repro_model(r, "yoon-pendulum", &setting, 1);
  jn_choices choices = choices_with(r, model, &(control){"Baumgarte + (23)", 40, "velocity-gradient", 0, 2.5});
  return repro_run(r, "coupling", model, &choices, coupling_probes, NCOUPLINGS, REPRO_MUST_RUN);
}

void yoon_add_coupling(repro *r) {
  const repro_rows *usual = run_coupling(r, "1"), *weightless = run_coupling(r, "0");
  const double *position = repro_values(r, usual, coupling_probes[COUPLING_PHI]),
               *rate = repro_values(r, usual, coupling_probes[COUPLING_RATE]);
  const double *without = repro_values(r, weightless, coupling_probes[COUPLING_PHI]);
  if (!position || !rate || !without) return;
  repro_figure *figure = repro_add_figure(
      r, "coupling", "Coupling measure (20) of energy and geometric constraint, example 1", "time (s)", "Y");
  repro_add_curve(r, figure, "with phi", usual->time, position, usual->n);
  repro_add_curve(r, figure, "with the rate of phi", usual->time, rate, usual->n);
  repro_add_curve(r, figure, "with phi, g = 0", weightless->time, without, weightless->n);
  double one = repro_largest(position, usual->n), other = repro_largest(rate, usual->n),
         none = repro_largest(without, weightless->n);
  repro_add_claim(
      r, "not-perpendicular", repro_if(one > 0.1 && other > 0.1),
      "The surfaces of energy and of the geometric constraint are not in general perpendicular in phase space (14).",
      "example 1: max |Y| of (20) is above 0.1, with phi and with its rate");
  repro_quote(r, "A New Method of Implementing Energy Constraint Control, (14)",
              "In the q, q' phase space the surfaces of constant energy and the surfaces for conventional holonomic or "
              "nonholonomic constraints are not in general perpendicular to each other.");
  repro_add_evidence(r, "max |Y| %.3g with phi, %.3g with its rate", one, other);
  repro_add_claim(
      r, "perpendicular-without-potential", repro_if(none < 1e-14),
      "Where the energy depends on the velocities alone and the constraint on positions alone, the surfaces are "
      "perpendicular (15).",
      "example 1 with g = 0: max |Y| of (20) with phi is below 1e-14");
  repro_quote(
      r, "A New Method of Implementing Energy Constraint Control, (15)",
      "One case where the energy and geometric constraint surfaces are orthogonal is illustrated in the following "
      "example. Let psi(q') = 0 and chi_i(q, t) = 0");
  repro_add_evidence(r, "max |Y| %.2g with g = 0, %.3g with g = 1", none, one);
}

// ---- motor and damper --------------------------------------------------------------------------------------------

enum { FREE, HELD, HELD_NEW, HELD_MULTIPLIER, NMOTOR };

static const control motor_cases[NMOTOR] = {[FREE] = {"no control", 0, "none", 0, 0},
                                            [HELD] = {"Baumgarte", 100, "none", 0, 0},
                                            [HELD_NEW] = {"Baumgarte + (23)", 100, "velocity-gradient", 0, 0.3},
                                            [HELD_MULTIPLIER] = {"Baumgarte + multiplier", 100, "multiplier", 10, 0}};

static repro_rows *motor_reference(repro *r, jn_model *model) {
  jn_choices fine = repro_choices(r, model);  // settings of the model file: RK-4 with projection
  fine.step = 0.5e-3;
  return repro_run(r, "motor and damper, reference", model, &fine, NULL, 0, REPRO_MUST_RUN);
}

typedef struct {
  double phi[NMOTOR], psi[NMOTOR], error[NMOTOR], work[NMOTOR];
} motor_result;

// Largest errors of a run: energy, J; angle, rad. NaN: the run failed.
typedef struct {
  double psi, angle;
} motor_errors;

static motor_errors run_motor(repro *r, jn_model *model, const control *how, double step, const repro_rows *exact) {
  jn_choices choices = choices_with(r, model, how);
  choices.step = step;
  repro_rows *rows = repro_run(r, "motor and damper by gain", model, &choices, NULL, 0, REPRO_MAY_FAIL);
  motor_errors e = {NAN, NAN};
  if (!rows || rows->summary.status != JN_OK) return e;
  e.psi = repro_largest(repro_values(r, rows, "energy.error"), rows->n);
  e.angle = repro_furthest(repro_values(r, rows, "crank.angle"), repro_values(r, exact, "crank.angle"), rows->n);
  return e;
}

static void add_motor_claim(repro *r, jn_model *model, const repro_rows *exact, double work_error) {
  static const repro_column columns[] = {{"Baumgarte psi (J)", NULL, 3},
                                         {"angle (rad)", NULL, 3},
                                         {"best rho", NULL, 2},
                                         {"(23) psi (J)", NULL, 3},
                                         {"angle (rad)", NULL, 3}};
  static const double steps[] = {2.5e-3, 5e-3, 10e-3}, rhos[] = {0.03, 0.1, 0.3, 1, 3};
  repro_table *table = repro_add_table(
      r, "motor-gains",
      "Motor and damper by step: the rho of 0.03, 0.1, 0.3, 1 and 3 that leaves the least error of the angle",
      "step (ms)", columns, 5);
  int psi = 0, angle = 0;
  for (int i = 0; i < 3 && repro_ok(r); i++) {
    motor_errors held = run_motor(r, model, &motor_cases[HELD], steps[i], exact), best = {NAN, NAN};
    double rho = NAN;
    for (int k = 0; k < 5; k++) {
      motor_errors e = run_motor(r, model, &(control){"", 100, "velocity-gradient", 0, rhos[k]}, steps[i], exact);
      if (!(e.angle >= best.angle) && !isnan(e.angle)) {
        best = e;
        rho = rhos[k];
      }
    }
    char label[32];
    snprintf(label, sizeof label, "%g", 1e3 * steps[i]);
    int row = repro_add_row(r, table, label);
    repro_set(table, row, 0, held.psi);
    repro_set(table, row, 1, held.angle);
    repro_set(table, row, 2, rho);
    repro_set(table, row, 3, best.psi);
    repro_set(table, row, 4, best.angle);
    psi += best.psi <= held.psi / 2;
    angle += best.angle <= held.angle / 2;
  }
  if (!repro_ok(r)) return;
  repro_add_claim(
      r, "work-as-constraint", repro_share(REPRO_CAN, psi, 3),
      "Energy control can be applied to forced and damped systems, with the work as an integral beside the state (9).",
      "motor and damper: (23) at least halves max |psi| of Baumgarte alone, at one of the steps 2.5, 5 and 10 ms or "
      "more, "
      "with the rho of five that serves the angle best");
  repro_quote(r, "Introduction",
              "However, if the total energy of a dynamic system can be computed from the initial energy plus the time "
              "integral of the energy input rate due to external or internal forces, then the total energy can be "
              "artificially treated as a constraint.");
  repro_add_evidence(r, "psi is halved at %d of 3 steps, the angle's error at %d of 3", psi, angle);
  repro_add_evidence(
      r, "the integral W is itself off by %.3g J at 5 ms and rho = 0.3, and the control makes the motion follow it",
      work_error);
}

void yoon_add_motor(repro *r) {
  static const repro_column columns[] = {{"max |phi|", NULL, 4},
                                         {"max |psi| (J)", NULL, 4},
                                         {"max |angle error| (rad)", NULL, 4},
                                         {"max |W error| (J)", NULL, 4}};
  jn_model *model = repro_model(r, "yoon-motor", NULL, 0);
  repro_rows *exact = motor_reference(r, model);
  const double *angle = repro_values(r, exact, "crank.angle"), *work = repro_values(r, exact, "energy.work");
  if (!angle || !work) return;
  repro_table *table = repro_add_table(
      r, "motor", "Beyond the paper: slider-crank with motor and damper, psi with W, AB-3, h = 5 ms, 10 s", "case",
      columns, 4);
  repro_figure *figure =
      repro_add_figure(r, "motor", "Motor and damper: energy constraint violations", "time (s)", "psi (J)");
  motor_result m;
  for (int i = 0; i < NMOTOR; i++) {
    jn_choices choices = choices_with(r, model, &motor_cases[i]);
    choices.step = 5e-3;
    repro_rows *rows = repro_run(r, motor_cases[i].label, model, &choices, NULL, 0, REPRO_MUST_RUN);
    if (!rows) return;
    const double *psi = repro_values(r, rows, "energy.error");
    m.phi[i] = rows->summary.max_position_violation;
    m.psi[i] = repro_largest(psi, rows->n);
    m.error[i] = repro_furthest(repro_values(r, rows, "crank.angle"), angle, rows->n);
    m.work[i] = repro_furthest(repro_values(r, rows, "energy.work"), work, rows->n);
    int row = repro_add_row(r, table, motor_cases[i].label);
    repro_set(table, row, 0, m.phi[i]);
    repro_set(table, row, 1, m.psi[i]);
    repro_set(table, row, 2, m.error[i]);
    repro_set(table, row, 3, m.work[i]);
    repro_add_curve(r, figure, motor_cases[i].label, rows->time, psi, rows->n);
  }
  repro_set_note(
      r, table,
      "W reaches %.4g J. beta = 100, rho_v = 0.3, eta = 10. Errors against RK-4, h = 0.5 ms, with projection.",
      repro_largest(work, exact->n));
  add_motor_claim(r, model, exact, m.work[HELD_NEW]);
}

// ---- nonholonomic ------------------------------------------------------------------------------------------------

enum { SLEIGH_FREE, SLEIGH_HELD, SLEIGH_NEW, NSLEIGH };

static const control sleigh_cases[NSLEIGH] = {[SLEIGH_FREE] = {"no control", 0, "none", 0, 0},
                                              [SLEIGH_HELD] = {"(8), eta = 20", 100, "none", 0, 0},
                                              [SLEIGH_NEW] = {"(8) + (23)", 100, "velocity-gradient", 0, 2}};

// Returns the exact rate w of the sleigh of the model file, rad/s: w = W sech(k (t - t0)), v = V tanh(k (t - t0)), from
// v = -1 m/s and w = 1 rad/s.
static double exact_rate(double t) {
  double m = 2, a = 0.2, inertia = 0.1 + m * a * a, energy = m + inertia;
  double V = sqrt(energy / m), W = sqrt(energy / inertia), k = m * a * V / inertia;
  return W / cosh(k * t - atanh(1 / V));
}

static double rate_error(const double *time, const double *rate, int n) {
  double largest = rate ? 0 : NAN;
  for (int i = 0; rate && i < n; i++) largest = repro_larger(largest, fabs(rate[i] - exact_rate(time[i])));
  return largest;
}

void yoon_add_sleigh(repro *r) {
  static const repro_column columns[] = {
      {"max |Pi| (m/s)", NULL, 4}, {"max |psi| (J)", NULL, 4}, {"max |rate error| (rad/s)", NULL, 4}};
  static const char *const probes[] = {"violation.velocity"};
  jn_model *model = repro_model(r, "chaplygin-sleigh", NULL, 0);
  repro_table *table = repro_add_table(
      r, "sleigh", "Beyond the paper: Chaplygin's sleigh, a nonholonomic row under (8), AB-3, h = 10 ms, 6 s", "case",
      columns, 3);
  repro_figure *figure =
      repro_add_figure(r, "sleigh", "Chaplygin's sleigh: violation of the nonholonomic row", "time (s)", "|Pi| (m/s)");
  if (figure) figure->log_y = true;
  double pi[NSLEIGH], late[NSLEIGH];
  for (int i = 0; i < NSLEIGH; i++) {
    jn_choices choices = choices_with(r, model, &sleigh_cases[i]);
    choices.step = 0.01;
    choices.until = 6;
    repro_rows *rows = repro_run(r, sleigh_cases[i].label, model, &choices, probes, 1, REPRO_MUST_RUN);
    const double *row_left = repro_values(r, rows, "violation.velocity");
    if (!row_left) return;
    pi[i] = repro_largest(row_left, rows->n);
    late[i] = repro_largest(row_left + rows->n - rows->n / 10, rows->n / 10);
    int row = repro_add_row(r, table, sleigh_cases[i].label);
    repro_set(table, row, 0, pi[i]);
    repro_set(table, row, 1, repro_largest(repro_values(r, rows, "energy.error"), rows->n));
    repro_set(table, row, 2, rate_error(rows->time, repro_values(r, rows, "sleigh.rate"), rows->n));
    repro_add_curve(r, figure, sleigh_cases[i].label, rows->time, row_left, rows->n);
  }
  repro_set_note(r, table, "Pi is the sideways speed of the blade. The exact rate is W sech(k (t - t0)). rho_v = 2.");
  repro_add_claim(
      r, "nonholonomic-stabilised",
      repro_if(late[SLEIGH_HELD] < 0.1 * late[SLEIGH_FREE] && pi[SLEIGH_HELD] < pi[SLEIGH_FREE]),
      "The arguments extend to nonholonomic constraints without difficulty: (8) suppresses their violation Pi.",
      "sleigh: with (8), max |Pi| is smaller than without, and ten times smaller in the last tenth of 6 s");
  repro_quote(r, "Baumgarte's Constraint Violation Stabilization Method, (8)",
              "The above arguments can be directly extended to nonholonomic constraints without any difficulty.");
  char end[32];
  repro_add_evidence(r, "max |Pi| %.3g m/s with (8), %.3g without; at the end %s and %.3g", pi[SLEIGH_HELD],
                     pi[SLEIGH_FREE], yoon_tell_small(late[SLEIGH_HELD], end), late[SLEIGH_FREE]);
}
