// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kinematics_start.c - moves the assembled mechanism to the start of its table of motion.
//
// The difference between both is removed in small steps. Rolling wheels do not roll during this move: wheels whose
// angles do not begin at zero are turned in place. Kept coordinates of the model replace the nonholonomic equations, as
// far as the table leaves them open; all other coordinates change as little as possible. Reports how far a body or a
// kept coordinate has moved.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/kinematics/kinematics.h"

enum { MOST_STRIDES = 100000 };
static const double FAR = 0.3;  // typical lengths or rad: a larger correction leads to another branch
// Sizes of the mechanism or rad: a smaller offset means that the table begins at the assembled state.
static const double SAME = 1e-9;
static const double LED = 1e-6;  // m over the size of the mechanism, or rad: larger moves cause a warning

// ---- held coordinates ----------------------------------------------------------------------------------------------

static bool is_away(const jn_kinematics *k) {
  bool away = false;
  for (int i = 0; i < k->nmotions; i++)
    away = away || !(fabs(k->offset[i]) <= SAME * jni_kinematics_row_size(k, k->nrows + i));
  return away;
}

static bool find_kept(const jn_kinematics *k, int i, jni_named *named) {
  const jni_initial *initial = &k->system->model->initials[i];
  char what[256];
  bool other;
  return initial->keep && jni_named_find(k->system, initial->name, named, &other, what, sizeof what);
}

static int span_prescribed(jn_kinematics *k, jni_rank *span) {
  int leads = 0;
  for (int i = 0; leads >= 0 && i < k->nrows - k->nrolling; i++)
    leads = jni_kinematics_add_row(k, span, k->rows[i], SAME);
  for (int i = 0; leads >= 0 && i < k->nmotions; i++) leads = jni_kinematics_add_named(k, span, &k->named[i]);
  return leads;
}

bool jni_kinematics_hold(jn_kinematics *k) {
  if (k->nrolling == 0 || !is_away(k)) return true;
  k->held = jni_take(&k->pool, k->nrolling, sizeof *k->held);
  k->held_at = jni_doubles(&k->pool, k->nrolling);
  jni_rank *span = jni_rank_begin(k->pool.alloc, k->system->sizes.nv, k->system->sizes.nv);
  int leads = !k->pool.failed && span ? span_prescribed(k, span) : -1;
  for (int i = 0; leads >= 0 && i < k->system->model->ninitials && k->nheld < k->nrolling; i++) {
    jni_named *named = &k->held[k->nheld];
    if (!find_kept(k, i, named)) continue;
    leads = jni_kinematics_add_named(k, span, named);
    if (leads > 0) k->held_at[k->nheld++] = jni_named_value(k->system, k->work, named);
  }
  jni_object_free(span);
  return leads >= 0;
}

void jni_kinematics_held_rows(jn_kinematics *k, double *A) {
  size_t n = (size_t)k->system->sizes.nv;
  double *row = A + (size_t)(k->nrows - k->nrolling) * n;
  memset(row, 0, (size_t)k->nrolling * n * sizeof *row);
  for (int i = 0; i < k->nheld; i++) jni_named_row(k->system, k->work, &k->held[i], k->body, row + (size_t)i * n);
}

double jni_kinematics_held_residual(jn_kinematics *k, int row) {
  int i = row - (k->nrows - k->nrolling);
  return i >= 0 && i < k->nheld ? k->held_at[i] - jni_named_value(k->system, k->work, &k->held[i]) : 0;
}

// ---- distance moved -----------------------------------------------------------------------------------------------

static void look_at(jn_kinematics *k, const jni_motion_point *place) {
  const jn_sizes *n = &k->system->sizes;
  jni_kinematics_place(k, place->state[0], place->state + 1, place->state + n->nstate - n->ns);
}

// Sets *named to the i-th coordinate that is compared before and after: x, y and z of all bodies, then the kept initial
// values. Returns false if number i is not a coordinate.
static bool find_watched(const jn_kinematics *k, int i, jni_named *named) {
  const jn_model *model = k->system->model;
  char name[JN_DIRECTION_NAME], what[256];
  bool other;
  if (i >= 3 * model->nbodies) return find_kept(k, i - 3 * model->nbodies, named);
  snprintf(name, sizeof name, "%.90s.%c", model->bodies[i / 3].name, "xyz"[i % 3]);
  return jni_named_find(k->system, name, named, &other, what, sizeof what);
}

