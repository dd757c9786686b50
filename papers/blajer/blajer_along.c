// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// blajer_along.c - sections 3 and 4 of Blajer's paper along the motions of several models: orthonormality,
// complement, rate of the basis, initial tangent speeds and reactions.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "blajer/blajer.h"

typedef struct {
  const char *title, *model;
  const char *reactions[6];  // reaction outputs of all joints, ended by NULL
} subject;

static const subject subjects[] = {
    {"moving pendulum", "blajer-pendulum", {"joint.guide.force", NULL}},
    {"five particles",
     "blajer-counterexample",
     {"joint.first.lambda.1", "joint.first.lambda.2", "joint.second.lambda.1", "joint.third.lambda.1", NULL}},
    {"double pendulum", "park-double-pendulum", {"joint.O.force", "joint.A.force", NULL}},
    {"planar four-bar", "park-four-bar", {"joint.O.force", "joint.A.force", "joint.B.force", "joint.D.force", NULL}},
    {"spatial four-bar",
     "park-spatial-four-bar",
     {"joint.O.force", "joint.A.force", "joint.B.force", "joint.D.torque", NULL}},
};

enum { NSUBJECTS = sizeof subjects / sizeof *subjects, SAMPLES = 41, MOST_OUTPUTS = 24 };

typedef struct {
  int n, k;
  double identity;    // |Wd' M Wd - I| of the engine's basis
  double complement;  // |C' Wd| of the engine's basis
  double speeds;      // |v - Wd u| / |v| of the engine's basis
  double plain;       // |D' M D - I| of a basis D by Gram-Schmidt without the metric
  double mass;        // |M - I|
  double rate;        // difference of Wd_dot by the corrected (3.5) from central differences of Wd, relative
  double product;     // |Wd' M Wd_dot|
  double symmetric;   // symmetric part of Wd' M Wd_dot
  double reactions;   // difference of the engine's reactions from those by multipliers, relative
  double formula;     // difference of the constraint forces by (4.9), (4.10) from those by multipliers, relative
  double largest;     // largest component of a reaction
} measures;

static void raise(double *most, double value) { *most = repro_larger(*most, fabs(value)); }

static double size(int n, const double *x) { return sqrt(blajer_dot(n, x, x)); }

// ---- the engine's basis -----------------------------------------------------------------------------------------

static void measure_engine(const blajer_space *s, const blajer_tangent *b, measures *most) {
  blajer_matrix metric;
  blajer_metric(s, s->k, &b->w, &metric);
  raise(&most->identity, blajer_from_identity(s->k, &metric));
  double rest[BLAJER_MOST];
  memcpy(rest, s->v, sizeof rest);
  for (int j = 0; j < s->k; j++) {
    for (int i = 0; i < s->m; i++) raise(&most->complement, blajer_dot(s->n, s->c.at[i], b->w.at[j]));
    for (int i = 0; i < s->n; i++) rest[i] -= b->u[j] * b->w.at[j][i];
  }
  double speed = size(s->n, s->v);
  raise(&most->speeds, size(s->n, rest) / (speed > 1e-3 ? speed : 1));
}

// ---- the recursion ----------------------------------------------------------------------------------------------

// Measures |D' M D - I| of a basis D by Gram-Schmidt without the metric, and |M - I|.
static void measure_plain(const blajer_space *s, const int *chosen, measures *most) {
  blajer_space plain = blajer_without_metric(s);
  blajer_basis basis;
  blajer_matrix metric, d = {{{0}}};
  blajer_orthonormalize(&plain, chosen, BLAJER_CORRECTED, &basis);
  for (int j = 0; j < s->k; j++) memcpy(d.at[j], basis.w.at[s->m + j], sizeof d.at[j]);
  blajer_metric(s, s->k, &d, &metric);
  raise(&most->plain, blajer_from_identity(s->k, &metric));
  raise(&most->mass, blajer_from_identity(s->n, &s->M));
}

