// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// ggl.c - residual of the stabilised index-2 form: velocity constraints, G v - nu = 0, and position constraints, phi =
// 0, with additional multipliers mu that move q orthogonally to the constraints: qdot = N (v - S G' mu). mu = 0 for the
// exact motion.   [Gear 1985]
#include "formulation/formulation_table.h"
#include "formulation/residual/residual_formulation.h"
#include "system/work.h"

static void rows(const jni_implicit *f, const double *vdot, double *r) {
  const jn_system *system = f->base.system;
  (void)vdot;
  jni_pattern_times(&system->pattern, f->base.work->G, f->base.work->v, r);
  for (int i = 0; i < system->sizes.nc; i++) r[i] -= f->base.work->nu[i];
}

static const jni_implicit_method method = {.stabilised = true, .rows = rows};

const jni_formulation_kind jni_formulation_ggl = {
    .name = "ggl",
    .help = "residual form with position and velocity constraints (stabilised index 2), for IDA",
    .holds_position = true,
    .holds_velocity = true,
    JNI_GIVES_RESIDUAL,
};
