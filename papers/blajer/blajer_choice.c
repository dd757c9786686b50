// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// blajer_choice.c - section 5 of Blajer's paper, the choice of the supplementary matrix E. The rule, the k unit vectors
// with the smallest cosines at one stroke, and the sentence before it, any k with cosines below one, are tried on
// M = I, f = (x1-x2, x3-x4, x4-x5), and on the models with two freedoms or more.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "blajer/blajer.h"

enum { N = 5, K = 2, NMODELS = 3, SAMPLES = 21 };

static const double singular = 1e-12, poor = 0.1;

// Returns the smallest |v_i|^2 / |p_i|^2 of the orthonormalisation; 0 if it is at the level of rounding, that is, if [C
// E] is singular.
static double conditioning(const blajer_space *s, const int *chosen) {
  blajer_basis basis;
  blajer_orthonormalize(s, chosen, BLAJER_NO_RATES, &basis);
  return basis.least > singular ? basis.least : 0;
}

// Statistics over all choices of k unit vectors whose cosines are below one.
typedef struct {
  const blajer_space *s;
  double sine2[BLAJER_MOST];
  int choices, singular;
  double best;  // largest conditioning of a choice
} survey;

static void visit(const int *chosen, void *self) {
  survey *x = self;
  for (int i = 0; i < x->s->k; i++)
    if (!(x->sine2[chosen[i]] > singular)) return;
  double left = conditioning(x->s, chosen);
  x->choices++;
  x->singular += left == 0;
  x->best = fmax(x->best, left);
}

static survey look_at_all(const blajer_space *s) {
  survey x = {.s = s};
  blajer_sines(s, x.sine2);
  blajer_each_choice(s->n, s->k, visit, &x);
  return x;
}

// ---- along motions -------------------------------------------------------------------------------------------------

typedef struct {
  const char *title, *model;
  int choices, singular;  // number of choices at the start, and of singular ones among them
  double once, greedy;    // least conditioning along the motion / best possible: choice at once, one by one
  double tangent;         // the same with Wd* of 10 ms before for E
  double circle;          // largest |cos^2 + sin^2 - 1|, cosines by Wc and sines by Wd
  int n, m, k;
} model_choice;

// Returns the largest |cos^2 + sin^2 - 1| over all coordinates, cosines by Wc (5.4) and sines by Wd (5.5).
static double circle_off(const blajer_space *s, const blajer_basis *b) {
  double off = 0;
  for (int i = 0; i < s->n; i++) {
    double sum = 0;
    for (int j = 0; j < s->n; j++) sum += b->w.at[j][i] * b->w.at[j][i] / s->Mi.at[i][i];
    off = repro_larger(off, fabs(sum - 1));
  }
  return off;
}

// Steps 10 ms further and returns the conditioning there with the present Wd* for E, over the best one with unit
// vectors; NaN after a failure.
static double tangent_quality(repro *r, repro_motion *motion, const blajer_space *s, const blajer_basis *now) {
  blajer_space later;
  blajer_basis b;
  blajer_matrix e;
  for (int j = 0; j < s->k; j++) memcpy(e.at[j], now->ws.at[s->m + j], sizeof e.at[j]);
  repro_go(r, motion, s->t + 0.01);
  if (!repro_ok(r)) return NAN;
  blajer_look(motion, &later);
  blajer_orthonormalize_dense(&later, &e, &b);
  return b.least / look_at_all(&later).best;
}

static void follow(repro *r, model_choice *x) {
  jn_model *model = repro_model(r, x->model, NULL, 0);
  jn_choices choices = blajer_choices(r, model, "orthonormal", "mass", "newton");
  choices.step = 5e-3;
  repro_motion *motion = blajer_follow(r, x->title, model, &choices, NULL, 0);
  x->once = x->greedy = 1;
  x->tangent = HUGE_VAL;
  for (int i = 0; repro_ok(r) && i < SAMPLES; i++) {
    blajer_space s;
    int once[BLAJER_MOST], greedy[BLAJER_MOST];
    repro_go(r, motion, choices.until * i / (SAMPLES - 1));
    if (!repro_ok(r)) return;
    blajer_look(motion, &s);
    survey all = look_at_all(&s);
    if (i == 0) {
      x->choices = all.choices;
      x->singular = all.singular;
    }
    blajer_choose_once(&s, once);
    blajer_choose_greedy(&s, greedy);
    x->once = fmin(x->once, conditioning(&s, once) / all.best);
    x->greedy = fmin(x->greedy, conditioning(&s, greedy) / all.best);
    blajer_basis basis;
    blajer_orthonormalize(&s, greedy, BLAJER_CORRECTED, &basis);
    x->circle = repro_larger(x->circle, circle_off(&s, &basis));
    x->tangent = repro_smaller(x->tangent, tangent_quality(r, motion, &s, &basis));
    x->n = s.n;
    x->m = s.m;
    x->k = s.k;
  }
}

