// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// modes_branch.c - eigenvalues followed over a parameter: lines from value to value, and branches of them.
//
// Two neighbours that cannot be told apart with certainty get a value between them. A value at which a root is zero and
// so hidden among free motion is passed by a value just beside it.
#include "modes_branch.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double DOUBTFUL = 0.15;
static const double BESIDE = 1e-6;  // of the range of the sweep
enum { DEEPEST = 7 };

jn_status branch_no_memory(jn_report *report) {
  return jn_report_fault(report, JN_NO_MEMORY, "", "there is not enough memory for the sweep");
}

bool branch_grow(void *array, int *capacity, int n, size_t size) {
  void *block;
  if (n < *capacity) return true;
  int wanted = *capacity ? 2 * *capacity : 16;
  memcpy(&block, array, sizeof block);
  void *larger = realloc(block, (size_t)wanted * size);
  if (!larger) return false;
  memcpy(array, &larger, sizeof larger);
  *capacity = wanted;
  return true;
}

void value_free(app_value *value) {
  jn_modes_free(value->modes);
  free(value->lines);
  value->modes = NULL, value->lines = NULL;
}

// ---- lines ----------------------------------------------------------------------------------------------------------

static int new_line(app_sweep *sweep) {
  if (!branch_grow(&sweep->lines, &sweep->line_capacity, sweep->nlines, sizeof *sweep->lines)) return -1;
  sweep->lines[sweep->nlines] = (app_line){.branch = sweep->nlines + 1};
  return sweep->nlines++;
}

bool line_add(app_line *line, double value, double re, double im) {
  int a = line->capacity, b = a, c = a;
  bool ok = branch_grow(&line->value, &a, line->n, sizeof *line->value);
  ok = branch_grow(&line->re, &b, line->n, sizeof *line->re) && ok;
  ok = branch_grow(&line->im, &c, line->n, sizeof *line->im) && ok;
  if (!ok) return false;
  line->capacity = a;
  line->value[line->n] = value, line->re[line->n] = re, line->im[line->n++] = im;
  return true;
}

void root_at(const app_value *value, int root, double *re, double *im) {
  bool lower;
  jn_mode mode = jn_modes_get(value->modes, jn_modes_root_mode(value->modes, root, &lower));
  *re = mode.re, *im = lower ? -mode.im : mode.im;
}

static void tally(app_line *line, const jn_modes *modes, int mode) {
  for (int k = 0; k < jn_modes_nshares(modes, mode) && k < MOST_TALLIES / 2; k++) {
    const jn_share *share = jn_modes_share(modes, mode, k);
    int at = 0;
    while (at < line->ntallies && strcmp(line->tallies[at].name, share->name) != 0) at++;
    if (at == MOST_TALLIES || !(share->part > 0)) continue;
    if (at == line->ntallies) memcpy(line->tallies[line->ntallies++].name, share->name, sizeof share->name);
    line->tallies[at].part += share->part;
  }
}

static void join(app_sweep *sweep, int a, int b) {
  int kept = sweep->lines[a].branch, lost = sweep->lines[b].branch;
  for (int i = 0; i < sweep->nlines && kept != lost; i++)
    if (sweep->lines[i].branch == lost) sweep->lines[i].branch = kept;
}

// All roots of a value to the ends of their lines.
static jn_status add_value(app_follower *f, app_value *value) {
  for (int r = 0; r < jn_modes_nroots(value->modes); r++) {
    double re, im;
    bool lower = false;
    int mode = jn_modes_root_mode(value->modes, r, &lower);
    app_line *line = &f->sweep->lines[value->lines[r]];
    root_at(value, r, &re, &im);
    if (!line_add(line, value->at, re, im)) return branch_no_memory(f->report);
    if (lower) join(f->sweep, value->lines[r - 1], value->lines[r]);
    else tally(line, value->modes, mode), value->point.root[mode] = value->lines[r];
  }
  return JN_OK;
}

static jn_status make_lines(app_follower *f, app_value *value) {
  int n = jn_modes_nroots(value->modes);
  if (!value->lines) value->lines = malloc((size_t)(n + 1) * sizeof *value->lines);
  for (int r = 0; value->lines && r < n; r++) value->lines[r] = -1;
  return value->lines ? JN_OK : branch_no_memory(f->report);
}

