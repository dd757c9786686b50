// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// diff.c - compares two results column by column, at the times of the one with fewer rows.
#include "jounce/diff.h"

#include <math.h>
#include <string.h>

#include "base/pool.h"
#include "model/names.h"
#include "output/result_table.h"

// Times closer than this part of the larger of the interval and its largest |time| are equal.
static const double same_time = 1e-12;

typedef struct {
  const jn_table *table;
  const double *times;
  double scale;  // factor from the unit of the result's times to s
  int nrows;
} side;

struct jn_diff {
  jni_pool pool;
  side sides[2];
  jn_diff_times when;
  int *left;       // when.times numbers: row of the other result at or before each compared time
  double *weight;  // when.times numbers: position of the time between this row and the next, 0 to 1
  jn_column_diff *columns;
  int ncolumns;
  const char **only[2];  // nonly: names of the columns that only one of the results has
  int nonly[2];
};

// ---- times ----------------------------------------------------------------------------------------

static double time_at(const side *s, int row) { return s->times[row] * s->scale; }

static bool fault(jn_report *report, const char *sentence) {
  jn_report_fault(report, JN_BAD_ARGUMENT, "", "%s", sentence);
  return false;
}

static bool check_times(side *s, const char *which, jn_report *report) {
  char text[160];
  jn_dimension dimension;
  s->times = jn_table_column(s->table, 0);
  s->nrows = jn_table_nrows(s->table);
  if (!jni_unit_scale(jn_table_unit(s->table, 0), &s->scale, &dimension)) s->scale = 1;
  for (int i = 0; i < s->nrows; i++) {
    if (isfinite(s->times[i]) && (i == 0 || s->times[i] >= s->times[i - 1])) continue;
    jni_print(text, sizeof text, "the times of the %s result do not ascend: row %d has %g", which, i + 1, s->times[i]);
    return fault(report, text);
  }
  if (s->nrows > 0) return true;
  jni_print(text, sizeof text, "the %s result has no rows", which);
  return fault(report, text);
}

static double tolerance(const jn_diff *d) {
  const jn_diff_times *w = &d->when;
  return same_time * fmax(fmax(fabs(w->from), fabs(w->to)), w->to - w->from);
}

// Returns the first row of one of the two results (`which`) that is in the time interval common to both, and sets *n to
// the number of its rows in this interval.
static int first_row(const jn_diff *d, int which, int *n) {
  const side *s = &d->sides[which];
  int first = 0, last = s->nrows - 1;
  while (first < s->nrows && time_at(s, first) < d->when.from - tolerance(d)) first++;
  while (last >= first && time_at(s, last) > d->when.to + tolerance(d)) last--;
  *n = last - first + 1;
  return first;
}

static bool find_common(jn_diff *d, jn_report *report) {
  jn_diff_times *w = &d->when;
  for (int k = 0; k < 2; k++) {
    w->begin[k] = time_at(&d->sides[k], 0);
    w->end[k] = time_at(&d->sides[k], d->sides[k].nrows - 1);
  }
  w->from = fmax(w->begin[0], w->begin[1]);
  w->to = fmin(w->end[0], w->end[1]);
  if (w->from <= w->to) return true;
  char text[200];
  jni_print(text, sizeof text,
            "the results have no time in common: the first goes from %g to %g s, the second from %g "
            "to %g s",
            w->begin[0], w->end[0], w->begin[1], w->end[1]);
  return fault(report, text);
}

// Returns the first row of a result, from row k on, whose time is t or later, up to the tolerance of times; the number
// of rows if there is none.
static int find_row_from(const jn_diff *d, const side *s, int k, double t) {
  while (k < s->nrows && time_at(s, k) < t - tolerance(d)) k++;
  return k;
}

static bool is_at(const jn_diff *d, const side *s, int k, double t) {
  return k < s->nrows && fabs(time_at(s, k) - t) <= tolerance(d);
}

static bool choose_grid(jn_diff *d, int *first) {
  int n[2], start[2];
  for (int k = 0; k < 2; k++) start[k] = first_row(d, k, &n[k]);
  d->when.grid = n[1] > 0 && (n[1] < n[0] || n[0] == 0) ? 1 : 0;
  *first = start[d->when.grid];
  d->when.times = n[d->when.grid] > 0 ? n[d->when.grid] : 0;
  d->left = jni_ints(&d->pool, (size_t)d->when.times);
  d->weight = jni_doubles(&d->pool, (size_t)d->when.times);
  return !d->pool.failed;
}

