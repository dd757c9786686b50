// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// violation_signals.c - largest violation of the constraint equations of position, velocity and acceleration.
#include <math.h>

#include "linalg/dense/dense.h"
#include "system/signal_code.h"
#include "system/work.h"

static double value(const jn_system *system, jn_work *work, const jni_signal *s, const double *vdot,
                    const double *lambda) {
  int n = system->sizes.nc;
  double *rows = work->scratch_rows;
  (void)lambda;
  if (s->kind == JNI_SIGNAL_VIOLATION_POSITION) return jni_dense_largest(work->phi, system->sizes.nh);
  const double *right = s->kind == JNI_SIGNAL_VIOLATION_VELOCITY ? work->nu : work->gamma;
  const double *x = s->kind == JNI_SIGNAL_VIOLATION_VELOCITY ? work->v : vdot;
  if (!x) return NAN;
  jni_pattern_times(&system->pattern, work->G, x, rows);
  for (int i = 0; i < n; i++) rows[i] -= right[i];
  return jni_dense_largest(rows, n);
}

static jni_node larger(jni_graph *g, jni_node a, jni_node b) {
  jni_node size = jni_apply(g, JNI_DO_abs, b, 0, 0);
  return jni_select(g, jni_apply(g, JNI_DO_less, a, size, 0), size, a);
}

// Writes the largest magnitude of an element of G x - right into the compiled graph and returns its node.
static jni_node largest_row(const jni_signal_code *c, const jni_node *x, const jni_node *right) {
  jni_graph *g = c->g;
  int nv = c->system->sizes.nv;
  jni_node largest = JNI_ZERO;
  for (int r = 0; r < c->system->sizes.nc; r++) {
    jni_node sum = jni_opposite(g, right[r]);
    for (int i = 0; i < nv; i++)
      if (c->G[r * nv + i] != JNI_ZERO) sum = jni_plus(g, sum, jni_times(g, c->G[r * nv + i], x[i]));
    largest = larger(g, largest, sum);
  }
  return largest;
}

static jni_node write(const jni_signal_code *c, const jni_signal *s) {
  jni_node largest = JNI_ZERO;
  if (s->kind == JNI_SIGNAL_VIOLATION_VELOCITY) return largest_row(c, c->v, c->nu);
  if (s->kind == JNI_SIGNAL_VIOLATION_ACCELERATION) return c->vdot ? largest_row(c, c->vdot, c->gamma) : JNI_UNWRITTEN;
  for (int r = 0; r < c->system->sizes.nh; r++) largest = larger(c->g, largest, c->phi[r]);
  return largest;
}

// ---- table of the family -------------------------------------------------------------------------------------------

enum { FIRST = JNI_SIGNAL_VIOLATION_POSITION, N = JNI_SIGNAL_VIOLATION_ACCELERATION - FIRST + 1 };

static const jni_signal_type types[N] = {
    [JNI_SIGNAL_VIOLATION_POSITION - FIRST] =
        {
            .names = "violation.position",
            .meaning = "largest element of phi",
            .unit = {1, 0, 0, 0},
            .level = JNI_LEVEL_POSITION,
            .mirroring = JNI_MIRROR_KEPT,
            .reach = JNI_READS_ALL,
            .value = value,
            .write = write,
        },
    [JNI_SIGNAL_VIOLATION_VELOCITY - FIRST] =
        {
            .names = "violation.velocity",
            .meaning = "largest element of G v - nu",
            .unit = {1, 0, -1, 0},
            .level = JNI_LEVEL_VELOCITY,
            .mirroring = JNI_MIRROR_KEPT,
            .reach = JNI_READS_ALL,
            .value = value,
            .write = write,
        },
    [JNI_SIGNAL_VIOLATION_ACCELERATION - FIRST] =
        {
            .names = "violation.acceleration",
            .meaning = "largest element of G vdot - gamma",
            .unit = {1, 0, -2, 0},
            .level = JNI_LEVEL_ACCELERATION,
            .mirroring = JNI_MIRROR_KEPT,
            .reach = JNI_READS_ALL,
            .value = value,
            .write = write,
        },
};

const jni_signal_family jni_violation_signals = {"violation", JNI_SIGNAL_VIOLATION_POSITION, N, types};
