// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// blajer_sparse.c - section 5 of Blajer's paper: unit vectors for E simplify the orthonormalisation beside Wd* for E,
// which "for large systems with few constraints may be of importance". The recursion itself is timed, on spaces of
// several sizes.
#include <stdint.h>
#include <stdio.h>

#include "blajer/blajer.h"

enum { TURNS = 31, LENGTH = 400000 };  // products of a turn, about

// A space as the recursion meets it: M = I + A A', everything else at random.
static blajer_space random_space(int n, int m) {
  blajer_space s = {.n = n, .m = m, .k = n - m};
  uint32_t seed = 12345;
  blajer_matrix a;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      seed = seed * 1664525u + 1013904223u, a.at[i][j] = seed / 4294967296.0 - 0.5;
      seed = seed * 1664525u + 1013904223u, s.c.at[i][j] = seed / 4294967296.0 - 0.5;
      seed = seed * 1664525u + 1013904223u, s.cdot.at[i][j] = seed / 4294967296.0 - 0.5;
    }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) s.M.at[i][j] = (i == j) + blajer_dot(n, a.at[i], a.at[j]);
  blajer_invert(&s);
  return s;
}

typedef struct {
  blajer_space space;
  blajer_matrix e;  // Wd*
  int chosen[BLAJER_MOST], rounds;
} supplement;

static double turn_dense(const supplement *x, blajer_basis *basis) {
  double start = repro_cpu_seconds();
  for (int i = 0; i < x->rounds; i++) blajer_orthonormalize_dense(&x->space, &x->e, basis);
  return repro_cpu_seconds() - start;
}

static double turn_sparse(const supplement *x, blajer_basis *basis) {
  double start = repro_cpu_seconds();
  for (int i = 0; i < x->rounds; i++) blajer_orthonormalize_sparse(&x->space, x->chosen, basis);
  return repro_cpu_seconds() - start;
}

static double turn(repro *r, repro_timing *item) {
  (void)r;
  blajer_basis basis;
  return item->title[0] == 'u' ? turn_sparse(item->what, &basis) : turn_dense(item->what, &basis);
}

static repro_race race(repro *r, int n, int m) {
  supplement x = {.space = random_space(n, m), .rounds = LENGTH / (n * n * n) + 1};
  blajer_basis first;
  blajer_choose_greedy(&x.space, x.chosen);
  blajer_orthonormalize_sparse(&x.space, x.chosen, &first);
  for (int i = 0; i < n - m; i++)
    for (int j = 0; j < n; j++) x.e.at[i][j] = first.ws.at[m + i][j];
  repro_timing items[] = {{.title = "unit vectors for E", .what = &x}, {.title = "Wd* for E", .what = &x}};
  repro_take_turns(r, items, 2, TURNS, turn);
  return repro_compare(r, &items[0], &items[1]);
}

void blajer_sparse_claim(repro *r) {
  static const int sizes[][2] = {{6, 4}, {9, 8}, {18, 17}, {20, 10}, {20, 2}};
  enum { NSIZES = sizeof sizes / sizeof *sizes };
  repro_tally tally = {0};
  double ratios[NSIZES];
  for (int i = 0; i < NSIZES && repro_ok(r); i++) {
    repro_race one = race(r, sizes[i][0], sizes[i][1]);
    ratios[i] = one.ratio;
    repro_count(&tally, one.result);
  }
  if (!repro_ok(r)) return;
  repro_claim *claim = repro_add_claim(r, "sparse-supplement", repro_judge(REPRO_ALWAYS, &tally),
                                       "Unit vectors for E simplify the orthonormalisation beside Wd* for E, "
                                       "the more the fewer the constraints.",
                                       "the recursion (3.2), (3.5) takes less CPU time with unit vectors, "
                                       "whose zeros are made use of, than with Wd*, by more than the margin, "
                                       "on spaces of 6, 9, 18 and 20 coordinates with 4, 8, 17, 10 and 2 constraints");
  if (claim) claim->timed = true;
  for (int i = 0; i < NSIZES; i++)
    repro_add_evidence(r, "%d coordinates, %d constraints: Wd* takes %.2f times as long", sizes[i][0], sizes[i][1],
                       ratios[i]);
}