// Computes the basis at the configuration reached from the state by h times its velocity; h may be negative. The state
// is restored.
static void basis_nearby(repro_motion *motion, const int *chosen, double h, blajer_basis *basis) {
  blajer_space near;
  jn_sizes sizes = jn_system_sizes(motion->system);
  double kept[8 * BLAJER_MOST], d[BLAJER_MOST];
  memcpy(kept, motion->state, (size_t)sizes.nstate * sizeof *kept);
  const double *v = jn_state_v(motion->system, motion->state);
  for (int i = 0; i < sizes.nv; i++) d[i] = h * v[i];
  jn_manifold_step(motion->system, jn_state_q(motion->system, kept), d, jn_state_q(motion->system, motion->state));
  blajer_look(motion, &near);
  blajer_orthonormalize(&near, chosen, BLAJER_CORRECTED, basis);
  memcpy(motion->state, kept, (size_t)sizes.nstate * sizeof *kept);
}

static void measure_rate(repro_motion *motion, const blajer_space *s, const int *chosen, const blajer_basis *basis,
                         measures *most) {
  const double h = 1e-5;
  blajer_basis before, after;
  basis_nearby(motion, chosen, -h, &before);
  basis_nearby(motion, chosen, h, &after);
  double scale = 1e-3;
  for (int j = s->m; j < s->n; j++) scale = repro_larger(scale, size(s->n, basis->wdot.at[j]));
  for (int j = s->m; j < s->n; j++)
    for (int i = 0; i < s->n; i++)
      raise(&most->rate, (basis->wdot.at[j][i] - (after.w.at[j][i] - before.w.at[j][i]) / (2 * h)) / scale);
}

static void measure_product(const blajer_space *s, const blajer_basis *basis, measures *most) {
  blajer_matrix product;
  double Mwdot[BLAJER_MOST];
  for (int j = 0; j < s->k; j++) {
    blajer_times(s->n, &s->M, basis->wdot.at[s->m + j], Mwdot);
    for (int i = 0; i < s->k; i++) product.at[i][j] = blajer_dot(s->n, basis->w.at[s->m + i], Mwdot);
  }
  for (int i = 0; i < s->k; i++)
    for (int j = 0; j < s->k; j++) {
      raise(&most->product, product.at[i][j]);
      raise(&most->symmetric, (product.at[i][j] + product.at[j][i]) / 2);
    }
}

// Compares the constraint forces by (4.10), C lambda = Wc* lambda_w with lambda_w = Wc*' Wd_dot u - Wc' h, with those
// of the multipliers, M vdot - h.
static void measure_formula(const blajer_space *s, const blajer_basis *basis, const double *vdot, measures *most) {
  double Wdotu[BLAJER_MOST] = {0}, force[BLAJER_MOST] = {0}, inertia[BLAJER_MOST], Mv[BLAJER_MOST], scale = 1e-3;
  blajer_times(s->n, &s->M, s->v, Mv);
  for (int j = s->m; j < s->n; j++) {
    double u = blajer_dot(s->n, basis->w.at[j], Mv);
    for (int i = 0; i < s->n; i++) Wdotu[i] += u * basis->wdot.at[j][i];
  }
  for (int l = 0; l < s->m; l++) {
    double lambda_w = blajer_dot(s->n, basis->ws.at[l], Wdotu) - blajer_dot(s->n, basis->w.at[l], s->h);
    for (int i = 0; i < s->n; i++) force[i] += lambda_w * basis->ws.at[l][i];
  }
  blajer_times(s->n, &s->M, vdot, inertia);
  for (int i = 0; i < s->n; i++) scale = repro_larger(scale, fabs(inertia[i] - s->h[i]));
  for (int i = 0; i < s->n; i++) raise(&most->formula, (force[i] - (inertia[i] - s->h[i])) / scale);
}

// ---- reactions --------------------------------------------------------------------------------------------------

// Compares the reactions of the run with those computed from the acceleration and the multipliers of [M G'; G 0] at the
// same state.
static void measure_reactions(repro_motion *motion, const jn_probe *probe, const double *vdot, const double *lambda,
                              measures *most) {
  double values[MOST_OUTPUTS], scale = 1e-3;
  jn_probe_calc(probe, motion->work, motion->state, vdot, lambda, values);
  const double *ours = jn_run_outputs(motion->run);
  int first = jn_run_noutputs(motion->run) - jn_probe_count(probe);
  for (int i = 0; i < jn_probe_count(probe); i++) scale = repro_larger(scale, fabs(values[i]));
  for (int i = 0; i < jn_probe_count(probe); i++) raise(&most->reactions, (ours[first + i] - values[i]) / scale);
  most->largest = repro_larger(most->largest, scale);
}

