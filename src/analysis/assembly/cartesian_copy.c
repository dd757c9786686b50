// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// cartesian_copy.c - see cartesian_copy.h.
#include <string.h>

#include "analysis/assembly/cartesian_copy.h"

bool jni_twin_needed(const jn_system *system) { return system->kind->natural || system->tree; }

jn_status jni_twin_new(const jn_system *system, const double *state, jni_twin *twin, jn_report *report) {
  *twin = (jni_twin){.system = jn_system_new(system->model, "cartesian", report)};
  if (!twin->system) return JN_NO_MEMORY;  // nothing else is new about the model
  twin->state = jni_alloc0(system->alloc, (size_t)twin->system->sizes.nstate, sizeof *twin->state);
  if (twin->state) {
    jn_state_convert(system, state, twin->system, twin->state);
    return JN_OK;
  }
  jni_twin_free(twin);
  return jni_report_no_memory(report);
}

// Joints of a tree are closed whatever the guesses say, so that its initial state has lost of them what the joints do
// not allow.
jn_status jni_twin_of_start(const jn_system *system, const double *state, jni_twin *twin, jn_report *report) {
  jn_status status = jni_twin_new(system, state, twin, report);
  if (status != JN_OK) return status;
  size_t n = (size_t)twin->system->sizes.nstate, size = (size_t)system->sizes.nstate * sizeof *state;
  double *own = jni_alloc0(system->alloc, n, sizeof *own),
         *made = jni_alloc0(system->alloc, (size_t)system->sizes.nstate, sizeof *made);
  if (!own || !made || jn_system_initial_state(twin->system, own) != JN_OK) status = jni_report_no_memory(report);
  if (status == JN_OK) {
    jn_state_convert(twin->system, own, system, made);
    if (memcmp(made, state, size) == 0) memcpy(twin->state, own, n * sizeof *own);
  }
  jni_free(system->alloc, own);
  jni_free(system->alloc, made);
  if (status != JN_OK) jni_twin_free(twin);
  return status;
}

void jni_twin_free(jni_twin *twin) {
  if (twin->system) jni_free(twin->system->alloc, twin->state);
  jn_system_free(twin->system);
  *twin = (jni_twin){0};
}

int jni_twin_row(const jni_twin *twin, const jn_system *system, int row) {
  bool rate = row >= twin->system->sizes.nh;
  const int *from = rate ? twin->system->joint_rate : twin->system->joint_row,
            *to = rate ? system->joint_rate : system->joint_row;
  int joint = twin->system->primitives[twin->system->row_primitive[row]].joint, i = row - from[joint];
  return i < to[joint + 1] - to[joint] ? to[joint] + i : -1;
}
