// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// signal_value.c - the value of any signal at the current stage.
#include "system/signal_value.h"

#include "model/signal/signal_type.h"

double jni_signal_calc(const jn_system *system, jn_work *work, const jni_signal *s, const double *vdot,
                       const double *lambda) {
  return jni_signal_type_of(s->kind)->value(system, work, s, vdot, lambda);
}