static void measure_at(repro_motion *motion, const jn_probe *probe, const blajer_tangent *tangent, measures *most) {
  blajer_space space;
  blajer_basis basis;
  int chosen[BLAJER_MOST];
  double vdot[BLAJER_MOST], lambda[BLAJER_MOST];
  if (jn_solve_acceleration(motion->system, motion->work, motion->state, vdot, lambda) != JN_OK)
    vdot[0] = lambda[0] = NAN;
  measure_reactions(motion, probe, vdot, lambda, most);
  blajer_look(motion, &space);
  measure_engine(&space, tangent, most);
  blajer_choose_greedy(&space, chosen);
  blajer_orthonormalize(&space, chosen, BLAJER_CORRECTED, &basis);
  measure_plain(&space, chosen, most);
  measure_product(&space, &basis, most);
  measure_formula(&space, &basis, vdot, most);
  measure_rate(motion, &space, chosen, &basis, most);
  most->n = space.n;
  most->k = space.k;
}

static int count(const char *const *names) {
  int n = 0;
  while (names[n]) n++;
  return n;
}

static measures follow(repro *r, const subject *what) {
  measures most = {0};
  int n = count(what->reactions);
  jn_model *model = repro_model(r, what->model, NULL, 0);
  jn_choices choices = blajer_choices(r, model, "orthonormal", "mass", "newton");
  choices.step = 5e-3;
  repro_motion *motion = blajer_follow(r, what->title, model, &choices, what->reactions, n);
  jn_probe *probe = motion ? jn_probe_new(motion->system, what->reactions, n, false, r->report) : NULL;
  if (motion && (!probe || jn_probe_count(probe) > MOST_OUTPUTS))
    repro_fail(r, JN_BAD_ARGUMENT, "the reactions of '%s' do not fit", what->title);
  for (int i = 0; repro_ok(r) && i < SAMPLES; i++) {
    blajer_tangent tangent;
    repro_go(r, motion, choices.until * i / (SAMPLES - 1));
    if (repro_ok(r) && blajer_look_tangent(r, motion, &tangent)) measure_at(motion, probe, &tangent, &most);
  }
  jn_probe_free(probe);
  return most;
}

// ---- a mass matrix that depends on the configuration --------------------------------------------------------------

// Makes the space of the pendulum in coordinates y of its pivot, x = g(y): M_y = A' M A, C_y = A' C, A = dx/dy = [1 0
// -rho sin; 0 1 rho cos; 0 0 1].
static void by_pivot(const blajer_space *s, double rho, double angle, blajer_space *y) {
  double sine = sin(angle), cosine = cos(angle), w = s->v[2], m = s->M.at[0][0], J = s->M.at[2][2];
  *y = (blajer_space){.n = 3, .m = 1, .k = 2};
  const double M[3][3] = {
      {m, 0, -m * rho * sine}, {0, m, m * rho * cosine}, {-m * rho * sine, m * rho * cosine, J + m * rho * rho}};
  const double Mdot[3][3] = {
      {0, 0, -m * rho * cosine * w}, {0, 0, -m * rho * sine * w}, {-m * rho * cosine * w, -m * rho * sine * w, 0}};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      y->M.at[i][j] = M[i][j];
      y->Mdot.at[i][j] = Mdot[i][j];
    }
  y->c.at[0][1] = 1;  // f = y2
  blajer_invert(y);
}

// Measures Wd' M Wd_dot and its symmetric part in the pivot's coordinates. *left: largest entry of the symmetric part
// plus 1/2 Wd' Mdot Wd, which is zero in theory.
static void measure_pivot(repro *r, measures *most, double *left) {
  static const int chosen[] = {0, 2};
  jn_model *model = repro_model(r, "blajer-pendulum", NULL, 0);
  jn_choices choices = blajer_choices(r, model, "orthonormal", "mass", "newton");
  repro_motion *motion = blajer_follow(r, "pendulum by its pivot", model, &choices, NULL, 0);
  for (int i = 0; repro_ok(r) && i < SAMPLES; i++) {
    blajer_space s, y;
    blajer_basis basis;
    repro_go(r, motion, choices.until * i / (SAMPLES - 1));
    if (!repro_ok(r)) return;
    blajer_look(motion, &s);
    by_pivot(&s, 0.5, jn_state_q(motion->system, motion->state)[2], &y);
    blajer_orthonormalize(&y, chosen, BLAJER_CORRECTED, &basis);
    measure_product(&y, &basis, most);
    for (int a = 1; a < 3; a++)
      for (int b = 1; b < 3; b++) {
        double ab[3], ba[3], half[3];
        blajer_times(3, &y.M, basis.wdot.at[b], ab);
        blajer_times(3, &y.M, basis.wdot.at[a], ba);
        blajer_times(3, &y.Mdot, basis.w.at[b], half);
        raise(left, (blajer_dot(3, basis.w.at[a], ab) + blajer_dot(3, basis.w.at[b], ba) +
                     blajer_dot(3, basis.w.at[a], half)) /
                        2);
      }
  }
}

