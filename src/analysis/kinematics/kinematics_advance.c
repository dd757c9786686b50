// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kinematics_advance.c - moves from one time to the next: strides that are halved if Newton's method does not converge
// or the correction is large, singular configurations that it passes, and times at which the mechanism locks.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/kinematics/kinematics.h"

enum { MOST_STRIDES = 100000, BISECTIONS = 60 };
static const double FAR = 0.05;        // correction from which on a stride is halved, typical lengths or rad
static const double SHORTEST = 1e-11;  // shortest stride, relative to the length of the move
// Stride, relative to the length of the move, below which corrections of any length are accepted: the motion jumps.
static const double JUMP = 1e-7;
// Pivots, relative to the largest one found so far. SINGULAR: below it a configuration is singular; NEAR: below it a
// mechanism that locks is said to be at a dead centre.
static const double SINGULAR = 1e-9, NEAR = 1e-2;
// Relative to the length of the move: singular configurations closer to each other count as one.
static const double SAME = 1e-6;

void jni_kinematics_copy(const jn_kinematics *k, const jni_motion_point *from, jni_motion_point *to) {
  memcpy(to->state, from->state, (size_t)k->system->sizes.nstate * sizeof *to->state);
  memcpy(to->vdot, from->vdot, (size_t)k->system->sizes.nv * sizeof *to->vdot);
  to->sign = from->sign;
  to->pivot = from->pivot;
  to->error = from->error;
  to->between = from->between;
}

void jni_kinematics_accept(jn_kinematics *k) {
  jni_kinematics_copy(k, &k->there, &k->here);
  jn_update_windings(k->system, k->work, k->here.state);
  k->most_pivot = fmax(k->most_pivot, k->here.pivot);
}

// ---- singular configurations ---------------------------------------------------------------------------------------

// Records a singular configuration at time t, where A is singular or det A changes sign, unless the last one recorded
// is within SAME * duration before it: at a dead centre rounding splits one configuration into several. All are
// counted, the times of the first JN_MOST_SINGULAR are stored. at: a point close to it, from which the first one's
// other branch is named; duration: duration of the present move, s.
static void record_singular(jn_kinematics *k, const jni_motion_point *at, double t, double duration) {
  if (k->nsingular > 0 && t - k->last_singular <= SAME * duration) return;
  if (k->nsingular == 0) jni_kinematics_name_open(k, at, k->open);
  if (k->nsingular < JN_MOST_SINGULAR) k->singular[k->nsingular] = t;
  k->nsingular++;
  k->last_singular = t;
}

// Warns once of the first recorded singular configuration if its time is before `stuck`, the time at which the
// mechanism locks: then the mechanism has passed it.
static void report_singular(jn_kinematics *k, double stuck, jn_report *report) {
  if (k->nsingular == 0 || k->singular_reported || !(k->singular[0] < stuck)) return;
  k->singular_reported = true;
  jn_report_warn(report, "",
                 "the mechanism passes a singular configuration at t = %.6g s: it could continue on another "
                 "branch%s%s%s; at that time accelerations and forces are not defined%s",
                 k->singular[0], *k->open ? " (" : "", k->open, *k->open ? ")" : "",
                 k->here.between ? "; their limits are reported" : "");
}

// Returns the time between k->here and k->there at which det A changes sign, found by bisection. Overwrites k->left and
// `keep`; k->there is restored.
static double find_change(jn_kinematics *k, jni_motion_point *keep) {
  double from = k->here.state[0], to = k->there.state[0], right = to;
  int sign = k->here.sign;
  jni_kinematics_copy(k, &k->there, keep);
  jni_kinematics_copy(k, &k->here, &k->left);
  for (int i = 0; i < BISECTIONS && right - k->left.state[0] > SHORTEST * (to - from) + 1e-15 * fabs(to); i++) {
    double middle = 0.5 * (k->left.state[0] + right);
    bool good = jni_kinematics_solve(k, &k->left, middle, HUGE_VAL);
    if (good && k->there.sign == sign) jni_kinematics_copy(k, &k->there, &k->left);
    else right = middle;
  }
  jni_kinematics_copy(k, keep, &k->there);
  return right;
}

static void set_position(jn_kinematics *k, const jni_motion_point *place) {
  const jn_sizes *n = &k->system->sizes;
  jni_kinematics_place(k, place->state[0], place->state + 1, place->state + n->nstate - n->ns);
}

