// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// partition.c - partitioning of the coordinates: position and velocity analysis for the dependent ones, then
// accelerations and multipliers from one linear system of n + m equations. [park (11)-(15)]
//
//   [M G'; G 0] [vdot; lambda] = [f; gamma]                                                                       (15)
#include "formulation/formulation_table.h"
#include "formulation/ode/dependent_coordinates.h"

static jn_status acceleration(jni_explicit *f, double *vdot, double *lambda) {
  return jni_explicit_solve(f, NULL, vdot, lambda);
}

static jni_formulation *create(const jni_formulation_kind *kind, const jn_system *system, const jn_choices *choices,
                               const bool *active, jn_report *report) {
  if (jni_explicit_is_plain(system) && !choices->independent[0])
    return jni_explicit_plain(kind, system, choices, active, report);
  const jni_dependent_def def = {
      .kind = kind, .acceleration = acceleration, .size = sizeof(jni_dependent), .solves_all = true};
  return jni_dependent_new(&def, system, choices, active, report);
}

const jni_formulation_kind jni_formulation_partition = {
    .name = "partition",
    .help = "dependent coordinates and speeds by position and velocity analysis, accelerations with multipliers",
    JNI_GIVES_RATES,
    .position = jni_position_newton,
    .velocity = jni_velocity_always,
    .variants = jni_variants_partition,
    .create = create,
};
