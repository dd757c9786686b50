// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// check_start.c - reports bodies that make the equations singular at the start: without mass or inertia and not held by
// joints.
#include <stdio.h>

#include "jounce/assembly.h"
#include "system/system.h"

enum { MOST_NAMED = 6 };

static bool lacks_inertia(const jn_system *system, int body) {
  const double *M = system->mass + system->pattern.mass_at[body - 1];
  int n = system->width[body];
  for (int i = 0; i < n; i++)
    if (!(M[i * n + i] > 0)) return true;
  return false;
}

static int name_bodies(const jn_system *system, char *text, size_t size) {
  int found = 0;
  size_t used = 0;
  text[0] = 0;
  for (int b = 1; b < system->nbodies; b++) {
    if (!lacks_inertia(system, b)) continue;
    if (found++ < MOST_NAMED && used < size)
      used +=
          (size_t)snprintf(text + used, size - used, "%s'%.40s'", found > 1 ? ", " : "", system->model->bodies[b].name);
  }
  if (found > MOST_NAMED && used < size) snprintf(text + used, size - used, " and %d more", found - MOST_NAMED);
  return found;
}

static jn_status check_converted(const jn_system *system, const double *state, jn_report *report) {
  double *bodies = jni_cartesian_state(system, state);
  jn_status status = bodies ? jn_check_start(system->cartesian, bodies, report) : jni_report_no_memory(report);
  jni_free(system->alloc, bodies);
  return status;
}

jn_status jn_check_start(const jn_system *system, const double *state, jn_report *report) {
  if (!state) return JN_BAD_ARGUMENT;
  JNI_ASSERT(system);
  if (system->cartesian != system) return check_converted(system, state, report);
  jn_work *work = jn_work_new(system);
  double *vdot = jni_alloc0(system->alloc, (size_t)system->sizes.nv, sizeof(double));
  jn_status status = work && vdot ? jn_solve_acceleration(system, work, state, vdot, NULL) : JN_NO_MEMORY;
  if (status == JN_OK && !jni_all_finite(vdot, system->sizes.nv)) status = JN_NOT_FINITE;
  char names[400];
  int massless = name_bodies(system, names, sizeof names);
  if (status == JN_NO_MEMORY) jni_report_no_memory(report);
  else if (status == JN_SINGULAR && massless > 0)
    jn_report_fault(report, status, "",
                    "the equations of motion are singular: mass or inertia is missing at %s, and the joints do "
                    "not determine its motion; give it mass or inertia (only 'equilibrium' needs none)",
                    names);
  else if (status != JN_OK) jn_report_fault(report, status, "", "at the start %s", jn_status_text(status));
  jni_free(system->alloc, vdot);
  jn_work_free(work);
  return status;
}
