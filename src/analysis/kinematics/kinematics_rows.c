// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kinematics_rows.c - selects the equations and the columns of a table that determine the motion, and names the
// coordinates that stay free.
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "analysis/kinematics/kinematics.h"
#include "linalg/dense/dense.h"

static const double RANK_TOLERANCE = 1e-10, NEW_DIRECTION = 1e-7;
// BESIDE: distance from the start at which the independence of rows is tested again, typical lengths or rad;
// LEADS_BESIDE: tolerance of independence there.
static const double BESIDE = 0.05, LEADS_BESIDE = 1e-3;
enum { MOST_NAMED = 6, MOST_LISTED = 4 };

void jni_kinematics_motion(const jn_kinematics *k, int i, double t, double out[3]) {
  jni_spline_calc(&k->splines[i], fmin(fmax(t, k->first), k->last), out);
  out[0] += k->part * k->offset[i];
}

// ---- columns -------------------------------------------------------------------------------------------------------

static double column_scale(const jn_system *system, int i) { return system->v_is_length[i] ? system->length_scale : 1; }

// Adds the row in k->row to `span` if it is independent of the rows there. Returns 1: added; 0: dependent or not
// finite; -1: memory is short.
static int lead_out(jn_kinematics *k, jni_rank *span, double tolerance) {
  const jn_system *system = k->system;
  double *row = jni_rank_row(span);
  for (int i = 0; i < system->sizes.nv; i++) row[i] = k->row[i] * column_scale(system, i);
  int leads = jni_rank_add(span, tolerance);
  return leads == -2 ? 0 : leads;  // a row that is not finite counts as dependent
}

int jni_kinematics_add_row(jn_kinematics *k, jni_rank *span, int row, double tolerance) {
  jni_pool scratch = {.alloc = k->pool.alloc};
  jni_sparse_rows one = {.pool = &scratch};
  int leads = -1;
  if (jni_sparse_add_joint_row(k->system, &one, row)) {
    jni_sparse_update_G(&one, k->work);
    memset(k->row, 0, (size_t)k->system->sizes.nv * sizeof *k->row);
    jni_sparse_add(&one, 0, 1, k->row);
    leads = lead_out(k, span, tolerance);
  }
  jni_pool_free(&scratch);
  return leads;
}

int jni_kinematics_add_named(jn_kinematics *k, jni_rank *span, const jni_named *named) {
  jni_named_row(k->system, k->work, named, k->body, k->row);
  return lead_out(k, span, NEW_DIRECTION);
}

static void JN_PRINTF(4, 5)
    say(const jn_motion_table *table, jn_severity severity, jn_report *report, const char *format, ...) {
  jn_error error = {.severity = severity, .status = severity == JN_FAULT ? JN_BAD_ARGUMENT : JN_OK};
  va_list arguments;
  va_start(arguments, format);
  jni_vprint(error.what, sizeof error.what, format, arguments);
  va_end(arguments);
  if (table->file) snprintf(error.file, sizeof error.file, "%s", table->file);
  jn_report_add(report, &error);
}

static bool check_table(const jn_motion_table *t, jn_report *report) {
  for (int i = 0; i < t->ntimes; i++)
    if (!(isfinite(t->times[i]) && (i == 0 || t->times[i] > t->times[i - 1]))) {
      say(t, JN_FAULT, report, "times of a motion must ascend, but that of point %d does not", i + 1);
      return false;
    }
  if (t->ntimes < 2)
    say(t, JN_FAULT, report, "a motion needs at least two times, but there %s %d", t->ntimes == 1 ? "is" : "are",
        t->ntimes);
  return t->ntimes >= 2;
}

// Returns whether the unit of a column fits its coordinate: a length in a unit of length, an angle in a unit of angle
// or without unit.
static bool unit_fits(const char *unit, const jni_named *named) {
  char text[80], what[200];
  double value;
  bool has_unit;
  jn_dimension d;
  snprintf(text, sizeof text, "1 %.60s", unit);
  if (!jn_unit_parse(text, &value, &d, &has_unit, what, sizeof what) || d.kg || d.s) return false;
  return jni_named_is_angle(named) ? d.m == 0 : d.m == 1 && d.rad == 0;
}

// A list of names for a message: the first few, then the number of the others.
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

static bool occurs_before(const jn_motion_table *t, int column) {
  for (int i = 0; i < column; i++)
    if (strcmp(t->names[i], t->names[column]) == 0) return true;
  return false;
}