// ---- values ---------------------------------------------------------------------------------------

// Returns the value of a column y between rows k and k + 1, at the fraction `weight` of the interval, from the cubic
// through four rows; from the straight line if there are fewer rows, or equal times or values that are not finite among
// them.
static double interpolate(const side *s, const double *y, int k, double weight) {
  double linear = y[k] + weight * (y[k + 1] - y[k]), at = s->times[k] + weight * (s->times[k + 1] - s->times[k]),
         sum = 0;
  int first = k < 1 ? 0 : k + 2 < s->nrows ? k - 1 : s->nrows - 4;
  if (s->nrows < 4) return linear;
  for (int i = first; i < first + 4; i++) {
    double product = y[i];
    for (int j = first; j < first + 4; j++)
      if (j != i) product *= (at - s->times[j]) / (s->times[i] - s->times[j]);
    sum += product;
  }
  return isfinite(sum) ? sum : linear;
}

typedef struct {
  double least, most, squares;
  int n;
} spread;

// Updates the differences of a column in *c and *s with the values a and b of the two results at time t. Two NaN count
// as equal; a value that is not finite together with another value counts as an infinite difference.
static void add_values(jn_column_diff *c, spread *s, double t, double a, double b) {
  double difference = fabs(a - b);
  bool alike = a == b || (isnan(a) && isnan(b));
  if (alike) difference = 0;
  else if (!isfinite(difference)) difference = HUGE_VAL;
  if (difference > c->largest) {
    c->largest = difference;
    c->at = t;
  }
  s->squares += difference * difference;
  s->n++;
  if (isfinite(a)) {
    s->least = fmin(s->least, a);
    s->most = fmax(s->most, a);
  }
  if (isfinite(b)) {
    s->least = fmin(s->least, b);
    s->most = fmax(s->most, b);
  }
}

static void compare_column(const jn_diff *d, int first, int column_a, int column_b, jn_column_diff *c) {
  const side *a = &d->sides[0], *b = &d->sides[1];
  const double *y[2] = {jn_table_column(a->table, column_a), jn_table_column(b->table, column_b)};
  double factor = jni_unit_factor(c->other_unit, c->unit);
  spread s = {.least = HUGE_VAL, .most = -HUGE_VAL};
  int grid = d->when.grid, other = 1 - grid;
  c->comparable = factor > 0;
  c->at = d->when.from;
  for (int i = 0; c->comparable && i < d->when.times; i++) {
    double values[2];
    int k = d->left[i];
    values[grid] = y[grid][first + i];
    values[other] = d->weight[i] > 0 ? interpolate(&d->sides[other], y[other], k, d->weight[i]) : y[other][k];
    add_values(c, &s, time_at(&d->sides[grid], first + i), values[0], factor * values[1]);
  }

  bool any = s.least <= s.most;
  c->range = any ? s.most - s.least : 0;
  double size = c->range > 0 ? c->range : any ? fmax(fabs(s.most), fabs(s.least)) : 0;
  c->rms = s.n > 0 ? sqrt(s.squares / s.n) : 0;
  c->relative = c->largest == 0 ? 0 : size > 0 ? c->largest / size : HUGE_VAL;
}

// ---- columns ----------------------------------------------------------------------------------------

enum { MAX_EQUAL_NAMES = 8 };  // columns of one name after this number of them share one occurrence number

// Returns a map from name and occurrence to the index of a column, because names can repeat: the second column of a
// name is compared with the second one of the other table. Sets occurrence[] to the number of each column among those
// of its name, from 0. If memory is short, d->pool has failed, and the map may be NULL or incomplete.
static jni_names *name_columns(jn_diff *d, const jn_table *table, int *occurrence) {
  jni_names *names = jni_keep(&d->pool, jni_names_new(d->pool.alloc), jni_object_free);
  for (int i = 1; names && occurrence && i < jn_table_ncolumns(table); i++) {
    const char *name = jn_table_name(table, i);
    while (occurrence[i] < MAX_EQUAL_NAMES && jni_names_get(names, JNI_NAME_KEY, occurrence[i], name) >= 0)
      occurrence[i]++;
    if (!jni_names_put(names, JNI_NAME_KEY, occurrence[i], name, i)) d->pool.failed = true;
  }
  return names;
}

