// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// petzold_counts.c - section 2 of the report: number of unknowns of the three forms, share of nonzero elements of their
// matrices, and groups of loops.
#include <math.h>

#include "petzold/petzold.h"

typedef struct {
  int bodies, loops, groups, rows;  // rows: effective constraint equations of the cut joints
  int unknowns[PETZOLD_FORMS];
  double full[PETZOLD_FORMS];  // share of nonzero elements of the matrix
} sizes;

static long count(const double *x, long n) {
  long found = 0;
  double most = 0;
  for (long i = 0; i < n; i++) most = repro_larger(most, fabs(x[i]));
  for (long i = 0; i < n; i++) found += fabs(x[i]) > 1e-12 * most;
  return found;
}

// Returns the share of nonzero elements of [M G'; G 0].
static double share(const double *M, const double *G, int n, int m) {
  return (double)(count(M, (long)n * n) + 2 * count(G, (long)n * m)) / ((double)(n + m) * (n + m));
}

static void look_cartesian(repro *r, repro_motion *motion, sizes *s) {
  const jn_system *system = jn_system_cartesian(motion->system);
  jn_work *work = jn_work_new(system);
  jn_sizes n = jn_system_sizes(system);
  double *M = repro_scratch(r, n.nv * n.nv + 1), *G = repro_scratch(r, n.nv * n.nc + 1),
         *state = repro_scratch(r, n.nstate + 1);
  if (work && repro_ok(r)) {
    jn_state_convert(motion->system, jn_run_state(motion->run), system, state);
    jn_calc_position(system, work, state[0], jn_state_q(system, state), jn_state_z(system, state),
                     jn_state_s(system, state));
    jn_get_M(system, work, M);
    jn_get_G(system, work, G);
    s->unknowns[PETZOLD_NEE] = n.nv + n.nc;
    s->full[PETZOLD_NEE] = share(M, G, n.nv, n.nc);
  } else if (repro_ok(r)) {
    repro_fail(r, JN_NO_MEMORY, "there is not enough memory to count the equations");
  }
  jn_work_free(work);
}

// Returns the share of nonzero elements of B' M B; NaN: no memory.
static double share_reduced(repro *r, const petzold_partial *p, const double *M) {
  double *MB = repro_scratch(r, p->n * p->k + 1), *Mq = repro_scratch(r, p->k * p->k + 1);
  if (!MB || !Mq) return NAN;
  for (int i = 0; i < p->n; i++)
    for (int c = 0; c < p->k; c++) {
      MB[i * p->k + c] = 0;
      for (int j = 0; j < p->n; j++) MB[i * p->k + c] += M[i * p->n + j] * p->B[j * p->k + c];
    }
  for (int i = 0; i < p->k; i++)
    for (int c = 0; c < p->k; c++) {
      Mq[i * p->k + c] = 0;
      for (int j = 0; j < p->n; j++) Mq[i * p->k + c] += p->B[j * p->k + i] * MB[j * p->k + c];
    }
  return (double)count(Mq, (long)p->k * p->k) / ((double)p->k * p->k);
}

static void look_joint(repro *r, repro_motion *motion, sizes *s) {
  jn_sizes n = jn_system_sizes(motion->system);
  double *M, *G;
  petzold_look(r, motion, &M, &G);
  if (!repro_ok(r)) return;
  petzold_partial p = petzold_find_partial(r, n.nc, n.nv, G, NULL);
  if (!p.B) return;
  s->rows = n.nv - p.k;
  s->unknowns[PETZOLD_LE] = n.nv + n.nc;
  s->full[PETZOLD_LE] = share(M, G, n.nv, n.nc);
  s->unknowns[PETZOLD_KE] = p.k;
  s->full[PETZOLD_KE] = share_reduced(r, &p, M);
}

static bool measure(repro *r, const petzold_mechanism *m, sizes *s) {
  jn_model *model = petzold_model(r, m);
  jn_choices choices = petzold_choices(r, model, m, PETZOLD_KE);
  repro_motion *motion = repro_follow(r, m->title, model, &choices, NULL, 0);
  if (!motion) return false;
  repro_go(r, motion, 10 * m->step);
  *s = (sizes){.bodies = jn_model_nbodies(model) - 1,
               .loops = jn_tree_nloops(motion->system),
               .groups = jn_run_reduced(motion->run)->ngroups};
  if (repro_ok(r)) look_cartesian(r, motion, s);
  if (repro_ok(r)) look_joint(r, motion, s);
  return repro_ok(r);
}

static void add_sizes(repro *r, const sizes *all) {
  static const repro_column columns[] = {
      {"bodies", NULL, 0},       {"loops", NULL, 0},       {"NEE: unknowns", NULL, 0}, {"nonzero (%)", NULL, 3},
      {"LE: unknowns", NULL, 0}, {"nonzero (%)", NULL, 3}, {"KE: unknowns", NULL, 0},  {"nonzero (%)", NULL, 3}};
  repro_table *table = repro_add_table(r, "unknowns", "Unknowns of (1), (2) and (3), and how full their matrices are",
                                       "mechanism", columns, 8);
  for (int i = 0; i < PETZOLD_MECHANISMS; i++) {
    int row = repro_add_row(r, table, petzold_mechanisms[i].title);
    repro_set(table, row, 0, all[i].bodies);
    repro_set(table, row, 1, all[i].loops);
    for (int f = 0; f < PETZOLD_FORMS; f++) {
      repro_set(table, row, 2 + 2 * f, all[i].unknowns[f]);
      repro_set(table, row, 3 + 2 * f, 100 * all[i].full[f]);
    }
  }
  repro_set_note(r, table,
                 "Speeds and multipliers; of the reduced form (3) the speeds alone. Nonzero: above 1e-12 of the "
                 "largest, ten steps after the start.");
}

