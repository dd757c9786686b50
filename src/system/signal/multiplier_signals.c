// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// multiplier_signals.c - multipliers of the constraint equations of joints, and the dependence of the energy on them.
#include <math.h>

#include "system/reaction.h"
#include "system/signal_code.h"
#include "system/work.h"

static double multiplier_value(const jn_system *system, jn_work *work, const jni_signal *s, const double *vdot,
                               const double *lambda) {
  if (!lambda) return NAN;
  if (jni_in_tree(system, s->a)) return jni_tree_lambda(system, work, s->a, s->b, vdot, lambda);
  return lambda[jni_joint_row(system, s->a, s->b)];
}

static jni_node multiplier_write(const jni_signal_code *c, const jni_signal *s) {
  if (!c->vdot || !c->functions->multipliers(c->writer)) return JNI_UNWRITTEN;
  return c->functions->multiplier(c->writer, s->a, s->b);
}

static double coupling_value(const jn_system *system, jn_work *work, const jni_signal *s, const double *vdot,
                             const double *lambda) {
  int row = jni_joint_row(system, s->a, s->b);
  (void)vdot;
  (void)lambda;
  return s->kind == JNI_SIGNAL_COUPLING ? work->coupling[row] : work->rate_coupling[row];
}

// ---- table of the family -------------------------------------------------------------------------------------------

enum { FIRST = JNI_SIGNAL_LAMBDA, N = JNI_SIGNAL_RATE_COUPLING - FIRST + 1 };

static const jni_signal_type types[N] = {
    [JNI_SIGNAL_LAMBDA - FIRST] =
        {
            .names = "joint.NAME.lambda.1",
            .meaning = "multiplier of row b of joint a",
            .unit = {1, 1, -2, 0},
            .level = JNI_LEVEL_ACCELERATION,
            .mirroring = JNI_MIRROR_BY_TYPE,
            .reach = JNI_READS_ALL,
            .value = multiplier_value,
            .write = multiplier_write,
        },
    [JNI_SIGNAL_COUPLING - FIRST] =
        {
            .names = "joint.NAME.coupling.1",
            .meaning = "derivative of the energy along row b of joint a (jni_calc_coupling)",
            .unit = {0, 0, 0, 0},
            .level = JNI_LEVEL_ACCELERATION,
            .mirroring = JNI_MIRROR_BY_TYPE,
            .reach = JNI_READS_ALL,
            .not_compiled = "programs have no gradient of the energy",
            .value = coupling_value,
        },
    [JNI_SIGNAL_RATE_COUPLING - FIRST] =
        {
            .names = "joint.NAME.rate_coupling.1",
            .meaning = "derivative of the energy along the rate of row b of joint a",
            .unit = {0, 0, 0, 0},
            .level = JNI_LEVEL_ACCELERATION,
            .mirroring = JNI_MIRROR_BY_TYPE,
            .reach = JNI_READS_ALL,
            .not_compiled = "programs have no gradient of the energy",
            .value = coupling_value,
        },
};

const jni_signal_family jni_multiplier_signals = {"multiplier", JNI_SIGNAL_LAMBDA, N, types};
