// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_first_events.c - the discrete changes at the first instant of a run, before anything moves: events and
// samples of that time, then pending jumps of subsystems. An equilibrium is sought for the discrete states after them.
#include <string.h>

#include "analysis/equilibrium/equilibrium.h"
#include "system/event.h"
#include "system/subsystem.h"
#include "system/work.h"

bool jni_first_events_possible(const jn_system *system) { return system->nevents > 0 || system->nsubsystems > 0; }

bool jni_first_events_apply(const jn_system *system, jn_work *work, double *state) {
  if (!jni_first_events_possible(system)) return true;
  double *after = jni_doubles_copy(system->alloc, state, system->sizes.nstate);
  if (!after) return false;
  jni_event_apply(system, work, -1, after, NULL, NULL);
  bool good = !work->trouble && jni_subsystem_apply_jumps(system, work, after);
  work->trouble = NULL;
  if (good) jni_first_events_copy(system, after, state);
  jni_free(system->alloc, after);
  return true;
}

bool jni_first_events_apply_at_rest(const jn_system *system, double time, double *state) {
  if (!jni_first_events_possible(system)) return true;
  jn_work *work = jn_work_new(system);
  double *rest = jni_doubles_copy(system->alloc, state, system->sizes.nstate);
  bool good = work && rest;
  if (good) {
    // Moves a copy of the state to that time without closing its joints, because only its z and s are used afterwards.
    rest[0] = time;
    memset(jn_state_v(system, rest), 0, (size_t)system->sizes.nv * sizeof *rest);
    good = jni_first_events_apply(system, work, rest);
    if (good) jni_first_events_copy(system, rest, state);
  }
  jni_free(system->alloc, rest);
  jn_work_free(work);
  return good;
}

void jni_first_events_copy(const jn_system *system, const double *from, double *to) {
  memcpy(jn_state_z(system, to), jni_state_z(system, from), (size_t)system->sizes.nz * sizeof *to);
  memcpy(jn_state_s(system, to), jni_state_s(system, from), (size_t)system->model->nown_discretes * sizeof *to);
}

bool jni_first_events_equal(const jn_system *system, const double *a, const double *b) {
  size_t size = (size_t)system->model->nown_discretes * sizeof *a;
  return size == 0 || memcmp(jni_state_s(system, a), jni_state_s(system, b), size) == 0;
}

// Restores the discrete states of `before`, and those auxiliary states that the search has not changed since `after`.
void jni_first_events_undo(const jn_system *system, const double *before, const double *after, double *state) {
  double *z = jn_state_z(system, state);
  int nz = system->sizes.nz;
  for (int i = 0; i < nz; i++)
    if (z[i] == after[i]) z[i] = before[i];
  memcpy(z + nz, before + nz, (size_t)system->model->nown_discretes * sizeof *z);
}
