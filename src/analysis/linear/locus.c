// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// locus.c - root loci: solves all parameter values and groups the lines into branches.
#include "analysis/linear/locus.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { COOKIE = 0x6a6c };

// ---- one value ----------------------------------------------------------------------------------------------------

void jni_value_free(const jn_alloc *alloc, jni_value *value) {
  jn_modes_free(value->modes);
  jni_free(alloc, value->lines);
  value->modes = NULL;
  value->lines = NULL;
}

jn_status jni_value_solve(jni_tracer *t, jni_value *value, bool between) {
  jn_status status = t->def->solve(t->def->context, value->at, between, &value->modes);
  if (status != JN_OK) return status;
  JNI_ASSERT(value->modes);
  value->growing = jn_modes_growing(value->modes);
  value->threshold = jn_modes_threshold(value->modes);
  return JN_OK;
}

jn_status jni_value_solve_between(jni_tracer *t, jni_value *value) {
  jn_status status = jni_value_solve(t, value, true);
  if (status == JN_NO_MEMORY) return jni_report_no_memory(t->report);
  if (status == JN_OK || status == JN_INTERRUPTED) return status;
  t->spare = t->trials = 0;
  jn_report_warn(t->report, "",
                 "at %s = %.6g the model cannot be linearised, so no values between the given ones are computed: "
                 "changes of stability are approximate, and branches may be confused",
                 t->def->parameter, value->at);
  return JN_OK;
}

void jni_value_root(const jni_value *value, int root, double *re, double *im) {
  bool lower;
  jn_mode mode = jn_modes_get(value->modes, jn_modes_root_mode(value->modes, root, &lower));
  *re = mode.re;
  *im = lower ? -mode.im : mode.im;
}

// ---- branches -----------------------------------------------------------------------------------------------------

void jni_tallies_add(jni_tallies *all, const char *name, double part) {
  int at = 0;
  while (at < all->n && strcmp(all->items[at].name, name) != 0) at++;
  if (at == JNI_MOST_TALLIES) return;
  if (at == all->n) snprintf(all->items[all->n++].name, sizeof all->items->name, "%s", name);
  all->items[at].part += part;
}

// Writes the label of a branch: the name of the coordinate with the largest participation in its lines, and a second
// name if its participation is more than half as large; "" if none takes part.
static void label_branch(const jni_tracer *t, int branch) {
  const jn_locus *locus = t->locus;
  jni_tallies all = {.n = 0};
  int first = 0, second = -1;
  for (int i = 0; i < locus->nlines; i++) {
    const jni_tallies *own = &t->parts[i].tallies;
    for (int k = 0; locus->lines[i].branch == branch && k < own->n; k++)
      jni_tallies_add(&all, own->items[k].name, own->items[k].part);
  }
  for (int k = 1; k < all.n; k++)
    if (all.items[k].part > all.items[first].part) first = k;
  for (int k = 0; k < all.n; k++)
    if (k != first && (second < 0 || all.items[k].part > all.items[second].part)) second = k;
  if (all.n == 0) return;
  bool both = second >= 0 && all.items[second].part > 0.5 * all.items[first].part;
  snprintf(locus->labels[branch - 1], JN_LOCUS_LABEL, "%s%s%s", all.items[first].name, both ? ", " : "",
           both ? all.items[second].name : "");
}

static jn_status name_branches(jni_tracer *t) {
  jn_locus *locus = t->locus;

  // Numbers the branches 1, 2, ... in the order in which they begin.
  for (int i = 0; i < locus->nlines; i++) {
    int own = locus->lines[i].branch;
    if (own < 0) continue;
    locus->nbranches++;
    for (int k = i; k < locus->nlines; k++)
      if (locus->lines[k].branch == own) locus->lines[k].branch = -locus->nbranches;
  }
  for (int i = 0; i < locus->nlines; i++) locus->lines[i].branch = -locus->lines[i].branch;
  for (int i = 0; i < locus->nchanges; i++) locus->changes[i].branch = locus->lines[locus->changes[i].line].branch;
  for (int i = 0; i < locus->nmeetings; i++) locus->meetings[i].branch = locus->lines[locus->meetings[i].line].branch;
  for (int i = 0; i < locus->npoints; i++)
    for (int k = 0; k < locus->points[i].n; k++)
      locus->points[i].branch[k] = locus->lines[locus->points[i].branch[k]].branch;

  locus->labels = jni_alloc0(locus->alloc, (size_t)locus->nbranches, sizeof *locus->labels);
  if (!locus->labels) return jni_report_no_memory(t->report);
  for (int k = 1; k <= locus->nbranches; k++) label_branch(t, k);
  return JN_OK;
}

