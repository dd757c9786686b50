// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// time_signal.c - time.
#include "system/signal_code.h"
#include "system/work.h"

static double value(const jn_system *system, jn_work *work, const jni_signal *s, const double *vdot,
                    const double *lambda) {
  (void)system;
  (void)s;
  (void)vdot;
  (void)lambda;
  return work->t;
}

static jni_node write(const jni_signal_code *c, const jni_signal *s) {
  (void)s;
  return c->t;
}

static const jni_signal_type types[] = {{
    .names = "time, t",
    .meaning = "time",
    .unit = {0, 0, 1, 0},
    .level = JNI_LEVEL_POSITION,
    .mirroring = JNI_MIRROR_KEPT,
    .reach = JNI_READS_TIME,
    .value = value,
    .write = write,
    .sort = JNI_GRADIENT_CONSTANT,
}};

const jni_signal_family jni_time_signals = {"time", JNI_SIGNAL_TIME, 1, types};
