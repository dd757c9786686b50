// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// blajer_misprints.c - the misprints of Blajer's paper: each formula as printed and as corrected, evaluated at the
// start of the moving pendulum. An identity that the formula must satisfy gives the error.
#include <math.h>
#include <string.h>

#include "blajer/blajer.h"

static const int chosen[] = {0, 2};  // unit vectors for E, (6.3)

typedef struct {
  blajer_space s;
  blajer_basis basis, before, after;  // corrected bases at the start, and at h before and after it
  double rho, x3, h;
  double vdot[BLAJER_MOST];
} place;

static void raise(double *most, double value) { *most = repro_larger(*most, fabs(value)); }

// Returns the largest |W' M W - I|.
static double leaves_32(const place *p, bool printed) {
  blajer_basis basis;
  blajer_matrix metric;
  blajer_orthonormalize(&p->s, chosen, printed ? BLAJER_PRINTED_32 : BLAJER_CORRECTED, &basis);
  blajer_metric(&p->s, p->s.n, &basis.w, &metric);
  return blajer_from_identity(p->s.n, &metric);
}

// Returns the largest difference of Wdot from central differences.
static double leaves_35(const place *p, bool printed) {
  blajer_basis basis;
  double most = 0;
  blajer_orthonormalize(&p->s, chosen, printed ? BLAJER_PRINTED_35 : BLAJER_CORRECTED, &basis);
  for (int j = 0; j < p->s.n; j++)
    for (int i = 0; i < p->s.n; i++)
      raise(&most, basis.wdot.at[j][i] - (p->after.w.at[j][i] - p->before.w.at[j][i]) / (2 * p->h));
  return most;
}

// Returns the largest entry of [C'; Wd' M] - T' M.
static double leaves_45(const place *p, bool printed) {
  const blajer_space *s = &p->s;
  blajer_matrix columns, left;  // row j: column j of [Mi C, Wd]; rows of the left side
  double most = 0;
  blajer_times(s->n, &s->Mi, s->c.at[0], columns.at[0]);
  memcpy(left.at[0], s->c.at[0], sizeof left.at[0]);
  for (int j = 1; j < s->n; j++) {
    memcpy(columns.at[j], p->basis.w.at[j], sizeof columns.at[j]);
    blajer_times(s->n, &s->M, p->basis.w.at[j], left.at[j]);
  }
  for (int i = 0; i < s->n; i++)
    for (int j = 0; j < s->n; j++) {
      double product = 0;
      for (int k = 0; k < s->n; k++) product += (printed ? columns.at[k][i] : columns.at[i][k]) * s->M.at[k][j];
      raise(&most, left.at[i][j] - product);
    }
  return most;
}

// Returns the largest |C lambda - (M vdot - h)|, N or N m.
static double leaves_410(const place *p, bool printed) {
  const blajer_space *s = &p->s;
  double Wdotu[BLAJER_MOST] = {0}, Mv[BLAJER_MOST], inertia[BLAJER_MOST], most = 0;
  blajer_times(s->n, &s->M, s->v, Mv);
  blajer_times(s->n, &s->M, p->vdot, inertia);
  for (int j = s->m; j < s->n; j++)
    for (int i = 0; i < s->n; i++) Wdotu[i] += blajer_dot(s->n, p->basis.w.at[j], Mv) * p->basis.wdot.at[j][i];
  const double *wc = printed ? p->basis.ws.at[0] : p->basis.w.at[0];
  double lambda_w = blajer_dot(s->n, p->basis.ws.at[0], Wdotu) - blajer_dot(s->n, wc, s->h);
  for (int i = 0; i < s->n; i++) raise(&most, lambda_w * p->basis.ws.at[0][i] - (inertia[i] - s->h[i]));
  return most;
}

// Returns |u2_0 - w2' M v_0|.
static double leaves_67(const place *p, bool printed) {
  const blajer_space *s = &p->s;
  double Mv[BLAJER_MOST], m = s->M.at[0][0], J = s->M.at[2][2],
                          mu = sqrt(J + m * p->rho * p->rho * cos(p->x3) * cos(p->x3));
  blajer_times(s->n, &s->M, s->v, Mv);
  double u2 = (m * p->rho * (printed ? 1 : cos(p->x3)) * s->v[1] + J * s->v[2]) / mu;
  return fabs(u2 - blajer_dot(s->n, p->basis.w.at[2], Mv));
}