static bool is_column(const jn_kinematics *k, const char *name) {
  bool found = false;
  for (int i = 0; i < k->nmotions; i++) found = found || strcmp(k->named[i].name, name) == 0;
  return found;
}

// Warns of the body position or kept coordinate that has moved farthest between `from` and k->here, apart from columns
// of the table, if it has moved by more than LED: rad, or for lengths relative to the size of the mechanism.
static void report_led(jn_kinematics *k, const jni_motion_point *from, jn_report *report) {
  int n = 3 * k->system->model->nbodies + k->system->model->ninitials;
  double *before = jni_doubles(&k->pool, (size_t)n + 1), size = fmax(k->system->length_scale, k->system->extent),
         most = LED, by = 0;
  jni_named named, farthest = {.name = ""};
  look_at(k, from);
  for (int i = 0; before && i < n; i++)
    if (find_watched(k, i, &named)) before[i] = jni_named_value(k->system, k->work, &named);
  look_at(k, &k->here);
  for (int i = 0; before && i < n; i++) {
    if (!find_watched(k, i, &named) || is_column(k, named.name)) continue;
    double d = jni_named_value(k->system, k->work, &named) - before[i],
           far = fabs(d) / (jni_named_is_angle(&named) ? 1 : size);
    if (far > most) {
      most = far;
      by = d;
      farthest = named;
    }
  }
  jni_drop(&k->pool, before);
  if (*farthest.name)
    jn_report_warn(report, "",
                   "the motion does not begin at the assembled configuration: %s is moved by %.4g %s before t = %.6g s",
                   farthest.name, by, jni_named_is_angle(&farthest) ? "rad" : "m", k->here.state[0]);
}

// ---- motion to the start -------------------------------------------------------------------------------------------

static jn_status let_go(jn_kinematics *k, jn_report *report) {
  double stride = 1;
  k->part = 1;
  for (int i = 0; k->part > 0; i++) {
    double before = k->part;
    k->part = fmax(0, before - stride);
    if (jni_kinematics_solve(k, &k->here, k->here.state[0], k->nmotions == 0 ? HUGE_VAL : FAR)) {
      jni_kinematics_accept(k);
      stride *= 2;
      continue;
    }
    k->part = before;
    stride = 0.5 * fmin(stride, before);
    if (stride < 1e-6 || i > MOST_STRIDES) {
      char text[240];
      return jn_report_fault(report, JN_NO_ASSEMBLY, "",
                             "the mechanism cannot reach the beginning of the motion, t = %.9g s: it cannot follow %s",
                             k->here.state[0], jni_kinematics_prescribers(k, text, sizeof text));
    }
  }
  return JN_OK;
}

// Moves k->here to the start of the table and warns of large displacements. Sets its velocities to zero, since those on
// the way have no meaning; the velocities of the start are computed afterwards.
static jn_status set_down(jn_kinematics *k, jn_report *report) {
  const jn_sizes *n = &k->system->sizes;
  jni_kinematics_copy(k, &k->here, &k->kept);
  k->standing = true;
  jn_status status = let_go(k, report);
  k->standing = false;
  memset(k->here.state + 1 + n->nq, 0, (size_t)n->nv * sizeof(double));
  memset(k->here.vdot, 0, (size_t)n->nv * sizeof(double));
  if (status == JN_OK) report_led(k, &k->kept, report);
  return status;
}

jn_status jni_kinematics_go_to_start(jn_kinematics *k, jn_report *report) {
  jni_open_row open;
  jn_status status = k->held ? set_down(k, report) : JN_OK;
  if (k->held) memset(k->offset, 0, (size_t)k->nmotions * sizeof *k->offset);
  if (status == JN_OK) status = let_go(k, report);
  if (status != JN_OK) return status;
  int row = jni_kinematics_open_row(k, &open);
  if (row >= 0) return jni_kinematics_report_contradiction(k, row, &open, report);
  jni_kinematics_note_start(k, report);
  return JN_OK;
}