// Checks the columns of the table. Returns false with a fault if the unit of a column does not fit. Warns of columns
// with unknown names, of those that occur twice, and of rates; says nothing of other signals. All these are ignored.
static bool check_columns(const jn_kinematics *k, const jn_motion_table *t, jn_report *report) {
  char what[256];
  bool other;
  jni_named named;
  name_list rates = {.n = 0};
  for (int i = 0; i < t->ncolumns; i++) {
    bool found = jni_named_find(k->system, t->names[i], &named, &other, what, sizeof what);
    if (found && t->units && t->units[i] && t->units[i][0] && !unit_fits(t->units[i], &named)) {
      say(t, JN_FAULT, report, "column %d has the unit '%.40s', but %.80s is %s", i + 2, t->units[i], t->names[i],
          jni_named_is_angle(&named) ? "an angle" : "a length");
      return false;
    }
    if (!found && !other) say(t, JN_WARNING, report, "column '%.80s' of the motion is not used: %s", t->names[i], what);
    else if (occurs_before(t, i))
      say(t, JN_WARNING, report, "column '%.80s' of the motion is given twice; the second is not used", t->names[i]);
    else if (!found && named.signal.dimension.s < 0 && named.signal.dimension.kg == 0) list_name(&rates, t->names[i]);
  }
  if (rates.n > 0) say(t, JN_WARNING, report, "rates in the motion are not used, only positions: %s", list_end(&rates));
  return true;
}

static bool is_complete(const jn_kinematics *k) { return k->nrows + k->nmotions == k->system->sizes.nv; }

static bool is_used(const jn_kinematics *k, const char *name) {
  for (int i = 0; i < k->nmotions; i++)
    if (strcmp(k->named[i].name, name) == 0) return true;
  return false;
}

// Reports columns that are not used: a warning for those of coordinates that drivers prescribe, a note for those that
// depend on other columns or the joints.
static void report_unused(const jn_kinematics *k, const jn_motion_table *t, jn_report *report) {
  char what[256];
  bool other;
  double scale;
  jni_named named;
  name_list follows = {.n = 0}, driven = {.n = 0};
  bool drivers_alone = k->nmotions == 0 && is_complete(k);
  for (int i = 0; i < t->ncolumns; i++) {
    if (!jni_named_find(k->system, t->names[i], &named, &other, what, sizeof what) || is_used(k, named.name)) continue;
    bool by_driver =
        drivers_alone || (named.coordinate >= 0 && jni_driver_row(k->system, named.coordinate, &scale) >= 0);
    list_name(by_driver ? &driven : &follows, t->names[i]);
  }
  if (driven.n > 0)
    say(t, JN_WARNING, report, "%s: drivers already prescribe %s (%s)",
        drivers_alone ? "the table of motion is not used" : "columns of the motion are not used",
        drivers_alone ? "the whole motion" : "them", list_end(&driven));
  if (follows.n > 0)
    say(t, JN_NOTE, report, "coordinates that follow from the others are not used: %s", list_end(&follows));
}

static bool add_column(jn_kinematics *k, const jn_motion_table *table, int column, const jni_named *named,
                       jn_report *report) {
  int i = k->nmotions;
  for (int row = 0; row < table->ntimes; row++)
    if (!isfinite(table->columns[column][row])) {
      say(table, JN_FAULT, report, "the motion of '%s' is not given at t = %.9g s", named->name, table->times[row]);
      return false;
    }
  k->named[i] = *named;
  k->nmotions++;
  if (!jni_spline_new(&k->of_splines, table->times, table->columns[column], table->ntimes, &k->splines[i])) {
    jni_report_no_memory(report);
    return false;
  }
  double out[3];
  jni_kinematics_motion(k, i, k->here.state[0], out);
  k->offset[i] = jni_named_value(k->system, k->work, named) - out[0];
  return true;
}

// Returns the rank of a coordinate in the choice of columns, lower is better: 0 joint coordinates, 1 angles of bodies,
// 2 positions of points. The last come last because they have extremes, where they determine no motion.
static int plainness(const jni_named *named) {
  return named->coordinate >= 0 ? 0 : named->signal.kind == JNI_SIGNAL_ANGLE ? 1 : 2;
}

// Adds columns of the table to the prescribed coordinates: those that are independent of the rows in `span`, in the
// order of `plainness` and then of the table, until the motion is determined. Returns false after a fault.
static bool choose_columns(jn_kinematics *k, const jn_motion_table *table, jni_rank *span, jn_report *report) {
  char what[256];
  bool other;
  jni_named named;
  k->first = table->times[0];
  k->last = table->times[table->ntimes - 1];
  for (int pass = 0; pass < 3; pass++)
    for (int i = 0; i < table->ncolumns; i++) {
      if (!jni_named_find(k->system, table->names[i], &named, &other, what, sizeof what)) continue;
      if (k->nrows + k->nmotions == k->system->sizes.nv || plainness(&named) != pass) continue;
      int leads = jni_kinematics_add_named(k, span, &named);
      if (leads < 0) {
        jni_report_no_memory(report);
        return false;
      }
      if (leads > 0 && !add_column(k, table, i, &named, report)) return false;
    }
  return true;
}

