// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// dopico_pendulum.c - numerical simulations I: the spherical compound pendulum, Figs 2 to 6.
//
// h = 25 ms, alpha = 1e7, 5 s, trapezoidal rule. The paper shows curves and prints no numbers; the reference beside
// ours is an independent computation with one solve per projection, a_mid being the acceleration of the conserving
// scheme.
#include <math.h>
#include <stdio.h>

#include "dopico/dopico.h"

static const double usual_step = 0.025, end = 5;

// ---- the table -------------------------------------------------------------------------------------------------

enum { PHI, PHIDOT, PHIDDOT, ENERGY, ENERGY_PEAK, MOMENTUM, ERROR, PERIOD, NQUANTITIES };

static const struct {
  const char *label;
  double reference[NMETHODS];
} quantities[NQUANTITIES] = {[PHI] = {"max |phi|", {NAN, NAN, NAN, NAN}},
                             [PHIDOT] = {"max |phidot|", {0.162, 7.9e-6, 3.9e-3, 7.9e-6}},
                             [PHIDDOT] = {"max |phiddot|", {629, 6.3e-4, 0.95, 1.3e-3}},
                             [ENERGY] = {"energy at 5 s (J)", {-0.77, 0.6008, 0.625, 0.6215}},
                             [ENERGY_PEAK] = {"largest energy (J)", {1.98, 0.625, 0.625, 0.625}},
                             [MOMENTUM] = {"angular momentum about z at 5 s", {2.380, 2.4978, 2.5, 2.5}},
                             [ERROR] = {"error of r1 at 5 s (m)", {1.0e-2, 7.8e-3, 4.2e-3, 4.0e-3}},
                             [PERIOD] = {"mean of 11 periods too long by", {NAN, 6.9e-4, NAN, 3.8e-4}}};

static double largest_value(const double *values, int n) {
  double largest = values && n > 0 ? values[0] : NAN;
  for (int i = 0; i < n; i++) largest = repro_larger(largest, values[i]);
  return largest;
}

static void collect(const dopico_history *h, const dopico_history *longer, double *out) {
  int last = h->n - 1;
  bool whole = h->n > 0 && h->time[last] > end - 1e-6;
  out[PHI] = h->max_phi, out[PHIDOT] = h->max_phidot, out[PHIDDOT] = h->max_phiddot;
  out[ENERGY] = whole ? h->energy[last] : NAN;
  out[ENERGY_PEAK] = largest_value(h->energy, h->n);
  out[MOMENTUM] = whole ? h->momentum[last] : NAN;
  out[ERROR] = h->error;
  out[PERIOD] = longer->summary.status == JN_OK ? dopico_period(longer) / dopico_exact_period - 1 : NAN;
}

static void add_table(repro *r, double found[NMETHODS][NQUANTITIES]) {
  static const repro_column columns[] = {
      {"plain", "reference", 3}, {"A", "reference", 3}, {"B", "reference", 3}, {"A + B", "reference", 3}};
  repro_table *table = repro_add_table(r, "pendulum", "Spherical compound pendulum: h = 25 ms, alpha = 1e7, 5 s",
                                       "quantity", columns, NMETHODS);
  for (int i = 0; i < NQUANTITIES; i++) {
    int row = repro_add_row(r, table, quantities[i].label);
    for (int m = 0; m < NMETHODS; m++) repro_set_pair(table, row, m, quantities[i].reference[m], found[m][i]);
  }
  repro_set_note(r, table,
                 "Norms are Euclidean. The paper prints curves (Figs 2 to 6) and no numbers; the reference is an "
                 "independent computation. Plain is (2) with the trapezoidal rule, A has projections, B is the "
                 "conserving scheme, A + B is both. The period is that of the polar motion, 1.524706 s, by the first "
                 "twelve maxima of z; plain does not get that far.");
}

// ---- figures ---------------------------------------------------------------------------------------------------

