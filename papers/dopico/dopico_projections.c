// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// dopico_projections.c - the effect of the projection (3) on the kinetic energy, for several matrices P.
// v = (P + k alpha G'G)^-1 P v* takes from v'P v for any v*, and with P = M that is twice the kinetic energy. With
// P = W - k alpha G'G, the factor of the step used again, there is the stiffness in P too: P = M + (h^2/4) K.
#include <math.h>
#include <stdio.h>

#include "dopico/dopico.h"

enum { N = DOPICO_N, TRIALS = 1000 };

// ---- one projection ------------------------------------------------------------------------------------------------

// Returns the next pseudo-random number in (-1, 1).
static double next_number(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(*seed >> 8) / (1 << 23) - 1;
}

static double kinetic(const double *v) {
  double sum = 0;
  for (int i = 0; i < N; i++) sum += v[i] * v[i] / 2;
  return sum;
}

// Computes the stiffness matrix of a spring of k N/m at the end of the rod, along a fixed skew direction.
static void spring_stiffness(double k, double *K) {
  static const double n[3] = {0.36, 0.48, 0.8};
  for (int i = 0; i < N * N; i++) K[i] = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) K[(3 + i) * N + 3 + j] = k * n[i] * n[j];
}

typedef struct {
  int raised;      // number of TRIALS in which the kinetic energy was raised
  double largest;  // largest ratio of kinetic energy after and before
} gain;

static gain project_many(double stiffness, double step) {
  unsigned seed = 1;
  double K[N * N], k = step * step / 4;
  gain g = {0};
  spring_stiffness(k * stiffness, K);
  dopico_state state = dopico_start(0);
  for (int i = 0; i < TRIALS; i++) {
    double v[N];
    for (int j = 0; j < N; j++) v[j] = next_number(&seed);
    double before = kinetic(v);
    dopico_project_velocity(state.q, k * 1e7, K, v);
    double ratio = kinetic(v) / before;
    g.raised += !(ratio <= 1);
    g.largest = repro_larger(g.largest, ratio);
  }
  return g;
}

static void add_projection(repro *r) {
  static const repro_column columns[] = {{"energy raised, of 1000", NULL, 0}, {"largest ratio", NULL, 3}};
  static const double stiffnesses[] = {0, 100, 1e4, 1e6};
  enum { NSTIFFNESSES = sizeof stiffnesses / sizeof *stiffnesses };
  repro_table *table =
      repro_add_table(r, "projection", "Kinetic energy after one projection (3) over that before, h = 25 ms",
                      "stiffness in P (N/m)", columns, 2);
  gain all[NSTIFFNESSES];
  for (int i = 0; i < NSTIFFNESSES; i++) {
    char label[32];
    all[i] = project_many(stiffnesses[i], 0.025);
    snprintf(label, sizeof label, i ? "%g" : "none: P = M", stiffnesses[i]);
    int row = repro_add_row(r, table, label);
    repro_set(table, row, 0, all[i].raised);
    repro_set(table, row, 1, all[i].largest);
  }
  repro_set_note(r, table,
                 "1000 velocities at random of the pendulum at its start, with a spring at its end; by the command's "
                 "own calculation.");
  repro_add_claim(
      r, "dissipative-mass", repro_if(all[0].raised == 0),
      "A correct choice of P guarantees that the projections are unconditionally dissipative: P = M is one.",
      "no velocity of 1000 at random gains kinetic energy");
  repro_quote(r, "Formulation A",
              "Moreover, a correct choice of this matrix can guarantee the unconditional energy-dissipative character "
              "of the projections");
  repro_add_evidence(r, "P = M: %d of 1000", all[0].raised);
  int raised = 0;
  double most = 0;
  for (int i = 1; i < NSTIFFNESSES; i++) {
    raised += all[i].raised;
    most = repro_larger(most, all[i].largest);
  }
  repro_claim *claim = repro_add_claim(
      r, "factor-adds-energy", repro_share(REPRO_CAN, raised, (NSTIFFNESSES - 1) * TRIALS),
      "With P = M + (h^2/4) K, for which the factors of the step serve again, a projection can add kinetic energy.",
      "one velocity of 1000 at random gains kinetic energy, for a stiffness of 100, 1e4 or 1e6 N/m");
  if (claim) claim->ours = true;
  repro_add_evidence(r, "%d of %d gain some, up to %.2g times what was there", raised, (NSTIFFNESSES - 1) * TRIALS,
                     most);
}

// ---- runs --------------------------------------------------------------------------------------------------------

static const struct {
  const char *label, *variant;
  int method;
} ways[] = {{"A + B, P = M", "auto", METHOD_AB},
            {"A, P = M", "mass-matrix", METHOD_A},
            {"A, P = W - k alpha G'G", "factor", METHOD_A}};

enum { NWAYS = sizeof ways / sizeof *ways };

typedef struct {
  double rise;    // largest rise in one step, J
  int rises;      // number of steps that raised the energy
  double gained;  // gain of energy over the whole run, J
  bool whole;
} history;

static history run_way(repro *r, int i) {
  history h = {.gained = NAN};
  jn_model *model = repro_model(r, "dopico-spring", NULL, 0);
  if (!model) return h;
  jn_choices choices = dopico_choices(r, model, ways[i].method, 0.01);
  repro_choose(choices.variant, sizeof choices.variant, ways[i].variant);
  repro_rows *rows = repro_run(r, ways[i].label, model, &choices, NULL, 0, REPRO_MAY_FAIL);
  const double *energy = repro_values(r, rows, "energy");
  for (int k = 1; rows && energy && k < rows->n; k++) {
    double up = energy[k] - energy[k - 1];
    h.rises += !(up <= 1e-9);
    h.rise = repro_larger(h.rise, up);
  }
  if (rows && energy) {
    h.gained = energy[rows->n - 1] - energy[0];
    h.whole = rows->summary.status == JN_OK;
  }
  return h;
}

static void add_runs(repro *r) {
  static const repro_column columns[] = {
      {"steps with more energy", NULL, 0}, {"largest rise (J)", NULL, 2}, {"energy gained in 5 s (J)", NULL, 3}};
  repro_table *table = repro_add_table(
      r, "projection-runs", "Projections in runs: the pendulum with a spring of 2000 N/m, h = 10 ms, 500 steps",
      "method, P", columns, 3);
  history h[NWAYS];
  for (int i = 0; i < NWAYS; i++) {
    h[i] = run_way(r, i);
    int row = repro_add_row(r, table, ways[i].label);
    repro_set(table, row, 0, h[i].rises);
    repro_set(table, row, 1, h[i].rise);
    repro_set(table, row, 2, h[i].gained);
  }
  repro_set_note(r, table,
                 "With A + B every change of energy is one of the projections; with A the trapezoidal rule changes it "
                 "too, in both directions.");
  repro_claim *claim = repro_add_claim(r, "mass-is-safe", repro_if(h[0].whole && h[0].rises == 0),
                                       "In a run with a stiff spring, too, projections with P = M never add energy.",
                                       "no step of A + B after which the energy is higher by more than 1e-9 J");
  if (claim) claim->ours = true;
  for (int i = 0; i < NWAYS; i++)
    repro_add_evidence(r, "%s: the energy is higher after %d of 500 steps, and changes by %.3g J in 5 s", ways[i].label,
                       h[i].rises, h[i].gained);
  repro_add_evidence(r, "with A these rises contain those of the trapezoidal rule between two projections");
}

void dopico_projections(repro *r) {
  add_projection(r);
  add_runs(r);
}
