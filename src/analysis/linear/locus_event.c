// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// locus_event.c - locates, between two values of a root locus, where roots cross the imaginary axis (a change) and
// where two roots meet on the real axis (a meeting).
//
// Root a crosses where Re la = 0. Roots a and b meet where g = ((la - lb) / 2)^2 = 0; g is smooth there, negative for a
// conjugate pair and positive for two real roots. Both zeros are found by regula falsi (Illinois). Near a meeting lines
// are drawn from m = (la + lb) / 2 and g, which are smooth: la, lb = m +- sqrt(g). Every root that grows at one end
// only is a change, together with its conjugate if both cross as a pair, even if it is zero at one end. So the changes
// between two values add up to the difference of their numbers of growing roots.
#include <math.h>

#include "analysis/linear/locus.h"

static const double FOUND = 1e-10;  // tolerance relative to the value, or to a thousandth of the parameter range
enum { MOST_TRIALS = 60, FILLED = 10 };

// ---- search for a zero ----------------------------------------------------------------------------

// A search along the parameter for a zero of Re la of root a (b < 0), or of g = ((la - lb) / 2)^2 for roots a and b of
// `base`.
typedef struct {
  jni_tracer *tracer;
  const jni_value *base;
  int a, b;
  double re, im;  // root a, or mean of a and b, at the last trial that had them; 0 if none had, since they are zero
  int *to;        // workspace: matching of the roots
} search;

static jn_status trial(search *s, double at, double *out) {
  jni_tracer *tracer = s->tracer;
  jni_value now = {.at = at};
  double re[2] = {0}, im[2] = {0};
  *out = NAN;
  tracer->trials--;
  jn_status status = jni_value_solve_between(tracer, &now);
  if (status == JN_OK && now.modes && jn_modes_follow(s->base->modes, now.modes, s->to, NULL) != JN_OK)
    status = jni_report_no_memory(tracer->report);
  bool there = status == JN_OK && now.modes && s->to[s->a] >= 0 && (s->b < 0 || s->to[s->b] >= 0);
  if (there) jni_value_root(&now, s->to[s->a], &re[0], &im[0]);
  if (there && s->b >= 0) jni_value_root(&now, s->to[s->b], &re[1], &im[1]);
  if (there && s->b < 0) {
    *out = fabs(re[0]) <= now.threshold ? 0 : re[0];
    s->re = re[0];
    s->im = fabs(im[0]);
  }
  if (there && s->b >= 0) {
    double dr = (re[0] - re[1]) / 2, di = (im[0] - im[1]) / 2;
    *out = dr * dr - di * di;
    s->re = (re[0] + re[1]) / 2;
    s->im = 0;
  }
  jni_value_free(tracer->locus->alloc, &now);
  return status;
}

// Bracket of a zero of f (Re la or g): parameter and f at both ends.
typedef struct {
  double at[2], f[2];
  int side;  // end that moved last, -1: none
  // True if f has different signs at the ends and can be interpolated; otherwise f is not significantly different from
  // 0 at an end, and the midpoint is tried.
  bool smooth;
} bracket;

static double aim(const bracket *k, int count) {
  double width = k->at[1] - k->at[0], at = k->at[0] - k->f[0] * width / (k->f[1] - k->f[0]);
  return k->smooth && count % 8 != 7 && at > k->at[0] && at < k->at[1] ? at : k->at[0] + width / 2;
}

static void take(bracket *k, double at, double f, bool above) {
  int end = (f > 0) == above ? 1 : 0;
  k->at[end] = at;
  k->f[end] = f;
  if (k->side == end) k->f[1 - end] /= 2;
  k->side = end;
}

// Sets *found to a crossing near `hidden`, where the root cannot be distinguished from zero: solves values just below
// and above that range and interpolates linearly between them. k: bracket of the search. Sets *found to `hidden` if no
// such values are found.
static jn_status straddle(search *s, const bracket *k, double hidden, double *found) {
  double at[2], f[2] = {NAN, NAN}, width = k->at[1] - k->at[0];
  *found = hidden;
  for (int end = 0; end < 2; end++)
    for (double part = 1e-6; !(fabs(f[end]) > 0) && part < 0.1 && s->tracer->trials > 0; part *= 4) {
      at[end] = hidden + (end ? part : -part) * width;
      if (!(at[end] > k->at[0] && at[end] < k->at[1])) break;
      jn_status status = trial(s, at[end], &f[end]);
      if (status != JN_OK) return status;
    }
  if (f[0] * f[1] < 0) *found = at[0] - f[0] * (at[1] - at[0]) / (f[1] - f[0]);
  return JN_OK;
}