static bool same_size(const app_value *left, const app_value *right) {
  return jn_modes_nroots(left->modes) + jn_modes_zero(left->modes) ==
         jn_modes_nroots(right->modes) + jn_modes_zero(right->modes);
}

// Those that no line has reached begin one; left, if there is one: where they were zero.
static jn_status begin_lines(app_follower *f, const app_value *left, app_value *value) {
  for (int r = 0; r < jn_modes_nroots(value->modes); r++) {
    if (value->lines[r] >= 0) continue;
    value->lines[r] = new_line(f->sweep);
    if (value->lines[r] < 0) return branch_no_memory(f->report);
    if (left && same_size(left, value) && !line_add(&f->sweep->lines[value->lines[r]], left->at, 0, 0))
      return branch_no_memory(f->report);
  }
  return JN_OK;
}

jn_status branch_begin(app_follower *f, app_value *first) {
  jn_status status = make_lines(f, first);
  if (status == JN_OK) status = begin_lines(f, NULL, first);
  return status == JN_OK ? add_value(f, first) : status;
}

// ---- from one value to the next -------------------------------------------------------------------------------------

jn_status branch_look(app_follower *f, app_value *value) {
  value->between = true;
  jn_status status = f->solve(f->context, value);
  if (status == JN_NO_MEMORY) return branch_no_memory(f->report);
  if (status == JN_OK || status == JN_INTERRUPTED) return status;
  f->spare = f->trials = 0;
  jn_report_warn(f->report, "",
                 "at %s = %.6g the model cannot be linearised, so no values between the given ones are computed: "
                 "changes of stability are approximate, and branches may be confused",
                 f->sweep->name, value->at);
  return JN_OK;
}

static bool more_zeros(const app_value *value, const app_value *left) {
  return jn_modes_zero(value->modes) > jn_modes_zero(left->modes) && same_size(left, value);
}

static jn_status connect(app_follower *f, const app_value *left, app_value *right, int depth);

// In the middle, or a little off it where a root is zero there. Without middle->modes: not.
static jn_status find_middle(app_follower *f, const app_value *left, const app_value *right, app_value *middle) {
  jn_status status = JN_OK;
  for (int k = 0; k < 2 && status == JN_OK && f->spare > 0; k++) {
    if (middle->modes && !more_zeros(middle, left)) break;
    free(middle->point.re), value_free(middle);
    *middle = (app_value){.at = left->at + (0.5 + 0.01 * k) * (right->at - left->at)};
    f->spare--;
    status = branch_look(f, middle);
  }
  return status;
}

// How the lines go on from left to right, without a value between.
static jn_status carry_on(app_follower *f, const app_value *left, app_value *right, const int *to) {
  for (int r = 0; r < jn_modes_nroots(left->modes); r++)
    if (to[r] >= 0) right->lines[to[r]] = left->lines[r];
  jn_status status = begin_lines(f, left, right);
  if (status == JN_OK) status = event_find(f, left, right, to);
  for (int r = 0; status == JN_OK && r < jn_modes_nroots(left->modes) && same_size(left, right); r++)
    if (to[r] < 0 && !line_add(&f->sweep->lines[left->lines[r]], right->at, 0, 0)) status = branch_no_memory(f->report);
  return status == JN_OK ? add_value(f, right) : status;
}

static jn_status connect(app_follower *f, const app_value *left, app_value *right, int depth) {
  double doubt = 0;
  app_value middle = {.modes = NULL};
  int *to = malloc((size_t)(jn_modes_nroots(left->modes) + 1) * sizeof *to);
  jn_status status = make_lines(f, right);
  if (status == JN_OK && (!to || jn_modes_follow(left->modes, right->modes, to, &doubt) != JN_OK))
    status = branch_no_memory(f->report);
  if (status == JN_OK && doubt > DOUBTFUL && depth < DEEPEST) status = find_middle(f, left, right, &middle);
  if (status == JN_OK && middle.modes) {
    status = connect(f, left, &middle, depth + 1);
    if (status == JN_OK) status = connect(f, &middle, right, depth + 1);
  } else if (status == JN_OK) {
    status = carry_on(f, left, right, to);
  }
  free(to), free(middle.point.re), value_free(&middle);
  return status;
}