// ---- free directions -----------------------------------------------------------------------------------------------

// Writes to N (vectors of nv, one after the other) an orthonormal basis of at most `most` directions that the rows in
// `span` leave free; returns their number.
static int find_free(jn_kinematics *k, const jni_rank *span, double *N, int most) {
  const jn_system *system = k->system;
  int n = system->sizes.nv, found = 0;
  for (int i = 0; i < most; i++) {
    double *x = N + (size_t)found * (size_t)n;
    jni_rank_direction(span, i, x);
    for (int j = 0; j < n; j++) x[j] *= column_scale(system, j);
    double before = sqrt(jni_dot(n, x, x));
    for (int pass = 0; pass < 2; pass++)
      for (int other = 0; other < found; other++) {
        const double *y = N + (size_t)other * (size_t)n;
        jni_add(n, -jni_dot(n, x, y), y, x);
      }
    double after = sqrt(jni_dot(n, x, x));
    for (int j = 0; j < n; j++) x[j] /= after;
    if (after > NEW_DIRECTION * before) found++;
  }
  return found;
}

// Returns whether a name is that of an angular velocity, such as "disc.wx".
static bool is_angular_velocity(const char *name) {
  size_t n = strlen(name);
  return n > 3 && name[n - 3] == '.' && name[n - 2] == 'w';
}

// Returns whether rows and columns determine the motion at a configuration slightly displaced along N, the n directions
// that they leave free at the start. The residual of redundant rows there is only of second order in the displacement.
static bool is_regular_beside(jn_kinematics *k, const jn_motion_table *table, const double *N, int n) {
  const jn_sizes *sizes = &k->system->sizes;
  const double *q = k->here.state + 1, *s = k->here.state + sizes->nstate - sizes->ns;
  char what[256];
  bool other;
  jni_named named;
  memset(k->d, 0, (size_t)sizes->nv * sizeof *k->d);
  for (int i = 0; i < n; i++) {
    const double *x = N + (size_t)i * (size_t)sizes->nv;
    double longest = 0;
    for (int j = 0; j < sizes->nv; j++) longest = fmax(longest, fabs(x[j]) / k->system->v_size[j]);
    jni_add(sizes->nv, BESIDE / (1 + i) / fmax(longest, DBL_MIN), x, k->d);
  }
  jn_manifold_step(k->system, q, k->d, k->next);
  jni_kinematics_place(k, k->here.state[0], k->next, s);
  jni_rank *span = jni_rank_begin(k->pool.alloc, sizes->nv, sizes->nv);
  int leads = span ? 0 : -1;
  for (int i = 0; leads >= 0 && i < k->nrows; i++) leads = jni_kinematics_add_row(k, span, k->rows[i], RANK_TOLERANCE);
  for (int i = 0; leads >= 0 && i < table->ncolumns; i++)
    if (jni_named_find(k->system, table->names[i], &named, &other, what, sizeof what)) {
      jni_named_row(k->system, k->work, &named, k->body, k->row);
      leads = lead_out(k, span, LEADS_BESIDE);
    }
  bool regular = leads >= 0 && jni_rank_get(span) == sizes->nv;
  jni_object_free(span);
  jni_kinematics_place(k, k->here.state[0], q, s);
  return regular;
}

static void refuse_singular(const char *names, int left, jn_report *report) {
  jn_report_fault(report, JN_REFUSED, "",
                  "the assembled start is a singular configuration (a stretched arm, a dead centre), in which "
                  "the table does not determine how %s move%s; start next to it: give a value of %s under "
                  "'initial'",
                  names, left == 1 ? "s" : "", left == 1 ? "it" : "them");
}