// Sets *found to the parameter at which f changes sign within the bracket k, by regula falsi, with at most MOST_TRIALS
// solved values, fewer if the tracer has no trials left; then *found is the last estimate. Sets s->re and s->im there.
// A root that a trial value does not have counts as zero there.
static jn_status find_zero(search *s, bracket k, double *found) {
  const jn_locus_def *def = s->tracer->def;
  bool above = k.f[1] > 0;
  double last = HUGE_VAL;
  const bracket outer = k;
  k.side = -1;
  k.smooth = k.f[0] * k.f[1] < 0;
  s->re = s->im = 0;
  *found = aim(&k, 0);
  for (int count = 0; count < MOST_TRIALS && s->tracer->trials > 0; count++) {
    double at = aim(&k, count), tolerance = FOUND * fmax(1e-3 * (def->to - def->from), fabs(at)), f;
    jn_status status = trial(s, at, &f);
    if (status != JN_OK) return status;
    if (k.smooth && !(fabs(f) > 0)) return straddle(s, &outer, at, found);
    *found = at;
    if (fabs(at - last) <= tolerance || k.at[1] - k.at[0] <= tolerance) break;
    take(&k, at, f, above);
    last = at;
  }
  return JN_OK;
}

// ---- interval between two values -----------------------------------------------------------------------------------

typedef struct {
  jni_tracer *tracer;
  const jni_value *left, *right;
  // For each root of the left end the root of the right end that continues it; -1: none.
  const int *to;
  int *from;                        // by root of the right end: its root at the left end, -1: none
  int first_change, first_meeting;  // index of the first one in this interval
  search search;
} stretch;

// Indices of one root at the left and the right value; -1: the value does not have this root.
typedef struct {
  int left, right;
} root_ends;

static bool grows(const jni_value *value, int root) {
  double re, im;
  if (root < 0) return false;
  jni_value_root(value, root, &re, &im);
  return re > value->threshold;
}

static double above_threshold(const jni_value *value, int root) {
  double re, im;
  if (root < 0) return 0;
  jni_value_root(value, root, &re, &im);
  return fabs(re) <= value->threshold ? 0 : re;
}

// Returns the index of the root that is the conjugate of a root; -1 if the root is real.
static int partner(const jni_value *value, int root) {
  bool lower;
  int mode = jn_modes_root_mode(value->modes, root, &lower);
  if (!(jn_modes_get(value->modes, mode).im > 0)) return -1;
  return lower ? root - 1 : root + 1;
}

// ---- meetings ------------------------------------------------------------------------------------------------------

static double discriminant(const jni_value *value, int a, int b, double *mean) {
  double re[2], im[2];
  jni_value_root(value, a, &re[0], &im[0]);
  jni_value_root(value, b, &re[1], &im[1]);
  *mean = (re[0] + re[1]) / 2;
  return (re[0] - re[1]) * (re[0] - re[1]) / 4 - (im[0] - im[1]) * (im[0] - im[1]) / 4;
}

// Adds points to the two lines of a meeting, over the section between `from` and `to` (parameter, m, g), in which m and
// g are linear. Points are denser where g is small. Returns false if memory is short.
static bool fill_section(jni_tracer *tracer, const jn_locus_meeting *meeting, const double from[3], const double to[3],
                         bool upper_first, bool larger_first) {
  for (int k = 1; k <= FILLED; k++) {
    double part = (double)k / FILLED;
    part = from[2] == 0 ? part * part : 1 - (1 - part) * (1 - part);
    if (k == FILLED && from[2] == 0) return true;  // the right end is a value of the locus
    double value = from[0] + part * (to[0] - from[0]), mean = from[1] + part * (to[1] - from[1]),
           g = from[2] + part * (to[2] - from[2]);
    double root = sqrt(fabs(g)) * ((g < 0 ? upper_first : larger_first) ? 1 : -1);
    if (!jni_line_add(tracer, meeting->line, value, mean + (g > 0 ? root : 0), g < 0 ? root : 0)) return false;
    if (!jni_line_add(tracer, meeting->other, value, mean - (g > 0 ? root : 0), g < 0 ? -root : 0)) return false;
  }
  return true;
}