// The modes of the point go by the lines of the value beside it, which has all roots; its modes take the place of the
// point's.
static jn_status take_lines(app_follower *f, app_value *value, app_value *beside) {
  int *to = malloc((size_t)(jn_modes_nroots(value->modes) + 1) * sizeof *to);
  bool made = to && jn_modes_follow(value->modes, beside->modes, to, NULL) == JN_OK;
  for (int r = 0; made && r < jn_modes_nroots(value->modes); r++) {
    bool lower;
    int mode = jn_modes_root_mode(value->modes, r, &lower);
    if (!lower) value->point.root[mode] = beside->lines[to[r]];
  }
  free(to);
  app_value point = *value;
  *value = *beside, value->point = point.point, value->between = false;
  point.point = beside->point, *beside = point;
  return made ? JN_OK : branch_no_memory(f->report);
}

jn_status branch_go_on(app_follower *f, const app_value *left, app_value *right) {
  const app_sweep *sweep = f->sweep;
  app_value beside = {.at = right->at + BESIDE * (sweep->to - sweep->from)};
  jn_status status = JN_OK;
  bool rare = more_zeros(right, left) && beside.at < sweep->to && f->trials > 0;
  if (rare) status = branch_look(f, &beside);
  if (status == JN_OK && beside.modes && more_zeros(right, &beside)) {
    status = connect(f, left, &beside, 0);
    if (status == JN_OK) status = take_lines(f, right, &beside);
  } else if (status == JN_OK) {
    status = connect(f, left, right, 0);
  }
  free(beside.point.re), value_free(&beside);
  return status;
}

// ---- branches -------------------------------------------------------------------------------------------------------

// 1, 2, ... in the order in which they begin.
static void number_branches(app_sweep *sweep) {
  for (int i = 0; i < sweep->nlines; i++) {
    int own = sweep->lines[i].branch;
    if (own < 0) continue;
    sweep->nbranches++;
    for (int k = i; k < sweep->nlines; k++)
      if (sweep->lines[k].branch == own) sweep->lines[k].branch = -sweep->nbranches;
  }
  for (int i = 0; i < sweep->nlines; i++) sweep->lines[i].branch = -sweep->lines[i].branch;
  for (int i = 0; i < sweep->nchanges; i++) sweep->changes[i].branch = sweep->lines[sweep->changes[i].line].branch;
  for (int i = 0; i < sweep->nmeetings; i++) sweep->meetings[i].branch = sweep->lines[sweep->meetings[i].line].branch;
}

static void add_tallies(const app_line *line, app_line *all) {
  for (int k = 0; k < line->ntallies; k++) {
    int at = 0;
    while (at < all->ntallies && strcmp(all->tallies[at].name, line->tallies[k].name) != 0) at++;
    if (at == MOST_TALLIES) continue;
    if (at == all->ntallies) memcpy(all->tallies[all->ntallies++].name, line->tallies[k].name, JN_DIRECTION_NAME);
    all->tallies[at].part += line->tallies[k].part;
  }
}

// The coordinate in which most of it lives, and the next one where that has at least half as much.
static void label_branch(app_sweep *sweep, int branch) {
  app_line all = {.n = 0};
  int first = 0, second = -1;
  for (int i = 0; i < sweep->nlines; i++)
    if (sweep->lines[i].branch == branch) add_tallies(&sweep->lines[i], &all);
  for (int k = 1; k < all.ntallies; k++)
    if (all.tallies[k].part > all.tallies[first].part) first = k;
  for (int k = 0; k < all.ntallies; k++)
    if (k != first && (second < 0 || all.tallies[k].part > all.tallies[second].part)) second = k;
  if (all.ntallies == 0) return;
  bool both = second >= 0 && all.tallies[second].part > 0.5 * all.tallies[first].part;
  snprintf(sweep->labels[branch - 1], LABEL_SIZE, "%.95s%s%.95s", all.tallies[first].name, both ? ", " : "",
           both ? all.tallies[second].name : "");
}

jn_status branch_name(app_sweep *sweep, jn_report *report) {
  number_branches(sweep);
  sweep->labels = calloc((size_t)sweep->nbranches + 1, sizeof *sweep->labels);
  if (!sweep->labels) return branch_no_memory(report);
  for (int k = 1; k <= sweep->nbranches; k++) label_branch(sweep, k);
  return JN_OK;
}