// ---- table and claims -------------------------------------------------------------------------------------------

static void add_table(repro *r, const measures *all) {
  static const repro_column columns[] = {{"n", NULL, 0},
                                         {"k", NULL, 0},
                                         {"|Wd'M Wd - I|", NULL, 2},
                                         {"|C'Wd|", NULL, 2},
                                         {"|v - Wd u|", NULL, 2},
                                         {"Wd_dot off", NULL, 2},
                                         {"reactions off", NULL, 2},
                                         {"no metric: |D'M D - I|", NULL, 3}};
  repro_table *table =
      repro_add_table(r, "basis", "The basis along motions of 10 s, largest of 41 instants", "model", columns, 8);
  for (int i = 0; i < NSUBJECTS; i++) {
    int row = repro_add_row(r, table, subjects[i].title);
    const double values[] = {all[i].n,      all[i].k,    all[i].identity,  all[i].complement,
                             all[i].speeds, all[i].rate, all[i].reactions, all[i].plain};
    for (int c = 0; c < 8; c++) repro_set(table, row, c, values[c]);
  }
  repro_set_note(r, table,
                 "n speeds, k freedoms. Columns 3 to 5 are of the engine's basis (variant 'mass'); Wd_dot by (3.5), "
                 "corrected, is compared with central differences of Wd, relative to the largest |wdot|; reactions are "
                 "those of 'orthonormal' against those of multipliers at the same state, relative to the largest. The "
                 "last column is Gram-Schmidt without the metric.");
}

static measures largest_of(const measures *all) {
  measures most = {0};
  for (int i = 0; i < NSUBJECTS; i++) {
    const measures *one = &all[i];
    raise(&most.identity, one->identity);
    raise(&most.complement, one->complement);
    raise(&most.speeds, one->speeds);
    raise(&most.rate, one->rate);
    raise(&most.reactions, one->reactions);
    raise(&most.formula, one->formula);
    raise(&most.largest, one->largest);
    raise(&most.symmetric, one->symmetric);
    raise(&most.product, one->product);
  }
  return most;
}

// Counts the models for which Gram-Schmidt without the metric misses D' M D = I exactly if M is not the identity.
static int count_general(const measures *all) {
  int n = 0;
  for (int i = 0; i < NSUBJECTS; i++) n += (all[i].plain > 1e-6) == (all[i].mass > 1e-6);
  return n;
}

static void judge_basis(repro *r, const measures *all, const measures *most) {
  repro_add_claim(r, "resolved", repro_if(most->identity < 1e-13),
                  "The kinetic equations are obtained in resolved form: Wd' M Wd = I (4.2).",
                  "|Wd' M Wd - I| < 1e-13 along all motions");
  repro_quote(r, "section 1",
              "An important and useful characteristic of the equations is that the related mass matrix (metric tensor "
              "matrix of the orthonormal basis of tangent space) is the unit matrix. In other words, resolved kinetic "
              "equations are directly obtained.");
  repro_add_evidence(r, "the engine's basis has |Wd' M Wd - I| <= %.1e on %d models", most->identity, NSUBJECTS);
  repro_add_claim(r, "complement", repro_if(most->complement < 1e-12),
                  "Wd is an orthogonal complement to the constraint matrix (3.4).",
                  "|C' Wd| < 1e-12 along all motions");
  repro_quote(r, "section 3, after (3.4)", "Wd is thus an orthogonal complement matrix to C*.");
  repro_add_evidence(r, "|C' Wd| <= %.1e", most->complement);
  repro_add_claim(
      r, "without-metric", repro_share(REPRO_ALWAYS, count_general(all), NSUBJECTS),
      "Without the metric the mass matrix of the kinetic equations is a general one; it is the identity only if M = I.",
      "|D' M D - I| > 1e-6 on every model but those with M = I");
  repro_quote(r, "section 4, after (4.4)",
              "The tangent subspace bases produced there satisfy the condition Wd^T C* = 0, but M_u(x) = Wd^T M Wd are "
              "general symmetric positive-definite matrices.");
  for (int i = 0; i < NSUBJECTS; i++)
    repro_add_evidence(r, "%s %.3g%s", subjects[i].title, all[i].plain, all[i].mass < 1e-6 ? " (M = I)" : "");
  repro_add_claim(r, "differentiable", repro_if(most->rate < 1e-7),
                  "The orthonormal basis is differentiable, its rate being (3.5) (with its misprints corrected).",
                  "Wd_dot within 1e-7 of central differences of Wd, relative, with E held");
  repro_quote(r, "section 7", "The obtained orthonormal basis of T is differentiable");
  repro_add_evidence(r, "the largest difference is %.1e", most->rate);
}

