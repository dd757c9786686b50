// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kinematics_rows.c - which rows and which columns of a table say how the mechanism moves, and what they leave free.
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "analysis/kinematics.h"
#include "linalg/decompose.h"
#include "linalg/dense.h"

static const double RANK_TOLERANCE = 1e-10, NEW_DIRECTION = 1e-7;
enum { MOST_NAMED = 6, MOST_LISTED = 4 };

void jni_kinematics_motion(const jn_kinematics *k, int i, double t, double out[3]) {
  jni_spline_calc(&k->splines[i], fmin(fmax(t, k->first), k->last), out);
  out[0] += k->part * k->offset[i];
}

void jni_kinematics_matrix(jn_kinematics *k) {
  size_t n = (size_t)k->system->sizes.nv;
  jn_get_G(k->system, k->work, k->G);
  for (int i = 0; i < k->nrows; i++) memcpy(k->A + (size_t)i * n, k->G + (size_t)k->rows[i] * n, n * sizeof *k->A);
  for (int i = 0; i < k->nmotions; i++)
    jni_named_row(k->system, k->work, &k->named[i], k->body, k->A + (size_t)(k->nrows + i) * n);
}

// ---- columns ----------------------------------------------------------------------------------------------------------

// Does the row lead out of the `rank` first vectors of Q? Then what is new of it becomes the next.
static bool is_new(jn_kinematics *k, const double *row, int rank) {
  int n = k->system->sizes.nv;
  double *w = k->Q + (size_t)rank * (size_t)n, before = sqrt(jni_dot(n, row, row));
  memcpy(w, row, (size_t)n * sizeof *w);
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < rank; i++) {
      const double *q = k->Q + (size_t)i * (size_t)n;
      jni_add(n, -jni_dot(n, q, w), q, w);
    }
  double after = sqrt(jni_dot(n, w, w));
  if (!(after > NEW_DIRECTION * before)) return false;
  for (int i = 0; i < n; i++) w[i] /= after;
  return true;
}

static void JN_PRINTF(4, 5) say(const jn_motion_table *table, jn_severity severity, jn_report *report, const char *format, ...) {
  jn_error error = {.severity = severity, .status = severity == JN_FAULT ? JN_BAD_ARGUMENT : JN_OK};
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(error.what, sizeof error.what, format, arguments);
  va_end(arguments);
  if (table->file) snprintf(error.file, sizeof error.file, "%s", table->file);
  jn_report_add(report, &error);
}

static bool check_table(const jn_motion_table *t, jn_report *report) {
  for (int i = 0; i < t->ntimes; i++)
    if (!(isfinite(t->times[i]) && (i == 0 || t->times[i] > t->times[i - 1])))
      return say(t, JN_FAULT, report, "times of a motion must ascend, but row %d does not", i + 1), false;
  if (t->ntimes < 2)
    say(t, JN_FAULT, report, "a motion needs two rows at least, but there %s %d", t->ntimes == 1 ? "is" : "are", t->ntimes);
  return t->ntimes >= 2;
}

// A plain number may be an angle.
static bool unit_fits(const char *unit, const jni_named *named) {
  char text[80], what[200];
  double value;
  bool has_unit;
  jn_dimension d;
  snprintf(text, sizeof text, "1 %.60s", unit);
  if (!jn_unit_parse(text, &value, &d, &has_unit, what, sizeof what) || d.kg || d.s) return false;
  return jni_named_is_angle(named) ? d.m == 0 : d.m == 1 && d.rad == 0;
}

// Names for a message: the first few, then how many more.
typedef struct {
  char text[240];
  int n;
} name_list;

static void list_name(name_list *list, const char *name) {
  size_t at = strlen(list->text);
  if (list->n++ < MOST_LISTED) snprintf(list->text + at, sizeof list->text - at, "%s%.50s", at ? ", " : "", name);
}

static const char *list_end(name_list *list) {
  size_t at = strlen(list->text);
  if (list->n > MOST_LISTED) snprintf(list->text + at, sizeof list->text - at, " and %d more", list->n - MOST_LISTED);
  return list->text;
}

static bool stands_before(const jn_motion_table *t, int column) {
  for (int i = 0; i < column; i++)
    if (strcmp(t->names[i], t->names[column]) == 0) return true;
  return false;
}

// Columns that cannot be taken as they are: false for a wrong unit, the others are left out.
static bool check_columns(const jn_kinematics *k, const jn_motion_table *t, jn_report *report) {
  char what[256];
  bool other;
  jni_named named;
  name_list rates = {.n = 0};
  for (int i = 0; i < t->ncolumns; i++) {
    bool found = jni_named_find(k->system, t->names[i], &named, &other, what, sizeof what);
    if (found && t->units && t->units[i] && t->units[i][0] && !unit_fits(t->units[i], &named))
      return say(t, JN_FAULT, report, "column %d has the unit '%.40s', but %.80s is %s", i + 2, t->units[i], t->names[i],
                 jni_named_is_angle(&named) ? "an angle" : "a length"), false;
    if (!found && !other) say(t, JN_WARNING, report, "column '%.80s' of the motion is left out: %s", t->names[i], what);
    else if (stands_before(t, i)) say(t, JN_WARNING, report, "column '%.80s' of the motion stands there twice: the second is left out", t->names[i]);
    else if (!found && named.signal.dimension.s < 0 && named.signal.dimension.kg == 0) list_name(&rates, t->names[i]);
  }
  if (rates.n > 0)
    say(t, JN_WARNING, report, "rates are left out of the motion, which is made of positions alone: %s", list_end(&rates));
  return true;
}