// ---- all values ---------------------------------------------------------------------------------------------------

static jn_status make_point(jni_tracer *t, jni_value *value, jn_locus_point *point) {
  int n = jn_modes_count(value->modes);
  *point =
      (jn_locus_point){.value = value->at, .growing = value->growing, .zeros = jn_modes_zero(value->modes), .n = n};
  point->re = jni_alloc0(t->locus->alloc, (size_t)n, 2 * sizeof *point->re + sizeof *point->branch);
  if (!point->re) return jni_report_no_memory(t->report);
  point->im = point->re + n;
  point->branch = (int *)(point->im + n);
  for (int i = 0; i < n; i++) {
    jn_mode mode = jn_modes_get(value->modes, i);
    point->re[i] = mode.re;
    point->im[i] = mode.im;
  }
  value->mode_line = point->branch;
  return JN_OK;
}

static jn_status add_point(jni_tracer *t, const jni_value *last, jni_value *next) {
  jn_locus_point *point = &t->locus->points[t->locus->npoints];
  jn_status status = jni_value_solve(t, next, false);
  if (status != JN_OK && status != JN_INTERRUPTED)
    return jn_report_fault(t->report, status, "", "the sweep ends at %s = %.6g", t->def->parameter, next->at);
  if (status == JN_OK) status = make_point(t, next, point);
  if (status == JN_OK) status = last ? jni_line_continue(t, last, next) : jni_line_begin(t, next);
  if (status == JN_OK) t->locus->npoints++;
  return status;
}

static jn_status add_points(jni_tracer *t) {
  const jn_locus_def *def = t->def;
  jni_value last = {.modes = NULL};
  jn_status status = JN_OK;
  for (int i = 0; status == JN_OK && i < def->count; i++) {
    jni_value next = {.at = i + 1 == def->count ? def->to : def->from + (def->to - def->from) * i / (def->count - 1)};
    status = add_point(t, i > 0 ? &last : NULL, &next);
    jni_value_free(t->locus->alloc, &last);
    last = next;
  }
  jni_value_free(t->locus->alloc, &last);
  return status;
}

jn_locus_def jn_locus_def_default(void) { return (jn_locus_def){.parameter = "parameter", .cookie = COOKIE}; }

jn_locus *jn_locus_new(const jn_alloc *alloc, const jn_locus_def *def, jn_report *report) {
  JNI_ASSERT(def && def->cookie == COOKIE && def->solve);
  if (!(def->count >= 2 && def->from < def->to && isfinite(def->to - def->from))) {
    jn_report_fault(report, JN_BAD_ARGUMENT, "", "a root locus takes at least 2 values from a smaller to a larger one");
    return NULL;
  }
  jn_locus *locus = jni_alloc0(alloc, 1, sizeof *locus);
  if (locus) {
    locus->alloc = alloc;
    locus->points = jni_alloc0(alloc, (size_t)def->count + 1, sizeof *locus->points);
  }
  if (!locus || !locus->points) {
    jni_report_no_memory(report);
    return jn_locus_free(locus);
  }
  jni_tracer tracer = {.def = def, .locus = locus, .report = report};
  tracer.spare = 200 + 4 * def->count;
  tracer.trials = 1000 + 20 * def->count;
  locus->status = add_points(&tracer);
  jn_status named = name_branches(&tracer);
  if (named != JN_OK) locus->status = named;
  jni_free(alloc, tracer.parts);
  return named == JN_OK ? locus : jn_locus_free(locus);
}

void *jn_locus_free(jn_locus *locus) {
  if (!locus) return NULL;
  const jn_alloc *alloc = locus->alloc;
  // Also frees the point that was in progress when the locus ended, at index npoints.
  for (int i = 0; locus->points && i <= locus->npoints; i++) jni_free(alloc, locus->points[i].re);
  for (int i = 0; i < locus->nlines; i++) {
    const jn_locus_line *line = &locus->lines[i];
    jni_free(alloc, line->value);
    jni_free(alloc, line->re);
    jni_free(alloc, line->im);
  }
  void *const blocks[] = {locus->points, locus->lines, locus->labels, locus->changes, locus->meetings};
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) jni_free(alloc, blocks[i]);
  return jni_free(alloc, locus);
}
