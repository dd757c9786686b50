// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reproduce_blajer_units.c - the last remark of Blajer's paper: the metric sets the dimensions in order. The condition
// of the mass matrix D' M D of the kinetic equations, with and without the metric, with lengths in metre and in
// millimetre.
#include <math.h>
#include <string.h>

#include "reproduce_blajer.h"

enum { SAMPLES = 41 };

// Other units for x1 and x2: x -> S x, so that C -> S^-1 C and M -> S^-1 M S^-1.
static blajer_space in_units(const blajer_space *s, double factor) {
  blajer_space out = *s;
  const double S[3] = {factor, factor, 1};
  for (int i = 0; i < 3; i++) {
    out.c.at[0][i] /= S[i], out.cdot.at[0][i] /= S[i];
    for (int j = 0; j < 3; j++) out.M.at[i][j] /= S[i] * S[j];
  }
  blajer_invert(&out);
  return out;
}

// Largest over smallest eigenvalue of D' M D, k = 2.
static double condition(const blajer_space *s, bool metric) {
  static const int chosen[] = {0, 2};
  blajer_space used = *s;
  blajer_basis basis;
  blajer_matrix d, a;
  for (int i = 0; i < 3 && !metric; i++)
    for (int j = 0; j < 3; j++) used.Mi.at[i][j] = i == j;
  blajer_orthonormalize(&used, chosen, BLAJER_CORRECTED, &basis);
  for (int j = 0; j < 2; j++) memcpy(d.at[j], basis.w.at[1 + j], sizeof d.at[j]);
  blajer_metric(s, 2, &d, &a);
  double mean = (a.at[0][0] + a.at[1][1]) / 2, apart = hypot((a.at[0][0] - a.at[1][1]) / 2, a.at[0][1]);
  return (mean + apart) / (mean - apart);
}

void blajer_unit_claims(repro *r) {
  double most[2][2] = {{0, 0}, {0, 0}};  // metre, millimetre; with the metric, without
  jn_model *model = repro_model(r, "blajer-pendulum", NULL, 0);
  jn_choices choices = blajer_choices(r, model, "orthonormal", "mass", "newton");
  blajer_motion *motion = blajer_follow(r, "units", model, &choices, NULL, 0);
  for (int i = 0; i < SAMPLES && repro_ok(r); i++) {
    blajer_space s;
    blajer_go(r, motion, choices.until * i / (SAMPLES - 1));
    if (!repro_ok(r)) return;
    blajer_look(motion, &s);
    for (int unit = 0; unit < 2; unit++) {
      blajer_space scaled = in_units(&s, unit == 0 ? 1 : 1000);
      for (int without = 0; without < 2; without++)
        most[unit][without] = repro_larger(most[unit][without], condition(&scaled, !without));
    }
  }
  if (!repro_ok(r)) return;
  bool same = fabs(most[0][0] - 1) < 1e-12 && fabs(most[1][0] - 1)<1e-12, better = most[0][1]> 1 + 1e-6 &&
              most[1][1] > 1 + 1e-6;
  repro_add_claim(r, "conditioning", repro_if(same && better),
                  "Involving the metric benefits better conditioned formulations, whatever the units.",
                  "condition of D' M D is 1 with the metric, in metre and in millimetre, and larger without, on the "
                  "moving pendulum");
  repro_add_evidence(r,
                     "without the metric (Gram-Schmidt, QR and SVD alike) the condition reaches %.3g in metre and %.3g "
                     "in millimetre, with it %.3g and %.3g",
                     most[0][1], most[1][1], most[0][0], most[1][0]);
}
