// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// baumgarte.c - the index-1 form with constraint stabilisation: phiddot + alpha phidot + beta phi = 0.   [Baumgarte 1972; yoon (6)-(8)]
// `rate` omega stands for critical damping: alpha = 2 omega, beta = omega^2, eta = omega; each gain may be given instead.
#include <math.h>

#include "formulation/index1.h"
#include "formulation/table.h"

static jni_formulation *create(const jn_system *system, const jn_choices *choices, const bool *active, jn_report *report) {
  double omega = choices->rate;
  jni_gains gains = {isnan(choices->alpha) ? 2 * omega : choices->alpha, isnan(choices->beta) ? omega * omega : choices->beta,
                     isnan(choices->eta) ? omega : choices->eta};
  if (!(gains.alpha >= 0 && gains.beta >= 0 && gains.eta >= 0)) {
    jn_report_fault(report, JN_BAD_ARGUMENT, "", "the Baumgarte gains must not be negative");
    return NULL;
  }
  return jni_index1_new(&jni_formulation_baumgarte, system, choices, gains, active, report);
}

const jni_formulation_kind jni_formulation_baumgarte = {
    .name = "baumgarte",
    .help = "multipliers with constraint stabilisation, phiddot + alpha phidot + beta phi = 0",
    .stabilises = true,
    .coordinates = jni_coordinates_cartesian,
    .energy = jni_energy_none,
    .position = jni_position_newton,
    .velocity = jni_velocity_projection,
    .integrators = jni_integrators_ode,
    .create = create,
};
