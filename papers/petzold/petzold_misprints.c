// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// petzold_misprints.c - residuals of (4) and (13) as printed and as corrected, with accelerations of the engine.
#include <math.h>

#include "petzold/petzold.h"

// Returns the residual of the second row of (4), C_a a - H_a B_a x - right side, relative to the largest acceleration.
static double second_row(const petzold_space *s, bool printed_unknown, bool printed_right) {
  double Ca[PETZOLD_MOST], moved[PETZOLD_MOST], right[PETZOLD_MOST];
  int n = s->width * s->bodies;
  petzold_spread(s, &s->Ca, s->bodies, s->a, Ca);
  petzold_velocity(s, printed_unknown ? s->qdot : s->qddot, moved);
  petzold_convective(s, printed_right, right);
  for (int i = 0; i < n; i++) right[i] += moved[i];
  return repro_furthest(Ca, right, n) / repro_largest(s->a, n);
}

static double leaves_unknown(const petzold_space *s, bool printed) { return second_row(s, printed, false); }
static double leaves_right(const petzold_space *s, bool printed) { return second_row(s, false, printed); }

// Returns the error of (13), relative to the largest acceleration. As printed, R_c for R_a gives one vector per chord;
// then the least distance of any of them from the acceleration of any body.
static double leaves_13(const petzold_space *s, bool printed) {
  double relative[PETZOLD_MOST], more[PETZOLD_MOST], a[PETZOLD_MOST], across[PETZOLD_MOST], nearest = HUGE_VAL;
  int n = s->width * s->bodies, w = s->width;
  petzold_velocity(s, s->qddot, relative);
  petzold_convective(s, false, more);
  for (int i = 0; i < n; i++) relative[i] += more[i];
  petzold_spread(s, &s->Ra, s->bodies, relative, a);
  if (!printed) return repro_furthest(a, s->a, n) / repro_largest(s->a, n);
  petzold_spread(s, &s->Cc, s->chords, a, across);
  for (int c = 0; c < s->chords; c++)
    for (int b = 0; b < s->bodies; b++) {
      for (int i = 0; i < w; i++) more[i] = -across[c * w + i];
      nearest = repro_smaller(nearest, repro_furthest(more, s->a + b * w, w) / repro_largest(s->a, n));
    }
  return nearest;
}

typedef struct {
  const char *equation, *printed, *right, *check;
  double (*leaves)(const petzold_space *s, bool printed);
} misprint;

static const misprint misprints[] = {
    {"(4), unknowns", "qdot", "qddot", "second row of (4)", leaves_unknown},
    {"(4), right side", "(H_a B_a + H_a Bdot_a) qdot", "(Hdot_a B_a + H_a Bdot_a) qdot", "second row of (4)",
     leaves_right},
    {"(13)", "R_c, twice", "R_a, twice", "a of the engine", leaves_13},
};

enum { NMISPRINTS = sizeof misprints / sizeof *misprints };

static bool look(repro *r, const petzold_mechanism *m, petzold_space *s) {
  jn_model *model = petzold_model(r, m);
  jn_choices choices = petzold_choices(r, model, m, PETZOLD_KE);
  repro_motion *motion = repro_follow(r, "misprints", model, &choices, NULL, 0);
  if (motion) repro_go(r, motion, m->until / 2);
  return petzold_look_space(r, motion, 1, m->step / 100, s);
}

void petzold_misprints(repro *r) {
  static const repro_column columns[] = {{"printed", NULL, 3},
                                         {"right", NULL, 3},
                                         {"checked by", NULL, 3},
                                         {"printed leaves", NULL, 3},
                                         {"right leaves", NULL, 2}};
  petzold_space s;
  if (!look(r, &petzold_mechanisms[0], &s)) return;
  repro_table *table = repro_add_table(r, "misprints", "Misprints", "equation", columns, 5);
  int wrong = 0, right = 0;
  for (int i = 0; i < NMISPRINTS; i++) {
    const misprint *one = &misprints[i];
    double printed = one->leaves(&s, true), corrected = one->leaves(&s, false);
    int row = repro_add_row(r, table, one->equation);
    repro_set_text(r, table, row, 0, "%s", one->printed);
    repro_set_text(r, table, row, 1, "%s", one->right);
    repro_set_text(r, table, row, 2, "%s", one->check);
    repro_set(table, row, 3, printed);
    repro_set(table, row, 4, corrected);
    wrong += printed > 1e-3;
    right += corrected < 1e-6;
  }
  repro_set_note(r, table,
                 "Shares of the largest acceleration, Park's four-bar at %g s. With R_c (13) has %d numbers for the %d "
                 "of a: what is given is how near it comes to the acceleration of any one body.",
                 petzold_mechanisms[0].until / 2, s.width * s.chords, s.width * s.bodies);
  repro_claim *claim = repro_add_claim(
      r, "misprints", repro_if(wrong == NMISPRINTS && right == NMISPRINTS),
      "(4) and (13) are misprinted, and right as corrected.",
      "printed leaves more than 1e-3, corrected less than 1e-6 of the largest acceleration, in every line");
  if (claim) claim->ours = true;
  repro_add_evidence(r, "%d of %d are off as printed, %d are right as corrected", wrong, NMISPRINTS, right);
}
