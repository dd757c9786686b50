// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tyre_call.h - tyres as functions over arrays, called by compiled code.
//   in: wheel_input.h
//   out: force and torque on the wheel, rates of the states (3), outputs, deflection and its rate
#ifndef JNK_TYRE_CALL_H
#define JNK_TYRE_CALL_H

#include "kernel/ground/tyre_calc.h"
#include "kernel/ground/tyre_mf.h"
#include "kernel/ground/wheel_input.h"

// ---- laws as functions of their numbers ----------------------------------------------------------------------------

JNK_WITHIN void jnk_law_fiala(const double *k, const jnk_slip *slip, jnk_slip_force *out) {
  jnk_fiala_force((const jnk_fiala *)(const void *)k, slip, out);
}

enum { JNK_PACEJKA_A = 15, JNK_PACEJKA_B = 11, JNK_PACEJKA_C = 18 };

// Slip law: evaluates the Magic Formula of 1989 at a slip; *out receives the forces. k: mu, then the coefficients a, b
// and c
JNK_WITHIN void jnk_law_pacejka(const double *k, const jnk_slip *slip, jnk_slip_force *out) {
  const jnk_pacejka t = {k[0], k + 1, k + 1 + JNK_PACEJKA_A, k + 1 + JNK_PACEJKA_A + JNK_PACEJKA_B};
  jnk_pacejka_force(&t, slip, out);
}

// Slip law: evaluates the Magic Formula of tyre property files (tyre_mf.h) at a slip; *out receives the forces. k: mu,
// then the coefficients
JNK_WITHIN void jnk_law_mf(const double *k, const jnk_slip *slip, jnk_slip_force *out) {
  jnk_mf_force((const jnk_mf *)(const void *)(k + 1), k[0], slip, out);
}

JNK_FN void jnk_call_tyre_fiala(const double *block, const double *in, double *out) {
  jnk_tyre_call(block, jnk_law_fiala, 1, in, out);
}
JNK_FN void jnk_call_tyre_pacejka(const double *block, const double *in, double *out) {
  jnk_tyre_call(block, jnk_law_pacejka, 1, in, out);
}
JNK_FN void jnk_call_tyre_mf(const double *block, const double *in, double *out) {
  jnk_tyre_call(block, jnk_law_mf, 1, in, out);
}

#endif
