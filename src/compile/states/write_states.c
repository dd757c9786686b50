// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// write_states.c - writes rates of auxiliary states: of the model, its subsystems, and filters of drivers that follow a
// signal. States of forces are written in write_loads.c.
#include "compile/write.h"
#include "system/drive/drive.h"
#include "system/system.h"

// Writes the rates of the filter of a driver that follows a signal u: p, r and a are position, rate and acceleration,
// and adot = w^3 (u - p) - spread (w^2 r + w a), as in jni_drives_rates. Returns false if the signal has no compiled
// form.
static bool write_filter(jni_writer *w, const jni_drive *f) {
  jni_graph *g = w->g;
  const jni_node *z = w->z + f->state_at;
  jni_node *rate = w->zdot + f->state_at, u = jni_write_formula(w, &f->signal), own = jni_number(g, f->w);
  if (u == JNI_UNWRITTEN) return false;
  jni_node pull = jni_times(g, jni_times(g, own, own), jni_minus(g, u, z[0]));
  jni_node damps = jni_times(g, jni_number(g, f->spread), jni_plus(g, jni_times(g, own, z[1]), z[2]));
  rate[0] = z[1];
  rate[1] = z[2];
  rate[2] = jni_times(g, own, jni_minus(g, pull, damps));
  return true;
}

void jni_write_driver_work(jni_writer *w) {
  const jn_system *system = w->system;
  if (system->work_state < 0 || system->nmotions == 0) return;
  jni_node *rate = &w->zdot[system->work_state];
  if (w->driver_power != JNI_UNWRITTEN) {
    *rate = jni_plus(w->g, *rate, w->driver_power);
    return;
  }
  for (int i = 0; i < system->sizes.nc; i++)
    if (w->nu[i] != JNI_ZERO) *rate = jni_minus(w->g, *rate, jni_times(w->g, w->active_lambda[i], w->nu[i]));
}

bool jni_write_states(jni_writer *w) {
  const jn_system *system = w->system;
  bool good = true;
  for (int i = 0; i < system->nrates && good; i++) {
    w->zdot[i] = jni_write_formula(w, &system->rates[i]);
    good = w->zdot[i] != JNI_UNWRITTEN;
  }
  for (int i = 0; i < system->nmotions && good; i++)
    if (jni_drive_follows(&system->drives[i])) good = write_filter(w, &system->drives[i]);
  return good;
}