static void list_only(jn_diff *d, int which, const jni_names *theirs, const int *occurrence) {
  const jn_table *mine = d->sides[which].table;
  int n = jn_table_ncolumns(mine), found = 0;
  d->only[which] = jni_take(&d->pool, (size_t)n + 1, sizeof *d->only[which]);
  for (int i = 1; d->only[which] && i < n; i++)
    if (jni_names_get(theirs, JNI_NAME_KEY, occurrence[i], jn_table_name(mine, i)) < 1)
      d->only[which][found++] = jn_table_name(mine, i);
  d->nonly[which] = found;
}

static void compare_named(jn_diff *d, int first, const jni_names *theirs, const int *occurrence) {
  const jn_table *a = d->sides[0].table, *b = d->sides[1].table;
  d->columns = jni_take(&d->pool, (size_t)jn_table_ncolumns(a), sizeof *d->columns);
  for (int i = 1; d->columns && i < jn_table_ncolumns(a); i++) {
    int other = jni_names_get(theirs, JNI_NAME_KEY, occurrence[i], jn_table_name(a, i));
    if (other < 1) continue;
    jn_column_diff *c = &d->columns[d->ncolumns++];
    *c = (jn_column_diff){
        .name = jn_table_name(a, i), .unit = jn_table_unit(a, i), .other_unit = jn_table_unit(b, other)};
    compare_column(d, first, i, other, c);
  }
}

static void compare_columns(jn_diff *d, int first) {
  jni_names *names[2];
  int *occurrence[2];
  for (int k = 0; k < 2; k++) {
    occurrence[k] = jni_ints(&d->pool, (size_t)jn_table_ncolumns(d->sides[k].table));
    names[k] = name_columns(d, d->sides[k].table, occurrence[k]);
  }
  if (d->pool.failed) return;
  compare_named(d, first, names[1], occurrence[0]);
  for (int k = 0; k < 2; k++) list_only(d, k, names[1 - k], occurrence[k]);
}

jn_diff *jn_diff_new(const jn_alloc *alloc, const jn_table *a, const jn_table *b, jn_report *report) {
  JNI_ASSERT(a && b);
  int first = 0;
  jn_diff *d = jni_object_new(alloc, sizeof *d);
  if (!d) {
    jni_report_no_memory(report);
    return NULL;
  }
  d->sides[0].table = a;
  d->sides[1].table = b;
  bool sound = check_times(&d->sides[0], "first", report) && check_times(&d->sides[1], "second", report) &&
               find_common(d, report);
  if (!sound) return jni_object_free(d);
  if (choose_grid(d, &first)) {
    // Finds the position of each compared time among the rows of the other result. If both have two rows at one time,
    // as at a jump, the first rows are compared with each other, and the second rows.
    const side *grid = &d->sides[d->when.grid], *other = &d->sides[1 - d->when.grid];
    for (int i = 0, k = 0; i < d->when.times; i++) {
      double t = time_at(grid, first + i);
      bool again = i > 0 && is_at(d, grid, first + i - 1, t) && is_at(d, other, d->left[i - 1], t);
      k = again ? d->left[i - 1] + is_at(d, other, d->left[i - 1] + 1, t) : find_row_from(d, other, k, t);
      bool here = k == 0 || k >= other->nrows || is_at(d, other, k, t);
      d->left[i] = k >= other->nrows ? other->nrows - 1 : here ? k : k - 1;
      if (!here) d->weight[i] = (t - time_at(other, k - 1)) / (time_at(other, k) - time_at(other, k - 1));
      d->when.interpolated += !here;
    }

    compare_columns(d, first);
  }
  if (!d->pool.failed) return d;
  jni_report_no_memory(report);
  return jni_object_free(d);
}

void *jn_diff_free(jn_diff *diff) { return jni_object_free(diff); }
jn_diff_times jn_diff_get_times(const jn_diff *diff) {
  JNI_ASSERT(diff);
  return diff->when;
}
int jn_diff_count(const jn_diff *diff) {
  JNI_ASSERT(diff);
  return diff->ncolumns;
}

const jn_column_diff *jn_diff_get(const jn_diff *diff, int i) {
  JNI_ASSERT(diff && i >= 0 && i < diff->ncolumns);
  return &diff->columns[i];
}

const char *jn_diff_only(const jn_diff *diff, int which, int i) {
  JNI_ASSERT(diff && (which == 0 || which == 1) && i >= 0);
  return i < diff->nonly[which] ? diff->only[which][i] : NULL;
}
