// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// petzold_equations.c - section 3 of the report, formula by formula: (8), (13), (4), and (3) with (18) and (19) give
// the accelerations of the engine, whose equations are derived differently; (20) is quadratic; the unknowns that (4)
// does not determine.
#include <math.h>
#include <string.h>

#include "petzold/petzold.h"

enum { WAYS = 4, EIGHT = 0, THIRTEEN, THREE, FOUR };

static const int tried[] = {0, 3, 4, 5, 6, 8};  // indices in petzold_mechanisms of those with few bodies
enum { TRIED = sizeof tried / sizeof *tried };

typedef struct {
  double off[WAYS];            // difference of each formula from the engine, relative to the largest value
  double quadratic;            // Q_q^g(2 qdot) - 4 Q_q^g(qdot), relative to the latter
  double open_qddot, open_fa;  // relative changes of qddot and f_a with other chord reactions f_c
} findings;

static double largest(int n, const double *x) { return repro_largest(x, n); }

// Returns the relative difference of the two sides of (8), C_a v = H_a B_a qdot, with v of the engine.
static double velocities_off(const petzold_space *s) {
  double Cv[PETZOLD_MOST], Hp[PETZOLD_MOST];
  int n = s->width * s->bodies;
  petzold_spread(s, &s->Ca, s->bodies, s->v, Cv);
  petzold_velocity(s, s->qdot, Hp);
  return repro_furthest(Cv, Hp, n) / largest(n, Hp);
}

// Returns the relative difference of the accelerations by (13), corrected, from those of the engine.
static double accelerations_off(const petzold_space *s) {
  double relative[PETZOLD_MOST], more[PETZOLD_MOST], a[PETZOLD_MOST];
  int n = s->width * s->bodies;
  petzold_velocity(s, s->qddot, relative);
  petzold_convective(s, false, more);
  for (int i = 0; i < n; i++) relative[i] += more[i];
  petzold_spread(s, &s->Ra, s->bodies, relative, a);
  return repro_furthest(a, s->a, n) / largest(n, s->a);
}

// Computes R_a H_a B_a column by column.
static void partial_velocities(const petzold_space *s, petzold_matrix *W) {
  double unit[PETZOLD_MOST], column[PETZOLD_MOST], moved[PETZOLD_MOST];
  for (int c = 0; c < s->k; c++) {
    for (int i = 0; i < s->k; i++) unit[i] = i == c;
    petzold_velocity(s, unit, column);
    petzold_spread(s, &s->Ra, s->bodies, column, moved);
    for (int i = 0; i < s->width * s->bodies; i++) W->at[i][c] = moved[i];
  }
}

// Computes Q_q^g of (19).
static void quadratic_terms(const petzold_space *s, const petzold_matrix *W, double *Qg) {
  double relative[PETZOLD_MOST], moved[PETZOLD_MOST], force[PETZOLD_MOST];
  int n = s->width * s->bodies;
  petzold_convective(s, false, relative);
  petzold_spread(s, &s->Ra, s->bodies, relative, moved);
  petzold_inertia(s, moved, force);
  for (int i = 0; i < n; i++) force[i] += s->Mdotv[i];
  memset(Qg, 0, (size_t)s->k * sizeof *Qg);
  petzold_add_transposed(n, s->k, W, force, 1, Qg);
}

// Returns the relative difference of qddot by (3) with (18) and (19) from the engine's. Forces in joints are part of g.
static double reduced_off(const petzold_space *s) {
  petzold_matrix W, Mq;
  double Q[PETZOLD_MOST] = {0}, Qg[PETZOLD_MOST], column[PETZOLD_MOST], MW[PETZOLD_MOST];
  int n = s->width * s->bodies;
  partial_velocities(s, &W);
  for (int c = 0; c < s->k; c++) {
    double product[PETZOLD_MOST] = {0};
    for (int i = 0; i < n; i++) column[i] = W.at[i][c];
    petzold_inertia(s, column, MW);
    petzold_add_transposed(n, s->k, &W, MW, 1, product);
    for (int i = 0; i < s->k; i++) Mq.at[i][c] = product[i];
  }
  quadratic_terms(s, &W, Qg);
  petzold_add_transposed(n, s->k, &W, s->g, 1, Q);
  for (int i = 0; i < s->k; i++) Q[i] -= Qg[i];
  if (!repro_solve(s->k, PETZOLD_MOST, Mq.at[0], Q)) return NAN;
  return repro_furthest(Q, s->qddot, s->k) / largest(s->k, s->qddot);
}