// Reports a fault that names the directions that the rows in `span` leave free, and says whether the start is merely a
// singular configuration.
static void refuse_free(jn_kinematics *k, const jni_rank *span, const jn_motion_table *table, jn_report *report) {
  int n = k->system->sizes.nv, left = n - jni_rank_get(span), most = left < JN_MOST_NEUTRAL ? left : JN_MOST_NEUTRAL;
  char names[MOST_NAMED][JN_DIRECTION_NAME], text[400] = "";
  double *N = jni_doubles(&k->pool, (size_t)most * (size_t)n + 1);
  if (!N) {
    jni_report_no_memory(report);
    return;
  }
  int found = find_free(k, span, N, most);
  bool singular = table && found == left && is_regular_beside(k, table, N, found);
  int named = jni_name_directions(k->system, k->work, N, found, k->row, k->body, names, MOST_NAMED);
  jni_drop(&k->pool, N);
  bool turning = false;  // a free direction is a rotation
  for (int i = 0; i < named; i++) {
    size_t at = strlen(text);
    turning = turning || is_angular_velocity(names[i]);
    snprintf(text + at, sizeof text - at, "%s%.120s", i ? ", " : "", names[i]);
  }
  if (left > named)
    snprintf(text + strlen(text), sizeof text - strlen(text), "%s%d more", named ? " and " : "", left - named);
  if (singular) {
    refuse_singular(text, left, report);
    return;
  }
  jn_report_fault(
      report, JN_REFUSED, "", "the motion is not prescribed: %d degree%s of freedom remain%s (%s); %s%s", left,
      left == 1 ? "" : "s", left == 1 ? "s" : "", text,
      table       ? left == 1 ? "the table of motion does not name it" : "the table of motion does not name them"
      : left == 1 ? "add a driver, or give its motion in a table"
                  : "add drivers, or give their motion in a table",
      turning ? "; rotations of a free body in space are no coordinates: hold it by hinges and give their angles" : "");
}

// ---- selection -----------------------------------------------------------------------------------------------------

static bool fault(jn_report *report, int leads) {
  if (leads < 0) jni_report_no_memory(report);
  return false;
}

// Adds to k->rows and `span` the holonomic equations that the mobility analysis found independent; in this
// configuration some may depend on others. Returns false after a fault.
static bool take_rows(jn_kinematics *k, jni_rank *span, jn_report *report) {
  const bool *active = jn_mobility_active(k->mobility);
  for (int i = 0; i < k->system->sizes.nh; i++) {
    if (!active[i]) continue;
    k->rows[k->nrows++] = i;
    if (jni_kinematics_add_row(k, span, i, RANK_TOLERANCE) < 0) return fault(report, -1);
  }
  if (k->nrows > k->system->sizes.nv)
    jn_report_fault(report, JN_SINGULAR, "", "the start is singular in these coordinates");
  return k->nrows <= k->system->sizes.nv;
}

// Adds to k->rows and `span` independent nonholonomic equations, which determine velocities that the other equations
// leave open. Returns false after a fault.
static bool take_rolling(jn_kinematics *k, jni_rank *span, jn_report *report) {
  const jn_sizes *n = &k->system->sizes;
  for (int i = n->nh; i < n->nc && k->nrows + k->nmotions < n->nv; i++) {
    int leads = jni_kinematics_add_row(k, span, i, NEW_DIRECTION);
    if (leads < 0) return fault(report, leads);
    if (leads > 0) {
      k->rows[k->nrows++] = i;
      k->nrolling++;
    }
  }
  return true;
}

// Selects anew the equations and columns that prescribe the motion. rolling: takes nonholonomic equations, before the
// columns. Returns false after a fault.
static bool choose(jn_kinematics *k, const jn_motion_table *table, bool rolling, jni_rank *span, jn_report *report) {
  k->nrows = k->nrolling = k->nmotions = 0;
  jni_pool_free(&k->of_splines);
  if (!take_rows(k, span, report) || (rolling && !take_rolling(k, span, report))) return false;
  return !table || choose_columns(k, table, span, report);
}

// If the selection determines the motion, prepares the held coordinates and the matrix; otherwise reports the free
// directions and returns false. Warns of columns that are not used.
static bool finish(jn_kinematics *k, const jn_motion_table *table, const jni_rank *span, jn_report *report) {
  if (table) report_unused(k, table, report);
  if (is_complete(k)) return (jni_kinematics_hold(k) && jni_kinematics_make_matrix(k)) || fault(report, -1);
  refuse_free(k, span, table, report);
  return false;
}

bool jni_kinematics_choose(jn_kinematics *k, const jn_motion_table *table, jn_report *report) {
  const jn_sizes *n = &k->system->sizes;
  const double *q = k->here.state + 1, *s = q + n->nq + n->nv + n->nz;
  if (table && !(check_table(table, report) && check_columns(k, table, report))) return false;
  jni_kinematics_place(k, k->here.state[0], q, s);
  bool ok = true;
  for (int rolling = 0; ok && rolling < (n->nn > 0 ? 2 : 1); rolling++) {
    jni_rank *span = jni_rank_begin(k->pool.alloc, n->nv, n->nv);
    ok = span ? choose(k, table, rolling, span, report) : fault(report, -1);
    bool last = ok && (is_complete(k) || rolling == (n->nn > 0));
    if (last) ok = finish(k, table, span, report);
    jni_object_free(span);
    if (last) break;
  }
  return ok;
}
