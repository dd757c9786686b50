// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reduced_sparsity.c - nonzero elements of B and M B for a choice: the spans of the speeds, the stems of their
// branches, and the elements above the stems.
#include "formulation/reduced/reduced.h"
#include "system/system.h"

// Returns the independent speeds that a speed depends on, as columns of B.
static jni_span span_of(const jni_reduced *r, int speed) {
  int group = jni_loop_solver_groups(r->speed_level->solver)->group_of[speed];
  if (group < 0) return (jni_span){NULL, 1, r->number[speed]};
  jni_span span = {.only = -1};
  span.n = jni_loop_solver_dependencies(r->speed_level->solver, group, &span.list);
  return span;
}

// Returns the longest stem at the root of the branch of speed j. j itself is not part of it, because its diagonal
// element of M counts half.
static jni_stem longest_stem(const jni_reduced *r, int j) {
  const jni_pair *root = &r->pairs[r->pair_at[j + 1] - 1];
  jni_stem stem = {0, root->speed, r->number[root->speed], root->value};
  while (stem.n < r->pair_at[j + 1] - r->pair_at[j] - 1) {
    const jni_pair *pair = root - stem.n;
    if (r->number[pair->speed] < 0 || r->number[pair->speed] != stem.number + stem.n ||
        pair->speed != stem.speed + stem.n || pair->value != stem.value + stem.n)
      break;
    stem.n++;
  }
  if (stem.n == 0) stem.number = 0;
  return stem;
}

// Appends to r->nonzero, from index n on, each column of B that a speed above the stem on the branch of j depends on,
// once. Returns the index after the last one.
static int touch_branch(jni_reduced *r, int j, int n) {
  for (int e = r->pair_at[j]; e < r->pair_at[j + 1] - r->stems[j].n; e++) {
    const jni_span *span = &r->spans[r->pairs[e].speed];
    for (int t = 0; t < span->n; t++) {
      int c = span->list ? span->list[t] : span->only;
      if (r->mark[c] == j) continue;
      r->mark[c] = j;
      r->nonzero[n++] = c;
    }
  }
  return n;
}

void jni_reduced_plan_sparsity(jni_reduced *r) {
  int nv = r->frame.base.system->sizes.nv, n = 0;
  if (r->frame.base.system->sizes.nc == 0) return;
  for (int j = 0; j < nv; j++) {
    r->spans[j] = span_of(r, j);
    r->mark[j] = -1;
  }
  for (int j = 0; j < nv; j++) {
    r->nonzero_at[j] = n;
    r->stems[j] = longest_stem(r, j);
    int end = touch_branch(r, j, n);
    const jni_stem *stem = &r->stems[j];
    bool on_stem = false;
    for (int t = n; t < end; t++)
      on_stem = on_stem || (r->nonzero[t] >= stem->number && r->nonzero[t] < stem->number + stem->n);
    if (on_stem) {
      r->stems[j].n = 0;
      end = touch_branch(r, j, end);
    }
    n = end;
  }
  r->nonzero_at[nv] = n;
}
