// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// dopico_history.c - runs of the spherical compound pendulum by the engine, and their errors.
#include <math.h>
#include <string.h>

#include "dopico/dopico.h"

const char *const dopico_names[NMETHODS] = {
    [PLAIN] = "plain", [METHOD_A] = "A", [METHOD_B] = "B", [METHOD_AB] = "A + B"};

const char *const dopico_formulations[NMETHODS] = {[PLAIN] = "index3",
                                                   [METHOD_A] = "index3-projected",
                                                   [METHOD_B] = "index3-conserving",
                                                   [METHOD_AB] = "index3-conserving-projected"};

const char *const dopico_combination = "Numerical simulations II, combination of both stabilizing strategies";

jn_choices dopico_choices(repro *r, jn_model *model, int method, double step) {
  jn_choices choices = repro_choices(r, model);
  repro_choose(choices.formulation, sizeof choices.formulation, dopico_formulations[method]);
  choices.step = step;
  choices.halvings = 0;
  return choices;
}

// ---- measures --------------------------------------------------------------------------------------------------

static const double exact_at_5[3] = {-0.172601674517138, -0.847104986208684, -0.502614966245799};

const double dopico_exact_period = 1.5247062557;

// Copies the columns of both masses at one row: m1.x, m1.y, m1.z, m2.x, m2.y, m2.z.
static void gather(const double *const *columns, int row, double *out) {
  for (int i = 0; i < DOPICO_N; i++) out[i] = columns[i][row];
}

static double error_at_5(const dopico_history *h, const double *const *columns) {
  for (int k = 0; k < h->n; k++) {
    if (!(fabs(h->time[k] - 5) < 1e-6)) continue;
    const double reached[3] = {columns[0][k], columns[1][k], columns[2][k]};
    return repro_furthest(reached, exact_at_5, 3);
  }
  return NAN;
}

// Returns the accelerations of the method itself at the rows, DOPICO_N each, by repeating the run step by step; NULL:
// no memory.
static const double *own_accelerations(repro *r, const jn_model *model, const jn_choices *choices,
                                       const dopico_history *h) {
  double *out = repro_scratch(r, h->n * DOPICO_N);
  jn_run_options options = jn_run_options_default();
  options.choices = choices;
  jn_run *run = out ? jn_run_new(model, &options, NULL) : NULL;
  for (int k = 0; run && k < h->n; k++) {
    if (k > 0 && jn_run_step(run, h->time[k]) != JN_OK) break;
    jn_run_own_acceleration(run, out + k * DOPICO_N);
  }
  jn_run_free(run);
  return out;
}

static void measure_rows(repro *r, const repro_rows *rows, const double *own, dopico_history *h) {
  static const char *const names[2][DOPICO_N] = {{"m1.x", "m1.y", "m1.z", "m2.x", "m2.y", "m2.z"},
                                                 {"m1.vx", "m1.vy", "m1.vz", "m2.vx", "m2.vy", "m2.vz"}};
  const double *columns[2][DOPICO_N];
  for (int i = 0; i < 2 * DOPICO_N; i++)
    columns[i / DOPICO_N][i % DOPICO_N] = repro_values(r, rows, names[i / DOPICO_N][i % DOPICO_N]);
  h->phi = repro_scratch(r, h->n);
  h->phidot = repro_scratch(r, h->n);
  h->phiddot = repro_scratch(r, h->n);
  if (!repro_ok(r) || !own) return;
  for (int k = 0; k < h->n; k++) {
    double q[DOPICO_N], v[DOPICO_N];
    dopico_measures now;
    gather(columns[0], k, q);
    gather(columns[1], k, v);
    dopico_measure(q, v, own + k * DOPICO_N, &now);
    h->phi[k] = now.phi;
    h->phidot[k] = now.phidot;
    h->phiddot[k] = now.phiddot;
  }
  h->z = columns[0][2];
  h->vz = columns[1][2];
  h->max_phi = repro_largest(h->phi, h->n);
  h->max_phidot = repro_largest(h->phidot, h->n);
  h->max_phiddot = repro_largest(h->phiddot, h->n);
  h->error = error_at_5(h, columns[0]);
}

// ---- runs ------------------------------------------------------------------------------------------------------

