// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compare_select.c - selects which combinations of a comparison are shown if there are too many: for each formulation,
// coordinates and integrator the one with the least error, then more with the least errors up to MIN_SHOWN.
#include <math.h>
#include <string.h>

#include "output/compare/compare.h"

enum { MIN_SHOWN = 24 };

static double least_error(const jn_combination *c) { return c->best >= 0 ? c->rungs[c->best].error : HUGE_VAL; }

static bool same_pair(const jn_combination *a, const jn_combination *b) {
  return strcmp(a->choices.formulation, b->choices.formulation) == 0 &&
         strcmp(a->choices.coordinates, b->choices.coordinates) == 0 &&
         strcmp(a->choices.integrator, b->choices.integrator) == 0;
}

// Returns whether combination i has the least error among those with the same formulation, coordinates and integrator;
// of equal errors the first one counts.
static bool is_best_of_pair(const jn_comparison *c, int i) {
  double own = least_error(&c->combinations[i]);
  for (int k = 0; k < c->n; k++) {
    double other = least_error(&c->combinations[k]);
    if (same_pair(&c->combinations[i], &c->combinations[k]) && (other < own || (other == own && k < i))) return false;
  }
  return true;
}

// Returns the index of the combination with the least error that has completed and is not shown yet; -1: there is none.
static int best_not_shown(const jn_comparison *c, const bool *shown) {
  int best = -1;
  for (int i = 0; i < c->n; i++) {
    if (shown[i] || c->combinations[i].best < 0) continue;
    if (best < 0 || least_error(&c->combinations[i]) < least_error(&c->combinations[best])) best = i;
  }
  return best;
}

int jni_compare_select(const jn_comparison *c, bool with_own, bool *shown) {
  int n = 0;
  for (int i = 0; i < c->n; i++) {
    shown[i] = c->n <= JNI_COMPARE_MOST || (with_own && c->combinations[i].own) || is_best_of_pair(c, i);
    n += shown[i];
  }
  while (n < MIN_SHOWN && n < c->n) {
    int next = best_not_shown(c, shown);
    if (next < 0) break;
    shown[next] = true;
    n++;
  }
  return n;
}