static void add_figures(repro *r, const dopico_history *h) {
  static const struct {
    const char *id, *title, *y;
    int from, to;
    bool log_y;
  } figures[] = {
      {"figure-2", "Fig 2. Constraints derivative behavior, (2) alone", "norm of phidot", PLAIN, PLAIN, false},
      {"figure-3", "Fig 3. Total energy behavior, (2) alone", "energy (J)", PLAIN, PLAIN, false},
      {"figure-4", "Fig 4. Constraints derivative behavior", "norm of phidot", METHOD_A, METHOD_AB, true},
      {"figure-5", "Fig 5. Constraints second derivative behavior", "norm of phiddot", METHOD_A, METHOD_AB, true},
      {"figure-6", "Fig 6. Total energy behavior", "energy (J)", METHOD_A, METHOD_AB, false}};
  for (int i = 0; i < 5; i++) {
    repro_figure *figure = repro_add_figure(r, figures[i].id, figures[i].title, "time (s)", figures[i].y);
    if (figure) figure->log_y = figures[i].log_y;
    for (int m = figures[i].from; m <= figures[i].to; m++) {
      const double *y = i == 2 || i == 0 ? h[m].phidot : i == 3 ? h[m].phiddot : h[m].energy;
      int skip = figures[i].log_y;  // the start fulfils all to rounding
      if (h[m].n > skip) repro_add_curve(r, figure, dopico_names[m], h[m].time + skip, y + skip, h[m].n - skip);
    }
  }
}

// ---- claims ----------------------------------------------------------------------------------------------------

static void claim_plain(repro *r, const dopico_history *h, double found[NMETHODS][NQUANTITIES]) {
  int fifth = h[PLAIN].n / 5;
  double early = repro_largest(h[PLAIN].phidot, fifth),
         late = repro_largest(h[PLAIN].phidot + h[PLAIN].n - fifth, fifth);
  repro_add_claim(r, "drift-off", repro_if(late > 10 * early),
                  "The equations (2) alone show the drift-off of the velocity constraints (Fig. 2).",
                  "the largest |phidot| of the last second is more than 10 times that of the first");
  repro_add_evidence(r, "%.2g in the first second, %.2g in the last", early, late);
  double peak = found[PLAIN][ENERGY_PEAK], last = found[PLAIN][ENERGY];
  repro_add_claim(r, "energy-affected", repro_if(dopico_energy_error(&h[PLAIN]) > dopico_energy / 2),
                  "The total energy of (2) alone is significantly affected (Fig. 3).",
                  "it leaves its 0.625 J by more than half of it, up or down");
  repro_add_evidence(r, "largest %.3g J, at the end %.2g J", peak, last);
  repro_add_claim(r, "energy-grows", repro_share(REPRO_ALWAYS, (peak > 2 * 0.625) + (last > 0.625), 2),
                  "It grows in an uncontrolled manner (Fig. 3).",
                  "it doubles on the way, and is above its initial value at the end; one of the two: depends");
  repro_set_condition(r, "on the moment: it swings in both directions, further and further");
  repro_add_evidence(r, "it rises to %.3g J and ends at %.2g J", peak, last);
}

static void claim_stabilised(repro *r, double found[NMETHODS][NQUANTITIES]) {
  repro_add_claim(r, "projections-fulfil-better",
                  repro_if(found[METHOD_A][PHIDOT] < 0.1 * found[METHOD_B][PHIDOT] &&
                           found[METHOD_A][PHIDDOT] < 0.1 * found[METHOD_B][PHIDDOT]),
                  "A fulfils the constraints better than B at velocity and acceleration levels (Figs 4, 5).",
                  "its largest |phidot| and |phiddot| are below a tenth of those of B");
  repro_add_evidence(r, "|phidot| %.2g against %.2g, |phiddot| %.2g against %.2g", found[METHOD_A][PHIDOT],
                     found[METHOD_B][PHIDOT], found[METHOD_A][PHIDDOT], found[METHOD_B][PHIDDOT]);
  bool both = found[METHOD_AB][PHIDOT] < 0.1 * found[METHOD_B][PHIDOT] &&
              found[METHOD_AB][PHIDDOT] < 0.1 * found[METHOD_B][PHIDDOT];
  repro_add_claim(
      r, "projections-compatible", repro_if(both),
      "The projections can be used with the conserving scheme too, to enforce velocities and accelerations.",
      "|phidot| and |phiddot| of A + B are below a tenth of those of B");
  repro_add_evidence(r, "|phidot| %.2g against %.2g, |phiddot| %.2g against %.2g", found[METHOD_AB][PHIDOT],
                     found[METHOD_B][PHIDOT], found[METHOD_AB][PHIDDOT], found[METHOD_B][PHIDDOT]);
  int exact = 0;
  double worst = 0;
  for (int m = 0; m < NMETHODS; m++) exact += found[m][PHI] < 1e-10, worst = repro_larger(worst, found[m][PHI]);
  repro_add_claim(r, "positions-exact", repro_share(REPRO_ALWAYS, exact, NMETHODS),
                  "The position constraints are fulfilled exactly, by (2), A and B.",
                  "|phi| below 1e-10 throughout, with all four methods");
  repro_add_evidence(r, "largest |phi| %.1g", worst);
}

