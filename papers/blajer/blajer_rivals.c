// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// blajer_rivals.c - the conclusion of Blajer's paper that its method "seems to be computationally efficient" beside the
// methods of its section 1. All of them make their basis anew at every evaluation, by dense code of the same kind, and
// go from (x, u) to udot. Products (multiplications and divisions) are counted; the clock is read beside it.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "blajer/blajer.h"

enum { METRIC, NO_RATES, PLAIN, LU, HOUSEHOLDER, SVD, ZERO_EIGENVALUES, NWAYS };
enum { NMODELS = 4, NCASES = 7, NTIMED = 3, TURNS = 15, LENGTH = 100000 };

typedef struct {
  const char *label, *name;
  blajer_decomposition *decompose;  // NULL: the basis comes from orthonormalisation
} way;

static const way ways[NWAYS] = {
    [METRIC] = {"Gram-Schmidt with the metric, (3.2), (3.5)", "the paper's recursion", NULL},
    [NO_RATES] = {"the same without the rates (3.5) (ours)", "without rates", NULL},
    [PLAIN] = {"Gram-Schmidt without the metric", "Gram-Schmidt without the metric", NULL},
    [LU] = {"LU, full pivoting", "LU", blajer_by_lu},
    [HOUSEHOLDER] = {"Householder", "Householder", blajer_by_householder},
    [SVD] = {"singular values", "singular values", blajer_by_svd},
    [ZERO_EIGENVALUES] = {"zero eigenvalues of C C'", "zero eigenvalues", blajer_by_zero_eigenvalues},
};

typedef struct {
  const char *title, *model;
} subject;

static const subject models[NMODELS] = {{"pendulum", "blajer-pendulum"},
                                        {"double pendulum", "park-double-pendulum"},
                                        {"planar four-bar", "park-four-bar"},
                                        {"spatial four-bar", "park-spatial-four-bar"}};

// One case: the terms at a state, and the choice of E, which is constant during a motion.
typedef struct {
  blajer_space s, plain;
  int chosen[BLAJER_MOST], chosen_plain[BLAJER_MOST];
  long inverse;  // products of Mi and Midot if M is not diagonal
} problem;

typedef struct {
  blajer_matrix d;  // basis D, one vector per row
  double udot[BLAJER_MOST];
  double drift[BLAJER_MOST];  // Ddot u
  long products;
  bool ok;
} solution;

typedef struct {
  long products[NCASES];
} counts;

static void add(int n, double factor, const double *x, double *to) {
  for (int i = 0; i < n; i++) to[i] += factor * x[i];
}

// Solves D' M D udot = D' (h - M drift), (2.10) to (2.12), for x->udot.
static void solve_kinetic(const blajer_space *s, solution *x) {
  int n = s->n, k = s->k;
  double rest[BLAJER_MOST];
  blajer_matrix MD, Mu;
  blajer_apply(s, &s->M, x->drift, rest, &x->products);
  for (int i = 0; i < n; i++) rest[i] = s->h[i] - rest[i];
  for (int j = 0; j < k; j++) {
    x->udot[j] = blajer_dot(n, x->d.at[j], rest);
    blajer_apply(s, &s->M, x->d.at[j], MD.at[j], &x->products);
    for (int i = 0; i <= j; i++) Mu.at[j][i] = blajer_dot(n, x->d.at[i], MD.at[j]);
  }
  x->products += (long)n * k + (long)n * k * (k + 1) / 2;
  x->ok = blajer_solve_definite(k, &Mu, x->udot, &x->products);
}

// Sets x->drift = Ddot u with u = W*' v.
static void drift_of(const blajer_space *s, const blajer_basis *b, solution *x) {
  memset(x->drift, 0, sizeof x->drift);
  for (int j = 0; j < s->k; j++) add(s->n, blajer_dot(s->n, b->ws.at[s->m + j], s->v), b->wdot.at[s->m + j], x->drift);
  x->products += (long)s->n * s->k;
}

