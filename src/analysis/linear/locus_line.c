// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// locus_line.c - follows the roots from one parameter value to the next, in lines.
//
// If the roots of two neighbours cannot be matched with certainty, a value between them is solved. At a value where a
// root is zero, it cannot be separated from free motion, so a value close to it is used.
#include "analysis/linear/locus.h"

static const double DOUBTFUL = 0.15;
static const double BESIDE = 1e-6;  // distance of a close value, relative to the parameter range
enum { DEEPEST = 7 };

// ---- lines --------------------------------------------------------------------------------------------------------

static int new_line(jni_tracer *t) {
  jn_locus *locus = t->locus;
  int n = locus->nlines;
  if (!jni_grow(locus->alloc, &locus->lines, &t->line_capacity, n + 1, sizeof *locus->lines) ||
      !jni_grow(locus->alloc, &t->parts, &t->part_capacity, n + 1, sizeof *t->parts))
    return -1;
  locus->lines[n] = (jn_locus_line){.branch = n + 1};
  t->parts[n] = (jni_line_part){.capacity = 0};
  return locus->nlines++;
}

bool jni_line_add(jni_tracer *t, int number, double value, double re, double im) {
  jn_locus_line *line = &t->locus->lines[number];
  const jn_alloc *alloc = t->locus->alloc;
  int n = line->n + 1, a = t->parts[number].capacity, b = a, c = a;
  bool ok = jni_grow(alloc, &line->value, &a, n, sizeof *line->value);
  ok = jni_grow(alloc, &line->re, &b, n, sizeof *line->re) && ok;
  ok = jni_grow(alloc, &line->im, &c, n, sizeof *line->im) && ok;
  if (!ok) return false;
  t->parts[number].capacity = a;
  line->value[line->n] = value;
  line->re[line->n] = re;
  line->im[line->n++] = im;
  return true;
}

static void tally(jni_tallies *tallies, const jn_modes *modes, int mode) {
  for (int k = 0; k < jn_modes_nshares(modes, mode) && k < JNI_MOST_TALLIES / 2; k++) {
    const jn_share *share = jn_modes_share(modes, mode, k);
    if (share->part > 0) jni_tallies_add(tallies, share->name, share->part);
  }
}

static void join(jn_locus *locus, int a, int b) {
  int kept = locus->lines[a].branch, lost = locus->lines[b].branch;
  for (int i = 0; i < locus->nlines && kept != lost; i++)
    if (locus->lines[i].branch == lost) locus->lines[i].branch = kept;
}

// Appends all roots of a solved value as points to their lines, adds their participations to the tallies of the lines,
// joins the branches of conjugate roots, and sets value->mode_line.
static jn_status add_value(jni_tracer *t, jni_value *value) {
  for (int r = 0; r < jn_modes_nroots(value->modes); r++) {
    double re, im;
    bool lower = false;
    int mode = jn_modes_root_mode(value->modes, r, &lower), line = value->lines[r];
    jni_value_root(value, r, &re, &im);
    if (!jni_line_add(t, line, value->at, re, im)) return jni_report_no_memory(t->report);
    if (lower) join(t->locus, value->lines[r - 1], line);
    else tally(&t->parts[line].tallies, value->modes, mode);
    if (!lower && value->mode_line) value->mode_line[mode] = line;
  }
  return JN_OK;
}

static jn_status make_lines(jni_tracer *t, jni_value *value) {
  int n = jn_modes_nroots(value->modes);
  if (!value->lines) value->lines = jni_alloc0(t->locus->alloc, (size_t)n, sizeof *value->lines);
  for (int r = 0; value->lines && r < n; r++) value->lines[r] = -1;
  return value->lines ? JN_OK : jni_report_no_memory(t->report);
}

static bool same_size(const jni_value *left, const jni_value *right) {
  return jn_modes_nroots(left->modes) + jn_modes_zero(left->modes) ==
         jn_modes_nroots(right->modes) + jn_modes_zero(right->modes);
}

// Begins a new line for each root of `value` that continues no line. left: the previous value; if both have the same
// number of eigenvalues, the line begins there at zero, where the root was. NULL: there is no previous value.
static jn_status begin_lines(jni_tracer *t, const jni_value *left, jni_value *value) {
  for (int r = 0; r < jn_modes_nroots(value->modes); r++) {
    if (value->lines[r] >= 0) continue;
    value->lines[r] = new_line(t);
    if (value->lines[r] < 0) return jni_report_no_memory(t->report);
    if (left && same_size(left, value) && !jni_line_add(t, value->lines[r], left->at, 0, 0))
      return jni_report_no_memory(t->report);
  }
  return JN_OK;
}

jn_status jni_line_begin(jni_tracer *t, jni_value *first) {
  jn_status status = make_lines(t, first);
  if (status == JN_OK) status = begin_lines(t, NULL, first);
  return status == JN_OK ? add_value(t, first) : status;
}

