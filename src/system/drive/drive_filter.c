// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// drive_filter.c - filters of drivers that follow a signal: rates, one implicit step, states at rest.
#include <math.h>

#include "kernel/elementary.h"
#include "system/drive/drive.h"
#include "system/event.h"
#include "system/formula.h"
#include "system/formula_at_time.h"
#include "system/work.h"

// Returns w = 2 pi bandwidth / sqrt(y) with the positive root y of y^3 + k y^2 + k y - 1 = 0, k = 4 d^2 - 1, found by
// bisection. y is below 1 if k > 0, otherwise between 1 and 3.
double jni_follow_rate(double bandwidth, double damping) {
  double k = 4 * damping * damping - 1, low = 0, high = k > 0 ? 1 : 3;
  for (int i = 0; i < 200 && nextafter(low, high) < high; i++) {
    double y = 0.5 * (low + high);
    if (((y + k) * y + k) * y < 1) low = y;
    else high = y;
  }
  return 2 * JNK_PI * bandwidth / sqrt(high);
}

static double signal_of(const jn_system *system, jn_work *work, const jni_drive *drive) {
  return jni_formula_value(system, work, &drive->signal, NULL, NULL);
}

void jni_drives_rates(const jn_system *system, jn_work *work) {
  for (int i = 0; i < system->nmotions; i++) {
    const jni_drive *f = &system->drives[i];
    if (!jni_drive_follows(f)) continue;
    const double *z = work->z + f->state_at, w = f->w;
    double *rate = work->zdot + f->state_at, u = signal_of(system, work, f);
    rate[0] = z[1];
    rate[1] = z[2];
    rate[2] = w * (w * w * (u - z[0]) - f->spread * (w * z[1] + z[2]));
  }
}

bool jni_drive_is_length(const jn_system *system, const jni_drive *drive) {
  const jni_joint_element *joint = &system->model->joints[drive->joint];
  const jn_joint_def *def = &joint->def;
  bool own = joint->kind->driver;
  const jni_joint_kind *kind = system->model->joints[own ? def->joint.i : def->terms[0].joint.i].kind;
  int i = jni_kind_coordinate(kind, own ? def->coordinate : def->terms[0].coordinate);
  return i >= 0 && kind->coordinates[i].kind == JNI_DISPLACEMENT;
}

double jni_drives_fastest(const jn_system *system) {
  double most = 0;
  for (int i = 0; i < system->nmotions; i++)
    if (jni_drive_follows(&system->drives[i])) most = fmax(most, system->drives[i].w);
  return most;
}

static bool is_timed(const jn_system *system, const jni_formula *formula) {
  for (int i = 0; i < formula->nsignals; i++) {
    const jni_signal *s = &formula->signals[i];
    bool timed = s->kind == JNI_SIGNAL_TIME || s->kind == JNI_SIGNAL_INPUT ||
                 (s->kind == JNI_SIGNAL_COMPUTED && is_timed(system, &system->computed[s->a]));
    if (!timed) return false;
  }
  return true;
}

bool jni_drive_is_timed(const jn_system *system, const jni_drive *drive) { return is_timed(system, &drive->signal); }

// Returns the value of a formula that depends on time and inputs only, at the time and the inputs of the work.
static double timed_value(const jn_system *system, const jn_work *work, const jni_formula *formula) {
  double variables[JNI_MOST_VARIABLES];
  for (int i = 0; i < formula->nsignals; i++) {
    const jni_signal *s = &formula->signals[i];
    variables[i] = s->kind == JNI_SIGNAL_TIME    ? work->t
                   : s->kind == JNI_SIGNAL_INPUT ? work->u[s->a]
                                                 : timed_value(system, work, &system->computed[s->a]);
  }
  return jni_formula_value_of(work, formula, variables);
}