static void copy_tangent(const blajer_space *s, const blajer_basis *b, solution *x) {
  for (int j = 0; j < s->k; j++) memcpy(x->d.at[j], b->w.at[s->m + j], (size_t)s->n * sizeof(double));
}

// Solves (4.4), which needs no solution of equations because the metric of the basis is I.
static void solve_metric(const problem *p, solution *x) {
  const blajer_space *s = &p->s;
  blajer_basis b;
  double rest[BLAJER_MOST];
  blajer_orthonormalize_sparse(s, p->chosen, BLAJER_PRINTED_ONCE, &b);
  x->products = b.products + p->inverse;
  copy_tangent(s, &b, x);
  drift_of(s, &b, x);
  blajer_apply(s, &s->M, x->drift, rest, &x->products);
  for (int i = 0; i < s->n; i++) rest[i] = s->h[i] - rest[i];
  for (int j = 0; j < s->k; j++) x->udot[j] = blajer_dot(s->n, x->d.at[j], rest);
  x->products += (long)s->n * s->k;
  x->ok = true;
}

static void set_gamma(const blajer_space *s, double *gamma, long *products) {
  for (int i = 0; i < s->m; i++) gamma[i] = -blajer_dot(s->n, s->cdot.at[i], s->v);
  *products += (long)s->n * s->m;
}

// Solves (4.4) without the rates of the basis: with E = Wd* of this instant, Wd' M Wd_dot = 0 and Wd_dot u = Wc y,
// where Rcc' y = gamma.
static void solve_without_rates(const problem *p, solution *x) {
  const blajer_space *s = &p->s;
  blajer_basis b;
  double y[BLAJER_MOST];
  blajer_orthonormalize_sparse(s, p->chosen, BLAJER_NO_RATES, &b);
  x->products = b.products + p->inverse;
  copy_tangent(s, &b, x);
  set_gamma(s, y, &x->products);
  memset(x->drift, 0, sizeof x->drift);
  for (int i = 0; i < s->m; i++) {
    y[i] = (y[i] - blajer_dot(i, b.r.at[i], y)) / b.r.at[i][i];
    add(s->n, y[i], b.w.at[i], x->drift);
  }
  x->products += (long)s->m * (s->m + 1) / 2 + (long)s->n * s->m;
  for (int j = 0; j < s->k; j++) x->udot[j] = blajer_dot(s->n, x->d.at[j], s->h);
  x->products += (long)s->n * s->k;
  x->ok = true;
}

static void solve_plain(const problem *p, solution *x) {
  blajer_basis b;
  blajer_orthonormalize_sparse(&p->plain, p->chosen_plain, BLAJER_PRINTED_ONCE, &b);
  x->products = b.products;
  copy_tangent(&p->s, &b, x);
  drift_of(&p->s, &b, x);
  solve_kinetic(&p->s, x);
}

static void solve_rival(const problem *p, blajer_decomposition *decompose, solution *x) {
  double gamma[BLAJER_MOST];
  x->products = 0;
  set_gamma(&p->s, gamma, &x->products);
  x->ok = decompose(&p->s, gamma, &x->d, x->drift, &x->products);
  if (x->ok) solve_kinetic(&p->s, x);
}

static void solve(const problem *p, int i, solution *x) {
  switch (i) {
    case METRIC: solve_metric(p, x); break;
    case NO_RATES: solve_without_rates(p, x); break;
    case PLAIN: solve_plain(p, x); break;
    default: solve_rival(p, ways[i].decompose, x);
  }
}

// ---- checks ------------------------------------------------------------------------------------------------------