static void set_case(const dopico_case *what, jn_choices *choices) {
  if (what->formulation) repro_choose(choices->formulation, sizeof choices->formulation, what->formulation);
  if (what->integrator) repro_choose(choices->integrator, sizeof choices->integrator, what->integrator);
  if (what->variant) repro_choose(choices->variant, sizeof choices->variant, what->variant);
  if (what->rho > 0) choices->rho = what->rho;
  choices->step = choices->output_step = what->step;
  choices->until = what->until;
  choices->checkpoint_step = what->until;
}

dopico_history dopico_follow(repro *r, const dopico_case *what, repro_need need) {
  static const char *const probes[] = {"m2.position", "m1.velocity", "m2.velocity"};
  dopico_history h = {.max_phi = NAN, .max_phidot = NAN, .max_phiddot = NAN, .error = NAN};
  jn_model *model = repro_model(r, "dopico-pendulum", NULL, 0);
  if (!model) return h;
  jn_choices choices = dopico_choices(r, model, PLAIN, what->step);
  set_case(what, &choices);
  repro_rows *rows = repro_run(r, what->title, model, &choices, probes, sizeof probes / sizeof *probes, need);
  if (!rows) return h;
  h.n = rows->n;
  h.time = rows->time;
  h.summary = rows->summary;
  h.energy = repro_values(r, rows, "energy");
  h.momentum = repro_values(r, rows, "angular_momentum.z");
  measure_rows(r, rows, own_accelerations(r, model, &choices, &h), &h);
  return h;
}

dopico_history dopico_method(repro *r, int method, double step, double until) {
  static const char *const once[NMETHODS] = {
      [METHOD_A] = "factor-once", [METHOD_AB] = "once"};  // one solve per projection, as in the paper
  dopico_case what = {.title = dopico_names[method],
                      .formulation = dopico_formulations[method],
                      .variant = once[method],
                      .step = step,
                      .until = until};
  return dopico_follow(r, &what, REPRO_MAY_FAIL);
}

// ---- energy ----------------------------------------------------------------------------------------------------

const double dopico_energy = 0.625;

double dopico_energy_error(const dopico_history *h) {
  double worst = h->n > 0 ? 0 : NAN;
  for (int k = 0; k < h->n; k++) worst = repro_larger(worst, fabs(h->energy[k] - h->energy[0]));
  return worst;
}

double dopico_exchanged(const dopico_history *h) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (int k = 0; k < h->n; k++) {
    low = fmin(low, h->z[k]);
    high = fmax(high, h->z[k]);
  }
  return 3 * 9.81 * (high - low);
}

bool dopico_is_unstable(const dopico_history *h, double exchanged) {
  int quarter = h->n / 4;
  if (h->summary.status != JN_OK || quarter < 2) return true;
  double early = repro_largest(h->phidot, quarter), late = repro_largest(h->phidot + h->n - quarter, quarter);
  double rise = 0;
  for (int k = 0; k < h->n; k++) rise = repro_larger(rise, h->energy[k] - h->energy[0]);
  return !(late <= 2 * early) || !(rise <= exchanged / 100);
}

// ---- period ----------------------------------------------------------------------------------------------------

// Returns the time between rows k and k + 1 at which the cubic through z and vz has its maximum, s.
static double turning_time(const dopico_history *h, int k) {
  double step = h->time[k + 1] - h->time[k], u = h->vz[k] / (h->vz[k] - h->vz[k + 1]);
  double rise = h->z[k + 1] - h->z[k], v0 = h->vz[k] * step, v1 = h->vz[k + 1] * step;
  for (int i = 0; i < 20; i++) {
    double slope = 6 * u * (1 - u) * rise + (3 * u * u - 4 * u + 1) * v0 + (3 * u * u - 2 * u) * v1;
    double bend = (6 - 12 * u) * rise + (6 * u - 4) * v0 + (6 * u - 2) * v1;
    u -= slope / bend;
  }
  return h->time[k] + u * step;
}

double dopico_period(const dopico_history *h) {
  enum { MOST = 11 };
  double first = NAN, last = NAN;
  int periods = -1;
  for (int k = 0; k + 1 < h->n && periods < MOST; k++) {
    if (!(h->vz[k] > 0 && h->vz[k + 1] <= 0)) continue;
    last = turning_time(h, k);
    if (periods++ < 0) first = last;
  }
  return periods > 0 ? (last - first) / periods : NAN;
}
