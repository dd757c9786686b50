// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tyre_call.h - calls of tyres with arrays: what generated code has of them.
//   in: wheel_input.h
//   out: force and torque on the wheel, rates of the states (3), what it prints, deflection and its rate
#ifndef JNK_TYRE_CALL_H
#define JNK_TYRE_CALL_H

#include "kernel/ground/tyre_calc.h"
#include "kernel/ground/tyre_mf.h"
#include "kernel/ground/wheel_input.h"

enum { JNK_TYRE_RESULTS = 9 + JNK_TYRE_WORDS + 2 };

JNK_WITHIN void jnk_tyre_call(const double *block, jnk_slip_law law, const double *in, double *out) {
  const jnk_tyre *t = jnk_tyre_of_block(block);
  const jnk_wheel_input at = jnk_wheel_read(in);
  jnk_law room;
  jnk_contact c;
  const jnk_wheel wheel = jnk_tyre_wheel(t, &room);
  double rate[JNK_TYRE_STATES] = {0, 0, 0}, F[3], T[3], words[JNK_TYRE_WORDS];  // written at the end: `out` is foreign
  jnk_contact_on(&wheel, &at.under, at.r, at.v, at.w, at.axis, &c);
  jnk_tyre_at tyre = jnk_tyre_calc(t, law, at.w, at.axis, t->states > 0 ? at.state : NULL, &c, rate);
  jnk_tyre_apply(&tyre, F, T);
  jnk_tyre_words(&tyre, words);
  for (int i = 0; i < 3; i++) out[i] = F[i], out[3 + i] = T[i], out[6 + i] = rate[i];
  for (int i = 0; i < JNK_TYRE_WORDS; i++) out[9 + i] = words[i];
  out[9 + JNK_TYRE_WORDS] = c.deflection, out[10 + JNK_TYRE_WORDS] = c.rate;
}

// ---- laws over their numbers ----------------------------------------------------------------------------------

JNK_WITHIN void jnk_law_calspan(const double *k, const jnk_slip *slip, jnk_slip_force *out) {
  jnk_calspan_force((const jnk_calspan *)(const void *)k, slip, out);
}

JNK_WITHIN void jnk_law_fiala(const double *k, const jnk_slip *slip, jnk_slip_force *out) {
  jnk_fiala_force((const jnk_fiala *)(const void *)k, slip, out);
}

JNK_WITHIN void jnk_law_tmeasy(const double *k, const jnk_slip *slip, jnk_slip_force *out) {
  jnk_tmeasy_force((const jnk_tmeasy *)(const void *)k, slip, out);
}

enum { JNK_PACEJKA_A = 15, JNK_PACEJKA_B = 11, JNK_PACEJKA_C = 18 };

// mu, then a, b and c
JNK_WITHIN void jnk_law_pacejka(const double *k, const jnk_slip *slip, jnk_slip_force *out) {
  const jnk_pacejka t = {k[0], k + 1, k + 1 + JNK_PACEJKA_A, k + 1 + JNK_PACEJKA_A + JNK_PACEJKA_B};
  jnk_pacejka_force(&t, slip, out);
}

// mu, then the coefficients
JNK_WITHIN void jnk_law_mf(const double *k, const jnk_slip *slip, jnk_slip_force *out) {
  jnk_mf_force((const jnk_mf *)(const void *)(k + 1), k[0], slip, out);
}

JNK_FN void jnk_call_tyre_calspan(const double *block, const double *in, double *out) {
  jnk_tyre_call(block, jnk_law_calspan, in, out);
}
JNK_FN void jnk_call_tyre_fiala(const double *block, const double *in, double *out) {
  jnk_tyre_call(block, jnk_law_fiala, in, out);
}
JNK_FN void jnk_call_tyre_tmeasy(const double *block, const double *in, double *out) {
  jnk_tyre_call(block, jnk_law_tmeasy, in, out);
}
JNK_FN void jnk_call_tyre_pacejka(const double *block, const double *in, double *out) {
  jnk_tyre_call(block, jnk_law_pacejka, in, out);
}
JNK_FN void jnk_call_tyre_mf(const double *block, const double *in, double *out) {
  jnk_tyre_call(block, jnk_law_mf, in, out);
}

#endif