// ---- from one value to the next -----------------------------------------------------------------------------------

static bool more_zeros(const jni_value *value, const jni_value *left) {
  return jn_modes_zero(value->modes) > jn_modes_zero(left->modes) && same_size(left, value);
}

// Solves the value halfway between left and right into *middle; if a root is zero there, a value close to it.
// middle->modes is NULL if that fails or no further values may be solved.
static jn_status find_middle(jni_tracer *t, const jni_value *left, const jni_value *right, jni_value *middle) {
  jn_status status = JN_OK;
  for (int k = 0; k < 2 && status == JN_OK && t->spare > 0; k++) {
    if (middle->modes && !more_zeros(middle, left)) break;
    jni_value_free(t->locus->alloc, middle);
    *middle = (jni_value){.at = left->at + (0.5 + 0.01 * k) * (right->at - left->at)};
    t->spare--;
    status = jni_value_solve_between(t, middle);
  }
  return status;
}

// Continues the lines from left to right without a value between them: to[r] is the root of `right` that continues root
// r of `left`, -1: none. Finds changes and meetings between the two. Lines of roots that become zero at `right` get a
// point at zero there.
static jn_status carry_on(jni_tracer *t, const jni_value *left, jni_value *right, const int *to) {
  for (int r = 0; r < jn_modes_nroots(left->modes); r++)
    if (to[r] >= 0) right->lines[to[r]] = left->lines[r];
  jn_status status = begin_lines(t, left, right);
  if (status == JN_OK) status = jni_event_find(t, left, right, to);
  for (int r = 0; status == JN_OK && r < jn_modes_nroots(left->modes) && same_size(left, right); r++)
    if (to[r] < 0 && !jni_line_add(t, left->lines[r], right->at, 0, 0)) status = jni_report_no_memory(t->report);
  return status == JN_OK ? add_value(t, right) : status;
}

// Returns an array that gives for each root of a the root of b that continues it, -1: none; the caller frees it. *doubt
// (may be NULL): how uncertain the assignment is. Returns NULL if memory is short.
static int *match(const jni_tracer *t, const jni_value *a, const jni_value *b, double *doubt) {
  const jn_alloc *alloc = t->locus->alloc;
  int *to = jni_alloc0(alloc, (size_t)jn_modes_nroots(a->modes), sizeof *to);
  if (to && jn_modes_follow(a->modes, b->modes, to, doubt) == JN_OK) return to;
  jni_report_no_memory(t->report);
  return jni_free(alloc, to);
}

static jn_status connect(jni_tracer *t, const jni_value *left, jni_value *right, int depth) {
  double doubt = 0;
  jni_value middle = {.modes = NULL};
  jn_status status = make_lines(t, right);
  int *to = status == JN_OK ? match(t, left, right, &doubt) : NULL;
  if (!to) return JN_NO_MEMORY;
  if (doubt > DOUBTFUL && depth < DEEPEST) status = find_middle(t, left, right, &middle);
  if (status == JN_OK && middle.modes) {
    status = connect(t, left, &middle, depth + 1);
    if (status == JN_OK) status = connect(t, &middle, right, depth + 1);
  } else if (status == JN_OK) {
    status = carry_on(t, left, right, to);
  }
  jni_free(t->locus->alloc, to);
  jni_value_free(t->locus->alloc, &middle);
  return status;
}

// Assigns lines to the modes of `value` from those of `beside`, a value close to it that has all roots; then exchanges
// the two, so that the lines continue from `beside`.
static jn_status take_lines(jni_tracer *t, jni_value *value, jni_value *beside) {
  int *to = match(t, value, beside, NULL);
  if (!to) return JN_NO_MEMORY;
  for (int r = 0; r < jn_modes_nroots(value->modes); r++) {
    bool lower;
    int mode = jn_modes_root_mode(value->modes, r, &lower);
    if (!lower) value->mode_line[mode] = beside->lines[to[r]];
  }
  jni_free(t->locus->alloc, to);
  jni_value point = *value;
  *value = *beside;
  *beside = point;
  return JN_OK;
}

jn_status jni_line_continue(jni_tracer *t, const jni_value *left, jni_value *right) {
  const jn_locus_def *def = t->def;
  jni_value beside = {.at = right->at + BESIDE * (def->to - def->from)};
  jn_status status = JN_OK;
  bool rare = more_zeros(right, left) && beside.at < def->to && t->trials > 0;
  if (rare) status = jni_value_solve_between(t, &beside);
  if (status == JN_OK && beside.modes && more_zeros(right, &beside)) {
    status = connect(t, left, &beside, 0);
    if (status == JN_OK) status = take_lines(t, right, &beside);
  } else if (status == JN_OK) {
    status = connect(t, left, right, 0);
  }
  jni_value_free(t->locus->alloc, &beside);
  return status;
}
