// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kinematics_way.c - from one time to the next: strides that are halved where Newton's method does not converge or goes far, singular
// configurations on the way, and where the mechanism locks up.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/kinematics.h"

enum { MOST_STRIDES = 100000, BISECTIONS = 60 };
static const double FAR = 0.05, FAR_AT_START = 0.3;  // m or rad
static const double SHORTEST = 1e-11;                // stride, of the way
static const double JUMP = 1e-7;                     // a stride so short that a long correction must be a jump of the motion
static const double SINGULAR = 1e-9, NEAR = 1e-2;    // pivots, of the largest met
static const double SAME = 1e-6;                     // of the way: configurations nearer to each other are one

static void copy_place(const jn_kinematics *k, const jni_place_in_time *from, jni_place_in_time *to) {
  memcpy(to->state, from->state, (size_t)k->system->sizes.nstate * sizeof *to->state);
  memcpy(to->vdot, from->vdot, (size_t)k->system->sizes.nv * sizeof *to->vdot);
  to->sign = from->sign;
  to->pivot = from->pivot;
}

void jni_kinematics_accept(jn_kinematics *k) {
  copy_place(k, &k->there, &k->here);
  jn_update_windings(k->system, k->work, k->here.state);
  k->most_pivot = fmax(k->most_pivot, k->here.pivot);
}

// ---- singular configurations ------------------------------------------------------------------------------------------------

// At a dead centre rounding makes one configuration many.
static void note_singular(jn_kinematics *k, double t, double way) {
  if (k->nsingular > 0 && t - k->last_singular <= SAME * way) return;
  if (k->nsingular < JN_MOST_SINGULAR) k->singular[k->nsingular] = t;
  k->nsingular++;
  k->last_singular = t;
}

// The first one, once it is known that the mechanism passes it: it is earlier than `stuck`, where it locks up.
static void tell_singular(jn_kinematics *k, double stuck, jn_report *report) {
  if (k->nsingular == 0 || k->singular_told || !(k->singular[0] < stuck)) return;
  k->singular_told = true;
  jn_report_warn(report, "", "the mechanism passes a singular configuration at t = %.6g s: it could go on another way there, and just there its "
                             "accelerations and forces are not defined", k->singular[0]);
}

// det A changes its sign between k->here and k->there: when? Leaves k->there as it is.
static double find_change(jn_kinematics *k, jni_place_in_time *keep) {
  double from = k->here.state[0], to = k->there.state[0], right = to;
  int sign = k->here.sign;
  copy_place(k, &k->there, keep);
  copy_place(k, &k->here, &k->left);
  for (int i = 0; i < BISECTIONS && right - k->left.state[0] > SHORTEST * (to - from) + 1e-15 * fabs(to); i++) {
    double middle = 0.5 * (k->left.state[0] + right);
    bool good = jni_kinematics_solve(k, &k->left, middle, HUGE_VAL);
    if (good && k->there.sign == sign) copy_place(k, &k->there, &k->left);
    else right = middle;
  }
  copy_place(k, keep, &k->there);
  return right;
}

static void watch(jn_kinematics *k, double way) {
  bool singular = k->there.sign == 0 || k->there.pivot < SINGULAR * k->most_pivot;
  bool changed = !k->in_singular && !singular && k->there.sign == -k->here.sign;
  if (singular && !k->in_singular) note_singular(k, k->there.state[0], way);
  if (changed) note_singular(k, find_change(k, &k->kept), way);
  k->in_singular = singular;
}

// ---- strides -------------------------------------------------------------------------------------------------------------------

// "driver 'motor', 'joint.O.angle'"
static const char *prescribers(const jn_kinematics *k, char *text, size_t size) {
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

static jn_status locked(jn_kinematics *k, double way, jn_report *report) {
  char text[240];
  bool near = k->here.pivot < NEAR * k->most_pivot;
  if (near) note_singular(k, k->here.state[0], way);
  tell_singular(k, k->here.state[0] - SAME * way, report);
  return jn_report_fault(report, JN_NO_CONVERGENCE, "", "the mechanism locks up at t = %.9g s: it cannot follow %s any further%s", k->here.state[0],
                         prescribers(k, text, sizeof text), near ? "; it stands at a dead centre (a singular configuration) there" : "");
}

static jn_status contradicts(jn_kinematics *k, int row, double open, bool velocity, jn_report *report) {
  char name[160];
  bool angle = jn_row_is_angle(k->system, row);
  return jn_report_fault(report, JN_NO_ASSEMBLY, "", "%s contradicts the rest of the prescribed motion at t = %.9g s: it stays open by %.3g %s%s",
                         jn_row_name(k->system, row, name, sizeof name), k->there.state[0], open, angle ? "rad" : "m", velocity ? "/s" : "");
}

jn_status jni_kinematics_move(jn_kinematics *k, double t, jn_report *report) {
  double begin = k->here.state[0], way = t - begin, stride = way, open;
  bool velocity;
  for (int i = 0; k->here.state[0] < t; i++) {
    double now = k->here.state[0], next = now + stride;
    if (!(next < t - 1e-9 * way)) next = t;
    if (stride < SHORTEST * way || !(next > now) || i > MOST_STRIDES) return locked(k, way, report);
    if (!jni_kinematics_solve(k, &k->here, next, stride < JUMP * way ? HUGE_VAL : FAR)) {
      stride = 0.5 * (next - now);
      continue;
    }
    int row = jni_kinematics_open_row(k, &open, &velocity);
    if (row >= 0) return contradicts(k, row, open, velocity, report);
    watch(k, way);
    jni_kinematics_accept(k);
    stride = fmin(2 * (next - now), way);
  }
  tell_singular(k, HUGE_VAL, report);
  return JN_OK;
}

jn_status jni_kinematics_settle(jn_kinematics *k, jn_report *report) {
  double stride = 1, open;
  bool velocity;
  k->part = 1;
  for (int i = 0; k->part > 0; i++) {
    double before = k->part;
    k->part = fmax(0, before - stride);
    if (jni_kinematics_solve(k, &k->here, k->here.state[0], k->nmotions == 0 ? HUGE_VAL : FAR_AT_START)) {
      jni_kinematics_accept(k);
      stride *= 2;
      continue;
    }
    k->part = before;
    stride = 0.5 * fmin(stride, before);
    if (stride < 1e-6 || i > MOST_STRIDES) {
      char text[240];
      return jn_report_fault(report, JN_NO_ASSEMBLY, "",
                             "the mechanism cannot be brought to where the motion begins, t = %.9g s: it cannot follow %s",
                             k->here.state[0], prescribers(k, text, sizeof text));
    }
  }
  int row = jni_kinematics_open_row(k, &open, &velocity);
  if (row >= 0) return contradicts(k, row, open, velocity, report);
  k->in_singular = k->here.sign == 0;
  if (k->in_singular || jn_mobility_singular(k->mobility)) note_singular(k, k->here.state[0], 0);
  tell_singular(k, HUGE_VAL, report);
  return JN_OK;
}