void jni_drive_integrate(const jn_system *system, jn_work *work, const jni_drive *drive, double from, double to, int n,
                         double *z) {
  double h = (to - from) / n, w = drive->w, u = 0, k[4][JNI_DRIVE_STATES];
  static const double ahead[4] = {0, 0.5, 0.5, 1};
  for (int step = 0; step < n; step++)
    for (int stage = 0; stage <= 4; stage++) {
      double y[JNI_DRIVE_STATES];
      for (int i = 0; i < JNI_DRIVE_STATES; i++) {
        if (stage < 4) y[i] = z[i] + (stage > 0 ? ahead[stage] * h * k[stage - 1][i] : 0);
        else z[i] += h * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]) / 6;
      }
      if (stage == 4) break;
      if (stage != 2) {  // the signal of the third stage is that of the second, which is at the same time
        work->t = step + 1 == n && stage == 3 ? to : from + (step + ahead[stage]) * h;
        jni_calc_inputs(system, work);
        u = timed_value(system, work, &drive->signal);
      }
      k[stage][0] = y[1];
      k[stage][1] = y[2];
      k[stage][2] = w * (w * w * (u - y[0]) - drive->spread * (w * y[1] + y[2]));
    }
}

// Writes to `end` the states at the end of a step, in closed form: with g = part h and the explicit part b_k = z_k + (h
// - g) zdot_k of each state, solves p = b0 + g r, r = b1 + g a,
//   a = b2 + g (w^3 (u - p) - spread (w^2 r + w a))
void jni_drives_step(const jn_system *system, jn_work *work, double h, double part, const double *z, const double *zdot,
                     double *end) {
  double g = part * h;
  for (int i = 0; i < system->nmotions; i++) {
    const jni_drive *f = &system->drives[i];
    if (!jni_drive_follows(f)) continue;
    double b[JNI_DRIVE_STATES], w = f->w, x = g * w, u = signal_of(system, work, f), *to = end + f->state_at;
    for (int k = 0; k < JNI_DRIVE_STATES; k++) b[k] = z[f->state_at + k] + (h - g) * zdot[f->state_at + k];
    double numerator = b[2] + x * w * (w * (u - b[0] - g * b[1]) - f->spread * b[1]);
    to[2] = numerator / (1 + x * (f->spread * (1 + x) + x * x));
    to[1] = b[1] + g * to[2];
    to[0] = b[0] + g * to[1];
  }
}

// Returns the initial position or rate (kind) of the driven coordinate in the model if it has `initial: keep`;
// otherwise NaN.
static double prescribed_value(const jn_system *system, const jni_drive *drive, jni_signal_kind kind) {
  const jn_model *model = system->model;
  const jni_joint_element *joint = &model->joints[drive->joint];
  const jn_joint_def *def = &joint->def;
  if (!joint->kind->driver) return NAN;
  int coordinate = jni_kind_coordinate(model->joints[def->joint.i].kind, def->coordinate);
  for (int i = 0; i < model->ninitials; i++) {
    const jni_initial *initial = &model->initials[i];
    if (initial->keep && initial->signal.kind == kind && initial->signal.a == def->joint.i &&
        initial->signal.b == coordinate)
      return initial->value;
  }
  return NAN;
}

static double either(double kept, double other) { return isnan(kept) ? other : kept; }

double jni_drives_rest(const jn_system *system, jn_work *work, bool kept, double *state) {
  double most = 0, *z = jn_state_z(system, state);
  for (int i = 0; i < system->nmotions; i++) {
    const jni_drive *f = &system->drives[i];
    if (!jni_drive_follows(f)) continue;
    double *own = z + f->state_at, u = signal_of(system, work, f), before = own[JNI_DRIVE_POSITION];
    double p = kept ? prescribed_value(system, f, JNI_SIGNAL_COORDINATE) : NAN,
           r = kept ? prescribed_value(system, f, JNI_SIGNAL_COORDINATE_RATE) : NAN;
    own[JNI_DRIVE_POSITION] = either(p, u);
    own[JNI_DRIVE_RATE] = either(r, 0);
    own[JNI_DRIVE_ACCELERATION] = 0;
    double change = fabs(own[JNI_DRIVE_POSITION] - before) / (1 + fabs(own[JNI_DRIVE_POSITION]));
    if (!(change <= most)) most = change;
  }
  return most;
}

void jni_drives_rest_all(const jn_system *system, jn_work *work, bool kept, double *state) {
  double change = HUGE_VAL;
  for (int i = 0; i <= system->nfollowers && change > 0 && system->nfollowers > 0; i++) {
    jni_stages_update(system, work, state);
    change = jni_drives_rest(system, work, kept, state);
  }
}