// Computes the matrix of (4), which is symmetric.
static void augmented(const petzold_space *s, petzold_matrix *A) {
  int w = s->width, n = w * s->bodies;
  double unit[PETZOLD_MOST], column[PETZOLD_MOST];
  memset(A, 0, sizeof *A);
  for (int b = 0; b < s->bodies; b++)
    for (int i = 0; i < w; i++) {
      for (int j = 0; j < w; j++) A->at[b * w + i][b * w + j] = s->M.at[i][b * w + j];
      for (int o = 0; o < s->bodies; o++)
        A->at[n + b * w + i][o * w + i] = A->at[o * w + i][n + b * w + i] = s->Ca.at[b][o];
    }
  for (int c = 0; c < s->k; c++) {
    for (int i = 0; i < s->k; i++) unit[i] = i == c;
    petzold_velocity(s, unit, column);
    for (int i = 0; i < n; i++) A->at[n + i][2 * n + c] = A->at[2 * n + c][n + i] = -column[i];
  }
}

// Solves (4) with reactions fc of the chords for x = (a, -f_a, qddot). Returns false if it is singular.
static bool solve_augmented(const petzold_space *s, const double *fc, double *x) {
  petzold_matrix A;
  int n = s->width * s->bodies;
  augmented(s, &A);
  memset(x, 0, PETZOLD_MOST * sizeof *x);
  for (int i = 0; i < n; i++) x[i] = s->g[i] - s->Mdotv[i];
  for (int c = 0; c < s->chords; c++)
    for (int b = 0; b < s->bodies; b++)
      for (int i = 0; i < s->width; i++) x[b * s->width + i] += s->Cc.at[c][b] * fc[c * s->width + i];
  petzold_convective(s, false, x + n);
  return repro_solve(2 * n + s->k, PETZOLD_MOST, A.at[0], x);
}

static double augmented_off(const petzold_space *s) {
  double x[PETZOLD_MOST], none[PETZOLD_MOST] = {0};
  int n = s->width * s->bodies;
  if (!solve_augmented(s, none, x)) return NAN;
  return repro_larger(repro_furthest(x, s->a, n) / largest(n, s->a),
                      repro_furthest(x + 2 * n, s->qddot, s->k) / largest(s->k, s->qddot));
}

// Computes reactions of the first chord that do no work along the motion, so that Q_c = 0: an arbitrary vector minus
// its component along the velocities of the chord.
static void workless(const petzold_space *s, double *fc) {
  petzold_matrix W;
  double columns[PETZOLD_MOST][6];
  memset(fc, 0, PETZOLD_MOST * sizeof *fc);
  for (int i = 0; i < s->width; i++) fc[i] = 1 + i;
  partial_velocities(s, &W);
  for (int c = 0; c < s->k; c++) {
    double column[PETZOLD_MOST], across[PETZOLD_MOST], size = 0, along = 0;
    for (int i = 0; i < s->width * s->bodies; i++) column[i] = W.at[i][c];
    petzold_spread(s, &s->Cc, s->chords, column, across);
    for (int before = 0; before < c; before++) {
      double part = 0;
      for (int i = 0; i < s->width; i++) part += columns[before][i] * across[i];
      for (int i = 0; i < s->width; i++) across[i] -= part * columns[before][i];
    }
    for (int i = 0; i < s->width; i++) size += across[i] * across[i];
    for (int i = 0; i < s->width; i++) columns[c][i] = size > 1e-18 ? across[i] / sqrt(size) : 0;
    for (int i = 0; i < s->width; i++) along += columns[c][i] * fc[i];
    for (int i = 0; i < s->width; i++) fc[i] -= along * columns[c][i];
  }
}

static void what_is_open(const petzold_space *s, findings *f) {
  double x[PETZOLD_MOST], y[PETZOLD_MOST], fc[PETZOLD_MOST] = {0};
  int n = s->width * s->bodies;
  f->open_qddot = f->open_fa = NAN;
  if (!solve_augmented(s, fc, x)) return;
  workless(s, fc);
  if (!solve_augmented(s, fc, y)) return;
  f->open_qddot = repro_furthest(x + 2 * n, y + 2 * n, s->k) / largest(s->k, x + 2 * n);
  f->open_fa = repro_furthest(x + n, y + n, n) / largest(s->width, fc);
}

