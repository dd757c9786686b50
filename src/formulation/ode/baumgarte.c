// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// baumgarte.c - the index-1 form with constraint stabilisation: phiddot + alpha phidot + beta phi = 0.
//                                                                                        [Baumgarte 1972; yoon (6)-(8)]
//
//   [M G'; G 0] [vdot; lambda] = [f; gamma - alpha (G v - nu) - beta phi]         holonomic constraints
//                                    gamma - eta (G v - nu)                       nonholonomic constraints
// `rate` omega gives critical damping: alpha = 2 omega, beta = omega^2, eta = omega. Each gain can also be set by
// itself.
#include <math.h>

#include "formulation/formulation_table.h"
#include "formulation/ode/ode_formulation.h"
#include "system/work.h"

typedef struct {
  jni_explicit frame;
  double alpha, beta;  // gains of holonomic constraints, 1/s and 1/s^2
  double eta;          // gain of nonholonomic constraints, 1/s
  double *gamma_bar;   // nc: right side with feedback
} baumgarte;

static jn_status acceleration(jni_explicit *frame, double *vdot, double *lambda) {
  baumgarte *f = (baumgarte *)frame;
  const jn_system *system = frame->base.system;
  const jn_work *work = frame->base.work;
  jni_pattern_times(&system->pattern, work->G, work->v, f->gamma_bar);
  for (int i = 0; i < system->sizes.nc; i++) {
    double rate = f->gamma_bar[i] - work->nu[i];
    f->gamma_bar[i] =
        work->gamma[i] - (i < system->sizes.nh ? f->alpha * rate + f->beta * work->phi[i] : f->eta * rate);
  }
  return jni_explicit_solve(frame, f->gamma_bar, vdot, lambda);
}

static const jni_method method = {.acceleration = acceleration};

static jni_formulation *create(const jni_formulation_kind *kind, const jn_system *system, const jn_choices *choices,
                               const bool *active, jn_report *report) {
  const jni_explicit_def def = {
      .kind = kind, .method = &method, .size = sizeof(baumgarte), .with_kkt = true, .npositions = -1, .nspeeds = -1};
  double omega = choices->rate;
  baumgarte *f = jni_explicit_new(&def, system, choices, active, report);
  if (!f) return NULL;
  f->alpha = isnan(choices->alpha) ? 2 * omega : choices->alpha;
  f->beta = isnan(choices->beta) ? omega * omega : choices->beta;
  f->eta = isnan(choices->eta) ? omega : choices->eta;
  f->gamma_bar = jni_doubles(&f->frame.base.pool, system->sizes.nc);
  if (f->gamma_bar) return &f->frame.base;
  jni_report_no_memory(report);
  return jni_object_free(f);
}

const jni_formulation_kind jni_formulation_baumgarte = {
    .name = "baumgarte",
    .help = "multipliers with constraint stabilisation, phiddot + alpha phidot + beta phi = 0",
    .stabilises = true,
    JNI_GIVES_RATES,
    .position = jni_position_all,
    .velocity = jni_velocity_projection,
    .create = create,
};
