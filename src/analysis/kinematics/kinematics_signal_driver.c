// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kinematics_signal_driver.c - drivers that follow a signal: their states are integrated with the others
// (kinematics.c), and the equations depend on them. Between the ends of a stride, where only the branch matters, they
// are interpolated linearly.
#include <math.h>
#include <string.h>

#include "analysis/kinematics/kinematics.h"
#include "system/drive/drive.h"
#include "system/formula_at_time.h"
#include "system/work.h"

// Filters of time and inputs alone do not limit the strides: they are integrated separately, with steps of their own,
// by jni_kinematics_time_filters.
static const double FAR = 0.05;     // largest correction in a stage of a stride, typical lengths or rad
static const double STRIDE = 0.05;  // longest stride times the rate of the fastest filter
static const double MOST_STEPS = 1e8;

bool jni_kinematics_is_timed(const jn_kinematics *k, int z) {
  const jni_drive *drive = k->system->nfollowers > 0 ? jni_drive_of_state(k->system, z) : NULL;
  return drive && jni_drive_is_timed(k->system, drive);
}

void jni_kinematics_start_filters(jn_kinematics *k) {
  memcpy(k->timed, jn_state_z(k->system, k->here.state), (size_t)k->system->sizes.nz * sizeof *k->timed);
}

void jni_kinematics_time_filters(jn_kinematics *k, double from, double to) {
  for (int i = 0; i < k->system->nmotions && to > from; i++) {
    const jni_drive *drive = &k->system->drives[i];
    if (!jni_drive_follows(drive) || !jni_drive_is_timed(k->system, drive)) continue;
    double t = k->work->t, steps = ceil((to - from) * drive->w / STRIDE);
    jni_drive_integrate(k->system, k->work, drive, from, to, (int)fmin(fmax(steps, 1), MOST_STEPS),
                        k->timed + drive->state_at);
    k->work->t = t;
    jni_calc_inputs(k->system, k->work);
  }
}

void jni_kinematics_set_filter_path(jn_kinematics *k, double to, const double *z0, double h, const double *rate) {
  int nz = k->system->sizes.nz;
  const double *z = jn_state_z(k->system, k->here.state);
  if (k->system->nfollowers == 0) return;
  k->path_from = k->here.state[0];
  k->path_to = to;
  for (int i = 0; i < nz; i++) {
    k->path[i] = z[i];
    k->path[nz + i] = jni_kinematics_is_timed(k, i) ? k->timed[i] : z0[i] + h * rate[i];
  }
}

void jni_kinematics_get_filters(const jn_kinematics *k, double t, double *z) {
  int nz = k->system->sizes.nz;
  double duration = k->path_to - k->path_from, part = duration > 0 ? (t - k->path_from) / duration : 1;
  for (int i = 0; k->system->nfollowers > 0 && i < nz; i++) {
    const double *path = k->path + i;
    if (jni_drive_of_state(k->system, i)) z[i] = t == k->path_to ? path[nz] : path[0] + part * (path[nz] - path[0]);
  }
}

jn_status jni_kinematics_set_filters(jn_kinematics *k, const double *z0, double h, const double *rate,
                                     jn_report *report) {
  double t = k->here.state[0];
  if (k->system->nfollowers == 0) return JN_OK;
  jni_kinematics_set_filter_path(k, t, z0, h, rate);
  if (k->here.between) {  // `here` is at a change point, interpolated from both sides
    jni_kinematics_get_filters(k, t, jn_state_z(k->system, k->here.state));
    return JN_OK;
  }
  if (!jni_kinematics_solve(k, &k->here, t, FAR)) return jni_kinematics_report_locked(k, 0, report);
  jni_kinematics_accept(k);
  return JN_OK;
}

bool jni_kinematics_follows_motion(const jn_kinematics *k) {
  for (int i = 0; i < k->system->nmotions; i++) {
    const jni_drive *drive = &k->system->drives[i];
    if (jni_drive_follows(drive) && !jni_drive_is_timed(k->system, drive)) return true;
  }
  return false;
}

double jni_kinematics_longest_stride(const jn_kinematics *k) {
  double w = 0;
  for (int i = 0; i < k->system->nmotions; i++) {
    const jni_drive *drive = &k->system->drives[i];
    if (jni_drive_follows(drive) && !jni_drive_is_timed(k->system, drive)) w = fmax(w, drive->w);
  }
  return STRIDE / w;
}
