// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// formulation_common.c - see formulation_common.h.
#include "formulation/formulation_common.h"

#include <math.h>

#include "system/stage.h"
#include "system/work.h"

const double jni_usual_correction = 1e-13;

void *jni_formulation_new(const jni_formulation_kind *kind, size_t size, const jn_system *system, jn_report *report) {
  jni_formulation *f = jni_object_new(system->alloc, size);
  if (!f) {
    jni_report_no_memory(report);
    return NULL;
  }
  f->kind = kind;
  f->system = system;
  f->counts.least_pivot = 1;
  f->counts.least_row = f->counts.unconverged_row = -1;
  return f;
}

void jni_load_state(const jn_system *system, jn_work *work, const double *state) {
  const jn_sizes *n = &system->sizes;
  const double *q = state + 1, *v = q + n->nq, *z = v + n->nv, *s = z + n->nz;
  work->t = state[0];
  jni_copy(work->q, q, n->nq);
  jni_copy(work->v, v, n->nv);
  jni_copy(work->z, z, n->nz);
  jni_copy(work->s, s, n->ns);
  system->kind->normalize(system, work->q);
}

void jni_pack_begin(jni_formulation *formulation, const double *state, double *y) {
  const jn_sizes *n = &formulation->system->sizes;
  jni_copy(y, state + 1, n->nq + n->nv + n->nz);
  jni_copy(formulation->s, state + 1 + n->nq + n->nv + n->nz, n->ns);
  formulation->system->kind->normalize(formulation->system, y);
}

jn_status jni_unpack_begin(jni_formulation *formulation, double t, const double *y, double *state) {
  const jn_sizes *n = &formulation->system->sizes;
  state[0] = t;
  jni_copy(state + 1, y, n->nq + n->nv + n->nz);
  jni_copy(state + 1 + n->nq + n->nv + n->nz, formulation->s, n->ns);
  formulation->system->kind->normalize(formulation->system, state + 1);
  return JN_OK;
}

double jni_rheonomic_power(const jn_system *system, const jn_work *work, const double *lambda) {
  double power = 0;
  for (int i = 0; i < system->sizes.nc; i++) power -= lambda[i] * work->nu[i];
  return power;
}

void jni_sample_rows(const jn_system *system, jn_work *work, const double *state, double *step, double *sizes) {
  enum { SAMPLES = 3 };
  uint32_t random = 1;
  work->t = state[0];
  jni_copy(work->s, state + 1 + system->sizes.nq + system->sizes.nv + system->sizes.nz, system->sizes.ns);
  for (int k = 0; k < SAMPLES; k++) {
    for (int i = 0; i < system->sizes.nv; i++) {
      random = random * 1664525u + 1013904223u;
      step[i] = ((double)(random >> 8) / (1 << 24) - 0.5) * system->v_size[i];
    }
    system->kind->step(system, state + 1, step, work->q);
    jni_stage_position(system, work);
    for (int i = 0; i < system->pattern.nvalues; i++)
      sizes[i] = fmax(sizes[i], isfinite(work->G[i]) ? fabs(work->G[i]) : 1);
  }
}

int jni_count_active(const jn_system *system, const bool *active) {
  int n = 0;
  for (int i = 0; i < system->sizes.nc; i++) n += !active || active[i];
  return n;
}