// Solves [M C; C' 0] [vdot; -lambda] = [h; gamma] for vdot; NaN if it is singular.
static void solve_multipliers(const blajer_space *s, double *vdot) {
  enum { WIDTH = 2 * BLAJER_MOST };
  static const double nothing[WIDTH] = {0};
  double A[WIDTH][WIDTH], b[WIDTH];
  for (int i = 0; i < s->n + s->m; i++) memcpy(A[i], nothing, sizeof A[i]);
  for (int i = 0; i < s->n; i++) {
    for (int j = 0; j < s->n; j++) A[i][j] = s->M.at[i][j];
    for (int j = 0; j < s->m; j++) A[i][s->n + j] = A[s->n + j][i] = s->c.at[j][i];
    b[i] = s->h[i];
  }
  for (int j = 0; j < s->m; j++) b[s->n + j] = -blajer_dot(s->n, s->cdot.at[j], s->v);
  if (!repro_solve(s->n + s->m, WIDTH, A[0], b)) b[0] = NAN;
  memcpy(vdot, b, (size_t)s->n * sizeof *vdot);
}

// Returns |D udot + Ddot u - vdot| / |vdot|; NaN if there is no solution.
static double acceleration_off(const blajer_space *s, const solution *x) {
  double vdot[BLAJER_MOST], rest[BLAJER_MOST];
  solve_multipliers(s, vdot);
  for (int i = 0; i < s->n; i++) rest[i] = x->drift[i] - vdot[i];
  for (int j = 0; j < s->k; j++) add(s->n, x->udot[j], x->d.at[j], rest);
  return x->ok ? sqrt(blajer_dot(s->n, rest, rest) / blajer_dot(s->n, vdot, vdot)) : (double)NAN;
}

// Returns |v - D u| / |v| with u = (D' M D)^-1 D' M v, (4.7a); NaN if D' M D is singular.
static double speeds_off(const blajer_space *s, const solution *x) {
  double Mv[BLAJER_MOST], rest[BLAJER_MOST], u[BLAJER_MOST];
  blajer_matrix Mu;
  blajer_times(s->n, &s->M, s->v, Mv);
  for (int j = 0; j < s->k; j++) u[j] = blajer_dot(s->n, x->d.at[j], Mv);
  blajer_metric(s, s->k, &x->d, &Mu);
  if (!blajer_solve_definite(s->k, &Mu, u, NULL)) return NAN;
  memcpy(rest, s->v, sizeof rest);
  for (int j = 0; j < s->k; j++) add(s->n, -u[j], x->d.at[j], rest);
  return sqrt(blajer_dot(s->n, rest, rest) / blajer_dot(s->n, s->v, s->v));
}

// ---- the cases ---------------------------------------------------------------------------------------------------

// Makes a case with both choices of E; counts the products of the Cholesky factor, the inverse and Midot.
static problem prepare(const blajer_space *s) {
  problem p = {.s = *s, .plain = blajer_without_metric(s)};
  long n = s->n;
  if (s->shape == BLAJER_FULL) p.inverse = n * n * n / 2 + (s->constant ? 0 : 2 * n * n * n);
  blajer_choose_greedy(&p.s, p.chosen);
  blajer_choose_greedy(&p.plain, p.chosen_plain);
  return p;
}

static void prepare_model(repro *r, const subject *what, problem *p) {
  jn_model *model = repro_model(r, what->model, NULL, 0);
  jn_choices choices = blajer_choices(r, model, "orthonormal", "mass", "newton");
  repro_motion *motion = blajer_follow(r, what->title, model, &choices, NULL, 0);
  blajer_space s;
  if (!motion) return;
  repro_go(r, motion, 1);
  if (!repro_ok(r)) return;
  blajer_look(motion, &s);
  *p = prepare(&s);
}

// ---- the clock ---------------------------------------------------------------------------------------------------

typedef struct {
  const problem *p;
  int way, rounds;
} exercise;

static double turn(repro *r, repro_timing *item) {
  (void)r;
  const exercise *what = item->what;
  solution x;
  double start = repro_cpu_seconds();
  for (int i = 0; i < what->rounds; i++) solve(what->p, what->way, &x);
  return (repro_cpu_seconds() - start) / what->rounds;
}