typedef struct {
  const char *equation, *printed, *right, *check;
  // error of the formula; NULL: the sizes of its matrices do not fit as printed
  double (*leaves)(const place *p, bool printed);
} misprint;

static const misprint misprints[] = {
    {"(3.2)", "w* = v* |v|", "w* = v* / |v|", "|W'M W - I|", leaves_32},
    {"(3.5)", "(1/|v|)' = 1/2 |v|^(-3/2) (v,v)'", "-1/2 |v|^(-3) (v,v)'", "Wdot - differences", leaves_35},
    {"after (4.5)", "T = [Mi C  Wd]'", "T = [Mi C  Wd]", "[C'; Wd'M] - T'M", leaves_45},
    {"(4.9)", "C' lambda (m x n by m)", "C lambda", "sizes", NULL},
    {"(4.10)", "Wc*' Wd_dot u - Wc*' h", "Wc*' Wd_dot u - Wc' h", "C lambda - (M a - h), N", leaves_410},
    {"(6.7)", "(m rho x2' + J x3')/mu2", "(m rho cos x3 x2' + J x3')/mu2", "u2 - w2'M v", leaves_67},
};

enum { NMISPRINTS = sizeof misprints / sizeof *misprints };

static void look_nearby(repro_motion *motion, double h, blajer_basis *basis) {
  blajer_space near;
  double *q = jn_state_q(motion->system, motion->state);
  const double *v = jn_state_v(motion->system, motion->state);
  for (int i = 0; i < 3; i++) q[i] += h * v[i];
  blajer_look(motion, &near);
  blajer_orthonormalize(&near, chosen, BLAJER_CORRECTED, basis);
  for (int i = 0; i < 3; i++) q[i] -= h * v[i];
}

static bool look(repro *r, place *p) {
  jn_model *model = repro_model(r, "blajer-pendulum", NULL, 0);
  jn_choices choices = blajer_choices(r, model, "orthonormal", "mass", "newton");
  repro_motion *motion = blajer_follow(r, "misprints", model, &choices, NULL, 0);
  if (!motion) return false;
  memset(p, 0, sizeof *p);
  p->rho = 0.5;
  p->h = 1e-5;
  p->x3 = jn_state_q(motion->system, motion->state)[2];
  look_nearby(motion, -p->h, &p->before);
  look_nearby(motion, p->h, &p->after);
  if (jn_solve_acceleration(motion->system, motion->work, motion->state, p->vdot, NULL) != JN_OK) p->vdot[0] = NAN;
  blajer_look(motion, &p->s);
  blajer_orthonormalize(&p->s, chosen, BLAJER_CORRECTED, &p->basis);
  return true;
}

void blajer_misprints(repro *r) {
  static const repro_column columns[] = {{"printed", NULL, 3},
                                         {"right", NULL, 3},
                                         {"checked by", NULL, 3},
                                         {"printed leaves", NULL, 3},
                                         {"right leaves", NULL, 2}};
  place p;
  if (!look(r, &p)) return;
  repro_table *table = repro_add_table(r, "misprints", "Misprints", "equation", columns, 5);
  int wrong = 0, right = 0, checked = 0;
  for (int i = 0; i < NMISPRINTS; i++) {
    const misprint *one = &misprints[i];
    int row = repro_add_row(r, table, one->equation);
    repro_set_text(r, table, row, 0, "%s", one->printed);
    repro_set_text(r, table, row, 1, "%s", one->right);
    repro_set_text(r, table, row, 2, "%s", one->check);
    if (!one->leaves) continue;
    double printed = one->leaves(&p, true), corrected = one->leaves(&p, false);
    repro_set(table, row, 3, printed);
    repro_set(table, row, 4, corrected);
    checked++;
    wrong += printed > 1e-3;
    right += corrected < 1e-8;
  }
  repro_set_note(r, table,
                 "Evaluated at the start of the moving pendulum. Wdot is compared with central differences, which are "
                 "good to 1e-10. In the text, \"Eq (3.12)\" is (3.2), and (4.6a) follows from (4.6), not from (4.5).");
  repro_claim *claim =
      repro_add_claim(r, "misprints", repro_if(wrong == checked && right == checked),
                      "The formulas of the table are misprinted, and right as corrected.",
                      "printed leaves more than 1e-3, corrected less than 1e-8, in every line with numbers");
  if (claim) claim->ours = true;
  repro_add_evidence(r, "%d of %d are off as printed, %d are right as corrected", wrong, checked, right);
}