// ---- results -----------------------------------------------------------------------------------------------------

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
              {"chosen one after the other", greedy, greedy_left}};
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
                 "Last column: the smallest share of its squared length that a vector of [C E] keeps in the "
                 "orthonormalisation; 0 means singular. One after the other: i = argmax T_ii / Mi_ii, then "
                 "T -= T_:i T_i: / T_ii, T = Mi - Mi C Mc^-1 C' Mi.");
}

static void add_models(repro *r, const model_choice *all) {
  static const repro_column columns[] = {{"choices", NULL, 0},
                                         {"singular ones", NULL, 0},
                                         {"at one stroke, over the best", NULL, 3},
                                         {"one after the other, over the best", NULL, 3},
                                         {"Wd* of 10 ms before, over the best", NULL, 3}};
  repro_table *table =
      repro_add_table(r, "supplement-models", "Section 5: the choice of E on models with k > 1", "model", columns, 5);
  for (int i = 0; i < NMODELS; i++) {
    int row = repro_add_row(r, table, all[i].title);
    if (row < 0) return;
    repro_set(table, row, 0, all[i].choices);
    repro_set(table, row, 1, all[i].singular);
    repro_set(table, row, 2, all[i].once);
    repro_set(table, row, 3, all[i].greedy);
    repro_set(table, row, 4, all[i].tangent);
  }
  repro_set_note(
      r, table,
      "Choices of k unit vectors whose cosines are all below one, at the start. Last columns: |v|^2/|p|^2 of "
      "the choice over that of the best of all choices of unit vectors, smallest of %d states of the motion.",
      SAMPLES);
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

static void judge_any(repro *r, const survey *example, const survey *heavy, const model_choice *all) {
  int regular = example->singular == 0;
  for (int i = 0; i < NMODELS; i++) regular += all[i].singular == 0;
  repro_add_claim(
      r, "any-supplement", repro_share(REPRO_ALWAYS, regular, NMODELS + 1),
      "Any E of k unit vectors with cosines below one is acceptable.",
      "all choices of k unit vectors with cosines below one give a regular [C E], on the example and on the "
      "three models with two freedoms or more (with one freedom the sentence is trivial)");
  repro_quote(r, "section 5, after (5.5)",
              "Since all the vectors k_i (i = 1, ..., n) are linearly independent, any matrix E* composed of k_j* (j = "
              "1, ..., k) such that cos alpha_j < 1 (sin alpha_j > 0) is acceptable.");
  repro_set_condition(r, "on the mechanism");
  repro_add_evidence(r, "singular are %d of %d choices on the example", example->singular, example->choices);
  for (int i = 0; i < NMODELS; i++)
    repro_add_evidence(r, "%d of %d on the %s", all[i].singular, all[i].choices, all[i].title);
  repro_vary(r, "the masses", repro_if(heavy->singular == 0),
             "masses 1, 10, 2, 30 and 5 instead of M = I: %d of %d choices are singular", heavy->singular,
             heavy->choices);
}

static void judge_once(repro *r, const int *once, double left, const survey *example, const model_choice *all) {
  int good = left / example->best > poor;
  for (int i = 0; i < NMODELS; i++) good += all[i].once > poor;
  repro_add_claim(r, "one-stroke-supplement", repro_share(REPRO_ALWAYS, good, NMODELS + 1),
                  "The k unit vectors with the smallest cosines are the optimal E.",
                  "|v|^2/|p|^2 of the rule's choice is more than a tenth of the largest of all choices, on the example "
                  "and along the motions of the three models with two freedoms or more");
  repro_quote(r, "section 5, after (5.5)",
              "An optimal choice of E* is to gather those columns k_i* (i = 1, ..., n) whose corresponding cos alpha_i "
              "(sin alpha_i) have the smallest (biggest) values, i.e. which give the relatively smallest (biggest) "
              "projections into C (T).");
  repro_set_condition(r, "on the mechanism");
  repro_add_evidence(r, "on the example it takes x%d and x%d, which are one direction on the constraints: singular",
                     once[0] + 1, once[1] + 1);
  for (int i = 0; i < NMODELS; i++) repro_add_evidence(r, "%s: %.3g of the largest", all[i].title, all[i].once);
}

static void judge_greedy(repro *r, const int *greedy, double left, double off, const model_choice *all) {
  int good = left > poor && off < 1e-8;
  for (int i = 0; i < NMODELS; i++) good += all[i].greedy > poor;
  repro_claim *claim = repro_add_claim(r, "greedy-supplement", repro_share(REPRO_ALWAYS, good, NMODELS + 1),
                                       "Choosing one vector after the other, each taken out of the projector before "
                                       "the next, repairs the rule. The paper "
                                       "reports that Agrawal and Saigal (1989) choose this way, without the metric.",
                                       "|v|^2/|p|^2 > 0.1 on the example, more than a tenth of the largest of all "
                                       "choices along the motions of the three "
                                       "models, and 'orthonormal' runs the example within 1e-8 m of the closed form");
  if (claim) claim->ours = true;
  repro_quote(r, "section 5, on Agrawal and Saigal",
              "After having the constraint vectors orthonormalized (in the meaning of their definition), they choose "
              "consecutively e_j* (j = 1, ..., k) and update the orthonormalized subspace.");
  repro_set_condition(r, "on the mechanism");
  repro_add_evidence(r, "it takes x%d and x%d: |v|^2/|p|^2 = %.3f", greedy[0] + 1, greedy[1] + 1, left);
  for (int i = 0; i < NMODELS; i++) repro_add_evidence(r, "%s: %.3g of the largest", all[i].title, all[i].greedy);
  repro_add_evidence(r,
                     "five particles in the plane, with the same rows in x and in y, stay within %.1e m of their "
                     "closed form over 10 s",
                     off);
}

static void judge_tangent(repro *r, const model_choice *all) {
  int best = 0, cheaper = 0;
  double circle = 0;
  for (int i = 0; i < NMODELS; i++) {
    best += all[i].tangent >= 1;
    cheaper += all[i].k < all[i].m;
    circle = repro_larger(circle, all[i].circle);
  }
  repro_add_claim(r, "tangent-supplement", repro_share(REPRO_ALWAYS, best, NMODELS),
                  "The current Wd* for E gives the best conditioned [C E] of the next step.",
                  "|v|^2/|p|^2 with Wd* of 10 ms before is at least that of the best choice of unit vectors, along the "
                  "motions of the three models with two freedoms or more");
  repro_quote(
      r, "section 5",
      "at a particular instant of simulation one can take the current Wd* for E*, and use it in the next step (or "
      "a sequence of steps) of integration of Eqs (4.3) and (4.4). This assures the best-conditioned matrix P* "
      "to be obtained.");
  for (int i = 0; i < NMODELS; i++) repro_add_evidence(r, "%s: %.3g times the best", all[i].title, all[i].tangent);
  repro_add_claim(
      r, "sine-criterion", repro_share(REPRO_CAN, circle < 1e-12 ? cheaper : 0, NMODELS),
      "For k < m the sines, from Wd, may be cheaper than the cosines, from Wc, and say the same.",
      "cos^2 + sin^2 = 1 within 1e-12 along the motions, and the sines take fewer products, on one model with "
      "k < m at least");
  repro_quote(r, "section 5, after (5.5)",
              "For k < m, however, the sine criterion as in Eqs (5.4) may be computationally cheaper.");
  repro_add_evidence(r, "|cos^2 + sin^2 - 1| <= %.1e", circle);
  for (int i = 0; i < NMODELS; i++)
    repro_add_evidence(r, "%s: k = %d, m = %d: %d products by sines, %d by cosines", all[i].title, all[i].k, all[i].m,
                       all[i].n * (all[i].k + 1), all[i].n * (all[i].m + 1));
}

void blajer_choice_claims(repro *r) {
  static const double equal[N] = {1, 1, 1, 1, 1}, heavy[N] = {1, 10, 2, 30, 5};
  blajer_space s = blajer_counterexample(equal), heavier = blajer_counterexample(heavy);
  model_choice all[NMODELS] = {{.title = "moving pendulum", .model = "blajer-pendulum"},
                               {.title = "double pendulum", .model = "park-double-pendulum"},
                               {.title = "five particles in the plane", .model = "blajer-counterexample"}};
  double off = distance_from_closed_form(r);
  int once[K], greedy[K];
  blajer_choose_once(&s, once);
  blajer_choose_greedy(&s, greedy);
  double once_left = conditioning(&s, once), greedy_left = conditioning(&s, greedy);
  survey example = look_at_all(&s), varied = look_at_all(&heavier);
  for (int i = 0; i < NMODELS; i++) follow(r, &all[i]);
  if (!repro_ok(r)) return;
  add_table(r, example.sine2, once, greedy, once_left, greedy_left);
  add_models(r, all);
  judge_any(r, &example, &varied, all);
  judge_once(r, once, once_left, &example, all);
  judge_tangent(r, all);
  judge_greedy(r, greedy, greedy_left, off, all);
}
