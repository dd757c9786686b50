// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tree_tangent.c - how f, gamma and G' lambda vary in joint coordinates: central differences of the whole stages. f holds the bias of M vdot, so
// its derivatives do too; how M itself varies is not in them.
#include <stdio.h>
#include <string.h>

#include "system/system.h"

// The cube root of what rounding leaves: central differences err with its square.
static const double relative = 6e-6;

typedef enum { BY_POSITION, BY_SPEED } direction;

static double increment(const jn_system *system, int j) { return relative * (system->v_is_length[j] ? system->length_scale : 1); }

// All stages at the state, speed j or the configuration moved by h.
static void stages(const jn_system *system, jn_work *work, const double *state, direction by, int j, double h) {
  const double *q = state + 1, *v = q + system->sizes.nq, *z = v + system->sizes.nv, *s = z + system->sizes.nz;
  work->t = state[0];
  memset(work->scratch, 0, (size_t)system->sizes.nv * sizeof *work->scratch);
  work->scratch[j] = h;
  memcpy(work->q, q, (size_t)system->sizes.nq * sizeof *q);
  memcpy(work->v, v, (size_t)system->sizes.nv * sizeof *v);
  if (by == BY_POSITION && h != 0) system->kind->step(system, q, work->scratch, work->q);
  if (by == BY_SPEED) work->v[j] += h;
  if (system->sizes.nz > 0) memcpy(work->z, z, (size_t)system->sizes.nz * sizeof *z);
  if (system->sizes.ns > 0) memcpy(work->s, s, (size_t)system->sizes.ns * sizeof *s);
  jni_stage_position(system, work);
  jni_stage_velocity(system, work);
  jni_stage_force(system, work);
}

// Column j of `out` (n rows, NULL: not wanted) += factor x
static void add_column(const jn_system *system, int n, int j, double factor, const double *x, double *out) {
  for (int i = 0; out && i < n; i++) out[(size_t)i * (size_t)system->sizes.nv + (size_t)j] += factor * x[i];
}

static void add_side(const jn_system *system, jn_work *work, const double *lambda, direction by, int j, double factor, jn_tangents *out) {
  int nv = system->sizes.nv, nc = system->sizes.nc;
  add_column(system, nv, j, factor, work->f, by == BY_POSITION ? out->df_dq : out->df_dv);
  add_column(system, nc, j, factor, work->gamma, by == BY_POSITION ? out->dgamma_dq : out->dgamma_dv);
  if (by == BY_SPEED || !out->dGtlambda_dq) return;
  memset(work->scratch, 0, (size_t)nv * sizeof *work->scratch);
  jni_pattern_add_transposed(&system->pattern, work->G, 1, lambda, work->scratch);
  add_column(system, nv, j, factor, work->scratch, out->dGtlambda_dq);
}

static void take_column(const jn_system *system, jn_work *work, const double *state, const double *lambda, direction by, int j, jn_tangents *out) {
  double h = increment(system, j);
  for (int sign = -1; sign <= 1; sign += 2) {
    stages(system, work, state, by, j, sign * h);
    add_side(system, work, lambda, by, j, sign / (2 * h), out);
  }
}

void jni_tree_tangents(const jn_system *system, jn_work *work, const double *state, const double *lambda, jn_tangents *out) {
  size_t nv = (size_t)system->sizes.nv, nc = (size_t)system->sizes.nc;
  double *const parts[] = {out->df_dq, out->df_dv, out->dGtlambda_dq, out->dgamma_dq, out->dgamma_dv};
  for (int i = 0; i < 5; i++)
    if (parts[i]) memset(parts[i], 0, (i < 3 ? nv : nc) * nv * sizeof(double));
  out->exact = false;
  snprintf(out->which, sizeof out->which, "all of them in joint coordinates");
  for (int j = 0; j < system->sizes.nv; j++) {
    if (out->df_dq || out->dgamma_dq || out->dGtlambda_dq) take_column(system, work, state, lambda, BY_POSITION, j, out);
    if (out->df_dv || out->dgamma_dv) take_column(system, work, state, lambda, BY_SPEED, j, out);
  }
  if (nv > 0) stages(system, work, state, BY_SPEED, 0, 0);
}