static void judge_use(repro *r, const measures *most) {
  repro_add_claim(r, "initial-speeds", repro_if(most->speeds < 1e-12),
                  "(4.7) determines consistent initial values of the tangent speeds exactly.",
                  "|v - Wd u| / |v| < 1e-12 with u = Wd' M v, at every instant looked at");
  repro_quote(r, "section 7",
              "A formula for exact determination of consistent initial values of the tangent speeds is provided.");
  repro_add_evidence(r, "|v - Wd u| / |v| <= %.1e", most->speeds);
  repro_add_claim(r, "reactions", repro_if(most->reactions < 1e-10 && most->formula < 1e-10),
                  "Reactions follow from (4.10), with Wc' h, without a further matrix inversion.",
                  "within 1e-10 of the multipliers' reactions, relative");
  repro_quote(r, "section 4, after (4.10)",
              "The above formula requires no matrix inversion and uses Wc*, Wc, and Wd_dot produced in the "
              "orthonormalization process and used in the formulation of kinetic equations (4.3) and (4.4).");
  repro_add_evidence(r, "(4.9), (4.10) give the constraint forces of multipliers within %.1e", most->formula);
  repro_add_evidence(r, "joint reactions of 'orthonormal' are within %.1e of theirs", most->reactions);
}

static void judge_product(repro *r, const measures *all, const measures *most) {
  measures pivot = {0};
  double left = 0;
  measure_pivot(r, &pivot, &left);
  bool here = all[0].product<1e-12, elsewhere = most->product> 1e-6,
       skew = most->symmetric<1e-12, general = pivot.symmetric> 1e-6 && left < 1e-12;
  repro_claim *claim = repro_add_claim(r, "product-vanishes", repro_share(REPRO_ALWAYS, here + !elsewhere, 2),
                                       "Wd' M Wd_dot vanishes, so that udot = Wd' h, as (6.6) has it.",
                                       "below 1e-12 in section 6, and on every model");
  if (claim) claim->ours = true;
  repro_set_condition(r, "on the mechanism");
  repro_add_evidence(r, "in section 6 it is at most %.1e", all[0].product);
  repro_add_evidence(r, "on the double pendulum it reaches %.3f 1/s", all[2].product);
  claim = repro_add_claim(r, "product-skew", repro_if(skew && general),
                          "Wd' M Wd_dot is skew for a constant M; else its symmetric part is -1/2 Wd' Mdot Wd.",
                          "symmetric part below 1e-12 on all models (constant M); for the pendulum in coordinates of "
                          "its pivot the difference below 1e-12");
  if (claim) claim->ours = true;
  repro_add_evidence(r, "symmetric part at most %.1e where M is constant", most->symmetric);
  repro_add_evidence(
      r,
      "in coordinates of its pivot the pendulum has M(x3): the symmetric part reaches %.3f 1/s, and differs by "
      "%.1e from -1/2 Wd' Mdot Wd",
      pivot.symmetric, left);
}

void blajer_basis_claims(repro *r) {
  measures all[NSUBJECTS];
  for (int i = 0; i < NSUBJECTS; i++) all[i] = follow(r, &subjects[i]);
  if (!repro_ok(r)) return;
  measures most = largest_of(all);
  add_table(r, all);
  judge_basis(r, all, &most);
  judge_use(r, &most);
  judge_product(r, all, &most);
}