static void judge_sizes(repro *r, const sizes *all) {
  int loops = 0, fewer = 0, sparse = 0, dense = 0, dense_reduced = 0;
  double most = 0, least = 1, least_reduced = 1;
  for (int i = 0; i < PETZOLD_MECHANISMS; i++) {
    const sizes *s = &all[i];
    loops += s->loops > 0;
    fewer += s->loops > 0 && s->unknowns[PETZOLD_NEE] > s->unknowns[PETZOLD_LE] &&
             s->unknowns[PETZOLD_LE] > s->unknowns[PETZOLD_KE];
    sparse += s->full[PETZOLD_NEE] < 0.25;
    dense += s->full[PETZOLD_LE] > 0.5;
    dense_reduced += s->full[PETZOLD_KE] > 0.5;
    most = repro_larger(most, s->full[PETZOLD_NEE]);
    least = repro_smaller(least, s->full[PETZOLD_LE]);
    least_reduced = repro_smaller(least_reduced, s->full[PETZOLD_KE]);
  }
  repro_add_claim(r, "unknowns", repro_share(REPRO_ALWAYS, fewer, loops),
                  "The number of variables of NEE is large, KE has the simplest form.",
                  "(1) has more unknowns than (2), and (2) more than (3), on all mechanisms with loops");
  repro_quote(r, "section 2, at (1) and (3)",
              "The number of variables in models based on this method can be large [...] Their formulations, which are "
              "the most strongly coupled and the most difficult to derive, also have the simplest matrix form");
  repro_add_evidence(
      r, "so on %d of %d; the Iltis has %d, %d and %d", fewer, loops, all[PETZOLD_MECHANISMS - 1].unknowns[PETZOLD_NEE],
      all[PETZOLD_MECHANISMS - 1].unknowns[PETZOLD_LE], all[PETZOLD_MECHANISMS - 1].unknowns[PETZOLD_KE]);
  repro_add_claim(r, "sparse", repro_share(REPRO_USUALLY, sparse, PETZOLD_MECHANISMS),
                  "The matrix in (1) is generally sparse.",
                  "less than a quarter of its elements is not zero, on most mechanisms");
  repro_quote(r, "section 2, after (3)",
              "The matrix in (1) is generally large and sparsely populated with nonzero entries");
  repro_add_evidence(r, "so on %d of %d; %.1f %% at most", sparse, PETZOLD_MECHANISMS, 100 * most);
  repro_add_claim(r, "dense", repro_share(REPRO_ALWAYS, dense + dense_reduced, 2 * PETZOLD_MECHANISMS),
                  "The matrices in (2) and (3) are dense.",
                  "more than half of their elements is not zero, on all mechanisms");
  repro_quote(r, "section 2, after (3)",
              "Many use full matrix L-U factorization because the coefficient matrices are densely populated with "
              "nonzero entries.");
  repro_set_condition(r, "on the number of loops");
  repro_add_evidence(
      r, "so for (2) on %d, for (3) on %d of %d mechanisms; the emptiest of (2) has %.1f %%, of (3) %.1f %%", dense,
      dense_reduced, PETZOLD_MECHANISMS, 100 * least, 100 * least_reduced);
}

static void judge_groups(repro *r, const sizes *all) {
  static const repro_column columns[] = {
      {"loops", NULL, 0}, {"rows", NULL, 0}, {"groups", NULL, 0}, {"rows per group", NULL, 3}};
  int several = 0, apart = 0;
  repro_table *table =
      repro_add_table(r, "groups", "Groups of loops that are solved each by itself", "mechanism", columns, 4);
  for (int i = 0; i < PETZOLD_MECHANISMS; i++) {
    const sizes *s = &all[i];
    int row = repro_add_row(r, table, petzold_mechanisms[i].title);
    repro_set(table, row, 0, s->loops);
    repro_set(table, row, 1, s->rows);
    repro_set(table, row, 2, s->groups);
    if (s->groups > 0) repro_set(table, row, 3, (double)s->rows / s->groups);
    several += s->loops > 1;
    apart += s->loops > 1 && s->groups > 1;
  }
  repro_set_note(
      r, table, "Rows: those of cut joints and couplings that are in force, as many as there are dependent variables.");
  repro_claim *claim = repro_add_claim(r, "decoupling", repro_share(REPRO_ALWAYS, apart, several),
                                       "The loops of a mechanism need not be solved all together.",
                                       "more than one group on every mechanism with more than one loop");
  if (claim) claim->ours = true;
  repro_set_condition(r, "on whether loops share joint variables");
  repro_add_evidence(r, "so on %d of %d; the %d rows of the Iltis are in %d groups, the %d of 40 four-bars in %d",
                     apart, several, all[PETZOLD_MECHANISMS - 1].rows, all[PETZOLD_MECHANISMS - 1].groups, all[2].rows,
                     all[2].groups);
}

void petzold_counts(repro *r) {
  sizes all[PETZOLD_MECHANISMS];
  for (int i = 0; i < PETZOLD_MECHANISMS; i++)
    if (!measure(r, &petzold_mechanisms[i], &all[i])) return;
  add_sizes(r, all);
  judge_sizes(r, all);
  judge_groups(r, all);
}