static void time_cases(repro *r, const problem *const *cases, const counts *all, const int *places) {
  static const repro_column columns[] = {
      {"planar four-bar (us)", NULL, 3}, {"spatial four-bar (us)", NULL, 3}, {"40 with 4 (us)", NULL, 3}};
  double micros[NTIMED][NWAYS];
  for (int c = 0; c < NTIMED; c++) {
    exercise what[NWAYS];
    repro_timing items[NWAYS];
    for (int i = 0; i < NWAYS; i++) {
      what[i] = (exercise){cases[c], i, (int)(LENGTH / all[i].products[places[c]]) + 1};
      items[i] = (repro_timing){.title = ways[i].label, .what = &what[i]};
    }
    repro_take_turns(r, items, NWAYS, TURNS, turn);
    for (int i = 0; i < NWAYS; i++) micros[c][i] = 1e6 * items[i].seconds;
  }
  repro_table *table = repro_add_table(r, "rival-times", "CPU time of one evaluation, basis made anew, dense code",
                                       "basis", columns, NTIMED);
  for (int i = 0; i < NWAYS; i++) {
    int row = repro_add_row(r, table, ways[i].label);
    for (int c = 0; table && c < NTIMED; c++) repro_set(table, row, c, micros[c][i]);
  }
  if (table) table->timed = true;
  repro_set_note(r, table, "The same code as in table `products`, by the clock. Median of at least %d turns.", TURNS);
}

// ---- results -----------------------------------------------------------------------------------------------------

static void add_table(repro *r, const problem *cases, const counts *all) {
  static const repro_column columns[NCASES] = {{"pendulum", NULL, 0},          {"double pendulum", NULL, 0},
                                               {"planar four-bar", NULL, 0},   {"spatial four-bar", NULL, 0},
                                               {"20 with 10", NULL, 0},        {"40 with 4", NULL, 0},
                                               {"20 with 10, full M", NULL, 0}};
  repro_table *table = repro_add_table(r, "products", "Products of one evaluation, basis made anew, dense code",
                                       "basis", columns, NCASES);
  int row = repro_add_row(r, table, "n speeds, m constraints");
  for (int c = 0; c < NCASES; c++) repro_set_text(r, table, row, c, "%d, %d", cases[c].s.n, cases[c].s.m);
  for (int i = 0; i < NWAYS; i++) {
    row = repro_add_row(r, table, ways[i].label);
    for (int c = 0; table && c < NCASES; c++) repro_set(table, row, c, (double)all[i].products[c]);
  }
  repro_set_note(
      r, table,
      "Multiplications and divisions from M, C, Cdot, h and v to udot of (2.10) or (4.4). The models are taken at t = "
      "1 "
      "s; their M is diagonal and constant. \"20 with 10\" is a space of 20 coordinates and 10 constraints at random; "
      "with a full M(x) the first two rows contain Mi and Midot. Unit vectors are taken for E, once for all. Row 2 "
      "takes "
      "Wd* of the same instant for E afterwards, so that Wd_dot u lies across the constraints.");
}

// Adds the least and the largest ratio of the other method's products to these over all cases as evidence.
static void tell_range(repro *r, const char *name, const long *mine, const long *other) {
  double least = HUGE_VAL, most = 0;
  for (int c = 0; c < NCASES; c++) {
    double ratio = (double)other[c] / (double)mine[c];
    least = fmin(least, ratio);
    most = fmax(most, ratio);
  }
  repro_add_evidence(r, "%s %.2f to %.2f", name, least, most);
}

static repro_verdict judge_against(const counts *all, int mine) {
  repro_tally tally = {0};
  for (int i = PLAIN; i < NWAYS; i++)
    for (int c = 0; c < NCASES; c++)
      repro_count(&tally, repro_trend((double)all[i].products[c] / (double)all[mine].products[c]));
  return repro_judge(REPRO_ALWAYS, &tally);
}

