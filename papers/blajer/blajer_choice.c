// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// blajer_choice.c - section 5 of Blajer's paper, the choice of the supplementary matrix E. The rule, the k
// unit vectors with the smallest cosines at one stroke, and the sentence before it, any k with cosines below one, are
// tried on M = I, f = (x1-x2, x3-x4, x4-x5).
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "blajer/blajer.h"

enum { N = 5, K = 2, NPAIRS = 10 };

static const double singular = 1e-12;

static void make_counterexample(blajer_space *s) {
  static const double c[N - K][N] = {{1, -1, 0, 0, 0}, {0, 0, 1, -1, 0}, {0, 0, 0, 1, -1}};
  *s = (blajer_space){.n = N, .m = N - K, .k = K};
  for (int i = 0; i < N; i++) s->M.at[i][i] = 1;
  for (int i = 0; i < N - K; i++) memcpy(s->c.at[i], c[i], sizeof c[i]);
  blajer_invert(s);
}

// Smallest |v_i|^2 / |p_i|^2 of the orthonormalisation: zero, but for rounding, when [C E] is singular.
static double conditioning(const blajer_space *s, const int *chosen) {
  blajer_basis basis;
  blajer_orthonormalize(s, chosen, BLAJER_CORRECTED, &basis);
  return basis.least > singular ? basis.least : 0;
}

static int count_singular(const blajer_space *s) {
  int n = 0;
  for (int i = 0; i < N; i++)
    for (int j = i + 1; j < N; j++) {
      const int pair[K] = {i, j};
      n += conditioning(s, pair) == 0;
    }
  return n;
}

static void add_table(repro *r, const double *sine2, const int *once, const int *greedy, double once_left,
                      double greedy_left) {
  static const repro_column columns[] = {{"x1", NULL, 6}, {"x2", NULL, 6}, {"x3", NULL, 6},
                                         {"x4", NULL, 6}, {"x5", NULL, 6}, {"|v|^2/|p|^2", NULL, 3}};
  repro_table *table = repro_add_table(
      r, "supplement", "Section 5: the choice of E for M = I, f = (x1-x2, x3-x4, x4-x5)", "", columns, 6);
  const struct {
    const char *label;
    const int *chosen;
    double left;
  } rows[] = {{"sin^2 of the angle with the constraints", NULL, NAN},
              {"chosen at one stroke", once, once_left},
              {"chosen greedily", greedy, greedy_left}};
  for (int i = 0; i < 3; i++) {
    int row = repro_add_row(r, table, rows[i].label);
    for (int c = 0; c < N; c++) {
      if (!rows[i].chosen) repro_set(table, row, c, sine2[c]);
      else repro_set_text(r, table, row, c, "%s", rows[i].chosen[0] == c || rows[i].chosen[1] == c ? "yes" : "");
    }
    if (rows[i].chosen) repro_set(table, row, N, rows[i].left);
    else repro_set_text(r, table, row, N, "%s", "");
  }
  repro_set_note(r, table,
                 "Last column: the smallest part that the orthonormalisation of [C E] has to live on; 0 means "
                 "singular. Greedy: i = argmax T_ii / Mi_ii, then T -= T_:i T_i: / T_ii.");
}

static double distance_from_closed_form(repro *r) {
  jn_model *model = repro_model(r, "blajer-counterexample", NULL, 0);
  jn_choices choices = blajer_choices(r, model, "orthonormal", "mass", "newton");
  choices.step = 1e-3;
  repro_rows *rows = repro_run(r, "five particles", model, &choices, NULL, 0, REPRO_MUST_RUN);
  const double *x1 = repro_values(r, rows, "x1"), *y1 = repro_values(r, rows, "y1");
  double omega = sqrt(2 / (1.2 * 1.2)), off = 0;
  for (int i = 0; x1 && y1 && i < rows->n; i++)
    off =
        repro_larger(off, hypot(x1[i] + 0.72 * cos(omega * rows->time[i]), y1[i] + 0.72 * sin(omega * rows->time[i])));
  return x1 && y1 ? off : (double)NAN;
}

void blajer_choice_claims(repro *r) {
  blajer_space s;
  double sine2[BLAJER_MOST], off = distance_from_closed_form(r);
  int once[K], greedy[K];
  make_counterexample(&s);
  blajer_sines(&s, sine2);
  blajer_choose_once(&s, once);
  blajer_choose_greedy(&s, greedy);
  double once_left = conditioning(&s, once), greedy_left = conditioning(&s, greedy);
  int none = count_singular(&s);
  if (!repro_ok(r)) return;
  add_table(r, sine2, once, greedy, once_left, greedy_left);
  repro_add_claim(r, "any-supplement", repro_if(none == 0),
                  "Any E of k unit vectors with cosines below one is acceptable.",
                  "all pairs of the counterexample, whose sines are all positive, give a regular [C E]");
  repro_add_evidence(r, "%d of %d pairs are singular, though no cosine is one", none, NPAIRS);
  repro_add_claim(r, "one-stroke-supplement", repro_if(once_left > 0),
                  "The k unit vectors with the smallest cosines are the optimal E.",
                  "the rule gives a regular [C E] on the counterexample");
  repro_add_evidence(r, "it takes x%d and x%d, which are one direction on the constraints: |v|^2/|p|^2 = %.3g",
                     once[0] + 1, once[1] + 1, once_left);
  repro_claim *claim = repro_add_claim(
      r, "greedy-supplement", repro_if(greedy_left > 0.1 && off < 1e-8),
      "Taking each choice out of the projector before the next one (greedy with deflation) repairs it.",
      "|v|^2/|p|^2 > 0.1 on the counterexample, and 'orthonormal' runs it within 1e-8 m of the closed form");
  if (claim) claim->ours = true;
  repro_add_evidence(r, "it takes x%d and x%d: |v|^2/|p|^2 = %.3f", greedy[0] + 1, greedy[1] + 1, greedy_left);
  repro_add_evidence(r,
                     "five particles in the plane, with the same rows in x and in y, stay within %.1e m of their "
                     "closed form over 10 s",
                     off);
}