static double quadratic_off(const petzold_space *once, const petzold_space *twice) {
  petzold_matrix W;
  double a[PETZOLD_MOST], b[PETZOLD_MOST];
  partial_velocities(once, &W);
  quadratic_terms(once, &W, a);
  quadratic_terms(twice, &W, b);
  for (int i = 0; i < once->k; i++) a[i] *= 4;
  return repro_furthest(a, b, once->k) / largest(once->k, a);
}

static bool examine(repro *r, const petzold_mechanism *m, findings *f) {
  petzold_space s, twice;
  jn_model *model = petzold_model(r, m);
  jn_choices choices = petzold_choices(r, model, m, PETZOLD_KE);
  repro_motion *motion = repro_follow(r, m->title, model, &choices, NULL, 0);
  if (motion) repro_go(r, motion, m->until / 2);
  if (!petzold_look_space(r, motion, 1, m->step / 100, &s) || !petzold_look_space(r, motion, 2, m->step / 200, &twice))
    return false;
  f->off[EIGHT] = velocities_off(&s);
  f->off[THIRTEEN] = accelerations_off(&s);
  f->off[THREE] = reduced_off(&s);
  f->off[FOUR] = augmented_off(&s);
  f->quadratic = quadratic_off(&s, &twice);
  what_is_open(&s, f);
  return true;
}

static void judge(repro *r, const findings *all) {
  double most = 0, quadratic = 0, qddot = 0, least = HUGE_VAL;
  for (int i = 0; i < TRIED; i++) {
    for (int w = 0; w < WAYS; w++) most = repro_larger(most, all[i].off[w]);
    quadratic = repro_larger(quadratic, all[i].quadratic);
    qddot = repro_larger(qddot, all[i].open_qddot);
    least = repro_smaller(least, all[i].open_fa);
  }
  repro_add_claim(r, "reduction", repro_if(most < 1e-6),
                  "(13), (15) and (17) define (4) and may be combined to obtain (3) with (18) and (19).",
                  "velocities by (8), accelerations by (13) as corrected, by (3) and by (4) as corrected within 1e-6 "
                  "of the engine's, on six mechanisms");
  repro_quote(r, "section 3, before (18)",
              "Equations (13), (15) and (17) define (4) and may be combined to obtain (3)");
  repro_add_evidence(
      r, "the furthest is off by %.1e of the largest acceleration; Hdot_a and Bdot_a are differences here", most);
  repro_add_claim(r, "quadratic", repro_if(quadratic < 1e-6),
                  "The terms Q_q^g are quadratic in the independent rates (20).",
                  "twice the rates give four times Q_q^g within 1e-6, on six mechanisms");
  repro_quote(r, "section 3, before (20)", "The elements of Q_q^g in (19) may be written in factored form as (20)");
  repro_add_evidence(r, "within %.1e", quadratic);
  repro_claim *claim = repro_add_claim(
      r, "chord-forces-open", repro_if(qddot < 1e-9 && least > 1e-3),
      "(4) gives the accelerations whatever the reactions f_c of the chords are, and does not give f_c; with a wrong "
      "f_c its f_a are wrong.",
      "another f_c that does no work changes qddot by less than 1e-9 and f_a by more than 1e-3 of f_c, on "
      "six mechanisms");
  if (claim) claim->ours = true;
  repro_add_evidence(
      r, "qddot changes by %.1e at most, f_a by %.2g of f_c at least; the engine finds the reactions from its rows",
      qddot, least);
}

void petzold_equations(repro *r) {
  static const repro_column columns[] = {{"(8): velocities", NULL, 2},
                                         {"(13): a", NULL, 2},
                                         {"(3), (18), (19): qddot", NULL, 2},
                                         {"(4): a, qddot", NULL, 2},
                                         {"(20)", NULL, 2}};
  findings all[TRIED];
  repro_table *table = repro_add_table(r, "equations", "Section 3, formula by formula: how far from the engine",
                                       "mechanism", columns, 5);
  for (int i = 0; i < TRIED; i++) {
    if (!examine(r, &petzold_mechanisms[tried[i]], &all[i])) return;
    int row = repro_add_row(r, table, petzold_mechanisms[tried[i]].title);
    for (int w = 0; w < WAYS; w++) repro_set(table, row, w, all[i].off[w]);
    repro_set(table, row, WAYS, all[i].quadratic);
  }
  repro_set_note(r, table,
                 "Shares of the largest value, halfway through the time of the cost table. a of the engine by (1), "
                 "qddot by (2). (13) and (4) are read as corrected below; Hdot_a and Bdot_a are central differences.");
  judge(r, all);
}