static jn_status find_meeting(stretch *t, root_ends a, root_ends b) {
  jn_locus *locus = t->tracer->locus;
  search *s = &t->search;
  double ends[3][3] = {{t->left->at}, {0}, {t->right->at}}, first[2], second[2], im[2];
  ends[0][2] = discriminant(t->left, a.left, b.left, &ends[0][1]);
  ends[2][2] = discriminant(t->right, a.right, b.right, &ends[2][1]);
  jn_locus_meeting meeting = {.line = t->left->lines[a.left], .other = t->left->lines[b.left], .pair = ends[2][2] < 0};
  s->base = t->left;
  s->a = a.left;
  s->b = b.left;
  jn_status status =
      find_zero(s, (bracket){.at = {ends[0][0], ends[2][0]}, .f = {ends[0][2], ends[2][2]}}, &meeting.value);
  if (status != JN_OK) return status;
  meeting.re = fabs(s->re) <= t->left->threshold ? 0 : s->re;
  ends[1][0] = meeting.value;
  ends[1][1] = meeting.re;
  const jni_value *real = meeting.pair ? t->left : t->right, *paired = meeting.pair ? t->right : t->left;
  jni_value_root(real, meeting.pair ? a.left : a.right, &first[0], &im[0]);
  jni_value_root(real, meeting.pair ? b.left : b.right, &second[0], &im[0]);
  jni_value_root(paired, meeting.pair ? a.right : a.left, &first[1], &im[1]);
  bool upper = im[1] > 0, larger = first[0] > second[0];
  if (!fill_section(t->tracer, &meeting, ends[0], ends[1], upper, larger) ||
      !fill_section(t->tracer, &meeting, ends[1], ends[2], upper, larger) ||
      !jni_grow(locus->alloc, &locus->meetings, &t->tracer->meeting_capacity, locus->nmeetings + 1,
                sizeof *locus->meetings))
    return jni_report_no_memory(t->tracer->report);
  locus->meetings[locus->nmeetings++] = meeting;
  return JN_OK;
}

// Finds the meetings between the two values of t: pairs of roots that are conjugate at one of them and real at the
// other. Adds them to the locus.
static jn_status find_meetings(stretch *t) {
  int n = jn_modes_nroots(t->left->modes);
  jn_status status = JN_OK;
  for (int a = 0; status == JN_OK && a < n; a++)
    for (int b = a + 1; status == JN_OK && b < n; b++) {
      root_ends one = {a, t->to[a]}, two = {b, t->to[b]};
      if (one.right < 0 || two.right < 0) continue;
      int left = partner(t->left, a), right = partner(t->right, one.right);
      bool parts = left == b && right < 0 && partner(t->right, two.right) < 0;
      bool joins = right == two.right && left < 0 && partner(t->left, b) < 0;
      if (parts || joins) status = find_meeting(t, one, two);
    }
  return status;
}

static const jn_locus_meeting *meeting_of(const stretch *t, int line) {
  const jn_locus *locus = t->tracer->locus;
  for (int i = t->first_meeting; i < locus->nmeetings; i++)
    if (locus->meetings[i].line == line || locus->meetings[i].other == line) return &locus->meetings[i];
  return NULL;
}

// ---- changes -------------------------------------------------------------------------------------------------------

static int line_of(const stretch *t, root_ends r) {
  return r.left >= 0 ? t->left->lines[r.left] : t->right->lines[r.right];
}

// Returns 1 if a root grows only at the right end, -1 if only at the left end, 0 otherwise.
static int change_of(const stretch *t, root_ends r) {
  return (int)grows(t->right, r.right) - (int)grows(t->left, r.left);
}

// Returns how many roots a change stands for: 2 for the upper root of a pair that crosses together, 0 for its lower
// root, which is reported with the upper one, otherwise 1.
static int weight_of(const stretch *t, root_ends r) {
  bool begins = change_of(t, r) > 0;
  const jni_value *side = begins ? t->right : t->left;
  int own = begins ? r.right : r.left, other = partner(side, own);
  const jn_locus_meeting *meeting = meeting_of(t, line_of(t, r));
  if (other < 0) return 1;
  root_ends with = {begins ? t->from[other] : other, begins ? other : t->to[other]};
  if (change_of(t, with) != change_of(t, r) || (meeting && meeting->re > side->threshold)) return 1;
  return other > own ? 2 : 0;
}