static bool is_used(const jn_kinematics *k, const char *name) {
  for (int i = 0; i < k->nmotions; i++)
    if (strcmp(k->named[i].name, name) == 0) return true;
  return false;
}

static void tell_unused(const jn_kinematics *k, const jn_motion_table *t, jn_report *report) {
  char what[256];
  bool other;
  jni_named named;
  name_list unused = {.n = 0};
  for (int i = 0; i < t->ncolumns; i++)
    if (jni_named_find(k->system, t->names[i], &named, &other, what, sizeof what) && !is_used(k, named.name)) list_name(&unused, t->names[i]);
  if (unused.n > 0)
    say(t, JN_NOTE, report, "coordinates that follow from the others are left out of the motion: %s", list_end(&unused));
}

static bool add_column(jn_kinematics *k, const jn_motion_table *table, int column, const jni_named *named, jn_report *report) {
  int i = k->nmotions;
  for (int row = 0; row < table->ntimes; row++)
    if (!isfinite(table->columns[column][row]))
      return say(table, JN_FAULT, report, "the motion of '%s' is not known at t = %.9g s", named->name, table->times[row]), false;
  k->named[i] = *named;
  k->nmotions++;
  if (!jni_spline_new(k->alloc, table->times, table->columns[column], table->ntimes, &k->splines[i])) return jni_report_no_memory(report), false;
  double out[3];
  jni_kinematics_motion(k, i, k->here.state[0], out);
  k->offset[i] = jni_named_value(k->system, k->work, named) - out[0];
  return true;
}

// Coordinates of joints and angles of bodies say more plainly how a mechanism stands than places of points, which have extremes.
static int plainness(const jni_named *named) { return named->coordinate >= 0 ? 0 : named->signal.kind == JNI_SIGNAL_ANGLE ? 1 : 2; }

// Columns that prescribe what is free without them: the plainest first, alike ones in their order.
static bool choose_columns(jn_kinematics *k, const jn_motion_table *table, int *rank, jn_report *report) {
  char what[256];
  bool other;
  jni_named named;
  k->first = table->times[0], k->last = table->times[table->ntimes - 1];
  for (int pass = 0; pass < 3; pass++)
    for (int i = 0; i < table->ncolumns; i++) {
      if (!jni_named_find(k->system, table->names[i], &named, &other, what, sizeof what)) continue;
      if (*rank == k->system->sizes.nv || plainness(&named) != pass) continue;
      jni_named_row(k->system, k->work, &named, k->body, k->row);
      if (!is_new(k, k->row, *rank)) continue;
      ++*rank;
      if (!add_column(k, table, i, &named, report)) return false;
    }
  tell_unused(k, table, report);
  return true;
}

// ---- what stays free --------------------------------------------------------------------------------------------------

// The vectors behind the first `rank` of Q are completed to a basis, and named.
static void refuse_free(jn_kinematics *k, int rank, bool with_table, jn_report *report) {
  int n = k->system->sizes.nv, left = n - rank, nonholonomic = k->system->sizes.nn;
  char names[MOST_NAMED][JN_DIRECTION_NAME], text[400] = "";
  jni_kinematics_matrix(k);
  if (jni_decompose_rows(k->nrows + k->nmotions, n, k->A, RANK_TOLERANCE, k->Q, k->pivot, k->scratch) < 0) rank = n;
  int named = jni_name_directions(k->system, k->work, k->Q + (size_t)rank * (size_t)n, n - rank, k->row, k->body, names, MOST_NAMED);
  for (int i = 0; i < named; i++) {
    size_t at = strlen(text);
    snprintf(text + at, sizeof text - at, "%s%.60s", i ? ", " : "", names[i]);
  }
  if (left > named) snprintf(text + strlen(text), sizeof text - strlen(text), "%s%d more", named ? " and " : "", left - named);
  jn_report_fault(report, JN_REFUSED, "", "the motion is not prescribed: %d degree%s of freedom remain%s (%s); %s%s", left,
                  left == 1 ? "" : "s", left == 1 ? "s" : "", text,
                  with_table ? left == 1 ? "the table of motion does not name it" : "the table of motion does not name them"
                  : left == 1 ? "add a driver, or give its motion in a table" : "add drivers, or give their motion in a table",
                  nonholonomic > 0 ? "; rolling and knife edges say how bodies move, not where they are" : "");
}

bool jni_kinematics_choose(jn_kinematics *k, const jn_motion_table *table, jn_report *report) {
  const jn_sizes *n = &k->system->sizes;
  const bool *active = jn_mobility_active(k->mobility);
  const double *q = k->here.state + 1, *s = q + n->nq + n->nv + n->nz;
  for (int i = 0; i < n->nh; i++)
    if (active[i]) k->rows[k->nrows++] = i;
  if (k->nrows > n->nv) return jn_report_fault(report, JN_SINGULAR, "", "the start is singular in these coordinates"), false;
  jn_calc_position(k->system, k->work, k->here.state[0], q, s);
  jni_kinematics_matrix(k);
  int rank = jni_decompose_rows(k->nrows, n->nv, k->A, RANK_TOLERANCE, k->Q, k->pivot, k->scratch);
  if (rank < 0) return jn_report_fault(report, JN_NOT_FINITE, "", "the rows of the start are not finite"), false;
  if (table && !(check_table(table, report) && check_columns(k, table, report) && choose_columns(k, table, &rank, report))) return false;
  if (k->nrows + k->nmotions == n->nv) return true;
  refuse_free(k, k->nrows + k->nmotions, table != NULL, report);
  return false;
}
