// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// index1.c - residual of the index-1 form: acceleration constraints, G vdot - gamma = 0. Positions and velocities drift
// off the constraints by the accumulated integration error.   [Brenan 1996]
#include "formulation/formulation_table.h"
#include "formulation/residual/residual_formulation.h"
#include "system/work.h"

static void rows(const jni_implicit *f, const double *vdot, double *r) {
  const jn_system *system = f->base.system;
  jni_pattern_times(&system->pattern, f->base.work->G, vdot, r);
  for (int i = 0; i < system->sizes.nc; i++) r[i] -= f->base.work->gamma[i];
}

static const jni_implicit_method method = {.stabilised = false, .rows = rows};

const jni_formulation_kind jni_formulation_index1 = {
    .name = "index1",
    .help = "residual form with acceleration constraints (index 1), for IDA; positions and velocities drift",
    JNI_GIVES_RESIDUAL,
};