// Does it never rise by more than rounding?
static bool falls(const double *values, int n) {
  for (int k = 1; k < n; k++)
    if (!(values[k] <= values[k - 1] + 1e-10)) return false;
  return n > 1;
}

// Neither the energy nor the velocities run away.
static bool is_stabilised(const dopico_history *h) {
  int quarter = h->n / 4;
  if (h->summary.status != JN_OK || quarter < 2) return false;
  double early = repro_largest(h->phidot, quarter), late = repro_largest(h->phidot + h->n - quarter, quarter);
  return dopico_energy_error(h) < dopico_energy / 10 && late < 2 * early;
}

static void claim_energy(repro *r, const dopico_history *h, const dopico_history *longer,
                         double found[NMETHODS][NQUANTITIES]) {
  double b = dopico_energy_error(&h[METHOD_B]);
  repro_add_claim(r, "energy-exact", repro_if(b < 1e-10), "B conserves the total energy exactly (Fig. 6).",
                  "|E - 0.625 J| below 1e-10 J over 5 s");
  repro_add_evidence(r, "largest %.1g J", b);
  int stable = 0;
  for (int m = METHOD_A; m <= METHOD_AB; m++) stable += is_stabilised(&longer[m]);
  repro_add_claim(r, "both-stabilise",
                  dopico_is_unstable(&longer[PLAIN]) ? repro_share(REPRO_ALWAYS, stable, 3) : REPRO_DID_NOT_HOLD,
                  "Both schemes stabilise the equations (2) adequately.",
                  "over 20 s A, B and A + B come to the end, stay within a tenth of their 0.625 J, and |phidot| of the "
                  "last quarter is below twice that of the first: 3 comparisons; (2) alone stops, or leaves its energy "
                  "by more than half");
  repro_set_condition(r, "on the scheme: A goes on taking energy away");
  repro_add_evidence(r, "largest energy error A %.2g J, B %.1g J, A + B %.2g J", dopico_energy_error(&longer[METHOD_A]),
                     dopico_energy_error(&longer[METHOD_B]), dopico_energy_error(&longer[METHOD_AB]));
  repro_add_evidence(r, "after 20 s: A %.3g J, B %.3g J, A + B %.3g J of 0.625",
                     longer[METHOD_A].n ? longer[METHOD_A].energy[longer[METHOD_A].n - 1] : NAN,
                     longer[METHOD_B].n ? longer[METHOD_B].energy[longer[METHOD_B].n - 1] : NAN,
                     longer[METHOD_AB].n ? longer[METHOD_AB].energy[longer[METHOD_AB].n - 1] : NAN);
  repro_add_evidence(r, "(2) alone stops at %.3g s", longer[PLAIN].summary.time);
  repro_claim *claim =
      repro_add_claim(r, "combination-dissipates", repro_if(falls(h[METHOD_AB].energy, h[METHOD_AB].n)),
                      "A + B does not conserve the energy: each projection takes some of it, never adds.",
                      "its energy never rises from step to step by more than 1e-10 J");
  if (claim) claim->ours = true;
  repro_add_evidence(r, "%.4g J after 5 s; momentum about z %.6g as with B, A ends at %.5g", found[METHOD_AB][ENERGY],
                     found[METHOD_AB][MOMENTUM], found[METHOD_A][MOMENTUM]);
}

static void claim_period(repro *r, double found[NMETHODS][NQUANTITIES]) {
  double a = found[METHOD_A][PERIOD], ab = found[METHOD_AB][PERIOD];
  repro_add_claim(
      r, "period-pendulum", repro_if(a > 0 && a >= 1.1 * ab),
      "The trapezoidal rule with projections prolongs the period in comparison with A + B; here on the pendulum.",
      "A's mean period, of eleven, is longer than the exact one, and by 1.1 times or more what that of A + B is");
  repro_add_evidence(r, "longer than the exact one by %.2g (A), %.2g (B), %.2g (A + B)", a, found[METHOD_B][PERIOD],
                     ab);
}

void dopico_pendulum(repro *r) {
  dopico_history h[NMETHODS], longer[NMETHODS];
  double found[NMETHODS][NQUANTITIES];
  for (int m = 0; m < NMETHODS; m++) {
    h[m] = dopico_method(r, m, usual_step, end);
    longer[m] = dopico_method(r, m, usual_step, 20);
    collect(&h[m], &longer[m], found[m]);
  }
  if (!repro_ok(r)) return;
  add_table(r, found);
  add_figures(r, h);
  claim_plain(r, h, found);
  claim_stabilised(r, found);
  claim_energy(r, h, longer, found);
  claim_period(r, found);
}