static void judge(repro *r, const counts *all, double worst) {
  repro_add_claim(
      r, "efficient", worst < 1e-10 ? judge_against(all, METRIC) : REPRO_UNDECIDED,
      "Compared with the other methods of constructing tangent bases the orthonormalisation is "
      "computationally efficient.",
      "the recursion (3.2), (3.5) takes fewer products per evaluation than Gram-Schmidt without the metric, "
      "LU, Householder, singular values and zero eigenvalues, by more than 7 %, when all make their basis "
      "anew at every evaluation and give the acceleration of the multipliers within 1e-10, in seven cases: 35 "
      "comparisons");
  repro_quote(
      r, "section 7",
      "As compared with the other methods (mentioned in Section 1) for constructing the tangent subspace bases, "
      "the present method seems to be computationally efficient.");
  repro_set_condition(r, "on the rival and on the share of constraints");
  repro_add_evidence(r, "products of the rivals over those of the recursion");
  for (int i = PLAIN; i < NWAYS; i++) tell_range(r, ways[i].name, all[METRIC].products, all[i].products);
  repro_add_evidence(r, "all seven give the acceleration of the multipliers within %.1e", worst);
  repro_vary(r, "the rates", judge_against(all, NO_RATES),
             "the same basis without the rates (3.5), which the rivals do not form either: LU %.2f, Householder %.2f, "
             "singular values %.2f times its products on the spatial four-bar; %.2f, %.2f and %.2f with 4 constraints "
             "on 40 coordinates",
             (double)all[LU].products[3] / (double)all[NO_RATES].products[3],
             (double)all[HOUSEHOLDER].products[3] / (double)all[NO_RATES].products[3],
             (double)all[SVD].products[3] / (double)all[NO_RATES].products[3],
             (double)all[LU].products[5] / (double)all[NO_RATES].products[5],
             (double)all[HOUSEHOLDER].products[5] / (double)all[NO_RATES].products[5],
             (double)all[SVD].products[5] / (double)all[NO_RATES].products[5]);
}

static void judge_speeds(repro *r, const double *off) {
  double most = 0;
  for (int i = PLAIN; i < NWAYS; i++) most = repro_larger(most, off[i]);
  repro_add_claim(r, "initial-speeds-any-basis", repro_if(most < 1e-12),
                  "For a basis D of any method the initial tangent speeds are (4.7a).",
                  "|v - D u| / |v| < 1e-12 with u of (4.7a), for the bases of five methods in seven cases");
  repro_quote(r, "section 4, (4.7a)", "For Eqs (2.8) and (2.10) the corresponding formula would read");
  for (int i = PLAIN; i < NWAYS; i++) repro_add_evidence(r, "%s %.1e", ways[i].name, off[i]);
}

void blajer_rival_claims(repro *r) {
  problem *cases = calloc(NCASES, sizeof *cases);
  counts all[NWAYS];
  double worst = 0, off[NWAYS] = {0};
  if (!cases) {
    repro_fail(r, JN_NO_MEMORY, "no memory");
    return;
  }
  for (int c = 0; c < NMODELS; c++) prepare_model(r, &models[c], &cases[c]);
  blajer_space s = blajer_random_space(20, 10, BLAJER_DIAGONAL);
  cases[4] = prepare(&s);
  s = blajer_random_space(40, 4, BLAJER_DIAGONAL);
  cases[5] = prepare(&s);
  s = blajer_random_space(20, 10, BLAJER_FULL);
  cases[6] = prepare(&s);
  for (int c = 0; repro_ok(r) && c < NCASES; c++)
    for (int i = 0; i < NWAYS; i++) {
      solution x;
      solve(&cases[c], i, &x);
      all[i].products[c] = x.products;
      worst = repro_larger(worst, acceleration_off(&cases[c].s, &x));
      off[i] = repro_larger(off[i], speeds_off(&cases[c].s, &x));
    }
  if (repro_ok(r)) {
    static const int places[NTIMED] = {2, 3, 5};
    const problem *const timed[NTIMED] = {&cases[2], &cases[3], &cases[5]};
    add_table(r, cases, all);
    time_cases(r, timed, all, places);
    judge(r, all, worst);
    judge_speeds(r, off);
  }
  free(cases);
}