// Returns the end from which a root is followed: the only one that has it; or the only one where it is real; otherwise
// the one where it grows, because there it cannot be confused with its conjugate.
static const jni_value *base_of(const stretch *t, root_ends r) {
  if (r.left < 0 || r.right < 0) return r.left < 0 ? t->right : t->left;
  bool left_real = partner(t->left, r.left) < 0, right_real = partner(t->right, r.right) < 0;
  if (left_real != right_real) return left_real ? t->left : t->right;
  return change_of(t, r) > 0 ? t->right : t->left;
}

static jn_status locate(stretch *t, root_ends r, jn_locus_change *change) {
  const jn_locus_meeting *meeting = meeting_of(t, change->line);
  search *s = &t->search;
  // If the root changes sign where it meets its partner, takes the parameter of the meeting, which is more accurate.
  if (meeting && fabs(meeting->re) <= fmax(t->left->threshold, t->right->threshold)) {
    change->value = meeting->value;
    return JN_OK;
  }
  s->base = base_of(t, r);
  s->a = s->base == t->left ? r.left : r.right;
  s->b = -1;
  bracket ends = {.at = {t->left->at, t->right->at},
                  .f = {above_threshold(t->left, r.left), above_threshold(t->right, r.right)}};
  jn_status status = find_zero(s, ends, &change->value);
  change->im = s->im;
  return status;
}

static jn_status find_change(stretch *t, root_ends r) {
  jn_locus *locus = t->tracer->locus;
  jn_locus_change change = {.line = line_of(t, r), .growing = change_of(t, r)};
  if (change.growing == 0 || weight_of(t, r) == 0) return JN_OK;
  change.growing *= weight_of(t, r);
  jn_status status = locate(t, r, &change);
  if (status != JN_OK) return status;
  if (!jni_grow(locus->alloc, &locus->changes, &t->tracer->change_capacity, locus->nchanges + 1,
                sizeof *locus->changes))
    return jni_report_no_memory(t->tracer->report);
  int at = locus->nchanges++;
  for (; at > t->first_change && locus->changes[at - 1].value > change.value; at--)
    locus->changes[at] = locus->changes[at - 1];
  locus->changes[at] = change;
  return JN_OK;
}

static jn_status find_changes(stretch *t) {
  jn_status status = JN_OK;
  for (int a = 0; status == JN_OK && a < jn_modes_nroots(t->left->modes); a++)
    status = find_change(t, (root_ends){a, t->to[a]});
  for (int b = 0; status == JN_OK && b < jn_modes_nroots(t->right->modes); b++)
    if (t->from[b] < 0) status = find_change(t, (root_ends){-1, b});
  return status;
}

// Replaces the change of the number of growing roots, in each change found between the two values, by the number of
// growing roots beyond it.
static void count_growing(const stretch *t) {
  jn_locus *locus = t->tracer->locus;
  int growing = t->left->growing;
  for (int i = t->first_change; i < locus->nchanges; i++) {
    growing += locus->changes[i].growing;
    locus->changes[i].growing = growing;
  }
}

jn_status jni_event_find(jni_tracer *tracer, const jni_value *left, const jni_value *right, const int *to) {
  int n = jn_modes_nroots(left->modes), m = jn_modes_nroots(right->modes);
  stretch t = {.tracer = tracer,
               .left = left,
               .right = right,
               .to = to,
               .first_change = tracer->locus->nchanges,
               .first_meeting = tracer->locus->nmeetings};
  t.from = jni_alloc0(tracer->locus->alloc, 2 * (size_t)m + (size_t)n, sizeof *t.from);
  if (!t.from) return jni_report_no_memory(tracer->report);
  t.search = (search){.tracer = tracer, .to = t.from + m};
  for (int b = 0; b < m; b++) t.from[b] = -1;
  for (int a = 0; a < n; a++)
    if (to[a] >= 0) t.from[to[a]] = a;
  jn_status status = find_meetings(&t);
  if (status == JN_OK) status = find_changes(&t);
  count_growing(&t);
  jni_free(tracer->locus->alloc, t.from);
  return status;
}