static void watch(jn_kinematics *k, double duration) {
  int before = k->nsingular;
  // The sign of a point computed as a limit is 0.
  bool singular = k->there.sign == 0 || k->there.pivot < SINGULAR * k->most_pivot;
  bool changed = !k->in_singular && !singular && k->there.sign == -k->here.sign;
  if (singular && !k->in_singular)
    record_singular(k, &k->there, k->there.between ? k->change : k->there.state[0], duration);
  if (changed) {
    double t = find_change(k, &k->kept);
    record_singular(k, &k->left, t, duration);
  }
  k->in_singular = singular;
  if (k->nsingular > before) set_position(k, &k->there);
}

// ---- strides -------------------------------------------------------------------------------------------------------

const char *jni_kinematics_prescribers(const jn_kinematics *k, char *text, size_t size) {
  const jn_model *model = k->system->model;
  int n = 0;
  text[0] = 0;
  for (int j = 0; j < model->njoints + k->nmotions && n < 4; j++) {
    bool driver = j < model->njoints;
    if (driver && !model->joints[j].kind->driver) continue;
    size_t at = strlen(text);
    const char *name = driver ? model->joints[j].name : k->named[j - model->njoints].name;
    snprintf(text + at, size - at, "%s%s'%.40s'", n++ ? ", " : "", driver ? "driver " : "", name);
  }
  return text;
}

jn_status jni_kinematics_report_locked(jn_kinematics *k, double duration, jn_report *report) {
  char text[240];
  bool near = k->here.pivot < NEAR * k->most_pivot;
  if (near) record_singular(k, &k->here, k->here.state[0], duration);
  report_singular(k, k->here.state[0] - SAME * duration, report);
  return jn_report_fault(report, JN_NO_CONVERGENCE, "", "the mechanism locks up at t = %.9g s: it cannot follow %s%s",
                         k->here.state[0], jni_kinematics_prescribers(k, text, sizeof text),
                         near ? "; it is at a dead centre (a singular configuration)" : "");
}

jn_status jni_kinematics_report_contradiction(jn_kinematics *k, int row, const jni_open_row *open, jn_report *report) {
  char name[320], finer[200] = "";
  bool angle = jn_row_is_angle(k->system, row);
  if (open->velocity && k->nmotions > 0)
    jni_print(finer, sizeof finer,
              "; the spacing of the table explains only %.3g of it: use a finer table, or one with fewer columns",
              open->allowed);
  return jn_report_fault(report, JN_NO_ASSEMBLY, "",
                         "%s contradicts the rest of the prescribed motion at t = %.9g s: it is violated by %.3g "
                         "%s%s%s",
                         jn_row_name(k->system, row, name, sizeof name), k->there.state[0], open->by,
                         angle ? "rad" : "m", open->velocity ? "/s" : "", finer);
}

jn_status jni_kinematics_move(jn_kinematics *k, double t, jn_report *report) {
  double begin = k->here.state[0], duration = t - begin, stride = duration;
  jni_open_row open;
  for (int i = 0; k->here.state[0] < t; i++) {
    double now = k->here.state[0], next = now + stride;
    if (!(next < t - 1e-9 * duration)) next = t;
    if (stride < SHORTEST * duration || !(next > now) || i > MOST_STRIDES)
      return jni_kinematics_report_locked(k, duration, report);
    double far = stride < JUMP * duration ? HUGE_VAL : FAR;
    bool reached =
        jni_kinematics_solve(k, &k->here, next, far) ? jni_kinematics_limit(k, far) : jni_kinematics_pass(k, next);
    if (!reached) {
      stride = 0.5 * (next - now);
      continue;
    }
    int row = jni_kinematics_open_row(k, &open);
    if (row >= 0) return jni_kinematics_report_contradiction(k, row, &open, report);
    watch(k, duration);
    jni_kinematics_accept(k);
    stride = fmin(2 * (next - now), duration);
  }
  report_singular(k, HUGE_VAL, report);
  return JN_OK;
}

void jni_kinematics_note_start(jn_kinematics *k, jn_report *report) {
  k->in_singular = k->here.sign == 0;
  if (k->in_singular || jn_mobility_singular(k->mobility)) record_singular(k, &k->here, k->here.state[0], 0);
  report_singular(k, HUGE_VAL, report);
}
